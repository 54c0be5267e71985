"""The help index: the chapters of the rules, the cards and boards of this game, and every symbol."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heptapolis.rulebook import title
from heptapolis.rulebook.rules import plain, rules
from heptapolis.rulebook.texts import (
    SYMBOLS,
    effects_text,
    extra_coins_text,
    stage_price_text,
    symbol_name,
    symbol_text,
)
from heptapolis.terminal import describe, signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import Game
    from heptapolis.rulebook import BoardSpec
    from heptapolis.terminal.words import Words


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the help."""

    key: str
    """A card's or wonder's English name, or ``sign:`` and the symbol, or ``rule:`` and the chapter."""
    sign: str
    paint: str
    title: str
    lines: tuple[str, ...]


def entries(game: Game, words: Words) -> list[Entry]:
    """All entries of this game: rules, symbols, boards, then cards by name."""
    book = game.rulebook
    cards = [
        Entry(
            card.name,
            signs.COLOR_SIGNS[card.color],
            signs.PAINT[card.color],
            words.name(card.name),
            tuple(describe.card_lines(card, words)),
        )
        for card in (*book.cards, *book.leaders)
    ]
    cards.sort(key=lambda entry: plain_letters(entry.title))
    return [
        *rule_entries(words),
        *symbol_entries(words),
        *(_board_entry(board, words) for board in book.boards),
        *cards,
    ]


def rule_entries(words: Words) -> list[Entry]:
    """The chapters of the rules; the signs have entries of their own."""
    found = []
    for chapter in rules(words.language):
        if chapter.id == "signs":
            continue
        lines: list[str] = []
        for paragraph in chapter.paragraphs:
            text = plain(paragraph.text, words.language)
            lines.append(f"{signs.BULLET} {text}" if paragraph.kind == "point" else text)
            lines.append("")
        found.append(Entry(f"rule:{chapter.id}", signs.RULE, "", chapter.title, tuple(lines[:-1])))
    return found


def symbol_entries(words: Words) -> list[Entry]:
    """Every sign of the screen."""
    power = Entry("sign:power", signs.POWER, "", words("help.power"), (words("help.power_text"),))
    return [
        Entry(
            f"sign:{symbol}",
            signs.SYMBOL_SIGNS.get(symbol) or words.letter(symbol),
            signs.PAINT.get(symbol) or signs.RESOURCE_PAINT.get(symbol, ""),
            symbol_name(symbol, words.language),
            (symbol_text(symbol, words.language),),
        )
        for symbol in SYMBOLS
    ] + [power]


def _board_entry(board: BoardSpec, words: Words) -> Entry:
    lines = [title(board.wonder, words.language)]
    for side in board.sides.values():
        lines.append(f"{words.term('game.side')} {words.term(f'side.{side.name}')}")
        if side.resource:
            lines.append(f"  + {words.term(f'resource.{side.resource}')}")
        if side.powers:
            lines.append("  " + effects_text(side.powers, words.language))
        if side.extra_coins:
            lines.append("  " + extra_coins_text(side, words.language))
        for number, stage in enumerate(side.stages, 1):
            price = stage_price_text(side, stage, words.language)
            lines.append(f"  {number}. {price} {effects_text(stage.effects, words.language)}")
    return Entry(board.wonder, signs.STAGE, signs.PAINT["white"], words.name(board.wonder), tuple(lines))


def plain_letters(text: str) -> str:
    """A text in lower case without accents, for sorting and searching."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def find(found: Sequence[Entry], text: str) -> list[Entry]:
    """The entries whose name in the player's language or in English contains a text; those that start with it first."""
    wanted = plain_letters(text)
    hits = [each for each in found if wanted in plain_letters(each.title) or wanted in plain_letters(each.key)]
    return sorted(hits, key=lambda each: not plain_letters(each.title).startswith(wanted))

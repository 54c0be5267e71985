"""The rules of the game in five languages: chapters of paragraphs, each with an address.

The texts are in `chapters/`. The browser, the terminal and the documentation show them.

>>> turn = next(chapter for chapter in rules("en") if chapter.id == "turn")
>>> turn.title, turn.paragraphs[1].id
('A turn', 'build')
>>> plain("Use [Loom] for :coin: **two** coins.", "de")
'Use Webstuhl for two coins.'
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from heptapolis.rulebook import editions, expansions, load
from heptapolis.rulebook.boxes import changes
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.naming import LANGUAGES, display_name, term
from heptapolis.rulebook.reading import TomlTable, read_toml
from heptapolis.rulebook.texts import SYMBOLS, effects_text, stage_price_text, symbol_name, symbol_text

KINDS = ("lead", "point", "text", "heading", "example", "question")
"""Kinds of paragraphs; the text of a question has the answer on its second line."""

GROUPS = ("base", "boxes", "more")

_NAME = re.compile(r"\[([^\]]+)\]")
_SIGN = re.compile(r":[a-z-]+: ?")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; its address is that of its chapter and its id."""

    id: str
    kind: str
    text: str
    """With ``[Card]`` for the name of a card, leader or wonder, ``:sign:`` and ``**stress**``."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rules."""

    id: str
    group: str
    title: str
    paragraphs: tuple[Paragraph, ...]


def rules(language: str = "en") -> tuple[Chapter, ...]:
    """The chapters in reading order.

    Raises:
        RulebookError: The language is unknown, or a file is invalid.
    """
    return _rules(language, changes())


def plain(text: str, language: str = "en") -> str:
    """The text of a paragraph with names in the language, without signs and stress."""
    return _NAME.sub(lambda name: display_name(name[1], language), _SIGN.sub("", text)).replace("**", "")


def example_numbers() -> Mapping[str, object]:
    """The numbers that the texts use, by example and name ("trade.price")."""
    return {f"{example}.{name}": value for example, found in _read("examples").items() for name, value in found.items()}


@cache
def _rules(language: str, changes: int) -> tuple[Chapter, ...]:
    if language not in LANGUAGES:
        raise RulebookError(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
    texts = TomlTable(_read(language), file=f"chapters/{language}.toml", item="")
    found = [_chapter(fields, texts, language) for fields in _read("chapters")["chapter"]]
    signs = TomlTable(texts.take("signs"), file=f"chapters/{language}.toml", item="signs")
    found.append(Chapter("signs", "more", signs.text("title"), tuple(_signs(language))))
    signs.done()
    texts.done()
    return tuple(found)


def _chapter(fields: Mapping[str, Any], texts: TomlTable, language: str) -> Chapter:
    table = TomlTable(texts.take(fields["id"]), file=f"chapters/{language}.toml", item=fields["id"])
    title = table.text("title")
    paragraphs = []
    for entry in fields["paragraphs"]:
        kind, _, name = entry.partition(":")
        paragraphs.append(Paragraph(name, kind, _filled(table.text(name))))
    table.done()
    if fields["id"] == "manneken-pis":
        paragraphs += _stages_to_copy(language)
    return Chapter(fields["id"], fields["group"], title, tuple(paragraphs))


def _filled(text: str) -> str:
    numbers = example_numbers()
    return re.sub(r"\{([\w.-]+)\}", lambda name: str(numbers[name[1]]), text)


def _stages_to_copy(language: str) -> Iterator[Paragraph]:
    """What each side of each other board has on its first three stages."""
    for board in load(editions()[0], expansions(editions()[0])).boards:
        for side in board.sides.values():
            if side.pays_copied_cost or board.wonder == "Manneken Pis":
                continue
            stages = "\n".join(
                f"{number}. {stage_price_text(side, stage, language)} {effects_text(stage.effects, language)}"
                for number, stage in enumerate(side.stages[:3], 1)
            )
            name = f"{board.wonder}-{side.name}".lower().replace(" ", "-")
            yield Paragraph(name, "text", f"**[{board.wonder}] {term(f'side.{side.name}', language)}**\n{stages}")


def _signs(language: str) -> Iterator[Paragraph]:
    for symbol in SYMBOLS:
        name = symbol_name(symbol, language)
        yield Paragraph(symbol, "text", f":{symbol}: **{name[:1].upper()}{name[1:]}.** {symbol_text(symbol, language)}")


def _read(name: str) -> Mapping[str, Any]:
    found = read_toml(files(__package__).joinpath("chapters"), f"{name}.toml")
    if found is None:
        raise RulebookError("is missing", file=f"chapters/{name}.toml")
    return found

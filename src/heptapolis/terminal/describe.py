"""Sentences about the game in the player's language: moves, prices, reasons, conflicts, sources of points."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from heptapolis import Move
from heptapolis.rulebook import MANUFACTURED_GOODS
from heptapolis.rulebook.texts import card_text, chain_text, cost_text, count, effects_text, price_text
from heptapolis.terminal import signs
from heptapolis.terminal.match import YOU

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis import City, Decision, Game, PointSource, Reason, Reveal
    from heptapolis.rulebook import CardSpec
    from heptapolis.terminal.match import Clash, Match
    from heptapolis.terminal.words import Words

NUMERALS = ("", "I", "II", "III")

NAMED_SOURCES = ("card", "leader", "copied-leader", "copied-guild", "set-bonus")
"""Kinds of sources that name a card."""


def coins(number: int, words: Words) -> str:
    """A number of coins in words."""
    return count("coin", number, words.language)


def city_name(game: Game, seat: int, words: Words) -> str:
    """The name of a city; the player's own is marked."""
    name = words.name(game.cities[seat].wonder)
    if seat == YOU:
        return words("city.yours", name=name)
    if seat == game.free_city:
        return words("city.free", name=name)
    if seat == game.partner(YOU):
        return words("city.partner", name=name)
    return name


def side_name(city: City, words: Words) -> str:
    """Wonder and side of a board."""
    return f"{words.name(city.wonder)} {words.term(f'side.{city.side}')}"


def payment_parts(move: Move, words: Words) -> list[str]:
    """What a move pays to each neighbor and to the bank for goods."""
    parts = []
    if move.left:
        parts.append(words("pay.left", coins=coins(move.left, words)))
    if move.right:
        parts.append(words("pay.right", coins=coins(move.right, words)))
    if move.bank:
        parts.append(words("pay.bank", coins=coins(move.bank, words)))
    return parts


def price(game: Game, decision: Decision, move: Move, words: Words) -> str:
    """The price of a move in words: free, own resources, or who gets how much."""
    if move.action == "discard":
        return words("price.sale", coins=coins(game.rulebook.sale_coins, words))
    if move.chained:
        return words("price.chain")
    if move.using:
        return words("price.using", power=words.name(move.using))
    cost = game.cost(decision, move)
    parts = ([words("pay.cost", coins=coins(cost.coins, words))] if cost.coins else []) + payment_parts(move, words)
    if parts:
        return ", ".join(parts)
    return words("price.own") if cost.resources else words.term("game.free")


def short_price(game: Game, decision: Decision, move: Move, words: Words) -> str:
    """The price of a move in symbols."""
    if move.action == "discard":
        return f"+{game.rulebook.sale_coins}{signs.COIN}"
    if move.chained:
        return f"{signs.CHAIN} {words('short.chain')}"
    if move.using:
        return words("short.using")
    cost = game.cost(decision, move)
    parts = [f"{cost.coins}{signs.COIN}"] if cost.coins else []
    parts += [f"{signs.LEFT}{move.left}{signs.COIN}"] if move.left else []
    parts += [f"{move.right}{signs.COIN}{signs.RIGHT}"] if move.right else []
    parts += [f"+{move.bank}{signs.COIN}"] if move.bank else []
    if parts:
        return " ".join(parts)
    return words("short.own") if move.action == "build" and cost.resources else words.term("game.free")


def reason(why: Reason, words: Words) -> str:
    """A reason in words."""
    return words(f"reason.{why.key}", **{key: coins(number, words) for key, number in why.figures.items()})


def short_reason(why: Reason, words: Words) -> str:
    """A reason in a few words."""
    return words(f"short.{why.key}", **why.figures)


def action(move: Move, game: Game, city: int, words: Words) -> str:
    """A move in a few words: "build Altar", "stage 2", "side B"."""
    card = words.name(move.card) if move.card else ""
    match move.action:
        case "settle":
            debt = count("debt", game.owes[city] - move.coins, words.language)
            return words("do.settle", coins=coins(move.coins, words), debt=debt)
        case "side":
            return words("do.side", side=words.term(f"side.{move.side}"))
        case "pass":
            return words.term("action.pass")
        case "wonder":
            copied = f" ({words(f'do.copied_{move.copying}')})" if move.copying else ""
            return words("do.wonder", card=card, stage=game.cities[city].stages_built + 1) + copied
    return words(f"do.{move.action}", card=card)


def sentence(reveal: Reveal, seat: int, game: Game, words: Words) -> str:
    """A sentence about what a city did in a reveal, without face-down cards."""
    move = reveal.moves[seat]
    city = city_name(game, seat, words)
    if move is None:
        return ""
    card = words.name(move.card) if move.card else ""
    match move.action:
        case "wonder":
            text = words("did.wonder", city=city, stage=reveal.stages[seat])
        case "draft":
            text = words("did.draft", city=city, card=card) if seat == YOU else words("did.draft_hidden", city=city)
        case "discard":
            text = words("did.discard", city=city, coins=coins(game.rulebook.sale_coins, words))
        case "settle":
            text = words("did.settle", city=city, coins=coins(move.coins, words))
        case "side":
            text = words("did.side", city=city, side=words.term(f"side.{move.side}"))
        case "build" if move.chained:
            text = words("did.chain", city=city, card=card)
        case "build" if move.using:
            text = words("did.using", city=city, card=card, power=words.name(move.using))
        case _:
            text = words(f"did.{move.action}", city=city, card=card)
    paid = payment_parts(move, words)
    if paid:
        text += " " + words("did.paid", parts=", ".join(paid))
    return text


def lesson(reveal: Reveal, seat: int, game: Game, words: Words) -> str:
    """A sentence for beginners that explains a move; '' if there is nothing to explain."""
    move = reveal.moves[seat]
    if move is None:
        return ""
    if move.action == "wonder":
        stage = game.cities[seat].stages[reveal.stages[seat] - 1]
        return effects_text(stage.effects, words.language)
    if move.action == "discard":
        return words("lesson.discard")
    if move.card and move.action != "draft":
        return card_text(game.card(move.card), words.language)
    return ""


def short_move(reveal: Reveal, seat: int, game: Game, words: Words) -> str:
    """What a city did, in one word and symbols."""
    move = reveal.moves[seat]
    if move is None:
        return ""
    if move.action == "wonder":
        return f"{signs.STAGE}{reveal.stages[seat]}"
    if move.action == "discard":
        return f"+{game.rulebook.sale_coins}{signs.COIN}"
    if move.action == "settle":
        return f"−{move.coins}{signs.COIN}"
    if move.action == "side":
        return words.term(f"side.{move.side}")
    if move.action == "draft" and seat != YOU:
        return signs.YES
    if not move.card:
        return "–"
    return f"{signs.COLOR_SIGNS[game.card(move.card).color]} {words.name(move.card)}"


def clash_line(clash: Clash | None, words: Words) -> str:
    """How a city stands against its opponent on one side: "3 against 5: -1"."""
    if clash is None:
        return words("conflict.none")
    return words("conflict.line", ours=clash.ours, theirs=clash.theirs, result=signed(sum(clash.tokens)))


def signed(number: int) -> str:
    """A number with its sign, using a typographic minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def question(match: Match, words: Words) -> str:
    """The prompt for the current decision."""
    decision = match.asked
    if match.game.over:
        return words("ask.over")
    if decision is None:
        return words("ask.reveal") if match.ready else words("ask.wait")
    game = match.game
    key = decision.kind
    if key == "recruit" and match.recruits_once_more:
        key = "recruit-more"
    if key == "play" and decision.city == game.free_city:
        key = "free-city"
    owed = game.owes[decision.city] if key == "debt" else 0
    return words(f"ask.{key}", coins=coins(owed, words))


def source_text(source: PointSource, words: Words) -> str:
    """A source of points in words."""
    language = words.language
    name = words.name(source.name) if source.kind in NAMED_SOURCES else ""
    side = words.term(f"game.{source.name}") if source.kind in ("victories", "defeats") else ""
    match source.kind:
        case "victories":
            return words("source.victories", victories=count("victory", source.count, language), side=side)
        case "defeats":
            return words("source.defeats", defeats=count("defeat", source.count, language), side=side)
        case "coins":
            return words("source.coins", coins=count("coin", source.count, language))
        case "debt" | "sets" | "stage":
            return words(f"source.{source.kind}", n=source.count)
        case "family":
            return f"{source.count} × {signs.SCIENCE[source.name]} {words.term(f'science.{source.name}')}"
        case "set-bonus":
            return words("source.set-bonus", name=name, n=source.count)
    key = f"source.{source.kind}"
    return words(key, name=name) if words.has(key) else name


def card_lines(card: CardSpec, words: Words) -> list[str]:
    """Everything about a card: kind, cost, what it does, chains."""
    language = words.language
    lines = [
        f"{signs.COLOR_SIGNS[card.color]} {words.term(f'color.{card.color}')} · {words.term(f'kind.{card.color}')}",
        price_text(card.coins, card.cost, language),
        card_text(card, language),
    ]
    chains = chain_text(card, language)
    return [*lines, chains] if chains else lines


def next_stage_text(match: Match, decision: Decision, words: Words) -> str:
    """What the next wonder stage costs and gives, in full; '' when the wonder is complete."""
    stage = match.trial.cities[decision.city].next_stage
    if stage is None:
        return ""
    asked = cost_text(stage.cost.coins, stage.cost.resources, words.language)
    gives = effects_text(stage.effects, words.language)
    return words("stage.next", n=stage.number, cost=asked or words.term("game.free"), gives=gives)


def grouped(units: Iterable[tuple[str, ...]]) -> list[tuple[tuple[str, ...], int]]:
    """Units of production with equal ones grouped, in order."""
    return [(resources, len(list(same))) for resources, same in groupby(units)]


def is_goods(resources: tuple[str, ...]) -> bool:
    """Whether a producer makes manufactured goods."""
    return resources[0] in MANUFACTURED_GOODS


def moment(reveal: Reveal, words: Words) -> str:
    """When something was revealed: ``II.3``, ``III.6 · last card``."""
    if reveal.phase == "play":
        return reveal.at
    name = words(f"moment.{reveal.phase}")
    if reveal.phase in ("side", "draft"):  # before the first age
        return name[0].upper() + name[1:]
    return f"{reveal.at.partition(' ')[0].removesuffix('.0')} · {name}"


def passing(game: Game) -> str:
    """The direction in which hands are passed: left or right; two players swap them."""
    if game.phase == "draft":
        return "right"
    if game.mode == "free-city":
        return "swap"
    return "right" if game.age == 2 else "left"


def names_of_winners(game: Game, words: Words) -> str:
    """The names of the winners."""
    return ", ".join(city_name(game, seat, words) for seat in game.winners())

"""Sentences about the game in the player's language: moves, prices, reasons, conflicts, and where points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from heptapolis.engine.breakdown import COINS, DEBT, DEFEATS, FAMILY, SET_BONUS, SETS, STAGE, VICTORIES
from heptapolis.engine.legal import cost_of
from heptapolis.engine.moves import BUILD, DISCARD, DRAFT, NOT_COPIED, PASS, RECRUIT, SETTLE, SIDE, WONDER
from heptapolis.engine.table import FREE_CITY
from heptapolis.engine.turn import leader_price
from heptapolis.engine.wonder import built_stage, copy_choices, stage_at, stage_cost
from heptapolis.rulebook import MANUFACTURED_GOODS, RESOURCES
from heptapolis.rulebook.texts import card_text, chain_text, cost_text, count, effects_text, price_text
from heptapolis.terminal import signs
from heptapolis.terminal.match import YOU

if TYPE_CHECKING:
    from heptapolis.engine import Decision, Game, Move, Reason, Reveal
    from heptapolis.engine.breakdown import Source
    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import City, Table
    from heptapolis.rulebook import EffectSpec
    from heptapolis.terminal.match import Clash, Match
    from heptapolis.terminal.words import Words

NUMERALS = ("", "I", "II", "III")


def coins(number: int, words: Words) -> str:
    """A number of coins in words."""
    return count("coin", number, words.language)


def city_name(table: Table, seat: int, words: Words) -> str:
    """The name of a city; the player's own is marked."""
    name = words.name(table.cities[seat].side.wonder)
    if seat == YOU:
        return words("city.yours", name=name)
    if seat == table.free_seat:
        return words("city.free", name=name)
    if seat == table.partner(YOU):
        return words("city.partner", name=name)
    return name


def side_name(city: City, words: Words) -> str:
    """Wonder and side of a board."""
    return f"{words.name(city.side.wonder)} {words.term(f'side.{city.side.name}')}"


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


def printed_coins(table: Table, seat: int, move: Move) -> int:
    """The coins that a move owes the bank beside what it buys; the table must stand as before the move."""
    city = table.cities[seat]
    card = move.card
    if move.kind == BUILD and card is not None:
        return 0 if move.chained or move.using else int(cost_of(city, card).coins)
    if move.kind == WONDER:
        return int(stage_cost(table, city, move.copied).coins)
    if move.kind == RECRUIT and card is not None:
        return int(leader_price(table, city, card))
    return 0


def price(table: Table, seat: int, move: Move, words: Words) -> str:
    """The price of a move in words: free, own resources, or who gets how much."""
    if move.kind == DISCARD:
        return words("price.sale", coins=coins(table.rules.sale_coins, words))
    if move.chained:
        return words("price.chain")
    if move.using:
        return words("price.using", power=words.name(move.using))
    due = printed_coins(table, seat, move)
    parts = ([words("pay.cost", coins=coins(due, words))] if due else []) + payment_parts(move, words)
    if parts:
        return ", ".join(parts)
    if move.kind == BUILD and move.card is not None and cost_of(table.cities[seat], move.card).resources:
        return words("price.own")
    if move.kind == WONDER and stage_cost(table, table.cities[seat], move.copied).resources:
        return words("price.own")
    return words.term("game.free")


def short_price(table: Table, seat: int, move: Move, words: Words) -> str:
    """The price of a move in symbols."""
    if move.kind == DISCARD:
        return f"+{table.rules.sale_coins}{signs.COIN}"
    if move.chained:
        return f"{signs.CHAIN} {words('short.chain')}"
    if move.using:
        return words("short.using")
    due = printed_coins(table, seat, move)
    parts = [f"{due}{signs.COIN}"] if due else []
    parts += [f"{signs.LEFT}{move.left}{signs.COIN}"] if move.left else []
    parts += [f"{move.right}{signs.COIN}{signs.RIGHT}"] if move.right else []
    parts += [f"+{move.bank}{signs.COIN}"] if move.bank else []
    if parts:
        return " ".join(parts)
    own = move.kind == BUILD and move.card is not None and cost_of(table.cities[seat], move.card).resources
    return words("short.own") if own else words.term("game.free")


def reason(why: Reason, words: Words) -> str:
    """A reason in words."""
    return words(f"reason.{why.key}", **{key: coins(number, words) for key, number in why.figures.items()})


def short_reason(why: Reason, words: Words) -> str:
    """A reason in a few words."""
    return words(f"short.{why.key}", **why.figures)


def action(move: Move, table: Table, words: Words) -> str:
    """What a move does, for its owner: "build Altar", "stage 2", "side B"."""
    card = words.name(move.card.name) if move.card is not None else ""
    seat = YOU if move.city < 0 else move.city
    match move.kind:
        case k if k == SETTLE:
            debt = table.owes[seat] - move.coins
            return words("do.settle", coins=coins(move.coins, words), debt=count("debt", debt, words.language))
        case k if k == SIDE:
            return words("do.side", side=words.term(f"side.{move.side}"))
        case k if k == PASS:
            return words.term("action.pass")
        case k if k == WONDER:
            copied = "" if move.copied == NOT_COPIED else words(f"do.copied_{'left' if move.copied == 0 else 'right'}")
            return words("do.wonder", card=card, stage=table.cities[seat].stages + 1) + (
                f" ({copied})" if copied else ""
            )
    return words(f"do.{move.action}", card=card)


def sentence(reveal: Reveal, seat: int, table: Table, words: Words) -> str:
    """A sentence on what a city did in a reveal, without face-down cards."""
    move = reveal.moves[seat]
    city = city_name(table, seat, words)
    if move is None:
        return ""
    card = words.name(move.card.name) if move.card is not None else ""
    match move.kind:
        case k if k == WONDER:
            text = words("did.wonder", city=city, stage=reveal.stages[seat])
        case k if k == DRAFT:
            text = words("did.draft", city=city, card=card) if seat == YOU else words("did.draft_hidden", city=city)
        case k if k == DISCARD:
            text = words("did.discard", city=city, coins=coins(table.rules.sale_coins, words))
        case k if k == SETTLE:
            text = words("did.settle", city=city, coins=coins(move.coins, words))
        case k if k == SIDE:
            text = words("did.side", city=city, side=words.term(f"side.{move.side}"))
        case k if k == BUILD and move.chained:
            text = words("did.chain", city=city, card=card)
        case k if k == BUILD and move.using:
            text = words("did.using", city=city, card=card, power=words.name(move.using))
        case _:
            text = words(f"did.{move.action}", city=city, card=card)
    paid = payment_parts(move, words)
    if paid:
        text += " " + words("did.paid", parts=", ".join(paid))
    return text


def lesson(reveal: Reveal, seat: int, table: Table, words: Words) -> str:
    """A sentence for beginners on what a move means; '' if there is nothing to explain."""
    move = reveal.moves[seat]
    if move is None:
        return ""
    if move.kind == WONDER:
        city = table.cities[seat]
        if reveal.stages[seat] <= city.stages:
            stage = built_stage(table, city, reveal.stages[seat] - 1)
            return effects_text([effect.spec for effect in stage.effects], words.language)
    if move.kind == DISCARD:
        return words("lesson.discard")
    if move.card is not None and move.kind != DRAFT:
        return card_text(move.card.spec, words.language)
    return ""


def short_move(reveal: Reveal, seat: int, table: Table, words: Words) -> str:
    """What a city did, in one word and symbols."""
    move = reveal.moves[seat]
    if move is None:
        return ""
    if move.kind == WONDER:
        return f"{signs.STAGE}{reveal.stages[seat]}"
    if move.kind == DISCARD:
        return f"+{table.rules.sale_coins}{signs.COIN}"
    if move.kind == SETTLE:
        return f"−{move.coins}{signs.COIN}"
    if move.kind == SIDE:
        return words.term(f"side.{move.side}")
    if move.kind == DRAFT and seat != YOU:
        return signs.YES
    if move.card is None:
        return "–"
    return f"{signs.COLOR_SIGNS[move.card.spec.color]} {words.name(move.card.name)}"


def clash_line(clash: Clash | None, words: Words) -> str:
    """How a city stands against its opponent on one side: "3 against 5: -1"."""
    if clash is None:
        return words("conflict.none")
    return words("conflict.line", ours=clash.ours, theirs=clash.theirs, result=signed(sum(clash.tokens)))


def signed(number: int) -> str:
    """A number with its sign, and a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def question(match: Match, words: Words) -> str:
    """The prompt for the current decision."""
    decision = match.asked
    if match.game.over:
        return words("ask.over")
    if decision is None:
        return words("ask.reveal") if match.ready else words("ask.wait")
    table = match.game.table
    key = decision.kind
    if key == "recruit" and match.recruits_once_more:
        key = "recruit-more"
    if key == "play" and decision.city == table.free_seat:
        key = "free-city"
    owed = table.owes[decision.city] if key == "debt" else 0
    return words(f"ask.{key}", coins=coins(owed, words))


def source_text(source: Source, words: Words) -> str:
    """A source of points in words."""
    language = words.language
    side = words.term(f"game.{source.name}") if source.kind in (VICTORIES, DEFEATS) else ""
    if source.kind == VICTORIES:
        return words("source.victories", victories=count("victory", source.count, language), side=side)
    if source.kind == DEFEATS:
        return words("source.defeats", defeats=count("defeat", source.count, language), side=side)
    if source.kind == COINS:
        return words("source.coins", coins=count("coin", source.count, language))
    if source.kind in (DEBT, SETS):
        return words(f"source.{source.kind}", n=source.count)
    if source.kind == FAMILY:
        return f"{source.count} × {signs.SCIENCE[source.name]} {words.term(f'science.{source.name}')}"
    if source.kind == STAGE:
        return words("source.stage", n=source.count)
    name = words.name(source.name) if source.name else ""
    if source.kind == SET_BONUS:
        return words("source.set-bonus", name=name, n=source.count)
    key = f"source.{source.kind}"
    return words(key, name=name) if words.has(key) else name


def card_lines(card: Card, words: Words) -> list[str]:
    """Everything about a card: kind, cost, what it does, chains."""
    spec = card.spec
    language = words.language
    lines = [
        f"{signs.COLOR_SIGNS[spec.color]} {words.term(f'color.{spec.color}')} · {words.term(f'kind.{spec.color}')}",
        price_text(spec.coins, spec.cost, language),
        card_text(spec, language),
    ]
    chains = chain_text(spec, language)
    return [*lines, chains] if chains else lines


class StageShown(NamedTuple):
    """A wonder stage as it is shown."""

    coins: int
    resources: dict[str, int]
    effects: list[EffectSpec]
    cost_is_copied: bool
    """It costs what a stage of a neighbor costs, which one is not clear yet."""


def stages_of(table: Table, city: City) -> list[tuple[bool, StageShown]]:
    """The stages of a wonder: whether each stands, and what it costs and does; a copied one as far as it is clear."""
    found = []
    for index, stage in enumerate(city.side.stages):
        built = index < city.stages
        own = stage
        if built:
            stage = built_stage(table, city, index)
        elif index == city.stages and stage.copied_from and len(copy_choices(table, city)) == 1:
            stage = stage_at(table, city, index, copy_choices(table, city)[0])
        resources = {name: number for name, number in zip(RESOURCES, stage.cost.units, strict=True) if number}
        effects = [effect.spec for effect in stage.effects]
        copied = stage is own and own.pays_copied_cost
        found.append((built, StageShown(int(stage.cost.coins), resources, effects, copied)))
    return found


def next_stage_text(match: Match, decision: Decision, words: Words) -> str:
    """What the next wonder stage costs and gives, in full; '' when the wonder is complete."""
    table = match.trial.table
    city = table.cities[decision.city]
    choices = copy_choices(table, city)
    if not choices:
        return ""
    stage = stage_at(table, city, int(city.stages), choices[0])
    cost = stage_cost(table, city, choices[0])
    effects = effects_text([effect.spec for effect in stage.effects], words.language)
    asked = cost_text(int(cost.coins), dict(zip(RESOURCES, cost.units, strict=True)), words.language)
    return words("stage.next", n=city.stages + 1, cost=asked or words.term("game.free"), gives=effects)


def products(table: Table, city: City, *, sold: bool) -> list[tuple[tuple[str, ...], int]]:
    """What a city makes each turn: board, brown and gray cards; with ``sold`` False also what it keeps to itself."""
    side = city.side.spec
    found: list[tuple[tuple[str, ...], int]] = [((side.resource,), 1)] if side.resource else []
    effects = [
        effect.spec
        for card in city.structures
        if not sold or card.spec.color in ("brown", "gray")
        for effect in card.effects
    ]
    if not sold:
        for index in range(city.stages):
            effects += [effect.spec for effect in built_stage(table, city, index).effects]
    for effect in effects:
        if effect.kind == "produce":
            resources, amount = effect.args["resources"], effect.args["amount"]
            assert isinstance(resources, tuple) and isinstance(amount, int), "the loader checks it"
            found.append((resources, amount))
    return found


def is_goods(resources: tuple[str, ...]) -> bool:
    """Whether a producer makes manufactured goods."""
    return resources[0] in MANUFACTURED_GOODS


def passing(game: Game) -> str:
    """Which way the hands go on: left or right; two players swap them."""
    if game.phase == "draft":
        return "right"
    if game.table.mode == FREE_CITY:
        return "swap"
    return "right" if game.age == 2 else "left"


def names_of_winners(game: Game, words: Words) -> str:
    """The names of the winners."""
    return ", ".join(city_name(game.table, seat, words) for seat in game.winners())

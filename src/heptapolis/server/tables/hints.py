"""What the server computes for the client besides the view: prices, reasons, figures, the result."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, cast

from heptapolis.engine.breakdown import breakdown
from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.conflicts import strength
from heptapolis.engine.legal import cost_of, waived, why_not_build, why_not_stage
from heptapolis.engine.moves import BUILD, NOT_COPIED, WONDER
from heptapolis.engine.score_sheet import team_totals
from heptapolis.engine.scoring import symbols_of
from heptapolis.engine.table import FREE_CITY, FROM_BANK, LEFT, TEAMS
from heptapolis.engine.turn import coins_due, leader_price
from heptapolis.engine.wonder import built_stage, copy_choices, stage_cost, stage_waived
from heptapolis.library.internals import table_of
from heptapolis.server.tables.purchases import goods_missing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis import Game
    from heptapolis import Reason as EngineReason
    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table
    from heptapolis.rulebook import EffectSpec
    from heptapolis.server.messages.game import (
        CardHint,
        Help,
        NeighborPrices,
        Price,
        Science,
        SeatFigures,
        StageHint,
    )
    from heptapolis.server.messages.parts import Reason, Result, Score, ScoreSource, TeamScore
    from heptapolis.server.messages.words import SourceKind

NOT_FOR_SALE: Final = "not-for-sale"
"""The engine's reason where neighbors and bank do not sell what is missing."""

CARD_PHASES: Final = ("play", "last-card")
"""Phases in which cards of the hand are built."""


def help_document(game: Game, seat: int | None, public: list[SeatFigures]) -> Help:
    """The help for a seat, or for a spectator (None); ``public`` are the ``figures`` of the game."""
    table = table_of(game)
    drafting = game.phase == "draft"
    cards: list[CardHint] = []
    stages: list[StageHint] = []
    if seat is not None and game.phase in CARD_PHASES:
        cards, stages = hints(table, seat, game.phase)
    elif seat is not None and game.phase == "recruit" and table.leader_hands[seat]:
        cards = [_leader_hint(table, seat, leader) for leader in table.leader_hands[seat]]
        stages = [_stage_hint(table, seat, table.phase.moves(table, seat))]
    return {
        "turn": len(table.drafted) + 1 if drafting else int(table.turn),
        "turns": len(table.drafted) + max(map(len, table.draft_hands)) - 1 if drafting else int(table.turns),
        "passes": "swap" if table.mode == FREE_CITY else "right" if table.age == 2 or drafting else "left",
        "victory": int(table.rules.victories[table.age]),
        "figures": public,
        "cards": cards,
        "stages": stages,
    }


def hints(table: Table, player: int, phase: str) -> tuple[list[CardHint], list[StageHint]]:
    """Whether and how a player can build each card and the next stage of the wonder."""
    hands: list[tuple[int, list[Card]]] = [(player, table.hands[player])] if table.hands[player] else []
    if table.mode == FREE_CITY and table.holder == player:
        if phase == "play" and table.chosen[player] is not None:
            hands.append((int(table.free_seat), free_city_hand(table)))
        elif phase == "last-card" and table.hands[table.free_seat]:
            hands.append((int(table.free_seat), table.hands[table.free_seat]))
    cards: list[CardHint] = []
    stages: list[StageHint] = []
    for seat, hand in hands:
        moves = table.phase.moves(table, seat)
        builds: dict[Card, list[Move]] = {card: [] for card in hand}
        for move in moves:
            if move.kind == BUILD and move.card in builds:
                builds[move.card].append(move)
        cards += [_card_hint(table, seat, card, ways) for card, ways in builds.items()]
        stages.append(_stage_hint(table, seat, moves))
    return cards, stages


def _card_hint(table: Table, seat: int, card: Card, builds: list[Move]) -> CardHint:
    """Whether and how a city can build a card; ``builds`` are its moves that do so."""
    city = table.cities[seat]
    paid = [move for move in builds if not move.using]
    powers = [move.using for move in builds if move.using]
    hint: CardHint = {
        "card": card.name,
        "city": seat,
        "state": "no",
        "by": None,
        "coins": 0,
        "prices": [],
        "powers": powers,
        "reason": None,
        "missing": [],
    }
    if paid and paid[0].chained:
        standing = {each.name for each in city.structures}
        hint["state"] = "chain"
        hint["by"] = next((name for name in card.spec.chain_from if name in standing), None)
    elif paid:
        cost = cost_of(city, card)
        free = cost.coins == 0 and cost.resources == 0
        hint["state"] = "trade" if _buys(paid[0]) else "free" if free else "own"
        hint["coins"] = int(coins_due(table, city, paid[0]))
        hint["prices"] = _prices(table, city, paid)
    elif powers:
        hint["state"] = "power"
        hint["by"] = powers[0]
    elif (reason := why_not_build(table, seat, card)) is not None:
        hint["reason"] = reason_document(reason)
        if reason.key == NOT_FOR_SALE:
            hint["missing"] = goods_missing(table, city, cost_of(city, card), waived(city, card))
    return hint


def _leader_hint(table: Table, seat: int, leader: Card) -> CardHint:
    city = table.cities[seat]
    price, purse = int(leader_price(table, city, leader)), int(city.purse())
    short: Reason = {"code": "move/illegal", "key": "coins-short", "figures": {"needed": price, "coins": purse}}
    return {
        "card": leader.name,
        "city": seat,
        "state": "no" if price > purse else "own" if price else "free",
        "by": None,
        "coins": price,
        "prices": [],
        "powers": [],
        "reason": short if price > purse else None,
        "missing": [],
    }


def _stage_hint(table: Table, seat: int, moves: list[Move]) -> StageHint:
    city = table.cities[seat]
    hint: StageHint = {
        "city": seat,
        "number": int(city.stages) + 1,
        "state": "no",
        "coins": 0,
        "prices": [],
        "copies": [],
        "reason": None,
        "missing": [],
    }
    builds = [move for move in moves if move.kind == WONDER]
    builds = [move for move in builds if move.card is builds[0].card]
    if builds:
        sides = dict.fromkeys(move.copied for move in builds if move.copied != NOT_COPIED)
        hint["state"] = "trade" if _buys(builds[0]) else "own"
        hint["coins"] = int(coins_due(table, city, builds[0]))
        hint["prices"] = _prices(table, city, builds)
        hint["copies"] = ["left" if side == LEFT else "right" for side in sides]
    elif (reason := why_not_stage(table, seat)) is not None:
        hint["reason"] = reason_document(reason)
        if reason.key == NOT_FOR_SALE:
            cost = stage_cost(table, city, copy_choices(table, city)[0])
            hint["missing"] = goods_missing(table, city, cost, stage_waived(city))
    return hint


def _buys(move: Move) -> bool:
    return bool(move.left or move.right or move.bank or move.bought_from)


def _prices(table: Table, city: City, moves: list[Move]) -> list[Price]:
    return [
        {
            "pay": {"left": int(move.left), "right": int(move.right), "bank": int(move.bank)},
            "total": int(move.left + move.right + move.bank) + int(coins_due(table, city, move)),
        }
        for move in moves
    ]


def reason_document(reason: EngineReason) -> Reason:
    """The engine's reason, as messages contain it."""
    figures = {name: int(value) for name, value in reason.figures.items()}
    return {"code": reason.code, "key": reason.key, "figures": figures}


def figures(game: Game, show_scores: bool) -> list[SeatFigures]:
    """Public figures of every city, the same for all viewers; with scores if asked or if the game is over."""
    table = table_of(game)
    totals = [score.total for score in game.scores()] if show_scores or game.over else None
    found: list[SeatFigures] = []
    for seat, city in enumerate(table.cities):
        makes, sells = production(table, city)
        found.append(
            {
                "seat": seat,
                "left": int(city.left),
                "right": int(city.right),
                "shields": int(strength(city)),
                "science": science_document(table, city),
                "makes": makes,
                "sells": sells,
                "prices": trade_prices(city),
                "bank_price": 0 if city.bought_from & FROM_BANK else int(city.bank_price),
                "partner": int(table.partner(seat)) if table.mode == TEAMS else None,
                "points": None if totals is None else totals[seat],
            }
        )
    return found


def trade_prices(city: City) -> NeighborPrices:
    """The price of one unit from each neighbor."""
    return {
        "left": {"raw": int(city.left_raw_price), "manufactured": int(city.left_goods_price)},
        "right": {"raw": int(city.right_raw_price), "manufactured": int(city.right_goods_price)},
    }


def science_document(table: Table, city: City) -> Science:
    """The science symbols of a city and their points."""
    return {
        "compass": int(city.compasses),
        "gear": int(city.gears),
        "tablet": int(city.tablets),
        "any": int(city.any_symbols),
        "masks": int(city.masks),
        "points": int(symbols_of(table, city).choose()),
    }


def production(table: Table, city: City) -> tuple[list[list[str]], list[list[str]]]:
    """What a city produces, and what neighbors can buy. Each entry is one unit with its possible resources."""
    sells: list[list[str]] = []
    private: list[list[str]] = []
    resource = city.side.spec.resource
    if resource is not None:
        sells.append([resource])
    private += units_of(power.spec for power in city.side.powers)
    serving = len(city.structures) - int(city.fresh_structures)
    for card in city.structures[:serving]:
        units = _units_of_card(card)
        if card.spec.color in ("brown", "gray"):
            sells += units
        else:
            private += units
    for index in range(int(city.stages) - int(city.fresh_stages)):
        private += units_of(effect.spec for effect in built_stage(table, city, index).effects)
    return sells + private, sells


@cache  # a box has few cards, and every reveal asks for all that stand
def _units_of_card(card: Card) -> list[list[str]]:
    return units_of(effect.spec for effect in card.effects)


def units_of(effects: Iterable[EffectSpec]) -> list[list[str]]:
    """What effects produce. Each entry is one unit with its possible resources."""
    units: list[list[str]] = []
    for effect in effects:
        if effect.kind == "produce":
            resources = effect.args["resources"]
            amount = effect.args["amount"]
            assert isinstance(resources, tuple) and isinstance(amount, int), "the rulebook loader has checked it"
            units += [list(resources)] * amount
    return units


def result_document(game: Game, table_id: str) -> Result:
    """The result of a finished game, with the source of every point and the cards under the wonders."""
    table = table_of(game)
    scores = game.scores()
    return {
        "scores": [cast("Score", score.as_dict()) for score in scores],
        "winners": game.winners(),
        "teams": team_scores(game),
        "breakdown": [{"seat": seat, "sources": _sources(table, seat)} for seat in range(table.city_count)],
        "buried": [[None if card is None else card.name for card in cards] for cards in table.buried],
        "record": f"/api/tables/{table_id}/record",
        "page": f"/game/{table_id}",
    }


def team_scores(game: Game) -> list[TeamScore] | None:
    """The sums of partners in a team game."""
    if table_of(game).mode != TEAMS:
        return None
    totals = enumerate(team_totals(game.scores()))
    return [{"seats": [2 * team, 2 * team + 1], "total": total} for team, total in totals]


def _sources(table: Table, seat: int) -> dict[str, list[ScoreSource]]:
    sources: dict[str, list[ScoreSource]] = {}
    for source in breakdown(table, seat):
        sources.setdefault(source.category, []).append(
            {
                "kind": cast("SourceKind", source.kind),
                "name": source.name,
                "number": int(source.count),
                "points": int(source.points),
            }
        )
    return sources

"""What a client is told beside the view, so that it shows and never judges: prices, reasons, figures, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heptapolis.engine.breakdown import breakdown
from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.conflicts import strength
from heptapolis.engine.legal import cost_of, waived, why_not_build, why_not_stage
from heptapolis.engine.moves import BUILD, NOT_COPIED, WONDER
from heptapolis.engine.scoring import symbols_of, team_totals
from heptapolis.engine.table import FREE_CITY, FROM_BANK, LEFT, TEAMS
from heptapolis.engine.turn import coins_due, leader_price
from heptapolis.engine.wonder import built_stage, copy_choices, stage_cost, stage_waived
from heptapolis.server.tables.purchases import goods_missing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis.engine import Game, Move, Reason
    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import City, Table
    from heptapolis.rulebook import EffectSpec

CARD_PHASES = ("play", "last-card")
"""Phases in which cards of the hand are built."""


def help_document(game: Game, seat: int | None, show_scores: bool) -> dict[str, Any]:
    """The help for a seat, or for somebody who watches."""
    table = game.table
    drafting = game.phase == "draft"
    to_right = table.age == 2 or drafting
    passes = "swap" if table.mode == FREE_CITY else "right" if to_right else "left"
    told: dict[str, Any] = {
        "turn": len(table.drafted) + 1 if drafting else int(table.turn),
        "turns": len(table.drafted) + max(map(len, table.draft_hands)) - 1 if drafting else int(table.turns),
        "passes": passes,
        "victory": int(table.rules.victories[table.age]),
        "figures": figures(game, show_scores or game.over),
    }
    if seat is None or game.over:
        return told
    city = table.cities[seat]
    told["prices"] = trade_prices(city)
    if city.bank_price and not city.bought_from & FROM_BANK:
        told["bank_price"] = int(city.bank_price)
    if game.phase in CARD_PHASES:
        told["cards"], told["stages"] = hints(table, seat, game.phase)
    elif game.phase == "recruit" and table.leader_hands[seat]:
        told["cards"] = [_leader_hint(table, seat, leader) for leader in table.leader_hands[seat]]
        told["stages"] = [_stage_hint(table, seat, table.phase.moves(table, seat))]
    return told


def hints(table: Table, player: int, phase: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """For each card a player may use now whether and how it can be built, and the same for the next stage."""
    hands: list[tuple[int, list[Card]]] = [(player, table.hands[player])] if table.hands[player] else []
    if table.mode == FREE_CITY and table.holder == player:
        if phase == "play" and table.chosen[player] is not None:
            hands.append((int(table.free_seat), free_city_hand(table)))
        elif phase == "last-card" and table.hands[table.free_seat]:
            hands.append((int(table.free_seat), table.hands[table.free_seat]))
    cards: list[dict[str, Any]] = []
    stages: list[dict[str, Any]] = []
    for seat, hand in hands:
        moves = table.phase.moves(table, seat)
        cards += [_card_hint(table, seat, card, moves) for card in dict.fromkeys(hand)]
        stages.append(_stage_hint(table, seat, moves))
    return cards, stages


def _card_hint(table: Table, seat: int, card: Card, moves: list[Move]) -> dict[str, Any]:
    city = table.cities[seat]
    builds = [move for move in moves if move.kind == BUILD and move.card is card]
    told: dict[str, Any] = {"card": card.name, "city": seat}
    paid = [move for move in builds if not move.using]
    powers = [move.using for move in builds if move.using]
    if paid and paid[0].chained:
        told["state"] = "chain"
        standing = {each.name for each in city.structures}
        told["by"] = next((name for name in card.spec.chain_from if name in standing), None)
    elif paid:
        _add_prices(told, table, city, paid)
        cost = cost_of(city, card)
        if told["state"] == "own" and cost.coins == 0 and cost.resources == 0:
            told["state"] = "free"
    elif powers:
        told["state"] = "power"
        told["by"] = powers[0]
    else:
        told["state"] = "no"
        if _add_reason(told, why_not_build(table, seat, card)):
            told["missing"] = goods_missing(table, city, cost_of(city, card), waived(city, card))
    if powers:
        told["powers"] = powers
    return told


def _leader_hint(table: Table, seat: int, leader: Card) -> dict[str, Any]:
    city = table.cities[seat]
    price, purse = int(leader_price(table, city, leader)), int(city.purse())
    told: dict[str, Any] = {"card": leader.name, "city": seat, "coins": price}
    if price <= purse:
        return told | {"state": "own" if price else "free"}
    reason = {"code": "move/illegal", "key": "coins-short", "figures": {"needed": price, "coins": purse}}
    return told | {"state": "no", "reason": reason}


def _stage_hint(table: Table, seat: int, moves: list[Move]) -> dict[str, Any]:
    city = table.cities[seat]
    told: dict[str, Any] = {"city": seat, "number": int(city.stages) + 1}
    builds = [move for move in moves if move.kind == WONDER]
    builds = [move for move in builds if move.card is builds[0].card]
    if builds:
        _add_prices(told, table, city, builds)
        sides = dict.fromkeys(move.copied for move in builds if move.copied != NOT_COPIED)
        if sides:
            told["copies"] = ["left" if side == LEFT else "right" for side in sides]
    else:
        told["state"] = "no"
        if _add_reason(told, why_not_stage(table, seat)):
            cost = stage_cost(table, city, copy_choices(table, city)[0])
            told["missing"] = goods_missing(table, city, cost, stage_waived(city))
    return told


def _add_reason(told: dict[str, Any], reason: Reason | None) -> bool:
    """Tells why something cannot be built; answers whether it is for want of goods that nobody sells."""
    if reason is None:
        return False
    told["reason"] = reason_document(reason)
    return reason.key == "not-for-sale"


def _add_prices(told: dict[str, Any], table: Table, city: City, moves: list[Move]) -> None:
    coins = int(coins_due(table, city, moves[0]))
    told["coins"] = coins
    told["state"] = "trade" if moves[0].left or moves[0].right or moves[0].bank or moves[0].bought_from else "own"
    told["prices"] = [
        {
            "pay": {"left": int(move.left), "right": int(move.right), "bank": int(move.bank)},
            "total": int(move.left + move.right + move.bank) + int(coins_due(table, city, move)),
        }
        for move in moves
    ]


def reason_document(reason: Reason) -> dict[str, Any]:
    """A reason of the engine as a message holds it."""
    figures = {name: int(value) for name, value in reason.figures.items()}
    return {"code": reason.code, "key": reason.key, "figures": figures}


def figures(game: Game, show_scores: bool) -> list[dict[str, Any]]:
    """Public figures of every city."""
    table = game.table
    totals = [score.total for score in game.scores()] if show_scores else None
    told: list[dict[str, Any]] = []
    for seat, city in enumerate(table.cities):
        makes, sells = production(table, city)
        entry: dict[str, Any] = {
            "seat": seat,
            "left": int(city.left),
            "right": int(city.right),
            "shields": int(strength(city)),
            "science": science_document(table, city),
            "makes": makes,
            "sells": sells,
        }
        if totals is not None:
            entry["points"] = totals[seat]
        told.append(entry)
    return told


def trade_prices(city: City) -> dict[str, dict[str, int]]:
    """What a city pays each neighbor for one unit."""
    return {
        "left": {"raw": int(city.left_raw_price), "manufactured": int(city.left_goods_price)},
        "right": {"raw": int(city.right_raw_price), "manufactured": int(city.right_goods_price)},
    }


def science_document(table: Table, city: City) -> dict[str, int]:
    """The symbols of a city and what they are worth now."""
    return {
        "compass": int(city.compasses),
        "gear": int(city.gears),
        "tablet": int(city.tablets),
        "any": int(city.any_symbols),
        "masks": int(city.masks),
        "points": int(symbols_of(table, city).choose()),
    }


def production(table: Table, city: City) -> tuple[list[list[str]], list[list[str]]]:
    """What a city produces for itself, and what its neighbors can buy: each entry one unit of one of its resources."""
    sells: list[list[str]] = []
    private: list[list[str]] = []
    resource = city.side.spec.resource
    if resource is not None:
        sells.append([resource])
    private += units_of(power.spec for power in city.side.powers)
    serving = len(city.structures) - int(city.fresh_structures)
    for card in city.structures[:serving]:
        units = units_of(effect.spec for effect in card.effects)
        if card.spec.color in ("brown", "gray"):
            sells += units
        else:
            private += units
    for index in range(int(city.stages) - int(city.fresh_stages)):
        private += units_of(effect.spec for effect in built_stage(table, city, index).effects)
    return sells + private, sells


def units_of(effects: Iterable[EffectSpec]) -> list[list[str]]:
    """What effects produce: each entry one unit of one of its resources."""
    units: list[list[str]] = []
    for effect in effects:
        if effect.kind == "produce":
            resources = effect.args["resources"]
            amount = effect.args["amount"]
            assert isinstance(resources, tuple) and isinstance(amount, int), "as the rulebook's list of effects says"
            units += [list(resources)] * amount
    return units


def result_document(game: Game, table_id: str) -> dict[str, Any]:
    """How a finished game ended, with where each point comes from and the cards under the wonders."""
    table = game.table
    scores = game.scores()
    told: dict[str, Any] = {
        "scores": [score.as_dict() for score in scores],
        "winners": game.winners(),
        "breakdown": [],
        "buried": [[None if card is None else card.name for card in cards] for cards in table.buried],
        "record": f"/api/tables/{table_id}/record",
        "page": f"/game/{table_id}",
    }
    if table.mode == TEAMS:
        told["teams"] = [
            {"seats": [2 * team, 2 * team + 1], "total": total} for team, total in enumerate(team_totals(scores))
        ]
    for seat in range(table.city_count):
        sources: dict[str, list[dict[str, Any]]] = {}
        for source in breakdown(table, seat):
            sources.setdefault(source.category, []).append(
                {"kind": source.kind, "name": source.name, "number": int(source.count), "points": int(source.points)}
            )
        told["breakdown"].append({"seat": seat, "sources": sources})
    return told

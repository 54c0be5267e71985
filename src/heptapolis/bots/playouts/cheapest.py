"""The moves of a decision with their cheapest payments, without listing all payments.

Gives the same moves in the same order as ``heuristics.candidates(phase.moves(...))``, much faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.bots.playouts.heuristics import candidates
from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.legal import cost_of, free_by, waived
from heptapolis.engine.moves import BUILD, DISCARD, PASS, WONDER, Move
from heptapolis.engine.payment import can_pay, cheapest
from heptapolis.engine.phases import LAST_CARD, PLAY
from heptapolis.engine.wonder import copy_choices, stage_cost, stage_waived

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table


def cheapest_moves(table: Table, seat: i64) -> list[Move]:
    """The legal moves of a pending city, each with its cheapest payment only."""
    phase = table.phase
    if phase is PLAY:
        if seat == table.free_seat:
            return _for_free_city(table, free_city_hand(table))
        return _with_cards(table, seat, table.hands[seat])
    if phase is LAST_CARD:
        if seat == table.free_seat:
            moves = _for_free_city(table, table.hands[seat])
            moves.append(Move(PASS, city=seat))
            return moves
        moves = _with_cards(table, seat, table.hands[seat])
        moves.append(Move(PASS))
        return moves
    return candidates(phase.moves(table, seat))


def _for_free_city(table: Table, hand: list[Card]) -> list[Move]:
    moves = _with_cards(table, table.free_seat, hand)
    chained = [move.card for move in moves if move.chained]
    moves = [move for move in moves if move.chained or move.card not in chained]
    playable = [move for move in moves if move.kind != DISCARD]
    return [move.for_city(table.free_seat) for move in (playable or moves)]


def _with_cards(table: Table, seat: i64, hand: list[Card]) -> list[Move]:
    moves: list[Move] = []
    city = table.cities[seat]
    stages: list[Move] = []
    for copied in copy_choices(table, city):
        cost = stage_cost(table, city, copied)
        if can_pay(table, city, cost, stage_waived(city)):
            each = cheapest(table, city, cost, stage_waived(city))
            stages.append(Move(WONDER, None, each.left, each.right, each.bank, each.bought_from, False, "", copied))
    place: i64 = 0
    for card in hand:
        other: i64 = 0
        while hand[other] is not card:
            other += 1
        if other == place:  # the first copy in the hand
            _add_builds(table, seat, card, moves)
            moves += [stage.with_card(card) for stage in stages]
            moves.append(Move(DISCARD, card))
        place += 1
    return moves


def _add_builds(table: Table, seat: i64, card: Card, moves: list[Move]) -> None:
    city = table.cities[seat]
    if city.has(card):
        return
    if city.chained(card):
        moves.append(Move(BUILD, card, 0, 0, 0, 0, True))
        return
    cost = cost_of(city, card)
    waive = waived(city, card)
    if can_pay(table, city, cost, waive):
        each = cheapest(table, city, cost, waive)
        moves.append(Move(BUILD, card, each.left, each.right, each.bank, each.bought_from))
    if city.powers and free_by(table, seat, card) is not None:
        labels = sorted([power.label for power in city.powers if power.frees(table, seat, card)])
        moves += [Move(BUILD, card, 0, 0, 0, 0, False, label) for label in labels]

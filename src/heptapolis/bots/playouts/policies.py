"""Simple policies that play whole games at full speed, for simulations, benchmarks and playouts.

``uniform`` picks every legal pair of card and action with equal probability, at the cheapest payment. It uses a power
to build for free only for a card that could not be built otherwise. Other decisions are uniform over their moves.
``builder`` does the same, but discards and passes only if nothing else is legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.legal import can_build, can_build_stage, cheapest_build, cheapest_stage, free_by
from heptapolis.engine.moves import BUILD, DISCARD, PASS, Move
from heptapolis.engine.phases import commit

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.rng import Rng
    from heptapolis.engine.table import Table

UNIFORM: Final = 0
BUILDER: Final = 1
POLICIES: Final = ("uniform", "builder")


def choose(table: Table, seat: i64, policy: i64, rng: Rng) -> Move:
    """The policy's move for a pending city."""
    if table.phase.is_turn:
        if seat == table.free_seat:
            return choose_card(table, seat, free_city_hand(table), True, rng).for_city(seat)
        return choose_card(table, seat, table.hands[seat], policy == BUILDER, rng)
    moves = table.phase.moves(table, seat)
    if policy == BUILDER:
        active = [move for move in moves if move.kind != DISCARD and move.kind != PASS]
        moves = active or moves
    return moves[rng.below(len(moves))]


def choose_card(table: Table, seat: i64, hand: list[Card], builder: bool, rng: Rng) -> Move:
    """A card and its use, each legal pair with equal probability; ``builder`` discards only as a last resort."""
    city = table.cities[seat]
    must_chain = seat == table.free_seat  # the Free City builds what a chain makes free, and does nothing else with it
    seen_low: i64 = 0
    seen_high: i64 = 0
    place: i64 = 0  # in the hand
    bit: i64 = 1  # of the place
    distinct: i64 = 0
    buildable: i64 = 0
    cards: i64 = 0
    builds: i64 = 0
    for card in hand:
        first = (seen_low & card.name_low) | (seen_high & card.name_high) == 0
        if not first and card.shares_bit:
            first = hand.index(card) == place
        if first:
            seen_low |= card.name_low
            seen_high |= card.name_high
            if not must_chain or not city.chained(card) or city.has(card):
                distinct |= bit
                cards += 1
            if can_build(table, city, card) or (city.powers and free_by(table, seat, card) is not None):
                buildable |= bit
                builds += 1
        bit <<= 1
        place += 1
    stage = can_build_stage(table, city)
    options = builds
    if stage:
        options += cards
    if not builder or options == 0:
        options += cards
    pick = rng.below(options)
    if pick < builds:
        card = _card_at(hand, buildable, pick)
        if city.powers and not can_build(table, city, card):
            power = free_by(table, seat, card)
            assert power is not None, "buildable either way"
            return Move(BUILD, card, 0, 0, 0, 0, False, power.label)
        return cheapest_build(table, seat, card)
    pick -= builds
    if stage and pick < cards:
        return cheapest_stage(table, seat, _card_at(hand, distinct, pick))
    return Move(DISCARD, _card_at(hand, distinct, pick - cards if stage else pick))


def _card_at(hand: list[Card], places: i64, pick: i64) -> Card:
    """The card at the ``pick``-th set bit of a mask over the hand."""
    for card in hand:
        if places & 1:
            if pick == 0:
                return card
            pick -= 1
        places >>= 1
    raise AssertionError("the mask has fewer bits")


def play_out(table: Table, policy: i64, rng: Rng) -> None:
    """Plays a table to its end with one policy for all cities."""
    while not table.over:
        seat: i64 = 0
        pending = table.pending
        while pending:  # cities in order of seats; the Free City comes last, after its holder
            if pending & 1:
                commit(table, seat, choose(table, seat, policy, rng))
            pending >>= 1
            seat += 1

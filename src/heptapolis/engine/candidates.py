"""The options of special decisions: cards to dig up, leaders to copy, coins lost, moves of the Free City."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.legal import card_moves
from heptapolis.engine.moves import DISCARD
from heptapolis.engine.wonder import built_stage

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table


def free_city_hand(table: Table) -> list[Card]:
    """The cards available to the Free City: its holder's hand without the card chosen for the holder's city."""
    hand = table.hands[table.holder].copy()
    own = table.chosen[table.holder]
    if own is not None and own.card is not None:
        hand.remove(own.card)
    return hand


def free_city_moves(table: Table, hand: list[Card]) -> list[Move]:
    """The Free City's moves: it discards only if it can play no card, and must build what a chain makes free."""
    moves = card_moves(table, table.free_seat, hand)
    chained = [move.card for move in moves if move.chained]
    moves = [move for move in moves if move.chained or move.card not in chained]
    playable = [move for move in moves if move.kind != DISCARD]
    return [move.for_city(table.free_seat) for move in (playable or moves)]


def diggable(table: Table, seat: i64) -> list[Card]:
    """The cards of the discard pile that a city may build, without duplicates, oldest first."""
    city = table.cities[seat]
    seen_low = city.names_low
    seen_high = city.names_high
    found: list[Card] = []
    for card in table.discard:
        bit_is_set = (seen_low & card.name_low) | (seen_high & card.name_high) != 0
        if bit_is_set and (not card.shares_bit or city.has(card) or card in found):
            continue
        seen_low |= card.name_low
        seen_high |= card.name_high
        found.append(card)
    return found


def can_dig(table: Table, seat: i64) -> bool:
    """Whether the discard pile has a card that a city may build."""
    city = table.cities[seat]
    for card in table.discard:
        if not city.has(card):
            return True
    return False


def copyable(table: Table, seat: i64) -> list[Card]:
    """The leaders that the neighbors have in play."""
    city = table.cities[seat]
    return [*table.cities[city.left].leaders, *table.cities[city.right].leaders]


def losses(table: Table) -> list[int]:
    """The coins each city loses to what other cities built this turn. A builder's partner loses coins too."""
    owes = [0] * table.city_count
    for seat, city in enumerate(table.cities):
        causes = [effect for card in fresh_cards(table, seat) for effect in card.effects]
        for index in range(city.stages - city.fresh_stages, city.stages):
            causes += built_stage(table, city, index).effects
        for cause in causes:
            for victim in range(table.city_count):
                if victim != seat:
                    owes[victim] += cause.loss(table, victim)
    return owes


def fresh_cards(table: Table, seat: i64) -> list[Card]:
    """The structures a city built this turn."""
    city = table.cities[seat]
    return city.structures[len(city.structures) - city.fresh_structures :]

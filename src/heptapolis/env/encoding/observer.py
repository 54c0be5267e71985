"""Writes observations. The bytes of a city are the same for all who look, so they are kept and updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.phases import DIG_UP
from heptapolis.engine.table import NOBODY
from heptapolis.env.encoding.buffers import LARGEST_BYTE, mark, observe, put, put_packed
from heptapolis.env.encoding.codec import CITY, OBSERVED_PHASES
from heptapolis.env.encoding.information import write_memory, write_secrets

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Side
    from heptapolis.engine.table import Table
    from heptapolis.env.encoding.codec import Coding

TOKENS_FROM: Final = 20  # added to the value of conflict tokens, which may be negative
FOR_OTHER_AT: Final = len(OBSERVED_PHASES) + 3  # places of the numbers that differ among players
OWED_AT: Final = FOR_OTHER_AT + 1
DRAW_PILE_AT: Final = OWED_AT + 2


class Observer:
    """Observations of one game."""

    def __init__(self, coding: Coding) -> None:
        self.coding = coding
        self.cities = bytearray(coding.cities * coding.city_size)  # clockwise from seat 0
        self.sides: list[Side | None] = [None] * coding.cities  # what is written in it
        self.structures: list[int] = [0] * coding.cities
        self.order: list[int] = []  # the seats clockwise from seat 0, and the place of each seat
        self.places: list[int] = []
        self.blank = bytearray(coding.structures)
        self.head: list[int] = []  # the numbers that all players see alike
        self.other_side: list[int] = [0] * coding.cities  # 1 for side B or night

    def update(self, table: Table) -> None:
        """Writes what has changed in the cities."""
        if not self.order:
            self._find_order(table)
        at: i64 = 0
        for seat in self.order:
            self._city(at, table, seat)
            at += self.coding.city_size
        name = table.phase.name
        heads = self.coding.heads
        head = heads[name].copy() if name in heads else [0] * len(OBSERVED_PHASES)
        head.append(table.age)
        head.append(table.turn)
        head.append(table.turns - table.turn)
        head.append(0)  # the next two differ among players
        head.append(0)
        head.append(len(table.discard))
        self.head = head

    def _find_order(self, table: Table) -> None:
        seat: i64 = 0
        while len(self.order) < self.coding.cities:
            self.order.append(seat)
            seat = table.cities[seat].left
        self.places = [self.order.index(each) for each in range(self.coding.cities)]

    def _city(self, at: i64, table: Table, seat: i64) -> None:
        coding = self.coding
        city = table.cities[seat]
        side = city.side
        built: i64 = len(city.structures)
        written: i64 = self.structures[seat]
        base = at + CITY
        if self.sides[seat] is not side or built < written:
            self.cities[base : at + coding.city_size] = bytes(coding.city_size - CITY)
            self.cities[base + coding.board_places[side.wonder]] = 1
            self.sides[seat] = side
            self.other_side[seat] = 1 if side.name in ("B", "night") else 0
            written = 0
        stages: i64 = len(side.stages)
        other_side: i64 = self.other_side[seat]
        used: i64 = len(city.used)
        hand: i64 = len(table.hands[seat])
        leaders: i64 = len(table.leader_hands[seat])
        put_packed(
            self.cities,
            at,
            as_byte(city.coins)
            | city.stages << 8
            | stages << 16
            | other_side << 24
            | as_byte(city.debt) << 32
            | as_byte(city.diplomacy) << 40
            | as_byte(city.shields) << 48,
            city.victories
            | city.defeats << 8
            | as_byte(city.token_points + TOKENS_FROM) << 16
            | city.compasses << 24
            | city.gears << 32
            | city.tablets << 40
            | city.any_symbols << 48,
            city.masks | used << 8 | hand << 16 | leaders << 24,
        )
        base += coding.boards
        while written < built:
            self.cities[base + city.structures[written].index] = 1
            written += 1
        self.structures[seat] = built
        if coding.leaders > 0:  # leaders are numbered after the structures
            for leader in city.leaders:
                self.cities[base + leader.index] = 1
            copied = city.copied_leader
            if copied is not None:
                self.cities[base + copied.index] = 2

    def write(
        self, buffer: bytearray, at: i64, table: Table, player: i64, city: i64, seen: bytearray, hand: list[int]
    ) -> None:
        """Writes a player's observation into a buffer. Call ``update`` after each change of the table.

        Args:
            buffer: bytes, at least ``coding.size`` from ``at`` on.
            at: where to start writing.
            table: the table.
            player: the observing player.
            city: the city a decision is for; ``NOBODY`` if there is none.
            seen: a byte for each structure, 1 if the player has held it in this age.
            hand: the numbers of the structures in the player's hand.
        """
        coding = self.coding
        phase = table.phase
        for_other = city != NOBODY and city != player
        if for_other and not table.preparing:
            if phase.is_turn:
                hand = [card.index for card in free_city_hand(table)]
            elif table.hands[city]:  # the last card of an age
                hand = [card.index for card in table.hands[city]]
        observe(
            buffer,
            at,
            self.head,
            coding.hand_at,
            hand,
            coding.seen_at,
            self.blank if table.preparing else seen,
            coding.cities_at,
            self.cities,
            self.places[player] * coding.city_size,
        )
        if table.owes:
            put(buffer, at + OWED_AT, [table.owes[city if city != NOBODY else player]])
        if table.free_seat != NOBODY:
            put(buffer, at + FOR_OTHER_AT, [1 if for_other else 0])
            put(buffer, at + DRAW_PILE_AT, [len(table.draw_pile), 1 if table.holder == player else 2])
        if coding.other_phases:
            for place, other in enumerate(coding.other_phases):
                buffer[at + coding.other_phases_at + place] = 1 if other == phase.name else 0
        partner = table.partner(player)
        if partner != NOBODY and not table.preparing:
            for card in table.hands[partner]:
                buffer[at + coding.partner_at + card.index] += 1
        if phase is DIG_UP and city != NOBODY:
            for card in table.discard:
                buffer[at + coding.pile_at + card.index] += 1
        if coding.leaders > 0:
            first = coding.structures
            mark(buffer, at + coding.leader_hand_at - first, [card.index for card in table.leader_hands[player]])
            mark(buffer, at + coding.draft_at - first, [card.index for card in table.draft_hands[player]])
        if coding.size > coding.memory_at:
            write_memory(coding, buffer, at, table, player, self.order)
            if coding.size > coding.secrets_at:
                write_secrets(coding, buffer, at, table, player, self.order)


def as_byte(number: i64) -> i64:
    """The number, at least 0 and at most 255."""
    if number < 0:
        return 0
    return LARGEST_BYTE if number > LARGEST_BYTE else number

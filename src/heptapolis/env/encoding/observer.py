"""Writes observations. The bytes of a city are the same for all who look, so they are kept and updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.phases import DIG_UP
from heptapolis.engine.table import NOBODY
from heptapolis.env.encoding.buffers import mark, observe, put
from heptapolis.env.encoding.codec import CITY, OBSERVED_PHASES
from heptapolis.env.encoding.information import write_memory, write_secrets

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Side
    from heptapolis.engine.table import Table
    from heptapolis.env.encoding.codec import Coding

TOKENS_FROM: Final = 20  # added to the value of conflict tokens, which may be negative


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
        self.other_head: list[int] = [0] * len(OBSERVED_PHASES)
        self.heads: dict[str, list[int]] = {
            name: [1 if each == name else 0 for each in OBSERVED_PHASES] for name in OBSERVED_PHASES
        }

    def update(self, table: Table) -> None:
        """Writes what has changed in the cities."""
        if not self.order:
            self._find_order(table)
        at: i64 = 0
        for seat in self.order:
            self._city(at, table, seat)
            at += self.coding.city_size

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
            written = 0
        put(
            self.cities,
            at,
            [
                city.coins,
                city.stages,
                len(side.stages),
                1 if side.name in ("B", "night") else 0,
                city.debt,
                city.diplomacy,
                city.shields,
                city.victories,
                city.defeats,
                city.token_points + TOKENS_FROM,
                city.compasses,
                city.gears,
                city.tablets,
                city.any_symbols,
                city.masks,
                len(city.used),
                len(table.hands[seat]),
                len(table.leader_hands[seat]),
            ],
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

    def write(self, buffer: bytearray, at: i64, table: Table, player: i64, city: i64, seen: bytearray) -> None:
        """Writes a player's observation into a buffer. Call ``update`` after each change of the table.

        Args:
            buffer: bytes, at least ``coding.size`` from ``at`` on.
            at: where to start writing.
            table: the table.
            player: the observing player.
            city: the city a decision is for; ``NOBODY`` if there is none.
            seen: a byte for each structure, 1 if the player has held it in this age.
        """
        coding = self.coding
        phase = table.phase
        name = phase.name
        head = self.heads[name].copy() if name in self.heads else self.other_head.copy()
        head.append(table.age)
        head.append(table.turn)
        head.append(table.turns - table.turn)
        head.append(1 if city != NOBODY and city != player else 0)
        head.append(table.owes[city if city != NOBODY else player] if table.owes else 0)
        head.append(len(table.discard))
        if table.free_seat != NOBODY:
            head.append(len(table.draw_pile))
            head.append(1 if table.holder == player else 2)
        hand: list[int] = []
        if not table.preparing:
            held = table.hands[player]
            if city != NOBODY and city != player:
                if phase.is_turn:
                    held = free_city_hand(table)
                elif table.hands[city]:  # the last card of an age
                    held = table.hands[city]
            hand = [card.index for card in held]
        observe(
            buffer,
            at,
            head,
            coding.hand_at,
            hand,
            coding.seen_at,
            self.blank if table.preparing else seen,
            coding.cities_at,
            self.cities,
            self.places[player] * coding.city_size,
        )
        if coding.other_phases:
            for place, other in enumerate(coding.other_phases):
                buffer[at + coding.other_phases_at + place] = 1 if other == name else 0
        partner = table.partner(player)
        if partner != NOBODY and not table.preparing:
            for card in table.hands[partner]:
                buffer[at + coding.partner_at + card.index] += 1
        if phase is DIG_UP and city != NOBODY:
            for card in table.discard:
                buffer[at + coding.pile_at + card.index] += 1
        if coding.leaders > 0:
            first = coding.structures
            mark(buffer, at + coding.leader_hand_at - first, [card.index for card in table.leader_hands[player]], 1)
            mark(buffer, at + coding.draft_at - first, [card.index for card in table.draft_hands[player]], 1)
        if coding.size > coding.memory_at:
            write_memory(coding, buffer, at, table, player, self.order)
            if coding.size > coding.secrets_at:
                write_secrets(coding, buffer, at, table, player, self.order)

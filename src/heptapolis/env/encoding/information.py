"""The fields that only some observations have: what a seat remembers, and, with perfect information, every secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.knowledge.views import view
from heptapolis.engine.moves import BUILD, DISCARD, PASS, WONDER
from heptapolis.engine.packed import number_of
from heptapolis.env.encoding.buffers import LARGEST_BYTE
from heptapolis.env.encoding.codec import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table
    from heptapolis.env.encoding.codec import Coding


def write_memory(coding: Coding, buffer: bytearray, at: i64, table: Table, player: i64, order: list[int]) -> None:
    """Writes what a seat remembers, from its view; ``order`` are the seats clockwise."""
    buffer[at + coding.memory_at : at + coding.secrets_at] = bytes(coding.secrets_at - coding.memory_at)
    seen = view(table, player)
    place = at + coding.memory_at
    for cards in seen.buried:
        _count(buffer, place, [card for card in cards if card is not None])
    place += coding.structures + coding.leaders
    for pile in seen.known_discards:
        _count(buffer, place, pile)
    place += coding.structures
    for entry in seen.sold:
        buffer[place + number_of(entry) - coding.structures] = 1
    place += coding.leaders
    first = order.index(player)
    for step in range(coding.cities):
        seat = order[(first + step) % coding.cities]
        for hand in seen.known_hands:
            if hand.seat == seat:
                _count(buffer, place, hand.cards)
        for known in seen.known_leaders:
            if seat in known.seats:
                _count(buffer, place, known.cards)
        rows_at = place + coding.structures + coding.leaders
        for row, moves in enumerate(seen.memory.rows[:ROWS]):
            move = moves[seat]
            if move is None or move.kind == PASS:
                continue
            if move.kind == BUILD and move.card is not None and move.card.index < coding.structures:
                buffer[rows_at + move.card.index] = row + 1
            elif move.kind == WONDER:
                buffer[rows_at + coding.structures + row] = 1
            elif move.kind == DISCARD:
                buffer[rows_at + coding.structures + ROWS + row] = 1
        place += coding.memory_city_size


def write_secrets(coding: Coding, buffer: bytearray, at: i64, table: Table, player: i64, order: list[int]) -> None:
    """Writes all hands, the discard pile and the Free City's draw pile."""
    buffer[at + coding.secrets_at : at + coding.size] = bytes(coding.size - coding.secrets_at)
    place = at + coding.secrets_at
    first = order.index(player)
    for step in range(coding.cities):
        seat = order[(first + step) % coding.cities]
        _count(buffer, place, table.hands[seat])
        _count(buffer, place, table.leader_hands[seat])
        place += coding.structures + coding.leaders
    _count(buffer, place, table.discard)
    _count(buffer, place + coding.structures, table.draw_pile)


def _count(buffer: bytearray, at: i64, cards: Iterable[Card]) -> None:
    for card in cards:
        place = at + card.index
        buffer[place] = min(buffer[place] + 1, LARGEST_BYTE)

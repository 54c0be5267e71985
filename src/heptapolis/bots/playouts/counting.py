"""Plays whole games and counts what the table does not store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.bots.playouts.policies import choose
from heptapolis.engine.moves import DISCARD
from heptapolis.engine.phases import commit

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.rng import Rng
    from heptapolis.engine.table import Table


def play_out_counting(table: Table, policy: i64, rng: Rng) -> list[int]:
    """Plays a table to its end exactly like ``policies.play_out``; returns each city's number of discards."""
    sold = [0] * table.city_count
    while not table.over:
        seat: i64 = 0
        pending = table.pending
        while pending:
            if pending & 1:
                move = choose(table, seat, policy, rng)
                if move.kind == DISCARD:
                    sold[seat] += 1
                commit(table, seat, move)
            pending >>= 1
            seat += 1
    return sold

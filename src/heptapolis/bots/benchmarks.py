"""The bots' part of `heptapolis bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.search import Budget, information_set_search
from heptapolis.engine import Rng, view
from heptapolis.engine.play import new_game

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYOUTS: Final = 500


def playouts() -> Callable[[], int]:
    """The search of `ismcts` in the first turn of a three-player game; the units are playouts."""
    table, rng = new_game(players=3, seed=1), Rng(2)
    seen, moves = view(table, 0), table.phase.moves(table, 0)

    def work() -> int:
        information_set_search(seen, 0, moves, Budget(PLAYOUTS, 0.0), rng)
        return PLAYOUTS

    return work

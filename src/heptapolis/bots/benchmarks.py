"""What `heptapolis bench` measures of the bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.search import Budget, information_set_search
from heptapolis.engine import Game, Rng

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYOUTS: Final = 500


def playouts() -> Callable[[], int]:
    """The search of `ismcts` from the first turn of a game with three players; answers playouts."""
    game = Game.new(players=3, seed=1)
    view, moves, rng = game.view(0), game.legal(0), Rng(2)

    def work() -> int:
        information_set_search(view, 0, moves, Budget(PLAYOUTS, 0.0), rng)
        return PLAYOUTS

    return work

"""The searching bots of the ladder, `mc` and `ismcts`. The search itself is in ``playouts.search``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.bots.playouts.search import Budget, information_set_search, monte_carlo
from heptapolis.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mypy_extensions import i64

    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move

    Search = Callable[[View, i64, list[Move], Budget, Rng], Move]


class Searcher:
    """Searches on sampled tables within a budget."""

    def __init__(self, search: Search, seed: int, budget: tuple[int, float, float]) -> None:
        """The budget is in playouts, milliseconds and CPU milliseconds; 0 means no limit."""
        self._search = search
        self._rng = Rng(seed)
        self._budget = budget

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """Returns the best move found."""
        assert view.seat is not None, "a spectator decides nothing"
        return self._search(view, view.seat, list(moves), Budget(*self._budget), self._rng)


def monte_carlo_bot(seed: int, playouts: int, milliseconds: float, cpu_milliseconds: float = 0.0) -> Searcher:
    """Tries every move in equally many random playouts; see ``search.monte_carlo``."""
    return Searcher(monte_carlo, seed, (playouts, milliseconds, cpu_milliseconds))


def ismcts_bot(seed: int, playouts: int, milliseconds: float, cpu_milliseconds: float = 0.0) -> Searcher:
    """Grows a tree of its own decisions over sampled tables; see ``search.information_set_search``."""
    return Searcher(information_set_search, seed, (playouts, milliseconds, cpu_milliseconds))

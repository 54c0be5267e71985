"""The searchers of the ladder: `mc` and `ismcts`. Their work is done in ``compiled.search``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.bots.compiled.search import Budget, information_set_search, monte_carlo
from heptapolis.bots.protocol import one_decision
from heptapolis.engine import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.engine import Move
    from heptapolis.engine.views import View


class MonteCarloBot:
    """Tries every move in equally many random playouts on sampled tables."""

    def __init__(self, seed: int, playouts: int, milliseconds: float) -> None:
        """A budget of 0 means that this kind of budget does not count."""
        self._rng = Rng(seed)
        self._playouts = playouts
        self._milliseconds = milliseconds

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """See ``search.monte_carlo``."""
        assert view.seat is not None, "a spectator decides nothing"
        budget = Budget(self._playouts, self._milliseconds)
        return monte_carlo(view, view.seat, one_decision(moves), budget, self._rng)


class IsmctsBot:
    """Information-set search: a tree of the own decisions over sampled tables."""

    def __init__(self, seed: int, playouts: int, milliseconds: float) -> None:
        """A budget of 0 means that this kind of budget does not count."""
        self._rng = Rng(seed)
        self._playouts = playouts
        self._milliseconds = milliseconds

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """See ``search.information_set_search``."""
        assert view.seat is not None, "a spectator decides nothing"
        budget = Budget(self._playouts, self._milliseconds)
        return information_set_search(view, view.seat, one_decision(moves), budget, self._rng)

"""The ladder: bots of clearly different strength, frozen so that others can be measured against them.

What each of them does is defined in `docs/strength.md`. A change in what one decides is a new version there, and a
new line here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.bots.playouts.heuristics import candidates, greedy, public_table, rules
from heptapolis.bots.protocol import decided_city
from heptapolis.engine.moves import BUILD
from heptapolis.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move

LADDER_VERSION = 1


class RandomBot:
    """Every legal use of every card with equal chance, at the cheapest payment."""

    def __init__(self, seed: int) -> None:
        """The seed decides everything."""
        self._rng = Rng(seed)

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """A power is used only for a card that could not be built otherwise, as in the policy called uniform."""
        choices: list[Move] = []
        for move in candidates(list(moves)):
            twice = move.using and choices and choices[-1].kind == BUILD and choices[-1].card is move.card
            if not twice:
                choices.append(move)
        return choices[self._rng.below(len(choices))]


class GreedyBot:
    """A wonder stage if one can be built, else the best immediate points."""

    def __init__(self, seed: int) -> None:
        """The seed decides between sides of a board only."""
        self._rng = Rng(seed)

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """See ``heuristics.greedy``."""
        return greedy(public_table(view), decided_city(view, moves), list(moves), self._rng)


class RulesBot:
    """A list of rules: resources, then military, civilian and science; points in the last age."""

    def __init__(self, seed: int) -> None:
        """The seed decides where the list says nothing."""
        self._rng = Rng(seed)

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """See ``heuristics.rules``."""
        return rules(public_table(view), decided_city(view, moves), list(moves), self._rng)

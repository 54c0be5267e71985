"""The ladder: reference bots of clearly different strength, to measure others against.

`docs/strength.md` defines what each of them does. They do not change: a bot that decides differently is a new version
there and a new class here.
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
    """Plays every legal use of every card with equal probability, at the cheapest payment."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """Uses a power only for a card that could not be built otherwise, like the policy `uniform`."""
        choices: list[Move] = []
        for move in candidates(list(moves)):
            twice = move.using and choices and choices[-1].kind == BUILD and choices[-1].card is move.card
            if not twice:
                choices.append(move)
        return choices[self._rng.below(len(choices))]


class GreedyBot:
    """Builds a wonder stage if possible, else takes the best immediate points."""

    def __init__(self, seed: int) -> None:
        """The seed matters only for the choice of a board's side."""
        self._rng = Rng(seed)

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """See ``heuristics.greedy``."""
        return greedy(public_table(view), decided_city(view, moves), list(moves), self._rng)


class RulesBot:
    """Follows a list of rules: resources, then military, civilian and science; points in the last age."""

    def __init__(self, seed: int) -> None:
        """The seed matters where the list does not decide."""
        self._rng = Rng(seed)

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """See ``heuristics.rules``."""
        return rules(public_table(view), decided_city(view, moves), list(moves), self._rng)

"""The champion's evaluation of every move of a decision, for analysis and hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heptapolis.engine.table import TEAMS
from heptapolis.library.internals import engine_view
from heptapolis.record.moves import plain_move

if TYPE_CHECKING:
    from heptapolis import Move, View
    from heptapolis.bots.sage.search import Candidate

POINTS = 10.0  # the unit of the net


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Limits of a search: playouts, wall-clock time, CPU time. Zero means no limit.

    With a limit on playouts alone, the search is deterministic.
    """

    playouts: int = 0
    ms: float = 0.0
    cpu_ms: float = 0.0


INSTANT = SearchBudget()
"""No search: the net's evaluation alone."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The expected result of a move if everybody plays on like the champion."""

    move: Move
    """The move, with its cheapest payment."""
    points: float
    """The player's points; in teams, those of both partners."""
    margin: float
    """The player's points minus the best opponent's; in teams, of both partners."""
    win: float
    """The probability of winning; a shared victory counts as a fraction."""
    points_error: float | None = None
    """Standard errors of the three; None if the search tried the move less than twice."""
    margin_error: float | None = None
    win_error: float | None = None
    playouts: int = 0
    """How often the search tried the move; 0 if this is the net's evaluation."""


def evaluate(view: View, budget: SearchBudget = INSTANT, seed: int = 0) -> list[Evaluation]:
    """Evaluates every move of the seat's decision, best first.

    Uses the view alone. If the seat has two pending decisions, it evaluates the first. The search tries the six moves
    that the net rates best; the others keep the net's estimate.

    >>> import heptapolis
    >>> found = evaluate(heptapolis.Game.new(players=3, seed=1).view(0))
    >>> found[0].win > 0.1 and found[0].points_error is None
    True

    Args:
        view: The view of the deciding seat.
        budget: The limits of the search; without one, there is no search.
        seed: The seed of the search.

    Raises:
        ValueError: The seat has no pending decision.
    """
    from heptapolis.bots.sage.player import evaluated  # imported late, so that the net is loaded only when needed

    seen = engine_view(view)
    if not seen.moves:
        raise ValueError("this seat has nothing to decide")
    moves = [move for move in seen.moves if move.city == seen.moves[0].city]
    found = evaluated(seen, moves, (budget.playouts, budget.ms, budget.cpu_ms), seed)
    scale = POINTS * (2.0 if view.mode == TEAMS else 1.0)
    return [_evaluation(each, scale) for each in found]


def _evaluation(found: Candidate, scale: float) -> Evaluation:
    from heptapolis.bots.sage.search import standard_error

    count = int(found.playouts)
    if not count:
        return Evaluation(plain_move(found.move), scale * found.net_points, scale * found.net_margin, found.net_win)
    several = count > 1
    return Evaluation(
        plain_move(found.move),
        scale * found.points / count,
        scale * found.margin / count,
        found.win / count,
        scale * standard_error(found.points, found.points_squared, count) if several else None,
        scale * standard_error(found.margin, found.margin_squared, count) if several else None,
        standard_error(found.win, found.win_squared, count) if several else None,
        count,
    )

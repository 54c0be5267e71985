"""The champion's evaluation of every move of a decision, for analysis and hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heptapolis.engine.table import TEAMS
from heptapolis.library.internals import engine_view
from heptapolis.record.moves import plain_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import Move, View
    from heptapolis.bots.sage.search import Candidate
    from heptapolis.engine.moves import Move as EngineMove

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
    """The expected result of a move if everybody plays on like the champion; in a search, others err now and then."""

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

    @property
    def worth(self) -> float:
        """What moves are ranked by: 0.35 points + 0.65 margin. The bot itself also counts the chance to win."""
        return _worth(self.points, self.margin)

    @property
    def worth_error(self) -> float | None:
        """The standard error of ``worth``, as if those of points and margin always went together."""
        if self.points_error is None or self.margin_error is None:
            return None
        return _worth(self.points_error, self.margin_error)


def _worth(points: float, margin: float) -> float:
    from heptapolis.bots.sage.choice import MARGIN_WEIGHT, POINTS_WEIGHT, WEIGHTS

    return (POINTS_WEIGHT * points + MARGIN_WEIGHT * margin) / WEIGHTS


def evaluate(view: View, budget: SearchBudget = INSTANT, seed: int = 0, among: Sequence[Move] = ()) -> list[Evaluation]:
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
        among: Evaluate only these moves, each with its own payment; by default all moves, each with the cheapest one.

    Raises:
        ValueError: The seat has no pending decision, or one of the moves is not legal.
    """
    from heptapolis.bots.playouts.heuristics import candidates  # imported late, so that the net is loaded when needed
    from heptapolis.bots.sage.player import evaluated

    seen = engine_view(view)
    if not seen.moves:
        raise ValueError("this seat has nothing to decide")
    moves = [move for move in seen.moves if move.city == seen.moves[0].city]
    limits = budget.playouts, budget.ms, budget.cpu_ms
    found = evaluated(seen, _chosen(moves, among) if among else candidates(moves), limits, seed)
    scale = POINTS * (2.0 if view.mode == TEAMS else 1.0)
    return [_evaluation(each, scale) for each in found]


def _chosen(moves: list[EngineMove], among: Sequence[Move]) -> list[EngineMove]:
    """The legal moves that equal the plain ones, in their order."""
    legal = {plain_move(move): move for move in moves}
    try:
        return [legal[move] for move in among]
    except KeyError as error:
        raise ValueError(f"{error.args[0]} is not a legal move") from None


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

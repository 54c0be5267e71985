"""What the champion thinks of every move of a decision: for analysis, hints and coaches."""

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
    """How long a search may take: by playouts, by the clock, by CPU time; zero where it does not count.

    Playouts alone give the same answer each time.
    """

    playouts: int = 0
    ms: float = 0.0
    cpu_ms: float = 0.0


INSTANT = SearchBudget()
"""No search: the judgment of the net alone."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is expected at the end of the game after a move, when all play on like the champion."""

    move: Move
    """With the cheapest payment."""
    points: float
    """Own points; in teams those of both partners."""
    margin: float
    """Own points less those of the best opponent; in teams of both partners."""
    win: float
    """The chance to win, from 0 to 1; a shared victory counts by its share."""
    points_error: float | None = None
    """Standard errors of the three, where the search has tried the move at least twice."""
    margin_error: float | None = None
    win_error: float | None = None
    playouts: int = 0
    """How often the search has tried the move; 0: the judgment of the net."""


def evaluate(view: View, budget: SearchBudget = INSTANT, seed: int = 0) -> list[Evaluation]:
    """What every move of the seat's decision is worth, the best first.

    Looks at the view alone. Where the seat has two decisions to make, the first counts. The search tries the six moves
    that the net finds best; the others keep the judgment of the net.

    >>> import heptapolis
    >>> found = evaluate(heptapolis.Game.new(players=3, seed=1).view(0))
    >>> found[0].win > 0.1 and found[0].points_error is None
    True

    Args:
        view: of the seat that decides.
        budget: of the search; none by default.
        seed: of the search.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    from heptapolis.bots.sage.player import evaluated  # late: whoever asks nothing loads no net

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

"""Thresholds for slips, mistakes and blunders, and the accuracy of a player."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.analysis.model import JudgedDecision

ONE_OF: Final = {"slip": 4, "mistake": 8, "blunder": 16}
"""Each threshold is what the levels from easy to expert lose in one of this many decisions."""

# The next two are written by `python tools/measure_levels.py --write`.
THRESHOLDS: Final = {"slip": 1.3, "mistake": 2.5, "blunder": 3.6}
"""The smallest loss in points for each mark."""

MEASURED: Final = "16 games of each level, 3 players, 180 playouts, net sage-1 41499ad7"
"""How the thresholds were measured."""

SCALE: Final = 3.0
"""Accuracy: a move that loses this many points scores 37 of 100."""

LARGEST_STAKE: Final = 5.0
"""Accuracy: each decision is weighted by its stake, up to this many points."""


def mark_of(loss: float) -> str | None:
    """Returns the mark for a loss in points; None for a good move."""
    found = None
    for mark, least in THRESHOLDS.items():
        if loss > 0 and loss >= least:
            found = mark
    return found


def accuracy(decisions: Sequence[JudgedDecision]) -> float | None:
    """Returns the accuracy of decisions, from 0 to 100: the mean of 100 × exp(-loss / SCALE), weighted by stake.

    None if nothing was at stake.
    """
    weights = [min(max(each.stake, each.loss.points), LARGEST_STAKE) for each in decisions]
    if not sum(weights) > 0:
        return None
    figures = [100.0 * exp(-each.loss.points / SCALE) for each in decisions]
    return round(sum(w * figure for w, figure in zip(weights, figures, strict=True)) / sum(weights), 1)

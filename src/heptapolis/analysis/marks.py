"""What counts as slip, mistake and blunder, and how accurate a player was."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.analysis.model import JudgedDecision

ONE_OF: Final = {"slip": 4, "mistake": 8, "blunder": 16}
"""The levels from easy to expert lose as much as the threshold of a mark in one of so many decisions."""

# The next two are written by `python tools/measure_levels.py --write`.
THRESHOLDS: Final = {"slip": 1.7, "mistake": 3.2, "blunder": 4.3}
"""From how many points of loss on a move has a mark."""

MEASURED: Final = "4 games of each level, 3 players, 180 playouts, net sage-1 a82b2dfe"
"""Where the thresholds come from."""

SCALE: Final = 3.0
"""Accuracy: a move that loses so many points counts 37 of 100."""

LARGEST_STAKE: Final = 5.0
"""Accuracy: a decision weighs as much as was at stake, but not more than this."""


def mark_of(loss: float) -> str | None:
    """Returns the mark of a loss in points; None for a good move."""
    found = None
    for mark, least in THRESHOLDS.items():
        if loss > 0 and loss >= least:
            found = mark
    return found


def accuracy(decisions: Sequence[JudgedDecision]) -> float | None:
    """Returns how accurate the decisions were, from 0 to 100: the mean of 100 × exp(-loss / SCALE), weighed by stake.

    None if nothing was at stake.
    """
    weights = [min(max(each.stake, each.loss.points), LARGEST_STAKE) for each in decisions]
    if not sum(weights) > 0:
        return None
    figures = [100.0 * exp(-each.loss.points / SCALE) for each in decisions]
    return round(sum(w * figure for w, figure in zip(weights, figures, strict=True)) / sum(weights), 1)

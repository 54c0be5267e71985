"""What counts as slip, mistake and blunder, and how accurate a player was."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.analysis.model import JudgedDecision

MARKED_BY: Final = {"slip": "expert", "mistake": "hard", "blunder": "easy"}
"""The level of bots whose losses give the threshold of a mark: it loses that much in one of ten decisions."""

# The next two are written by `python tools/measure_levels.py --write`.
THRESHOLDS: Final = {"slip": 0.8, "mistake": 2.0, "blunder": 4.0}
"""From how many points of loss on a move has a mark."""

MEASURED: Final = "not measured"
"""Where the thresholds come from."""

SCALE: Final = 4.0
"""Accuracy: a move that loses so many points counts 37 of 100."""


def mark_of(loss: float) -> str | None:
    """Returns the mark of a loss in points; None for a good move."""
    found = None
    for mark, least in THRESHOLDS.items():
        if loss > 0 and loss >= least:
            found = mark
    return found


def accuracy(decisions: Sequence[JudgedDecision]) -> float | None:
    """Returns how accurate the decisions were, from 0 to 100: the mean of 100 × exp(-loss / SCALE).

    Decisions without a choice do not count; None if there is no other.
    """
    counted = [100.0 * exp(-each.loss.points / SCALE) for each in decisions if each.choices > 1]
    return round(sum(counted) / len(counted), 1) if counted else None

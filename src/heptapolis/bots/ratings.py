"""The measured ratings of the bots; see `docs/strength.md`."""

from __future__ import annotations

from typing import Final

RATINGS: Final[dict[str, float]] = {
    "random": -1158,
    "greedy": -472,
    "rules": -208,
    "mc:playouts=1000": 168,
    "ismcts:ms=200": 497,
}
"""Plackett-Luce ratings by bot, three players, first edition; 400 points more are ten times the strength."""

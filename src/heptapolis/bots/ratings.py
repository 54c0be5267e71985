"""The measured ratings of the bots; see `docs/strength.md`."""

from __future__ import annotations

from typing import Final

RATINGS: Final[dict[str, float]] = {
    "random": -1056,
    "greedy": -317,
    "rules": -73,
    "mc:playouts=1000": 268,
    "ismcts:playouts=500": 277,
    "sage": 361,
    "sage:playouts=48": 539,
}
"""Plackett-Luce ratings by bot, three players, first edition; 400 points more are ten times the strength."""

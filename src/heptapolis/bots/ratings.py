"""How strong the bots were measured to be; the games behind these figures are described in `docs/strength.md`."""

from __future__ import annotations

from typing import Final

RATINGS: Final[dict[str, float]] = {
    "random": -991,
    "greedy": -306,
    "rules": -42,
    "mc:playouts=1000": 296,
    "ismcts:playouts=4800": 340,
}
"""Plackett-Luce ratings by bot, three players, first edition; 400 points more are ten times the strength."""

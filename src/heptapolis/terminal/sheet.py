"""The score sheet: its rows in the order of the rulebook, and the cities as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis import CATEGORIES
from heptapolis.terminal import signs

if TYPE_CHECKING:
    from heptapolis import Game

CATEGORY_LOOK = {
    "military": (signs.COLOR_SIGNS["red"], signs.PAINT["red"]),
    "treasury": (signs.COIN, signs.PAINT["yellow"]),
    "wonder": (signs.STAGE, signs.PAINT["white"]),
    "civilian": (signs.COLOR_SIGNS["blue"], signs.PAINT["blue"]),
    "science": (signs.COLOR_SIGNS["green"], signs.PAINT["green"]),
    "commerce": (signs.COLOR_SIGNS["yellow"], signs.PAINT["yellow"]),
    "guilds": (signs.COLOR_SIGNS["purple"], signs.PAINT["purple"]),
    "cities": (signs.COLOR_SIGNS["black"], signs.PAINT["black"]),
    "leaders": (signs.COLOR_SIGNS["white"], signs.PAINT["white"]),
}
"""The symbol and the color of each row."""


def shown_categories(game: Game) -> list[str]:
    """The rows of a game's score sheet, without those of unused boxes."""
    unused = {"cities", "leaders"}.difference(game.expansions)
    return [category for category in CATEGORIES if category not in unused]

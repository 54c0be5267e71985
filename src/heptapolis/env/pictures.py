"""A table as text and as an SVG picture, for the environments' ``render``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from heptapolis.engine import InvalidOptions
from heptapolis.engine.scoring import totals

if TYPE_CHECKING:
    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table

RENDER_MODES: Final = ("ansi", "svg")

COLORS: Final = {
    "brown": "#8a5a33",
    "gray": "#8d9299",
    "yellow": "#d9a514",
    "blue": "#2c6fb3",
    "green": "#2e8b57",
    "red": "#b3362c",
    "purple": "#7a4f9a",
    "black": "#3a3a3a",
    "white": "#c9c2b2",
}
WIDTH: Final = 220
LINE: Final = 20
TOP: Final = 84


def check_render_mode(mode: str | None) -> None:
    """Checks the name of a render mode.

    Raises:
        InvalidOptions: There is no such mode.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidOptions("format/value", f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")


def picture(table: Table, mode: str | None) -> str | None:
    """The table in a render mode; None without one."""
    if mode == "ansi":
        return text(table)
    return svg(table) if mode == "svg" else None


def heading(table: Table) -> str:
    """Age, turn and phase."""
    return "The game is over" if table.over else f"Age {table.age}, turn {table.turn}: {table.phase.name}"


def figures(city: City) -> str:
    """The figures of a city on one line."""
    return (
        f"{city.coins} coins, {city.shields} shields, {city.stages} of {len(city.side.stages)} stages, "
        f"science {city.compasses}/{city.gears}/{city.tablets}"
    )


def text(table: Table) -> str:
    """The table as lines of text. All of it is public."""
    lines = [heading(table)]
    points = totals(table)
    for seat, city in enumerate(table.cities):
        lines.append(f"{seat}  {city.side.wonder} {city.side.name}: {figures(city)}, {points[seat]} points")
        lines.append(f"   {', '.join(card.name for card in (*city.structures, *city.leaders)) or 'no cards yet'}")
    return "\n".join(lines)


def svg(table: Table) -> str:
    """The table as an SVG document: a column for each city, a row for each card. All of it is public."""
    rows = max(len(city.structures) + len(city.leaders) for city in table.cities)
    width, height = WIDTH * len(table.cities) + 10, TOP + LINE * rows + 10
    points = totals(table)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#f6f1e4"/>',
        _words(10, 24, heading(table), 16),
    ]
    for seat, city in enumerate(table.cities):
        left = 10 + seat * WIDTH
        parts.append(_words(left, 46, f"{city.side.wonder} {city.side.name}: {points[seat]} points", 13))
        parts.append(_words(left, 64, f"{city.coins} coins, {city.shields} shields", 11))
        parts.append(_words(left, 78, f"{city.stages} of {len(city.side.stages)} stages", 11))
        for row, card in enumerate((*city.structures, *city.leaders)):
            top = TOP + row * LINE
            color = COLORS.get(card.spec.color, "#666666")
            parts.append(f'<rect x="{left}" y="{top}" width="{WIDTH - 14}" height="{LINE - 3}" rx="3" fill="{color}"/>')
            parts.append(_words(left + 6, top + 13, card.name, 12, "#111111" if color == COLORS["white"] else "white"))
    return "\n".join([*parts, "</svg>"])


def _words(left: int, bottom: int, words: str, size: int, color: str = "#222222") -> str:
    return f'<text x="{left}" y="{bottom}" font-size="{size}" fill="{color}">{escape(words)}</text>'

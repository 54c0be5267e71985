"""The learning curve as an SVG picture and as a line of text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH: Final = 760
HEIGHT: Final = 360
LEFT: Final = 52
RIGHT: Final = 150
TOP: Final = 16
BOTTOM: Final = 40
TINTS: Final = ("#a8442a", "#2f6f9f", "#3d8b5f", "#c9a227", "#6b4c9a", "#7d6b4f", "#d98e32", "#3a3a3a")
BLOCKS: Final = "▁▂▃▄▅▆▇█"


def tables_of(curve: Sequence[dict[str, Any]]) -> list[str]:
    """The kinds of tables that were measured."""
    return [name for name in curve[-1] if isinstance(curve[-1][name], list)] if curve else []


def sparkline(curve: Sequence[dict[str, Any]], name: str) -> str:
    """The win shares at one kind of table, as blocks from 0 to 100 %."""
    shares = [entry[name][0] for entry in curve if name in entry]
    return "".join(BLOCKS[min(int(share * len(BLOCKS)), len(BLOCKS) - 1)] for share in shares)


def picture(curve: Sequence[dict[str, Any]]) -> str:
    """Win shares against `greedy` by games played, as SVG."""
    names = tables_of(curve)
    most = max([entry["games"] for entry in curve], default=1) or 1

    def x(games: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * games / most

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    body: list[str] = []
    for tenth in range(0, 11, 2):
        body.append(f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{y(tenth / 10):.1f}' y2='{y(tenth / 10):.1f}'/>")
        body.append(_text(LEFT - 8, y(tenth / 10) + 4, f"{tenth * 10} %", "end"))
    marks = [most * part / 4 for part in range(5)]
    body += [_text(x(games), HEIGHT - 14, f"{games / 1000:.0f}k games", "middle") for games in marks]
    ends: list[float] = []
    for place, name in enumerate(names):
        tint = TINTS[place % len(TINTS)]
        points = [(x(entry["games"]), y(entry[name][0])) for entry in curve if name in entry]
        line = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        body.append(f"<polyline points='{line}' fill='none' stroke='{tint}' stroke-width='2'/>")
        end = points[-1][1]
        while any(abs(end - other) < 15 for other in ends):
            end += 3
        ends.append(end)
        body.append(f"<g fill='{tint}'>{_text(WIDTH - RIGHT + 8, end + 4, name, 'start')}</g>")
    style = "text { font: 12px system-ui, sans-serif } line { stroke: #8886; stroke-width: 1 }"
    frame = f"viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' role='img' fill='#888'"
    title = "<title>Win share of one seat against greedy</title>"
    return f"<svg xmlns='http://www.w3.org/2000/svg' {frame}><style>{style}</style>{title}{''.join(body)}</svg>\n"


def _text(across: float, down: float, text: str, anchor: str) -> str:
    return f"<text x='{across:.1f}' y='{down:.1f}' text-anchor='{anchor}'>{escape(text)}</text>"

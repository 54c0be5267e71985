"""A report of matches as one HTML file with SVG plots. It has no scripts and loads nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from heptapolis.arena.statistics import match_summary
from heptapolis.engine import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.arena.match import Match
    from heptapolis.arena.runner import Block

WIDTH: Final = 760
ROW: Final = 26
NAME_WIDTH: Final = 200
RIGHT_MARGIN: Final = 90
TINTS: Final = ("#a8442a", "#c9a227", "#7d6b4f", "#2f6f9f", "#3d8b5f", "#d98e32", "#6b4c9a", "#3a3a3a", "#b8a99a")

STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
background: #fdfbf7 } h1, h2, h3 { line-height: 1.2 } table { border-collapse: collapse; margin: 1rem 0 } td, th {
padding: .2rem .8rem; border-bottom: 1px solid #ddd; text-align: right } td:first-child, th:first-child { text-align:
left } svg { max-width: 100%; height: auto } text { font: 13px system-ui, sans-serif; fill: currentColor } @media
(prefers-color-scheme: dark) { body { color: #eee; background: #1c1b19 } td, th { border-color: #444 } }
"""


def html_report(matches: Sequence[tuple[Match, list[Block]]], ratings: list[dict[str, Any]]) -> str:
    """The whole page: ratings first, then each match."""
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>Arena</title><style>{STYLE}</style></head><body><h1>Arena</h1>",
        "<h2>Strength</h2><p>Plackett-Luce ratings over all games, with 95 % intervals by bootstrap over deals.</p>",
        strength_plot(ratings),
    ]
    for match, blocks in matches:
        if blocks:
            parts.append(_match(match_summary(match, blocks)))
    return "\n".join([*parts, "</body></html>\n"])


def _match(found: dict[str, Any]) -> str:
    names = ", ".join(escape(bot["name"]) for bot in found["bots"])
    boxes = ", ".join([found["edition"] + " edition", *found["expansions"], found["mode"]])
    par = 1 / found["players"]
    parts = [
        f"<h2>{names}</h2>",
        f"<p>{found['games']} games of {found['deals']} deals, {found['players']} players, {escape(boxes)}.</p>",
        _table(found),
        "<h3>Points by category</h3>",
        categories_plot(found["bots"]),
        "<h3>Win share by board</h3>",
        shares_plot(
            [(f"{row['wonder']} {row['side']} · {row['bot']}", row["win_share"]) for row in found["boards"]], par
        ),
        "<h3>Win share by seat</h3>",
        shares_plot([(f"seat {row['seat']} · {row['bot']}", row["win_share"]) for row in found["seats"]], par),
        "<h3>Time per move</h3>",
        times_plot(found["bots"]),
    ]
    return "\n".join(parts)


def _table(found: dict[str, Any]) -> str:
    rows = [
        f"<tr><td>{escape(bot['name'])}</td><td>{_span(bot['win_share'], 100)} %</td>"
        f"<td>{_span(bot['mean_points'], 1)}</td><td>{bot['margin']:+.1f}</td><td>{bot['replaced_moves']}</td></tr>"
        for bot in found["bots"]
    ]
    head = "<tr><th>bot</th><th>win share</th><th>points</th><th>margin</th><th>replaced moves</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>"


def _span(figure: dict[str, float], scale: float) -> str:
    return f"{figure['value'] * scale:.1f} ({figure['low'] * scale:.1f} to {figure['high'] * scale:.1f})"


def _svg(rows: int, body: list[str], title: str) -> str:
    height = rows * ROW + 8
    frame = f"viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' role='img' aria-label='{escape(title)}'"
    return f"<svg {frame}>{''.join(body)}</svg>"


def _text(x: float, row: int, text: str, anchor: str = "start") -> str:
    return f"<text x='{x:.1f}' y='{row * ROW + 18}' text-anchor='{anchor}'>{escape(text)}</text>"


def _bar(x: float, row: int, width: float, tint: str, tip: str) -> str:
    box = f"x='{x:.1f}' y='{row * ROW + 5}' width='{max(width, 0):.1f}' height='{ROW - 8}'"
    return f"<rect {box} fill='{tint}'><title>{escape(tip)}</title></rect>"


def strength_plot(ratings: list[dict[str, Any]]) -> str:
    """Each rating as a dot on a common scale, with its interval."""
    if not ratings:
        return ""
    low = min(entry["rating"]["low"] for entry in ratings)
    high = max(entry["rating"]["high"] for entry in ratings)
    scale = (WIDTH - NAME_WIDTH - RIGHT_MARGIN) / ((high - low) or 1)
    body: list[str] = []
    for row, entry in enumerate(ratings):
        figure = entry["rating"]
        y = row * ROW + ROW / 2
        left, dot, right = (NAME_WIDTH + (figure[key] - low) * scale for key in ("low", "value", "high"))
        body += [
            _text(0, row, entry["name"]),
            f"<line x1='{left:.1f}' x2='{right:.1f}' y1='{y}' y2='{y}' stroke='{TINTS[0]}' stroke-width='3'/>",
            f"<circle cx='{dot:.1f}' cy='{y}' r='5' fill='{TINTS[0]}'/>",
            _text(WIDTH, row, f"{figure['value']:+.0f}", "end"),
        ]
    return _svg(len(ratings), body, "ratings of the bots")


def categories_plot(bots: list[dict[str, Any]]) -> str:
    """The mean points of each bot by category. The bars leave out negative values."""
    used = [name for name in CATEGORIES if any(bot["points"][name] for bot in bots)]
    most = max(sum(max(bot["points"][name], 0) for name in used) for bot in bots) or 1
    scale = (WIDTH - NAME_WIDTH - RIGHT_MARGIN) / most
    body: list[str] = []
    for row, bot in enumerate(bots):
        x = float(NAME_WIDTH)
        body.append(_text(0, row, bot["name"]))
        for name in used:
            points = bot["points"][name]
            body.append(_bar(x, row, points * scale, TINTS[CATEGORIES.index(name)], f"{name}: {points:.1f}"))
            x += max(points, 0) * scale
        body.append(_text(WIDTH, row, f"{bot['mean_points']['value']:.1f}", "end"))
    x = float(NAME_WIDTH)
    for name in used:  # the legend
        body.append(_bar(x, len(bots), 10, TINTS[CATEGORIES.index(name)], name))
        body.append(_text(x + 13, len(bots), name))
        x += 22 + 7 * len(name)
    return _svg(len(bots) + 1, body, "mean points by category")


def shares_plot(rows: list[tuple[str, float]], par: float) -> str:
    """Win shares as bars, with a line at par."""
    most = max([share for _, share in rows] + [par])
    scale = (WIDTH - NAME_WIDTH - RIGHT_MARGIN) / most
    body: list[str] = []
    for row, (label, share) in enumerate(rows):
        body += [
            _text(0, row, label),
            _bar(NAME_WIDTH, row, share * scale, TINTS[3], f"{label}: {share:.1%}"),
            _text(WIDTH, row, f"{share:.1%}", "end"),
        ]
    x = NAME_WIDTH + par * scale
    body.append(f"<line x1='{x:.1f}' x2='{x:.1f}' y1='0' y2='{len(rows) * ROW}' stroke='#888' stroke-dasharray='4'/>")
    return _svg(len(rows), body, "win shares")


def times_plot(bots: list[dict[str, Any]]) -> str:
    """Time per move: a bar to the median, a line to the 95th percentile."""
    most = max(bot["ms_per_move"]["p95"] or 0 for bot in bots) or 1
    scale = (WIDTH - NAME_WIDTH - RIGHT_MARGIN) / most
    body: list[str] = []
    for row, bot in enumerate(bots):
        middle, late = (bot["ms_per_move"][key] or 0 for key in ("p50", "p95"))
        y = row * ROW + ROW / 2
        body += [
            _text(0, row, bot["name"]),
            _bar(NAME_WIDTH, row, middle * scale, TINTS[4], f"p50 {middle:.2f} ms"),
            f"<line x1='{NAME_WIDTH}' x2='{NAME_WIDTH + late * scale:.1f}' y1='{y}' y2='{y}' stroke='currentColor'/>",
            _text(WIDTH, row, f"{middle:.1f} / {late:.1f} ms", "end"),
        ]
    return _svg(len(bots), body, "milliseconds per move")

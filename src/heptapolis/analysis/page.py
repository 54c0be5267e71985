"""An analysis as one HTML file with charts. It has no scripts and loads nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from heptapolis.analysis.model import MARKS
from heptapolis.analysis.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.analysis.model import Analysis, JudgedDecision

WIDE: Final = 760
NARROW: Final = 350
HEIGHT: Final = 300
LEFT: Final = 30
RIGHT: Final = 110
TOP: Final = 14
BOTTOM: Final = 30
LABEL: Final = 17  # minimum distance between the labels at the ends of the lines

DASHES: Final = ("", "", "7 5", "2 5", "10 4 2 4", "4 4", "1 4", "12 5")
"""Each player also has a dash pattern and a marker, so that color is not needed to tell the lines apart."""

STYLE: Final = """
:root { color-scheme: light dark; --ink: #241a10; --paper: #fbf6ec; --panel: #fffdf8; --line: #dccfb6; --soft: #6a5a47;
--bad: #b3261e; --good: #4f6a1c; --p0: #2f5fc4; --p1: #a8442a; --p2: #3d7a52; --p3: #7a5200; --p4: #6b4c9a;
--p5: #1d6a78; --p6: #8a2f63; --p7: #555 }
@media (prefers-color-scheme: dark) { :root { --ink: #f2e8d8; --paper: #1b1512; --panel: #26201b; --line: #4a3f34;
--soft: #bba98f; --bad: #ff8a73; --good: #b5cf74; --p0: #86a9ff; --p1: #f0916f; --p2: #7cc796; --p3: #e0b552;
--p4: #bb9df0; --p5: #6fc3d4; --p6: #ea8dc0; --p7: #bbb } }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; color: var(--ink);
background: var(--paper) }
h1, h2 { font-family: Georgia, serif; line-height: 1.2 }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1rem;
margin: 1rem 0; overflow-x: auto }
table { border-collapse: collapse; width: 100% }
td, th { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
tr:last-child td { border-bottom: 0 }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
small, .soft { color: var(--soft) }
.slip, .mistake, .blunder { color: var(--bad); white-space: nowrap }
.blunder { font-weight: 700 }
input[type=radio] { position: absolute; opacity: 0 }
label { display: inline-block; padding: .6rem .9rem; border: 1px solid var(--line); border-radius: 8px;
cursor: pointer }
input:focus-visible + label { outline: 3px solid var(--p0) }
#by-points:checked + label, #by-win:checked + label { background: var(--ink); color: var(--paper) }
.chart { display: none }
#by-points:checked ~ .points.wide, #by-win:checked ~ .win.wide { display: block }
svg { width: 100%; height: auto }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink) }
svg .soft { fill: var(--soft) }
svg .grid { stroke: var(--line) }
@media (max-width: 40rem) { body { padding: .5rem } section { padding: .5rem }
#by-points:checked ~ .points.wide, #by-win:checked ~ .win.wide { display: none }
#by-points:checked ~ .points.narrow, #by-win:checked ~ .win.narrow { display: block }
td.extra, th.extra { display: none } }
"""


class Series(NamedTuple):
    """One player's line in a chart."""

    name: str
    values: list[float]


def html_page(analysis: Analysis, names: Sequence[str]) -> str:
    """Returns an analysis as an HTML page.

    Args:
        analysis: The analysis.
        names: The players' names, by city.
    """
    boxes = ", ".join([f"{analysis.edition} edition", *analysis.expansions, analysis.mode])
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>Analysis: {escape(', '.join(names[: analysis.players]))}</title><style>{STYLE}</style></head><body>",
        "<h1>Analysis</h1>",
        f"<p class='soft'>{analysis.players} players, {escape(boxes)}. "
        f"Judged by {escape(analysis.evaluator)}, each decision by what its player could know.</p>",
        f"<section><h2>What everybody could expect</h2>{_charts(analysis, names)}</section>",
        f"<section><h2>Accuracy</h2>{_accuracy(analysis, names)}</section>",
        f"<section><h2>What decided the game</h2>{_turnings(analysis, names)}</section>",
        f"<section><h2>Costly moves</h2>{_costly(analysis, names)}</section>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _charts(analysis: Analysis, names: Sequence[str]) -> str:
    points = [Series(names[seat], [turn.points[seat] for turn in analysis.turns]) for seat in range(analysis.players)]
    win = [Series(names[seat], [100 * turn.win[seat] for turn in analysis.turns]) for seat in range(analysis.players)]
    moments = [turn.moment for turn in analysis.turns]
    marks = [(each.line, each.seat) for each in analysis.decisions if each.mark in ("mistake", "blunder")]
    return (
        "<input type='radio' name='by' id='by-points' checked><label for='by-points'>Points</label> "
        "<input type='radio' name='by' id='by-win'><label for='by-win'>Chance to win</label>"
        + "".join(
            f"<div class='chart {kind} {size}'>{chart(title, series, moments, marks, unit, width)}</div>"
            for kind, title, series, unit in (
                ("points", "Expected points", points, ""),
                ("win", "Chance to win", win, " %"),
            )
            for size, width in (("wide", WIDE), ("narrow", NARROW))
        )
        + "<p class='soft'><small>Triangles: mistakes and blunders.</small></p>"
    )


def chart(
    title: str,
    series: Sequence[Series],
    moments: Sequence[str],
    marks: Sequence[tuple[int, int]],
    unit: str,
    width: int,
) -> str:
    """Returns a line chart of all players over the game as SVG.

    Args:
        title: The title for screen readers.
        series: One line for each player, with a value for each moment.
        moments: The names of the moments.
        marks: The costly moves: index of the moment and seat.
        unit: The unit of the values.
        width: The width of the chart.
    """
    values = [value for each in series for value in each.values]
    if not values:
        return "<p>There is nothing to draw yet.</p>"
    low, high = (0.0, 100.0) if unit else (min(values) - 1, max(values) + 1)

    def x(place: int) -> float:
        return LEFT + place * (width - LEFT - RIGHT) / max(1, len(moments) - 1)

    def y(value: float) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    found = [f"<svg viewBox='0 0 {width} {HEIGHT}' role='img' aria-label='{escape(title)}'>"]
    for step in range(5):
        value = low + (high - low) * step / 4
        found += [
            f"<line class='grid' x1='{LEFT}' x2='{width - RIGHT}' y1='{y(value):.1f}' y2='{y(value):.1f}'/>",
            f"<text class='soft' x='{LEFT - 6}' y='{y(value) + 4:.1f}' text-anchor='end'>{value:.0f}</text>",
        ]
    for place in _ages(moments):
        age = escape(moments[place].partition(".")[0])
        found += [
            f"<line class='grid' x1='{x(place):.1f}' x2='{x(place):.1f}' y1='{TOP}' y2='{HEIGHT - BOTTOM}'/>",
            f"<text class='soft' x='{x(place):.1f}' y='{HEIGHT - 10}'>{age}</text>",
        ]
    ends = _apart([y(each.values[-1]) for each in series])
    for seat, each in enumerate(series):
        color = f"var(--p{seat % len(DASHES)})"
        dash = f" stroke-dasharray='{DASHES[seat % len(DASHES)]}'" if DASHES[seat % len(DASHES)] else ""
        line = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate(each.values))
        found.append(f"<polyline points='{line}' fill='none' stroke='{color}' stroke-width='2.5'{dash}/>")
        for place, who in marks:
            if who == seat and place < len(each.values):
                left, top = x(place), y(each.values[place])
                found.append(
                    f"<path d='M{left - 5:.1f} {top - 13:.1f}h10l-5 9z' fill='{color}'>"
                    f"<title>{escape(each.name)}, {escape(moments[place])}</title></path>"
                )
        found.append(
            f"<text x='{width - RIGHT + 8}' y='{ends[seat] + 4:.1f}' style='fill:{color}'>{seat + 1} "
            f"{escape(_short(each.name))} {each.values[-1]:.0f}{unit}</text>"
        )
    return "".join([*found, "</svg>"])


def _ages(moments: Sequence[str]) -> list[int]:
    """The indices at which an age or the draft begins."""
    heads = [moment.partition(".")[0] for moment in moments]
    return [place for place, head in enumerate(heads) if head != "over" and (place == 0 or head != heads[place - 1])]


def _apart(heights: list[float]) -> list[float]:
    """Moves label positions so that they do not overlap and stay within the chart."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    found = list(heights)
    for one, other in zip(order, order[1:], strict=False):
        found[other] = max(found[other], found[one] + LABEL)
    if order:
        found[order[-1]] = min(found[order[-1]], HEIGHT - 6)
    for other, one in zip(order[-2::-1], order[:0:-1], strict=True):
        found[other] = min(found[other], found[one] - LABEL)
    return found


def _short(name: str) -> str:
    return name if len(name) <= 10 else f"{name[:9]}…"


def _accuracy(analysis: Analysis, names: Sequence[str]) -> str:
    rows = []
    for seat, figure in enumerate(analysis.accuracy):
        own = [each for each in analysis.decisions if each.seat == seat]
        counts = "".join(f"<td class='n'>{sum(each.mark == mark for each in own)}</td>" for mark in MARKS)
        lost = sum(each.loss.points for each in own)
        shown = "-" if figure is None else f"{figure:.0f}"
        rows.append(
            f"<tr><td>{seat + 1} {escape(names[seat])}</td><td class='n'>{shown}</td>{counts}"
            f"<td class='n extra'>{lost:.1f}</td></tr>"
        )
    head = "<tr><th>player</th><th class='n'>of 100</th><th class='n'>slips</th><th class='n'>mistakes</th>"
    return f"<table>{head}<th class='n'>blunders</th><th class='n extra'>points lost</th></tr>{''.join(rows)}</table>"


def _turnings(analysis: Analysis, names: Sequence[str]) -> str:
    if not analysis.turnings:
        return "<p>Nothing yet.</p>"
    rows = [
        f"<tr><td>{escape(each.moment)}</td><td>{escape(names[each.seat])}</td>"
        f"<td class='n'>{100 * each.change:+.0f} % chance to win</td></tr>"
        for each in analysis.turnings
    ]
    return f"<table>{''.join(rows)}</table>"


def costly(analysis: Analysis) -> list[JudgedDecision]:
    """Returns the decisions with a mark, in game order."""
    return [each for each in analysis.decisions if each.mark is not None]


def _costly(analysis: Analysis, names: Sequence[str]) -> str:
    rows = []
    for each in costly(analysis):
        reasons = " ".join(sentence(reason, "en", names) for reason in each.reasons)
        rows.append(
            f"<tr><td>{escape(each.moment)}</td><td>{escape(names[each.seat])}</td>"
            f"<td><span class='{each.mark}'>{each.mark} −{each.loss.points:.1f}</span></td>"
            f"<td>{escape(str(each.move))}<br><small>better: {escape(str(each.best[0].move))}. "
            f"{escape(reasons)}</small></td></tr>"
        )
    if not rows:
        return "<p>No slip in this game.</p>"
    head = "<tr><th>moment</th><th>player</th><th>mark</th><th>move</th></tr>"
    return f"<table>{head}{''.join(rows)}</table>"

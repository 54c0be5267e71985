"""An analysis as one HTML file with charts. It has no scripts and loads nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from heptapolis.analysis.model import MARKS
from heptapolis.analysis.sentences import decimal, moment_words, move_words, sentence, texts
from heptapolis.rulebook.naming import term

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


class Words:
    """The texts of the page in one language."""

    def __init__(self, language: str) -> None:
        """Reads the texts."""
        self.language = language
        self._texts = texts(language)

    def __call__(self, key: str, **values: object) -> str:
        """Returns a text with its placeholders filled in."""
        return self._texts[f"page.{key}"].format_map(values)


class Series(NamedTuple):
    """One player's line in a chart."""

    name: str
    values: list[float]


def html_page(analysis: Analysis, names: Sequence[str], language: str = "en") -> str:
    """Returns an analysis as an HTML page.

    Args:
        analysis: The analysis.
        names: The players' names, by city.
        language: The language of the page.
    """
    words = Words(language)
    boxes = [
        words("players", n=analysis.players),
        words(f"edition-{analysis.edition}"),
        *(term(f"expansion.{box}", language) for box in analysis.expansions),
        words(f"mode-{analysis.mode}"),
    ]
    title = words("used", what=words("title"), how=", ".join(names[: analysis.players]))
    parts = [
        f"<!doctype html><html lang='{language}'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(words('title'))}</h1>",
        f"<p class='soft'>{escape(', '.join(boxes))}. {escape(words('judged', evaluator=analysis.evaluator))}</p>",
        f"<section><h2>{escape(words('expect'))}</h2>{_charts(analysis, names, words)}</section>",
        f"<section><h2>{escape(words('accuracy'))}</h2>{_accuracy(analysis, names, words)}</section>",
        f"<section><h2>{escape(words('decided'))}</h2>{_turnings(analysis, names, words)}</section>",
        f"<section><h2>{escape(words('costly'))}</h2>{_costly(analysis, names, words)}</section>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _charts(analysis: Analysis, names: Sequence[str], words: Words) -> str:
    points = [Series(names[seat], [turn.points[seat] for turn in analysis.turns]) for seat in range(analysis.players)]
    win = [Series(names[seat], [100 * turn.win[seat] for turn in analysis.turns]) for seat in range(analysis.players)]
    moments = [turn.moment for turn in analysis.turns]
    marks = [(each.line, each.seat) for each in analysis.decisions if each.mark in ("mistake", "blunder")]
    if not moments:
        return f"<p>{escape(words('nothing-to-draw'))}</p>"
    kinds = (("points", words("points"), words("expected"), points, ""), ("win", words("win"), words("win"), win, " %"))
    parts = [
        f"<input type='radio' name='by' id='by-{kind}'{' checked' if kind == 'points' else ''}>"
        f"<label for='by-{kind}'>{escape(label)}</label> "
        for kind, label, *_ in kinds
    ]
    for kind, _, title, series, unit in kinds:
        for size, width in (("wide", WIDE), ("narrow", NARROW)):
            drawn = chart(title, series, moments, marks, unit, width, words.language)
            parts.append(f"<div class='chart {kind} {size}'>{drawn}</div>")
    return "".join([*parts, f"<p class='soft'><small>{escape(words('triangles'))}</small></p>"])


def chart(
    title: str,
    series: Sequence[Series],
    moments: Sequence[str],
    marks: Sequence[tuple[int, int]],
    unit: str,
    width: int,
    language: str = "en",
) -> str:
    """Returns a line chart of all players over the game as SVG.

    Args:
        title: The title for screen readers.
        series: One line for each player, with a value for each moment.
        moments: The names of the moments.
        marks: The costly moves: index of the moment and seat.
        unit: The unit of the values.
        width: The width of the chart.
        language: The language of the moments.
    """
    values = [value for each in series for value in each.values]
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
        age = escape(moment_words(moments[place].partition(".")[0], language))
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
                    f"<title>{escape(each.name)}, {escape(moment_words(moments[place], language))}</title></path>"
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


def _accuracy(analysis: Analysis, names: Sequence[str], words: Words) -> str:
    rows = []
    for seat, figure in enumerate(analysis.accuracy):
        own = [each for each in analysis.decisions if each.seat == seat]
        counts = "".join(f"<td class='n'>{sum(each.mark == mark for each in own)}</td>" for mark in MARKS)
        lost = decimal(sum(each.loss.points for each in own), words.language)
        shown = "-" if figure is None else f"{figure:.0f}"
        rows.append(
            f"<tr><td>{seat + 1} {escape(names[seat])}</td><td class='n'>{shown}</td>{counts}"
            f"<td class='n extra'>{lost}</td></tr>"
        )
    heads = [f"<th class='n'>{escape(words(key))}</th>" for key in ("of-100", *(f"{mark}s" for mark in MARKS))]
    head = (
        f"<tr><th>{escape(words('player'))}</th>{''.join(heads)}<th class='n extra'>{escape(words('lost'))}</th></tr>"
    )
    return f"<table>{head}{''.join(rows)}</table>"


def _turnings(analysis: Analysis, names: Sequence[str], words: Words) -> str:
    if not analysis.turnings:
        return f"<p>{escape(words('nothing'))}</p>"
    rows = [
        f"<tr><td>{escape(moment_words(each.moment, words.language))}</td><td>{escape(names[each.seat])}</td>"
        f"<td class='n'>{escape(words('change', amount=signed(100 * each.change)))}</td></tr>"
        for each in analysis.turnings
    ]
    return f"<table>{''.join(rows)}</table>"


def signed(number: float) -> str:
    """Returns a rounded number with its sign."""
    return f"{number:+.0f}".replace("-", "−")


def costly(analysis: Analysis) -> list[JudgedDecision]:
    """Returns the decisions with a mark, in game order."""
    return [each for each in analysis.decisions if each.mark is not None]


def _costly(analysis: Analysis, names: Sequence[str], words: Words) -> str:
    rows = []
    for each in costly(analysis):
        reasons = " ".join(sentence(reason, words.language, names) for reason in each.reasons)
        better = words("better", move=move_words(each.best[0].move, words.language))
        lost = decimal(each.loss.points, words.language)
        rows.append(
            f"<tr><td>{escape(moment_words(each.moment, words.language))}</td><td>{escape(names[each.seat])}</td>"
            f"<td><span class='{each.mark}'>{escape(words(str(each.mark)))} −{lost}</span></td>"
            f"<td>{escape(move_words(each.move, words.language))}<br>"
            f"<small>{escape(better)} {escape(reasons)}</small></td></tr>"
        )
    if not rows:
        return f"<p>{escape(words('no-slip'))}</p>"
    heads = "".join(f"<th>{escape(words(key))}</th>" for key in ("moment", "player", "mark", "move"))
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"

"""Draws pictures for links: SVG from the client's art, turned into PNG by resvg."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from heptapolis.server.share.tags import HEIGHT, WIDTH

STATIC: Final = Path(__file__).parent.parent / "static"
SERIF: Final = "Source Serif Pro"
LONGEST: Final = 60
"""Characters of a line of text."""


@dataclass(frozen=True, slots=True)
class City:
    """A city in a picture."""

    wonder: str
    stages: int
    built: int
    name: str
    points: int | None = None


@cache
def art(static: Path = STATIC) -> dict[str, Any] | None:
    """The art that the client's build has written; None where the client is not built."""
    file = static / "art.json"
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def wonder_scene(drawn: dict[str, Any], city: City) -> str:
    """A wonder with its built and planned stages, in a field of 360 by 210."""
    found = drawn["wonders"].get(city.wonder)
    if found is None:
        return ""
    parts: list[str] = found["stages"]
    done = len(parts) if city.built >= city.stages else city.built * len(parts) // max(city.stages, 1)
    stages = "".join(f'<g class="st {"built" if at < done else "ghost"}">{part}</g>' for at, part in enumerate(parts))
    return f'<g class="bg">{found["behind"]}</g>{stages}{found["before"]}{found["ground"]}'


def svg(title: str, note: str, cities: list[City], drawn: dict[str, Any]) -> str:
    """A picture with a title, a sentence and a row of cities."""
    shown = cities[:7]
    width = (WIDTH - 80) / max(len(shown), 1)
    scale = min(width / 360, 1.15)
    parts = []
    for at, city in enumerate(shown):
        x = 40 + at * width + (width - 360 * scale) / 2
        top = 500 - 176 * scale
        parts.append(
            f'<svg x="{x:.1f}" y="{top:.1f}" width="{360 * scale:.1f}" height="{210 * scale:.1f}" '
            f'viewBox="0 0 360 210">'
            f'<g class="fig">{wonder_scene(drawn, city)}</g></svg>'
        )
        middle = 40 + (at + 0.5) * width
        size = min(28, width / 8)
        parts.append(_text(city.name, middle, 560, size, "#1b110b", anchor="middle", most=int(width / size * 2)))
        if city.points is not None:
            parts.append(_text(str(city.points), middle, 600, 34, "#1b110b", anchor="middle"))
    meander = "".join(f'<path d="M{x} 0h24v16h-16v-8h8" />' for x in range(0, WIDTH, 32))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"<style>{drawn['style']}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#120c08"/>'
        f'<rect y="212" width="{WIDTH}" height="{HEIGHT - 212}" fill="#e08a4c"/>'
        f'<g transform="translate(4 186)" fill="none" stroke="#e08a4c" stroke-width="3">{meander}</g>'
        f'<svg x="1064" y="40" width="96" height="96" viewBox="0 0 64 64">{drawn["logo"]}</svg>'
        f"{_text(title, 40, 92, 54, '#f6ebd7', most=34)}{_text(note, 40, 148, 32, '#d3bfa2')}"
        f"{''.join(parts)}</svg>"
    )


def _text(text: str, x: float, y: float, size: float, color: str, anchor: str = "start", most: int = LONGEST) -> str:
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-weight="700" font-size="{size:.1f}" fill="{color}" '
        f'text-anchor="{anchor}">{escape(cut)}</text>'
    )


def png(drawing: str) -> bytes:
    """An SVG as a PNG. Only our own drawings come here; fonts of the machine are not used, nor is any other file."""
    import resvg_py  # imported late: only servers whose links are shared need it

    font = files("font_source_serif_pro").joinpath("files", "SourceSerifPro-Bold.ttf")
    return bytes(
        resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True, font_files=[str(font)], font_family=SERIF)
    )

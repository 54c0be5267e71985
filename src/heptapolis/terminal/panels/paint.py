"""Styled pieces of text: symbols in their colors, cut to a width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from heptapolis.rulebook import RESOURCES
from heptapolis.terminal import signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from heptapolis.rulebook import EffectSpec
    from heptapolis.terminal.words import Words

GOLD = signs.PAINT["yellow"]
GOOD = "#7fd18c"
BAD = "#f0705e"
DIM = "#8d93a5"
BRIGHT = "bold #ffffff"


def fit(text: Text, width: int) -> Text:
    """The text on one line, cut with an ellipsis if it is too long."""
    text = text.copy()
    text.truncate(max(width, 1), overflow="ellipsis")
    text.no_wrap = True
    return text


def padded(text: str, width: int) -> str:
    """A text of exactly this many cells."""
    if cell_len(text) > width:
        return set_cell_size(text, max(width - 1, 0)) + "…"
    return set_cell_size(text, width)


def column(text: Text, width: int) -> Text:
    """A styled text of exactly this many cells."""
    text = fit(text, width)
    text.pad_right(max(width - text.cell_len, 0))
    return text


def row(parts: Iterable[Text | str]) -> Text:
    """Pieces side by side."""
    line = Text()
    for part in parts:
        line.append(part) if isinstance(part, str) else line.append_text(part)
    return line


def wrapped(text: Text | str, width: int, indent: str = "") -> list[Text]:
    """A paragraph in lines of this width; those after the first are indented."""
    text = Text(text) if isinstance(text, str) else text
    lines = list(text.wrap(_CONSOLE, max(width - len(indent), 8)))
    return [line if index == 0 else row([indent, line]) for index, line in enumerate(lines)]


def coins(number: int) -> Text:
    """A number of coins."""
    return Text(f"{number}{signs.COIN}", GOLD)


def cost(number: int, resources: Mapping[str, int], words: Words) -> Text:
    """A cost in colored letters."""
    text = Text()
    if number:
        text.append_text(coins(number))
    for name in RESOURCES:
        if resources.get(name):
            if text:
                text.append(" ")
            text.append(words.letter(name) * resources[name], f"bold {signs.RESOURCE_PAINT[name]}")
    return text


def producer(resources: Sequence[str], amount: int, words: Words) -> Text:
    """The production of a card in colored letters."""
    text = Text()
    for _ in range(amount):
        for index, name in enumerate(resources):
            text.append("/" if index else "", DIM)
            text.append(words.letter(name), f"bold {signs.RESOURCE_PAINT[name]}")
    return text


def effects(specs: Iterable[EffectSpec], words: Words) -> Text:
    """The effects of a card in colored symbols."""
    text = Text()
    for spec in specs:
        if text:
            text.append(" ")
        if spec.kind == "produce":
            resources, amount = spec.args["resources"], spec.args["amount"]
            assert isinstance(resources, tuple) and isinstance(amount, int), "the loader checks it"
            text.append("+").append_text(producer(resources, amount, words))
            continue
        for letter in signs.effect_signs(spec, words):
            text.append(letter, _SIGN_PAINT.get(letter, ""))
    return text


def result(number: int) -> Text:
    """A gain or loss with its sign, in color."""
    word = f"+{number}" if number > 0 else f"−{-number}" if number else "0"
    return Text(word, f"bold {GOOD}" if number > 0 else f"bold {BAD}" if number < 0 else DIM)


def card_name(color: str, name: str) -> Text:
    """A card's name with the symbol and color of its kind."""
    return Text(f"{signs.COLOR_SIGNS[color]} {name}", signs.PAINT[color])


_SIGN_PAINT = {
    signs.COIN: GOLD,
    signs.SHIELD: signs.PAINT["red"],
    signs.POINT: signs.PAINT["blue"],
    **{sign: signs.PAINT[color] for color, sign in signs.COLOR_SIGNS.items()},
    **dict.fromkeys(signs.SCIENCE.values(), signs.PAINT["green"]),
}


_CONSOLE = Console(width=200)  # only for measuring; nothing is printed to it

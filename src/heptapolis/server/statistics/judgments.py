"""What the statistics keep of an analysis, for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

POINTS: Final = 14
"""The most points of a line."""


@dataclass(frozen=True, slots=True)
class Judgment:
    """How the sage judges one seat of a game."""

    accuracy: int
    """In tenths."""
    lost: int
    """Points lost a turn, the mean, in hundredths."""
    line: str
    """The expected points over the game, in tenths, with commas between them; the last is the result."""


def judgments_in(document: Mapping[str, Any]) -> list[Judgment | None]:
    """The judgments in the document of an analysis, by seat; None where nothing was at stake.

    Nothing at all if another version has written the document in another form.
    """
    try:
        return [_judgment(document, seat, accuracy) for seat, accuracy in enumerate(document["accuracy"])]
    except (KeyError, TypeError, IndexError, ZeroDivisionError):
        return []


def _judgment(document: Mapping[str, Any], seat: int, accuracy: float | None) -> Judgment | None:
    if accuracy is None:
        return None
    mine = [each for each in document["decisions"] if each["seat"] == seat]
    turns = {each["line"] for each in mine}
    lost = sum(each["loss"]["points"] for each in mine) / len(turns)
    line = _thinned([turn["points"][seat] for turn in document["turns"]])
    return Judgment(round(10 * accuracy), round(100 * lost), ",".join(str(round(10 * points)) for points in line))


def _thinned(line: Sequence[float]) -> Sequence[float]:
    """At most ``POINTS`` of these, the first and the last among them."""
    if len(line) <= POINTS:
        return line
    return [line[round(at * (len(line) - 1) / (POINTS - 1))] for at in range(POINTS)]


def points_of(line: str | None) -> list[float]:
    """The expected points of a stored line."""
    return [int(each) / 10 for each in line.split(",")] if line else []

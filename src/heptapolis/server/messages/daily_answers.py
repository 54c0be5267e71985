"""Bodies of HTTP responses about the daily deal."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heptapolis.server.messages.parts import Options, Person
from heptapolis.server.messages.words import Level

DailyState = Literal["new", "playing", "late", "over"]
"""Of my game: not begun, not finished, finished after the day, finished in time."""


class DailyResult(TypedDict):
    """How somebody has played the deal of a day."""

    person: Person
    rank: int | None
    """Among accounts; null for guests and programs, who are not ranked."""
    points: int
    place: int
    """At the table, among the bots."""
    categories: list[int]
    """Points by category, in the order of the score sheet."""
    table: str
    """The game, whose replay can be opened."""
    you: bool


class DailySage(TypedDict):
    """How the sage has played the deal of a day."""

    points: int
    place: int
    categories: list[int]
    table: str


class DailyResults(TypedDict):
    """All results of a day."""

    results: list[DailyResult]
    """Most points first; only the first thousand, and mine."""
    count: int
    """How many people have finished it in time."""
    ranked: int
    """How many of them are accounts."""
    sage: DailySage | None
    """Null until the sage has finished, too."""


class DailyDay(TypedDict):
    """The deal of a day."""

    day: str
    ends: int
    """When it can no longer be played, in milliseconds since 1970."""
    now: int
    """The server's time."""
    options: Options
    level: Level
    state: DailyState
    table: str | None
    """My game."""
    streak: int
    """Days in a row on which I have finished the deal, up to this one or the one before."""
    longest: int
    """My longest streak."""
    categories: list[str]
    """The rows of the score sheet, in the order of ``categories`` of the results."""
    results: DailyResults | None
    """Null until I have finished or the day is over."""
    secret: str | None
    """What boards, hands and bots of the day follow from; null until the day is over."""


class DailyMonthDay(TypedDict):
    """A day in the view of a month."""

    day: str
    options: Options
    state: DailyState
    table: str | None
    points: int | None
    """Mine; null unless I have finished in time."""
    rank: int | None
    best: int | None
    """The most points of an account; null until the day is over or I have finished."""
    count: int | None
    """How many people have finished; null likewise."""


class DailyMonth(TypedDict):
    """The deals of a month, as far as the calendar has come."""

    month: str
    days: list[DailyMonthDay]
    streak: int
    longest: int

"""The answers about statistics."""

from __future__ import annotations

from typing_extensions import TypedDict

from heptapolis.record.json_types import Side
from heptapolis.server.messages.parts import Person
from heptapolis.server.messages.rating_answers import PersonRating
from heptapolis.server.messages.words import Category, Edition, Mode, Rated


class Share(TypedDict):
    """How often games of one kind were won."""

    key: str
    """The number of players, the edition, the boxes joined by plus signs, or the way."""
    games: int
    won: int
    chance: float
    """The share that luck alone would win."""
    points: float
    """Points, the mean of a game."""


class BoardShare(TypedDict):
    """How often a side of a wonder won."""

    wonder: str
    side: Side
    games: int
    won: int
    chance: float
    """The share that luck alone would win."""
    low: float
    """The share won is between ``low`` and ``high`` with 95 % certainty."""
    high: float
    points: float


class CategoryMean(TypedDict):
    """The mean points of a row of the score sheet."""

    category: Category
    mean: float
    everybody: float | None
    """The mean of all cities at tables of the same size, edition and boxes; null while there are too few."""


class PlayedGame(TypedDict):
    """A finished game of a person."""

    table: str
    page: str
    """The permanent page of the game, as a path on this server."""
    replay: str
    """Its replay, likewise."""
    ended: int
    """Milliseconds since 1970."""
    public: bool
    edition: Edition
    boxes: str
    mode: Mode
    players: int
    wonder: str
    side: Side
    place: int
    won: bool
    points: int
    categories: dict[str, int]
    """The points by row of the score sheet."""
    accuracy: float | None
    """From 0 to 100, where the game was analysed."""
    lost: float | None
    """Points lost a turn by the sage's judgment, the mean, likewise."""
    line: list[float]
    """Up to 14 expected numbers of points over the game, likewise; the last is the result."""
    rated: Rated
    change: int | None
    """What it changed in the rating of the person."""


class GamesBehind(TypedDict):
    """Games behind a number of a profile, the latest first; for a category those with most points in it."""

    games: list[PlayedGame]
    more: bool
    """Whether there are more than these twenty; ask with ``skip`` for the next ones."""


class HeadToHead(TypedDict):
    """Games with one other person."""

    person: Person
    games: int
    ahead: int
    behind: int


class Streak(TypedDict):
    """Games won one after the other."""

    now: int
    longest: int


class ProfileChoice(TypedDict):
    """What others may see of a person."""

    shown: bool
    """Whether others may open the profile."""
    listed: bool
    """Whether leaderboards name the person."""


class Profile(TypedDict):
    """What the statistics know about a person. To others, only games at public tables count."""

    person: Person
    own: bool
    """Whether it is the profile of the person who asks."""
    choice: ProfileChoice
    since: int
    """When the person first came, in milliseconds since 1970."""
    games: int
    won: int
    chance: float
    """The share that luck alone would win."""
    place: float | None
    """The mean place; null without games."""
    points: float | None
    accuracy: float | None
    """The mean accuracy of the analysed games."""
    lost: float | None
    """The mean of points lost a turn in the analysed games."""
    judged: int
    """How many games were analysed."""
    streak: Streak
    boards: list[BoardShare]
    players: list[Share]
    editions: list[Share]
    boxes: list[Share]
    ways: list[Share]
    categories: list[CategoryMean]
    ratings: list[PersonRating]
    """Of all rated games; nothing without one."""
    last: list[PlayedGame]
    against: list[HeadToHead]


class Day(TypedDict):
    """The games that ended on a day."""

    day: str
    """As in 2026-11-16, in universal time."""
    games: int


class TableSize(TypedDict):
    """The games with one number of players."""

    players: int
    games: int
    points: float
    """The mean of all cities."""
    winner: float
    """The mean of the best city."""


class RecordGame(TypedDict):
    """A game that stands out."""

    table: str
    page: str
    replay: str
    ended: int
    players: int
    edition: Edition
    boxes: str
    mode: Mode
    seconds: int
    margin: int
    """By how many points the winner was ahead."""
    best: int
    """Most points of a city."""


class HostStatistics(TypedDict):
    """The games at the public tables of this server."""

    games: int
    days: list[Day]
    """The last sixty days on which a game ended, the first day first."""
    boards: list[BoardShare]
    sizes: list[TableSize]
    longest: list[RecordGame]
    closest: list[RecordGame]
    best: list[RecordGame]
    """The most points of a city; without games in which somebody had help."""

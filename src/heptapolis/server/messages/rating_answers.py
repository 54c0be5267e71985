"""The answers about ratings."""

from __future__ import annotations

from typing_extensions import TypedDict

from heptapolis.server.messages.parts import Person
from heptapolis.server.messages.words import Rated, RatingKind


class RatingPoint(TypedDict):
    """A rating after a game."""

    ended: int
    rating: int
    spread: int


class PersonRating(TypedDict):
    """The rating of a person in one kind of games."""

    kind: RatingKind
    rating: int
    """A newcomer has 1500."""
    spread: int
    """The true rating is within this distance of it with 95 % certainty."""
    games: int
    provisional: bool
    """Whether there are fewer than ten games."""
    history: list[RatingPoint]
    """After each game, the first game first; at most the last 200."""


class LeaderboardRow(TypedDict):
    """A person on a leaderboard."""

    rank: int
    person: Person
    rating: int
    spread: int
    games: int
    ended: int
    """When the last rated game ended, in milliseconds since 1970."""
    you: bool


class Leaderboard(TypedDict):
    """The people who want to be listed, the best first by what their rating is at least."""

    kind: RatingKind
    people: int
    """How many there are; the list has the first hundred, and the person who asks."""
    rows: list[LeaderboardRow]


class RatingChange(TypedDict):
    """What a game changed for one seat."""

    seat: int
    rating: int
    """After the game."""
    change: int
    weight: float
    """How much the game counted, from 0 to 1: the same people again and again count less."""


class GameRatings(TypedDict):
    """What a finished game meant for ratings."""

    rated: Rated
    changes: list[RatingChange]
    """For the person who asks, and for people on the leaderboards."""

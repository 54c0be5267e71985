"""The parts that several messages share: options of a table, seats, people, moves, scores."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Edition = Literal["first", "second"]
Expansion = Literal["leaders", "cities", "manneken-pis"]
Mode = Literal["standard", "free-city", "teams"]
Level = Literal["easy", "normal", "hard", "expert", "sage"]
Clock = Literal["none", "30s", "90s", "day", "three-days"]
Phase = Literal["side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt", "over"]
Action = Literal["build", "wonder", "discard", "pass", "dig", "copy", "settle", "side", "draft", "recruit"]
Side = Literal["A", "B", "day", "night"]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "oops", "hurry", "wow", "one-moment", "good-game"]

SourceKind = Literal[
    "card",
    "leader",
    "copied-leader",
    "copied-guild",
    "stage",
    "victories",
    "defeats",
    "coins",
    "debt",
    "family",
    "sets",
    "set-bonus",
]
"""What points come from, as ``engine.breakdown`` names it."""

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
PersonId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,24}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=7, strict=True)]
Small = Annotated[int, Field(ge=0, le=9999, strict=True)]


class Part(BaseModel):
    """A value inside messages: closed, so that a misspelled field is an error and not a silence."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Options(Part):
    """What a table plays and how; chosen by whoever opens it, changed by its host until the start."""

    edition: Edition = "first"
    expansions: list[Expansion] = Field(default=[], max_length=3)
    mode: Mode = "standard"
    seats: Annotated[int, Field(ge=2, le=8, strict=True)] = 3
    """People and bots; the Free City of the two-player game is not counted."""
    boards: list[Name | None] = Field(default=[], max_length=8)
    """Wonders by seat; null or missing: drawn at random."""
    sides: list[Side | None] = Field(default=[], max_length=8)
    """Sides by seat; null or missing: random (second edition: the owner is asked)."""
    clock: Clock = "none"
    """Time for each decision; when it runs out a bot decides."""
    public: bool = False
    """Whether the table is in the list of open and running tables; otherwise it is found by its link only."""
    show_scores: bool = False
    """Whether everybody sees the running score."""
    clock_level: Level = "normal"
    """The bot that decides when the clock has run out or a person is away."""


class Person(Part):
    """Somebody, as others see them."""

    id: PersonId
    name: str
    kind: Literal["guest", "account", "program"]


class Seat(Part):
    """A place at the table, and who has it."""

    seat: SeatNumber
    person: Person | None = None
    """Its owner; also while a bot sits in."""
    bot: Level | None = None
    """The bot that plays here: for itself where there is no owner, else until the owner is back."""
    ready: bool = False
    present: bool = False
    """Whether the owner is connected now."""
    away_since: int | None = None
    """Milliseconds since 1970: when the owner's last connection ended."""
    can_relieve: bool = False
    """Whether the owner has been away longer than the grace time, so that any player may put a bot in."""


class ChatLine(Part):
    """One line of the chat."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    person: Person
    seat: SeatNumber | None = None
    to: Literal["table", "partner"]
    text: str | None = None
    """Free text, to be shown as text and nothing else."""
    phrase: Phrase | None = None
    """A quick phrase, which the client translates."""


class Pay(Part):
    """Coins for what is bought; those of the printed cost are not in it."""

    left: Small = 0
    right: Small = 0
    bank: Small = 0


class MoveText(Part):
    """A move as the position contract writes it."""

    player: SeatNumber
    action: Action
    card: Name | None = None
    pay: Pay | None = None
    using: Name | None = None
    copy_: Literal["left", "right"] | None = Field(default=None, alias="copy")
    city: SeatNumber | None = None
    coins: Small | None = None
    side: Side | None = None


class Reason(Part):
    """Why something is not possible: a key that the client translates, and the figures in it."""

    code: str
    key: str
    figures: dict[str, int] = {}


class Score(Part):
    """Points of a city by category."""

    seat: SeatNumber
    military: int
    treasury: int
    wonder: int
    civilian: int
    science: int
    commerce: int
    guilds: int
    cities: int
    leaders: int
    total: int


class TeamScore(Part):
    """The sum of partners."""

    seats: list[SeatNumber]
    total: int


class ScoreSource(Part):
    """Where some points come from."""

    kind: SourceKind
    name: str
    """The card, leader, wonder or symbol; ``left`` or ``right`` for tokens; empty where there is none."""
    number: int
    """The stage, or how many."""
    points: int


class Breakdown(Part):
    """For one city, by category, where its points come from."""

    seat: SeatNumber
    sources: dict[str, list[ScoreSource]]


class Result(Part):
    """How the game ended."""

    scores: list[Score]
    winners: list[SeatNumber]
    teams: list[TeamScore] | None = None
    breakdown: list[Breakdown]
    buried: list[list[str | None]]
    """The cards under the stages, by seat, now revealed."""
    record: str
    """Where the record of the game can be downloaded, as a path on this server."""
    page: str
    """The permanent page of the game, as a path on this server."""

"""The parts that several messages of the server share: options of a table, seats, people, scores."""

from __future__ import annotations

from typing_extensions import TypedDict

from heptapolis.record.json_types import Side
from heptapolis.server.messages.words import (
    BotName,
    ChatTo,
    Clock,
    Edition,
    Expansion,
    Level,
    MaintenanceMode,
    Mode,
    PersonKind,
    Phrase,
    SourceKind,
)


class Options(TypedDict):
    """What a table plays and how; the host can change it until the start."""

    edition: Edition
    expansions: list[Expansion]
    mode: Mode
    seats: int
    """People and bots; the Free City of the two-player game is not counted."""
    boards: list[str | None]
    """Wonders by seat; null or missing: drawn at random."""
    sides: list[Side | None]
    """Sides by seat; null or missing: random (second edition: the owner is asked)."""
    clock: Clock
    """Time for each decision; when it runs out a bot decides."""
    public: bool
    """Whether the table is in the list of open and running tables; otherwise it is found by its link only."""
    show_scores: bool
    """Whether everyone sees the current scores."""
    clock_level: Level
    """The bot that decides when the clock has run out or a person is away."""
    coach: bool
    """Whether players may ask what the sage would do; against bots alone they always may."""
    rated: bool
    """Whether the game counts for ratings: a public table with a clock, without coach, undo and chosen boards."""


class HostMessage(TypedDict):
    """What the host tells everybody."""

    text: str
    at: int
    until: int


class Notice(TypedDict):
    """The host's message, if there is one, and whether the server is under maintenance."""

    message: HostMessage | None
    maintenance: MaintenanceMode


class Person(TypedDict):
    """A person, as others see them."""

    id: str
    name: str
    kind: PersonKind


class ListedSeat(TypedDict):
    """A seat in a list of tables."""

    seat: int
    person: Person | None
    """Its owner; also while a bot sits in."""
    bot: BotName | None
    """The bot that plays here: for itself where there is no owner, else until the owner is back."""


class Seat(ListedSeat):
    """A seat, and who has it."""

    ready: bool
    present: bool
    """Whether the owner is connected now."""
    away_since: int | None
    """Milliseconds since 1970: when the owner's last connection ended."""
    can_relieve: bool
    """Whether the owner has been away longer than the grace time, so that any player may put a bot in."""


class SeatRequest(TypedDict):
    """A person who asks for a seat of a running game."""

    seat: int
    person: Person
    agreed: list[int]
    """The seats of the people who agree so far; all seated people must, before the next age begins."""


class ChatLine(TypedDict):
    """One line of the chat: free text or a quick phrase."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    person: Person
    seat: int | None
    """The seat of the sender; null for a spectator."""
    to: ChatTo
    text: str | None
    """Free text, to be shown as text and nothing else."""
    phrase: Phrase | None
    """A quick phrase, which the client translates."""


class Reason(TypedDict):
    """Why something is not possible: a key that the client translates, and the figures in it."""

    code: str
    key: str
    figures: dict[str, int]


class Score(TypedDict):
    """Points of a city by category."""

    seat: int
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


class TeamScore(TypedDict):
    """The score of a team."""

    seats: list[int]
    total: int


class ScoreSource(TypedDict):
    """A source of points."""

    kind: SourceKind
    name: str
    """The card, leader, wonder or symbol; ``left`` or ``right`` for tokens; empty where there is none."""
    number: int
    """The stage, or how many."""
    points: int


class Breakdown(TypedDict):
    """The sources of the points of one city, by category."""

    seat: int
    sources: dict[str, list[ScoreSource]]


class Result(TypedDict):
    """The result of a game."""

    scores: list[Score]
    winners: list[int]
    teams: list[TeamScore] | None
    """The sum of each pair of partners in a team game."""
    breakdown: list[Breakdown]
    buried: list[list[str | None]]
    """The cards under the stages, by seat, now revealed."""
    record: str
    """Where the record of the game can be downloaded, as a path on this server."""
    page: str
    """The permanent page of the game, as a path on this server."""

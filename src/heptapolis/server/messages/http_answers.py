"""Bodies of HTTP responses; those of larger parts have modules of their own."""

from __future__ import annotations

from typing_extensions import TypedDict

from heptapolis.record.json_types import Side, ViewDocument
from heptapolis.server.messages.parts import ListedSeat, Options, Person, Result, Seat, TeamScore
from heptapolis.server.messages.words import BotName, Clock, Edition, Expansion, Level, Mode, Status


class Me(TypedDict):
    """Who you are."""

    person: Person | None
    account: str | None
    admin: bool
    """Whether the host's tools are open to you."""
    banned_until: int | None
    """Until when you are banned; 0 until it is lifted, null without a ban."""


class AccountDetails(TypedDict):
    """What only the owner of an account sees."""

    email: str | None
    """For password resets."""
    mail: bool
    """Whether this server can send mails."""
    deletion: int | None
    """When the account will be deleted; null: it stays."""


class Session(TypedDict):
    """A browser in which an account is logged in."""

    id: str
    current: bool
    """Whether it is the one that asks."""
    created: int
    seen: int
    """When it was last used, to the hour."""
    agent: str
    """What the browser calls itself."""


class ExportedGame(TypedDict):
    """A table at which the person has a seat."""

    table: str
    status: Status
    created: int
    changed: int
    record: str | None
    """Of a finished game, as text."""


class ExportedLine(TypedDict):
    """Something the person said at a table."""

    table: str
    at: int
    text: str


class Export(TypedDict):
    """Everything that the server knows about the person."""

    person: Person
    account: str | None
    created: int
    email: str | None
    deletion: int | None
    sessions: list[Session]
    tokens: list[Token]
    muted: list[str]
    """Ids of the people whose chat the person does not want to see."""
    games: list[ExportedGame]
    chat: list[ExportedLine]


class Token(TypedDict):
    """A token of a program; the secret is shown only when it is created."""

    id: str
    name: str
    created: int
    secret: str | None


class NewTableAnswer(TypedDict):
    """The new table."""

    table: str
    link: str


class CodeAnswer(TypedDict):
    """The table with a code."""

    table: str
    link: str


class TableSummary(TypedDict):
    """A table in a list."""

    table: str
    link: str
    status: Status
    options: Options
    host: str | None
    seats: list[ListedSeat]
    free: int
    """Seats that can be taken."""
    age: int | None
    created: int
    changed: int
    you: int | None
    your_turn: bool
    """Whether the table waits for you."""
    deadline: int | None
    """When the clock of the present decision runs out; null without a clock."""
    ended: int | None
    """When the last card was played; `changed` moves on with the chat."""
    winners: list[int] | None
    totals: list[int] | None
    teams: list[TeamScore] | None
    """The sum of each pair of partners in a team game that has ended."""


class TableList(TypedDict):
    """Tables, last changed first."""

    tables: list[TableSummary]
    more: bool
    """Whether there are more than are shown."""


class PushKey(TypedDict):
    """The key with which a browser subscribes to messages."""

    key: str


class PushAnswer(TypedDict):
    """Whether this browser is told when it is my turn."""

    subscribed: bool


class MyTables(TypedDict):
    """My tables that are not finished: those that wait for me first, then by the time left."""

    tables: list[TableSummary]
    now: int
    """The server's time, for the time left."""


class FinishedGame(TypedDict):
    """The permanent page of a finished game."""

    table: str
    options: Options
    seats: list[Seat]
    ended: int
    begun: str | None
    """The moment of a recorded game at which this one began; such a game is not rated."""
    coached: bool
    """Whether a player had asked for advice; such a game is not rated."""
    taken_back: int
    """How many turns were taken back; such a game is not rated."""
    daily: str | None
    """The day whose deal was played."""
    result: Result
    view: ViewDocument
    """The last position with everything shown (``heptapolis-view/1``)."""


class ProgramList(TypedDict):
    """The programs that wait to be invited to a table, by name."""

    programs: list[str]


class Combination(TypedDict):
    """Player counts that an edition, its boxes and a mode allow."""

    edition: Edition
    expansions: list[Expansion]
    mode: Mode
    seats: list[int]
    boards: list[str]
    sides: list[Side]


class Choices(TypedDict):
    """The options of a new table that the rules allow."""

    combinations: list[Combination]
    levels: list[Level]
    bots: list[BotName]
    """Bots of the host, offered beside the levels."""
    clocks: dict[Clock, int | None]
    """Seconds for each decision; null: no clock."""
    phrases: list[str]
    languages: list[str]
    grace_seconds: int


class ErrorAnswer(TypedDict):
    """An error: a stable code and its parameters."""

    code: str
    params: dict[str, str | int]

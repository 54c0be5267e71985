"""Bodies of HTTP responses to admins."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heptapolis.server.messages.http_answers import TableSummary
from heptapolis.server.messages.parts import Notice, Person
from heptapolis.server.messages.words import (
    ChatTo,
    NameRule,
    Phrase,
    ReportAbout,
    ReportStatus,
    SanctionKind,
)


class AdminHome(TypedDict):
    """What an admin may do at the moment."""

    second_factor: Literal["missing", "needed", "confirmed"]
    """Not set up yet; set up, but this session has given no code; or all is open."""
    notice: Notice
    open_reports: int
    """0 as long as the second factor is not confirmed."""


class SecondFactor(TypedDict):
    """A new secret for an authenticator app."""

    secret: str
    uri: str
    """For a QR code."""


class RecoveryCodes(TypedDict):
    """Codes for the day when the app is lost; each works once."""

    codes: list[str]


class AdminTables(TypedDict):
    """Tables, last changed first."""

    tables: list[TableSummary]
    more: bool


class ConnectedPerson(TypedDict):
    """A person who is connected now."""

    person: Person
    account: str | None
    table: str | None
    address: str


class FoundPerson(TypedDict):
    """A person found by name."""

    person: Person
    account: str | None
    created: int


class Sanction(TypedDict):
    """A mute or ban that is in force."""

    id: str
    kind: SanctionKind
    person: Person | None
    addresses: str | None
    until: int | None
    """Null: until it is lifted."""
    at: int
    reason: str


class RuledName(TypedDict):
    """A reserved or forbidden name."""

    name: str
    kind: NameRule
    at: int


class ReportedLine(TypedDict):
    """A line of chat in a report."""

    at: int
    person: Person
    to: ChatTo
    text: str | None
    phrase: Phrase | None


class Report(TypedDict):
    """What a player has reported."""

    id: str
    at: int
    table: str
    reporter: Person
    person: Person
    about: ReportAbout
    note: str
    status: ReportStatus
    chat: list[ReportedLine]
    """What the reporter could read, up to then."""


class ReportList(TypedDict):
    """Reports, latest first."""

    reports: list[Report]
    more: bool


class ProcessUsage(TypedDict):
    """What one process of the server is using."""

    process: str
    at: int
    started: int
    cpu_percent: int
    """Of one core."""
    memory_bytes: int
    sockets: int
    tables: int
    messages_per_second: float


class ServerUsage(TypedDict):
    """What the server is using."""

    version: str
    processes: list[ProcessUsage]
    people: int
    """Different people who are connected."""
    unfinished_tables: int
    database_bytes: int | None
    disk_free_bytes: int | None


class AuditLine(TypedDict):
    """Something the host or an admin did."""

    id: str
    at: int
    by: str
    """The name of the admin, or ``host`` for the command line."""
    act: str
    target: str
    reason: str


class AuditLog(TypedDict):
    """The audit log, latest first."""

    lines: list[AuditLine]
    more: bool

"""The rows of a backup, as models: a file must not bring anything into a server that a request could not."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from heptapolis.server.admin.acts import clean_range
from heptapolis.server.messages.client_messages import OptionsInput, PersonId, SeatNumber, TableId
from heptapolis.server.messages.http_requests import Email
from heptapolis.server.messages.words import (
    ChatTo,
    NameRule,
    PersonKind,
    Phrase,
    ReportAbout,
    ReportStatus,
    SanctionKind,
    Status,
)
from heptapolis.server.tables.event_models import AllowedBot, Day, JoinCode, check_event, first_error

Milliseconds = Annotated[int, Field(ge=0, le=2**53)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
StoredName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Account = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_.-]{3,24}$")]
PasswordHash = Annotated[str, StringConstraints(pattern=r"^\$argon2id?\$[A-Za-z0-9+/=,$]{20,180}$")]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
LongText = Annotated[str, StringConstraints(max_length=300)]
TokenId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,24}$")]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class _ListedSeat(_Row):
    seat: SeatNumber
    person: PersonId | None
    bot: AllowedBot | None


class _Team(_Row):
    seats: list[SeatNumber]
    total: int


class _Summary(_Row):
    """What a list shows of a table, see ``serializers.StoredSummary``."""

    status: Status
    options: OptionsInput
    host: PersonId | None
    seats: Annotated[list[_ListedSeat], Field(max_length=8)]
    created: Milliseconds
    changed: Milliseconds
    age: int | None = None
    waiting: list[SeatNumber] | None = None
    deadline: Milliseconds | None = None
    ended: Milliseconds | None = None
    winners: list[SeatNumber] | None = None
    totals: list[int] | None = None
    teams: list[_Team] | None = None


def _summary(text: str, info: ValidationInfo) -> str:
    _Summary.model_validate(orjson.loads(text), context=info.context)
    return text


class _ReportedLine(_Row):
    at: Milliseconds
    person: PersonId
    to: ChatTo
    text: LongText | None
    phrase: Phrase | None


def _reported(text: str) -> str:
    for line in orjson.loads(text):
        _ReportedLine.model_validate(line)
    return text


def _hashes(text: str) -> str:
    TypeAdapter(list[Sha256]).validate_json(text)
    return text


class _PersonRow(_Row):
    id: PersonId
    kind: PersonKind
    name: StoredName
    account: Account | None
    password: PasswordHash | None
    epoch: Count
    created: Milliseconds
    forgotten: bool


class _TokenRow(_Row):
    id: TokenId
    owner: PersonId
    person: PersonId
    name: StoredName
    hash: Sha256
    created: Milliseconds


class _MuteRow(_Row):
    person: PersonId
    muted: PersonId


class _TableRow(_Row):
    id: TableId
    status: Status
    public: bool
    created: Milliseconds
    changed: Milliseconds
    deadline: Milliseconds | None
    bots_due: bool
    summary: Annotated[str, AfterValidator(_summary)]
    owner: str | None
    lease: Milliseconds
    code: JoinCode | None = None


class _SeatRow(_Row):
    person: PersonId
    table_id: TableId


class _EventRow(_Row):
    table_id: TableId
    seq: Annotated[int, Field(ge=1, le=2**31 - 1)]
    at: Milliseconds
    kind: str
    data: str


class _Archived(_Row):
    table: _TableRow
    seats: list[_SeatRow]
    events: list[_EventRow]


class _ArchiveRow(_Row):
    id: TableId
    removed: Milliseconds
    data: str


class _RevocationRow(_Row):
    id: TokenId
    person: PersonId
    session: Sha256 | None
    at: Milliseconds


class _ProfileRow(_Row):
    person: PersonId
    shown: bool
    listed: bool


class _DailyRow(_Row):
    day: Day
    secret: Sha256


class _DailyPlayRow(_Row):
    day: Day
    person: PersonId
    table_id: TableId


class _AdminRow(_Row):
    person: PersonId
    granted: Milliseconds
    totp: Annotated[str, StringConstraints(pattern=r"^[A-Z2-7]{16,64}$")] | None
    totp_set_up: bool
    totp_step: Annotated[int, Field(ge=0, le=2**53)]
    recovery: Annotated[str, AfterValidator(_hashes)]


class _SanctionRow(_Row):
    id: TokenId
    kind: SanctionKind
    person: PersonId | None
    addresses: Annotated[str, AfterValidator(clean_range)] | None
    until: Milliseconds | None
    at: Milliseconds
    reason: LongText


class _NameRow(_Row):
    name: StoredName
    kind: NameRule
    at: Milliseconds


class _ReportRow(_Row):
    id: TokenId
    at: Milliseconds
    table_id: TableId
    reporter: PersonId
    person: PersonId
    about: ReportAbout
    note: LongText
    chat: Annotated[str, AfterValidator(_reported)]
    status: ReportStatus


class _VoidedRow(_Row):
    table_id: TableId
    at: Milliseconds


class _AuditRow(_Row):
    id: TokenId
    at: Milliseconds
    by: PersonId | Literal["host"]
    act: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,20}$")]
    target: Annotated[str, StringConstraints(max_length=120)]
    reason: LongText


class _ContactRow(_Row):
    person: PersonId
    email: Email


class _DeletionRow(_Row):
    person: PersonId
    due: Milliseconds


_ROWS: Final[dict[str, type[_Row]]] = {
    "people": _PersonRow,
    "tokens": _TokenRow,
    "mutes": _MuteRow,
    "tables": _TableRow,
    "seats": _SeatRow,
    "events": _EventRow,
    "archive": _ArchiveRow,
    "revocations": _RevocationRow,
    "profiles": _ProfileRow,
    "dailies": _DailyRow,
    "daily_plays": _DailyPlayRow,
    "admins": _AdminRow,
    "sanctions": _SanctionRow,
    "names": _NameRow,
    "reports": _ReportRow,
    "voided": _VoidedRow,
    "audit": _AuditRow,
    "contacts": _ContactRow,
    "deletions": _DeletionRow,
}


def check_row(table: Any, row: Any, bots: frozenset[str] = frozenset()) -> None:
    """Checks one row of a backup. ``bots`` are the names that the host allows besides the levels.

    Raises:
        ValueError: it does not fit; one line says why.
    """
    model = _ROWS.get(table) if isinstance(table, str) else None
    if model is None:
        raise ValueError(f"there is no table {str(table)[:20]!a}")
    try:
        found = model.model_validate(row, context=bots)
        archived = _Archived.model_validate_json(found.data, context=bots) if isinstance(found, _ArchiveRow) else None
    except ValidationError as error:
        raise ValueError(f"{table}: {first_error(error)}") from None
    for event in archived.events if archived is not None else [found]:
        if isinstance(event, _EventRow):
            check_event(event.kind, orjson.loads(event.data), bots)

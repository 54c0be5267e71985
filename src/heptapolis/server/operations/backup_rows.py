"""The rows of a backup, as models: a file must not bring anything into a server that a request could not."""

from __future__ import annotations

from typing import Annotated, Any, Final

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from heptapolis.server.messages.client_messages import OptionsInput, PersonId, SeatNumber, TableId
from heptapolis.server.messages.words import Level, PersonKind, Status
from heptapolis.server.tables.event_models import check_event, first_error

Milliseconds = Annotated[int, Field(ge=0, le=2**53)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
StoredName = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Account = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_.-]{3,24}$")]
PasswordHash = Annotated[str, StringConstraints(pattern=r"^\$argon2id?\$[A-Za-z0-9+/=,$]{20,180}$")]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
TokenId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,24}$")]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class _ListedSeat(_Row):
    seat: SeatNumber
    person: PersonId | None
    bot: Level | None


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
    ended: Milliseconds | None = None
    winners: list[SeatNumber] | None = None
    totals: list[int] | None = None
    teams: list[_Team] | None = None


def _summary(text: str) -> str:
    _Summary.model_validate(orjson.loads(text))
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


_ROWS: Final[dict[str, type[_Row]]] = {
    "people": _PersonRow,
    "tokens": _TokenRow,
    "mutes": _MuteRow,
    "tables": _TableRow,
    "seats": _SeatRow,
    "events": _EventRow,
    "archive": _ArchiveRow,
    "revocations": _RevocationRow,
}


def check_row(table: Any, row: Any) -> None:
    """Checks one row of a backup.

    Raises:
        ValueError: it does not fit; one line says why.
    """
    model = _ROWS.get(table) if isinstance(table, str) else None
    if model is None:
        raise ValueError(f"there is no table {str(table)[:20]!a}")
    try:
        found = model.model_validate(row)
        archived = _Archived.model_validate_json(found.data) if isinstance(found, _ArchiveRow) else None
    except ValidationError as error:
        raise ValueError(f"{table}: {first_error(error)}") from None
    for event in archived.events if archived is not None else [found]:
        if isinstance(event, _EventRow):
            check_event(event.kind, orjson.loads(event.data))

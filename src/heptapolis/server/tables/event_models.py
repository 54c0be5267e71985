"""What each kind of stored event holds, as models: a backup may come from anywhere, so its events are checked."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import (
    ChatText,
    Moment,
    MoveText,
    Nonce,
    OptionsInput,
    PersonId,
    SeatNumber,
    TableId,
)
from heptapolis.server.messages.http_requests import LARGEST_RECORD
from heptapolis.server.messages.words import ChatTo, DecidedBy, Level, Phrase
from heptapolis.server.tables import events
from heptapolis.server.tables.options import SEEDS, check_options

Process = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,40}$")]
Seed = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Record = Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_RECORD)]


def _possible(options: OptionsInput) -> OptionsInput:
    try:
        check_options(options)
    except Refused as refused:
        raise ValueError(refused.message) from None
    return options


Options = Annotated[OptionsInput, AfterValidator(_possible)]


class Stored(BaseModel):
    """The data of an event; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class _Opened(Stored):
    person: PersonId
    options: Options


class _Options(Stored):
    options: Options


class _Seat(Stored):
    seat: SeatNumber


class _Sat(_Seat):
    person: PersonId


class _Bot(_Seat):
    level: Level


class _Ready(_Seat):
    ready: bool


class _Started(Stored):
    seeds: list[Seed] | None = Field(default=None, min_length=SEEDS, max_length=SEEDS)
    seed: Seed | None = None
    record: Record | None = None


class _Chose(_Seat):
    move: MoveText
    by: DecidedBy


class _Presence(Stored):
    person: PersonId
    process: Process


class _Chat(Stored):
    person: PersonId
    seat: SeatNumber | None
    to: ChatTo
    text: ChatText | None = None
    phrase: Phrase | None = None
    nonce: Nonce | None = None


class _Rematch(Stored):
    table: TableId


class _TookBack(_Seat):
    moment: Moment


EVENT_MODELS: Final[dict[str, type[Stored]]] = {
    events.OPENED: _Opened,
    events.SAT: _Sat,
    events.STOOD: _Seat,
    events.BOT: _Bot,
    events.OPTIONS: _Options,
    events.READY: _Ready,
    events.STARTED: _Started,
    events.CHOSE: _Chose,
    events.WITHDREW: _Seat,
    events.RELIEVED: _Bot,
    events.RETURNED: _Seat,
    events.HERE: _Presence,
    events.GONE: _Presence,
    events.CHAT: _Chat,
    events.REMATCH: _Rematch,
    events.COACHED: _Seat,
    events.TOOK_BACK: _TookBack,
}


def check_event(kind: str, data: Any) -> None:
    """Checks the data of a stored event.

    Raises:
        ValueError: there is no such kind of event, or its data do not fit; one line says what is wrong.
    """
    model = EVENT_MODELS.get(kind)
    if model is None:
        raise ValueError(f"there is no event {kind[:20]!a}")
    try:
        model.model_validate(data)
    except ValidationError as error:
        raise ValueError(f"{kind}: {first_error(error)}") from None


def first_error(error: ValidationError) -> str:
    """The first error of a model in one line, without the value, which may be secret."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])[:80]}: {first['msg']}"

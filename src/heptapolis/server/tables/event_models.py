"""What each kind of stored event holds, as models: a backup may come from anywhere, so its events are checked."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidationInfo,
)

from heptapolis.record.json_types import Side
from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import (
    ChatText,
    Moment,
    MoveText,
    Name,
    Nonce,
    OptionsInput,
    PersonId,
    SeatNumber,
    TableId,
)
from heptapolis.server.messages.http_requests import LARGEST_RECORD
from heptapolis.server.messages.words import BotName, ChatTo, DecidedBy, Level, Phrase
from heptapolis.server.tables import events
from heptapolis.server.tables.join_codes import PATTERN
from heptapolis.server.tables.newcomers import MOST_MARKS
from heptapolis.server.tables.options import SEEDS, check_options


def _day(text: str) -> str:
    date.fromisoformat(text)
    return text


JoinCode = Annotated[str, StringConstraints(pattern=PATTERN)]
Process = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_-]{1,40}$")]
Seed = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Mark = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$"), AfterValidator(_day)]
Record = Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_RECORD)]


def _possible(options: OptionsInput) -> OptionsInput:
    try:
        check_options(options)
    except Refused as refused:
        raise ValueError(refused.message) from None
    return options


def _allowed(bot: str, info: ValidationInfo) -> str:
    """Checks a bot of a stored event: a level, or one of the names in the context."""
    if bot not in get_args(Level) and bot not in (info.context or ()):
        raise ValueError(f"the bot {bot!a} is not allowed here; --bot allows one")
    return bot


AllowedBot = Annotated[BotName, AfterValidator(_allowed)]

Options = Annotated[OptionsInput, AfterValidator(_possible)]


class Stored(BaseModel):
    """The data of an event; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class _Opened(Stored):
    person: PersonId | None
    options: Options
    code: JoinCode | None = None
    daily: Day | None = None


class _Options(Stored):
    options: Options


class _Seat(Stored):
    seat: SeatNumber


class _Sat(_Seat):
    person: PersonId


class _Bot(_Seat):
    level: AllowedBot


class _Wonder(_Seat):
    board: Name | None = None
    side: Side | None = None


class _Swapped(_Seat):
    other: SeatNumber


class _Ready(_Seat):
    ready: bool


class _Started(Stored):
    seeds: list[Seed] | None = Field(default=None, min_length=SEEDS, max_length=SEEDS)
    seed: Seed | None = None
    record: Record | None = None
    bots: Seed | None = None


class _Chose(_Seat):
    move: MoveText
    by: DecidedBy


class _Presence(Stored):
    person: PersonId
    process: Process


class _Here(_Presence):
    marks: list[Mark] | None = Field(default=None, min_length=1, max_length=MOST_MARKS)


class _Chat(Stored):
    person: PersonId
    seat: SeatNumber | None
    to: ChatTo
    text: ChatText | None = None
    phrase: Phrase | None = None
    nonce: Nonce | None = None


class _Rematch(Stored):
    table: TableId


class _Invited(_Seat):
    wanted: bool


class _Asked(_Seat):
    person: PersonId
    marks: list[Mark] = Field(min_length=1, max_length=8)


class _Assented(Stored):
    person: PersonId
    about: PersonId
    agree: bool


class _Watched(Stored):
    marks: list[Mark] = Field(min_length=1, max_length=MOST_MARKS)


class _TookBack(_Seat):
    moment: Moment


EVENT_MODELS: Final[dict[str, type[Stored]]] = {
    events.OPENED: _Opened,
    events.SAT: _Sat,
    events.STOOD: _Seat,
    events.BOT: _Bot,
    events.SWAPPED: _Swapped,
    events.OPTIONS: _Options,
    events.WONDER: _Wonder,
    events.READY: _Ready,
    events.STARTED: _Started,
    events.CHOSE: _Chose,
    events.WITHDREW: _Seat,
    events.RELIEVED: _Bot,
    events.RETURNED: _Seat,
    events.HERE: _Here,
    events.GONE: _Presence,
    events.CHAT: _Chat,
    events.REMATCH: _Rematch,
    events.COACHED: _Seat,
    events.INVITED: _Invited,
    events.ASKED: _Asked,
    events.ASSENTED: _Assented,
    events.WATCHED: _Watched,
    events.TOOK_BACK: _TookBack,
    events.RESUMED: Stored,
}


def check_event(kind: str, data: Any, bots: frozenset[str] = frozenset()) -> None:
    """Checks the data of a stored event. ``bots`` are the names that the host allows besides the levels.

    Raises:
        ValueError: there is no such kind of event, or its data do not fit; one line says what is wrong.
    """
    model = EVENT_MODELS.get(kind)
    if model is None:
        raise ValueError(f"there is no event {kind[:20]!a}")
    try:
        model.model_validate(data, context=bots)
    except ValidationError as error:
        raise ValueError(f"{kind}: {first_error(error)}") from None


def first_error(error: ValidationError) -> str:
    """The first error of a model in one line, without the value, which may be secret."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])[:80]}: {first['msg']}"

"""Messages from a client over the WebSocket: models that check every field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from heptapolis.record.json_types import Action, Neighbor, Side
from heptapolis.server.messages.words import BotName, ChatTo, Clock, Edition, Expansion, Language, Level, Mode, Phrase

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
PersonId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,24}$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=7, strict=True)]
Small = Annotated[int, Field(ge=0, le=9999, strict=True)]
Moment = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
ChatText = Annotated[str, StringConstraints(min_length=1, max_length=300)]
Nonce = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,40}$")]


class Input(BaseModel):
    """Input from a client; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class OptionsInput(Input):
    """The options of a table as a client sends them; missing options get defaults."""

    edition: Edition = "first"
    expansions: list[Expansion] = Field(default=[], max_length=8)
    mode: Mode = "standard"
    seats: Annotated[int, Field(ge=2, le=8, strict=True)] = 3
    boards: list[Name | None] = Field(default=[], max_length=8)
    sides: list[Side | None] = Field(default=[], max_length=8)
    clock: Clock = "none"
    public: bool = False
    show_scores: bool = False
    clock_level: Level = "normal"
    coach: bool = False
    rated: bool = False


class PayInput(Input):
    """Coins paid for bought goods, without the printed coins."""

    left: Small = 0
    right: Small = 0
    bank: Small = 0


class MoveText(Input):
    """A move that a client chooses: one of the legal moves, or without ``pay`` the cheapest of them."""

    player: SeatNumber
    action: Action
    card: Name | None = None
    pay: PayInput | None = None
    using: Name | None = None
    copy_: Neighbor | None = Field(default=None, alias="copy")
    city: SeatNumber | None = None
    coins: Small | None = None
    side: Side | None = None


class Ask(Input):
    """A message of a client; the answer has the same ``id``."""

    id: Annotated[int, Field(ge=0, le=2**53 - 1, strict=True)] | None = None


class Join(Ask):
    """Join a table, as a player or a spectator; the first message of every socket."""

    type: Literal["join"]
    table: TableId
    since: Annotated[int, Field(ge=0, le=2**53 - 1, strict=True)] = 0
    """The last sequence number this client has; the answer holds what it missed."""
    watch: bool = False
    """Public information only, even for a person with a seat."""
    enter: bool = False
    """Wait for a seat of a running game: nothing of the game is sent until the seat is given."""


class TakeSeat(Ask):
    """Take a free seat or a bot's seat, or move to it."""

    type: Literal["take-seat"]
    seat: SeatNumber


class LeaveSeat(Ask):
    """Leave the seat; during a game a bot gets it."""

    type: Literal["leave-seat"]


class SeatBot(Ask):
    """Put a bot on a free seat, or change its level (host only, before the start)."""

    type: Literal["seat-bot"]
    seat: SeatNumber
    level: BotName
    """A level, or one of the host's bots."""


class AwaitInvitations(Ask):
    """Wait to be invited to tables (programs only); then ``invitation`` messages come. Needs no ``join``."""

    type: Literal["await-invitations"]


class InviteProgram(Ask):
    """Invite a program that waits to a seat, by its name (host only, before the start)."""

    type: Literal["invite-program"]
    seat: SeatNumber
    name: Name


class EmptySeat(Ask):
    """Remove a bot or a person from a seat (host only, before the start)."""

    type: Literal["empty-seat"]
    seat: SeatNumber


class SwapSeats(Ask):
    """Let two seats change places, with their wonders (host only, before the start)."""

    type: Literal["swap-seats"]
    seat: SeatNumber
    other: SeatNumber


class SetOptions(Ask):
    """Change the options (host only, before the start)."""

    type: Literal["set-options"]
    options: OptionsInput


class ChooseWonder(Ask):
    """Choose wonder and side of one's own seat, as host of any; null leaves them to chance (before the start)."""

    type: Literal["choose-wonder"]
    seat: SeatNumber
    board: Name | None = None
    side: Side | None = None


class Ready(Ask):
    """Be ready to start, or no longer."""

    type: Literal["ready"]
    ready: bool


class Start(Ask):
    """Start the game (host only; all seats taken, all other people ready)."""

    type: Literal["start"]


class Choose(Ask):
    """Choose a move, or choose again before the reveal."""

    type: Literal["choose"]
    moment: Moment
    """The moment of the view that the move answers."""
    move: MoveText


class Withdraw(Ask):
    """Withdraw the choice before the reveal."""

    type: Literal["withdraw"]
    moment: Moment


class Preview(Ask):
    """Ask what each legal move with a card would do."""

    type: Literal["preview"]
    moment: Moment
    card: Name
    city: SeatNumber | None = None
    """The Free City's seat when it is for the Free City."""


class Advice(Ask):
    """Ask what the sage would do; the game counts as coached from then on."""

    type: Literal["advice"]
    moment: Moment
    language: Language = "en"
    """Of the reasons."""


class TakeBack(Ask):
    """Take back the last turn that was revealed, in a game against bots alone."""

    type: Literal["take-back"]
    moment: Moment
    """The present moment."""


class Relieve(Ask):
    """Let a bot play for a person who has been away too long; the owner can return at any time."""

    type: Literal["relieve"]
    seat: SeatNumber
    level: Level | None = None


class Return(Ask):
    """Take your seat back from the bot that plays for you."""

    type: Literal["return"]


class Invite(Ask):
    """Let somebody ask for a bot's seat during a game, or no longer (host only)."""

    type: Literal["invite"]
    seat: SeatNumber
    wanted: bool = True


class AskSeat(Ask):
    """Ask for a seat to which the host invites, after ``join`` with ``enter``."""

    type: Literal["ask-seat"]
    seat: SeatNumber


class Assent(Ask):
    """Agree that a person who asks gets the seat, or not; everybody seated must agree."""

    type: Literal["assent"]
    person: PersonId
    agree: bool


class Chat(Ask):
    """Send a chat line, free text or a quick phrase, to the table or to the partner."""

    type: Literal["chat"]
    to: ChatTo = "table"
    text: ChatText | None = None
    phrase: Phrase | None = None
    nonce: Nonce | None = None
    """Unique text made by the client: a line sent again after a lost connection is stored once."""


class Mute(Ask):
    """Hide or show the chat lines of a person, only for yourself."""

    type: Literal["mute"]
    person: PersonId
    muted: bool = True


class Rematch(Ask):
    """After the game: open a new table with the same people, bots and options."""

    type: Literal["rematch"]


class Ping(Ask):
    """Check the connection, and say whether anybody looks at the page."""

    type: Literal["ping"]
    hidden: bool = False
    """Whether the page is in the background: then a message is sent when it is the person's turn."""


ClientMessage = Annotated[
    Join
    | TakeSeat
    | LeaveSeat
    | SeatBot
    | AwaitInvitations
    | InviteProgram
    | EmptySeat
    | SwapSeats
    | SetOptions
    | ChooseWonder
    | Ready
    | Start
    | Choose
    | Withdraw
    | Preview
    | Advice
    | TakeBack
    | Relieve
    | Return
    | Invite
    | AskSeat
    | Assent
    | Chat
    | Mute
    | Rematch
    | Ping,
    Field(discriminator="type"),
]

CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

"""Messages from the server over the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from heptapolis.server.messages.parts import ChatLine, MoveText, Options, Person, PersonId, Result, Seat, SeatNumber
from heptapolis.server.messages.view import Help, MovePreview, PendingDecision, Reveal, View


class Tell(BaseModel):
    """Anything the server says."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Welcome(Tell):
    """The socket is open: who the server thinks this is, and what it allows."""

    type: Literal["welcome"]
    you: Person | None
    version: str
    process: str
    """A name of the server process, for reports of trouble."""
    now: int
    """The server's clock in milliseconds since 1970, so that a client can correct its own."""
    ping_seconds: int
    """A client that says nothing for three times as long is taken to be gone."""


class TableState(Tell):
    """Everything about the table that does not depend on a game's cards: lobby, seats, people, clocks."""

    id: str
    link: str
    """The path to share."""
    status: Literal["open", "playing", "over"]
    options: Options
    host: PersonId | None
    seats: list[Seat]
    watchers: int
    """How many watch without a seat (those of this server process)."""
    created: int
    grace_seconds: int
    rematch: str | None = None
    """The table at which the same people play again."""


class Play(Tell):
    """The game as this viewer may see it."""

    moment: int
    """Counts the decisions that were carried out; a choice names the moment that it answers."""
    view: View
    help: Help
    you: SeatNumber | None
    """The viewer's seat."""
    waiting: list[SeatNumber]
    """The players who still have to choose."""
    deadline: int | None
    """Milliseconds since 1970 when the clock of this moment runs out."""
    since: int
    """Milliseconds since 1970 when this moment began."""
    again: list[PendingDecision] = []
    """For a viewer who has chosen: the moves by which the choice can still be replaced."""
    result: Result | None = None
    """Once the game is over."""


class TableMessage(Tell):
    """The whole table for this viewer: the answer to ``join``, and whenever a client must begin anew."""

    type: Literal["table"]
    seq: int
    id: int | None = None
    table: TableState
    you: SeatNumber | None
    play: Play | None
    """The game; none before the start."""
    reveals: list[Reveal]
    """What was revealed after the sequence number that the client named, oldest first."""
    chat: list[ChatLine]
    """What was said after it, as far as this viewer may read it."""
    muted: list[PersonId]


class LobbyMessage(Tell):
    """Seats, people, options or presence have changed."""

    type: Literal["lobby"]
    seq: int
    table: TableState
    you: SeatNumber | None


class ChosenMessage(Tell):
    """Somebody has chosen, changed or withdrawn; never what, except one's own."""

    type: Literal["chosen"]
    seq: int
    moment: int
    has_chosen: list[SeatNumber]
    waiting: list[SeatNumber]
    play: Play | None = None
    """Only for the player whose own choice it was: the view with it, and what may be decided next."""


class PlayMessage(Tell):
    """Something was carried out: what happened, and the game as it stands now."""

    type: Literal["play"]
    seq: int
    reveals: list[Reveal]
    play: Play


class PreviewMessage(Tell):
    """What the moves with a card would do: the answer to ``preview``."""

    type: Literal["preview"]
    id: int | None
    moment: int
    card: str
    city: SeatNumber | None
    moves: list[MovePreview]
    """One for each legal move with the card, in their order; none for what only keeps a card, as in a draft."""


class ChatMessage(Tell):
    """Somebody said something."""

    type: Literal["chat"]
    seq: int
    line: ChatLine


class MutedMessage(Tell):
    """Whom this person has muted; to all of the person's tabs."""

    type: Literal["muted"]
    muted: list[PersonId]


class Done(Tell):
    """What the client asked for is stored and holds."""

    type: Literal["done"]
    id: int | None
    seq: int
    move: MoveText | None = None
    """The choice as it was understood, with the payment filled in."""


class Error(Tell):
    """What the client asked for was refused; nothing has changed."""

    type: Literal["error"]
    id: int | None
    code: str
    """Stable; a client translates it. The list is in ``docs/protocol.md``."""
    params: dict[str, str | int] = {}


class Pong(Tell):
    """The connection lives."""

    type: Literal["pong"]
    id: int | None
    now: int


class Bye(Tell):
    """The server closes this socket: come back after so many milliseconds, if ``again``."""

    type: Literal["bye"]
    reason: Literal["restart", "replaced", "idle", "removed"]
    again: bool
    after: int


ServerMessage = Annotated[
    Welcome
    | TableMessage
    | LobbyMessage
    | ChosenMessage
    | PlayMessage
    | PreviewMessage
    | ChatMessage
    | MutedMessage
    | Done
    | Error
    | Pong
    | Bye,
    Field(discriminator="type"),
]

"""Messages from the server over the WebSocket.

These are TypedDicts: mypy checks them, and at run time they are plain dicts.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from heptapolis.record.json_types import MoveDocument, PendingDecisionDocument, ViewDocument
from heptapolis.server.messages.game import Help, MovePreview, Reveal
from heptapolis.server.messages.parts import ChatLine, Notice, Options, Person, Result, Seat, SeatRequest
from heptapolis.server.messages.words import Status


class Welcome(TypedDict):
    """The first message of a socket: who you are, and how often to ping."""

    type: Literal["welcome"]
    you: Person | None
    version: str
    process: str
    """A name of the server process, for reports of trouble."""
    now: int
    """The server's clock in milliseconds since 1970, so that a client can correct its own."""
    ping_seconds: int
    """A client that says nothing for three times as long is taken to be gone."""


class TableState(TypedDict):
    """The table without its game: options, seats, people."""

    id: str
    link: str
    """The path to share."""
    code: str | None
    """Letters to type on the start page instead of the link; null once the game has started."""
    status: Status
    options: Options
    host: str | None
    seats: list[Seat]
    invited: list[int]
    """Bots' seats for which newcomers may ask, during the game."""
    asks: list[SeatRequest]
    """People who ask for one of them."""
    watchers: int
    """How many watch without a seat (those of this server process)."""
    created: int
    grace_seconds: int
    """How long a person may be away before others may let a bot play."""
    rematch: str | None
    """The table at which the same people play again."""
    begun: str | None
    """The moment of a recorded game at which this one began (``II.3``); such a game is not rated."""
    coached: bool
    """Whether a player has asked for advice; such a game is not rated."""
    taken_back: int
    """How many turns were taken back; such a game is not rated."""
    daily: str | None
    """The day whose deal is played here; then there is neither advice nor a way back."""


class Play(TypedDict):
    """The game as this viewer may see it."""

    moment: int
    """Counts the decisions that were carried out; a choice names the moment that it answers."""
    view: ViewDocument
    help: Help
    you: int | None
    """The viewer's seat."""
    waiting: list[int]
    """The players who still have to choose."""
    deadline: int | None
    """Milliseconds since 1970 when the clock of this moment runs out."""
    patience_until: int | None
    """Without a clock: when players who have chosen may let a bot play for the others."""
    since: int
    """Milliseconds since 1970 when this moment began."""
    again: list[PendingDecisionDocument]
    """For a viewer who has chosen: the moves by which the choice can still be replaced."""
    result: Result | None
    """Once the game is over."""


class TableMessage(TypedDict):
    """The whole table for this viewer: the answer to ``join``."""

    type: Literal["table"]
    seq: int
    id: int | None
    table: TableState
    you: int | None
    play: Play | None
    """The game; null before the start."""
    reveals: list[Reveal]
    """What was revealed after the sequence number that the client named, oldest first."""
    chat: list[ChatLine]
    """What was said after it, as far as this viewer may read it."""
    muted: list[str]


class LobbyMessage(TypedDict):
    """Seats, people, options or presence have changed."""

    type: Literal["lobby"]
    seq: int
    table: TableState
    you: int | None


class ChosenMessage(TypedDict):
    """A player has chosen, changed or withdrawn a choice; only that player gets the new game in ``play``."""

    type: Literal["chosen"]
    seq: int
    moment: int
    has_chosen: list[int]
    waiting: list[int]
    play: Play | None
    """For the player whose own choice it was: the view with it, and what may be decided next."""


class PlayMessage(TypedDict):
    """A turn was carried out: what happened, and the game now."""

    type: Literal["play"]
    seq: int
    reveals: list[Reveal]
    play: Play


class PreviewMessage(TypedDict):
    """What the moves with a card would do: the answer to ``preview``."""

    type: Literal["preview"]
    id: int | None
    moment: int
    card: str
    city: int | None
    moves: list[MovePreview]
    """One for each legal move with the card, in their order; none for what only keeps a card, as in a draft."""


class AdvisedMove(TypedDict):
    """A move that the sage would consider, and the expected result of the game after it."""

    move: MoveDocument
    points: float
    win: float
    """The chance to win, from 0 to 1."""
    worth: float
    """What moves are ranked by."""
    kind: str
    """Of the reason: one of the keys of the analysis, or empty without a reason."""
    reason: str
    """One sentence in the language asked for."""


class AdviceMessage(TypedDict):
    """What the sage would do: the answer to ``advice``, for the player who asked."""

    type: Literal["advice"]
    id: int | None
    seq: int
    moment: int
    city: int
    """The city to decide for."""
    clear: bool
    """Whether the first move is clearly the best."""
    moves: list[AdvisedMove]
    """Up to three, the best first."""


class ChatMessage(TypedDict):
    """A new chat line."""

    type: Literal["chat"]
    seq: int
    line: ChatLine


class MutedMessage(TypedDict):
    """The people that this person has muted; sent to all tabs of the person."""

    type: Literal["muted"]
    muted: list[str]


class Invitation(TypedDict):
    """A host invites this program to a seat: it may join the table and take it."""

    type: Literal["invitation"]
    table: str
    link: str
    seat: int
    by: Person
    options: Options


class Done(TypedDict):
    """The request was carried out and stored."""

    type: Literal["done"]
    id: int | None
    seq: int
    move: NotRequired[MoveDocument]
    """The answer to ``choose``: the choice as it was understood, with the payment filled in."""


class Error(TypedDict):
    """The request was refused; nothing has changed."""

    type: Literal["error"]
    id: int | None
    code: str
    """Stable; a client translates it. The list is in ``docs/protocol.md``."""
    params: dict[str, str | int]


class Pong(TypedDict):
    """The answer to ``ping``."""

    type: Literal["pong"]
    id: int | None
    now: int


class NoticeMessage(TypedDict):
    """What the host tells everybody: after ``welcome`` if there is something, and when it changes."""

    type: Literal["notice"]
    notice: Notice


ByeReason = Literal["restart", "replaced", "idle", "removed", "banned"]


class Bye(TypedDict):
    """The server closes this socket; if ``again``, reconnect after ``after`` milliseconds."""

    type: Literal["bye"]
    reason: ByeReason
    again: bool
    after: int


ServerMessage = Annotated[
    Welcome
    | TableMessage
    | LobbyMessage
    | ChosenMessage
    | PlayMessage
    | PreviewMessage
    | AdviceMessage
    | ChatMessage
    | MutedMessage
    | NoticeMessage
    | Invitation
    | Done
    | Error
    | Pong
    | Bye,
    Field(discriminator="type"),
]

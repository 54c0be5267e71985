"""Bodies of the HTTP interface."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from heptapolis.server.messages.parts import (
    Clock,
    Edition,
    Expansion,
    Level,
    Mode,
    Name,
    Options,
    Person,
    Result,
    Seat,
    SeatNumber,
)

# Printable text without control characters or line breaks, in any script; shown as text and never as anything else.
Nickname = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
AccountName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{3,24}$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class Body(BaseModel):
    """A body of the HTTP interface: closed."""

    model_config = ConfigDict(extra="forbid")


class GuestBody(Body):
    """Come in as a guest, or change the nickname."""

    name: Nickname


class AccountBody(Body):
    """Turn a guest into an account, or log in."""

    account: AccountName
    password: Password


class PasswordBody(Body):
    """Confirm with the password, or change it."""

    password: Password
    new_password: Password | None = None


class ConfirmBody(Body):
    """Confirm the deletion: an account with its password, a guest without."""

    password: Password | None = None


class Me(Body):
    """Who the server thinks this is."""

    person: Person | None
    account: str | None = None


class TokenBody(Body):
    """What a program that plays is called."""

    name: Nickname


class Token(Body):
    """A token of a program; the secret is shown once, when it is made."""

    id: str
    name: str
    created: int
    secret: str | None = None


class NewTable(Body):
    """Open a table."""

    options: Options
    seat: SeatNumber | None = 0
    """Where to sit down at once; null: nowhere yet."""
    bots: list[Level | None] = Field(default=[], max_length=8)
    """Bots by seat; null or missing: free."""
    start: bool = False
    """Start at once (every other seat has a bot)."""


class NewTableAnswer(Body):
    """Where the new table is."""

    table: str
    link: str


class TableSummary(Body):
    """A table in a list."""

    table: str
    link: str
    status: Literal["open", "playing", "over"]
    options: Options
    host: str | None
    seats: list[Seat]
    free: int
    """Seats that can be taken."""
    age: int | None = None
    created: int
    changed: int
    you: SeatNumber | None = None
    your_turn: bool = False
    """Whether the table waits for you."""
    ended: int | None = None
    """When the last card was played; `changed` moves on with the chat."""
    winners: list[SeatNumber] | None = None
    totals: list[int] | None = None


class TableList(Body):
    """Tables, the newest change first."""

    tables: list[TableSummary]
    more: bool = False
    """Whether there are more than are shown."""


class FinishedGame(Body):
    """The permanent page of a finished game."""

    table: str
    options: Options
    seats: list[Seat]
    ended: int
    result: Result
    view: dict[str, Any]
    """The last position with everything shown (``heptapolis-view/1``)."""


class Effect(Body):
    """An effect as printed: its kind and values, and what it does in words."""

    kind: str
    args: dict[str, int | str | list[str]]
    text: str


class CardData(Body):
    """A card, guild or leader."""

    card: str
    """The key in all messages: the English printed name."""
    name: str
    """What it is called in the language asked for."""
    color: str
    box: str
    ages: dict[int, list[int]]
    """For each age the player counts at which a copy joins."""
    coins: int
    cost: dict[str, int]
    effects: list[Effect]
    chain_from: list[str]
    chain_to: list[str]
    symbols_in: list[str]
    symbols_out: list[str]


class StageData(Body):
    """A stage of a wonder."""

    coins: int
    cost: dict[str, int]
    effects: list[Effect]


class SideData(Body):
    """A side of a board."""

    side: str
    resource: str | None
    extra_coins: int
    powers: list[Effect]
    stages: list[StageData]
    pays_copied_cost: bool


class BoardData(Body):
    """A wonder board."""

    wonder: str
    name: str
    title: str
    box: str
    sides: list[SideData]


class RulebookData(Body):
    """Everything printed for one edition and its boxes, with names and words in a language."""

    language: str
    edition: Edition
    expansions: list[Expansion]
    fingerprint: str
    cards: list[CardData]
    leaders: list[CardData]
    boards: list[BoardData]
    terms: dict[str, str]
    """Words of the game by key ("resource.wood", "score.military")."""
    start_coins: int
    sale_coins: int
    trade_price: int
    hand_size: int
    victory_tokens: dict[int, int]
    coins_per_point: int
    set_points: int


class Combination(Body):
    """Player counts that an edition, its boxes and a mode allow."""

    edition: Edition
    expansions: list[Expansion]
    mode: Mode
    seats: list[int]
    boards: list[Name]
    sides: list[str]


class Choices(Body):
    """What a new table can choose from, as the rules allow it."""

    combinations: list[Combination]
    levels: list[Level]
    clocks: dict[Clock, int | None]
    """Seconds for each decision; null: no clock."""
    phrases: list[str]
    languages: list[str]
    grace_seconds: int


class ErrorAnswer(Body):
    """A refusal: a stable code, and what belongs to it."""

    code: str
    params: dict[str, str | int] = {}

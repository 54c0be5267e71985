"""What one seat may see, as a document, and the help that comes with it: prices, reasons, figures."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from heptapolis.server.messages.parts import Action, MoveText, Part, Pay, Phase, Reason, SeatNumber


class Fresh(BaseModel):
    """What a city has of this very turn, after the reveal."""

    built: int = 0
    stages: int = 0
    leaders: int = 0
    held: int = 0
    bonus: bool = False
    bought: list[Literal["left", "right", "bank"]] = []


class Conflict(Part):
    """One conflict, as it ended or as it would end now: a city and the one that it meets on its left.

    Partners do not meet, and whoever keeps out by diplomacy is passed over.
    """

    seat: SeatNumber
    left: SeatNumber
    shields: int
    left_shields: int
    tokens: list[int]
    """Tokens that the city takes."""
    left_tokens: list[int]
    """Tokens that the other one takes."""
    diplomats: list[SeatNumber] = []
    """In teams, which of the two have diplomacy, so that one token is taken instead of two."""


class ViewSeat(BaseModel):
    """One seat in a view; what is secret is a count or is left out."""

    model_config = ConfigDict(extra="allow")

    wonder: str
    side: str | None = None
    stages: int = 0
    buried: list[str | None] | None = None
    coins: int = 3
    built: list[str] = []
    hand: list[str] | int = 0
    tokens: list[int] = []
    token_sides: list[Literal["left", "right"]] = []
    debt: int = 0
    diplomacy: int = 0
    leaders: list[str] = []
    leader_hand: list[str] | int = 0
    sold_leaders: list[str] | int = 0
    draft_hand: list[str] | int = 0
    copied_leader: str | None = None
    owes: int = 0
    used: list[str] = []
    copied: list[Literal["left", "right"]] = []
    fresh: Fresh | None = None


class KnownHand(BaseModel):
    """What the viewer knows of a hand that it has held and passed on."""

    model_config = ConfigDict(extra="allow")

    seat: SeatNumber
    size: int
    cards: list[str]
    """Of these, ``size`` are there."""


class KnownLeaders(BaseModel):
    """Leaders that the viewer passed on in the draft: each of these seats has one of them."""

    seats: list[SeatNumber]
    cards: list[str]


class MadeMove(BaseModel):
    """A move of the last reveal, as far as the viewer may see it."""

    model_config = ConfigDict(extra="allow")

    player: SeatNumber
    action: Action
    card: str | None = None
    pay: Pay | None = None


class PendingDecision(BaseModel):
    """What the viewer must decide, with every legal move."""

    player: SeatNumber
    decision: Phase
    city: SeatNumber | None = None
    """The Free City's seat when it is for the Free City."""
    moves: list[MoveText]


class FreeCity(BaseModel):
    """The Free City: its seat, who plays for it, how many cards its draw pile has."""

    seat: SeatNumber
    holder: SeatNumber
    draw_pile: int | list[str]
    drawn: str | None = None
    """For its holder: the card drawn this turn, which is not in ``hand``."""


class View(BaseModel):
    """The document ``heptapolis-view/1``: new fields may come, none changes its meaning."""

    model_config = ConfigDict(extra="allow")

    format: Literal["heptapolis-view/1"]
    seat: SeatNumber | None = None
    edition: str
    expansions: list[str] = []
    mode: str = "standard"
    age: int
    turn: int = 1
    phase: Phase = "play"
    seats: list[ViewSeat]
    discard: int | list[str] = 0
    dig_order: list[SeatNumber] | None = None
    free_city: FreeCity | None = None
    chosen: list[MoveText] = []
    """The viewer's own choice, as long as it can be changed."""
    has_chosen: list[SeatNumber] = []
    known_hands: list[KnownHand] = []
    known_leaders: list[KnownLeaders] = []
    known_discards: list[str] = []
    """What this seat knows to lie on the discard pile."""
    last_moves: list[MadeMove] = []
    conflicts: list[Conflict] = []
    """How the conflicts would end if the age ended now; each pair once."""
    peace: list[SeatNumber] = []
    """Seats that will stay out of the conflicts by diplomacy."""
    pending: list[PendingDecision] = []


class Price(Part):
    """One way to pay: what goes to whom, and everything together with the printed coins."""

    pay: Pay
    total: int


class CardHint(Part):
    """Whether a card of the own hand can be built, and how."""

    card: str
    city: SeatNumber
    """The city it would stand in: the own one, or the Free City."""
    state: Literal["free", "chain", "own", "trade", "power", "no"]
    """``free`` costs nothing; ``chain`` and ``power`` are free by what ``by`` names; ``own`` needs no neighbor."""
    by: str | None = None
    coins: int = 0
    """Coins of the printed cost."""
    prices: list[Price] = []
    """Distinct payments, cheapest first."""
    powers: list[str] = []
    """Powers that could build it for nothing as well."""
    reason: Reason | None = None
    """Why it cannot be built."""
    missing: list[str] = []
    """The fewest goods more with which it could be built, where nobody sells them."""


class StageHint(Part):
    """Whether the next stage of the wonder can be built, and how."""

    city: SeatNumber
    number: int
    """The stage, counted from 1; one more than there are when the wonder is complete."""
    state: Literal["free", "own", "trade", "no"]
    coins: int = 0
    prices: list[Price] = []
    copies: list[Literal["left", "right"]] = []
    """For a board that copies either neighbor: the sides that can be chosen."""
    reason: Reason | None = None
    missing: list[str] = []


class Science(Part):
    """The symbols of a city."""

    compass: int
    gear: int
    tablet: int
    any: int
    masks: int
    points: int
    """What they are worth now."""


class SeatFigures(Part):
    """Public figures of one city that a client shows and need not work out."""

    seat: SeatNumber
    left: SeatNumber
    right: SeatNumber
    shields: int
    science: Science
    makes: list[list[str]]
    """What it produces for itself; each entry is one unit of one of these resources."""
    sells: list[list[str]]
    """What its neighbors can buy, likewise."""
    points: int | None = None
    """The running score, where the table shows it."""


class TradePrices(Part):
    """What the viewer pays a neighbor for one unit."""

    raw: int
    manufactured: int


class Help(Part):
    """What the server works out beside the view, so that a client shows and never judges."""

    turn: int
    """Of the age, counted from 1."""
    turns: int
    passes: Literal["left", "right", "swap"]
    """Where hands go after this turn."""
    victory: int
    """What a victory is worth in this age."""
    cards: list[CardHint] = []
    stages: list[StageHint] = []
    figures: list[SeatFigures]
    prices: dict[Literal["left", "right"], TradePrices] = {}
    bank_price: int = 0
    """More than 0: the viewer may buy one unit a turn from the bank at this price."""


class Bought(Part):
    """Goods by who sells them, one entry a unit."""

    left: list[str] = []
    right: list[str] = []
    bank: list[str] = []


class MovePreview(Part):
    """What a legal move would do if nobody else did anything; cards of others in this turn may add to it."""

    move: MoveText
    coins: list[int]
    """Treasuries afterwards, by seat."""
    bought: Bought
    """Goods that are bought with its payment; where several purchases cost the same, one of them."""
    makes: list[list[str]]
    """What it adds to what the city produces; each entry is one unit of one of these resources."""
    losses: list[int] = []
    """Coins that each seat would have to pay or take as debt."""
    shields: int
    conflicts: list[Conflict]
    """How all conflicts would end afterwards."""
    diplomacy: int
    """Diplomacy tokens afterwards."""
    peace: list[SeatNumber]
    """Seats that would stay out of the conflicts by diplomacy."""
    science: Science
    prices: dict[Literal["left", "right"], TradePrices]
    """What the city pays for one unit from the next turn on."""
    points: int | None = None
    """The score afterwards, where the table shows it."""


class RevealedMove(Part):
    """One move as everybody sees it: a card under a wonder or on the discard pile is face down."""

    seat: SeatNumber
    """The city it was made for."""
    player: SeatNumber
    action: Action
    card: str | None = None
    pay: Pay | None = None
    using: str | None = None
    chained: bool = False
    copy_: Literal["left", "right"] | None = Field(default=None, alias="copy")
    coins: int | None = None
    side: str | None = None
    by: Literal["person", "bot", "clock"] = "person"


class Reveal(Part):
    """What happened when the last seat had chosen, in order; the same for everybody."""

    seq: int
    """The event of the table that it followed from."""
    moment: int
    """The moment that ended."""
    age: int
    turn: int
    phase: Phase
    moves: list[RevealedMove]
    coins: list[int]
    """Treasuries afterwards, by seat."""
    gained: list[int]
    """What each seat's treasury won or lost, everything together."""
    conflicts: list[Conflict] = []
    peace: list[SeatNumber] = []
    """Seats that stayed out of the conflicts by diplomacy."""
    age_ended: int | None = None
    age_begun: int | None = None
    game_over: bool = False

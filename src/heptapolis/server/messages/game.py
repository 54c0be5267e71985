"""What messages have besides the view: prices, reasons, figures, previews and reveals."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from heptapolis.record.json_types import Action, ConflictDocument, MoveDocument, Neighbor, Phase, Side
from heptapolis.server.messages.parts import Reason
from heptapolis.server.messages.words import DecidedBy


class Payment(TypedDict):
    """Coins paid for bought goods to both neighbors and the bank, without the printed coins."""

    left: int
    right: int
    bank: int


class Price(TypedDict):
    """One way to pay: coins by receiver, and the total with the printed coins."""

    pay: Payment
    total: int


class CardHint(TypedDict):
    """Whether a card in the viewer's hand can be built, and how."""

    card: str
    city: int
    """The city it would stand in: the viewer's own, or the Free City."""
    state: Literal["free", "chain", "own", "trade", "power", "no"]
    """``free`` costs nothing; ``chain`` and ``power`` are free by what ``by`` names; ``own`` needs no neighbor."""
    by: str | None
    """The card or power that makes it free."""
    coins: int
    """Coins of the printed cost."""
    prices: list[Price]
    """Distinct payments, cheapest first; empty where it is free or cannot be built."""
    powers: list[str]
    """Powers that could build it for nothing as well."""
    reason: Reason | None
    """Why it cannot be built."""
    missing: list[str]
    """A smallest set of goods that it lacks and nobody sells."""


class StageHint(TypedDict):
    """Whether the next stage of the wonder can be built, and how."""

    city: int
    number: int
    """The stage, counted from 1; one more than there are when the wonder is complete."""
    state: Literal["free", "own", "trade", "no"]
    coins: int
    """Coins of the printed cost."""
    prices: list[Price]
    """Distinct payments, cheapest first."""
    copies: list[Neighbor]
    """For a board that copies either neighbor: the sides that can be chosen."""
    reason: Reason | None
    """Why it cannot be built."""
    missing: list[str]
    """A smallest set of goods that it lacks and nobody sells."""


class Science(TypedDict):
    """The science symbols of a city."""

    compass: int
    gear: int
    tablet: int
    any: int
    masks: int
    points: int
    """What they are worth now."""


class TradePrices(TypedDict):
    """Prices of one unit from a neighbor."""

    raw: int
    manufactured: int


class NeighborPrices(TypedDict):
    """Prices of one unit from each neighbor."""

    left: TradePrices
    right: TradePrices


class SeatFigures(TypedDict):
    """Public figures of one city."""

    seat: int
    left: int
    right: int
    shields: int
    science: Science
    makes: list[list[str]]
    """What it produces for itself; each entry is one unit of one of these resources."""
    sells: list[list[str]]
    """What its neighbors can buy, likewise."""
    prices: NeighborPrices
    bank_price: int
    """More than 0: it may buy one unit a turn from the bank at this price."""
    partner: int | None
    """The other seat of its team in a team game."""
    points: int | None
    """The running score, where the table shows it."""


class Help(TypedDict):
    """What the server computes besides the view, so that clients need no rules."""

    turn: int
    """Of the age, counted from 1."""
    turns: int
    passes: Literal["left", "right", "swap"]
    """Where hands go after this turn."""
    victory: int
    """What a victory is worth in this age."""
    figures: list[SeatFigures]
    """By seat."""
    cards: list[CardHint]
    """The cards that the viewer may use now."""
    stages: list[StageHint]
    """The next stage of each city for which the viewer decides now."""


class Bought(TypedDict):
    """Bought goods by seller, one entry for each unit."""

    left: list[str]
    right: list[str]
    bank: list[str]


class MovePreview(TypedDict):
    """What a legal move would do if the others did nothing; their moves may change it."""

    move: MoveDocument
    coins: list[int]
    """Treasuries afterwards, by seat."""
    bought: Bought
    """Goods that are bought with its payment; where several purchases cost the same, one of them."""
    makes: list[list[str]]
    """What it adds to what the city produces; each entry is one unit of one of these resources."""
    losses: list[int]
    """Coins that each seat would have to pay or take as debt."""
    shields: int
    conflicts: list[ConflictDocument]
    """How all conflicts would end afterwards."""
    diplomacy: int
    """Diplomacy tokens afterwards."""
    peace: list[int]
    """Seats that would stay out of the conflicts by diplomacy."""
    science: Science
    prices: NeighborPrices
    """What the city pays for one unit from the next turn on."""
    points: int | None
    """The score afterwards, where the table shows it."""


class RevealedMove(TypedDict):
    """One move as everyone sees it: a card under a wonder or on the discard pile is face down."""

    seat: int
    """The city it was made for."""
    player: int
    action: Action
    card: NotRequired[str]
    pay: NotRequired[Payment]
    using: NotRequired[str]
    chained: bool
    copy: NotRequired[Neighbor]
    coins: NotRequired[int]
    side: NotRequired[Side]
    by: DecidedBy


class Reveal(TypedDict):
    """What happened after the last choice, in order; the same for everyone."""

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
    conflicts: list[ConflictDocument]
    peace: list[int]
    """Seats that stayed out of the conflicts by diplomacy."""
    age_ended: int | None
    age_begun: int | None
    game_over: bool

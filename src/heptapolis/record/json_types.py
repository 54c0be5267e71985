"""The types of the JSON objects that this package writes: moves and views.

A key that is always written is required here, even if its value can be empty, so that readers need no defaults.
``server.messages`` makes the protocol's JSON Schema from these types; there each is called by the first part
of its name (``View``, ``Move``).
"""

from __future__ import annotations

import sys
from typing import Literal, NotRequired

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:  # pydantic cannot read the TypedDict of Python 3.11
    from typing_extensions import TypedDict

Action = Literal["build", "wonder", "discard", "pass", "dig", "copy", "settle", "side", "draft", "recruit"]
Phase = Literal["side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt", "over"]
Side = Literal["A", "B", "day", "night"]
Neighbor = Literal["left", "right"]
Seller = Literal["left", "right", "bank"]


class PayDocument(TypedDict):
    """Coins for what is bought; those of the printed cost are not included."""

    left: int
    right: int
    bank: NotRequired[int]
    """Only where something is bought from the bank."""


class MoveDocument(TypedDict):
    """A move: ``player``, ``action`` and the fields that the action needs."""

    player: int
    action: Action
    card: NotRequired[str]
    pay: NotRequired[PayDocument]
    """Every ``build`` and ``wonder`` that is paid for."""
    using: NotRequired[str]
    """The power that makes it free."""
    copy: NotRequired[Neighbor]
    """Whose stage is copied, where the board leaves the choice."""
    coins: NotRequired[int]
    """``settle``: the coins paid."""
    side: NotRequired[Side]
    """``side``: the side chosen."""
    city: NotRequired[int]
    """The Free City's seat when the move is for the Free City."""


class PendingDecisionDocument(TypedDict):
    """A decision to make, with every legal move."""

    player: int
    decision: Phase
    city: NotRequired[int]
    """The Free City's seat when it is for the Free City."""
    moves: list[MoveDocument]


class FreshDocument(TypedDict):
    """What a city got this turn, after the reveal."""

    built: int
    stages: int
    leaders: int
    held: int
    bonus: bool
    bought: NotRequired[list[Seller]]
    """From whom it has bought."""


class CityDocument(TypedDict):
    """A city as everybody sees it, and the cards under its stages where the viewer may see them."""

    wonder: str
    side: str | None
    """None until it is chosen."""
    stages: int
    copied: list[Neighbor]
    buried: NotRequired[list[str]]
    """In a view: of the viewer's own city only, and of every city at the end."""
    coins: int
    built: list[str]
    tokens: list[int]
    token_sides: list[Neighbor]
    counters: NotRequired[dict[str, int]]
    """Counters of third-party boxes."""
    debt: int
    diplomacy: int
    leaders: list[str]
    copied_leader: str | None
    owes: int
    """Coins to pay or to take as debt now."""
    used: list[str]
    fresh: FreshDocument | None


class ViewSeatDocument(CityDocument):
    """One seat in a view: its city, and its cards as lists where the viewer may see them, else as counts."""

    hand: list[str] | int
    leader_hand: list[str] | int
    draft_hand: list[str] | int
    sold_leaders: list[str] | int


class ConflictDocument(TypedDict):
    """One conflict, as it ended or as it would end now: between a city and its opponent on the left.

    Partners do not fight, and cities with diplomacy are skipped.
    """

    seat: int
    left: int
    shields: int
    left_shields: int
    tokens: list[int]
    """Tokens that the city takes."""
    left_tokens: list[int]
    """Tokens that the other one takes."""
    diplomats: list[int]
    """In teams, which of the two have diplomacy, so that one token is taken instead of two."""


class KnownHandDocument(TypedDict):
    """What the viewer knows of a hand that it has held and passed on."""

    seat: int
    size: int
    cards: list[str]
    """The hand holds ``size`` of these."""


class KnownLeadersDocument(TypedDict):
    """Leaders that the viewer passed on in the draft: each of these seats has one of them."""

    seats: list[int]
    cards: list[str]


class FreeCityDocument(TypedDict):
    """The Free City of the two-player game."""

    seat: int
    holder: int
    """Who plays for it."""
    draw_pile: int
    """How many cards its draw pile has."""
    drawn: str | None
    """For its holder: the card drawn this turn, which is not in ``hand``."""


class ViewDocument(TypedDict):
    """The document ``heptapolis-view/1``. Later versions may add fields but change the meaning of none."""

    format: Literal["heptapolis-view/1"]
    seat: int | None
    """The viewer's seat; None for a spectator."""
    edition: str
    expansions: list[str]
    mode: str
    age: int
    turn: int
    phase: Phase
    chosen: list[MoveDocument]
    """The viewer's own choice, as long as it can be changed."""
    has_chosen: list[int]
    """The cities for which a move is chosen."""
    dig_order: list[int] | None
    """Who still digs, in order; None when nobody does."""
    seats: list[ViewSeatDocument]
    discard: int | list[str]
    free_city: FreeCityDocument | None
    known_hands: list[KnownHandDocument]
    known_leaders: list[KnownLeadersDocument]
    known_discards: list[str]
    """Cards that the viewer knows to be in the discard pile."""
    conflicts: list[ConflictDocument]
    """How the conflicts would end if the age ended now; each pair once."""
    peace: list[int]
    """Seats that will stay out of the conflicts by diplomacy."""
    last_moves: list[MoveDocument]
    """What was revealed last in this age, without cards that are face down for the viewer."""
    pending: list[PendingDecisionDocument]
    """What the viewer must decide now."""

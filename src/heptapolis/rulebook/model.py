"""What is printed on cards and boards, as plain values.

Nothing here knows a rule: the engine reads these values and says what they do.
Mappings are ordinary dicts (so that everything pickles) which nobody may write to; they are left out of the hashes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

RAW_MATERIALS = ("wood", "stone", "clay", "ore")
"""The four goods of brown cards."""

MANUFACTURED_GOODS = ("glass", "textile", "papyrus")
"""The three goods of gray cards."""

RESOURCES = RAW_MATERIALS + MANUFACTURED_GOODS
"""All goods, in the order in which costs are written."""

AGE_COLORS = ("brown", "gray", "blue", "yellow", "red", "green", "purple", "black")
"""Colors of age cards; black ones come with Cities."""

LEADER_COLOR = "white"
"""The color of leaders, which are not age cards."""

COLORS = (*AGE_COLORS, LEADER_COLOR)
"""Every color a card can have."""

AGES = (1, 2, 3)
"""The three ages."""

MODES = ("standard", "free-city", "teams")
"""Every mode that a base game can allow."""

DRAWN_COLORS = ("purple", "black")
"""Colors of which some cards are drawn for an age; the others are in every deck for so many players."""

EffectArg = int | str | tuple[str, ...]
"""A value printed beside an effect: a number, a word or several words."""


@dataclass(frozen=True, slots=True)
class EffectSpec:
    """One effect as printed: its kind and its values, complete with defaults."""

    kind: str
    """One of `effects.EFFECT_KINDS`, or of those that a box adds to them."""
    args: Mapping[str, EffectArg] = field(hash=False)
    """Every value its kind asks for, also those the file left to the default."""


@dataclass(frozen=True, slots=True)
class Draw:
    """So many cards of a color that are drawn for the deck of each of some ages."""

    color: str
    """One of `DRAWN_COLORS`."""
    ages: tuple[int, ...]
    """The ages they are drawn for."""
    beyond_players: int
    """How many more than there are players."""


@dataclass(frozen=True, slots=True)
class CardSpec:
    """One card by name: an age card, a guild, a black card or a leader."""

    name: str
    """English printed name, the key everywhere. A card printed for two ages is one card."""
    color: str
    """One of `COLORS`."""
    box: str
    """The folder it comes from, like "base-first" or "cities"."""
    copies: Mapping[int, tuple[int, ...]] = field(hash=False)
    """For each age, the player count at which each copy joins the deck.

    Guilds and black cards have an age and no counts (they are drawn), leaders have no age.
    """
    coins: int
    """Coins of the printed cost."""
    cost: Mapping[str, int] = field(hash=False)
    """Units of each resource in the printed cost."""
    effects: tuple[EffectSpec, ...]
    """What it does, in printed order."""
    chain_from: tuple[str, ...]
    """Cards any one of which makes this one free."""
    chain_to: tuple[str, ...]
    """Cards this one makes free."""
    symbols_in: tuple[str, ...]
    """Second edition: chain symbols beside the cost."""
    symbols_out: tuple[str, ...]
    """Second edition: chain symbols this card gives."""


@dataclass(frozen=True, slots=True)
class StageSpec:
    """One stage of a wonder."""

    coins: int
    """Coins of the printed cost."""
    cost: Mapping[str, int] = field(hash=False)
    """Units of each resource in the printed cost."""
    effects: tuple[EffectSpec, ...]
    """What it does, in printed order."""


@dataclass(frozen=True, slots=True)
class SideSpec:
    """One side of a wonder board."""

    name: str
    """"A" or "B"; "day" or "night" in the second edition."""
    resource: str | None
    """The good the board itself produces."""
    extra_coins: int
    """Coins its owner starts with beyond everybody's."""
    powers: tuple[EffectSpec, ...]
    """Effects in force from the start."""
    stages: tuple[StageSpec, ...]
    """From the first to the last."""
    pays_copied_cost: bool
    """Whether a stage that copies another costs what the copied one costs."""


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """One wonder board with its two sides."""

    wonder: str
    """Short name, the key everywhere ("Rhodes")."""
    title: str
    """Full English name of the wonder."""
    box: str
    """The folder it comes from."""
    sides: Mapping[str, SideSpec] = field(hash=False)
    """Sides by name, in printed order."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything printed for one edition with the boxes that were added to it."""

    edition: str
    """"first" (2010) or "second" (2020)."""
    expansions: tuple[str, ...]
    """Boxes added, in the order in which they are opened."""
    cards: tuple[CardSpec, ...]
    """Age cards with guilds and black cards, in the order of the files."""
    leaders: tuple[CardSpec, ...]
    """Leaders; none without the box."""
    boards: tuple[BoardSpec, ...]
    """Wonder boards, in the order of the files."""
    start_coins: int
    """Coins of each city at the start, before a board's extra ones."""
    sale_coins: int
    """Coins for a discarded card."""
    trade_price: int
    """Coins for one good of a neighbor."""
    hand_size: int
    """Cards dealt to each player in an age."""
    victory_tokens: Mapping[int, int] = field(hash=False)
    """What a victory is worth in each age."""
    coins_per_point: int
    """Coins that make one point at the end."""
    set_points: int
    """Points for three different science symbols."""
    draws: tuple[Draw, ...]
    """Cards of which some are drawn for the deck of an age."""
    modes: tuple[str, ...]
    """The modes it can be played in."""
    most_players: int
    """The largest table."""
    owners_choose_sides: bool
    """Whether owners choose the side of their board; otherwise it is drawn."""
    deals_leaders: bool
    """Whether leaders are drafted and recruited."""
    fingerprint: str
    """Short hash of everything printed; a record names it."""
    _cards: Mapping[str, CardSpec] = field(init=False, repr=False, compare=False)
    _boards: Mapping[str, BoardSpec] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index cards and boards by name."""
        object.__setattr__(self, "_cards", {card.name: card for card in (*self.cards, *self.leaders)})
        object.__setattr__(self, "_boards", {board.wonder: board for board in self.boards})

    def card(self, name: str) -> CardSpec:
        """The card or leader of this name; KeyError when no box in use holds it."""
        return self._cards[name]

    def board(self, wonder: str) -> BoardSpec:
        """The board of this wonder; KeyError when no box in use holds it."""
        return self._boards[wonder]

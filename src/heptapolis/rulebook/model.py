"""Cards and boards as plain data. The engine implements what they do.

Mappings are ordinary dicts, so that everything can be pickled. Do not modify them; they are left out of hashes.
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
"""Colors whose cards are drawn at random for a deck; the player count decides about all others."""

EffectArg = int | str | tuple[str, ...]
"""An argument of an effect: a number, a word or several words."""


@dataclass(frozen=True, slots=True)
class EffectSpec:
    """One effect as printed: its kind and its values, complete with defaults."""

    kind: str
    """One of `effects.EFFECT_KINDS`, or a kind that a box adds."""
    args: Mapping[str, EffectArg] = field(hash=False)
    """All arguments of its kind, including defaults."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A number of cards of one color that are drawn for the decks of some ages."""

    color: str
    """One of `DRAWN_COLORS`."""
    ages: tuple[int, ...]
    """The ages they are drawn for."""
    beyond_players: int
    """The number of drawn cards minus the number of players."""


@dataclass(frozen=True, slots=True)
class CardSpec:
    """One card by name: an age card, a guild, a black card or a leader."""

    name: str
    """The printed English name, used as the key. A card printed for two ages is one card."""
    color: str
    """One of `COLORS`."""
    box: str
    """The folder it comes from, like "base-first" or "cities"."""
    copies: Mapping[int, tuple[int, ...]] = field(hash=False)
    """For each age, the player count at which each copy joins the deck.

    Guilds and black cards have an age but no player counts, since they are drawn. Leaders have no age.
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
    """Additional coins its owner starts with."""
    powers: tuple[EffectSpec, ...]
    """Effects in force from the start."""
    stages: tuple[StageSpec, ...]
    """From the first to the last."""
    pays_copied_cost: bool
    """Whether a stage that copies another has the cost of the copied one."""


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """One wonder board with its two sides."""

    wonder: str
    """The short name, used as the key ("Rhodes")."""
    title: str
    """Full English name of the wonder."""
    box: str
    """The folder it comes from."""
    sides: Mapping[str, SideSpec] = field(hash=False)
    """Sides by name, in printed order."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The printed material of one edition with its expansions."""

    edition: str
    """"first" (2010) or "second" (2020)."""
    expansions: tuple[str, ...]
    """Its expansions, in their order."""
    cards: tuple[CardSpec, ...]
    """Age cards with guilds and black cards, in the order of the files."""
    leaders: tuple[CardSpec, ...]
    """Leaders; none without the box."""
    boards: tuple[BoardSpec, ...]
    """Wonder boards, in the order of the files."""
    start_coins: int
    """Coins of each city at the start, without the board's additional ones."""
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
    """A short hash of the printed data, stored in records."""
    _cards: Mapping[str, CardSpec] = field(init=False, repr=False, compare=False)
    _boards: Mapping[str, BoardSpec] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_cards", {card.name: card for card in (*self.cards, *self.leaders)})
        object.__setattr__(self, "_boards", {board.wonder: board for board in self.boards})

    def card(self, name: str) -> CardSpec:
        """Returns the card or leader of this name; raises KeyError if there is none."""
        return self._cards[name]

    def board(self, wonder: str) -> BoardSpec:
        """Returns the board of this wonder; raises KeyError if there is none."""
        return self._boards[wonder]

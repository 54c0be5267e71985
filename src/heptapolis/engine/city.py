"""A city: its board, structures, treasury and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.cards import COLOR_BITS, COLOR_MASK
from heptapolis.engine.fields import NO_COUNTERS, Derived, OfThisTurn, Public, Shared

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card, Side
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.effects.powers import Power


class City:
    """One city. All of it is public.

    Effects keep the derived fields up to date; a test compares them with a fresh derivation. Only ``structures`` grows
    in place. The other collections are replaced, never changed, so copies of a city can share them.
    """

    side: Public[Side]
    structures: Public[list[Card]]  # in building order
    coins: Public[i64] = 0
    leaders: Public[tuple[Card, ...]] = ()
    copied_leader: Public[Card | None] = None
    stages: Public[i64] = 0
    backs: Public[i64] = 0  # of the cards under the stages, see ``packed``
    copied: Public[tuple[int, ...]] = ()  # for boards that copy stages: LEFT or RIGHT for each stage built
    left_tokens: Public[tuple[int, ...]] = ()  # conflict tokens, by the neighbor they came from
    right_tokens: Public[tuple[int, ...]] = ()
    debt: Public[i64] = 0
    diplomacy: Public[i64] = 0
    used: Public[tuple[str, ...]] = ()  # powers used in this age
    counters: Public[Shared[dict[str, int]]] = NO_COUNTERS  # counters of third-party boxes, see ``count``

    fresh_structures: OfThisTurn[i64] = 0  # how many of the last structures, stages, leaders were built this turn
    fresh_stages: OfThisTurn[i64] = 0
    fresh_leaders: OfThisTurn[i64] = 0
    fresh_copy: OfThisTurn[bool] = False
    held: OfThisTurn[i64] = 0  # coins received from neighbors this turn, which cannot be spent before the next
    bonus_taken: OfThisTurn[bool] = False
    bought_from: OfThisTurn[i64] = 0  # bits; set only if a second purchase this turn can differ from the first

    bit: Derived[i64] = 0  # of the seat in ``Table.pending``
    left: Derived[i64] = 0  # seats of the neighbors
    right: Derived[i64] = 0
    names_low: Derived[i64] = 0  # bits of the names of the structures, see ``NAMES_A_WORD``
    names_high: Derived[i64] = 0
    colors: Derived[i64] = 0  # number of structures by color, one lane each
    shields: Derived[i64] = 0
    compasses: Derived[i64] = 0
    gears: Derived[i64] = 0
    tablets: Derived[i64] = 0
    any_symbols: Derived[i64] = 0
    set_bonus: Derived[i64] = 0  # extra points for a set of three symbols
    masks: Derived[i64] = 0
    token_points: Derived[i64] = 0  # total value of all conflict tokens
    victories: Derived[i64] = 0
    defeats: Derived[i64] = 0

    own_raw: Derived[i64] = 0  # profiles of what the city itself can use ...
    own_goods: Derived[i64] = 0
    sells_raw: Derived[i64] = 0  # ... and of what its neighbors may buy
    sells_goods: Derived[i64] = 0
    market_stale: Derived[bool] = False  # production has changed since ``open_market``
    makes: Derived[i64] = 0  # resources of board, brown and gray cards, one bit each
    left_raw: Derived[i64] = 0  # the city's production pooled with what a neighbor sells, at the start of the turn
    left_goods: Derived[i64] = 0
    right_raw: Derived[i64] = 0
    right_goods: Derived[i64] = 0
    both_raw: Derived[i64] = 0
    both_goods: Derived[i64] = 0
    left_raw_price: Derived[i64] = 0
    right_raw_price: Derived[i64] = 0
    left_goods_price: Derived[i64] = 0
    right_goods_price: Derived[i64] = 0
    special_trade: Derived[bool] = False  # rules other than prices apply: rebates, producers of both classes, the bank
    left_rebate: Derived[i64] = 0
    right_rebate: Derived[i64] = 0
    produces_again: Derived[bool] = False
    produces_missing: Derived[bool] = False
    bank_price: Derived[i64] = 0  # > 0: one resource a turn may be bought from the bank
    trade_coins: Derived[i64] = 0
    waives: Derived[i64] = 0  # bits of the colors (and of stages) that need one resource less
    free_colors: Derived[i64] = 0  # bits of the colors that cost nothing
    stages_need_coins_only: Derived[bool] = False
    plays_last_card: Derived[bool] = False
    copies_guild: Derived[bool] = False
    leaders_cost_nothing: Derived[bool] = False
    leader_discount: Derived[i64] = 0
    neighbor_leader_discount: Derived[i64] = 0
    victory_coins: Derived[i64] = 0
    defeats_to_victor: Derived[bool] = False
    defeats_as_shields: Derived[bool] = False
    bank_bonus: Derived[i64] = 0
    powers: Derived[tuple[Power, ...]] = ()  # effects that may make a card free
    rewards: Derived[tuple[Effect, ...]] = ()  # effects that may pay coins when a card is built

    def __init__(self, side: Side, structures: list[Card]) -> None:
        """A city on this side of a board; ``turn.found_city`` applies the board's effects."""
        self.side = side
        self.structures = structures

    def color_count(self, color: i64) -> i64:
        """How many structures of a color stand here."""
        return (self.colors >> (color * COLOR_BITS)) & COLOR_MASK

    def has(self, card: Card) -> bool:
        """Whether a structure of this name stands here."""
        bit_is_set = (self.names_low & card.name_low) | (self.names_high & card.name_high) != 0
        return bit_is_set and (not card.shares_bit or self._stands_here(card))

    def chained(self, card: Card) -> bool:
        """Whether a structure that makes ``card`` free stands here."""
        bit_is_set = (self.names_low & card.parents_low) | (self.names_high & card.parents_high) != 0
        return bit_is_set and (not card.parents_share_bit or self._parent_stands_here(card))

    # Separate from ``has`` and ``chained``, which must be small enough to inline.
    def _stands_here(self, card: Card) -> bool:
        return card in self.structures

    def _parent_stands_here(self, card: Card) -> bool:
        for parent in card.parents:
            if parent in self.structures:
                return True
        return False

    def count(self, name: str, change: int) -> None:
        """Changes a counter of a box. Counters start at 0; prefix ``name`` with the box's name."""
        self.counters = {**self.counters, name: self.counters.get(name, 0) + change}  # copies share the old dict

    def purse(self) -> i64:
        """The coins that may be spent now."""
        return self.coins - self.held

    # Generated by tools/generate_fields.py from the fields above: edit those and run it again.
    def copy(self) -> City:
        """An independent copy."""
        new = City(
            self.side,
            self.structures.copy(),
        )
        new.coins = self.coins
        new.leaders = self.leaders
        new.copied_leader = self.copied_leader
        new.stages = self.stages
        new.backs = self.backs
        new.copied = self.copied
        new.left_tokens = self.left_tokens
        new.right_tokens = self.right_tokens
        new.debt = self.debt
        new.diplomacy = self.diplomacy
        new.used = self.used
        new.counters = self.counters
        new.fresh_structures = self.fresh_structures
        new.fresh_stages = self.fresh_stages
        new.fresh_leaders = self.fresh_leaders
        new.fresh_copy = self.fresh_copy
        new.held = self.held
        new.bonus_taken = self.bonus_taken
        new.bought_from = self.bought_from
        new.bit = self.bit
        new.left = self.left
        new.right = self.right
        new.names_low = self.names_low
        new.names_high = self.names_high
        new.colors = self.colors
        new.shields = self.shields
        new.compasses = self.compasses
        new.gears = self.gears
        new.tablets = self.tablets
        new.any_symbols = self.any_symbols
        new.set_bonus = self.set_bonus
        new.masks = self.masks
        new.token_points = self.token_points
        new.victories = self.victories
        new.defeats = self.defeats
        new.own_raw = self.own_raw
        new.own_goods = self.own_goods
        new.sells_raw = self.sells_raw
        new.sells_goods = self.sells_goods
        new.market_stale = self.market_stale
        new.makes = self.makes
        new.left_raw = self.left_raw
        new.left_goods = self.left_goods
        new.right_raw = self.right_raw
        new.right_goods = self.right_goods
        new.both_raw = self.both_raw
        new.both_goods = self.both_goods
        new.left_raw_price = self.left_raw_price
        new.right_raw_price = self.right_raw_price
        new.left_goods_price = self.left_goods_price
        new.right_goods_price = self.right_goods_price
        new.special_trade = self.special_trade
        new.left_rebate = self.left_rebate
        new.right_rebate = self.right_rebate
        new.produces_again = self.produces_again
        new.produces_missing = self.produces_missing
        new.bank_price = self.bank_price
        new.trade_coins = self.trade_coins
        new.waives = self.waives
        new.free_colors = self.free_colors
        new.stages_need_coins_only = self.stages_need_coins_only
        new.plays_last_card = self.plays_last_card
        new.copies_guild = self.copies_guild
        new.leaders_cost_nothing = self.leaders_cost_nothing
        new.leader_discount = self.leader_discount
        new.neighbor_leader_discount = self.neighbor_leader_discount
        new.victory_coins = self.victory_coins
        new.defeats_to_victor = self.defeats_to_victor
        new.defeats_as_shields = self.defeats_as_shields
        new.bank_bonus = self.bank_bonus
        new.powers = self.powers
        new.rewards = self.rewards
        return new

    def forget_turn(self) -> None:
        """Resets the per-turn fields."""
        self.fresh_structures = 0
        self.fresh_stages = 0
        self.fresh_leaders = 0
        self.fresh_copy = False
        self.held = 0
        self.bonus_taken = False
        self.bought_from = 0

    # End of generated code.

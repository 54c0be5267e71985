"""The table: what lies on it at one moment, in every hand and in every city.

The table is mutable and belongs to the engine; whoever wants to try something takes a ``copy``. Cities hold only what
everybody can see; what is secret (hands, buried cards, the discard pile, later deals) lies beside them, so that a
view can take the cities and leave the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.cards import COLOR_BITS, COLOR_MASK

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card, Side
    from heptapolis.engine.conflicts import Conflict
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.effects.powers import Power
    from heptapolis.engine.moves import Move
    from heptapolis.engine.phases.base import Phase
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.schedule import Schedule

STANDARD: Final = "standard"
FREE_CITY: Final = "free-city"
TEAMS: Final = "teams"

LEFT: Final = 0
RIGHT: Final = 1

FROM_LEFT: Final = 1  # bits of those from whom a city buys in a turn
FROM_RIGHT: Final = 2
FROM_BANK: Final = 4

NOBODY: Final = -1
SEATS: Final = 8  # at most
COPIES_DIG_LAST: Final = 2  # after boards (0) and leaders (1)

BACK: Final = 16  # base of ``City.backs``
LEADER_BACK: Final = 4
LAID_BY_LEFT: Final = 8  # added for a card laid under the Free City by its left neighbor, and so known to that player
MARK: Final = (
    4  # a card's mark in the discard pile: the bits of the players who have seen it there, times this, plus its age
)

NO_DEALS: Final[list[list[list[Card]]]] = []


NOTHING_CHOSEN: Final[list[list[Move | None]]] = [
    [None] * cities for cities in range(SEATS + 1)
]  # copied, never written to


class City:
    """One city: its board, what stands in it, its treasury and tokens. Everything here is public.

    The first block is what was played; the second follows from it and is kept up to date by the effects (a test
    compares it with a fresh derivation); the third concerns this turn only.
    """

    def __init__(self, side: Side, structures: list[Card]) -> None:
        """A city at this side of a board; what stands in it is set up by ``turn.found_city``.

        Only ``structures`` grows in place. The other collections are replaced as a whole, so that copies of a city
        can share them.
        """
        self.side = side
        self.bit: i64 = 0  # of the seat in ``Table.pending``
        self.left: i64 = 0  # seats of the neighbors
        self.right: i64 = 0
        self.coins: i64 = 0
        self.structures = structures  # in building order
        self.leaders: tuple[Card, ...] = ()
        self.copied_leader: Card | None = None
        self.stages: i64 = 0
        self.backs: i64 = (
            0  # of the cards under them, the newest lowest, ``BACK`` each: the age, ``LEADER_BACK``, 0 where not known
        )
        self.copied: tuple[int, ...] = ()  # for boards that copy stages: LEFT or RIGHT for each stage built
        self.left_tokens: tuple[int, ...] = ()  # conflict tokens, by the neighbor they came from
        self.right_tokens: tuple[int, ...] = ()
        self.debt: i64 = 0
        self.diplomacy: i64 = 0
        self.used: tuple[str, ...] = ()  # powers used up in this age

        self.names_low: i64 = 0  # the names of the structures, one bit each
        self.names_high: i64 = 0
        self.colors: i64 = 0  # structures by color, a lane each
        self.shields: i64 = 0
        self.compasses: i64 = 0
        self.gears: i64 = 0
        self.tablets: i64 = 0
        self.any_symbols: i64 = 0
        self.set_bonus: i64 = 0  # points for a set of three symbols, beyond the usual ones
        self.masks: i64 = 0
        self.token_points: i64 = 0  # what all conflict tokens are worth
        self.victories: i64 = 0
        self.defeats: i64 = 0

        self.own_raw: i64 = 0  # profiles of what the city can use itself ...
        self.own_goods: i64 = 0
        self.sells_raw: i64 = 0  # ... and of what its neighbors may buy
        self.sells_goods: i64 = 0
        self.market_stale: bool = False  # production has changed since markets were opened
        self.makes: i64 = 0  # resources of board, brown and gray cards, one bit each
        self.left_raw: i64 = 0  # own production pooled with what a neighbor sells, as of the start of the turn
        self.left_goods: i64 = 0
        self.right_raw: i64 = 0
        self.right_goods: i64 = 0
        self.both_raw: i64 = 0
        self.both_goods: i64 = 0
        self.left_raw_price: i64 = 2
        self.right_raw_price: i64 = 2
        self.left_goods_price: i64 = 2
        self.right_goods_price: i64 = 2
        self.odd_trade: bool = False  # something beyond prices: rebates, producers of both classes, the bank
        self.left_rebate: i64 = 0
        self.right_rebate: i64 = 0
        self.produces_again: bool = False
        self.produces_missing: bool = False
        self.bank_price: i64 = 0  # > 0: one resource a turn may be bought from the bank
        self.trade_coins: i64 = 0
        self.waives: i64 = 0  # bits of the colors (and of stages) that need one resource less
        self.free_colors: i64 = 0  # bits of the colors that cost nothing
        self.stages_need_coins_only: bool = False
        self.plays_last_card: bool = False
        self.copies_guild: bool = False
        self.leaders_cost_nothing: bool = False
        self.leader_discount: i64 = 0
        self.neighbor_leader_discount: i64 = 0
        self.victory_coins: i64 = 0
        self.defeats_to_victor: bool = False
        self.defeats_as_shields: bool = False
        self.bank_bonus: i64 = 0
        self.powers: tuple[Power, ...] = ()  # effects asked whether they free a card
        self.rewards: tuple[Effect, ...] = ()  # effects asked for coins when a card is built

        self.fresh_structures: i64 = 0  # how many of the last structures, stages, leaders are of this turn
        self.fresh_stages: i64 = 0
        self.fresh_leaders: i64 = 0
        self.fresh_copy: bool = False
        self.held: i64 = 0  # coins from neighbors in this turn, not to be spent in it
        self.bonus_taken: bool = False
        self.bought_from: i64 = 0  # bits; noted only where a second purchase in the turn is not like the first

    def color_count(self, color: i64) -> i64:
        """How many structures of a color stand here."""
        return (self.colors >> (color * COLOR_BITS)) & COLOR_MASK

    def has(self, card: Card) -> bool:
        """Whether a structure of this name stands here."""
        return (self.names_low & card.name_low) | (self.names_high & card.name_high) != 0

    def chained(self, card: Card) -> bool:
        """Whether a structure that makes ``card`` free stands here."""
        return (self.names_low & card.parents_low) | (self.names_high & card.parents_high) != 0

    def purse(self) -> i64:
        """The coins that may be spent now."""
        return self.coins - self.held

    def copy(self) -> City:
        """The same city, to be changed on its own."""
        new = City(self.side, self.structures.copy())
        new.bit = self.bit
        new.left = self.left
        new.right = self.right
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
        new.odd_trade = self.odd_trade
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
        new.fresh_structures = self.fresh_structures
        new.fresh_stages = self.fresh_stages
        new.fresh_leaders = self.fresh_leaders
        new.fresh_copy = self.fresh_copy
        new.held = self.held
        new.bonus_taken = self.bonus_taken
        new.bought_from = self.bought_from
        return new


class Table:
    """A whole table, secrets included."""

    def __init__(
        self,
        schedule: Schedule,
        cities: list[City],
        hands: list[list[Card]],
        discard: list[Card],
        chosen: list[Move | None],
        buried: list[tuple[Card | None, ...]],
        leader_hands: list[tuple[Card, ...]],
        draft_hands: list[tuple[Card, ...]],
        played: list[list[Move | None]],
    ) -> None:
        """A table with these cities in clockwise order; ``setup`` deals, ``restore`` lays out a known position."""
        self.schedule = schedule
        self.rules: Rules = schedule.rules
        self.mode: str = schedule.mode
        self.phase: Phase = schedule.play
        self.cities = cities
        self.city_count: i64 = len(cities)  # the Free City included
        self.age: i64 = 1
        self.turn: i64 = 1
        self.turns: i64 = 6  # in an age
        self.preparing: bool = False  # what is being decided comes before the first turn of the age
        self.prepared: i64 = 0  # how many of the phases before this age have been gone through
        self.open_sides: i64 = 0  # one bit for each city whose side is not chosen
        self.over: bool = False
        self.everybody: i64 = 2 ** len(cities) - 1  # all cities pending
        self.pending: i64 = 0  # one bit for each city whose decision is missing
        self.chosen = chosen  # decisions made and not yet carried out, by city
        self.nothing_chosen = NOTHING_CHOSEN[len(cities)]

        self.hands = hands
        self.discard = discard  # oldest first
        self.marks: list[int] = []  # of the newest cards of the discard pile: when they came, and who knows them
        self.dug: tuple[Card, ...] = ()  # taken out of the discard pile in this age
        self.sold: tuple[int, ...] = ()  # leaders sold: index * SEATS + seat
        self.buried = buried  # the cards under the stages, None where not known
        self.deals: list[list[list[Card]]] = (
            NO_DEALS  # the hands of each age, never written to; [] where the seed decides
        )
        self.seed: int = 0
        self.leader_hands = leader_hands
        self.draft_hands = draft_hands
        self.leader_box: tuple[Card, ...] = ()  # leaders in no hand, in the order in which they are drawn

        self.free_seat: i64 = NOBODY  # the Free City, who plays for it this turn, and what it draws from
        self.holder: i64 = NOBODY
        self.draw_pile: tuple[Card, ...] = ()
        self.drawn: Card | None = None

        self.digs: tuple[int, ...] = ()  # who may still dig, in order: rank * SEATS + seat
        self.copies: tuple[int, ...] = ()  # seats that copy a leader
        self.recruits: tuple[int, ...] = ()  # seats that may recruit once more
        self.losses_due: bool = False  # something built in this turn takes money from others
        self.fought: tuple[Conflict, ...] = ()  # the conflicts that ended the last age
        self.stayed_out: tuple[int, ...] = ()  # the cities that kept out of them by diplomacy
        self.owes: tuple[int, ...] = ()  # what each city has to settle now

        self.first_hands: list[list[Card]] = []  # hands at ``first_turn``, before its moves; never written to
        self.first_turn: i64 = 1
        self.played = played  # what was revealed in this age from ``first_turn`` on, each time the moves by city
        self.first_drafts: list[tuple[Card, ...]] = []  # the same for the draft
        self.drafted: tuple[list[Move | None], ...] = ()

    def decider(self, seat: i64) -> i64:
        """The player who decides for a city: its owner, or the holder of the Free City card."""
        return self.holder if seat == self.free_seat else seat

    def partner(self, seat: i64) -> i64:
        """The team mate, or nobody."""
        return seat ^ 1 if self.mode == TEAMS else NOBODY

    def put_away(self, card: Card, seen_by: i64) -> None:
        """Puts a card on the discard pile, face down; ``seen_by`` are the bits of the players who know it."""
        self.discard.append(card)
        self.marks.append(seen_by * MARK + self.age)

    def ask_dig(self, seat: i64, rank: i64) -> None:
        """Puts a city into the queue for the discard pile: boards, then leaders, last the boards that copy."""
        if rank == 0 and self.cities[seat].side.copies:
            rank = COPIES_DIG_LAST
        self.digs = tuple(sorted([*self.digs, rank * SEATS + seat]))

    def copy(self) -> Table:
        """The same table, to be played on alone."""
        new = Table(
            self.schedule,
            [city.copy() for city in self.cities],
            [hand.copy() for hand in self.hands],
            self.discard.copy(),
            self.chosen.copy(),
            self.buried.copy(),
            self.leader_hands.copy(),
            self.draft_hands.copy(),
            self.played.copy(),
        )
        new.phase = self.phase
        new.age = self.age
        new.turn = self.turn
        new.turns = self.turns
        new.preparing = self.preparing
        new.prepared = self.prepared
        new.open_sides = self.open_sides
        new.over = self.over
        new.pending = self.pending
        new.deals = self.deals
        new.seed = self.seed
        new.marks = self.marks.copy()
        new.dug = self.dug
        new.sold = self.sold
        new.leader_box = self.leader_box
        new.free_seat = self.free_seat
        new.holder = self.holder
        new.draw_pile = self.draw_pile
        new.drawn = self.drawn
        new.digs = self.digs
        new.copies = self.copies
        new.recruits = self.recruits
        new.losses_due = self.losses_due
        new.fought = self.fought
        new.stayed_out = self.stayed_out
        new.owes = self.owes
        new.first_hands = self.first_hands
        new.first_turn = self.first_turn
        new.first_drafts = self.first_drafts
        new.drafted = self.drafted
        return new

    def __copy__(self) -> Table:
        """The same table, to be played on alone."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Table:
        """The same table, to be played on alone."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles by its fields, with references into the rulebook."""
        from heptapolis.engine.pickling import put_together, take_apart

        return put_together, take_apart(self)

"""Actions as numbers, and the places of an observation's fields; `docs/research.md` describes both.

With ``payments="all"`` an action is a card and the n-th option to use it, in the order of the legal moves: the options
to build a card are its payments, cheapest first, then the powers that make it free. So every legal move is one action.
With ``payments="cheapest"`` a card is paid for in the cheapest way, and the options are: paying, or a power.
The numbering of actions depends on the rulebook alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.engine.errors import InvalidOptions
from heptapolis.engine.legal import can_build, can_build_stage, cheapest_build, cheapest_stage, free_by
from heptapolis.engine.moves import BUILD, DISCARD, PASS, SETTLE, SIDE, WONDER, Move
from heptapolis.engine.phases import PLAY
from heptapolis.engine.rules import rules_for
from heptapolis.engine.table import RIGHT, STANDARD

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table

PAYMENTS: Final = ("cheapest", "all")
OBSERVATIONS: Final = ("table", "information", "perfect")

WAIT: Final = 0
PASS_ACTION: Final = 1
FIRST_SIDE: Final = 2  # the first of two
SETTLES: Final = 4  # the first of 64: the number of coins to pay; none if the rulebook has no debts
MOST_COINS: Final = 63

# Options of one card. A purchase of up to 4 raw and 3 manufactured units can be split in at most 5 * 4 ways, or more
# with producers of both classes. Coins limit them further: the most seen in games with all boxes is fifteen.
WAYS: Final = 32
# What a structure can be used for besides discarding it.
PAID: Final = 1
POWER: Final = 2
STAGE: Final = 4
PAID_OR_FREE: Final = 2  # options to build with the cheapest payment: paying (or a chain), a power

OBSERVED_PHASES: Final = ("side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt", "over")
HEAD: Final = 17  # phases and eight numbers
CITY: Final = 18  # numbers of a city besides its board and cards
ROWS: Final = 8  # card moves of a city in an age, at most


class Coding:
    """Actions and observations for one rulebook and number of cities."""

    def __init__(self, rules: Rules, cities: int, payments: str = "cheapest", observation: str = "table") -> None:
        """``payments`` is one of ``PAYMENTS``, ``observation`` one of ``OBSERVATIONS``.

        Raises:
            InvalidOptions: One of them is not.
        """
        if payments not in PAYMENTS:
            raise InvalidOptions("format/value", f"payments are {' or '.join(PAYMENTS)}, not {payments!r}")
        if observation not in OBSERVATIONS:
            raise InvalidOptions("format/value", f"an observation is {', '.join(OBSERVATIONS)}, not {observation!r}")
        self.rules = rules
        self.payments = payments
        self.observation = observation
        self.cheapest: bool = payments == "cheapest"
        self.cities: i64 = cities
        self.structures: i64 = len(rules.structures)
        self.leaders: i64 = len(rules.leaders)
        self.boards: i64 = len(rules.boards)
        phases = {phase.name for phase in rules.schedule(STANDARD).phases()}
        copies = any(side.copies for board in rules.boards for side in board.sides)
        self.build_ways: i64 = PAID_OR_FREE if self.cheapest else WAYS
        self.stage_ways: i64 = (2 if copies else 1) if self.cheapest else WAYS
        self.settles: i64 = 0 if self.cheapest and "debt" not in phases else MOST_COINS + 1
        self.cards_at: i64 = SETTLES + self.settles
        self.discard_at: i64 = self.build_ways + self.stage_ways  # within the actions of a card
        self.other_at: i64 = self.discard_at + 1  # dig; for leaders copy, draft or recruit: a decision offers one
        self.each: i64 = self.other_at + 1
        self.actions: i64 = self.cards_at + self.each * len(rules.cards)

        self.hand_at: i64 = HEAD
        self.partner_at: i64 = self.hand_at + self.structures
        self.pile_at: i64 = self.partner_at + self.structures
        self.seen_at: i64 = self.pile_at + self.structures
        self.leader_hand_at: i64 = self.seen_at + self.structures
        self.draft_at: i64 = self.leader_hand_at + self.leaders
        self.cities_at: i64 = self.draft_at + self.leaders
        self.city_size: i64 = CITY + self.boards + self.structures + self.leaders
        self.other_phases: list[str] = sorted(
            [name for name in phases if name not in OBSERVED_PHASES]
        )  # for third-party boxes; none with the boxes of this package
        self.other_phases_at: i64 = self.cities_at + self.cities * self.city_size
        self.memory_at: i64 = self.other_phases_at + len(self.other_phases)
        self.memory_city_size: i64 = 2 * self.structures + self.leaders + 2 * ROWS
        self.secrets_at: i64 = self.memory_at
        if observation != "table":
            own = 2 * self.structures + 2 * self.leaders  # buried cards, discards, sold leaders
            self.secrets_at = self.memory_at + own + self.cities * self.memory_city_size
        self.size: i64 = self.secrets_at
        if observation == "perfect":
            self.size = self.secrets_at + self.cities * (self.structures + self.leaders) + 2 * self.structures
        self.heads: dict[str, list[int]] = {
            name: [1 if each == name else 0 for each in OBSERVED_PHASES] for name in OBSERVED_PHASES
        }
        self.uses: list[list[int]] = [
            self._uses(card.index, uses) for card in rules.structures for uses in range(2 * STAGE)
        ]  # actions of a structure, by its place and what it can be used for
        self.board_places: dict[str, int] = {board.wonder: place for place, board in enumerate(rules.boards)}

    def _uses(self, card: i64, uses: int) -> list[int]:
        at = self.cards_at + self.each * card
        found: list[int] = []
        if uses & PAID:
            found.append(at)
        if uses & POWER:
            found.append(at + 1)
        if uses & STAGE:
            found.append(at + self.build_ways)
        found.append(at + self.discard_at)
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return _coding, (self.rules.key, self.cities, self.payments, self.observation)

    def __deepcopy__(self, memo: object) -> Coding:
        return self

    def moves_of(self, table: Table, city: i64) -> list[Move]:
        """The legal moves of a pending city that have an action."""
        return cheapest_moves(table, city) if self.cheapest else table.phase.moves(table, city)

    def actions_of(self, moves: list[Move]) -> list[int]:
        """The actions of the moves of one decision, in the same order.

        If a card has more options than actions, the last ones share an action, which then means the first of them.
        """
        found: list[int] = []
        last_card: Card | None = None
        last_kind: i64 = -1
        way: i64 = 0
        sides: i64 = 0
        for move in moves:
            kind = move.kind
            card = move.card
            if card is None:
                found.append(self.action_without_card(move, sides))
                sides += 1
                continue
            if card is last_card and kind == last_kind:
                way += 1
            else:
                way = 0
                last_card = card
                last_kind = kind
            found.append(self.cheapest_action(move) if self.cheapest else self.action_with_card(move, card, way))
        return found

    def action_without_card(self, move: Move, place: i64) -> i64:
        """The action of a move without a card; ``place`` is its place among the moves."""
        if move.kind == PASS:
            return PASS_ACTION
        if move.kind == SETTLE:
            return SETTLES + min(move.coins, MOST_COINS)
        return FIRST_SIDE + place

    def action_with_card(self, move: Move, card: Card, way: i64) -> i64:
        """The action of a move with a card: its option number ``way``."""
        at = self.cards_at + self.each * card.index
        if move.kind == BUILD:
            return at + min(way, self.build_ways - 1)
        if move.kind == WONDER:
            return at + self.build_ways + min(way, self.stage_ways - 1)
        return at + (self.discard_at if move.kind == DISCARD else self.other_at)

    def cheapest_action(self, move: Move) -> i64:
        """The action of a move with a card whatever it pays, for ``payments="cheapest"``."""
        card = move.card
        assert card is not None, "a move with a card"
        way: i64 = 0
        if move.using or (move.kind == WONDER and move.copied == RIGHT):
            way = 1
        return self.action_with_card(move, card, way)

    def action_of(self, move: Move, moves: list[Move]) -> i64:
        """The action of one of the legal moves of a decision, as a bot chooses it: ``moves`` are all of them."""
        if self.cheapest and move.card is not None:
            return self.cheapest_action(move)
        if self.cheapest and move.kind != SIDE:
            return self.action_without_card(move, 0)
        return self.actions_of(moves)[moves.index(move)]

    def listed_quickly(self, table: Table, city: i64) -> bool:
        """Whether ``quick_actions`` and ``quick_move`` know this decision: the turn's card of a player's city."""
        return self.cheapest and table.phase is PLAY and not table.cities[city].side.copies

    def quick_actions(self, table: Table, seat: i64) -> list[int]:
        """The actions of ``moves_of``, without making the moves."""
        found: list[int] = []
        city = table.cities[seat]
        stage: i64 = STAGE if can_build_stage(table, city) else 0
        hand = table.hands[seat]
        seen_low: i64 = 0
        seen_high: i64 = 0
        place: i64 = 0
        for card in hand:
            first = (seen_low & card.name_low) | (seen_high & card.name_high) == 0
            if not first and card.shares_bit:
                first = hand.index(card) == place
            place += 1
            if not first:
                continue
            seen_low |= card.name_low
            seen_high |= card.name_high
            uses = stage
            if can_build(table, city, card):
                uses |= PAID
            if city.powers and free_by(table, seat, card) is not None:
                uses |= POWER
            found.extend(self.uses[2 * STAGE * card.index + uses])
        return found

    def quick_move(self, table: Table, seat: i64, action: i64) -> Move:
        """The move of one of ``quick_actions``."""
        place = (action - self.cards_at) // self.each
        use = (action - self.cards_at) % self.each
        card = self.rules.cards[place]
        if use == 0:
            return cheapest_build(table, seat, card)
        if use < self.build_ways:
            power = free_by(table, seat, card)
            assert power is not None, "offered only where a power makes the card free"
            city = table.cities[seat]
            labels = sorted([each.label for each in city.powers if each.frees(table, seat, card)])
            return Move(BUILD, card, 0, 0, 0, 0, False, labels[0])
        if use < self.discard_at:
            return cheapest_stage(table, seat, card)
        return Move(DISCARD, card)


def _coding(key: tuple[str, tuple[str, ...]], cities: int, payments: str, observation: str) -> Coding:
    return Coding(rules_for(key[0], key[1]), cities, payments, observation)

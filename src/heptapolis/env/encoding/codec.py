"""Actions as numbers and observations as bytes; `docs/research.md` describes both.

An action is a card and the n-th option to use it, in the order of the legal moves: the options to build a card are its
payments, cheapest first, then the powers that make it free. So every legal move is one action, and the numbering of
actions depends on the rulebook alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import free_city_hand
from heptapolis.engine.moves import (
    BUILD,
    DISCARD,
    PASS,
    SETTLE,
    WONDER,
    Move,
)
from heptapolis.engine.phases import DIG_UP
from heptapolis.engine.table import NOBODY, STANDARD

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table

WAIT: Final = 0
PASS_ACTION: Final = 1
FIRST_SIDE: Final = 2  # the first of two
SETTLES: Final = 4  # the first of 64: the number of coins to pay
MOST_COINS: Final = 63
CARDS: Final = SETTLES + MOST_COINS + 1

# Options of one card. A purchase of up to 4 raw and 3 manufactured units can be split in at most 5 * 4 ways, or more
# with producers of both classes. Coins limit them further: the most seen in games with all boxes is fifteen.
WAYS: Final = 32
BUILDS: Final = 0  # offset of the build options within the actions of a card
STAGES: Final = 32
SELL: Final = 64
OTHER: Final = 65  # dig; for leaders copy, draft or recruit, of which a decision offers only one
EACH: Final = 66

OBSERVED_PHASES: Final = ("side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt", "over")
HEAD: Final = 17  # phases and eight numbers
CITY: Final = 16  # numbers of a city besides its board and cards
LARGEST_BYTE: Final = 255
TOKENS_FROM: Final = 20  # added to the value of conflict tokens, which may be negative


class Coding:
    """Actions and observations for one rulebook and number of cities."""

    def __init__(self, rules: Rules, cities: int) -> None:
        self.rules = rules
        self.cities: i64 = cities
        self.structures: i64 = len(rules.structures)
        self.leaders: i64 = len(rules.leaders)
        self.boards: i64 = len(rules.boards)
        self.actions: i64 = CARDS + EACH * len(rules.cards)
        self.hand_at: i64 = HEAD
        self.partner_at: i64 = self.hand_at + self.structures
        self.pile_at: i64 = self.partner_at + self.structures
        self.seen_at: i64 = self.pile_at + self.structures
        self.leader_hand_at: i64 = self.seen_at + self.structures
        self.draft_at: i64 = self.leader_hand_at + self.leaders
        self.cities_at: i64 = self.draft_at + self.leaders
        self.city_size: i64 = CITY + self.boards + self.structures + self.leaders
        self.other_phases: list[str] = sorted(
            {phase.name for phase in rules.schedule(STANDARD).phases() if phase.name not in OBSERVED_PHASES}
        )  # for third-party boxes; none with the boxes of this package
        self.other_phases_at: i64 = self.cities_at + self.cities * self.city_size
        self.size: i64 = self.other_phases_at + len(self.other_phases)
        self.nothing = bytes(self.size)
        self.board_places: dict[str, int] = {board.wonder: place for place, board in enumerate(rules.boards)}

    def actions_of(self, moves: list[Move]) -> list[int]:
        """The actions of the legal moves of one decision, in the same order.

        If a card has more than ``WAYS`` options, the most expensive ones share the last action, which then means the
        cheapest of them.
        """
        found: list[int] = []
        last_card: Card | None = None
        last_kind: i64 = -1
        way: i64 = 0
        for move in moves:
            kind = move.kind
            card = move.card
            if card is None:
                if kind == PASS:
                    found.append(PASS_ACTION)
                elif kind == SETTLE:
                    found.append(SETTLES + min(move.coins, MOST_COINS))
                else:
                    found.append(FIRST_SIDE + len(found))
                continue
            if card is last_card and kind == last_kind:
                way += 1
            else:
                way = 0
                last_card = card
                last_kind = kind
            at = CARDS + EACH * card.index
            if kind == BUILD:
                found.append(at + BUILDS + min(way, WAYS - 1))
            elif kind == WONDER:
                found.append(at + STAGES + min(way, WAYS - 1))
            elif kind == DISCARD:
                found.append(at + SELL)
            else:
                found.append(at + OTHER)
        return found

    def observe(self, buffer: bytearray, at: i64, table: Table, player: i64, city: i64, seen: list[int]) -> None:
        """Writes a player's observation into a buffer.

        Args:
            buffer: bytes, at least ``size`` from ``at`` on.
            at: where to start writing.
            table: the table.
            player: the observing player.
            city: the city a decision is for; ``NOBODY`` if there is none.
            seen: the cards that the player has held in this age, as numbers.
        """
        buffer[at : at + self.size] = self.nothing
        phase = table.phase
        if phase.name in OBSERVED_PHASES:
            buffer[at + OBSERVED_PHASES.index(phase.name)] = 1
        else:
            buffer[at + self.other_phases_at + self.other_phases.index(phase.name)] = 1
        at_head = at + 9
        buffer[at_head] = table.age
        buffer[at_head + 1] = table.turn
        buffer[at_head + 2] = table.turns - table.turn
        if city != NOBODY and city != player:
            buffer[at_head + 3] = 1
        if table.owes:
            buffer[at_head + 4] = min(table.owes[city if city != NOBODY else player], LARGEST_BYTE)
        if table.discard:
            buffer[at_head + 5] = min(len(table.discard), LARGEST_BYTE)
        if table.free_seat != NOBODY:
            buffer[at_head + 6] = len(table.draw_pile)
            buffer[at_head + 7] = 1 if table.holder == player else 2
        if not table.preparing:
            self._hands(buffer, at, table, player, city)
            for index in seen:
                buffer[at + self.seen_at + index] = 1
        if phase is DIG_UP and city != NOBODY:
            for card in table.discard:
                buffer[at + self.pile_at + card.index] += 1
        if self.leaders > 0:
            for leader in table.leader_hands[player]:
                buffer[at + self.leader_hand_at + leader.index - self.structures] = 1
            for leader in table.draft_hands[player]:
                buffer[at + self.draft_at + leader.index - self.structures] = 1
        base = at + self.cities_at
        seat = player
        count: i64 = 0
        while count < self.cities:
            self._city(buffer, base, table, seat)
            base += self.city_size
            seat = table.cities[seat].left
            count += 1

    def _hands(self, buffer: bytearray, at: i64, table: Table, player: i64, city: i64) -> None:
        hand = table.hands[player]
        if city != NOBODY and city != player:
            if table.phase.is_turn:
                hand = free_city_hand(table)
            elif table.hands[city]:  # the last card of an age
                hand = table.hands[city]
        base = at + self.hand_at
        for card in hand:
            buffer[base + card.index] += 1
        partner = table.partner(player)
        if partner != NOBODY:
            base = at + self.partner_at
            for card in table.hands[partner]:
                buffer[base + card.index] += 1

    def _city(self, buffer: bytearray, at: i64, table: Table, seat: i64) -> None:
        city = table.cities[seat]
        side = city.side
        buffer[at] = min(city.coins, LARGEST_BYTE)
        buffer[at + 1] = city.stages
        buffer[at + 2] = len(side.stages)
        if side.name in ("B", "night"):
            buffer[at + 3] = 1
        if city.debt > 0:
            buffer[at + 4] = min(city.debt, LARGEST_BYTE)
        if city.diplomacy > 0:
            buffer[at + 5] = city.diplomacy
        buffer[at + 6] = city.shields
        buffer[at + 7] = city.victories
        buffer[at + 8] = city.defeats
        buffer[at + 9] = max(city.token_points + TOKENS_FROM, 0)
        buffer[at + 10] = city.compasses
        buffer[at + 11] = city.gears
        buffer[at + 12] = city.tablets
        buffer[at + 13] = city.any_symbols + 16 * city.masks
        buffer[at + 14] = len(table.hands[seat])
        buffer[at + 15] = len(table.leader_hands[seat])
        base = at + CITY
        buffer[base + self.board_places[side.wonder]] = 1
        base += self.boards
        for card in city.structures:
            buffer[base + card.index] = 1
        if self.leaders > 0:  # leaders are numbered after the structures
            for leader in city.leaders:
                buffer[base + leader.index] = 1
            copied = city.copied_leader
            if copied is not None:
                buffer[base + copied.index] = 2


def layout(coding: Coding) -> list[tuple[str, int, int]]:
    """The fields of an observation: name, offset, number of bytes."""
    fields: list[tuple[str, int, int]] = [("phase: " + ", ".join(OBSERVED_PHASES), 0, len(OBSERVED_PHASES))]
    figures = (
        "age",
        "turn",
        "turns left in the age",
        "1: the decision is for the Free City",
        "coins owed",
        "cards in the discard pile",
        "cards in the draw pile",
        "Free City card: 1 own, 2 the other player's",
    )
    for place, name in enumerate(figures):
        fields.append((name, len(OBSERVED_PHASES) + place, 1))
    fields += [
        ("own hand: copies of each structure", coding.hand_at, coding.structures),
        ("partner's hand", coding.partner_at, coding.structures),
        ("discard pile, for whoever digs", coding.pile_at, coding.structures),
        ("structures held in this age", coding.seen_at, coding.structures),
        ("own leaders in hand", coding.leader_hand_at, coding.leaders),
        ("leaders to draft from", coding.draft_at, coding.leaders),
    ]
    figures_of_city = (
        "coins",
        "stages built",
        "stages of the board",
        "1: side B or night",
        "debt",
        "diplomacy tokens",
        "shields",
        "victories",
        "defeats",
        f"worth of conflict tokens + {TOKENS_FROM}",
        "compasses",
        "gears",
        "tablets",
        "symbols of choice + 16 * masks",
        "cards in hand",
        "leaders in hand",
    )
    for place in range(coding.cities):
        who = "own city" if place == 0 else f"city {place} to the left"
        at = coding.cities_at + place * coding.city_size
        for offset, name in enumerate(figures_of_city):
            fields.append((f"{who}: {name}", at + offset, 1))
        at += CITY
        fields += [
            (f"{who}: board", at, coding.boards),
            (f"{who}: structures", at + coding.boards, coding.structures),
            (f"{who}: leaders (2: copied)", at + coding.boards + coding.structures, coding.leaders),
        ]
    fields.append(("phase: " + ", ".join(coding.other_phases), coding.other_phases_at, len(coding.other_phases)))
    return [field for field in fields if field[2] > 0]


def action_name(coding: Coding, action: int) -> str:
    """A readable name of an action."""
    if action == WAIT:
        return "wait"
    if action == PASS_ACTION:
        return "pass"
    if action < SETTLES:
        return f"side {action - FIRST_SIDE + 1}"
    if action < CARDS:
        return f"settle {action - SETTLES}"
    place, use = divmod(action - CARDS, EACH)
    card = coding.rules.cards[place]
    if use < STAGES:
        return f"build {card.name}, way {use + 1}"
    if use < SELL:
        return f"wonder {card.name}, way {use - STAGES + 1}"
    if use == SELL:
        return f"discard {card.name}"
    return f"dig {card.name}" if place < coding.structures else f"copy, draft or recruit {card.name}"

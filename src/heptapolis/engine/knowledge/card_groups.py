"""Places where cards lie face down, and what a seat knows about them.

Places are numbers. A seat's memory consists of *groups*: cards that lie in certain places, one in each, in an order
unknown to the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from heptapolis.engine.packed import age_of, seat_of, seen_by
from heptapolis.engine.table import FREE_CITY, NOBODY

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table

# Places where a card of this age can lie face down, as numbers.
IN_HAND: Final = 0  # + seat
LEFT_OVER: Final = 8  # + seat: at the end of the age, on the discard pile
MOVED: Final = 16  # + row * SEATS + city: laid under a stage or discarded, in that revealed row
DRAWN: Final = 4096  # the card that the Free City's holder drew this turn
DRAW_PILE: Final = 4097

# Places of a leader: round * SEATS + seat if it was kept in a round of the draft, or
GOING_AROUND: Final = 4096  # + seat: still in the hand to choose from


class Group:
    """Cards that lie in these places, one in each; the seat does not know which lies where."""

    def __init__(self, cards: list[Card], draws: list[int], places: list[int]) -> None:
        """``draws`` are the rows in which an opponent drew an unseen card; each adds one card."""
        self.cards = cards
        self.draws = draws
        self.places = places

    def values(self) -> tuple[object, ...]:
        """Cards, draws and places."""
        return self.cards, self.draws, self.places


class Memory:
    """What a seat knows about this age's face-down cards."""

    def __init__(self, rows: list[list[Move | None]], draws: list[Card | None]) -> None:
        """``rows`` are the revealed moves without face-down cards, ``draws`` the Free City's draws by row."""
        self.rows = rows
        self.draws = draws
        self.watching: list[bool] = []  # whose hands the seat sees
        self.groups: list[Group] = []
        self.unseen: list[int] = []  # places of cards the seat has never seen
        self.fixed: list[tuple[int, Card]] = []  # places whose card the seat knows
        self.left_over = 0  # number of unused cards discarded at the end of the age
        self.dug: list[Card] = []  # cards discarded in this age and dug up since
        self.passed: list[tuple[int, int, Group]] = []  # hands seen earlier: seat, size, possible cards

    def values(self) -> tuple[object, ...]:
        """All values, for comparing and pickling."""
        return (
            [tuple(row) for row in self.rows],
            self.draws,
            [group.values() for group in self.groups],
            self.unseen,
            self.fixed,
            self.dug,
        )

    @staticmethod
    def of(values: tuple[Any, ...]) -> Memory:
        """The memory with these ``values``."""
        memory = Memory([list(row) for row in values[0]], list(values[1]))
        memory.groups = [Group(list(cards), list(draws), list(places)) for cards, draws, places in values[2]]
        memory.unseen = list(values[3])
        memory.fixed = list(values[4])
        memory.dug = list(values[5])
        return memory


class DraftMemory:
    """What a seat knows about the leaders in the draft."""

    def __init__(self, rows: list[list[Move | None]]) -> None:
        """``rows`` are the rounds, without the leaders that others kept."""
        self.rows = rows
        self.groups: list[Group] = []
        self.unseen: list[int] = []
        self.fixed: list[tuple[int, Card]] = []

    def values(self) -> tuple[object, ...]:
        """All values, for comparing and pickling."""
        return [tuple(row) for row in self.rows], [group.values() for group in self.groups], self.unseen, self.fixed

    @staticmethod
    def of(values: tuple[Any, ...]) -> DraftMemory:
        """The memory with these ``values``."""
        memory = DraftMemory([list(row) for row in values[0]])
        memory.groups = [Group(list(cards), list(draws), list(places)) for cards, draws, places in values[1]]
        memory.unseen = list(values[2])
        memory.fixed = list(values[3])
        return memory


def tidy(groups: list[Group]) -> None:
    """Sorts the cards of each group to hide their order in a hand, and drops empty groups."""
    for group in groups.copy():
        if not group.places:
            groups.remove(group)
        group.cards = sorted(group.cards, key=index_of)


def index_of(card: Card) -> int:
    """The card's number in its rulebook."""
    return card.index


def seat_after(table: Table, hand: i64, passes: i64) -> i64:
    """The seat of a hand of ``first_hands`` after this many passes."""
    if table.mode == FREE_CITY:
        return hand if passes % 2 == 0 else 3 - table.free_seat - hand
    if table.age == 2:
        return (hand - passes) % table.city_count
    return (hand + passes) % table.city_count


def watched(table: Table, seat: i64) -> list[bool]:
    """The hands a seat sees: its own and its partner's."""
    return [seat != NOBODY and (each == seat or each == table.partner(seat)) for each in range(table.city_count)]


def holder_at(table: Table, row: i64) -> i64:
    """The holder of the Free City card when a row was revealed."""
    passes = table.turn - table.first_turn - passes_before(table, row)
    return table.holder if passes % 2 == 0 else 3 - table.free_seat - table.holder


def passes_before(table: Table, row: i64) -> i64:
    """The number of passes before a row; the last card is played without a pass."""
    last = table.turns - table.first_turn
    return row if row < last else last


def is_last_card(table: Table, row: i64) -> bool:
    """Whether a row is the extra card at the end of the age."""
    return table.first_turn + row > table.turns


def draft_seat(seats: list[int], place: i64, passes: i64) -> int:
    """The seat of a draft hand after this many passes to the right."""
    return seats[(place - passes) % len(seats)]


def sees_free_hand(table: Table, seat: i64) -> bool:
    """Whether a seat sees the Free City's last card, because it decides about it."""
    return seat == table.holder and seat != NOBODY


def known_discards(table: Table, seat: i64, age: i64) -> list[Card]:
    """The cards of an age (0: unrecorded) in the discard pile that a seat knows, oldest first."""
    known: list[Card] = []
    looking = looks_through_pile(table, seat)
    if seat == NOBODY and not looking:
        return known
    unmarked = len(table.discard) - len(table.marks)
    for index, card in enumerate(table.discard):
        mark = 0 if index < unmarked else table.marks[index - unmarked]
        if age_of(mark) == age and (looking or seen_by(mark) & table.cities[seat].bit):
            known.append(card)
    return known


def looks_through_pile(table: Table, seat: i64) -> bool:
    """Whether a seat sees the discard pile: while it digs, and after the game."""
    if table.over:
        return True
    return table.phase.name == "dig" and seat != NOBODY and table.decider(seat_of(table.digs[0])) == seat

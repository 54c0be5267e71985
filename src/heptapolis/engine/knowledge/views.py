"""Views: what one seat may see, as a separate type without fields for secrets.

Everybody sees the cities, the size of every hand and pile, and what was built. A seat also sees its own hands, in a
team the partner's, the cards it laid under its stages, and what it remembers of cards it passed. A seat that digs sees
the discard pile; after the game everything is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.conflicts import conflicts, staying_out
from heptapolis.engine.field_lists import CITY_FIELDS, VIEW_FIELDS
from heptapolis.engine.fields import Derived, Seen
from heptapolis.engine.knowledge.card_groups import (
    DraftMemory,
    Memory,
    known_discards,
    looks_through_pile,
    sees_free_hand,
    watched,
)
from heptapolis.engine.knowledge.draft import recall_draft
from heptapolis.engine.knowledge.memory import recall
from heptapolis.engine.packed import LEADER_BACK, age_of, newest_back, newest_laid_by_left, older_backs, seat_of
from heptapolis.engine.phases.base import waiting
from heptapolis.engine.pickling import all_effects, city_fields, from_parts
from heptapolis.engine.table import NOBODY, PublicTable

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.conflicts import Conflict
    from heptapolis.engine.knowledge.unseen_cards import Plan
    from heptapolis.engine.moves import Move
    from heptapolis.engine.phases.base import Phase
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table

MARKED_AGES: Final = (0, 1, 2, 3)  # 0: not on record


class KnownHand:
    """A hand the seat has passed: its seat now, its size, and the cards it may hold."""

    def __init__(self, seat: int, size: int, cards: tuple[Card, ...]) -> None:
        """``cards`` are those passed and not built since; some may lie face down elsewhere."""
        self.seat: Final = seat
        self.size: Final = size
        self.cards: Final = cards

    def _key(self) -> tuple[object, ...]:
        return self.seat, self.size, self.cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KnownHand) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"KnownHand(seat={self.seat}, size={self.size}, cards={self.cards!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return KnownHand, (self.seat, self.size, self.cards)


class KnownLeaders:
    """Leaders the seat passed in the draft: each of ``seats`` has one of them for each time it is listed."""

    def __init__(self, seats: tuple[int, ...], cards: tuple[Card, ...]) -> None:
        """There are as many seats as leaders."""
        self.seats: Final = seats
        self.cards: Final = cards

    def _key(self) -> tuple[object, ...]:
        return self.seats, self.cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KnownLeaders) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"KnownLeaders(seats={self.seats!r}, cards={self.cards!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return KnownLeaders, (self.seats, self.cards)


class View(PublicTable):
    """What a seat, or a spectator, may see at one moment. Made by ``view``; immutable.

    >>> from heptapolis.engine.play import new_game
    >>> seen = view(new_game(players=3, seed=7), 1)
    >>> seen.hand_sizes, len(seen.hand), seen.hands[0]
    ((7, 7, 7), 7, None)
    """

    cities: Seen[tuple[City, ...]]  # copies; everything in a city is public
    asked: Seen[Phase]
    seat: Seen[int | None] = None  # None: a spectator

    waiting: Seen[tuple[int, ...]] = ()  # the cities still to decide
    has_chosen: Seen[tuple[int, ...]] = ()  # the cities that have decided
    chosen: Seen[tuple[Move | None, ...]] = ()  # what this seat has chosen, by city
    moves: Seen[tuple[Move, ...]] = ()  # the legal moves of this seat

    hand_sizes: Seen[tuple[int, ...]] = ()
    hands: Seen[tuple[tuple[Card, ...] | None, ...]] = ()  # None: not seen
    leader_hand_sizes: Seen[tuple[int, ...]] = ()
    leader_hands: Seen[tuple[tuple[Card, ...] | None, ...]] = ()
    draft_hand_sizes: Seen[tuple[int, ...]] = ()
    draft_hands: Seen[tuple[tuple[Card, ...] | None, ...]] = ()
    buried: Seen[tuple[tuple[Card | None, ...], ...]] = ()  # the cards under the stages, None where not seen

    discard_size: Seen[i64] = 0
    discard: Seen[tuple[Card, ...] | None] = None  # oldest first; only for the seat that digs, and after the game
    known_discards: Seen[tuple[tuple[Card, ...], ...]] = ()  # by age (0: not on record), known to this seat
    hidden_discards: Seen[tuple[int, ...]] = ()  # number of further cards, by age
    sold: Seen[tuple[int, ...]] = ()  # leaders sold, as far as seen: index and seat, see ``packed``
    sold_sizes: Seen[tuple[int, ...]] = ()
    leader_box_size: Seen[i64] = 0
    draw_pile_size: Seen[i64] = 0  # of the Free City
    drawn: Seen[Card | None] = None  # by this seat from that pile, this turn

    memory: Seen[Memory]
    draft_memory: Seen[DraftMemory]
    known_hands: Seen[tuple[KnownHand, ...]] = ()
    known_leaders: Seen[tuple[KnownLeaders, ...]] = ()
    plan: Derived[Plan | None] = None  # how ``sample_table`` deals unseen cards; computed on first use

    def __init__(self, schedule: Schedule, cities: tuple[City, ...], phase: Phase) -> None:
        """An empty view of a table with these cities."""
        super().__init__(schedule)
        self.cities = cities
        self.asked = phase
        self.memory = Memory([], [])
        self.draft_memory = DraftMemory([])

    @property
    def phase(self) -> str:
        """What is being decided; ``over`` at the end."""
        return self.asked.name

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand; empty for a spectator and until leaders are recruited."""
        return (self.hands[self.seat] if self.seat is not None else None) or ()

    @property
    def city_count(self) -> int:
        """The number of cities, the Free City included."""
        return len(self.cities)

    @property
    def conflicts(self) -> list[Conflict]:
        """How the conflicts would end if the age ended now; none once the game is over."""
        return [] if self.over else conflicts(list(self.cities), self.mode, self.rules.victories[self.age])

    @property
    def staying_out(self) -> list[int]:
        """The cities that will stay out of them by diplomacy."""
        return [] if self.over else staying_out(list(self.cities), self.mode)

    @property
    def last_moves(self) -> tuple[Move | None, ...]:
        """The last revealed moves of this age, by city; without face-down cards, unless this seat played them."""
        return tuple(self.memory.rows[-1]) if self.memory.rows else ()

    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in COMPARED])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return False
        return (
            self.schedule is other.schedule
            and self.asked is other.asked
            and self._values() == other._values()
            and self.memory.values() == other.memory.values()
            and self.draft_memory.values() == other.draft_memory.values()
            and [city_values(city) for city in self.cities] == [city_values(city) for city in other.cities]
        )

    def __hash__(self) -> int:
        """Hashes only the fields that change often."""
        return hash((self.seat, self.age, self.turn, self.hands, self.has_chosen, self.discard_size))

    def __repr__(self) -> str:
        return f"<view of seat {self.seat}, age {self.age}, turn {self.turn}, {self.phase}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles what is seen; cities as in tables."""
        effects = all_effects(self.rules)
        return _restored, (
            self.rules.key,
            self.mode,
            [city_fields(city, effects) for city in self.cities],
            type(self.asked).__name__,
            self._values(),
            self.memory.values(),
            self.draft_memory.values(),
        )


# Fields of a view that are not simply compared and pickled by value.
APART: Final = ("schedule", "cities", "asked", "memory", "draft_memory")
COMPARED: Final = [name for name, kind in VIEW_FIELDS.items() if kind != "Derived" and name not in APART]
PLAYED: Final = [name for name, kind in CITY_FIELDS.items() if kind != "Derived"]


def city_values(city: City) -> tuple[object, ...]:
    """Everything played in a city; the rest is derived."""
    return tuple([getattr(city, name) for name in PLAYED])


def _restored(
    key: tuple[str, tuple[str, ...]],
    mode: str,
    cities: list[dict[str, object]],
    phase: str,
    values: tuple[object, ...],
    memory: tuple[object, ...],
    draft_memory: tuple[object, ...],
) -> View:
    table = from_parts(key, {"mode": mode, "phase": phase}, cities)
    seen = View(table.schedule, tuple(table.cities), table.phase)
    for name, value in zip(COMPARED, values, strict=True):
        setattr(seen, name, value)
    seen.memory = Memory.of(memory)
    seen.draft_memory = DraftMemory.of(draft_memory)
    return seen


def view(table: Table, seat: int | None) -> View:
    """What a seat may see now; ``None`` is a spectator."""
    at: i64 = NOBODY if seat is None or seat == table.free_seat else seat  # the Free City has no player
    everybody = range(table.city_count)
    watching = [True] * table.city_count if table.over else watched(table, at)
    seen = View(table.schedule, tuple([city.copy() for city in table.cities]), table.phase)
    seen.show_same(table)
    seen.seat = seat

    seen.waiting = tuple([each for each in everybody if table.pending & table.cities[each].bit])
    seen.has_chosen = tuple([each for each in everybody if table.chosen[each] is not None])
    seen.chosen = tuple([table.chosen[each] if table.decider(each) == at else None for each in everybody])
    moves: list[Move] = []
    for each in waiting(table):
        if table.decider(each) == at:
            moves += table.phase.moves(table, each)
    seen.moves = tuple(moves)

    hands_dealt = not table.preparing  # the new hands stay hidden until all leaders are recruited
    seen.hand_sizes = tuple([len(hand) for hand in table.hands])
    seen.hands = tuple(
        [
            tuple(table.hands[each])
            if hands_dealt and (watching[each] or (each == table.free_seat and sees_free_hand(table, at)))
            else None
            for each in everybody
        ]
    )
    seen.leader_hand_sizes = tuple([len(hand) for hand in table.leader_hands])
    seen.leader_hands = tuple([table.leader_hands[each] if watching[each] else None for each in everybody])
    seen.draft_hand_sizes = tuple([len(hand) for hand in table.draft_hands])
    seen.draft_hands = tuple([table.draft_hands[each] if watching[each] else None for each in everybody])
    seen.buried = tuple([_buried(table, each, at, watching[each]) for each in everybody])
    _see_discards(table, at, seen)
    seen.sold = tuple([entry for entry in table.sold if watching[seat_of(entry)]])
    seen.sold_sizes = tuple([len([entry for entry in table.sold if seat_of(entry) == each]) for each in everybody])
    seen.leader_box_size = len(table.leader_box)

    seen.draw_pile_size = len(table.draw_pile)
    seen.drawn = table.drawn if at != NOBODY and at == table.holder else None

    seen.draft_memory = recall_draft(table, at)
    seen.known_leaders = tuple(
        [
            KnownLeaders(tuple(sorted([seat_of(place) for place in group.places])), tuple(group.cards))
            for group in seen.draft_memory.groups
        ]
    )
    seen.memory = recall(table, at)
    seen.known_hands = tuple(
        sorted(
            [KnownHand(where, size, tuple(group.cards)) for where, size, group in seen.memory.passed],
            key=_seat_of,
        )
    )
    return seen


def _seat_of(hand: KnownHand) -> int:
    return hand.seat


def _see_discards(table: Table, seat: i64, seen: View) -> None:
    seen.discard_size = len(table.discard)
    if looks_through_pile(table, seat):
        seen.discard = tuple(table.discard)
    seen.known_discards = tuple([tuple(known_discards(table, seat, age)) for age in MARKED_AGES])
    ages = [age_of(mark) for mark in table.marks]
    ages += [0] * (len(table.discard) - len(ages))
    seen.hidden_discards = tuple([ages.count(age) - len(seen.known_discards[age]) for age in MARKED_AGES])


def _buried(table: Table, seat: i64, at: i64, watching: bool) -> tuple[Card | None, ...]:
    """The cards under a city's stages that a seat knows: those it laid there, and its partner's leaders."""
    city = table.cities[seat]
    cards: list[Card | None] = [None] * (city.stages - len(table.buried[seat]))
    cards += table.buried[seat]
    if seat == at or table.over:
        return tuple(cards)
    backs = city.backs
    index: i64 = len(cards) - 1
    while index >= 0:
        back = newest_back(backs)
        laid_by = city.left if newest_laid_by_left(backs) else city.right
        laid = seat == table.free_seat and back > 0 and at == laid_by
        if not laid and not (watching and back == LEADER_BACK):
            cards[index] = None
        backs = older_backs(backs)
        index -= 1
    return tuple(cards)

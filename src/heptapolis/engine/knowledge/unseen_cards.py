"""The cards a seat has not seen and the places they can be in, computed once per view.

The decks are known. Their cards, minus everything that the seat sees or remembers, lie in the places it does not see:
other hands, under other cities' stages, on the discard pile, in the box. All assignments of cards to places are equally
likely, except for guilds and black cards, some of which were never dealt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.knowledge.card_groups import GOING_AROUND
from heptapolis.engine.moves import BUILD, WONDER
from heptapolis.engine.packed import LEADER_BACK, SEATS, newest_back, number_of, older_backs

if TYPE_CHECKING:
    from heptapolis.engine.cards import Card
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.rules import Rules

# Places in addition to those of ``card_groups``.
DRAW: Final = 8192  # + row: what an opponent drew for the Free City
BURIED: Final = 16384  # + city * SEATS + stage
ON_PILE: Final = 32768  # + age: on the discard pile since an earlier age


class Pool:
    """Cards for places. Leftover cards may lie in places of an unknown age."""

    def __init__(self, cards: list[Card], places: list[int]) -> None:
        """The pool has all of ``cards``; ``choices`` adds random further ones."""
        self.cards = cards
        self.choices: list[tuple[list[Card], int]] = []  # (cards, how many of them)
        self.places = places

    def size(self) -> int:
        """The number of cards."""
        return len(self.cards) + sum([count for _, count in self.choices])


class Drawn:
    """Cards of which some were drawn for an age's deck: the unseen ones, and how many of them are in the deck."""

    def __init__(self, cards: list[Card], count: int) -> None:
        self.cards = cards
        self.count = count


class Unseen:
    """The unseen cards of every deck."""

    def __init__(self, rules: Rules, cities: int, age: int) -> None:
        """Starts with the complete decks up to an age."""
        self.ages = age
        self.left: list[dict[Card, int]] = [{}]
        self.drawn: list[list[Drawn]] = [[]]  # by age: guilds, black cards
        self.spare: dict[Card, int] = {}  # cards for larger tables, used only by hand-written positions
        for each in range(1, age + 1):
            left: dict[Card, int] = {}
            for card in rules.deck(each, cities):
                left[card] = left.get(card, 0) + 1
            self.left.append(left)
            self.drawn.append([Drawn(drawn.cards.copy(), drawn.count(cities)) for drawn in rules.drawn[each]])
            drawn_cards = [card for drawn in rules.drawn[each] for card in drawn.cards]
            for card in rules.structures:
                more = len(card.spec.copies.get(each, ())) - left.get(card, 0)
                if more > 0 and card not in drawn_cards:
                    self.spare[card] = self.spare.get(card, 0) + more

    def take(self, card: Card, first: int) -> None:
        """Removes a seen card from the deck ``first``, else from the earliest age that has it."""
        ages = list(range(1, self.ages + 1))
        if first in ages:
            ages.remove(first)
            ages.insert(0, first)
        for age in ages:
            if self.left[age].get(card, 0):
                self.left[age][card] -= 1
                return
            for drawn in self.drawn[age]:
                if card in drawn.cards:
                    drawn.cards.remove(card)
                    drawn.count -= 1
                    return
        if self.spare.get(card, 0):
            self.spare[card] -= 1

    def pool(self, age: int, places: list[int]) -> Pool:
        """The unseen cards of an age, for its places."""
        pool = Pool([card for card, count in self.left[age].items() for _ in range(count)], places)
        for drawn in self.drawn[age]:
            count = min(drawn.count, len(drawn.cards))
            if count > 0:
                pool.choices.append((drawn.cards, count))
        return pool


class Plan:
    """Which cards can lie in which of the places a seat does not see."""

    def __init__(self, view: View) -> None:
        """Computed from the view alone."""
        self.pools: list[Pool] = []
        self.loose: list[int] = []  # places of an unknown age
        self.spare: list[Card] = []  # other cards in the box, for hand-written positions
        self.any: list[Card] = view.rules.structures
        self.stages: list[int] = []  # by row * SEATS + city: the stage built there, as a place
        self.leaders: list[Card] = []
        self.leader_places: list[int] = []
        self.extra_leaders: list[int] = []  # by seat: drawn, or held from the beginning of a position
        if not view.asked.before_first_deal:
            self._plan_cards(view)
        if view.rules.has_leaders:
            self._plan_leaders(view)

    def _plan_cards(self, view: View) -> None:
        age = view.age
        places: list[list[int]] = [[] for _ in range(4)]
        places[age] += view.memory.unseen
        for group in view.memory.groups:
            places[age] += [DRAW + row for row in group.draws]
        self.stages = [0] * (len(view.memory.rows) * SEATS)
        for seat in range(view.city_count):
            self._plan_stages(view, seat, places)
        for each, count in enumerate(view.hidden_discards):
            if each != age:
                places[each] += [ON_PILE + each] * count
        unseen = _unseen(view)
        for each in range(1, age + 1):
            self.pools.append(unseen.pool(each, places[each]))
        _balance(self.pools)
        self.loose = places[0]
        if self.loose or any(pool.size() < len(pool.places) for pool in self.pools):
            self.spare = [card for card, count in unseen.spare.items() for _ in range(count)]

    def _plan_stages(self, view: View, seat: int, places: list[list[int]]) -> None:
        """Finds the row that built each stage of a city, and adds the places of unseen cards."""
        city = view.cities[seat]
        own = seat == view.seat and seat != view.free_seat  # a card that even its owner does not know stays unknown
        built: list[int] = []  # in this age, newest first
        for row in range(len(view.memory.rows) - 1, -1, -1):
            move = view.memory.rows[row][seat]
            if move is not None and move.kind == WONDER:
                built.append(row)
        backs: int = city.backs
        for place, index in enumerate(range(city.stages - 1, -1, -1)):
            back = newest_back(backs)
            backs = older_backs(backs)
            if place < len(built):
                self.stages[built[place] * SEATS + seat] = BURIED + seat * SEATS + index
            elif view.buried[seat][index] is None and back != LEADER_BACK and not own:
                places[back].append(BURIED + seat * SEATS + index)

    def _plan_leaders(self, view: View) -> None:
        seen: list[Card] = []
        for seat, city in enumerate(view.cities):
            seen += city.leaders
            seen += view.leader_hands[seat] or ()
            seen += view.draft_hands[seat] or ()
            seen += [card for card in view.buried[seat] if card is not None]
        seen += [view.rules.cards[number_of(entry)] for entry in view.sold]
        for group in view.draft_memory.groups:
            seen += group.cards
        self.leaders = [card for card in view.rules.leaders if card not in seen]
        self.leader_places = view.draft_memory.unseen
        kept = [place % SEATS for place in self.leader_places if place < GOING_AROUND]
        for group in view.draft_memory.groups:
            kept += [place % SEATS for place in group.places if place < GOING_AROUND]
        for seat in range(view.city_count):
            hidden = 0
            if view.leader_hands[seat] is None:
                hidden = view.leader_hand_sizes[seat] + view.sold_sizes[seat] + len(leader_stages(view, seat))
            self.extra_leaders.append(max(hidden - kept.count(seat), 0))


def _balance(pools: list[Pool]) -> None:
    """Moves places between ages where a card of two ages was counted for the wrong one."""
    for pool in pools:
        for other in pools:
            while pool.size() < len(pool.places) and other.size() > len(other.places):
                other.places.append(pool.places.pop())


def leader_stages(view: View, seat: int) -> list[int]:
    """The stages of a city with an unseen leader under them."""
    city = view.cities[seat]
    backs: int = city.backs
    found: list[int] = []
    for index in range(city.stages - 1, -1, -1):
        if newest_back(backs) == LEADER_BACK and view.buried[seat][index] is None:
            found.append(index)
        backs = older_backs(backs)
    return found


def _unseen(view: View) -> Unseen:
    unseen = Unseen(view.rules, view.city_count, view.age)
    now = view.age
    structures = [card for city in view.cities for card in city.structures]
    for row in view.memory.rows:
        for move in row:
            if move is not None and move.card is not None and move.kind == BUILD:
                structures.remove(move.card)
                unseen.take(move.card, now)
    for card in view.memory.dug:
        structures.remove(card)
        unseen.take(card, now)
    for hand in view.hands:
        for card in hand or ():
            unseen.take(card, now)
    for group in view.memory.groups:
        for card in group.cards:
            unseen.take(card, now)
    for age, cards in enumerate(view.known_discards):
        for card in cards:
            unseen.take(card, age)
    for seat, city in enumerate(view.cities):
        backs: int = city.backs
        for buried in reversed(view.buried[seat]):
            if buried is not None and newest_back(backs) != LEADER_BACK:
                unseen.take(buried, newest_back(backs))
            backs = older_backs(backs)
    for card in structures:  # last, because the age of a card that two ages have is not recorded
        unseen.take(card, 1)
    return unseen

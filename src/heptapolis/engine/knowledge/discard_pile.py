"""What a seat learns from the discard pile: what others dig up, and what it sees when it digs itself.

A card found there came from some place: a hand that the seat had seen, or one that it had not. Often several places are
possible. The seat chooses one consistent explanation for all cards, using only what it knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.knowledge.card_groups import LEFT_OVER, MOVED, known_discards
from heptapolis.engine.moves import DISCARD
from heptapolis.engine.packed import SEATS, age_of

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.knowledge.card_groups import Group, Memory
    from heptapolis.engine.table import Table


class _Source:
    """A possible origin of discarded cards: a group, or the cards the seat has never seen."""

    def __init__(self, group: Group | None, places: list[int]) -> None:
        self.group = group
        self.places = places  # those on the discard pile
        self.given: list[int] = []  # cards assigned to it, as indexes into ``learned``


class _Explanation:
    """An assignment of all learned cards to sources."""

    def __init__(self, learned: list[Card], must: list[bool], sources: list[_Source]) -> None:
        self.learned = learned
        self.must = must  # whether a card must come from a group, because all copies are accounted for
        self.sources = sources
        self.tried: list[_Source] = []

    def explain(self, index: int) -> bool:
        """Finds a source for a card, moving others if necessary (an augmenting path)."""
        card = self.learned[index]
        for source in self.sources:
            if source in self.tried:
                continue
            group = source.group
            movable = source.given.copy()
            free = len(source.given) < len(source.places)
            if group is None:
                if self.must[index]:
                    continue
            else:
                same = [other for other in source.given if self.learned[other] is card]
                copies = group.cards.count(card)
                if copies == 0:
                    continue
                if len(same) == copies:
                    free = False
                    movable = same
            self.tried.append(source)
            if free:
                source.given.append(index)
                return True
            for other in movable:
                if self.explain(other):
                    source.given[source.given.index(other)] = index
                    return True
        return False


def learn_from_pile(table: Table, seat: i64, memory: Memory, own: list[Card]) -> None:
    """Adds to a memory what was dug up in this age and what the seat knows of the discard pile.

    Args:
        table: the table.
        seat: who learns.
        memory: of this age; learned cards leave their groups.
        own: what the seat itself discarded in this age.
    """
    came = memory.left_over
    for moves in table.played:
        came += len([move for move in moves if move is not None and move.kind == DISCARD])
    ages = [age_of(mark) for mark in table.marks]
    memory.dug = _dug_of_this_age(table, came - ages.count(table.age))
    learned = [*memory.dug, *known_discards(table, seat, table.age)]
    accounted = own.copy()
    for card in own:
        if card in learned:
            learned.remove(card)
    if not learned:
        return
    for row in memory.rows:
        accounted += [move.card for move in row if move is not None and move.card is not None and move.kind != DISCARD]
    for place, hand in enumerate(table.hands):
        if memory.watching[place] and not table.preparing:
            accounted += hand
    for group in memory.groups:
        accounted += group.cards
    must = [_must(table, learned, index, accounted) for index in range(len(learned))]
    sources = [_Source(group, _discarded(memory, group.places)) for group in memory.groups]
    sources.append(_Source(None, _discarded(memory, memory.unseen)))
    explanation = _Explanation(learned, must, sources)
    for index in range(len(learned)):
        explanation.tried = []
        if not explanation.explain(index):
            _explain_by_draw(memory, sources, learned[index])
    for source in sources:
        for place, index in zip(source.places, source.given, strict=False):
            memory.fixed.append((place, learned[index]))
            if source.group is None:
                memory.unseen.remove(place)
            else:
                source.group.places.remove(place)
                source.group.cards.remove(learned[index])


def _must(table: Table, learned: list[Card], index: int, accounted: list[Card]) -> bool:
    """Whether the seat must have seen this copy before, because the deck has no more."""
    card = learned[index]
    copies = max(table.rules.deck(table.age, table.city_count).count(card), 1)
    return accounted.count(card) + learned[: index + 1].count(card) > copies


def _explain_by_draw(memory: Memory, sources: list[_Source], card: Card) -> None:
    """Explains a card as the opponent's draw for the Free City: it was in no hand the seat had seen."""
    for source in sources:
        group = source.group
        if group is not None and group.draws and len(source.given) < len(source.places):
            place = source.places.pop()
            memory.draws[group.draws.pop()] = card
            memory.fixed.append((place, card))
            group.places.remove(place)
            return


def _dug_of_this_age(table: Table, count: i64) -> list[Card]:
    """The dug-up cards that were discarded in this age: first those that no earlier age has."""
    new = [card for card in table.dug if min(card.spec.copies) == table.age]
    return [*new, *(card for card in table.dug if card not in new)][:count]


def _discarded(memory: Memory, places: list[int]) -> list[int]:
    return [place for place in places if is_discarded(memory, place)]


def is_discarded(memory: Memory, place: i64) -> bool:
    """Whether a place is on the discard pile."""
    if place < LEFT_OVER:
        return False
    if place < MOVED:
        return True
    index = place - MOVED
    if index >= len(memory.rows) * SEATS:
        return False
    move = memory.rows[index // SEATS][index % SEATS]
    return move is not None and move.kind == DISCARD

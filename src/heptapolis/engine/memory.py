"""What a seat remembers: where the cards can be that it has seen and no longer holds.

A hand that was passed on holds the cards that were passed on, without those that somebody has built since. What was
laid under a stage or discarded lies face down, so it may be any of them, until the hand comes around again and shows
what is missing. So all that a seat knows of face-down cards are *groups*: these cards lie in those places, one in each,
in an order that the seat cannot know.

Nothing here may depend on what the seat has not seen. The table that is followed through the age is the true one, so a
hidden card is read only for a moment at which the seat looked at it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from heptapolis.engine.moves import BUILD, DISCARD, DRAFT, PASS, Move
from heptapolis.engine.table import FREE_CITY, MARK, NOBODY, SEATS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.printed import Card
    from heptapolis.engine.table import Table

# Places where a card of this age can lie face down, as numbers.
IN_HAND: Final = 0  # + seat
LEFT_OVER: Final = 8  # + seat: at the end of the age, on the discard pile
MOVED: Final = 16  # + row * SEATS + city: laid under a stage or discarded, in that row of what was revealed
DRAWN: Final = 4096  # what the holder of the Free City card has drawn in this turn
DRAW_PILE: Final = 4097

# Places of a leader: round * SEATS + seat for one that was kept in a round of the draft, or
GOING_AROUND: Final = 4096  # + seat: still in the hand to choose from


class Group:
    """Cards that lie in these places, one in each; the seat does not know which lies where."""

    def __init__(self, cards: list[Card], draws: list[int], places: list[int]) -> None:
        """``draws`` are the rows in which an opponent drew a card that the seat has never seen: one card more each."""
        self.cards = cards
        self.draws = draws
        self.places = places

    def values(self) -> tuple[object, ...]:
        """Cards, draws and places."""
        return self.cards, self.draws, self.places


class Memory:
    """What a seat knows of this age's face-down cards."""

    def __init__(self, rows: list[list[Move | None]], draws: list[Card | None]) -> None:
        """What was revealed, without the cards that lie face down, and what was drawn for the Free City in each row."""
        self.rows = rows
        self.draws = draws
        self.groups: list[Group] = []
        self.unseen: list[int] = []  # places of cards that the seat has never seen
        self.fixed: list[tuple[int, Card]] = []  # places whose card the seat has learned
        self.left_over = 0  # cards that went unused onto the discard pile at the end of the age
        self.dug: list[Card] = []  # cards that came onto the discard pile in this age and were dug up
        self.passed: list[tuple[int, int, Group]] = []  # hands seen earlier: where now, how many cards, among which

    def values(self) -> tuple[object, ...]:
        """Everything that is known, to be compared and pickled."""
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
        """The memory of these values."""
        memory = Memory([list(row) for row in values[0]], list(values[1]))
        memory.groups = [Group(list(cards), list(draws), list(places)) for cards, draws, places in values[2]]
        memory.unseen = list(values[3])
        memory.fixed = list(values[4])
        memory.dug = list(values[5])
        return memory


class DraftMemory:
    """What a seat knows of the leaders that went around."""

    def __init__(self, rows: list[list[Move | None]]) -> None:
        """``rows`` are the rounds, without the leaders that others kept."""
        self.rows = rows
        self.groups: list[Group] = []
        self.unseen: list[int] = []
        self.fixed: list[tuple[int, Card]] = []

    def values(self) -> tuple[object, ...]:
        """Everything that is known, to be compared and pickled."""
        return [tuple(row) for row in self.rows], [group.values() for group in self.groups], self.unseen, self.fixed

    @staticmethod
    def of(values: tuple[Any, ...]) -> DraftMemory:
        """The memory of these values."""
        memory = DraftMemory([list(row) for row in values[0]])
        memory.groups = [Group(list(cards), list(draws), list(places)) for cards, draws, places in values[1]]
        memory.unseen = list(values[2])
        memory.fixed = list(values[3])
        return memory


def seat_after(table: Table, hand: i64, passes: i64) -> i64:
    """Where a hand of ``first_hands`` is after so many passes."""
    if table.mode == FREE_CITY:
        return hand if passes % 2 == 0 else 3 - table.free_seat - hand
    if table.age == 2:
        return (hand - passes) % table.players
    return (hand + passes) % table.players


def watched(table: Table, seat: i64) -> list[bool]:
    """Whose hands a seat sees: its own, and its partner's."""
    return [seat != NOBODY and (each == seat or each == table.partner(seat)) for each in range(table.players)]


def recall(table: Table, seat: i64) -> Memory:
    """What a seat (or a spectator, ``NOBODY``) remembers of this age."""
    rows = [_redacted(table, seat, row, index) for index, row in enumerate(table.played)]
    memory = Memory(rows, [None] * len(rows))
    own: list[Card] = []  # discarded by this seat in this age
    if table.first_hands:
        for hand in range(table.players):
            if hand == table.free_seat:
                _follow_draw_pile(table, seat, memory, own)
            else:
                _follow_hand(table, seat, hand, memory, own)
        _learn_from_pile(table, seat, memory, own)
    memory.groups = [group for group in memory.groups if group.places]
    for group in memory.groups:
        group.cards = sorted(group.cards, key=_index)
    return memory


def _index(card: Card) -> int:
    return card.index


def holder_at(table: Table, row: i64) -> i64:
    """Who held the Free City card when a row was revealed."""
    passes = table.turn - table.first_turn - _passes(table, row)
    return table.holder if passes % 2 == 0 else 3 - table.free_seat - table.holder


def _passes(table: Table, row: i64) -> i64:
    """How often hands had been passed on before a row; the last card is played without a pass."""
    last = table.turns - table.first_turn
    return row if row < last else last


def _is_last_card(table: Table, row: i64) -> bool:
    return table.first_turn + row > table.turns


def _redacted(table: Table, seat: i64, row: list[Move | None], index: i64) -> list[Move | None]:
    shown: list[Move | None] = []
    for city, move in enumerate(row):
        decider = holder_at(table, index) if city == table.free_seat else city
        if move is None or move.kind == BUILD or move.kind == PASS or decider == seat or table.over:
            shown.append(move)
        else:
            shown.append(move.with_card(None))
    return shown


def _drawn_in(table: Table, row: i64) -> Card | None:
    """The card drawn for the Free City in a row."""
    moves = table.played[row]
    if _is_last_card(table, row) or moves[table.free_seat] is None:
        return None
    skipped = 1 if table.played[0][table.free_seat] is None else 0  # a turn that was revealed before the position began
    return table.first_hands[table.free_seat][row - skipped]


class _Trail:
    """One hand on its way around the table."""

    def __init__(self, content: list[Card]) -> None:
        self.content = content  # the truth
        self.seen = False
        self.known: list[Card] = []  # what the hand held when last seen, without what was built from it since
        self.draws: list[int] = []
        self.places: list[int] = []  # of the cards that left it face down since

    def look(self, memory: Memory) -> None:
        """The seat sees the hand: what is missing lies in the places noted."""
        if not self.seen:
            memory.unseen += self.places
        else:
            missing = self.known.copy()
            for card in self.content:
                if card in missing:
                    missing.remove(card)
                else:
                    memory.draws[self.draws.pop()] = card
            memory.groups.append(Group(missing, self.draws, self.places))
        self.seen = True
        self.known = self.content.copy()
        self.draws = []
        self.places = []


def _follow_hand(table: Table, seat: i64, hand: i64, memory: Memory, own: list[Card]) -> None:
    watching = watched(table, seat)
    trail = _Trail(table.first_hands[hand].copy())
    for row, moves in enumerate(table.played):
        at = seat_after(table, hand, _passes(table, row))
        draws = table.mode == FREE_CITY and holder_at(table, row) == at
        if watching[at] and not _is_last_card(table, row):
            trail.look(memory)
        if draws:
            drawn = _drawn_in(table, row)
            if drawn is not None:
                trail.content.append(drawn)
                if at == seat:
                    trail.known.append(drawn)
                    memory.draws[row] = drawn
                elif trail.seen:
                    trail.draws.append(row)
        _leave(trail, memory, at, at, row, moves, seat, own)
        if draws and not _is_last_card(table, row):
            _leave(trail, memory, at, table.free_seat, row, moves, seat, own)
    at = seat_after(table, hand, table.turn - table.first_turn)
    draws_now = 1 if table.drawn is not None and at == table.holder else 0
    held = len(table.hands[at]) - draws_now
    gone = len(trail.content) - held
    shown = watching[at] and not table.recruiting
    if at == seat and shown:
        trail.look(memory)
        own += trail.content[held:]
        memory.left_over += gone
        return
    if shown and gone == 0:
        trail.look(memory)
        return
    memory.left_over += gone
    places = trail.places + [LEFT_OVER + at] * gone + [IN_HAND + at] * held
    if draws_now:
        memory.unseen.append(DRAWN)
    if trail.seen:
        group = Group(trail.known, trail.draws, places)
        memory.groups.append(group)
        if held:
            memory.passed.append((at, held, group))
    else:
        memory.unseen += places


def _leave(
    trail: _Trail, memory: Memory, at: i64, city: i64, row: i64, moves: list[Move | None], seat: i64, own: list[Card]
) -> None:
    """A card of a hand is used for a city."""
    move = moves[city]
    if move is None:
        return
    card = move.card
    if card is None:
        return
    trail.content.remove(card)
    if at == seat:
        trail.known.remove(card)
        if move.kind == DISCARD:
            own.append(card)
    elif move.kind != BUILD:
        trail.places.append(MOVED + row * SEATS + city)
    elif trail.seen:
        if card in trail.known:
            trail.known.remove(card)
        else:
            memory.draws[trail.draws.pop()] = card


def _follow_draw_pile(table: Table, seat: i64, memory: Memory, own: list[Card]) -> None:
    """The draw pile of the Free City; its last card is discarded, or played by a city that may."""
    free = table.free_seat
    memory.unseen += [DRAW_PILE] * len(table.draw_pile)
    left = len(table.first_hands[free]) - len(table.draw_pile) - len(table.hands[free])
    if table.drawn is not None:
        left -= 1
    passed_by = NOBODY
    for row, moves in enumerate(table.played):
        move = moves[free]
        if move is None:
            continue
        if move.card is None:
            passed_by = holder_at(table, row)
            continue
        left -= 1
        if _is_last_card(table, row):
            if holder_at(table, row) == seat:
                if move.kind == DISCARD:
                    own.append(move.card)
            elif move.kind != BUILD:
                memory.unseen.append(MOVED + row * SEATS + free)
    memory.left_over += left
    if left > 0:
        if passed_by == seat != NOBODY:
            own += table.first_hands[free][-left:]
        else:
            memory.unseen += [LEFT_OVER + free] * left
    if table.hands[free] and not sees_free_hand(table, seat):
        memory.unseen += [IN_HAND + free] * len(table.hands[free])


def sees_free_hand(table: Table, seat: i64) -> bool:
    """Whether a seat sees the Free City's last card: it decides on it."""
    return seat == table.holder and seat != NOBODY


def _learn_from_pile(table: Table, seat: i64, memory: Memory, own: list[Card]) -> None:
    """What was dug up, and what a digger saw, came from some place; which one, is judged by what the seat knows."""
    came = memory.left_over
    for moves in table.played:
        came += len([move for move in moves if move is not None and move.kind == DISCARD])
    ages = [mark % MARK for mark in table.marks]
    memory.dug = _dug_of_this_age(table, came - ages.count(table.age))
    learned: list[Card] = []
    for card in [*memory.dug, *known_discards(table, seat, table.age)]:
        if card in own:
            own.remove(card)
        else:
            learned.append(card)
    deck = table.rules.deck(table.age, table.players)
    for card in sorted(learned, key=deck.count):  # a card without a double can only have come from where it was seen
        _attribute(memory, card)


def known_discards(table: Table, seat: i64, age: i64) -> list[Card]:
    """The cards of an age (0: of one that is not on record) in the discard pile that a seat knows, oldest first."""
    known: list[Card] = []
    looking = looks_through_pile(table, seat)
    if seat == NOBODY and not looking:
        return known
    unmarked = len(table.discard) - len(table.marks)
    for index, card in enumerate(table.discard):
        mark = 0 if index < unmarked else table.marks[index - unmarked]
        if mark % MARK == age and (looking or mark // MARK & table.cities[seat].bit):
            known.append(card)
    return known


def looks_through_pile(table: Table, seat: i64) -> bool:
    """Whether a seat is digging in the discard pile now; at the end of the game everybody may look."""
    if table.over:
        return True
    return table.phase.name == "dig" and seat != NOBODY and table.decider(table.digs[0] % SEATS) == seat


def _dug_of_this_age(table: Table, count: i64) -> list[Card]:
    """Which of the cards dug up came onto the pile in this age: first those that no earlier age has."""
    earlier = [card for age in range(1, table.age) for card in table.rules.deck(age, table.players)]
    new = [card for card in table.dug if card not in earlier]
    return [*new, *(card for card in table.dug if card in earlier)][:count]


def _attribute(memory: Memory, card: Card) -> None:
    for group in memory.groups:
        if card in group.cards and _fix(memory, group.places, card):
            group.cards.remove(card)
            return
    if _fix(memory, memory.unseen, card):
        return
    for group in memory.groups:
        if group.draws and _fix(memory, group.places, card):
            memory.draws[group.draws.pop()] = card
            return


def _fix(memory: Memory, places: list[int], card: Card) -> bool:
    """Puts a card into the first of these places that is on the discard pile."""
    for place in places:
        if is_discarded(memory.rows, place):
            places.remove(place)
            memory.fixed.append((place, card))
            return True
    return False


def is_discarded(rows: list[list[Move | None]], place: i64) -> bool:
    """Whether a place is on the discard pile."""
    if place >= DRAWN or place < LEFT_OVER:
        return False
    if place < MOVED:
        return True
    move = rows[(place - MOVED) // SEATS][place % SEATS]
    return move is not None and move.kind == DISCARD


def recall_draft(table: Table, seat: i64) -> DraftMemory:
    """What a seat remembers of the draft of leaders."""
    watching = watched(table, seat)
    rows: list[list[Move | None]] = []
    for moves in table.drafted:
        shown = [move if move is None or watching[at] or table.over else Move(DRAFT) for at, move in enumerate(moves)]
        rows.append(shown)
    memory = DraftMemory(rows)
    if not table.first_drafts or table.over:
        return memory
    seats = [each for each, hand in enumerate(table.first_drafts) if hand]
    for place in range(len(seats)):
        _follow_draft(table, seats, place, watching, memory)
    for each, city in enumerate(table.cities):
        if not watching[each]:
            for leader in city.leaders:
                _attribute_leader(memory, each, leader)
    memory.groups = [group for group in memory.groups if group.places]
    for group in memory.groups:
        group.cards = sorted(group.cards, key=_index)
    return memory


def draft_seat(seats: list[int], place: i64, passes: i64) -> int:
    """Where a hand of the draft is after so many passes to the right."""
    return seats[(place - passes) % len(seats)]


def _follow_draft(table: Table, seats: list[int], place: i64, watching: list[bool], memory: DraftMemory) -> None:
    content = list(table.first_drafts[seats[place]])
    known: list[Card] = []
    seen = False
    places: list[int] = []
    for row, moves in enumerate(table.drafted):
        at = draft_seat(seats, place, row)
        move = moves[at]
        if move is None or move.card is None:
            continue
        if watching[at]:
            _look_at_draft(memory, seen, known, content, places)
            seen = True
            content.remove(move.card)
            known = content.copy()
            places = []
        else:
            content.remove(move.card)
            places.append(row * SEATS + at)
    rounds = len(table.drafted)
    at = draft_seat(seats, place, rounds)
    going = table.phase.name == "draft"
    if watching[at]:
        _look_at_draft(memory, seen, known, content, places)
        if not going:
            memory.fixed += [(rounds * SEATS + at, card) for card in content]
        return
    places += [GOING_AROUND + at if going else rounds * SEATS + at] * len(content)
    if seen:
        memory.groups.append(Group(known, [], places))
    else:
        memory.unseen += places


def _look_at_draft(memory: DraftMemory, seen: bool, known: list[Card], content: list[Card], places: list[int]) -> None:
    if seen:
        memory.groups.append(Group([card for card in known if card not in content], [], places))
    else:
        memory.unseen += places


def _attribute_leader(memory: DraftMemory, seat: i64, leader: Card) -> None:
    for group in memory.groups:
        if leader in group.cards:
            for place in group.places:
                if place < GOING_AROUND and place % SEATS == seat:
                    group.places.remove(place)
                    group.cards.remove(leader)
                    memory.fixed.append((place, leader))
                    return
    for place in memory.unseen:
        if place < GOING_AROUND and place % SEATS == seat:
            memory.unseen.remove(place)
            memory.fixed.append((place, leader))
            return

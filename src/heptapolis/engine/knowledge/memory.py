"""What a seat remembers: the possible places of cards it has seen and no longer holds.

A passed hand holds the cards that were passed, without those built since. A card laid under a stage or discarded is
face down, so it may be any of them until the hand comes around again and shows what is missing.

Nothing here may depend on what the seat has not seen. The code replays the true table, so it reads a hidden card only
for a moment at which the seat saw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.knowledge.card_groups import (
    DRAW_PILE,
    DRAWN,
    IN_HAND,
    LEFT_OVER,
    MOVED,
    Group,
    Memory,
    holder_at,
    is_last_card,
    passes_before,
    seat_after,
    sees_free_hand,
    tidy,
    watched,
)
from heptapolis.engine.knowledge.discard_pile import learn_from_pile
from heptapolis.engine.moves import BUILD, DISCARD, PASS
from heptapolis.engine.packed import SEATS
from heptapolis.engine.table import FREE_CITY, NOBODY

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table


def recall(table: Table, seat: i64) -> Memory:
    """What a seat (or a spectator, ``NOBODY``) remembers of this age."""
    rows = [_redacted(table, seat, row, index) for index, row in enumerate(table.played)]
    memory = Memory(rows, [None] * len(rows))
    memory.watching = watched(table, seat)
    own: list[Card] = []  # discarded by this seat in this age
    if table.first_hands and not table.over:
        for hand in range(table.city_count):
            if hand == table.free_seat:
                _follow_draw_pile(table, seat, memory, own)
            else:
                _follow_hand(table, seat, hand, memory, own)
        learn_from_pile(table, seat, memory, own)
    tidy(memory.groups)
    return memory


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
    if is_last_card(table, row) or moves[table.free_seat] is None:
        return None
    skipped = 1 if table.played[0][table.free_seat] is None else 0  # a turn revealed before the position began
    return table.first_hands[table.free_seat][row - skipped]


class _Trail:
    """One hand as it passes around the table."""

    def __init__(self, content: list[Card]) -> None:
        self.content = content  # the true cards
        self.seen = False
        self.known: list[Card] = []  # the hand when last seen, without the cards built since
        self.draws: list[int] = []
        self.places: list[int] = []  # of the cards that have left it face down since

    def look(self, memory: Memory) -> None:
        """Records that the seat sees the hand: the missing cards lie in ``places``."""
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
    watching = memory.watching
    trail = _Trail(table.first_hands[hand].copy())
    for row, moves in enumerate(table.played):
        at = seat_after(table, hand, passes_before(table, row))
        draws = table.mode == FREE_CITY and holder_at(table, row) == at
        if watching[at] and not is_last_card(table, row):
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
        if draws and not is_last_card(table, row):
            _leave(trail, memory, at, table.free_seat, row, moves, seat, own)
    at = seat_after(table, hand, table.turn - table.first_turn)
    draws_now = 1 if table.drawn is not None and at == table.holder else 0
    held = len(table.hands[at]) - draws_now
    gone = len(trail.content) - held
    shown = watching[at] and not table.preparing
    if at == seat and shown:
        trail.look(memory)
        own += trail.content[held:]
        memory.fixed += [(LEFT_OVER + at, card) for card in trail.content[held:]]
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
    """Removes a card that was used for a city."""
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
    """Follows the Free City's draw pile; its last card is discarded, or played if the Free City may."""
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
        if is_last_card(table, row):
            if holder_at(table, row) == seat:
                if move.kind == DISCARD:
                    own.append(move.card)
            elif move.kind != BUILD:
                memory.unseen.append(MOVED + row * SEATS + free)
    memory.left_over += left
    if left > 0:
        if passed_by == seat != NOBODY:
            own += table.first_hands[free][-left:]
            memory.fixed += [(LEFT_OVER + free, card) for card in table.first_hands[free][-left:]]
        else:
            memory.unseen += [LEFT_OVER + free] * left
    if table.hands[free] and not sees_free_hand(table, seat):
        memory.unseen += [IN_HAND + free] * len(table.hands[free])

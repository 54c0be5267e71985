"""What a seat remembers of the draft: the leaders it passed are with the players to its right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.knowledge.card_groups import GOING_AROUND, DraftMemory, Group, draft_seat, tidy, watched
from heptapolis.engine.moves import DRAFT, Move
from heptapolis.engine.packed import SEATS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table


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
    tidy(memory.groups)
    return memory


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

"""Writes views as JSON documents, ``heptapolis-view/1``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from heptapolis.engine.knowledge.views import view
from heptapolis.engine.moves import OWN_CITY, Move
from heptapolis.engine.packed import number_of, seat_of
from heptapolis.engine.table import FREE_CITY, NOBODY
from heptapolis.record.move_json import write_move
from heptapolis.record.position.writing import card_names, without_defaults, write_city

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.engine import View
    from heptapolis.engine.cards import Card
    from heptapolis.engine.conflicts import Conflict
    from heptapolis.engine.table import Table
    from heptapolis.record.json_types import (
        ConflictDocument,
        FreeCityDocument,
        MoveDocument,
        PendingDecisionDocument,
        Phase,
        ViewDocument,
        ViewSeatDocument,
    )

VIEW_FORMAT: Final = "heptapolis-view/1"


def view_document(table: Table, seat: int | None) -> ViewDocument:
    """Returns what a seat (None for a spectator) may see at a table now."""
    return write_view(view(table, seat))


@dataclass(slots=True)
class SharedParts:
    """Parts of views that are the same for several viewers at one moment; ``write_view`` fills and uses them."""

    seats: dict[int, ViewSeatDocument] = field(default_factory=dict)
    """Seats as others see them."""
    conflicts: list[ConflictDocument] | None = None


def write_view(seen: View, shared: SharedParts | None = None) -> ViewDocument:
    """Returns a view as a document: a position's fields, with counts for unseen cards.

    Args:
        seen: The view.
        shared: What was already written for other viewers at the same moment.
    """
    shared = shared or SharedParts()
    if shared.conflicts is None:
        shared.conflicts = [] if seen.over else [write_conflict(each) for each in seen.conflicts]
    edition, expansions = seen.rules.key
    known = [] if seen.discard is not None else [card for cards in seen.known_discards for card in cards]
    return {
        "format": VIEW_FORMAT,
        "seat": seen.seat,
        "edition": edition,
        "expansions": list(expansions),
        "mode": seen.mode,
        "age": int(seen.age),
        "turn": int(seen.turn),
        "phase": cast("Phase", seen.phase),
        "chosen": _write_chosen(seen),
        "has_chosen": list(seen.has_chosen),
        "dig_order": [int(seat_of(dig)) for dig in seen.digs] if seen.phase == "dig" else None,
        "seats": [_write_shared_seat(seen, seat, shared) for seat in range(seen.city_count)],
        "discard": int(seen.discard_size) if seen.discard is None else card_names(seen.discard),
        "free_city": _write_free_city(seen) if seen.mode == FREE_CITY and seen.holder != NOBODY else None,
        "known_hands": [
            {"seat": hand.seat, "size": hand.size, "cards": card_names(hand.cards)} for hand in seen.known_hands
        ],
        "known_leaders": [
            {"seats": list(group.seats), "cards": card_names(group.cards)} for group in seen.known_leaders
        ],
        "known_discards": card_names(known),
        "conflicts": shared.conflicts,
        "peace": [] if seen.over else list(seen.staying_out),
        "last_moves": [_write_made(seen, city, move) for city, move in enumerate(seen.last_moves) if move is not None],
        "pending": _write_pending(seen),
    }


ALWAYS_WRITTEN: Final = ("seat", "expansions", "has_chosen", "discard", "known_hands")


def compact_view(view: ViewDocument) -> dict[str, object]:
    """Returns a view without empty fields and None, as in a position."""
    written = {name: value for name, value in view.items() if value or name in ALWAYS_WRITTEN}
    written["seats"] = [without_defaults(seat) for seat in view["seats"]]
    if view["free_city"] is not None:
        written["free_city"] = {name: value for name, value in view["free_city"].items() if value is not None}
    return written


def write_conflict(conflict: Conflict) -> ConflictDocument:
    """Returns a conflict: a city, its opponent on the left, their shields and tokens."""
    return {
        "seat": conflict.seat,
        "left": conflict.left,
        "shields": conflict.shields,
        "left_shields": conflict.left_shields,
        "tokens": list(conflict.taken_by(conflict.seat)),
        "left_tokens": list(conflict.taken_by(conflict.left)),
        "diplomats": list(conflict.diplomats),
    }


def _write_chosen(seen: View) -> list[MoveDocument]:
    """The viewer's own choices; the one for the Free City last."""
    if seen.seat is None:
        return []
    chosen = [(city, move) for city, move in enumerate(seen.chosen) if move is not None]
    chosen.sort(key=lambda entry: entry[0] == seen.free_seat)
    return [write_move(seen.seat, move, seen) for _, move in chosen]


def _seen_from_outside(seen: View, seat: int) -> bool:
    """Whether the viewer sees no more of a seat than a spectator does."""
    return (
        seat != seen.seat
        and seen.hands[seat] is None
        and seen.leader_hands[seat] is None
        and seen.draft_hands[seat] is None
        and not any(seat_of(entry) == seat for entry in seen.sold)
    )


def _write_shared_seat(seen: View, seat: int, shared: SharedParts) -> ViewSeatDocument:
    if not _seen_from_outside(seen, seat):
        return _write_seat(seen, seat)
    if seat not in shared.seats:
        shared.seats[seat] = _write_seat(seen, seat)
    return shared.seats[seat]


def _write_seat(seen: View, seat: int) -> ViewSeatDocument:
    hand = seen.hands[seat]
    drawn = 1 if _has_drawn(seen) and seat == seen.holder else 0  # drawn last; written with the Free City
    sold = [seen.rules.cards[number_of(entry)] for entry in seen.sold if seat_of(entry) == seat]
    written: ViewSeatDocument = {
        **write_city(seen, seen.phase, seat),
        "hand": seen.hand_sizes[seat] - drawn if hand is None else card_names(hand[: len(hand) - drawn]),
        "leader_hand": _seen_cards(seen.leader_hands[seat], seen.leader_hand_sizes[seat]),
        "draft_hand": _seen_cards(seen.draft_hands[seat], seen.draft_hand_sizes[seat]),
        "sold_leaders": _seen_cards(sold or None, seen.sold_sizes[seat]),
    }
    if seat == seen.seat or seen.over:
        written["buried"] = card_names(seen.buried[seat])
    return written


def _seen_cards(cards: Sequence[Card] | None, count: int) -> list[str] | int:
    """The cards if visible, else their number."""
    return count if cards is None else card_names(cards)


def _has_drawn(seen: View) -> bool:
    return seen.mode == FREE_CITY and seen.phase == "play"


def _write_free_city(seen: View) -> FreeCityDocument:
    """As in a position, before the holder draws; the holder also sees the drawn card."""
    return {
        "seat": int(seen.free_seat),
        "holder": int(seen.holder),
        "draw_pile": int(seen.draw_pile_size) + (1 if _has_drawn(seen) else 0),
        "drawn": None if seen.drawn is None else seen.drawn.name,
    }


def _write_made(seen: View, city: int, move: Move) -> MoveDocument:
    """A revealed move, without the side that a stage copied: the city has that."""
    plain = Move(
        move.kind,
        move.card,
        move.left,
        move.right,
        move.bank,
        move.bought_from,
        move.chained,
        move.using,
        city=move.city,
    )
    return write_move(city, plain, seen)


def _write_pending(seen: View) -> list[PendingDecisionDocument]:
    pending: list[PendingDecisionDocument] = []
    for city in dict.fromkeys(move.city for move in seen.moves):
        assert seen.seat is not None, "a spectator decides nothing"
        moves = [write_move(seen.seat, move, seen) for move in seen.moves if move.city == city]
        entry: PendingDecisionDocument = {
            "player": seen.seat,
            "decision": cast("Phase", seen.phase),
            "moves": moves,
        }
        if city != OWN_CITY:
            entry["city"] = int(city)
        pending.append(entry)
    return pending

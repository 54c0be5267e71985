"""Writes what a seat may see as a document: ``heptapolis-view/1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.moves import OWN_CITY, Move
from heptapolis.engine.table import FREE_CITY, NOBODY, SEATS
from heptapolis.record.move_json import write_move
from heptapolis.record.position.writing import card_names, write_city

if TYPE_CHECKING:
    from heptapolis.engine import Game, View
    from heptapolis.engine.cards import Card
    from heptapolis.engine.conflicts import Conflict

VIEW_FORMAT: Final = "heptapolis-view/1"


def view_document(game: Game, seat: int | None) -> dict[str, object]:
    """What a seat (or a spectator, ``None``) may see of a game now."""
    return write_view(game.view(seat))


def write_view(seen: View) -> dict[str, object]:
    """A view as a document: a position's fields, with counts in place of what is not seen."""
    edition, expansions = seen.rules.key
    written: dict[str, object] = {
        "format": VIEW_FORMAT,
        "seat": seen.seat,
        "edition": edition,
        "expansions": list(expansions),
        "mode": seen.mode,
        "age": int(seen.age),
        "turn": int(seen.turn),
        "phase": seen.phase,
    }
    chosen = [(city, move) for city, move in enumerate(seen.chosen) if move is not None]
    if chosen and seen.seat is not None:
        chosen.sort(key=lambda entry: entry[0] == seen.free_seat)
        written["chosen"] = [write_move(seen.seat, move, seen) for _, move in chosen]
    written["has_chosen"] = list(seen.has_chosen)
    if seen.phase == "dig":
        written["dig_order"] = [dig % SEATS for dig in seen.digs]
    written["seats"] = [_write_seat(seen, seat) for seat in range(seen.city_count)]
    written["discard"] = int(seen.discard_size) if seen.discard is None else card_names(seen.discard)
    if seen.mode == FREE_CITY and seen.holder != NOBODY:
        written["free_city"] = _write_free_city(seen)
    written["known_hands"] = [
        {"seat": hand.seat, "size": hand.size, "cards": card_names(hand.cards)} for hand in seen.known_hands
    ]
    if seen.known_leaders:
        written["known_leaders"] = [
            {"seats": list(known.seats), "cards": card_names(known.cards)} for known in seen.known_leaders
        ]
    known = [card for cards in seen.known_discards for card in cards]
    if known and seen.discard is None:
        written["known_discards"] = card_names(known)
    last = [(city, move) for city, move in enumerate(seen.last_moves) if move is not None]
    if last:
        written["last_moves"] = [_write_made(seen, city, move) for city, move in last]
    if not seen.over:
        written["conflicts"] = [write_conflict(each) for each in seen.conflicts]
        if seen.staying_out:
            written["peace"] = seen.staying_out
    if seen.moves:
        written["pending"] = _write_pending(seen)
    return written


def write_conflict(conflict: Conflict) -> dict[str, object]:
    """A conflict: who meets whom on the left, with how many shields, and the tokens that each takes."""
    written: dict[str, object] = {
        "seat": conflict.seat,
        "left": conflict.left,
        "shields": conflict.shields,
        "left_shields": conflict.left_shields,
        "tokens": list(conflict.taken_by(conflict.seat)),
        "left_tokens": list(conflict.taken_by(conflict.left)),
    }
    if conflict.diplomats:
        written["diplomats"] = list(conflict.diplomats)
    return written


def _write_seat(seen: View, seat: int) -> dict[str, object]:
    written = write_city(seen, seen.phase, seat)
    if (seat == seen.seat or seen.over) and any(seen.buried[seat]):
        written["buried"] = card_names(seen.buried[seat])
    written |= _some("leader_hand", seen.leader_hands[seat], seen.leader_hand_sizes[seat])
    written |= _some("draft_hand", seen.draft_hands[seat], seen.draft_hand_sizes[seat])
    sold = [seen.rules.cards[entry // SEATS] for entry in seen.sold if entry % SEATS == seat]
    written |= _some("sold_leaders", tuple(sold) if sold else None, seen.sold_sizes[seat])
    hand = seen.hands[seat]
    drawn = 1 if _has_drawn(seen) and seat == seen.holder else 0  # drawn last, and written with the Free City
    written["hand"] = seen.hand_sizes[seat] - drawn if hand is None else card_names(hand[: len(hand) - drawn])
    return written


def _some(field: str, cards: tuple[Card, ...] | None, count: int) -> dict[str, object]:
    """The cards if they are seen, else how many there are; nothing if there are none."""
    if not count:
        return {}
    return {field: count if cards is None else card_names(cards)}


def _has_drawn(seen: View) -> bool:
    return seen.mode == FREE_CITY and seen.phase == "play"


def _write_free_city(seen: View) -> dict[str, object]:
    """As in a position, before the holder draws; the holder also sees what is drawn."""
    written: dict[str, object] = {
        "seat": int(seen.free_seat),
        "holder": int(seen.holder),
        "draw_pile": int(seen.draw_pile_size) + (1 if _has_drawn(seen) else 0),
    }
    if seen.drawn is not None:
        written["drawn"] = seen.drawn.name
    return written


def _write_made(seen: View, city: int, move: Move) -> dict[str, object]:
    """A move that was made; which side a stage copied is written with the city."""
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


def _write_pending(seen: View) -> list[dict[str, object]]:
    pending: list[dict[str, object]] = []
    assert seen.seat is not None, "a spectator decides nothing"
    for city in dict.fromkeys(move.city for move in seen.moves):
        entry: dict[str, object] = {"player": seen.seat, "decision": seen.phase}
        if city != OWN_CITY:
            entry["city"] = int(city)
        entry["moves"] = [write_move(seen.seat, move, seen) for move in seen.moves if move.city == city]
        pending.append(entry)
    return pending

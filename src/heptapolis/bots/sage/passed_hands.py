"""The hands that a player has passed on, from a table (training) and from a view (play): both give the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.bots.playouts.heuristics import public_table
from heptapolis.engine.knowledge.memory import recall
from heptapolis.engine.moves import BUILD
from heptapolis.engine.packed import seen_by
from heptapolis.engine.phases import DIG_UP
from heptapolis.engine.table import STANDARD

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.table import Table


class Seen:
    """A hand that a player passed on: where it is now, and its cards without those built since."""

    def __init__(self, seat: i64, cards: list[Card]) -> None:
        """``cards`` may include cards that have since been discarded or put under a stage, face down."""
        self.seat: i64 = seat
        self.cards = cards


def seen_hands(table: Table, player: i64) -> list[Seen]:
    """The hands that a player passed on, from the table. The same as ``view.known_hands``, but much faster."""
    if table.turn == table.first_turn or table.over or not table.first_hands:
        return []
    if table.mode != STANDARD or table.dug or table.phase is DIG_UP or _pile_was_searched(table):
        return [Seen(where, group.cards) for where, _, group in recall(table, player).passed]
    found: list[Seen] = []
    step: i64 = 1 if table.age != 2 else -1
    count = table.city_count
    back: i64 = 1  # how many turns ago the player held the hand
    while back < count and back <= table.turn - table.first_turn:
        where = (player + step * back + count) % count
        held = table.hands[where]
        if held:
            cards = held.copy()
            row = table.turn - back - table.first_turn + 1
            at = player
            while row < len(table.played):
                if row <= table.turn - table.first_turn:
                    at = (at + step + count) % count
                move = table.played[row][at]
                if move is not None and move.kind != BUILD and move.card is not None:
                    cards.append(move.card)
                row += 1
            found.append(Seen(where, cards))
        back += 1
    return found


def _pile_was_searched(table: Table) -> bool:
    """Whether somebody has searched the discard pile, so that a card in it is known to two players."""
    for mark in table.marks:
        bits = seen_by(mark)
        if bits & (bits - 1):
            return True
    return False


def remembered_hands(view: View) -> list[Seen]:
    """The hands that a player passed on, from a view."""
    return [Seen(hand.seat, list(hand.cards)) for hand in view.known_hands]


def seen_table(view: View) -> Table:
    """The table as a player sees it: enough to encode a decision, not to play on."""
    table = public_table(view)
    table.chosen = list(view.chosen)
    return table

"""The base class of phases, and how cities are asked and decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.native import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase:
    """One kind of decision.

    The table is in one phase at a time. A phase *begins* by asking the cities that must decide (or finds nothing to
    decide), lists the legal moves of each, and *finishes* when the last one has decided.
    """

    def __init__(self, name: str) -> None:
        """``name`` is the word of the position contract."""
        self.name = name
        self.is_turn: bool = False  # the turn's card of every city
        self.before_first_deal: bool = False  # decided before the hands of the first age are dealt

    def begin(self, table: Table) -> bool:
        """Asks the cities that must decide; False if there is nothing to decide."""
        raise AssertionError("every phase says how it begins")

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """The legal moves of a city, in a fixed order."""
        raise AssertionError("every phase lists its moves")

    def finish(self, table: Table) -> None:
        """Carries out the decisions and continues the game."""
        raise AssertionError("every phase says how it finishes")

    def try_out(self, table: Table, seat: i64, move: Move) -> None:
        """Carries out one city's decision alone, so that bots can evaluate it. Does nothing by default."""

    def waiting(self, table: Table) -> list[int]:
        """The cities whose decision may be made now."""
        return [seat for seat in range(table.city_count) if table.pending & table.cities[seat].bit]

    def withdraw(self, table: Table, seat: i64) -> None:
        """Takes back a city's decision."""
        table.chosen[seat] = None
        table.pending |= table.cities[seat].bit

    def __repr__(self) -> str:
        return f"<phase {self.name}>"


def ask(table: Table, phase: Phase, seats: list[int]) -> bool:
    """Makes these cities pending in a phase; False if there are none."""
    if not seats:
        return False
    pending: i64 = 0
    for seat in seats:
        pending |= table.cities[seat].bit
    table.pending = pending
    table.phase = phase
    return True


def ask_all(table: Table, phase: Phase) -> bool:
    """Makes every city pending in a phase."""
    table.pending = table.everybody
    table.phase = phase
    return True


def take_choices(table: Table) -> list[Move | None]:
    """Returns the decisions by city and clears them from the table."""
    moves = table.chosen
    table.chosen = table.nothing_chosen.copy()
    return moves


def take_card(hand: list[Card], card: Card) -> None:
    """Takes one copy of a card out of a hand."""
    index: i64 = 0
    while hand[index] is not card:
        index += 1
    last: i64 = len(hand) - 1
    while index < last:  # keeps the order of the others; a loop because a pop in the middle is slow when compiled
        hand[index] = hand[index + 1]
        index += 1
    hand.pop()


def named_city(table: Table, seat: i64) -> i64:
    """How a move names the city it is for: the Free City by its seat, a player's own city not at all."""
    return seat if seat == table.free_seat else OWN_CITY


def waiting(table: Table) -> list[int]:
    """The cities whose decision may be made now."""
    return table.phase.waiting(table)


def withdraw(table: Table, seat: i64) -> None:
    """Takes back a city's decision."""
    table.phase.withdraw(table, seat)


def commit(table: Table, seat: i64, move: Move) -> None:
    """Records a city's legal decision; the last one finishes the phase."""
    table.chosen[seat] = move
    table.pending &= ~table.cities[seat].bit
    if table.pending == 0:
        table.phase.finish(table)

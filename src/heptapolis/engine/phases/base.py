"""What every phase can do, and how cities are asked and answer."""

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

    The table carries one phase. A phase *begins* by naming the cities whose decision it needs (or finds that there is
    nothing to decide), lists the legal moves of each, and *finishes* when the last one has decided.
    """

    def __init__(self, name: str) -> None:
        """``name`` is the word of the position contract."""
        self.name = name
        self.is_turn: bool = False  # the turn's card of every city
        self.before_first_deal: bool = False  # decided before the hands of the first age are dealt

    def begin(self, table: Table) -> bool:
        """Asks whoever must decide; False when there is nothing to decide."""
        raise AssertionError("every phase says how it begins")

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """The legal moves of a city, in a fixed order."""
        raise AssertionError("every phase lists its moves")

    def finish(self, table: Table) -> None:
        """Carries out what was decided and goes on to what follows."""
        raise AssertionError("every phase says how it finishes")

    def try_out(self, table: Table, seat: i64, move: Move) -> None:
        """Carries out what one city decides alone, for bots that ask what it would bring. Nothing by default."""

    def waiting(self, table: Table) -> list[int]:
        """The cities whose decision may be made now."""
        return [seat for seat in range(table.city_count) if table.pending & table.cities[seat].bit]

    def withdraw(self, table: Table, seat: i64) -> None:
        """Takes the decision of a city back."""
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
    """What was decided, by city; the table is free for the next decisions."""
    moves = table.chosen
    table.chosen = table.nothing_chosen.copy()
    return moves


def take_card(hand: list[Card], card: Card) -> None:
    """Takes one copy of a card out of a hand."""
    index: i64 = 0
    while hand[index] is not card:
        index += 1
    last: i64 = len(hand) - 1
    while index < last:  # the others keep their order; by hand because a pop in the middle is slow when compiled
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
    """Takes the decision of a city back."""
    table.phase.withdraw(table, seat)


def commit(table: Table, seat: i64, move: Move) -> None:
    """Notes the decision of a city, which must be legal; the phase finishes when it was the last one."""
    table.chosen[seat] = move
    table.pending &= ~table.cities[seat].bit
    if table.pending == 0:
        table.phase.finish(table)

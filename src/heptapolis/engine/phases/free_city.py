"""The two-player game: whoever holds the Free City's card also plays for it, and the hands are swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import free_city_hand, free_city_moves
from heptapolis.engine.moves import PASS, Move
from heptapolis.engine.phases.cards import LastCard, Play

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import Table


class PlayForTwoCities(Play):
    """The turn's card of every city; the Free City's comes from the hand of whoever holds its card."""

    def begin(self, table: Table) -> bool:
        """The holder of the Free City's card draws; then every city is asked."""
        table.drawn = table.draw_pile[0]
        table.draw_pile = table.draw_pile[1:]
        table.hands[table.holder].append(table.drawn)
        return super().begin(table)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every card of the hand, every use; for the Free City without the card chosen before."""
        if seat == table.free_seat:
            return free_city_moves(table, free_city_hand(table))
        return super().moves(table, seat)

    def finish(self, table: Table) -> None:
        """What was drawn is used, or goes on with the hand."""
        table.drawn = None
        super().finish(table)

    def waiting(self, table: Table) -> list[int]:
        """The Free City is decided for once the holder's own card is chosen."""
        cities = super().waiting(table)
        if table.holder in cities and table.free_seat in cities:
            cities.remove(table.free_seat)
        return cities

    def withdraw(self, table: Table, seat: i64) -> None:
        """With the holder's own card goes the one for the Free City, which was chosen after it."""
        super().withdraw(table, seat)
        if seat == table.holder:
            super().withdraw(table, table.free_seat)

    def pass_hands(self, table: Table) -> None:
        """Both players swap hands, and with them the Free City's card."""
        hands = table.hands
        other = other_player(table, table.holder)
        hands[table.holder], hands[other] = hands[other], hands[table.holder]
        table.holder = other


class LastCardOfThree(LastCard):
    """The extra card at the end of an age; the Free City's is what the draw pile has left."""

    def begin(self, table: Table) -> bool:
        """The Free City takes the last card of its draw pile."""
        if table.turn == table.turns and not table.preparing:
            table.hands[table.free_seat] += table.draw_pile
            table.draw_pile = ()
        return super().begin(table)

    def seen_by(self, table: Table, seat: i64) -> i64:
        """The last card of the draw pile is seen by nobody."""
        return 0 if seat == table.free_seat else super().seen_by(table, seat)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of the card, or to leave it."""
        if seat == table.free_seat:
            return [*free_city_moves(table, table.hands[seat]), Move(PASS, city=seat)]
        return super().moves(table, seat)


def other_player(table: Table, seat: i64) -> i64:
    """The opponent in a game with the Free City."""
    return 3 - table.free_seat - seat


PLAY_FOR_TWO_CITIES: Final = PlayForTwoCities()
LAST_CARD_OF_THREE: Final = LastCardOfThree()

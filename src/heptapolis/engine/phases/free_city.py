"""The two-player game: the holder of the Free City's card also plays for it, and the players swap hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import free_city_hand, free_city_moves
from heptapolis.engine.moves import PASS, Move
from heptapolis.engine.phases.cards import LastCard, Play

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import Table


class PlayForTwoCities(Play):
    """The turn's card of every city; the Free City's comes from its holder's hand."""

    def begin(self, table: Table) -> bool:
        """Draws a card for the Free City's holder, then asks every city."""
        table.drawn = table.draw_pile[0]
        table.draw_pile = table.draw_pile[1:]
        table.hands[table.holder].append(table.drawn)
        return super().begin(table)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of every card in the hand; for the Free City without the holder's chosen card."""
        if seat == table.free_seat:
            return free_city_moves(table, free_city_hand(table))
        return super().moves(table, seat)

    def finish(self, table: Table) -> None:
        """Clears the drawn card, which was used or stays in the hand."""
        table.drawn = None
        super().finish(table)

    def waiting(self, table: Table) -> list[int]:
        """The Free City waits until its holder has chosen a card for the holder's own city."""
        cities = super().waiting(table)
        if table.holder in cities and table.free_seat in cities:
            cities.remove(table.free_seat)
        return cities

    def withdraw(self, table: Table, seat: i64) -> None:
        """Taking back the holder's own choice also takes back the later one for the Free City."""
        super().withdraw(table, seat)
        if seat == table.holder:
            super().withdraw(table, table.free_seat)

    def pass_hands(self, table: Table) -> None:
        """The players swap hands; the Free City's card changes hands too."""
        hands = table.hands
        other = other_player(table, table.holder)
        hands[table.holder], hands[other] = hands[other], hands[table.holder]
        table.holder = other


class LastCardOfThree(LastCard):
    """The extra card at the end of an age; the Free City's is the last card of its draw pile."""

    def begin(self, table: Table) -> bool:
        """Gives the Free City the last card of its draw pile."""
        if table.turn == table.turns and not table.preparing:
            table.hands[table.free_seat] += table.draw_pile
            table.draw_pile = ()
        return super().begin(table)

    def seen_by(self, table: Table, seat: i64) -> i64:
        """Nobody has seen the last card of the draw pile."""
        return 0 if seat == table.free_seat else super().seen_by(table, seat)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of the card, or a pass."""
        if seat == table.free_seat:
            return [*free_city_moves(table, table.hands[seat]), Move(PASS, city=seat)]
        return super().moves(table, seat)


def other_player(table: Table, seat: i64) -> i64:
    """The opponent in a game with the Free City."""
    return 3 - table.free_seat - seat


PLAY_FOR_TWO_CITIES: Final = PlayForTwoCities()
LAST_CARD_OF_THREE: Final = LastCardOfThree()

"""The turn's card, the extra card at the end of an age, and cards built from the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import can_dig, diggable
from heptapolis.engine.legal import card_moves
from heptapolis.engine.moves import DIG, PASS, Move
from heptapolis.engine.packed import seat_of
from heptapolis.engine.phases.base import Phase, ask, ask_all, named_city, take_card, take_choices
from heptapolis.engine.phases.flow import after_reveal
from heptapolis.engine.turn import carry_out, dig_up, look_through

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import Table


class Play(Phase):
    """The turn's card of every city."""

    def __init__(self) -> None:
        super().__init__("play")
        self.is_turn = True

    def begin(self, table: Table) -> bool:
        """Asks every city."""
        return ask_all(table, self)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of every card in the hand."""
        return card_moves(table, seat, table.hands[seat])

    def finish(self, table: Table) -> None:
        """Reveals all cards and carries out the moves together."""
        moves = take_choices(table)
        for seat, move in enumerate(moves):
            if move is not None and move.card is not None:
                take_card(table.hands[table.decider(seat)], move.card)
        table.played.append(moves)
        carry_out(table, moves)
        after_reveal(table)

    def pass_hands(self, table: Table) -> None:
        """Passes hands to the left, in the second age to the right."""
        hands = table.hands
        if table.age == 2:
            hands.append(hands.pop(0))
        else:
            hands.insert(0, hands.pop())


class LastCard(Phase):
    """The extra card at the end of an age, for cities that may play it instead of discarding it."""

    def __init__(self) -> None:
        """Comes after the last turn of an age."""
        super().__init__("last-card")

    def begin(self, table: Table) -> bool:
        """Discards the cards of cities that may not play them, and asks the others."""
        if table.turn < table.turns or table.preparing:
            return False
        seats: list[int] = []
        for seat in range(table.city_count):
            hand = table.hands[seat]
            if hand and table.cities[seat].plays_last_card:
                seats.append(seat)
            else:
                for card in hand:
                    table.put_away(card, self.seen_by(table, seat))
                table.hands[seat] = []
        return ask(table, self, seats)

    def seen_by(self, table: Table, seat: i64) -> i64:
        """The bits of the players who have seen the last card of a city that may not play it."""
        return table.cities[seat].bit

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of the card, or a pass."""
        return [*card_moves(table, seat, table.hands[seat]), Move(PASS)]

    def finish(self, table: Table) -> None:
        """Carries out the moves together; unused cards go to the discard pile."""
        moves = take_choices(table)
        for seat, move in enumerate(moves):
            if move is not None and move.card is not None:
                take_card(table.hands[seat], move.card)
        table.played.append(moves)
        carry_out(table, moves)
        for seat, hand in enumerate(table.hands):
            for card in hand:
                table.put_away(card, table.cities[table.decider(seat)].bit)
            table.hands[seat] = []
        after_reveal(table)


class DigUp(Phase):
    """Cities build a card of the discard pile for free, one after the other."""

    def __init__(self) -> None:
        """Comes in turns in which a city may dig."""
        super().__init__("dig")

    def begin(self, table: Table) -> bool:
        """Asks the first city in the queue that can build a card of the pile."""
        while table.digs:
            seat = seat_of(table.digs[0])
            if can_dig(table, seat):
                return ask(table, self, [seat])
            table.digs = table.digs[1:]
        return False

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each card that may be built, or a pass."""
        for_city = named_city(table, seat)
        return [*(Move(DIG, card, city=for_city) for card in diggable(table, seat)), Move(PASS, city=for_city)]

    def finish(self, table: Table) -> None:
        """Builds the card; then the next city digs."""
        moves = take_choices(table)
        table.digs = table.digs[1:]
        for seat, move in enumerate(moves):
            if move is not None:
                look_through(table, table.cities[table.decider(seat)].bit)
                if move.card is not None:
                    dig_up(table, seat, move.card)
        after_reveal(table)


PLAY: Final = Play()
LAST_CARD: Final = LastCard()
DIG_UP: Final = DigUp()

"""Coins lost to what others have built are paid at the end of the turn, or become debt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import losses
from heptapolis.engine.moves import SETTLE, Move
from heptapolis.engine.phases.base import Phase, ask, named_city, take_choices
from heptapolis.engine.phases.flow import after_reveal

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import Table


class SettleDebts(Phase):
    """Each city pays the coins it lost this turn, or takes debt."""

    def __init__(self) -> None:
        """Comes in turns in which something was built that makes others lose coins."""
        super().__init__("debt")

    def begin(self, table: Table) -> bool:
        """Adds up the losses; a city without coins takes debt without being asked."""
        if not table.losses_due:
            return False
        owes = losses(table)
        table.losses_due = False
        seats: list[int] = []
        for seat, owed in enumerate(owes):
            if owed and table.cities[seat].coins == 0:
                table.cities[seat].debt += owed
                owes[seat] = 0
            elif owed:
                seats.append(seat)
        table.owes = tuple(owes)
        return ask(table, self, seats)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Pay nothing, a part, or all."""
        most = min(table.owes[seat], table.cities[seat].coins)
        for_city = named_city(table, seat)
        return [Move(SETTLE, coins=coins, city=for_city) for coins in range(most + 1)]

    def try_out(self, table: Table, seat: i64, move: Move) -> None:
        """Takes the coins and turns the rest into debt."""
        table.cities[seat].coins -= move.coins
        table.cities[seat].debt += table.owes[seat] - move.coins

    def finish(self, table: Table) -> None:
        """Settles everybody's losses."""
        for seat, move in enumerate(take_choices(table)):
            if move is not None:
                self.try_out(table, seat, move)
        table.owes = ()
        after_reveal(table)


SETTLE_DEBTS: Final = SettleDebts()

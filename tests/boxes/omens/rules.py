"""Omens: a city that builds one of the box's cards or stages may buy omens at the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.effects.base import Effect, number
from heptapolis.engine.moves import SETTLE, Move
from heptapolis.engine.phases.base import Phase, ask, named_city, take_choices
from heptapolis.engine.phases.flow import after_reveal
from heptapolis.engine.schedule import DIG_ORDER

if TYPE_CHECKING:
    from heptapolis.engine.effects.base import EffectMaker, Printed
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table
    from heptapolis.rulebook.model import EffectSpec

OMENS = "omens"
OFFERED = "omens.offered"


class Omens(Effect):
    """Allows a city to buy some omens; each omen is worth a point at the end."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.amount = number(spec, "omens")
        self.scores = True

    def happens(self, table: Table, seat: int) -> None:
        table.cities[seat].count(OFFERED, self.amount)
        table.queue(OMENS, (*table.queues.get(OMENS, ()), seat))

    def points(self, table: Table, seat: int) -> int:
        return table.cities[seat].counters.get(OMENS, 0)


class BuyOmens(Phase):
    """Each city that gained the right says how many omens it buys, one coin each."""

    def __init__(self) -> None:
        super().__init__(OMENS)

    def begin(self, table: Table) -> bool:
        queued = sorted(set(table.queues.get(OMENS, ())))
        seats = [seat for seat in queued if table.cities[seat].purse() > 0]
        for seat in set(queued) - set(seats):
            self._forget(table, seat)
        table.queue(OMENS, tuple(seats))
        return ask(table, self, seats)

    def moves(self, table: Table, seat: int) -> list[Move]:
        city = table.cities[seat]
        most = min(city.counters[OFFERED], city.purse())
        return [Move(SETTLE, coins=coins, city=named_city(table, seat)) for coins in range(most + 1)]

    def try_out(self, table: Table, seat: int, move: Move) -> None:
        table.cities[seat].coins -= move.coins
        table.cities[seat].count(OMENS, move.coins)

    def finish(self, table: Table) -> None:
        table.queue(OMENS, ())
        for seat, move in enumerate(take_choices(table)):
            if move is not None:
                self.try_out(table, seat, move)
                self._forget(table, seat)
        after_reveal(table)

    def _forget(self, table: Table, seat: int) -> None:
        city = table.cities[seat]
        city.count(OFFERED, -city.counters[OFFERED])


BUY_OMENS = BuyOmens()


class OmensBox(Box):
    def effects(self) -> dict[str, EffectMaker]:
        return {"omens": Omens}

    def plan(self, schedule: Schedule) -> None:
        schedule.add_after_turn(BUY_OMENS, DIG_ORDER + 50)


BOX = OmensBox()

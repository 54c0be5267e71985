"""The chapters of Leaders: their price, what they do in conflicts, drawing and recruiting more, and copying one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.base import Effect, number

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table


class LeadersFree(Effect):
    """Leaders cost this city nothing."""

    def serves(self, city: City) -> None:
        """Notes it."""
        city.leaders_cost_nothing = True


class LeaderDiscount(Effect):
    """Leaders cost this city, and its neighbors, a few coins less."""

    def serves(self, city: City) -> None:
        """Notes both discounts."""
        city.leader_discount += number(self.spec, "own")
        city.neighbor_leader_discount += number(self.spec, "neighbors")


class CoinsOnVictory(Effect):
    """Coins from the bank for each victory token won."""

    def serves(self, city: City) -> None:
        """Notes the coins."""
        city.victory_coins += number(self.spec, "coins")


class DefeatsToVictor(Effect):
    """Defeat tokens go to the victor instead."""

    def serves(self, city: City) -> None:
        """Notes it."""
        city.defeats_to_victor = True


class DefeatsAsShields(Effect):
    """Each defeat token counts as a shield."""

    def serves(self, city: City) -> None:
        """Notes it; the shields are counted when a conflict is fought."""
        city.defeats_as_shields = True


class DrawLeaders(Effect):
    """Draws leaders from those that are in no hand."""

    def happens(self, table: Table, seat: i64) -> None:
        """Takes the next ones into the leader hand. The Free City, which never recruits, draws none."""
        if seat == table.free_seat:
            return
        count = number(self.spec, "leaders")
        table.leader_hands[seat] += table.leader_box[:count]
        table.leader_box = table.leader_box[count:]


class ExtraRecruit(Effect):
    """Recruits one leader more, at its price, later in the turn."""

    def happens(self, table: Table, seat: i64) -> None:
        """Joins the queue of this turn. The Free City never recruits."""
        if seat != table.free_seat:
            table.recruits += (seat,)


class CopyLeader(Effect):
    """Copies a leader of a neighbor when built."""

    def happens(self, table: Table, seat: i64) -> None:
        """Joins the queue of this turn."""
        table.copies += (seat,)

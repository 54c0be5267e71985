"""Effects of Leaders: prices, conflicts, drawing, recruiting and copying leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.base import Effect, number

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table


class LeadersFree(Effect):
    """Leaders are free for this city."""

    def serves(self, city: City) -> None:
        """Sets ``city.leaders_cost_nothing``."""
        city.leaders_cost_nothing = True


class LeaderDiscount(Effect):
    """Leaders are cheaper for this city and its neighbors."""

    def serves(self, city: City) -> None:
        """Adds both discounts."""
        city.leader_discount += number(self.spec, "own")
        city.neighbor_leader_discount += number(self.spec, "neighbors")


class CoinsOnVictory(Effect):
    """Coins from the bank for each victory token won."""

    def serves(self, city: City) -> None:
        """Adds the coins."""
        city.victory_coins += number(self.spec, "coins")


class DefeatsToVictor(Effect):
    """Defeat tokens go to the victor instead."""

    def serves(self, city: City) -> None:
        """Sets ``city.defeats_to_victor``."""
        city.defeats_to_victor = True


class DefeatsAsShields(Effect):
    """Each defeat token counts as a shield."""

    def serves(self, city: City) -> None:
        """Sets ``city.defeats_as_shields``, which conflicts read."""
        city.defeats_as_shields = True


class DrawLeaders(Effect):
    """Draws leaders that are in no hand."""

    def happens(self, table: Table, seat: i64) -> None:
        """Adds the next leaders to the hand. The Free City never recruits and draws none."""
        if seat == table.free_seat:
            return
        count = number(self.spec, "leaders")
        table.leader_hands[seat] += table.leader_box[:count]
        table.leader_box = table.leader_box[count:]


class ExtraRecruit(Effect):
    """Recruits one more leader, at its price, later in the turn."""

    def happens(self, table: Table, seat: i64) -> None:
        """Queues the city for this turn. The Free City never recruits."""
        if seat != table.free_seat:
            table.recruits += (seat,)


class CopyLeader(Effect):
    """Copies a leader of a neighbor when built."""

    def happens(self, table: Table, seat: i64) -> None:
        """Queues the city for this turn."""
        table.copies += (seat,)

"""What a move is worth at once: the points of a city if the age and the game ended right after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.conflicts import strength
from heptapolis.engine.moves import COPY, RECRUIT, WONDER
from heptapolis.engine.scoring import total_points
from heptapolis.engine.table import FREE_CITY, TEAMS
from heptapolis.engine.wonder import stage_at

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table

NONE: Final = -1000  # less than any points
FIRST_PARTNERS: Final = 0x5555  # the bits of the seats 0, 2, 4 and so on, whose partners sit at 1, 3, 5


def spoils(table: Table, own: City, power: i64, other: City, other_power: i64) -> i64:
    """The points of a city from its conflict with a neighbor, with these shields."""
    if power == other_power or own.diplomacy > 0 or other.diplomacy > 0:
        return 0
    if table.mode == TEAMS and other.bit == (own.bit << 1 if own.bit & FIRST_PARTNERS else own.bit >> 1):
        return 0
    victory: i64 = table.rules.victories[table.age]
    return victory if power > other_power else -1


class Standing:
    """The points of all cities if the age and the game ended before a decision of one of them."""

    def __init__(self, table: Table, player: i64, points: list[int]) -> None:
        """``points`` are those of all cities without the conflicts of this age."""
        self.table = table
        self.player: i64 = player
        city = table.cities[player]
        self.city = city
        self.power = strength(city)
        self.points: i64 = points[player]
        self.left_power = strength(table.cities[city.left])
        self.right_power = strength(table.cities[city.right])
        self.left: i64 = NONE  # the neighbors' points without their conflict with this city
        self.right: i64 = NONE
        self.others: i64 = NONE  # the best of the other opponents
        seat: i64 = 0
        while seat < table.city_count:
            if seat != player and (table.mode != FREE_CITY or seat != table.free_seat):
                other = table.cities[seat]
                total: i64 = points[seat]
                power = strength(other)
                if other.left != player:
                    neighbor = table.cities[other.left]
                    total += spoils(table, other, power, neighbor, strength(neighbor))
                if other.right != player:
                    neighbor = table.cities[other.right]
                    total += spoils(table, other, power, neighbor, strength(neighbor))
                if seat == city.left:
                    self.left = total
                elif seat == city.right:
                    self.right = total
                elif total > self.others:
                    self.others = total
            seat += 1
        self.own = self.points + self.spoils(self.power)
        self.lead = self.own - self.best(self.power)
        self.stage_copied: i64 = NONE  # the stage that was computed last, and its points
        self.stage_points: i64 = 0

    def spoils(self, power: i64) -> i64:
        """The player's points from the conflicts, with this many shields."""
        cities = self.table.cities
        city = self.city
        return spoils(self.table, city, power, cities[city.left], self.left_power) + spoils(
            self.table, city, power, cities[city.right], self.right_power
        )

    def best(self, power: i64) -> i64:
        """The points of the best opponent if the player has this many shields."""
        cities = self.table.cities
        city = self.city
        found = self.others
        if self.left != NONE:
            left = cities[city.left]
            found = max(found, self.left + spoils(self.table, left, self.left_power, city, power))
        if self.right != NONE:
            right = cities[city.right]
            found = max(found, self.right + spoils(self.table, right, self.right_power, city, power))
        return found

    def points_after(self, move: Move, coins: i64) -> i64:
        """The player's points without conflicts after a move that leaves this many coins."""
        table = self.table
        city = self.city
        card = move.card
        kind = move.kind
        if card is None:
            return self.points
        if kind == WONDER and self.stage_copied == move.copied:  # the same with every card
            return self.stage_points
        after = city.copy()
        after.coins = coins
        if kind == WONDER:
            effects = stage_at(table, city, city.stages, move.copied).effects
            after.stages += 1
            if city.side.copies:
                after.copied += (move.copied,)
        elif kind == RECRUIT:
            effects = card.effects
            after.leaders += (card,)
        elif kind == COPY:
            effects = card.effects
            after.copied_leader = card
        else:
            effects = card.effects
            after.structures.append(card)
            after.names_low |= card.name_low
            after.names_high |= card.name_high
            after.colors += card.color_one
        for effect in effects:
            effect.stands(after)
        table.cities[self.player] = after
        points = total_points(table, self.player)
        table.cities[self.player] = city
        if kind == WONDER:
            self.stage_copied = move.copied
            self.stage_points = points
        return points

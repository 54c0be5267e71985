"""Points: fixed, per item, per set or for a complete wonder; also science and shields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.base import Effect, number, word, words
from heptapolis.rulebook.model import AGE_COLORS, COLORS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Printed
    from heptapolis.engine.table import Table
    from heptapolis.rulebook.model import EffectSpec


class Points(Effect):
    """Points at the end of the game."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.amount: i64 = number(spec, "points")
        self.scores = True

    def points(self, table: Table, seat: i64) -> i64:
        """As printed."""
        return self.amount


class Shields(Effect):
    """Shields for every later conflict."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.amount: i64 = number(spec, "shields")

    def stands(self, city: City) -> None:
        """Adds to the city's strength."""
        city.shields += self.amount


class Science(Effect):
    """A scientific symbol, or one chosen at the end. ``science`` scores all symbols together."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.symbol: str = word(spec, "symbol")

    def stands(self, city: City) -> None:
        """Adds to the city's symbols."""
        if self.symbol == "compass":
            city.compasses += 1
        elif self.symbol == "gear":
            city.gears += 1
        elif self.symbol == "tablet":
            city.tablets += 1
        else:
            city.any_symbols += 1


class Mask(Effect):
    """Copies the symbol of a neighbor's green card at the end."""

    def stands(self, city: City) -> None:
        """Adds to the city's masks."""
        city.masks += 1


class Per(Effect):
    """Coins when built and points at the end for each item in the city, its neighbors, or all three."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        items = words(spec, "items")
        self.colors: list[int] = [COLORS.index(item) for item in items if item in AGE_COLORS]
        self.leaders: bool = "white" in items
        self.stages: bool = "stage" in items
        self.defeats: bool = "defeat" in items
        self.victories: bool = "victory" in items
        self.three_coins: bool = "three-coins" in items
        where = words(spec, "where")
        self.own: bool = "self" in where
        self.left: bool = "left" in where
        self.right: bool = "right" in where
        self.coins_each: i64 = number(spec, "coins")
        self.points_each: i64 = number(spec, "points")
        self.scores = self.points_each > 0

    def found_in(self, city: City) -> i64:
        """The number of items in one city."""
        found: i64 = 0
        for color in self.colors:
            found += city.color_count(color)
        if self.stages:
            found += city.stages
        if self.defeats:
            found += city.defeats
        if self.victories:
            found += city.victories
        if self.leaders:
            found += len(city.leaders)
        if self.three_coins:
            found += city.coins // 3
        return found

    def found(self, table: Table, seat: i64) -> i64:
        """The number of items in all the cities this counts."""
        city = table.cities[seat]
        found: i64 = 0
        if self.own:
            found += self.found_in(city)
        if self.left:
            found += self.found_in(table.cities[city.left])
        if self.right:
            found += self.found_in(table.cities[city.right])
        return found

    def coins(self, table: Table, seat: i64) -> i64:
        """Counts the items once all cards of the turn are placed."""
        return self.found(table, seat) * self.coins_each if self.coins_each else 0

    def points(self, table: Table, seat: i64) -> i64:
        """Counts the items at the end of the game."""
        return self.found(table, seat) * self.points_each if self.points_each else 0


class PerSet(Effect):
    """Points for each full set of structures of several colors."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.colors: list[int] = [COLORS.index(item) for item in words(spec, "items")]
        self.scores = True

    def points(self, table: Table, seat: i64) -> i64:
        """The rarest color determines the number of sets."""
        city = table.cities[seat]
        return min([city.color_count(color) for color in self.colors]) * number(self.spec, "points")


class Complete(Effect):
    """Points if all stages of the city's own wonder are built."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.scores = True

    def points(self, table: Table, seat: i64) -> i64:
        """The points if the wonder is complete, else 0."""
        city = table.cities[seat]
        return number(self.spec, "points") if city.stages == len(city.side.stages) else 0


class SetBonus(Effect):
    """Extra points for each set of three different symbols, scored by ``science``."""

    def stands(self, city: City) -> None:
        """Adds to the value of a set for this city."""
        city.set_bonus += number(self.spec, "points")

"""Scientific symbols: families, sets, and the best use of symbols of the player's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64


def complete_sets(compasses: i64, gears: i64, tablets: i64) -> i64:
    """The number of sets of three different symbols."""
    sets = compasses
    if gears < sets:
        sets = gears
    if tablets < sets:
        sets = tablets
    return sets


def symbol_points(compasses: i64, gears: i64, tablets: i64, set_points: i64) -> i64:
    """Points for symbols: each family squared, plus ``set_points`` for each set of three different ones.

    >>> symbol_points(3, 2, 1, 7), symbol_points(3, 2, 2, 7)
    (21, 31)
    """
    sets = complete_sets(compasses, gears, tablets)
    return compasses * compasses + gears * gears + tablets * tablets + set_points * sets


class Symbols:
    """A city's symbols at the end: its own, those of its choice, and masks with what they may copy."""

    def __init__(self, compasses: i64, gears: i64, tablets: i64, any_symbols: i64, set_points: i64, bonus: i64) -> None:
        """Symbols without masks; ``bonus`` is added to the ``set_points`` of each set."""
        self.compasses: i64 = compasses
        self.gears: i64 = gears
        self.tablets: i64 = tablets
        self.any_symbols: i64 = any_symbols
        self.set_points: i64 = set_points
        self.bonus: i64 = bonus
        self.masks: i64 = 0
        self.masked_compasses: i64 = 0  # neighbors' cards that a mask may copy, each once
        self.masked_gears: i64 = 0
        self.masked_tablets: i64 = 0
        self.best: i64 = 0
        self.best_sets: i64 = 0

    def choose(self) -> i64:
        """The points of the best choice, the bonus included; sets ``best_sets`` to its number of sets."""
        self.best = -1
        if self.masks == 0:
            self._choose_any(self.compasses, self.gears, self.tablets)
            return self.best
        most = self.masks
        compasses: i64 = 0
        while compasses <= min(most, self.masked_compasses):
            gears: i64 = 0
            while gears <= min(most - compasses, self.masked_gears):
                tablets = min(most - compasses - gears, self.masked_tablets)  # one more symbol never lowers the score
                self._choose_any(self.compasses + compasses, self.gears + gears, self.tablets + tablets)
                gears += 1
            compasses += 1
        return self.best

    def _choose_any(self, compasses: i64, gears: i64, tablets: i64) -> None:
        for_compasses: i64 = 0
        while for_compasses <= self.any_symbols:
            for_gears: i64 = 0
            while for_gears <= self.any_symbols - for_compasses:
                c = compasses + for_compasses
                g = gears + for_gears
                t = tablets + self.any_symbols - for_compasses - for_gears
                points = symbol_points(c, g, t, self.set_points + self.bonus)
                if points > self.best:
                    self.best = points
                    self.best_sets = complete_sets(c, g, t)
                for_gears += 1
            for_compasses += 1

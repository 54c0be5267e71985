"""Scoring: points by category, the choices with one best answer, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.cards import PURPLE
from heptapolis.engine.effects.points import Science
from heptapolis.engine.science import Symbols
from heptapolis.engine.table import FREE_CITY, TEAMS
from heptapolis.engine.wonder import built_stage
from heptapolis.rulebook.model import COLORS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import City, Table

CATEGORIES: Final = (
    "military",
    "treasury",
    "wonder",
    "civilian",
    "science",
    "commerce",
    "guilds",
    "cities",
    "leaders",
)
MILITARY: Final = 0
TREASURY: Final = 1
WONDER_STAGES: Final = 2
SCIENCE: Final = 4
GUILDS: Final = 6
LEADERS: Final = 8

# The category under which the points of a color are written; gray, brown, red and green cards have none of their own.
_COLOR_CATEGORY: Final = {"blue": 3, "yellow": 5, "purple": 6, "black": 7, "white": 8}
CATEGORY_OF_COLOR: Final = [_COLOR_CATEGORY.get(color, SCIENCE) for color in COLORS]


class Score:
    """The points of one city by category."""

    def __init__(self, seat: i64, points: list[int]) -> None:
        """Points in the order of ``CATEGORIES``."""
        self._seat: i64 = seat
        self._points = tuple(points)

    @property
    def seat(self) -> i64:
        """Whose points these are."""
        return self._seat

    @property
    def points(self) -> tuple[int, ...]:
        """Points in the order of ``CATEGORIES``."""
        return self._points

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self._points)

    def __getitem__(self, category: str) -> int:
        """The points of a category."""
        return self._points[CATEGORIES.index(category)]

    def as_dict(self) -> dict[str, int]:
        """Seat, categories and total."""
        return {"seat": self._seat, **dict(zip(CATEGORIES, self._points, strict=True)), "total": self.total}

    def __eq__(self, other: object) -> bool:
        """Equal when seat and points are."""
        return isinstance(other, Score) and self._seat == other._seat and self._points == other._points

    def __hash__(self) -> int:
        """By seat and points."""
        return hash((self._seat, self._points))

    def __repr__(self) -> str:
        """Seat and points."""
        return f"Score({self.as_dict()})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles by its values."""
        return Score, (self._seat, list(self._points))


def score(table: Table, seat: i64) -> Score:
    """The points of a city as if the game ended now."""
    city = table.cities[seat]
    points = [0] * len(CATEGORIES)
    points[MILITARY] = city.token_points
    points[TREASURY] = city.coins // table.rules.coins_per_point - city.debt
    index: i64 = 0
    while index < city.stages:
        for effect in built_stage(table, city, index).effects:
            points[WONDER_STAGES] += effect.points(table, seat)
        index += 1
    for card in city.structures:
        if card.scores:
            points[CATEGORY_OF_COLOR[card.color]] += card_points(table, seat, card)
    for leader in city.leaders:
        points[LEADERS] += card_points(table, seat, leader)
    if city.copied_leader is not None:
        points[LEADERS] += card_points(table, seat, city.copied_leader)
    symbols = symbols_of(table, city)
    best = symbols.choose()
    if city.copies_guild:
        copied = _best_guild(table, seat, symbols, best)
        points[GUILDS] += copied
    points[SCIENCE] += symbols.best - symbols.bonus * symbols.best_sets
    points[LEADERS] += symbols.bonus * symbols.best_sets
    return Score(seat, points)


def card_points(table: Table, seat: i64, card: Card) -> i64:
    """The points of one card in a city, symbols not counted."""
    points: i64 = 0
    for effect in card.effects:
        points += effect.points(table, seat)
    return points


def symbols_of(table: Table, city: City) -> Symbols:
    """The symbols of a city, and what its masks may copy."""
    symbols = Symbols(
        city.compasses, city.gears, city.tablets, city.any_symbols, table.rules.set_points, city.set_bonus
    )
    if city.masks:
        symbols.masks = city.masks
        for neighbor in (table.cities[city.left], table.cities[city.right]):
            for card in neighbor.structures:
                if card.spec.color == "green":
                    _mask_may_copy(symbols, card)
    return symbols


def _mask_may_copy(symbols: Symbols, card: Card) -> None:
    for effect in card.effects:
        if isinstance(effect, Science):
            if effect.symbol == "compass":
                symbols.masked_compasses += 1
            elif effect.symbol == "gear":
                symbols.masked_gears += 1
            else:
                symbols.masked_tablets += 1


def _best_guild(table: Table, seat: i64, symbols: Symbols, best: i64) -> i64:
    """The points of the neighbor's guild that is worth most here; ``symbols`` gains a symbol if that is the best one.

    A copied guild counts itself where it counts guilds.
    """
    city = table.cities[seat]
    most: i64 = 0
    symbol_gain: i64 = 0
    purple = 1 << (6 * PURPLE)
    for neighbor in (table.cities[city.left], table.cities[city.right]):
        for card in neighbor.structures:
            if card.color == PURPLE:
                city.colors += purple
                points = card_points(table, seat, card)
                city.colors -= purple
                if points > most:
                    most = points
                for effect in card.effects:
                    if isinstance(effect, Science):
                        symbols.any_symbols += 1
                        symbol_gain = symbols.choose() - best
                        symbols.any_symbols -= 1
    if symbol_gain > most:
        symbols.any_symbols += 1
        symbols.choose()
        return 0
    symbols.choose()
    return most


def scores(table: Table) -> list[Score]:
    """The points of every city, the Free City included."""
    return [score(table, seat) for seat in range(table.city_count)]


def team_totals(found: list[Score]) -> list[int]:
    """The sums of partners, team by team."""
    return [found[seat].total + found[seat + 1].total for seat in range(0, len(found), 2)]


def winners(table: Table, found: list[Score]) -> list[int]:
    """The seats that win: most points, then most coins, then shared; teams win together, the Free City never."""
    if table.mode == TEAMS:
        sums = team_totals(found)
        ranks = [
            (sums[team], table.cities[2 * team].coins + table.cities[2 * team + 1].coins) for team in range(len(sums))
        ]
        best = max(ranks)
        return [seat for seat in range(table.city_count) if ranks[seat // 2] == best]
    seats = [seat for seat in range(table.city_count) if seat != table.free_seat or table.mode != FREE_CITY]
    top = max([(found[seat].total, int(table.cities[seat].coins)) for seat in seats])
    return [seat for seat in seats if (found[seat].total, int(table.cities[seat].coins)) == top]

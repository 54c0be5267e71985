"""Scoring: points by category, automatic best choices, and the winners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.cards import PURPLE
from heptapolis.engine.effects.points import Science
from heptapolis.engine.science import Symbols
from heptapolis.engine.score_sheet import CATEGORIES, Score
from heptapolis.engine.table import FREE_CITY, TEAMS
from heptapolis.engine.wonder import built_stage
from heptapolis.rulebook.model import COLORS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table

MILITARY: Final = 0
TREASURY: Final = 1
WONDER_STAGES: Final = 2
SCIENCE: Final = 4
GUILDS: Final = 6
LEADERS: Final = 8

# The score category of a color; gray, brown, red and green cards have none.
_COLOR_CATEGORY: Final = {"blue": 3, "yellow": 5, "purple": 6, "black": 7, "white": 8}
CATEGORY_OF_COLOR: Final = [_COLOR_CATEGORY.get(color, SCIENCE) for color in COLORS]


def points_by_category(table: Table, seat: i64) -> list[int]:
    """The points of a city if the game ended now, in the order of ``CATEGORIES``."""
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
    return points


def total_points(table: Table, seat: i64) -> i64:
    """A city's total points if the game ended now."""
    total: i64 = 0
    for points in points_by_category(table, seat):
        total += points
    return total


def card_points(table: Table, seat: i64, card: Card) -> i64:
    """The points of one card in a city, without symbols."""
    points: i64 = 0
    for effect in card.effects:
        points += effect.points(table, seat)
    return points


def symbols_of(table: Table, city: City) -> Symbols:
    """The symbols of a city, with those that its masks may copy."""
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
    """The points of the most valuable neighboring guild; adds a symbol to ``symbols`` if that is worth more.

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
    return [Score(seat, *points_by_category(table, seat)) for seat in range(table.city_count)]


def totals(table: Table) -> list[int]:
    """The sum of every city's points, the Free City included."""
    return [total_points(table, seat) for seat in range(table.city_count)]


def winners(table: Table, seat_totals: list[int]) -> list[int]:
    """The winning seats: most points, then most coins, then shared. Teams win together; the Free City never wins."""
    if table.mode == TEAMS:
        sums = [seat_totals[seat] + seat_totals[seat + 1] for seat in range(0, len(seat_totals), 2)]
        ranks = [
            (sums[team], table.cities[2 * team].coins + table.cities[2 * team + 1].coins) for team in range(len(sums))
        ]
        best = max(ranks)
        return [seat for seat in range(table.city_count) if ranks[seat // 2] == best]
    seats = [seat for seat in range(table.city_count) if seat != table.free_seat or table.mode != FREE_CITY]
    top = max([(seat_totals[seat], int(table.cities[seat].coins)) for seat in seats])
    return [seat for seat in seats if (seat_totals[seat], int(table.cities[seat].coins)) == top]

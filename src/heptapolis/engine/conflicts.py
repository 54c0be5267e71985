"""Conflicts at the end of an age: who fights whom, and who takes which tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.effects.commerce import bank_pays
from heptapolis.engine.table import TEAMS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import City, Table

DEFEAT: Final = -1


def strength(city: City) -> i64:
    """The shields a city fights with."""
    if city.defeats_as_shields:
        return city.shields + city.defeats
    return city.shields


def resolve_conflicts(table: Table) -> None:
    """Fights all conflicts of an age at once, and hands in the diplomacy tokens that must be spent.

    A conflict is a turn of its own for bonuses of the bank.
    """
    shields = [strength(city) for city in table.cities]
    before = [city.victories for city in table.cities]
    if table.mode == TEAMS:
        _fight_in_teams(table, shields)
    else:
        fighters = [seat for seat, city in enumerate(table.cities) if city.diplomacy == 0]
        count: i64 = len(fighters)
        if count == 2:
            _fight(table, fighters[0], fighters[1], shields, 1)
        elif count > 2:
            place: i64 = 0
            while place < count:
                _fight(table, fighters[place], fighters[place + 1 if place + 1 < count else 0], shields, 1)
                place += 1
    for seat, city in enumerate(table.cities):
        if city.diplomacy > 0:
            city.diplomacy -= 1
        if city.victory_coins > 0:
            bank_pays(city, (city.victories - before[seat]) * city.victory_coins)
            city.bonus_taken = False


def _fight_in_teams(table: Table, shields: list[i64]) -> None:
    """Everybody fights the neighbor who is no partner, for two tokens; a diplomat on either side makes it one."""
    for seat in range(
        1, table.city_count, 2
    ):  # partners are 0+1, 2+3, ...: seat 1 meets seat 2, and so on around the table
        other = (seat + 1) % table.city_count
        diplomats = table.cities[seat].diplomacy > 0 or table.cities[other].diplomacy > 0
        _fight(table, seat, other, shields, 1 if diplomats else 2)


def _fight(table: Table, seat: i64, left: i64, shields: list[i64], tokens: i64) -> None:
    """One conflict between a city and the one on its left, which sees it on its right."""
    lead = shields[seat] - shields[left]
    if lead == 0:
        return
    winner = seat if lead > 0 else left
    loser = left if lead > 0 else seat
    bearer = winner if table.cities[loser].defeats_to_victor else loser
    while tokens > 0:
        take_token(table.cities[winner], winner == seat, table.rules.victories[table.age])
        take_token(table.cities[bearer], bearer == seat, DEFEAT)
        tokens -= 1


def take_token(city: City, from_left: bool, value: i64) -> None:
    """Puts a conflict token on the side of the neighbor it came from."""
    if from_left:
        city.left_tokens += (value,)
    else:
        city.right_tokens += (value,)
    city.token_points += value
    if value > 0:
        city.victories += 1
    else:
        city.defeats += 1

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
    cities = table.cities
    victory = table.rules.victories[table.age]
    count = table.players
    shields = [strength(city) for city in cities]
    won = [0] * count
    diplomats = [city.diplomacy > 0 for city in cities]
    if table.mode == TEAMS:
        for seat in range(1, count, 2):  # partners are 0+1, 2+3, ...: seat 1 meets seat 2, and so on around the table
            other = (seat + 1) % count
            tokens = 1 if diplomats[seat] or diplomats[other] else 2
            for _ in range(tokens):
                _fight(table, seat, other, shields[seat] - shields[other], victory, won)
    else:
        fighters = [seat for seat in range(count) if not diplomats[seat]]
        if len(fighters) == 2:
            _fight(table, fighters[0], fighters[1], shields[fighters[0]] - shields[fighters[1]], victory, won)
        elif len(fighters) > 2:
            for place, seat in enumerate(fighters):
                other = fighters[(place + 1) % len(fighters)]
                _fight(table, seat, other, shields[seat] - shields[other], victory, won)
    for seat in range(count):
        city = cities[seat]
        if diplomats[seat]:
            city.diplomacy -= 1
        if won[seat] and city.victory_coins > 0:
            bank_pays(city, won[seat] * city.victory_coins)
            city.bonus_taken = False


def _fight(table: Table, seat: i64, left: i64, lead: i64, victory: i64, won: list[int]) -> None:
    """One conflict between a city and the one on its left, which sees it on its right."""
    if lead == 0:
        return
    winner = seat if lead > 0 else left
    loser = left if lead > 0 else seat
    take_token(table.cities[winner], winner == seat, victory)
    won[winner] += 1
    bearer = winner if table.cities[loser].defeats_to_victor else loser
    take_token(table.cities[bearer], bearer == seat, DEFEAT)


def take_token(city: City, from_left: bool, value: i64) -> None:
    """Puts a conflict token on the side of the neighbor it came from."""
    if from_left:
        city.left_tokens += (value,)
    else:
        city.right_tokens += (value,)
    if value > 0:
        city.victories += 1
    else:
        city.defeats += 1

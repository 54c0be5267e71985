"""Conflicts at the end of an age: who fights whom, with how many shields, and who takes which tokens.

``conflicts`` is the only place that compares shields. It reads only cities, which are public, so it can also
predict the conflicts at any time; ``resolve_conflicts`` applies the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.effects.commerce import bank_pays
from heptapolis.engine.table import NOBODY, TEAMS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table

DEFEAT: Final = -1


class Conflict:
    """One conflict between a city and its opponent on the left.

    The two need not be neighbors: cities with diplomacy between them are skipped.
    """

    def __init__(
        self,
        seat: i64,
        left: i64,
        shields: i64,
        left_shields: i64,
        tokens: i64,
        victory: i64,
        bearer: i64,
        diplomats: tuple[int, ...] = (),
    ) -> None:
        """``tokens``: how many each takes; ``bearer``: who takes the defeats, or ``NOBODY``."""
        self._seat: i64 = seat
        self._left: i64 = left
        self._shields: i64 = shields
        self._left_shields: i64 = left_shields
        self._tokens: i64 = tokens
        self._victory: i64 = victory
        self._bearer: i64 = bearer
        self._diplomats = diplomats

    @property
    def seat(self) -> int:
        """The city whose opponent is on its left."""
        return self._seat

    @property
    def left(self) -> int:
        """The other city."""
        return self._left

    @property
    def shields(self) -> int:
        """The shields of ``seat``."""
        return self._shields

    @property
    def left_shields(self) -> int:
        """The shields of ``left``."""
        return self._left_shields

    @property
    def victory(self) -> int:
        """The value of each of the winner's tokens."""
        return self._victory

    @property
    def tokens(self) -> int:
        """How many tokens the winner takes: two in teams, unless either city has diplomacy."""
        return self._tokens

    @property
    def diplomats(self) -> tuple[int, ...]:
        """In teams, those of the two with diplomacy, which reduces two tokens to one."""
        return self._diplomats

    @property
    def winner(self) -> int:
        """The city with more shields, or ``NOBODY``."""
        lead = self._shields - self._left_shields
        return self._seat if lead > 0 else self._left if lead < 0 else NOBODY

    def taken_by(self, city: int) -> tuple[int, ...]:
        """The conflict tokens that one of the two takes."""
        each = [self.victory] if city == self.winner else []
        if city == self._bearer:
            each.append(DEFEAT)
        return tuple(each * self.tokens)

    def _key(self) -> tuple[object, ...]:
        return (
            self._seat,
            self._left,
            self._shields,
            self._left_shields,
            self._tokens,
            self._victory,
            self._bearer,
            self._diplomats,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Conflict) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"<conflict: city {self._seat}, {self._shields} shields, takes {self.taken_by(self._seat)}; "
            f"city {self._left}, {self._left_shields} shields, takes {self.taken_by(self._left)}>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Conflict, self._key()


def strength(city: City) -> i64:
    """The shields a city fights with."""
    if city.defeats_as_shields:
        return city.shields + city.defeats
    return city.shields


def staying_out(cities: list[City], mode: str) -> list[int]:
    """The cities that skip the next conflicts by diplomacy. In teams they fight, for half the tokens."""
    if mode == TEAMS:
        return []
    return [seat for seat, city in enumerate(cities) if city.diplomacy > 0]


def conflicts(cities: list[City], mode: str, victory: i64) -> list[Conflict]:
    """Every conflict between the cities, each pair once.

    Args:
        cities: in clockwise order.
        mode: in teams partners do not fight, and tokens are doubled.
        victory: the value of a victory token of this age.
    """
    count: i64 = len(cities)
    found: list[Conflict] = []
    place: i64 = 0
    if mode == TEAMS:
        while place < count:  # partners are 0+1, 2+3, ...: seat 1 meets seat 2, and so on around the table
            seat = place + 1
            left = place + 2 if place + 2 < count else 0
            diplomats = tuple([each for each in (seat, left) if cities[each].diplomacy > 0])
            found.append(_conflict(cities, seat, left, 1 if diplomats else 2, victory, diplomats))
            place += 2
        return found
    fighters = [seat for seat, city in enumerate(cities) if city.diplomacy == 0]
    count = len(fighters)
    rounds = count if count > 2 else count - 1  # two cities fight once; a single city fights nobody
    while place < rounds:
        left = fighters[place + 1 if place + 1 < count else 0]
        found.append(_conflict(cities, fighters[place], left, 1, victory, ()))
        place += 1
    return found


def _conflict(
    cities: list[City], seat: i64, left: i64, tokens: i64, victory: i64, diplomats: tuple[int, ...]
) -> Conflict:
    shields = strength(cities[seat])
    left_shields = strength(cities[left])
    bearer: i64 = NOBODY
    if shields > left_shields:
        bearer = seat if cities[left].defeats_to_victor else left
    elif shields < left_shields:
        bearer = left if cities[seat].defeats_to_victor else seat
    return Conflict(seat, left, shields, left_shields, tokens, victory, bearer, diplomats)


def next_conflicts(table: Table) -> list[Conflict]:
    """How the conflicts would end if the age ended now; none once the game is over."""
    if table.over:
        return []
    return conflicts(table.cities, table.mode, table.rules.victories[table.age])


def resolve_conflicts(table: Table) -> None:
    """Resolves all conflicts of an age together; each city with diplomacy tokens spends one.

    For bank bonuses, conflicts count as a separate turn.
    """
    table.fought = tuple(conflicts(table.cities, table.mode, table.rules.victories[table.age]))
    table.stayed_out = tuple(staying_out(table.cities, table.mode))
    for each in table.fought:
        _take_tokens(table.cities, each)
    seat: i64 = 0
    for city in table.cities:
        if city.diplomacy > 0:
            city.diplomacy -= 1
        if city.victory_coins > 0:
            tokens: i64 = sum([each.tokens for each in table.fought if each.winner == seat])
            bank_pays(city, tokens * city.victory_coins)
            city.bonus_taken = False
        seat += 1


def _take_tokens(cities: list[City], fought: Conflict) -> None:
    if fought._bearer == NOBODY:
        return
    seat = fought._seat
    winner = seat if fought._shields > fought._left_shields else fought._left
    tokens = fought._tokens
    while tokens > 0:
        take_token(cities[winner], winner == seat, fought._victory)
        take_token(cities[fought._bearer], fought._bearer == seat, DEFEAT)
        tokens -= 1


def take_token(city: City, from_left: bool, value: i64) -> None:
    """Records a conflict token on the side of the neighbor it came from."""
    if from_left:
        city.left_tokens += (value,)
    else:
        city.right_tokens += (value,)
    city.token_points += value
    if value > 0:
        city.victories += 1
    else:
        city.defeats += 1

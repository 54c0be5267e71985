"""Small facts stored as one number each, in fields that are copied with every table.

- An entry of ``Table.sold`` and ``Table.digs`` is a number and a seat: the index of a sold leader, the rank of a dig.
- A mark in ``Table.marks`` is about one card of the discard pile: its age (0: unrecorded) and who has seen it there.
- ``City.backs`` has the backs of the cards under a city's stages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

SEATS: Final = 8  # at most
_MARK: Final = 4  # more than the last age
_BACK: Final = 16
_LAID_BY_LEFT: Final = 8
LEADER_BACK: Final = 4  # instead of an age


def with_seat(number: i64, seat: i64) -> i64:
    """An entry with a number and a seat. Entries sort by number first."""
    return number * SEATS + seat


def number_of(entry: i64) -> i64:
    """The number of an entry: index or rank."""
    return entry // SEATS


def seat_of(entry: i64) -> i64:
    """The seat of an entry."""
    return entry % SEATS


def mark_of(seen_by: i64, age: i64) -> i64:
    """The mark of a discarded card; ``seen_by`` has the bits of the players who have seen it."""
    return seen_by * _MARK + age


def seen_by(mark: i64) -> i64:
    """The bits of the players who have seen the card."""
    return mark // _MARK


def age_of(mark: i64) -> i64:
    """The age on the card's back."""
    return mark % _MARK


def with_back(backs: i64, back: i64, laid_by_left: bool) -> i64:
    """The backs with one more on top: an age or ``LEADER_BACK``.

    ``laid_by_left``: the Free City's left neighbor laid the card there and so knows it.
    """
    return backs * _BACK + back + (_LAID_BY_LEFT if laid_by_left else 0)


def newest_back(backs: i64) -> i64:
    """The back of the card under the newest stage: an age or ``LEADER_BACK``; 0 if unknown."""
    return backs % _LAID_BY_LEFT


def newest_laid_by_left(backs: i64) -> bool:
    """Whether the Free City's left neighbor laid the card under the newest stage."""
    return backs % _BACK > _LAID_BY_LEFT


def older_backs(backs: i64) -> i64:
    """The backs without the newest."""
    return backs // _BACK

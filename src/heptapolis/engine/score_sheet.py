"""The score of a city: points by category. Not compiled, so that `help()` shows its texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

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
"""The rows of the score sheet, in its order."""


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one city by category.

    >>> score = Score(seat=0, treasury=1, science=10)
    >>> score.science, score["science"], score.total
    (10, 10, 11)
    """

    seat: int
    """The seat of the city."""
    military: int = 0
    """Conflict tokens."""
    treasury: int = 0
    """Coins, less debt."""
    wonder: int = 0
    """Wonder stages."""
    civilian: int = 0
    """Blue cards."""
    science: int = 0
    """Science symbols."""
    commerce: int = 0
    """Yellow cards."""
    guilds: int = 0
    """Purple cards."""
    cities: int = 0
    """Black cards."""
    leaders: int = 0
    """Leaders."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points in the order of `CATEGORIES`."""
        return (
            self.military,
            self.treasury,
            self.wonder,
            self.civilian,
            self.science,
            self.commerce,
            self.guilds,
            self.cities,
            self.leaders,
        )

    @property
    def total(self) -> int:
        """The sum of all categories."""
        return sum(self.points)

    def __getitem__(self, category: str) -> int:
        """Returns the points of one of the `CATEGORIES`.

        Raises:
            KeyError: There is no such category.
        """
        if category not in CATEGORIES:
            raise KeyError(category)
        points: int = getattr(self, category)
        return points

    def as_dict(self) -> dict[str, int]:
        """Returns seat, points by category and total, as in the answer to a position."""
        return {"seat": self.seat, **dict(zip(CATEGORIES, self.points, strict=True)), "total": self.total}


def team_totals(scores: Sequence[Score]) -> list[int]:
    """Returns the sums of partners, team by team."""
    return [scores[seat].total + scores[seat + 1].total for seat in range(0, len(scores), 2)]

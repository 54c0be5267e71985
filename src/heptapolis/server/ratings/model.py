"""How a game changes the ratings of its players: Plackett and Luce's model by openskill, with bots as fixed points."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Final

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Sequence

MODEL: Final = PlackettLuce()

START_MU: Final = 25.0
START_SIGMA: Final = 25.0 / 3
BETA: Final = 25.0 / 6
"""How much the strength of one player varies from game to game; openskill's default."""

MIDDLE: Final = 1500
SCALE: Final = 30
"""A rating as people see it: a newcomer has 1500; of two players, who has 400 more wins ten times as often."""

PROVISIONAL: Final = 10
"""Before this many games a rating is provisional and on no leaderboard."""

DAY: Final = 86_400_000
PATIENCE_DAYS: Final = 30
"""After so many days without a game, ratings become less certain."""
FORGETTING_DAYS: Final = 3 * 365
"""After so many days more, a certain rating is as uncertain as that of a newcomer."""

REPEAT_DAYS: Final = 7
REPEATS: Final = 5
"""So many games with the same person within the days above count in full."""

ANCHOR_SIGMA: Final = 1.0

BEATS_TWO_OF_THE_LEVEL_BELOW: Final = {"normal": 0.675, "hard": 0.6, "expert": 0.563, "sage": 0.662}
"""The measured share of games that a level wins against two of the level below it; see ``docs/strength.md``."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known about the strength of a player: the mean and its standard error."""

    mu: float = START_MU
    sigma: float = START_SIGMA

    @property
    def rating(self) -> int:
        """The mean, as people see it."""
        return round(MIDDLE + SCALE * (self.mu - START_MU))

    @property
    def spread(self) -> int:
        """The true rating is within this distance with 95 % certainty."""
        return round(1.96 * SCALE * self.sigma)

    def after(self, milliseconds: int) -> Strength:
        """The same after a time without games: less certain after a long one."""
        days = milliseconds / DAY - PATIENCE_DAYS
        if days <= 0:
            return self
        grown = sqrt(self.sigma**2 + START_SIGMA**2 * days / FORGETTING_DAYS)
        return Strength(self.mu, max(self.sigma, min(START_SIGMA, grown)))


def _anchors() -> dict[str, Strength]:
    """The strength of each level, such that the model gives the measured shares; newcomers start as ``normal``."""
    found: dict[str, float] = {"easy": 0.0}
    mu = 0.0
    for level, share in BEATS_TWO_OF_THE_LEVEL_BELOW.items():
        # Against two equals: share = e^x / (e^x + 2), where x is the difference over sqrt(3) beta.
        mu += sqrt(3) * BETA * log(2 * share / (1 - share))
        found[level] = mu
    return {level: Strength(START_MU + mu - found["normal"], ANCHOR_SIGMA) for level, mu in found.items()}


ANCHORS: Final = _anchors()


def rate(teams: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """The strengths after a game, by team and player; equal places are a tie."""
    known = [[MODEL.rating(mu=each.mu, sigma=each.sigma) for each in team] for team in teams]
    rated = MODEL.rate(known, ranks=[float(place) for place in places])
    return [[Strength(each.mu, each.sigma) for each in team] for team in rated]


def weigh(before: Strength, after: Strength, weight: float) -> Strength:
    """The part ``weight`` of a change."""
    variance = before.sigma**2 + weight * (after.sigma**2 - before.sigma**2)
    return Strength(before.mu + weight * (after.mu - before.mu), sqrt(variance))


def weight_of(repeats: int) -> float:
    """How much a game counts for a person who has lately played ``repeats`` rated games with the same person."""
    return min(1.0, REPEATS / (repeats + 1))

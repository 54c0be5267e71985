"""Rewards of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine import InvalidOptions

if TYPE_CHECKING:
    from heptapolis.env.encoding.batch import Episode

REWARDS: Final = ("rank", "win", "margin")
"""Rank from 1 to -1; 1 for a victory, shared among equals; lead over the best opponent in points."""


def check_reward(reward: str) -> None:
    """Checks the name of a reward.

    Raises:
        InvalidOptions: It is not one of ``REWARDS``.
    """
    if reward not in REWARDS:
        raise InvalidOptions("format/value", f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")


def rewards_of(episode: Episode, reward: str) -> list[float]:
    """The rewards of a finished game, by player."""
    return episode.results()[REWARDS.index(reward)]

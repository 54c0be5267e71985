"""What a finished game is worth to those who learn from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine import InvalidOptions

if TYPE_CHECKING:
    from heptapolis.env.encoding.batch import Episode

REWARDS: Final = ("rank", "win", "margin")
"""Places from 1 to -1; one for a victory, shared among equals; points ahead of the best opponent."""


def check_reward(reward: str) -> None:
    """Refuses what is no reward.

    Raises:
        InvalidOptions: none of ``REWARDS``.
    """
    if reward not in REWARDS:
        raise InvalidOptions("format/value", f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")


def rewards_of(episode: Episode, reward: str) -> list[float]:
    """The rewards of a finished game, by player."""
    return episode.results()[REWARDS.index(reward)]

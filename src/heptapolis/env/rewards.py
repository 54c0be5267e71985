"""Rewards of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from heptapolis.engine import InvalidOptions
from heptapolis.engine.scoring import scores

if TYPE_CHECKING:
    from heptapolis.env.encoding.batch import Episode

REWARDS: Final = ("rank", "win", "margin")
"""Rank from 1 to -1; 1 for a victory, shared among equals; lead over the best opponent in points."""


class Outcome(NamedTuple):
    """How a game ended. Lists have one entry a player."""

    scores: list[dict[str, int]]
    """Points by category, and ``total``."""
    rank: list[float]
    """From 1 for the first to -1 for the last."""
    win: list[float]
    """1 for a victory, shared among equals."""
    margin: list[float]
    """Lead over the best opponent, in points."""


Reward = Callable[[Outcome], Sequence[float]]
"""A function of the caller: one number a player."""


def check_reward(reward: str | Reward) -> None:
    """Checks the name of a reward.

    Raises:
        InvalidOptions: It is neither a function nor one of ``REWARDS``.
    """
    if not callable(reward) and reward not in REWARDS:
        raise InvalidOptions("format/value", f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")


def result_of(episode: Episode) -> Outcome:
    """The result of a finished game."""
    found = scores(episode.table)
    return Outcome([found[seat].as_dict() for seat in range(len(episode.seats))], *episode.results())


def rewards_of(episode: Episode, reward: str | Reward) -> list[float]:
    """The rewards of a finished game, by player.

    Raises:
        ValueError: The caller's function returned another number of rewards.
    """
    if not callable(reward):
        return episode.results()[REWARDS.index(reward)]
    found = [float(each) for each in reward(result_of(episode))]
    if len(found) != len(episode.seats):
        raise ValueError(f"the reward function returned {len(found)} numbers for {len(episode.seats)} players")
    return found

"""Environments for reinforcement learning: PettingZoo (parallel and AEC), Gymnasium against bots, and batched games.

Each is imported on first use, so that it works without the packages that only another needs.
`docs/research.md` describes actions, observations and rewards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heptapolis.env.batched import BatchedEnv
    from heptapolis.env.parallel import CitiesParallelEnv
    from heptapolis.env.single import SingleSeatEnv

__all__ = ["batched_env", "env", "parallel_env", "single_env"]


def parallel_env(**options: Any) -> CitiesParallelEnv:
    """Creates a PettingZoo parallel environment, with the options of ``CitiesParallelEnv``."""
    from heptapolis.env.parallel import CitiesParallelEnv

    return CitiesParallelEnv(**options)


def env(**options: Any) -> Any:
    """Creates a PettingZoo AEC environment: seats act one by one, without seeing the others' choices of this turn."""
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
    from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(**options)))


def single_env(**options: Any) -> SingleSeatEnv:
    """Creates a Gymnasium environment of one seat against bots, with the options of ``SingleSeatEnv``."""
    from heptapolis.env.single import SingleSeatEnv

    return SingleSeatEnv(**options)


def batched_env(games: int, **options: Any) -> BatchedEnv:
    """Creates an environment that steps many games per call on numpy arrays, with the options of ``BatchedEnv``."""
    from heptapolis.env.batched import BatchedEnv

    return BatchedEnv(games, **options)

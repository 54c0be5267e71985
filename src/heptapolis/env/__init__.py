"""Environments for reinforcement learning: PettingZoo (parallel and AEC), Gymnasium (one seat, vector), batched games.

Each is imported on first use, so that it works without the packages that only another needs. Importing this package
makes ``gymnasium.make("heptapolis/Table-v1")`` known. `docs/research.md` describes actions, observations and rewards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heptapolis.env.registration import register_envs
from heptapolis.extras import needed

if TYPE_CHECKING:
    from heptapolis.env.batched import BatchedEnv
    from heptapolis.env.parallel import CitiesParallelEnv
    from heptapolis.env.single import SingleSeatEnv
    from heptapolis.env.vector import TableVectorEnv

__all__ = ["batched_env", "env", "parallel_env", "single_env", "vector_env"]

register_envs()


def parallel_env(**options: Any) -> CitiesParallelEnv:
    """Creates a PettingZoo parallel environment, with the options of ``CitiesParallelEnv``."""
    with needed("heptapolis.env", "env"):
        from heptapolis.env.parallel import CitiesParallelEnv

    return CitiesParallelEnv(**options)


def env(**options: Any) -> Any:
    """Creates a PettingZoo AEC environment: seats act one by one, without seeing the others' choices of this turn."""
    with needed("heptapolis.env", "env"):
        from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
        from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(**options)))


def single_env(**options: Any) -> SingleSeatEnv:
    """Creates a Gymnasium environment of one seat against bots, with the options of ``SingleSeatEnv``."""
    with needed("heptapolis.env", "env"):
        from heptapolis.env.single import SingleSeatEnv

    return SingleSeatEnv(**options)


def batched_env(games: int, **options: Any) -> BatchedEnv:
    """Creates an environment that steps many games per call on numpy arrays, with the options of ``BatchedEnv``."""
    with needed("heptapolis.env", "env"):
        from heptapolis.env.batched import BatchedEnv

    return BatchedEnv(games, **options)


def vector_env(num_envs: int, **options: Any) -> TableVectorEnv:
    """Creates a Gymnasium vector environment for self-play, with the options of ``TableVectorEnv``."""
    with needed("heptapolis.env", "env"):
        from heptapolis.env.vector import TableVectorEnv

    return TableVectorEnv(num_envs, **options)

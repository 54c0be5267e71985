"""Environments for learning: PettingZoo (parallel and AEC), Gymnasium against bots, and many games at once.

Each is imported when it is asked for, so that one works without the packages that only another needs.
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
    """A PettingZoo parallel environment; options as of ``CitiesParallelEnv``."""
    from heptapolis.env.parallel import CitiesParallelEnv

    return CitiesParallelEnv(**options)


def env(**options: Any) -> Any:
    """The same as a PettingZoo AEC environment: seats act one after the other, without seeing this turn's choices."""
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
    from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

    return wrappers.OrderEnforcingWrapper(parallel_to_aec(parallel_env(**options)))


def single_env(**options: Any) -> SingleSeatEnv:
    """A Gymnasium environment: one seat, the others played by bots; options as of ``SingleSeatEnv``."""
    from heptapolis.env.single import SingleSeatEnv

    return SingleSeatEnv(**options)


def batched_env(games: int, **options: Any) -> BatchedEnv:
    """Many games stepped in one call on numpy arrays; options as of ``BatchedEnv``."""
    from heptapolis.env.batched import BatchedEnv

    return BatchedEnv(games, **options)

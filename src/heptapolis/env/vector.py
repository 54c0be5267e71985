"""A Gymnasium vector environment over the batched games: every seat of every game is one of its environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from heptapolis.env.batched import BatchedEnv

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heptapolis.env.agents import Agent


class TableVectorEnv(VectorEnv[Any, Any, Any]):
    """Self-play: environment ``game * players + seat`` is one seat. A game that ends starts anew in the same step.

    A seat without a decision can only ``wait`` (action 0), which ``infos["action_mask"]`` shows. The observations of
    ended games are the first of the new ones; the last ones of a finished game are not given, since it has terminated.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 12, seed: int = 0, render_mode: str | None = None, **options: Any) -> None:
        """Creates ``num_envs`` environments, a multiple of the number of players, with the options of ``Kind``.

        Raises:
            InvalidOptions: There is no such table or reward.
            ValueError: The seats do not fill their tables.
        """
        players = int(options.get("players", 3))
        if num_envs < players or num_envs % players:
            raise ValueError(f"num_envs must be a multiple of the {players} players, not {num_envs}")
        self.batch = BatchedEnv(num_envs // players, seed=seed, **options)
        self.kind = self.batch.kind
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = self.kind.space()["observation"]
        self.single_action_space = spaces.Discrete(self.kind.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def action_name(self, action: int) -> str:
        """A readable name of an action."""
        return self.kind.action_name(action)

    def agent_actions(self, agent: Agent, seat: int) -> NDArray[np.int64]:
        """A bot's actions for one seat of every game; 0 (``wait``) where it has no decision."""
        return self.batch.agent_actions(agent, seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every environment."""
        return self.batch.masks.reshape(self.num_envs, -1).copy()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Starts all games anew."""
        if isinstance(seed, list):
            seed = seed[0]
        self.batch.reset(seed)
        return self._observed(), {"action_mask": self.action_masks()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Takes an action of every seat.

        Raises:
            ValueError: An action is not legal; no game has changed.
        """
        step = self.batch.step(np.asarray(actions))
        ended = np.repeat(step.done, self.kind.players)
        rewards = step.rewards.reshape(-1).astype(np.float64)
        return self._observed(), rewards, ended, np.zeros_like(ended), {"action_mask": self.action_masks()}

    def _observed(self) -> NDArray[Any]:
        return self.batch.observations.reshape(self.num_envs, -1).copy()

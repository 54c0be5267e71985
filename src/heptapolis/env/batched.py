"""Many games in one call, on numpy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from heptapolis.engine import Rng
from heptapolis.env.encoding.batch import Batch
from heptapolis.env.rewards import REWARDS, check_reward

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


class BatchStep(NamedTuple):
    """What a step gives."""

    observations: NDArray[np.uint8]
    """Games by seats by bytes; the arrays are written over by the next step."""
    masks: NDArray[np.bool_]
    """Games by seats by actions: what is legal now."""
    rewards: NDArray[np.float32]
    """Games by seats; zero unless the game has just ended."""
    done: NDArray[np.bool_]
    """By game: whether it ended in this step; the observation is then the first one of a new game."""


class BatchedEnv:
    """Games that go on side by side. A game that ends is replaced by a new one at once.

    >>> games = BatchedEnv(8, players=3, seed=1)
    >>> step = games.step(games.random_actions())
    >>> step.observations.shape[:2], step.done.any()
    ((8, 3), np.False_)
    """

    def __init__(
        self,
        games: int,
        players: int = 3,
        edition: str = "first",
        expansions: Iterable[str] = (),
        mode: str = "",
        reward: str = "rank",
        seed: int = 0,
    ) -> None:
        """So many games of one kind; options as of the other environments.

        Raises:
            InvalidOptions: no such table or reward.
        """
        check_reward(reward)
        self.games = games
        self.players = players
        self._reward = REWARDS.index(reward)
        self._batch = Batch(games, players, edition, tuple(expansions), mode, seed)
        self._rng = Rng(seed, 1)
        self.coding = self._batch.coding
        shape = (games, players, -1)
        # The arrays share the memory that compiled code writes to.
        self.observations: NDArray[np.uint8] = np.frombuffer(self._batch.observations, np.uint8).reshape(shape)
        self.masks: NDArray[np.bool_] = np.frombuffer(self._batch.masks, np.bool_).reshape(shape)

    def step(self, actions: NDArray[Any] | list[int]) -> BatchStep:
        """One action for every seat of every game (games by seats); where there is nothing to decide, 0 (``wait``).

        Raises:
            ValueError: an action that is not legal; nothing has been done.
        """
        flat = actions if isinstance(actions, list) else actions.reshape(-1).tolist()
        if len(flat) != self.games * self.players:
            raise ValueError(f"{self.games * self.players} actions are needed, not {len(flat)}")
        batch = self._batch
        batch.step(flat)
        rewards = np.zeros((self.games, self.players), np.float32)
        done = np.zeros(self.games, np.bool_)
        results = (batch.places, batch.victories, batch.margins)[self._reward]
        for game, result in zip(batch.finished, results, strict=True):
            rewards[game] = result
            done[game] = True
        return BatchStep(self.observations, self.masks, rewards, done)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every seat, each with equal chance."""
        return np.array(self._batch.random_actions(self._rng), np.int64).reshape(self.games, self.players)

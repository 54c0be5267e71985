"""Many games stepped in one call, on numpy arrays."""

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
    """The result of a step."""

    observations: NDArray[np.uint8]
    """Games by seats by bytes. The next step overwrites the arrays."""
    masks: NDArray[np.bool_]
    """Legal actions: games by seats by actions."""
    rewards: NDArray[np.float32]
    """Games by seats; zero unless the game has just ended."""
    done: NDArray[np.bool_]
    """Whether each game ended in this step. If so, the observation is the first one of a new game."""


class BatchedEnv:
    """Games stepped side by side. A finished game is replaced by a new one at once.

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
        """Creates games of one kind, with the options of the other environments.

        Raises:
            InvalidOptions: There is no such table or reward.
        """
        check_reward(reward)
        self.games = games
        self.players = players
        self._reward = REWARDS.index(reward)
        self._batch = Batch(games, players, edition, tuple(expansions), mode, seed)
        self._rng = Rng(seed, 1)
        self.coding = self._batch.coding
        shape = (games, players, -1)
        # The arrays share their memory with the buffers that compiled code writes to.
        self.observations: NDArray[np.uint8] = np.frombuffer(self._batch.observations, np.uint8).reshape(shape)
        self.masks: NDArray[np.bool_] = np.frombuffer(self._batch.masks, np.bool_).reshape(shape)

    def step(self, actions: NDArray[Any] | list[int]) -> BatchStep:
        """Takes one action for every seat of every game (games by seats); 0 (``wait``) for a seat without a decision.

        Raises:
            ValueError: An action is not legal; no game has changed.
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
        """Draws a legal action for every seat, uniformly."""
        return np.array(self._batch.random_actions(self._rng), np.int64).reshape(self.games, self.players)

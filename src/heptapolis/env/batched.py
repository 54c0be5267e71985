"""Many games stepped in one call, on numpy arrays."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from heptapolis.engine import Rng
from heptapolis.env.encoding.batch import Batch
from heptapolis.env.kind import Kind
from heptapolis.env.rewards import rewards_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heptapolis.env.agents import Agent
    from heptapolis.env.encoding.batch import Episode


class BatchStep(NamedTuple):
    """The result of a step."""

    observations: NDArray[Any]
    """Games by seats by numbers. As bytes they are overwritten by the next step."""
    masks: NDArray[np.bool_]
    """Legal actions: games by seats by actions. The next step overwrites them."""
    rewards: NDArray[np.float32]
    """Games by seats; zero unless the game has just ended."""
    done: NDArray[np.bool_]
    """Whether each game ended in this step. If so, the observation is the first one of a new game."""


class BatchState(NamedTuple):
    """All games of a batch, for ``set_state``."""

    episodes: list[Episode]
    generators: tuple[Rng, Rng]


class BatchedEnv:
    """Games stepped side by side. A finished game is replaced by a new one at once.

    >>> games = BatchedEnv(8, players=3, seed=1)
    >>> step = games.step(games.random_actions())
    >>> step.observations.shape[:2], step.done.any()
    ((8, 3), np.False_)
    """

    def __init__(self, games: int, seed: int = 0, **options: Any) -> None:
        """Creates games of one kind, with the options of ``Kind``.

        Raises:
            InvalidOptions: There is no such table or reward.
        """
        self.kind = kind = Kind(**options)
        self.games = games
        self.players = kind.players
        coding = kind.coding
        self._batch = Batch(
            games, kind.players, kind.edition, kind.expansions, kind.mode, seed, coding.payments, coding.observation
        )
        self._rng = Rng(seed, 1)
        shape = (games, kind.players, -1)
        # The arrays share their memory with the buffers that compiled code writes to.
        self._bytes: NDArray[np.uint8] = np.frombuffer(self._batch.observations, np.uint8).reshape(shape)
        self.masks: NDArray[np.bool_] = np.frombuffer(self._batch.masks, np.bool_).reshape(shape)

    @property
    def observations(self) -> NDArray[Any]:
        """The observations now: games by seats by numbers."""
        return self.kind.converted(self._bytes)

    def action_name(self, action: int) -> str:
        """A readable name of an action."""
        return self.kind.action_name(action)

    def describe(self, observation: NDArray[Any]) -> dict[str, float]:
        """The places of an observation that are not 0, by name."""
        return self.kind.describe(observation)

    def reset(self, seed: int | None = None) -> BatchStep:
        """Starts all games anew; without a seed, the next ones of the last seed."""
        self._batch.deal(self._batch.rng.seed() if seed is None else seed)
        if seed is not None:
            self._rng = Rng(seed, 1)
        return BatchStep(
            self.observations,
            self.masks,
            np.zeros((self.games, self.players), np.float32),
            np.zeros(self.games, np.bool_),
        )

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
        for game, episode in zip(batch.finished, batch.ended, strict=True):
            rewards[game] = rewards_of(episode, self.kind.reward)
            done[game] = True
        return BatchStep(self.observations, self.masks, rewards, done)

    def random_actions(self) -> NDArray[np.int64]:
        """Draws a legal action for every seat, uniformly."""
        return np.array(self._batch.random_actions(self._rng), np.int64).reshape(self.games, self.players)

    def agent_actions(self, agent: Agent, seat: int) -> NDArray[np.int64]:
        """A bot's actions for one seat of every game; 0 (``wait``) where it has no decision."""
        return np.array([agent.action(episode, seat) for episode in self._batch.episodes], np.int64)

    def clone(self) -> BatchedEnv:
        """A copy that can be played on without changing this one."""
        return copy.deepcopy(self)

    def state(self) -> BatchState:
        """All games as they stand, for ``set_state``: every secret included. It can be pickled."""
        episodes = [episode.copy() for episode in self._batch.episodes]
        return BatchState(episodes, (self._batch.rng.copy(), self._rng.copy()))

    def set_state(self, state: BatchState) -> BatchStep:
        """Continues from a state of ``state``."""
        if len(state.episodes) != self.games:
            raise ValueError(f"the state has {len(state.episodes)} games, not {self.games}")
        deals, actions = state.generators
        self._batch.restore([episode.copy() for episode in state.episodes], deals.copy())
        self._rng = actions.copy()
        nothing = np.zeros((self.games, self.players), np.float32)
        return BatchStep(self.observations, self.masks, nothing, np.zeros(self.games, np.bool_))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.games, self.kind, self.state())


def _restored(games: int, kind: Kind, state: BatchState) -> BatchedEnv:
    options = {name: getattr(kind, name) for name in ("players", "edition", "expansions", "mode", "dtype", "reward")}
    env = BatchedEnv(games, payments=kind.coding.payments, observation=kind.coding.observation, **options)
    env.set_state(state)
    return env

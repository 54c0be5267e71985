"""The PettingZoo environment: every seat acts in each step; seats without a decision wait."""

from __future__ import annotations

import copy
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from heptapolis.engine.table import NOBODY
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.kind import Kind, Observation
from heptapolis.env.pictures import RENDER_MODES, check_render_mode, picture
from heptapolis.env.rewards import result_of, rewards_of


class CitiesParallelEnv(ParallelEnv):  # type: ignore[misc]
    """All seats of one table. Rewards are given at the end of the game.

    >>> table = CitiesParallelEnv(players=3)
    >>> observations, infos = table.reset(seed=1)
    >>> sorted(observations)
    ['seat_0', 'seat_1', 'seat_2']
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "heptapolis_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
    }

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        """Creates an environment.

        Args:
            render_mode: ``ansi`` (text), ``svg`` or None.
            options: those of ``Kind``: ``players``, ``edition``, ``expansions``, ``mode``, ``payments``,
                ``observation``, ``dtype``, ``reward``.

        Raises:
            InvalidOptions: There is no such table or reward.
        """
        check_render_mode(render_mode)
        self.kind = Kind(**options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.kind.players)]
        self.agents: list[str] = []
        space = self.kind.space()
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.kind.actions) for agent in self.possible_agents}
        self.episode: Episode | None = None
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Is the same for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Is the same for all seats."""
        return self.action_spaces[agent]

    def action_name(self, action: int) -> str:
        """A readable name of an action."""
        return self.kind.action_name(action)

    def describe(self, observation: np.ndarray[Any, Any]) -> dict[str, float]:
        """The places of an observation that are not 0, by name."""
        return self.kind.describe(observation)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a new game; without a seed, the next one of the last seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.episode = self.kind.new_episode(int(self._random.integers(2**62)))
        self.agents = self.possible_agents.copy()
        observed = self._observations()
        return observed, _infos(observed)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes the actions of all seats at once.

        Raises:
            ValueError: An action is not legal; the game has not changed.
        """
        episode = self.episode
        assert episode is not None, "call reset first"
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen = [int(actions[agent]) for agent in self.possible_agents]
        wrong = episode.illegal(chosen, 0)
        if wrong != NOBODY:
            raise ValueError(f"action {chosen[wrong]} of {self.possible_agents[wrong]} is not legal now")
        episode.act(chosen, 0)
        over = bool(episode.table.over)
        agents = self.agents
        observed = self._observations()
        rewards = dict.fromkeys(agents, 0.0)
        infos = _infos(observed)
        if over:
            rewards = dict(zip(agents, rewards_of(episode, self.kind.reward), strict=True))
            for agent, score in zip(agents, result_of(episode).scores, strict=True):
                infos[agent]["score"] = score
            self.agents = []
        return observed, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _observations(self) -> dict[str, Observation]:
        episode = self.episode
        assert episode is not None, "call reset first"
        kind = self.kind
        seen = bytearray(kind.players * kind.size)
        masks = bytearray(kind.players * kind.actions)
        episode.observe(seen, 0)
        episode.mask(masks, 0)
        all_seen = kind.converted(np.frombuffer(seen, np.uint8).reshape(kind.players, -1))
        all_masks = np.frombuffer(masks, np.int8).reshape(kind.players, -1)
        return {
            agent: {"observation": all_seen[seat], "action_mask": all_masks[seat]}
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> np.ndarray[Any, Any]:
        """Returns the observations of all seats, concatenated."""
        return np.concatenate([seen["observation"] for seen in self._observations().values()])

    def clone(self) -> CitiesParallelEnv:
        """A copy that can be played on without changing this one, for search."""
        return copy.deepcopy(self)

    def get_state(self) -> Episode:
        """The game as it stands, for ``set_state``: every secret included. It can be pickled."""
        assert self.episode is not None, "call reset first"
        return self.episode.copy()

    def set_state(self, state: Episode) -> dict[str, Observation]:
        """Continues from a state of ``get_state``; returns the observations."""
        self.episode = episode = state.copy()
        self.agents = [] if episode.table.over else self.possible_agents.copy()
        return self._observations()

    def render(self) -> str | None:
        """Returns the table as text or SVG; None without a render mode."""
        return None if self.episode is None else picture(self.episode.table, self.render_mode)

    def close(self) -> None:
        """Does nothing: there are no resources to release."""


def _infos(observed: dict[str, Observation]) -> dict[str, dict[str, Any]]:
    return {agent: {"action_mask": seen["action_mask"]} for agent, seen in observed.items()}

"""The PettingZoo environment: every seat acts in each step; seats without a decision wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from heptapolis.engine import rules_for
from heptapolis.engine.play import new_game
from heptapolis.engine.rules import check_combination
from heptapolis.engine.scoring import scores
from heptapolis.engine.table import FREE_CITY, NOBODY, STANDARD
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import WAIT, Coding
from heptapolis.env.rewards import check_reward, rewards_of

if TYPE_CHECKING:
    from collections.abc import Iterable

Observation = dict[str, "np.ndarray[Any, Any]"]
"""``observation`` (bytes) and ``action_mask`` (1 for each legal action)."""


class CitiesParallelEnv(ParallelEnv):  # type: ignore[misc]
    """All seats of one table. Rewards are given at the end of the game.

    >>> table = CitiesParallelEnv(players=3)
    >>> observations, infos = table.reset(seed=1)
    >>> sorted(observations)
    ['seat_0', 'seat_1', 'seat_2']
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "heptapolis_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        players: int = 3,
        edition: str = "first",
        expansions: Iterable[str] = (),
        mode: str = "",
        reward: str = "rank",
        render_mode: str | None = None,
    ) -> None:
        """Creates an environment.

        Args:
            players: the number of players.
            edition: ``first`` or ``second``.
            expansions: any of ``leaders``, ``cities``, ``manneken-pis``.
            mode: ``standard``, ``free-city`` or ``teams``; the default depends on the number of players.
            reward: ``rank``, ``win`` or ``margin``.
            render_mode: ``ansi`` or None.

        Raises:
            InvalidOptions: There is no such table or reward.
        """
        check_reward(reward)
        self.players = players
        self.edition = edition
        self.expansions = tuple(expansions)
        self.mode = mode or (FREE_CITY if players == 2 else STANDARD)
        self.reward = reward
        self.render_mode = render_mode
        rules = rules_for(edition, self.expansions)
        check_combination(rules, self.mode, players)
        self.coding = Coding(rules, players + 1 if self.mode == FREE_CITY else players)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.coding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(int(self.coding.actions)) for agent in self.possible_agents}
        self.episode: Episode | None = None
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Is the same for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Is the same for all seats."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a new game; without a seed, the next one of the last seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        deal = int(self._random.integers(2**62))
        table = new_game(self.players, self.edition, self.expansions, self.mode, deal)
        self.episode = Episode(self.coding, table, self.players)
        self.agents = self.possible_agents.copy()
        return self._observations(), {agent: {} for agent in self.agents}

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
        assert self.episode is not None, "call reset first"
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen = [int(actions[agent]) for agent in self.possible_agents]
        wrong = self.episode.illegal(chosen, 0)
        if wrong != NOBODY:
            raise ValueError(f"action {chosen[wrong]} of {self.possible_agents[wrong]} is not legal now")
        self.episode.act(chosen, 0)
        over = bool(self.episode.table.over)
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if over:
            rewards = dict(zip(agents, rewards_of(self.episode, self.reward), strict=True))
            found = scores(self.episode.table)
            infos = {agent: {"score": found[seat].as_dict()} for seat, agent in enumerate(agents)}
            self.agents = []
        observed = self._observations()
        ended = dict.fromkeys(agents, over)
        return observed, rewards, ended, dict.fromkeys(agents, False), infos

    def _observations(self) -> dict[str, Observation]:
        assert self.episode is not None, "call reset first"
        seen = bytearray(self.players * int(self.coding.size))
        masks = bytearray(self.players * int(self.coding.actions))
        self.episode.observe(seen, 0)
        self.episode.mask(masks, 0)
        all_seen = np.frombuffer(seen, np.uint8).reshape(self.players, -1)
        all_masks = np.frombuffer(masks, np.int8).reshape(self.players, -1)
        return {
            agent: {"observation": all_seen[seat], "action_mask": all_masks[seat]}
            for seat, agent in enumerate(self.possible_agents)
        }

    def state(self) -> np.ndarray[Any, Any]:
        """Returns the observations of all seats, concatenated."""
        return np.concatenate([seen["observation"] for seen in self._observations().values()])

    def render(self) -> str | None:
        """Returns a short text of the table."""
        if self.render_mode != "ansi" or self.episode is None:
            return None
        table = self.episode.table
        lines = [f"age {table.age}, turn {table.turn}, {table.phase.name}"]
        for seat, city in enumerate(table.cities):
            built = ", ".join(card.name for card in city.structures)
            lines.append(
                f"{seat}: {city.side.wonder} {city.side.name}, {city.coins} coins, {city.stages} stages: {built}"
            )
        return "\n".join(lines)

    def close(self) -> None:
        """Does nothing: there are no resources to release."""

    def wait_action(self) -> int:
        """The action of a seat without a decision."""
        return WAIT


def observation_space(coding: Coding) -> spaces.Dict:
    """An observation in bytes, and a mask over the actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (int(coding.size),), np.uint8),
            "action_mask": spaces.Box(0, 1, (int(coding.actions),), np.int8),
        }
    )

"""The Gymnasium environment: one learning seat against bots."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from heptapolis.engine import InvalidOptions
from heptapolis.engine.table import NOBODY
from heptapolis.env.agents import Agent
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import WAIT
from heptapolis.env.kind import Kind, Observation
from heptapolis.env.pictures import RENDER_MODES, check_render_mode, picture
from heptapolis.env.rewards import result_of, rewards_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ILLEGAL_REWARD = -1.0


class SingleSeatEnv(gymnasium.Env[Any, "np.int64"]):
    """One seat against bots. The learner acts only when it has a decision.

    An illegal action ends the game with a reward of -1 and ``info["illegal"]``: use the mask, which ``action_masks()``
    returns and ``info["action_mask"]`` holds.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES)}

    def __init__(
        self,
        bots: Sequence[str] = ("greedy", "greedy"),
        seat: int | None = None,
        flat: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Creates an environment.

        Args:
            bots: the names of the bots, clockwise from the learner's left: ``random``, ``greedy``, ``sage``, ...
            seat: the learner's seat; by default it changes with every game.
            flat: observe the array alone, without the mask, as learners with ``action_masks()`` want it.
            render_mode: ``ansi`` (text), ``svg`` or None.
            options: those of ``Kind``, without ``players``.

        Raises:
            InvalidOptions: There is no such table, seat or reward.
            UnknownBot: There is no such bot.
        """
        check_render_mode(render_mode)
        self.kind = Kind(players=len(bots) + 1, **options)
        if seat is not None and not 0 <= seat < self.kind.players:
            raise InvalidOptions("format/value", f"there is no seat {seat} at a table for {self.kind.players}")
        self.bots = tuple(bots)
        self.seat = seat
        self.flat = flat
        self.render_mode = render_mode
        for name in self.bots:
            Agent(name)
        space = self.kind.space()
        self.observation_space = cast("spaces.Space[Any]", space["observation"] if flat else space)
        self.action_space = spaces.Discrete(self.kind.actions)
        self._episode: Episode | None = None
        self._place = 0
        self._opponents: dict[int, Agent] = {}

    @property
    def episode(self) -> Episode | None:
        """The running game; None before the first ``reset`` and after an illegal action."""
        return self._episode

    @property
    def place(self) -> int:
        """The learner's seat in this game."""
        return self._place

    def action_name(self, action: int) -> str:
        """A readable name of an action."""
        return self.kind.action_name(action)

    def describe(self, observation: NDArray[Any]) -> dict[str, float]:
        """The places of an observation that are not 0, by name."""
        return self.kind.describe(observation)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions now."""
        mask = np.zeros(self.kind.actions, np.bool_)
        mask[self._legal()] = True
        return mask

    def _legal(self) -> list[int]:
        return [WAIT] if self._episode is None else self._episode.seats[self._place].actions

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new game and plays to the learner's first decision."""
        super().reset(seed=seed)
        random = self.np_random
        players = self.kind.players
        self._place = int(random.integers(players)) if self.seat is None else self.seat
        self._episode = self.kind.new_episode(int(random.integers(2**62)))
        self._opponents = {
            (self._place + 1 + place) % players: Agent(name, int(random.integers(2**62)))
            for place, name in enumerate(self.bots)
        }
        self._play_on(None)
        return self._observe()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action and plays on to the learner's next decision."""
        episode = self._episode
        assert episode is not None and not episode.table.over, "call reset first"
        if episode.seats[self._place].place_of(int(action)) == NOBODY:
            self._episode = None
            observed, info = self._observe()
            return observed, ILLEGAL_REWARD, True, False, info | {"illegal": True}
        self._play_on(int(action))
        observed, info = self._observe()
        if not episode.table.over:
            return observed, 0.0, False, False, info
        info["score"] = result_of(episode).scores[self._place]
        return observed, rewards_of(episode, self.kind.reward)[self._place], True, False, info

    def _play_on(self, action: int | None) -> None:
        """Steps until the learner has a decision, or the game is over; ``action`` is for the first step."""
        episode = self._episode
        assert episode is not None, "a game is running"
        while not episode.table.over:
            if episode.seats[self._place].city != NOBODY and action is None:
                return
            moves = [
                None if place == self._place else self._opponents[place].move(episode, place)
                for place in range(self.kind.players)
            ]
            if action is not None:
                moves[self._place] = episode.move(self._place, action)
            episode.play(moves)
            action = None

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        kind = self.kind
        if self._episode is None:  # after an illegal action there is nothing to observe
            mask = np.zeros(kind.actions, np.int8)
            mask[WAIT] = 1
            seen: Observation = {
                "observation": kind.converted(np.zeros(kind.size, np.uint8)),
                "action_mask": mask,
            }
        else:
            seen = kind.observe(self._episode, self._place)
        info = {"seat": self._place, "action_mask": seen["action_mask"]}
        return seen["observation"] if self.flat else seen, info

    def clone(self) -> SingleSeatEnv:
        """A copy that can be played on without changing this one, for search."""
        return copy.deepcopy(self)

    def state(self) -> tuple[Episode, int]:
        """The game as it stands, for ``set_state``: every secret included. It can be pickled."""
        assert self._episode is not None, "call reset first"
        return self._episode.copy(), self._place

    def set_state(self, state: tuple[Episode, int]) -> Any:
        """Continues from a state of this environment, with the same opponents; returns the observation."""
        episode, place = state
        if place != self._place:
            self._opponents = {
                (seat + place - self._place) % self.kind.players: each for seat, each in self._opponents.items()
            }
        self._episode, self._place = episode.copy(), place
        return self._observe()[0]

    def render(self) -> str | None:
        """Returns the table as text or SVG; None without a render mode."""
        return None if self._episode is None else picture(self._episode.table, self.render_mode)

"""The options that all environments share, and what follows from them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from heptapolis.engine import InvalidOptions, rules_for
from heptapolis.engine.play import new_game
from heptapolis.engine.rules import check_combination
from heptapolis.engine.table import FREE_CITY, STANDARD
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import Coding
from heptapolis.env.names import Field, action_name, layout, observation_names
from heptapolis.env.rewards import Reward, check_reward

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

Observation = dict[str, "np.ndarray[Any, Any]"]
"""``observation`` and ``action_mask`` (1 for each legal action)."""

DTYPES = ("uint8", "float32")


class Kind:
    """A kind of table, with its actions and observations. Copies and pickles."""

    def __init__(
        self,
        players: int = 3,
        edition: str = "first",
        expansions: Iterable[str] = (),
        mode: str = "",
        payments: str = "cheapest",
        observation: str = "table",
        dtype: str = "uint8",
        reward: str | Reward = "rank",
    ) -> None:
        """Checks the options.

        Args:
            players: the number of players.
            edition: ``first`` or ``second``.
            expansions: any of ``leaders``, ``cities``, ``manneken-pis``.
            mode: ``standard``, ``free-city`` or ``teams``; the default depends on the number of players.
            payments: ``cheapest`` (a few hundred actions) or ``all`` (an action for each legal payment).
            observation: ``table``, ``information`` (all that a seat remembers) or ``perfect`` (every secret).
            dtype: ``uint8`` (counts) or ``float32`` (each divided by its field's scale).
            reward: ``rank``, ``win`` or ``margin``, or a function of an ``Outcome`` that returns one number a player.

        Raises:
            InvalidOptions: There is no such table, observation or reward.
        """
        check_reward(reward)
        if dtype not in DTYPES:
            raise InvalidOptions("format/value", f"a dtype is {' or '.join(DTYPES)}, not {dtype!r}")
        self.players = players
        self.edition = edition
        self.expansions = tuple(expansions)
        self.mode = mode or (FREE_CITY if players == 2 else STANDARD)
        self.dtype = dtype
        self.reward = reward
        rules = rules_for(edition, self.expansions)
        check_combination(rules, self.mode, players)
        cities = players + 1 if self.mode == FREE_CITY else players
        self.coding = Coding(rules, cities, payments, observation)

    def __deepcopy__(self, memo: object) -> Kind:
        return self  # it never changes

    @property
    def actions(self) -> int:
        """The number of actions."""
        return int(self.coding.actions)

    @property
    def size(self) -> int:
        """The length of an observation."""
        return int(self.coding.size)

    @cached_property
    def fields(self) -> list[Field]:
        """The fields of an observation, in order."""
        return layout(self.coding)

    @cached_property
    def scales(self) -> NDArray[np.float32]:
        """What each byte is divided by in a float32 observation."""
        return np.repeat(
            np.array([field.scale for field in self.fields], np.float32), [field.size for field in self.fields]
        )

    @cached_property
    def observation_names(self) -> list[str]:
        """A name for every place of an observation."""
        return observation_names(self.coding)

    def action_name(self, action: int) -> str:
        """A readable name of an action, such as ``build Altar``."""
        return action_name(self.coding, int(action))

    def describe(self, observation: NDArray[Any]) -> dict[str, float]:
        """The places of an observation that are not 0, by name."""
        return {self.observation_names[place]: observation[place].item() for place in np.flatnonzero(observation)}

    def new_episode(self, seed: int) -> Episode:
        """Deals a new game."""
        return Episode(
            self.coding, new_game(self.players, self.edition, self.expansions, self.mode, seed), self.players
        )

    def converted(self, observations: NDArray[np.uint8]) -> NDArray[Any]:
        """Observations in the chosen dtype."""
        return observations if self.dtype == "uint8" else observations / self.scales

    def space(self) -> spaces.Dict:
        """An observation and a mask over the actions."""
        observation: spaces.Space[Any] = spaces.Box(0, 255, (self.size,), np.uint8)
        if self.dtype == "float32":
            observation = spaces.Box(np.zeros(self.size, np.float32), np.float32(255) / self.scales, dtype=np.float32)
        return spaces.Dict({"observation": observation, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def observe(self, episode: Episode, player: int) -> Observation:
        """The observation and the mask of one player."""
        seen = bytearray(self.size)
        mask = bytearray(self.actions)
        episode.observe_one(seen, player)
        for action in episode.seats[player].actions:
            mask[action] = 1
        return {
            "observation": self.converted(np.frombuffer(seen, np.uint8)),
            "action_mask": np.frombuffer(mask, np.int8),
        }

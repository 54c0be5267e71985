"""The Gymnasium environment: one learning seat against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from heptapolis import View
from heptapolis.bots import Bot, make_bot
from heptapolis.engine import InvalidOptions, rules_for, view
from heptapolis.engine.play import new_game
from heptapolis.engine.rules import check_combination
from heptapolis.engine.scoring import scores
from heptapolis.engine.table import FREE_CITY, NOBODY, STANDARD
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import WAIT, Coding
from heptapolis.env.parallel import Observation, observation_space
from heptapolis.env.rewards import check_reward, rewards_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ILLEGAL_REWARD = -1.0


class SingleSeatEnv(gymnasium.Env[Observation, "np.int64"]):
    """One seat against bots. The learner acts only when it has a decision.

    An illegal action ends the game with a reward of -1 and ``info["illegal"]``: use the mask.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        bots: Sequence[str] = ("greedy", "greedy"),
        seat: int | None = None,
        edition: str = "first",
        expansions: Iterable[str] = (),
        mode: str = "",
        reward: str = "rank",
        render_mode: str | None = None,
    ) -> None:
        """Creates an environment.

        Args:
            bots: the specs of the bots, clockwise from the learner's left.
            seat: the learner's seat; by default it changes with every game.
            edition: ``first`` or ``second``.
            expansions: any of ``leaders``, ``cities``, ``manneken-pis``.
            mode: the default depends on the number of players.
            reward: ``rank``, ``win`` or ``margin``.
            render_mode: must be None.

        Raises:
            InvalidOptions: There is no such table, seat or reward.
            UnknownBot: There is no such bot.
        """
        check_reward(reward)
        self.players = len(bots) + 1
        if seat is not None and not 0 <= seat < self.players:
            raise InvalidOptions("format/value", f"there is no seat {seat} at a table for {self.players}")
        self.bots = tuple(bots)
        self.seat = seat
        self.edition = edition
        self.expansions = tuple(expansions)
        self.mode = mode or (FREE_CITY if self.players == 2 else STANDARD)
        self.reward = reward
        self.render_mode = render_mode
        rules = rules_for(edition, self.expansions)
        check_combination(rules, self.mode, self.players)
        for spec in self.bots:
            make_bot(spec, 0)
        self.coding = Coding(rules, self.players + 1 if self.mode == FREE_CITY else self.players)
        self.observation_space = cast("spaces.Space[Observation]", observation_space(self.coding))
        self.action_space = spaces.Discrete(int(self.coding.actions))
        self._episode: Episode | None = None
        self._place = 0
        self._opponents: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a new game and plays to the learner's first decision."""
        super().reset(seed=seed)
        random = self.np_random
        self._place = int(random.integers(self.players)) if self.seat is None else self.seat
        table = new_game(self.players, self.edition, self.expansions, self.mode, int(random.integers(2**62)))
        self._episode = Episode(self.coding, table, self.players)
        self._opponents = {
            (self._place + 1 + place) % self.players: make_bot(spec, int(random.integers(2**62)))
            for place, spec in enumerate(self.bots)
        }
        self._play_on(None)
        return self._observe(), {"seat": self._place}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action and plays on to the learner's next decision."""
        episode = self._episode
        assert episode is not None and not episode.table.over, "call reset first"
        if int(action) not in episode.seats[self._place].actions:
            self._episode, observed = None, self._observe()
            return observed, ILLEGAL_REWARD, True, False, {"seat": self._place, "illegal": True}
        self._play_on(int(action))
        info: dict[str, Any] = {"seat": self._place}
        if not episode.table.over:
            return self._observe(), 0.0, False, False, info
        info["score"] = scores(episode.table)[self._place].as_dict()
        return self._observe(), rewards_of(episode, self.reward)[self._place], True, False, info

    def _play_on(self, action: int | None) -> None:
        """Steps until the learner has a decision, or the game is over; ``action`` is for the first step."""
        episode = self._episode
        assert episode is not None, "a game is running"
        while not episode.table.over:
            if episode.seats[self._place].city != NOBODY and action is None:
                return
            actions = [WAIT] * self.players
            for place, seat in enumerate(episode.seats):
                if seat.city == NOBODY:
                    continue
                if place == self._place:
                    assert action is not None, "the learner has decided"
                    actions[place] = action
                else:
                    seen = View(view(episode.table, place))
                    decision = next(each for each in seen.pending if each.city == seat.city)
                    move = self._opponents[place].choose(seen, decision)
                    actions[place] = seat.actions[decision.moves.index(move)]
            episode.act(actions, 0)
            action = None

    def _observe(self) -> Observation:
        seen = bytearray(int(self.coding.size))
        mask = bytearray(int(self.coding.actions))
        if self._episode is None:  # after an illegal action there is nothing to observe
            mask[WAIT] = 1
        else:
            seat = self._episode.seats[self._place]
            self.coding.observe(seen, 0, self._episode.table, self._place, seat.city, seat.seen)
            for action in seat.actions if seat.city != NOBODY else [WAIT]:
                mask[action] = 1
        return {"observation": np.frombuffer(seen, np.uint8), "action_mask": np.frombuffer(mask, np.int8)}

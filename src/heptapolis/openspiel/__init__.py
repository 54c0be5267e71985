"""The game for OpenSpiel: ``pyspiel.load_game("heptapolis(players=3,deals=1000)")`` after importing this module.

A chance node deals one of ``deals`` games; then all players decide at once in every node, and a player without a
decision can only ``wait``. Numbers of actions are those of the environments with ``payments="cheapest"``.
"""

from __future__ import annotations

import hashlib
from typing import Any

from heptapolis.engine import Rng
from heptapolis.env.encoding.codec import WAIT
from heptapolis.env.rewards import rewards_of
from heptapolis.extras import needed

with needed("heptapolis.openspiel", "openspiel"):
    import numpy as np
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    from heptapolis.env.kind import Kind
    from heptapolis.env.pictures import text

DEFAULTS: dict[str, Any] = {"players": 3, "edition": "first", "expansions": "", "deals": 1000, "seed": 0}
LONGEST_GAME = 400  # steps, more than any game has with all boxes

GAME_TYPE = pyspiel.GameType(
    short_name="heptapolis",
    long_name="Heptapolis",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=7,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class HeptapolisGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A kind of table."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """``expansions`` are box names separated by ``+``."""
        chosen = DEFAULTS | (params or {})
        self.deals = int(chosen["deals"])
        self.seed = int(chosen["seed"])
        boxes = tuple(box for box in str(chosen["expansions"]).split("+") if box)
        self.kind = Kind(
            players=int(chosen["players"]), edition=chosen["edition"], expansions=boxes, observation="information"
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kind.actions,
            max_chance_outcomes=self.deals,
            num_players=self.kind.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> HeptapolisState:
        """A game before its deal."""
        return HeptapolisState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HeptapolisObserver:
        """Observes what a seat sees and remembers."""
        perfect_recall = iig_obs_type is None or iig_obs_type.perfect_recall
        return HeptapolisObserver(self.kind, perfect_recall)


class HeptapolisState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """One game."""

    def __init__(self, game: HeptapolisGame) -> None:
        super().__init__(game)
        self.kind = game.kind
        self.deals = game.deals
        self.seed = game.seed
        self.episode: Any = None
        self.seen = [b""] * game.kind.players  # a digest of all that each player has seen and done

    def current_player(self) -> int:
        """The chance player before the deal, then everybody at once."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.episode.table.over else pyspiel.PlayerId.SIMULTANEOUS)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each equally likely."""
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.seats[player].actions)

    def _apply_action(self, action: int) -> None:
        self.episode = self.kind.new_episode(Rng(self.seed, action).seed())
        self._remember([WAIT] * self.kind.players)

    def _apply_actions(self, actions: list[int]) -> None:
        self.episode.act([int(action) for action in actions], 0)
        self._remember(actions)

    def _remember(self, actions: list[int]) -> None:
        for player in range(self.kind.players):
            now = self.kind.observe(self.episode, player)["observation"].tobytes()
            self.seen[player] = hashlib.sha256(self.seen[player] + b"%d:" % actions[player] + now).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.kind.action_name(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.episode is not None and bool(self.episode.table.over)

    def returns(self) -> list[float]:
        """The ranks, from 1 for the first to -1 for the last."""
        return rewards_of(self.episode, "rank") if self.is_terminal() else [0.0] * self.kind.players

    def __str__(self) -> str:
        return "before the deal" if self.episode is None else text(self.episode.table)


class HeptapolisObserver:
    """The information state: all that a seat sees and remembers."""

    def __init__(self, kind: Kind, perfect_recall: bool) -> None:
        self.kind = kind
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(kind.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: HeptapolisState, player: int) -> None:
        """Fills the tensor; the numbers are scaled as in float32 observations."""
        if state.episode is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.kind.observe(state.episode, player)["observation"] / self.kind.scales

    def string_from(self, state: HeptapolisState, player: int) -> str:
        """A text that differs whenever what the player has seen so far differs."""
        if state.episode is None:
            return f"player {player} before the deal"
        if self.perfect_recall:
            return f"player {player} {state.seen[player].hex()}"
        seen = self.kind.observe(state.episode, player)["observation"]
        return f"player {player} {hashlib.sha256(seen.tobytes()).hexdigest()}"


pyspiel.register_game(GAME_TYPE, HeptapolisGame)

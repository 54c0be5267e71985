"""The environments' part of `heptapolis bench`: random play of three-player games with full observations and masks.

Two well-known environments are measured in the same way for comparison, where they are installed.

The units are decisions. Seats that wait do not count.
"""

from __future__ import annotations

import importlib
import random
from typing import TYPE_CHECKING, Any, Final

from heptapolis.engine import Rng
from heptapolis.env.encoding.batch import Batch
from heptapolis.env.encoding.codec import WAIT

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES: Final = 16
STEPS: Final = 20


def decisions() -> Callable[[], int]:
    """Batched games that draw their own actions."""
    batch = Batch(GAMES, 3, "first", (), "", 1)
    rng = Rng(2)

    def work() -> int:
        return sum(batch.step(batch.random_actions(rng)) for _ in range(STEPS))

    return work


def numpy_decisions() -> Callable[[], int]:
    """Batched games with numpy choosing from the masks."""
    import numpy as np

    from heptapolis.env.batched import BatchedEnv

    games = BatchedEnv(4 * GAMES, players=3, seed=1)
    random = np.random.default_rng(2)

    def work() -> int:
        found = 0
        for _ in range(STEPS):
            actions = (random.random(games.masks.shape, np.float32) * games.masks).argmax(2)
            found += int(np.count_nonzero(actions != WAIT))
            games.step(actions)
        return found

    return work


def parallel_decisions() -> Callable[[], int]:
    """A PettingZoo parallel environment; the agents draw from a list of legal actions."""
    from heptapolis.env.parallel import CitiesParallelEnv

    table = CitiesParallelEnv(players=3)
    table.reset(seed=1)
    rng = Rng(2)

    def work() -> int:
        found = 0
        for _ in range(STEPS):
            if not table.agents:
                table.reset()
            assert table.episode is not None, "a game is running"
            actions = {}
            for agent, seat in zip(table.agents, table.episode.seats, strict=True):
                actions[agent] = seat.actions[rng.below(len(seat.actions))]
                found += actions[agent] != WAIT
            table.step(actions)
        return found

    return work


def gin_rummy_decisions() -> Callable[[], int]:
    """OpenSpiel's gin rummy with the observation tensor of every decision; its code is C++, the loop Python."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(2)

    def work() -> int:
        found = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            found += 1
        return found

    return work


def uno_decisions() -> Callable[[], int]:
    """RLCard's uno, whose states hold the observation of every decision."""
    rlcard: Any = importlib.import_module("rlcard")
    env = rlcard.make("uno")
    rng = random.Random(2)

    def work() -> int:
        found = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            found += 1
        return found

    return work

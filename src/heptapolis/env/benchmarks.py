"""The environments' part of `heptapolis bench`: random play of three-player games with full observations and masks.

The units are decisions. Seats that wait do not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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

"""The environments' part of `heptapolis bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine import Rng
from heptapolis.env.encoding.batch import Batch

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES: Final = 16
STEPS: Final = 20


def decisions() -> Callable[[], int]:
    """Random play of many three-player games with full observations and masks; the units are decisions."""
    batch = Batch(GAMES, 3, "first", (), "", 1)
    rng = Rng(2)

    def work() -> int:
        return sum(batch.step(batch.random_actions(rng)) for _ in range(STEPS))

    return work

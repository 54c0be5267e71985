"""Collects garbage when it holds up nobody.

A full collection looks at every object of every open table: a quarter of a second with five hundred tables, during
which nobody is answered. Tables let go of what they no longer need without it, so it is put off until nobody is playing
a move, or until it has been put off long enough.
"""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

YOUNG: Final = 5_000
"""Objects made since the last look at the youngest: under a millisecond to look at."""

MIDDLE: Final = 5
"""Looks at the youngest before the next older ones are looked at as well."""

NEVER: Final = 1_000_000_000

EVERY_SECONDS: Final = 600.0
QUIET_SECONDS: Final = 0.25
PATIENCE_SECONDS: Final = 60.0


def only_young() -> None:
    """From now on only young objects are collected by themselves; what the program is made of is never looked at."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def collect_when_quiet(messages: Callable[[], int]) -> None:
    """Collects everything every now and then; ``messages`` is the number of messages that have come so far."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        before = -1
        for _ in range(int(PATIENCE_SECONDS / QUIET_SECONDS)):
            if messages() == before:
                break
            before = messages()
            await asyncio.sleep(QUIET_SECONDS)
        gc.collect()

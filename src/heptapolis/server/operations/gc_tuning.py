"""Garbage collection when the server is idle.

A full collection visits every object of every open table: a quarter of a second with five hundred tables, during which
the server does not answer. Most objects are freed without it, so it waits until no messages arrive, or for a maximum
time.
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
MAX_WAIT_SECONDS: Final = 60.0


def limit_automatic_gc() -> None:
    """Lets Python collect only young objects by itself, and never the modules loaded so far."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def collect_when_quiet(messages: Callable[[], int]) -> None:
    """Runs full collections from time to time; ``messages`` returns the number of messages received so far."""
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        before = -1
        for _ in range(int(MAX_WAIT_SECONDS / QUIET_SECONDS)):
            if messages() == before:
                break
            before = messages()
            await asyncio.sleep(QUIET_SECONDS)
        gc.collect()

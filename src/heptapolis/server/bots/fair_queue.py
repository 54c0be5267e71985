"""Shares a few workers fairly among the people whose bots think."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Final, Generic, TypeVar

Worker = TypeVar("Worker")

HALF_LIFE: Final = 30.0
"""Seconds after which thinking time counts half."""

FORGOTTEN: Final = 0.001
"""Seconds of thinking time that no longer count."""


class FairQueue(Generic[Worker]):
    """Workers, and those who wait for one: next comes whoever has used the least time lately.

    So hundreds of requests of one person wait for each other, and the request of another person waits for a single one.
    """

    def __init__(self) -> None:
        """Starts without workers."""
        self._idle: list[Worker] = []
        self._waiting: dict[str, deque[asyncio.Future[Worker]]] = {}
        self._used: dict[str, tuple[float, float]] = {}
        """Seconds used by each owner, and when that was computed."""

    def add(self, worker: Worker) -> None:
        """A worker is free: it goes to whoever is next."""
        while self._waiting:
            owner = min(self._waiting, key=self.used_by)
            waiting = self._waiting[owner]
            first = waiting.popleft()
            if not waiting:
                del self._waiting[owner]
            if not first.done():  # it may have been cancelled
                first.set_result(worker)
                return
        self._idle.append(worker)

    async def get(self, owner: str) -> Worker:
        """A free worker, as soon as it is this owner's turn."""
        if self._idle:
            return self._idle.pop()
        mine: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(mine)
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.add(mine.result())  # it came in the same moment
            else:
                self._leave(owner, mine)
            raise

    def _leave(self, owner: str, mine: asyncio.Future[Worker]) -> None:
        waiting = self._waiting.get(owner)
        if waiting is not None:
            with contextlib.suppress(ValueError):
                waiting.remove(mine)
            if not waiting:
                del self._waiting[owner]

    def used_by(self, owner: str) -> float:
        """The seconds that an owner's bots have thought lately."""
        seconds, at = self._used.get(owner, (0.0, 0.0))
        return float(seconds * 0.5 ** ((time.monotonic() - at) / HALF_LIFE))

    def count(self, owner: str, seconds: float) -> None:
        """Adds time that an owner has used."""
        if len(self._used) > 10_000:
            self._used = {each: used for each, used in self._used.items() if self.used_by(each) > FORGOTTEN}
        self._used[owner] = (self.used_by(owner) + seconds, time.monotonic())

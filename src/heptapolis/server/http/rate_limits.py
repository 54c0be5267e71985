"""Rate limits: by address for anonymous visitors, by person for others."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from heptapolis.server.errors import Refused

RATES: Final = {
    "http": "300/minute",
    "guest": "30/hour",
    "login": "10/5 minutes",
    "login-account": "20/hour",
    "register": "10/hour",
    "table": "60/hour",
    "token": "20/hour",
    "replay": "60/minute",
    "analysis": "30/hour",
    "look": "20/minute",
    "chat": "8/10 seconds",
    "socket": "120/minute",
}
"""What may be done how often; ``rate_limits`` of the settings scales the numbers."""


class Limits:
    """Counts requests and refuses those over a limit."""

    def __init__(self, scale: float) -> None:
        """``scale`` multiplies every limit; 0 switches limits off."""
        self._counts = MemoryStorage()
        self._limiter = MovingWindowRateLimiter(self._counts)
        self._items: dict[str, RateLimitItem] = {}
        for name, rate in RATES.items() if scale > 0 else ():
            count, _, span = rate.partition("/")
            self._items[name] = parse(f"{max(1, round(int(count) * scale))}/{span}")

    async def check(self, what: str, who: str) -> None:
        """Counts one request.

        Raises:
            Refused: ``message/too-often``, with the seconds to wait.
        """
        item = self._items.get(what)
        if item is None or await self._limiter.hit(item, what, who):
            return
        stats = await self._limiter.get_window_stats(item, what, who)
        raise Refused("message/too-often", seconds=max(1, int(stats.reset_time - time.time()) + 1))

    async def close(self) -> None:
        """Waits for the task that removes old counts."""
        if self._counts.timer is not None:
            self._counts.timer.cancel()
            await asyncio.wait([self._counts.timer])


class Bucket:
    """A token bucket; small, since there are many."""

    __slots__ = ("_at", "_burst", "_left", "_per_second")

    def __init__(self, burst: float, per_second: float) -> None:
        """Starts full."""
        self._burst = self._left = burst
        self._per_second = per_second
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more may come now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long, so that it can be thrown away."""
        return self._left + (time.monotonic() - self._at) * self._per_second >= self._burst

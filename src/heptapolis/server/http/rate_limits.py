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
    """A token bucket for the messages of one socket; small, since there are many sockets."""

    __slots__ = ("_at", "_left")

    BURST: Final = 60.0
    PER_SECOND: Final = 15.0

    def __init__(self) -> None:
        """Starts full."""
        self._left = self.BURST
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more message may be handled now."""
        now = time.monotonic()
        self._left = min(self.BURST, self._left + (now - self._at) * self.PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

"""Rate limits: by address for anonymous visitors, by person for others."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Final
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError

from heptapolis.server.errors import Refused

RATES: Final = {
    "http": "300/minute",
    "guest": "30/hour",
    "login": "10/5 minutes",
    "login-account": "20/hour",
    "register": "10/hour",
    "table": "60/hour",
    "code": "20/5 minutes",
    "token": "20/hour",
    "replay": "60/minute",
    "statistics": "60/minute",
    "daily": "60/minute",
    "push": "30/hour",
    "picture": "60/minute",
    "analysis": "30/hour",
    "look": "20/minute",
    "advice": "30/minute",
    "chat": "8/10 seconds",
    "report": "10/hour",
    "reset": "10/hour",
    "reset-account": "3/hour",
    "export": "6/hour",
    "admin": "120/minute",
    "second-factor": "10/5 minutes",
    "invite": "20/minute",
    "socket": "120/minute",
}
"""What may be done how often; ``rate_limits`` of the settings scales the numbers."""


REDIS_SECONDS: Final = 1.0
"""How long an answer of Redis may take."""

RETRY_SECONDS: Final = 5.0
"""How long Redis is left alone after it did not answer."""

AWAY: Final = (StorageError, OSError, TimeoutError)


class Limits:
    """Counts requests and refuses those over a limit; with Redis, over all processes together."""

    def __init__(self, scale: float, redis: str = "") -> None:
        """``scale`` multiplies every limit; 0 switches limits off. ``redis`` is its address, if there is one."""
        self._counts = MemoryStorage()
        self._limiter = MovingWindowRateLimiter(self._counts)
        self._redis = (
            RedisStorage(
                f"async+{_with_port(redis)}", wrap_exceptions=True, implementation="redispy", key_prefix="heptapolis"
            )
            if redis
            else None
        )
        self._shared = MovingWindowRateLimiter(self._redis) if self._redis is not None else None
        self._away_until = 0.0
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
        if item is None:
            return
        reset = await self._hit(item, what, who)
        if reset is not None:
            raise Refused("message/too-often", seconds=max(1, int(reset - time.time()) + 1))

    async def _hit(self, item: RateLimitItem, what: str, who: str) -> float | None:
        """Counts one request; returns when the limit is reset, if it is over the limit."""
        if self._shared is not None and time.monotonic() >= self._away_until:
            try:
                async with asyncio.timeout(REDIS_SECONDS):
                    return await _hit(self._shared, item, what, who)
            except AWAY:
                self._away_until = time.monotonic() + RETRY_SECONDS
        return await _hit(self._limiter, item, what, who)  # of this process alone

    async def close(self) -> None:
        """Waits for the task that removes old counts."""
        if self._counts.timer is not None:
            self._counts.timer.cancel()
            await asyncio.wait([self._counts.timer])
        if self._redis is not None:
            from redis.exceptions import RedisError  # imported late: only some hosts have it

            with contextlib.suppress(RedisError, *AWAY):
                await self._redis.bridge.storage.aclose()  # type: ignore[attr-defined]  # of redis-py


def _with_port(url: str) -> str:
    """The address of Redis with its port: the library that counts needs one."""
    parts = urlsplit(url)
    return url if parts.port or not parts.hostname else parts._replace(netloc=f"{parts.netloc}:6379").geturl()


async def _hit(limiter: MovingWindowRateLimiter, item: RateLimitItem, what: str, who: str) -> float | None:
    if await limiter.hit(item, what, who):
        return None
    return (await limiter.get_window_stats(item, what, who)).reset_time


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

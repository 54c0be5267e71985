"""Word between server processes, by Redis: only that something has happened at a table, never what.

Redis is a bell, not a store. While it is away tables are read again every second, so that a game goes on, only a
little slower.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import redis.asyncio as aioredis
import structlog
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = structlog.get_logger("heptapolis.waking")
CHANNEL: Final = "heptapolis:tables"
POLL_SECONDS: Final = 1.0


class Waking:
    """The bell between processes."""

    def __init__(self, url: str, woken: Callable[[str], None], all_stale: Callable[[], None]) -> None:
        """``woken`` is called for a table at which something has happened, ``all_stale`` when word may be lost."""
        # A bell that no longer answers is found out by its health check, also while nobody rings.
        self._redis = aioredis.Redis.from_url(
            url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=3, decode_responses=True
        )
        self._name = f"{id(self):x}"
        self._woken = woken
        self._all_stale = all_stale
        self._to_tell: set[str] = set()
        self._ring = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    def start(self, process: str) -> None:
        """Begins to ring and to listen."""
        self._name = process
        self._tasks = [asyncio.create_task(self._tell()), asyncio.create_task(self._hear())]

    async def close(self) -> None:
        """Stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def wake(self, table: str) -> None:
        """Tells other processes that something has happened at a table."""
        self._to_tell.add(table)
        self._ring.set()

    async def _tell(self) -> None:
        while True:
            await self._ring.wait()
            self._ring.clear()
            tables, self._to_tell = self._to_tell, set()
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for table in tables:
                        pipeline.publish(CHANNEL, f"{self._name} {table}")
                    await pipeline.execute()
            except (RedisError, OSError, TimeoutError):
                # Nothing is lost: others read the tables again by themselves while the bell is away.
                LOG.warning("bell_away")
                await asyncio.sleep(0.2)

    async def _hear(self) -> None:
        while True:
            listener = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await listener.subscribe(CHANNEL)
                self.connected = True
                self._all_stale()
                while True:
                    message = await listener.get_message(timeout=4.0)
                    if message is None:
                        continue
                    sender, _, table = str(message["data"]).partition(" ")
                    if sender != self._name and table:
                        self._woken(table)
            except (RedisError, OSError, TimeoutError):
                if self.connected:
                    LOG.warning("bell_away")
                self.connected = False
                self._all_stale()
                await asyncio.sleep(POLL_SECONDS)
            finally:
                await listener.aclose()  # type: ignore[no-untyped-call]  # redis has no type for it

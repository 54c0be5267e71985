"""Notifications between server processes over Redis: which table has changed, but not how.

Redis stores nothing. While it is unavailable, tables are read from the database every second, and games go on a little
slower.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import redis.asyncio as aioredis
import structlog
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = structlog.get_logger("heptapolis.pubsub")
CHANNEL: Final = "heptapolis:tables"
POLL_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 0.2
AWAY: Final = (RedisError, OSError, TimeoutError)


class PubSub:
    """Publishes changed tables to other processes, and receives theirs."""

    def __init__(self, url: str, process: str) -> None:
        """``process`` is the id of this process. Call ``subscribe`` before ``start``."""
        # The health check detects a dead connection, even while nothing is published.
        self._redis = aioredis.Redis.from_url(
            url,
            socket_connect_timeout=2,
            socket_timeout=5,
            health_check_interval=3,
            decode_responses=True,
        )
        self._process = process
        self._unpublished: set[str] = set()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False

    def subscribe(self, changed: Callable[[str], None], missed: Callable[[], None]) -> None:
        """``changed`` is called with a table that another process changed, ``missed`` if notifications may be lost."""
        self._changed = changed
        self._missed = missed

    def start(self) -> None:
        """Starts to publish and to listen."""
        self._tasks = [asyncio.create_task(self._publish()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        """Stops, and closes the connections."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._redis.aclose()

    def publish(self, table: str) -> None:
        """Tells other processes that a table has changed."""
        self._unpublished.add(table)
        self._wake.set()

    async def _publish(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            tables, self._unpublished = self._unpublished, set()
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for table in tables:
                        pipeline.publish(CHANNEL, f"{self._process} {table}")
                    await pipeline.execute()
            except AWAY:
                # Try again: another process may already have reconnected, and would miss the notification.
                LOG.warning("redis_away")
                self._unpublished |= tables
                self._wake.set()
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except AWAY:
                if self.connected:
                    LOG.warning("redis_away")
            except Exception:
                LOG.exception("listening_failed")
            self.connected = False
            self._missed()
            await asyncio.sleep(POLL_SECONDS)

    async def _hear(self) -> None:
        """Listens until the connection is lost."""
        async with self._redis.pubsub() as listener:
            await listener.subscribe(CHANNEL)
            while True:
                message = await listener.get_message(timeout=4.0)
                if message is None:
                    continue
                if message["type"] != "message":  # subscribed: from now on nothing is missed
                    self.connected = True
                    self._missed()
                    continue
                sender, _, table = str(message["data"]).partition(" ")
                if sender != self._process and table:
                    self._changed(table)

"""Notifications between server processes over Redis: which tables have changed, and by which events.

Redis stores nothing. A process that is one event behind applies the event that it hears; one that is further behind
reads the database, as all do every second while Redis is unavailable. Messages are signed: whoever can write to Redis
cannot make up moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from typing import TYPE_CHECKING, Final

import redis.asyncio as aioredis
import structlog
from redis.exceptions import RedisError

from heptapolis.server.tables.events import OPENED, STARTED, Event, write_events

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = structlog.get_logger("heptapolis.pubsub")
CHANNEL: Final = "heptapolis:tables"
POLL_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 0.2
LAST_SECONDS: Final = 1.0
"""How long the last message of a process that ends may take."""
PAUSE_SECONDS: Final = 0.03
"""Between two messages: each costs every process."""
ALONE_SECONDS: Final = 1.0
"""The same if a message tells only of tables that no other process seems to have open."""

SIGNATURE_BYTES: Final = 32
SECRET: Final = frozenset({OPENED, STARTED})
"""Events that Redis never sees: they hold the secrets of the deal."""

MOST_EVENTS: Final = 50
"""Events of one table in one message; after more, others read the database."""

AWAY: Final = (RedisError, OSError, TimeoutError)


class PubSub:
    """Publishes changed tables to other processes, and receives theirs."""

    def __init__(self, url: str, process: str, key: str) -> None:
        """``process`` is the id of this process; ``key`` signs. Call ``subscribe`` before ``start``."""
        # The health check detects a dead connection, even while nothing is published.
        self._redis = aioredis.Redis.from_url(
            url,
            socket_connect_timeout=2,
            socket_timeout=5,
            health_check_interval=3,
        )
        self._process = process
        self._key = hashlib.sha256(f"heptapolis-pubsub {key}".encode()).digest()
        self._unpublished: dict[str, list[Event] | None] = {}
        """By table: what to tell; None: read it again."""
        self._wake = asyncio.Event()
        self._urgent = asyncio.Event()
        """Set if a table of others has changed."""
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = False
        self.is_alone: Callable[[str], bool] = lambda table: False
        """Whether a table is this process's, and no other process has told of it."""

    def subscribe(self, changed: Callable[[str, bytes], None], missed: Callable[[], None]) -> None:
        """``changed`` is called with a table that another process changed, and its events for ``read_events``.

        ``missed`` is called if notifications may be lost.
        """
        self._changed = changed
        self._missed = missed

    def start(self) -> None:
        """Starts to publish and to listen."""
        self._tasks = [asyncio.create_task(self._publish()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        """Tells what is left to tell, stops, and closes the connections."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        tables, self._unpublished = self._unpublished, {}
        if tables:
            with contextlib.suppress(*AWAY):
                async with asyncio.timeout(LAST_SECONDS):
                    await self._redis.publish(CHANNEL, self._message(tables))
        await self._redis.aclose()

    def publish(self, table: str, event: Event | None = None) -> None:
        """Tells other processes that a table has changed, and how if they may wait for it."""
        waiting = self._unpublished.setdefault(table, [])
        alone = self.is_alone(table)
        if alone or event is None or event.kind in SECRET or waiting is None or len(waiting) >= MOST_EVENTS:
            self._unpublished[table] = None
        else:
            waiting.append(event)
        self._wake.set()
        if not alone:
            self._urgent.set()

    async def _publish(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._urgent.clear()
            tables, self._unpublished = self._unpublished, {}
            try:
                await self._redis.publish(CHANNEL, self._message(tables))
            except AWAY:
                # Try again: another process may already have reconnected, and would miss the notification.
                LOG.warning("redis_away")
                self._unpublished |= dict.fromkeys(tables)
                self._wake.set()
                await asyncio.sleep(RETRY_SECONDS)
            else:  # the first one after a quiet time goes at once
                await asyncio.sleep(PAUSE_SECONDS)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ALONE_SECONDS - PAUSE_SECONDS):
                        await self._urgent.wait()

    def _message(self, tables: dict[str, list[Event] | None]) -> bytes:
        """Who speaks, and a line for each table; after a signature."""
        lines = [self._process.encode()]
        for table, new in tables.items():
            lines.append(table.encode() + b" " + write_events(new or []))
        body = b"\n".join(lines)
        return self._signature(body) + body

    def _signature(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")

    def _read(self, message: bytes) -> None:
        signature, body = message[:SIGNATURE_BYTES], message[SIGNATURE_BYTES:]
        sender, *lines = body.split(b"\n")
        if sender == self._process.encode():
            return
        if not hmac.compare_digest(signature, self._signature(body)):
            LOG.warning("redis_forged")
            return
        for line in lines:
            table, _, told = line.partition(b" ")
            self._changed(table.decode(), told)

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
                self._read(message["data"])

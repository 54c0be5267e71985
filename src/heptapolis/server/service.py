"""Puts a server together, starts and ends it."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

import structlog

from heptapolis.server.bots.bot_pool import BotPool
from heptapolis.server.errors import ServerTrouble
from heptapolis.server.http.app import make_app
from heptapolis.server.http.context import Context
from heptapolis.server.http.rate_limits import Limits
from heptapolis.server.http.security import Security, SecurityMiddleware
from heptapolis.server.operations.gc_tuning import collect_when_quiet
from heptapolis.server.operations.metrics import Metrics
from heptapolis.server.operations.settings import Settings, secret_key
from heptapolis.server.people.people import People
from heptapolis.server.realtime.pubsub import PubSub
from heptapolis.server.realtime.sockets import Sockets
from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Writer
from heptapolis.server.tables.presence import Presence
from heptapolis.server.tables.registry import Registry
from heptapolis.server.tables.scheduler import Scheduler

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]

LOG = structlog.get_logger("heptapolis.service")


class Service:
    """The ASGI application of one process: HTTP, WebSockets, and the beginning and end of both."""

    def __init__(self, settings: Settings) -> None:
        """Nothing is opened yet."""
        self.settings = settings
        self.registry: Registry | None = None
        self.sockets: Sockets | None = None
        self._http: SecurityMiddleware | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One request, one socket, or the life of the server."""
        if scope["type"] == "http":
            assert self._http is not None, "requests come after the start"
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            assert self.sockets is not None, "sockets come after the start"
            await self.sockets.serve(scope, receive, send)
        else:
            await self._live(receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except Exception as error:
            LOG.error("cannot_start", why=str(error))
            await send({"type": "lifespan.startup.failed"})  # the reason was told
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def start(self) -> None:
        """Opens the database and begins to look after the tables.

        Raises:
            ServerTrouble: the settings or the database do not allow it.
        """
        settings = self.settings
        key = secret_key(settings)
        self._engine = open_engine(settings.database_url)
        try:
            await migrate(self._engine)
        except ServerTrouble:
            await self._engine.dispose()
            raise
        process = secrets.token_hex(6)
        self._pubsub = PubSub(settings.redis, process, self._changed, self._missed) if settings.redis else None
        store = Store(self._engine, key)
        bots = BotPool(settings.bot_workers, settings.bot_seconds)
        registry = Registry(
            settings,
            key,
            store,
            Writer(self._engine),
            People(self._engine, key),
            Presence(process),
            Scheduler(bots, store, process, shared=self._pubsub is not None),
            self._pubsub,
        )
        self._limits = Limits(settings.rate_limits)
        security = Security(registry.people, self._limits, settings.allowed_origins)
        metrics = Metrics()
        self.registry = registry
        self.sockets = sockets = Sockets(registry, security)
        metrics.watch(registry, sockets)
        context = Context(settings, security, metrics, registry.people, store, registry, registry.serializer)
        self._http = SecurityMiddleware(make_app(context), security, metrics)
        registry.writer.start()
        if self._pubsub is not None:
            self._pubsub.start()
        works = (registry.run(), sockets.run(), collect_when_quiet(lambda: sockets.messages))
        self._tasks = [asyncio.create_task(each) for each in works]
        LOG.info("started", process=process, database="sqlite" if settings.is_sqlite else "postgresql")

    def _changed(self, table: str) -> None:
        if self.registry is not None:
            self.registry.table_changed(table)

    def _missed(self) -> None:
        if self.registry is not None:
            self.registry.notices_missed()

    async def farewell(self) -> None:
        """Tells every client to come back, before the sockets are closed."""
        if self.registry is not None and self.sockets is not None and not self.registry.closing:
            self.registry.start_closing()
            for socket in list(self.sockets.open):
                socket.bye("restart", again=True)
            for _ in range(50):  # until they are told, but not for ever
                if not self.sockets.open:
                    break
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Finishes what is being stored, and ends."""
        await self.farewell()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pubsub is not None:
            await self._pubsub.close()
        if self.registry is not None:
            await self.registry.close()
        await self._limits.close()
        await self._engine.dispose()
        LOG.info("stopped")

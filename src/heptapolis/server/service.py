"""Connects the parts of a server, starts and stops them."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from heptapolis.server.admin.acts import Acts
from heptapolis.server.admin.moderation import Moderation
from heptapolis.server.admin.reports import Reports
from heptapolis.server.admin.roles import Roles
from heptapolis.server.admin.usage import Usage
from heptapolis.server.bots.bot_pool import BotPool
from heptapolis.server.daily.deals import DailyDeals
from heptapolis.server.errors import ServerTrouble, StorageAway
from heptapolis.server.http.app import make_app
from heptapolis.server.http.context import AdminTools, Context
from heptapolis.server.http.rate_limits import Limits
from heptapolis.server.http.security import Security, SecurityMiddleware
from heptapolis.server.operations.gc_tuning import collect_when_quiet
from heptapolis.server.operations.metrics import Metrics
from heptapolis.server.operations.scheduled_backups import back_up_regularly
from heptapolis.server.operations.settings import Settings, secret_key
from heptapolis.server.people.accounts import Accounts
from heptapolis.server.people.mail import Mail
from heptapolis.server.people.people import People
from heptapolis.server.people.sessions import Sessions
from heptapolis.server.push.calls import TurnCalls
from heptapolis.server.ratings.pages import Ratings
from heptapolis.server.realtime.invitations import Invitations
from heptapolis.server.realtime.sockets import Sockets
from heptapolis.server.share.links import Links
from heptapolis.server.statistics.pages import Statistics
from heptapolis.server.statistics.rebuild import add_missing
from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Writer
from heptapolis.server.study.analyses import Analyses
from heptapolis.server.tables.event_log import EventLog
from heptapolis.server.tables.presence import Presence
from heptapolis.server.tables.registry import Registry
from heptapolis.server.tables.room import RoomServices
from heptapolis.server.tables.scheduler import Scheduler
from heptapolis.server.tables.serializers import TableSerializer
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine
    from starlette.types import Receive, Scope, Send

    from heptapolis.server.realtime.pubsub import PubSub

LOG = structlog.get_logger("heptapolis.service")

DELETE_SECONDS: Final = 60.0
"""How often accounts to delete are looked for."""


@dataclass(frozen=True, slots=True)
class Components:
    """The parts of a running server."""

    engine: AsyncEngine
    pubsub: PubSub | None
    store: Store
    writer: Writer
    people: People
    accounts: Accounts
    moderation: Moderation
    presence: Presence
    bots: BotPool
    limits: Limits
    registry: Registry
    analyses: Analyses
    calls: TurnCalls
    sockets: Sockets
    usage: Usage
    metrics: Metrics
    http: SecurityMiddleware


class Service:
    """The ASGI application of one process: HTTP, WebSockets, start and shutdown."""

    def __init__(self, settings: Settings) -> None:
        """Opens nothing yet."""
        self.settings = settings
        self.components: Components | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request, one socket, or the lifespan of the server."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        assert self.components is not None, "requests come after the start"
        if scope["type"] == "http":
            await self.components.http(scope, receive, send)
        else:
            await self.components.sockets.serve(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except Exception as error:
            LOG.error("cannot_start", why=str(error))
            await send({"type": "lifespan.startup.failed"})  # the reason is in the log
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def start(self) -> None:
        """Opens the database and starts to look after the tables.

        Raises:
            ServerTrouble: the settings or the database do not allow it.
        """
        settings = self.settings
        key = secret_key(settings)
        engine = open_engine(settings.database_url)
        try:
            await migrate(engine)
        except ServerTrouble:
            await engine.dispose()
            raise
        self.components = parts = _build(settings, key, engine)
        await parts.people.hear_revocations()
        await parts.calls.start()
        await parts.moderation.hear()
        parts.registry.pause_or_resume()
        parts.writer.start()
        if parts.pubsub is not None:
            parts.pubsub.start()
        work = (
            parts.registry.run(),
            parts.sockets.run(),
            parts.usage.run(),
            collect_when_quiet(lambda: parts.sockets.messages + parts.sockets.forwarded),
            _fill_statistics(parts.store),
            _delete_due(parts),
            back_up_regularly(settings, engine),
        )
        self._tasks = [asyncio.create_task(each) for each in work]
        if parts.metrics.shared is not None:
            self._tasks.append(asyncio.create_task(parts.metrics.shared.run()))
        if parts.sockets.forwarding is not None:
            await parts.sockets.forwarding.start()
            self._tasks.append(asyncio.create_task(parts.sockets.forwarding.run()))
        database = "sqlite" if settings.is_sqlite else "postgresql"
        LOG.info("started", process=parts.presence.process, database=database)

    async def farewell(self) -> None:
        """Asks every client to reconnect, before the sockets are closed."""
        parts = self.components
        if parts is not None and not parts.registry.closing:
            if parts.sockets.forwarding is not None:
                await parts.sockets.forwarding.give_up()
            parts.registry.start_closing()
            for socket in list(parts.sockets.open):
                socket.bye("restart", again=True)
            for _ in range(50):  # at most a second
                if not parts.sockets.open:
                    break
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stores everything that is queued, and ends all tasks."""
        await self.farewell()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        parts = self.components
        if parts is not None:
            if parts.pubsub is not None:
                await parts.pubsub.close()
            if parts.metrics.shared is not None:
                await parts.metrics.shared.close()
            await parts.analyses.close()
            await parts.sockets.close()
            await parts.registry.close()
            await parts.calls.close()
            await parts.writer.stop()
            await parts.usage.forget()
            await parts.limits.close()
            await parts.engine.dispose()
        LOG.info("stopped")


async def _delete_due(parts: Components) -> None:
    """Deletes the accounts whose time has come."""
    while True:
        try:
            for person in await parts.accounts.to_delete():
                found = await parts.people.get(person)
                if found is not None:
                    await parts.registry.forget(found)
                    LOG.info("account_deleted")
        except StorageAway:
            LOG.warning("storage_away")
        except Exception:
            LOG.exception("deletion_failed")
        await asyncio.sleep(DELETE_SECONDS)


async def _fill_statistics(store: Store) -> None:
    """Adds finished games from before there were statistics, or of a restored backup."""
    try:
        count = await add_missing(store)
    except Exception:  # the server works without them; `heptapolis statistics rebuild` makes them again
        LOG.exception("statistics_failed")
    else:
        if count:
            LOG.info("statistics_filled", games=count)


def _build(settings: Settings, key: str, engine: AsyncEngine) -> Components:
    """Makes the parts of a server and connects them; nothing runs yet."""
    process = secrets.token_hex(6)
    store, writer, people, presence = Store(engine), Writer(engine), People(engine, key), Presence(process)
    moderation = Moderation(engine, people)
    bots = BotPool(settings.bot_workers, settings.bot_seconds, settings.bots)
    pubsub: PubSub | None = None
    if settings.redis:
        from heptapolis.server.realtime import pubsub as redis_pubsub  # an import that only some hosts need

        pubsub = redis_pubsub.PubSub(settings.redis, process, key)
    serializer = TableSerializer(people.known, presence, settings.grace_seconds)
    log = EventLog(store, writer, serializer, pubsub)
    scheduler = Scheduler(bots, store, process, shared=log.shared)
    calls = TurnCalls(store, people, settings.allowed_push_services, settings.contact)
    services = RoomServices(log, people, presence, scheduler, serializer, BackgroundTasks(), calls)
    registry = Registry(settings, store, services, moderation)
    if pubsub is not None:
        pubsub.subscribe(registry.table_changed, registry.notices_missed)
    limits = Limits(settings.rate_limits, settings.redis)
    analyses = Analyses(registry, people, store, bots, limits, shared=log.shared)
    security = Security(
        people, moderation, limits, settings.allowed_origins, settings.allowed_hosts, https=settings.secure_cookies
    )
    invitations = Invitations(engine, people)
    sockets = Sockets(settings, security, people, store, registry, serializer, bots, invitations)
    if settings.redis:
        from heptapolis.server.realtime.forwarding import Forwarding  # needs Redis as well

        sockets.forwarding = Forwarding(settings.redis, process, key, people, registry)
        sockets.forwarding.sockets = sockets
        assert pubsub is not None, "made above"
        pubsub.is_alone, registry.heard_of = sockets.forwarding.is_alone, sockets.forwarding.heard_of
    metrics = Metrics()
    metrics.watch(registry, sockets, writer, bots, pubsub)
    accounts = Accounts(engine, people, Mail(settings))
    if settings.redis:
        from heptapolis.server.operations.shared_metrics import SharedMetrics  # needs Redis as well

        metrics.shared = SharedMetrics(settings.redis, process, metrics)
    usage = Usage(engine, settings, process, registry, sockets, metrics)
    context = Context(
        settings,
        security,
        metrics,
        people,
        Sessions(engine, people),
        accounts,
        store,
        writer,
        registry,
        serializer,
        analyses,
        Statistics(engine, people),
        AdminTools(Acts(engine), Roles(engine), Reports(engine), usage, sockets),
        DailyDeals(engine, store, registry, people),
        invitations,
        services.tasks,
        Ratings(engine, people),
        calls,
        Links(registry, people),
    )
    app = make_app(context)
    http = SecurityMiddleware(app, security, metrics)
    return Components(
        engine,
        pubsub,
        store,
        writer,
        people,
        accounts,
        moderation,
        presence,
        bots,
        limits,
        registry,
        analyses,
        calls,
        sockets,
        usage,
        metrics,
        http,
    )

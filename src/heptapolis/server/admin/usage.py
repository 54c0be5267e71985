"""What each process of the server is using, and who is connected to it, written every few seconds for the others."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import delete, insert, select, text

from heptapolis.server.errors import StorageAway
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import usage
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.operations.metrics import Metrics
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.realtime.sockets import Sockets
    from heptapolis.server.tables.registry import Registry

EVERY_SECONDS: Final = 5.0
ALIVE_MS: Final = 20_000
"""A process that has not written for so long is gone."""
MOST_PEOPLE: Final = 5_000


class Usage:
    """Writes what this process is using, and reads what all of them do."""

    def __init__(
        self,
        engine: AsyncEngine,
        settings: Settings,
        process: str,
        registry: Registry,
        sockets: Sockets,
        metrics: Metrics,
    ) -> None:
        """``metrics`` know the memory of the process."""
        self._engine = engine
        self._settings = settings
        self._process = process
        self._registry = registry
        self._sockets = sockets
        self._metrics = metrics
        self._started = now_ms()
        self._last = (time.monotonic(), time.process_time(), 0)

    async def run(self) -> None:
        """Writes again and again."""
        while True:
            with contextlib.suppress(StorageAway):
                await self.write()
            await asyncio.sleep(EVERY_SECONDS)

    async def write(self) -> None:
        """Writes what this process is using now."""
        data = orjson.dumps(self._now()).decode()
        async with transaction(self._engine) as connection:
            old = usage.c.at < now_ms() - ALIVE_MS
            await connection.execute(delete(usage).where((usage.c.process == self._process) | old))
            await connection.execute(insert(usage).values(process=self._process, at=now_ms(), data=data))

    async def forget(self) -> None:
        """Says that this process is gone."""
        with contextlib.suppress(StorageAway):
            async with transaction(self._engine) as connection:
                await connection.execute(delete(usage).where(usage.c.process == self._process))

    def _now(self) -> dict[str, Any]:
        at, cpu, messages = time.monotonic(), time.process_time(), self._sockets.messages
        span = max(at - self._last[0], 0.001)
        busy, rate = (cpu - self._last[1]) / span, (messages - self._last[2]) / span
        self._last = (at, cpu, messages)
        people = [
            [socket.person.id, socket.room.state.id if socket.room is not None else None, socket.address]
            for socket in self._sockets.open
            if socket.person is not None
        ]
        return {
            "started": self._started,
            "cpu_percent": round(busy * 100),
            "memory_bytes": int(self._metrics.registry.get_sample_value("process_resident_memory_bytes") or 0),
            "sockets": len(self._sockets.open),
            "tables": len(self._registry.rooms),
            "messages_per_second": round(rate, 1),
            "people": people[:MOST_PEOPLE],
        }

    async def read(self) -> list[dict[str, Any]]:
        """What each process that is alive wrote last."""
        return await read_usage(self._engine)

    async def storage(self) -> dict[str, int | None]:
        """The size of the database, and the free space on its disk."""
        return await storage_used(self._engine, self._settings)


async def read_usage(engine: AsyncEngine) -> list[dict[str, Any]]:
    """What each process that is alive wrote last."""
    async with reading(engine) as connection:
        query = select(usage).where(usage.c.at >= now_ms() - ALIVE_MS).order_by(usage.c.process)
        rows = (await connection.execute(query)).all()
    return [{"process": row.process, "at": row.at, **orjson.loads(row.data)} for row in rows]


async def storage_used(engine: AsyncEngine, settings: Settings) -> dict[str, int | None]:
    """The size of the database in bytes; with SQLite also the free space on its disk."""
    file = settings.database_file
    if file is not None:
        parts = [file, file.with_name(file.name + "-wal")]
        size = sum(part.stat().st_size for part in parts if part.is_file())
        return {"database_bytes": size, "disk_free_bytes": shutil.disk_usage(file.parent).free}
    async with reading(engine) as connection:
        size = (await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar_one()
    return {"database_bytes": int(size), "disk_free_bytes": None}

"""What a host does with the data of a server from the command line."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from heptapolis.server.statistics import rebuild
from heptapolis.server.storage import archive
from heptapolis.server.storage.database import PATIENT_SECONDS, migrate, open_engine, transaction
from heptapolis.server.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.operations.settings import Settings


@asynccontextmanager
async def open_database(settings: Settings, patience: float | None = None) -> AsyncIterator[AsyncEngine]:
    """The database of a server, which may be running. ``patience`` is that of ``open_engine``.

    Raises:
        ServerTrouble: there is no database.
    """
    settings.must_exist()
    engine = open_engine(settings.database_url, patience)
    try:
        await migrate(engine)
        yield engine
    finally:
        await engine.dispose()


async def list_archive(settings: Settings) -> list[str]:
    """The tables of the archive, a line each."""
    async with open_database(settings) as engine:
        found = await archive.archived(engine)
    times = [datetime.fromtimestamp(each.removed / 1000, UTC) for each in found]
    return [
        f"{each.id}  removed {at:%Y-%m-%d %H:%M} UTC, {each.events} events"
        for each, at in zip(found, times, strict=True)
    ]


async def bring_back(settings: Settings, table: str) -> None:
    """Brings a table back from the archive.

    Raises:
        ServerTrouble: there is no such table, or no database.
    """
    async with open_database(settings) as engine, transaction(engine) as connection:
        await archive.bring_back(connection, table)


async def rebuild_statistics(settings: Settings, progress: rebuild.ShowProgress) -> int:
    """Makes the statistics again from the stored games, and returns the number of games.

    Raises:
        ServerTrouble: there is no database.
    """
    async with open_database(settings, PATIENT_SECONDS) as engine:
        return await rebuild.rebuild(Store(engine), progress)

"""What a host does with the data of a server from the command line."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from heptapolis.server.storage import archive
from heptapolis.server.storage.database import migrate, open_engine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.operations.settings import Settings


@asynccontextmanager
async def _database(settings: Settings) -> AsyncIterator[AsyncEngine]:
    settings.must_exist()
    engine = open_engine(settings.database_url)
    try:
        await migrate(engine)
        yield engine
    finally:
        await engine.dispose()


async def list_archive(settings: Settings) -> list[str]:
    """The tables of the archive, a line each."""
    async with _database(settings) as engine:
        found = await archive.archived(engine)
    return [
        f"{table}  removed {datetime.fromtimestamp(removed / 1000, UTC):%Y-%m-%d %H:%M} UTC, {count} events"
        for table, removed, count in found
    ]


async def bring_back(settings: Settings, table: str) -> None:
    """Brings a table back from the archive.

    Raises:
        ServerTrouble: there is no such table, or no database.
    """
    async with _database(settings) as engine:
        await archive.bring_back(engine, table)

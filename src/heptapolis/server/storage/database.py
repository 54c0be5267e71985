"""Opens and migrates the database. SQLite is set up so that commits survive a power cut."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from heptapolis.server.errors import ServerTrouble, StorageAway

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import Connection, Engine
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

MIGRATION_LOCK = 0x48657074  # an arbitrary number for an advisory lock, so that only one process migrates

_SILENT: Final = {"hide_parameters": True}  # errors are logged, and parameters may hold chat, cards and names


def open_engine(url: str) -> AsyncEngine:
    """Creates the engine for a database URL."""
    if url.startswith("sqlite"):
        path = url.partition("///")[2].partition("?")[0]
        if path and path != ":memory:":
            Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(FileExistsError):  # it holds hands and chat: readable by the owner only
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        engine = create_async_engine(url, connect_args={"timeout": 10}, pool_size=4, max_overflow=4, **_SILENT)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        # Python's driver begins transactions only at the first write; we begin them ourselves.
        event.listen(engine.sync_engine, "begin", _begin)
        return engine
    # Test connections before use, and time out instead of hanging.
    return create_async_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_pre_ping=True,
        pool_timeout=5,
        connect_args={"timeout": 5, "command_timeout": 10},
        **_SILENT,
    )


def _set_up_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a commit waits for the disk
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA cache_size=-4000")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A transaction that reads first and then writes could not wait for another writer.
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def reading(engine: AsyncEngine) -> AbstractAsyncContextManager[AsyncConnection]:
    """A read-only transaction, which does not wait for writers; raises as ``transaction``."""
    return transaction(engine.execution_options(reads=True))


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction.

    Raises:
        StorageAway: nothing was changed, unless the connection broke during the commit.
    """
    with translate_driver_errors():
        async with engine.begin() as connection:
            yield connection


@contextmanager
def translate_driver_errors() -> Iterator[None]:
    """Turns errors about an unreachable or full database into ``StorageAway``."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout, OSError, TimeoutError) as error:
        raise StorageAway from error
    except DBAPIError as error:
        # Drivers report a broken connection by several errors. IntegrityError and the like are for the caller.
        if error.connection_invalidated or type(error) is DBAPIError:
            raise StorageAway from error
        raise


def plain_engine(engine: AsyncEngine) -> Engine:
    """A synchronous engine for the same SQLite file, for one thread."""
    plain = create_engine(engine.url.set(drivername="sqlite"), connect_args={"timeout": 10}, **_SILENT)
    event.listen(plain, "connect", _set_up_sqlite)
    event.listen(plain, "begin", _begin)
    return plain


def alembic_config(connection: Connection | None = None) -> Config:
    """The Alembic configuration for the migrations in this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    script = ScriptDirectory.from_config(alembic_config())
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {each.revision for each in script.walk_revisions()}:
        raise ServerTrouble(f"the database is of a newer version of heptapolis (revision {current})")
    command.upgrade(alembic_config(connection), "head")


async def migrate(engine: AsyncEngine) -> None:
    """Migrates the database to the current version.

    Raises:
        ServerTrouble: it cannot be opened, or a newer version has written it.
    """
    try:
        async with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            await connection.run_sync(_upgrade)
    except (DBAPIError, OSError) as error:
        why = str(getattr(error, "orig", error)) or "no answer in time"  # a timeout has no message
        raise ServerTrouble(f"the database cannot be opened: {why}") from error

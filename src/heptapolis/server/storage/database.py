"""Opens and migrates the database. SQLite is set up so that commits survive a power cut."""

from __future__ import annotations

import os
import random
import time
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from heptapolis.server.errors import ServerTrouble, StorageAway

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import Connection, Engine, Pool
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

MIGRATION_LOCK = 0x48657074  # an arbitrary number for an advisory lock, so that only one process migrates

STATEMENT_SECONDS: Final = 10
"""How long a statement may take, or a transaction may stand still."""

PATIENT_SECONDS: Final = 3600
"""The same for work on all rows of a large database: migrations, and making the statistics again."""

TEST_AFTER_SECONDS: Final = 5.0
"""A connection that was not used for so long is tested first."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0
"""Seconds between attempts to reach a database that is away."""

_SILENT: Final = {"hide_parameters": True}  # errors are logged, and parameters may hold chat, cards and names


def open_engine(url: str, patience: float | None = None) -> AsyncEngine:
    """Creates the engine for a database URL. ``patience``: instead of ``STATEMENT_SECONDS``."""
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
    # Time out instead of hanging, on both sides: a statement must not outlive the process that waits for it.
    seconds = STATEMENT_SECONDS if patience is None else patience
    limits = {
        "statement_timeout": str(int(seconds * 1000)),
        "idle_in_transaction_session_timeout": str(int(seconds * 1000)),
    }
    engine = create_async_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_timeout=5,
        connect_args={"timeout": 5, "command_timeout": seconds, "server_settings": limits},
        **_SILENT,
    )
    doubts = _DOUBTS[engine.sync_engine] = Doubts()
    event.listen(engine.sync_engine, "checkin", _note_use)
    event.listen(engine.sync_engine, "checkout", partial(_test_after_pause, engine.dialect, doubts))
    return engine


@dataclass(slots=True)
class Doubts:
    """When a connection to a database was last found broken."""

    since: float = -TEST_AFTER_SECONDS


_DOUBTS: Final[WeakKeyDictionary[Any, Doubts]] = WeakKeyDictionary()


def doubt_connections(engine: AsyncEngine) -> None:
    """A connection was found broken: the others are tested before they are used again."""
    _DOUBTS[engine.sync_engine].since = time.monotonic()


def _note_use(connection: Any, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _test_after_pause(dialect: Any, doubts: Doubts, connection: Any, record: Any, proxy: object) -> None:
    """Tests a connection that was not used for a while: the pool opens another one if it is broken."""
    used = record.info.get("used")
    if used is None or (time.monotonic() - used < TEST_AFTER_SECONDS and used > doubts.since):
        return
    try:
        dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error


class Backoff:
    """Pauses between attempts to reach a database that is away, longer and longer."""

    def __init__(self) -> None:
        """Without a pause at first."""
        self._failures = 0
        self._until = 0.0

    def check(self) -> None:
        """Refuses while a pause lasts.

        Raises:
            StorageAway: the database could not be reached a moment ago.
        """
        if time.monotonic() < self._until:
            raise StorageAway

    def failed(self) -> None:
        """The database could not be reached."""
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self._failures)
        self._failures += 1
        self._until = time.monotonic() + random.uniform(pause / 2, pause)

    def succeeded(self) -> None:
        """The database answers."""
        self._failures, self._until = 0, 0.0


_READERS: Final[WeakKeyDictionary[AsyncEngine, AsyncEngine]] = WeakKeyDictionary()
"""Engines with the options for reading; to make one takes as long as a statement."""

_BACKOFFS: Final[WeakKeyDictionary[Pool, Backoff]] = WeakKeyDictionary()


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
    """A connection for reading, which does not wait for writers; raises as ``transaction``.

    On PostgreSQL each statement stands for itself, which saves two round trips.
    """
    found = _READERS.get(engine)
    if found is None:
        each_alone = engine.dialect.name == "postgresql"
        options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"} if each_alone else {"reads": True}
        found = _READERS[engine] = engine.execution_options(**options)
    return transaction(found)


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction.

    Raises:
        StorageAway: nothing was changed, unless the connection broke during the commit.
    """
    with translate_driver_errors():
        async with AsyncExitStack() as stack:
            with _backing_off(engine):
                connection = await stack.enter_async_context(engine.connect())
            async with connection.begin():
                yield connection


async def hold_connection(engine: AsyncEngine) -> AsyncConnection:
    """A connection to keep and to close.

    Raises:
        StorageAway: the database cannot be reached.
    """
    with translate_driver_errors(), _backing_off(engine):
        return await engine.connect()


@contextmanager
def _backing_off(engine: AsyncEngine) -> Iterator[None]:
    """Connects, unless that has failed a moment ago."""
    backoff = _BACKOFFS.setdefault(engine.sync_engine.pool, Backoff())
    backoff.check()
    try:
        yield
    except PoolTimeout:
        raise  # busy, not away
    except Exception:
        backoff.failed()
        raise
    backoff.succeeded()


@contextmanager
def translate_driver_errors() -> Iterator[None]:
    """Turns errors about an unreachable or full database into ``StorageAway``."""
    try:
        yield
    except (OperationalError, InterfaceError, InternalError, PoolTimeout, OSError, TimeoutError) as error:
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


def _is_current(connection: Connection) -> bool:
    script = ScriptDirectory.from_config(alembic_config())
    return MigrationContext.configure(connection).get_current_revision() == script.get_current_head()


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
    patient = engine
    try:
        async with engine.connect() as connection:
            if await connection.run_sync(_is_current):
                return
        if engine.dialect.name == "postgresql":
            patient = open_engine(engine.url.render_as_string(hide_password=False), PATIENT_SECONDS)
        async with patient.begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            await connection.run_sync(_upgrade)
    except (DBAPIError, OSError) as error:
        why = str(getattr(error, "orig", error)) or "no answer in time"  # a timeout has no message
        raise ServerTrouble(f"the database cannot be opened: {why}") from error
    finally:
        if patient is not engine:
            await patient.dispose()

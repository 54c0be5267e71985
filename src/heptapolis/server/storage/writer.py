"""Group commit: writes the events of many tables in one transaction, with one wait for the disk."""

from __future__ import annotations

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import bindparam, delete, insert, text, update
from sqlalchemy.exc import IntegrityError

from heptapolis.server.errors import StorageAway
from heptapolis.server.statistics.tallies import add_games
from heptapolis.server.storage import schema
from heptapolis.server.storage.database import plain_engine, transaction, translate_driver_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Engine, Table
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.statistics.facts import GameFacts
    from heptapolis.server.storage.direct import DirectWriter
    from heptapolis.server.tables.events import Event

MOST_AT_ONCE: Final = 256

PROBE_SECONDS: Final = 5.0
"""How long the result of a trial write counts."""

PROBE_BYTES: Final = 65_536
"""Size of a trial write: more than the free rest of a database file."""


Row = tuple["Table", dict[str, Any]]


class Overtaken(Exception):
    """Another process has stored an event of the table first; nothing was written."""


@dataclass(slots=True)
class Append:
    """New events of one table, with the changes of its row, seats and snapshot."""

    table: str
    events: list[Event]
    row: dict[str, Any] | None = None
    """New values of the table's row."""
    new: bool = False
    """Whether to insert the row."""
    seats: list[str] | None = None
    """People at the table, if changed."""
    snapshot: tuple[int, bytes] | None = None
    finished: GameFacts | None = None
    """The game, if the events end it: the statistics grow in the same transaction."""
    also: Sequence[Row] = ()
    """Rows of other tables that are inserted with it."""
    superseded: list[int] = field(default_factory=list)
    """Events of choices that were replaced before anybody saw them; they are deleted."""
    probe: bool = False
    """Whether it is a trial: something is written and deleted again."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def is_plain(self) -> bool:
        """Whether it is one event and perhaps the table's row: nearly all are."""
        more = self.new or self.also or self.superseded or self.probe
        rare = self.seats is not None or self.snapshot is not None or self.finished is not None
        return len(self.events) == 1 and not more and not rare


class Writer:
    """Writes queued events in order."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Call ``start`` to begin."""
        self._engine = engine
        # The asynchronous SQLite driver switches threads for each statement; our own thread writes a whole batch.
        self._plain = plain_engine(engine) if engine.dialect.name == "sqlite" else None
        self._direct: DirectWriter | None = None
        if engine.dialect.name == "postgresql":
            from heptapolis.server.storage.direct import DirectWriter  # a driver that only some hosts have

            self._direct = DirectWriter(engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._queue: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._probed = -PROBE_SECONDS
        self.failing = False
        """Whether the last batch could not be stored."""
        self.batches = 0
        self.appended = 0

    def start(self) -> None:
        """Starts the writing task."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Writes all queued events and stops; later calls of ``append`` are refused."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        self._thread.shutdown()
        if self._direct is not None:
            await self._direct.close()
        if self._plain is not None:
            self._plain.dispose()

    async def append(self, job: Append) -> None:
        """Stores events; returns when they are on disk.

        Raises:
            Overtaken: another process has stored an event first.
            StorageAway: the database cannot be reached or is full, or the server is stopping.
        """
        if self._stopping:
            raise StorageAway
        self._queue.append(job)
        self._wake.set()
        await job.done

    async def check(self) -> None:
        """Finds out whether events can be stored now.

        Raises:
            StorageAway: the database cannot be reached or is full.
        """
        if self.failing or time.monotonic() - self._probed >= PROBE_SECONDS:
            await self.append(Append("", [], probe=True))
            self._probed = time.monotonic()

    async def _run(self) -> None:
        while self._queue or not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                batch, self._queue = self._queue[:MOST_AT_ONCE], self._queue[MOST_AT_ONCE:]
                if self._direct is not None and len({job.table for job in batch}) == len(batch):
                    plain = [job for job in batch if job.is_plain]
                    batch = [job for job in batch if not job.is_plain]
                    if plain:
                        # In the same order everywhere, so that processes do not wait for each other in a circle.
                        await self._commit(sorted(plain, key=lambda job: job.table), self._direct)
                if batch:
                    await self._commit(batch)

    async def _commit(self, batch: list[Append], direct: DirectWriter | None = None) -> None:
        """Writes a batch in one transaction; if one job fails, each in its own, so that the others succeed.

        ``direct`` writes plain events of different tables.
        """
        stored: set[str] | None = None
        try:
            if direct is not None:
                stored = await direct.store(_event_rows(batch), _table_rows(batch))
            elif self._plain is not None:
                await asyncio.get_running_loop().run_in_executor(self._thread, _write_in_thread, self._plain, batch)
            else:
                async with transaction(self._engine) as connection:
                    await connection.run_sync(_write, batch)
        except IntegrityError as error:
            if len(batch) == 1:
                _fail(batch[0], Overtaken() if batch[0].events else error)
                return
            for job in batch:
                await self._commit([job], direct)
            return
        except StorageAway as error:
            self.failing = True
            for job in batch:
                _fail(job, error)
            return
        except Exception as error:  # nobody may wait forever
            for job in batch:
                _fail(job, error)
            return
        self.failing = False
        if stored is not None:
            for job in batch:
                if job.table not in stored:
                    _fail(job, Overtaken())
            batch = [job for job in batch if job.table in stored]
        self.batches += 1
        self.appended += sum(len(job.events) for job in batch)
        for job in batch:
            if not job.done.done():
                job.done.set_result(None)


def _fail(job: Append, error: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(error)
        job.done.exception()  # marks it as retrieved: the task that waited may have been cancelled


def _write_in_thread(engine: Engine, batch: list[Append]) -> None:
    with translate_driver_errors(), engine.begin() as connection:
        _write(connection, batch)


_GUARDED: Final = text(
    "INSERT INTO events (table_id, seq, at, kind, data)"
    " SELECT * FROM unnest(CAST(:table_id AS varchar[]), CAST(:seq AS integer[]), CAST(:at AS bigint[]),"
    " CAST(:kind AS varchar[]), CAST(:data AS text[])) AS new (table_id, seq, at, kind, data)"
    f" WHERE {schema.IS_NEXT}"
)
"""Inserts events in one statement, but none whose number is not the highest of its table."""


# Made once: composing a statement costs more than running it.
_INSERT: Final = insert(schema.events)
_ROW: Final = ("status", "public", "changed", "deadline", "bots_due", "code", "summary")
"""What changes in a table's row."""
_UPDATE: Final = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values({name: bindparam(f"new_{name}") for name in _ROW})
)


def _insert_guarded(connection: Connection, rows: list[dict[str, Any]]) -> None:
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    if connection.execute(_GUARDED, columns).rowcount != len(rows):
        raise IntegrityError(None, None, Overtaken())


def _event_rows(batch: list[Append]) -> list[dict[str, Any]]:
    return [
        {
            "table_id": job.table,
            "seq": each.seq,
            "at": each.at,
            "kind": each.kind,
            "data": orjson.dumps(each.data).decode(),
        }
        for job in batch
        for each in job.events
    ]


def _table_rows(batch: list[Append]) -> list[dict[str, Any]]:
    """New values of rows."""
    return [{"id": job.table, **job.row} for job in batch if job.row is not None and not job.new]


def _write(connection: Connection, batch: list[Append]) -> None:
    rows = _event_rows(batch)
    if rows and connection.dialect.name == "postgresql":
        _insert_guarded(connection, rows)
    elif rows:
        connection.execute(_INSERT, rows)
    changed = [{"which": row["id"], **{f"new_{name}": row[name] for name in _ROW}} for row in _table_rows(batch)]
    if changed:
        connection.execute(_UPDATE, changed)
    for job in batch:
        if job.superseded:
            of_table = schema.events.c.table_id == job.table
            connection.execute(delete(schema.events).where(of_table, schema.events.c.seq.in_(job.superseded)))
        if job.row is not None and job.new:
            connection.execute(insert(schema.tables).values(id=job.table, **job.row))
        if job.seats is not None:
            connection.execute(delete(schema.seats).where(schema.seats.c.table_id == job.table))
            if job.seats:
                connection.execute(
                    insert(schema.seats), [{"person": person, "table_id": job.table} for person in job.seats]
                )
        if job.snapshot is not None:
            seq, data = job.snapshot
            connection.execute(delete(schema.snapshots).where(schema.snapshots.c.table_id == job.table))
            connection.execute(insert(schema.snapshots).values(table_id=job.table, seq=seq, data=data))
        for table, values in job.also:
            connection.execute(insert(table).values(**values))
        if job.probe:
            name = f"probe-{secrets.token_hex(8)}"  # of this process and this moment
            connection.execute(insert(schema.snapshots).values(table_id=name, seq=0, data=bytes(PROBE_BYTES)))
            connection.execute(delete(schema.snapshots).where(schema.snapshots.c.table_id == name))
    finished = [job.finished for job in batch if job.finished is not None]
    if finished:
        add_games(connection, finished)

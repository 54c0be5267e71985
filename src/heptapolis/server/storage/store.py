"""Database queries about tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import BigInteger, and_, delete, func, literal, literal_column, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from heptapolis.server.errors import Refused
from heptapolis.server.statistics.tallies import add_judgments
from heptapolis.server.storage.archive import remove_tables
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import analyses, events, mutes, processes, seats, snapshots, tables
from heptapolis.server.storage.snapshot import read_snapshot
from heptapolis.server.tables.events import CHAT, OPENED, Event, now_ms
from heptapolis.server.tables.state import OPEN, PLAYING, TableState

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from heptapolis.server.statistics.judgments import Judgment
    from heptapolis.server.tables.serializers import StoredSummary

PAGE: Final = 50
"""Number of tables on one page of a list."""

MOST_UNFINISHED: Final = 300
"""Unfinished tables of a person that are listed."""

MAX_MUTED: Final = 500
"""Maximum number of people that one person can mute."""

LEASE_MS: Final = 12_000
"""How long a process may run a table's bots and clock before it must renew the lease."""

ALIVE_MS: Final = 15_000
"""A process is dead this long after its last heartbeat."""


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """A row of ``analyses``."""

    net: str
    fingerprint: str
    document: str | None
    done: int
    total: int
    alive: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as of its last snapshot, if there is one, and its events since."""

    state: TableState
    later: list[Event]

    @property
    def at(self) -> int:
        """The sequence number of the snapshot."""
        return self.state.seq

    def load(self) -> tuple[TableState, int] | None:
        """The table now and the sequence number of its snapshot; None if there is no such table. Call it once."""
        at = self.at
        if self.later and not at and self.later[0].kind != OPENED:
            return None  # the table was removed while another process had it open
        for event in self.later:
            self.state.apply(event)
        return (self.state, at) if self.state.seq else None


class Store:
    """Stored tables, and the processes that share the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        """``engine`` is the database."""
        self.engine = engine

    @property
    def _now(self) -> ColumnElement[int]:
        """The time of the database, in milliseconds: the clocks of several machines may differ."""
        if self.engine.dialect.name == "postgresql":
            return literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", BigInteger)
        return literal(now_ms())

    @property
    def upsert(self) -> Any:
        """An insert that can say what to do with a row that is there already."""
        return postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert

    async def load(self, table: str) -> tuple[TableState, int] | None:
        """A stored table and the sequence number of its snapshot; None if there is no such table.

        Raises:
            StorageAway: the database cannot be reached.
        """
        return (await self.stored([table]))[table].load()

    async def stored(self, some: Sequence[str]) -> dict[str, StoredTable]:
        """What is stored of some tables, in two questions to the database."""
        async with reading(self.engine) as connection:
            query = select(snapshots.c.table_id, snapshots.c.data).where(snapshots.c.table_id.in_(some))
            states = {row.table_id: read_snapshot(row.data) for row in await connection.execute(query)}
            found = {table: StoredTable(states.get(table) or TableState(table), []) for table in some}
            later = or_(*(and_(events.c.table_id == table, events.c.seq > each.at) for table, each in found.items()))
            for row in await connection.execute(_EVENTS.where(later).order_by(events.c.table_id, events.c.seq)):
                found[row.table_id].later.append(_event(row))
        return found

    async def events_after(self, table: str, seq: int) -> list[Event]:
        """The events of a table after a sequence number."""
        async with reading(self.engine) as connection:
            return await _events_after(connection, table, seq)

    async def public_tables(self, status: str, before: int | None) -> list[tuple[str, StoredSummary]]:
        """Public tables at which somebody sits, last changed first; one more than a page if there are more."""
        taken = select(seats.c.table_id).where(seats.c.table_id == tables.c.id)
        where = [tables.c.public.is_(True), tables.c.status == status, taken.exists()]
        return await self._list(and_(*where, *([tables.c.changed < before] if before is not None else [])))

    async def all_tables(self, status: str, before: int | None) -> list[tuple[str, StoredSummary]]:
        """All tables with a status, last changed first."""
        where = [tables.c.status == status, *([tables.c.changed < before] if before is not None else [])]
        return await self._list(and_(*where))

    async def public_of(self, host: str) -> int:
        """The number of a person's public tables that have not begun."""
        theirs = tables.c.summary.contains(f'"host":"{host}"', autoescape=True)
        where = and_(tables.c.public.is_(True), tables.c.status == OPEN, theirs)
        async with reading(self.engine) as connection:
            found = await connection.execute(select(func.count()).select_from(tables).where(where))
            return int(found.scalar_one())

    async def table_with_code(self, code: str) -> str | None:
        """The open table that people join with a code."""
        async with reading(self.engine) as connection:
            found = await connection.execute(select(tables.c.id).where(tables.c.code == code))
            return found.scalar()

    async def tables_of(self, person: str, status: str | None, before: int | None) -> list[tuple[str, StoredSummary]]:
        """The tables of a person, last changed first."""
        mine = select(seats.c.table_id).where(seats.c.person == person)
        where: list[ColumnElement[bool]] = [tables.c.id.in_(mine)]
        if status is not None:
            where.append(tables.c.status == status)
        if before is not None:
            where.append(tables.c.changed < before)
        return await self._list(and_(*where))

    async def unfinished_of(self, person: str) -> list[tuple[str, StoredSummary]]:
        """The tables of a person that are not finished, last changed first."""
        mine = select(seats.c.table_id).where(seats.c.person == person)
        return await self._list(and_(tables.c.id.in_(mine), tables.c.status.in_([OPEN, PLAYING])), MOST_UNFINISHED)

    async def keep_summary(self, table: str, summary: str) -> None:
        """Stores the summary of a table whose last choices are not revealed yet."""
        async with transaction(self.engine) as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(summary=summary))

    async def _list(self, where: Any, most: int = PAGE) -> list[tuple[str, StoredSummary]]:
        query = select(tables.c.id, tables.c.summary).where(where).order_by(tables.c.changed.desc()).limit(most + 1)
        async with reading(self.engine) as connection:
            return [(row.id, orjson.loads(row.summary)) for row in await connection.execute(query)]

    async def unfinished(self) -> int:
        """The number of unfinished tables."""
        query = select(func.count()).select_from(tables).where(tables.c.status.in_([OPEN, PLAYING]))
        async with reading(self.engine) as connection:
            return int((await connection.execute(query)).scalar_one())

    async def due(self, process: str, shared: bool, but: Collection[str] = ()) -> list[str]:
        """Tables with a due bot or clock and no lease of another process, except those in ``but``."""
        now = now_ms()
        where = and_(tables.c.status == PLAYING, or_(tables.c.bots_due.is_(True), tables.c.deadline < now))
        if but:
            where = and_(where, tables.c.id.not_in(but))
        if shared:
            where = and_(where, or_(tables.c.lease < self._now, tables.c.owner == process))
        async with reading(self.engine) as connection:
            return [row.id for row in await connection.execute(select(tables.c.id).where(where).limit(200))]

    async def nothing_due(self, table: str) -> None:
        """Stores that no bot has to decide at a table."""
        async with transaction(self.engine) as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(bots_due=False))

    async def take_lease(self, table: str, process: str) -> bool:
        """Takes or renews the lease to run a table's bots and clock; returns whether that succeeded."""
        now = self._now
        change = (
            update(tables)
            .where(tables.c.id == table, or_(tables.c.owner == process, tables.c.lease < now, tables.c.owner.is_(None)))
            .values(owner=process, lease=now + LEASE_MS)
        )
        async with transaction(self.engine) as connection:
            return bool((await connection.execute(change)).rowcount)

    async def release_leases(self, process: str) -> None:
        """Releases all leases of this process."""
        async with transaction(self.engine) as connection:
            await connection.execute(update(tables).where(tables.c.owner == process).values(owner=None, lease=0))
            await connection.execute(delete(processes).where(processes.c.id == process))

    async def heartbeat(self, process: str) -> dict[str, int]:
        """Stores that this process is alive, and returns when each process last did so, by this one's clock."""
        now = self._now
        row = self.upsert(processes).values(id=process, alive=now)
        async with transaction(self.engine) as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_={"alive": now}))
            await connection.execute(delete(processes).where(processes.c.alive < now - 20 * ALIVE_MS))
            found = await connection.execute(select(processes.c.id, (now - processes.c.alive).label("ago")))
            here = now_ms()
            return {row.id: here - row.ago for row in found}

    async def idle(self, before: int) -> list[str]:
        """Unfinished tables last changed before a time."""
        unfinished = tables.c.status.in_([OPEN, PLAYING])
        return await self._ids(and_(unfinished, tables.c.changed < before))

    async def empty(self) -> list[str]:
        """Open tables at which nobody sits."""
        taken = select(seats.c.table_id).where(seats.c.table_id == tables.c.id)
        return await self._ids(and_(tables.c.status == OPEN, ~taken.exists()))

    async def _ids(self, where: ColumnElement[bool]) -> list[str]:
        query = select(tables.c.id).where(where).order_by(tables.c.changed).limit(500)
        async with reading(self.engine) as connection:
            return [row.id for row in await connection.execute(query)]

    async def remove(self, gone: list[str]) -> None:
        """Removes tables and their events."""
        async with transaction(self.engine) as connection:
            await remove_tables(connection, gone)

    async def analysis(self, table: str) -> StoredAnalysis | None:
        """The stored analysis of a finished game, or how far it has come."""
        async with reading(self.engine) as connection:
            row = (await connection.execute(select(analyses).where(analyses.c.table_id == table))).one_or_none()
        if row is None:
            return None
        return StoredAnalysis(row.net, row.fingerprint, row.document, row.done, row.total, row.alive)

    async def analysis_goes_on(self, table: str, done: int, total: int) -> None:
        """Stores how far an analysis has come, for the other processes."""
        await self._store_analysis(table, {"done": done, "total": total, "alive": now_ms()})

    async def analysis_ends(self, table: str, found: tuple[str, str, str] | None) -> None:
        """Stores an analysis: version, fingerprint and document. None: nobody works on it any more."""
        values: dict[str, Any] = {"alive": 0}
        if found is not None:
            values |= dict(zip(("net", "fingerprint", "document"), found, strict=True))
        await self._store_analysis(table, values)

    async def add_judgments(self, table: str, judged: Sequence[Judgment | None]) -> None:
        """Adds the judgments of an analysis, by seat, to the statistics."""
        async with transaction(self.engine) as connection:
            await connection.run_sync(add_judgments, table, judged)

    async def _store_analysis(self, table: str, values: dict[str, Any]) -> None:
        new = {"table_id": table, "net": "", "fingerprint": "", "done": 0, "total": 0, **values}
        row = self.upsert(analyses).values(**new)
        async with transaction(self.engine) as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["table_id"], set_=values))

    async def muted_by(self, person: str) -> frozenset[str]:
        """The people that a person has muted."""
        async with reading(self.engine) as connection:
            found = await connection.execute(select(mutes.c.muted).where(mutes.c.person == person))
            return frozenset(row.muted for row in found)

    async def set_muted(self, person: str, other: str, muted: bool) -> frozenset[str]:
        """Mutes or unmutes another person; returns all muted people.

        Raises:
            Refused: ``table/full`` if too many are muted.
        """
        known = await self.muted_by(person)
        if muted and other not in known:
            if len(known) >= MAX_MUTED:
                raise Refused("table/full")
            async with transaction(self.engine) as connection:
                row = self.upsert(mutes).values(person=person, muted=other)
                await connection.execute(row.on_conflict_do_nothing())
        elif not muted and other in known:
            async with transaction(self.engine) as connection:
                await connection.execute(delete(mutes).where(mutes.c.person == person, mutes.c.muted == other))
        return await self.muted_by(person)

    async def tables_with_chat_of(self, person: str) -> list[str]:
        """The tables with chat lines of a person."""
        said = and_(events.c.kind == CHAT, events.c.data.contains(f'"{person}"', autoescape=True))
        async with reading(self.engine) as connection:
            return [row.table_id for row in await connection.execute(select(events.c.table_id).where(said).distinct())]

    async def forget_chat(self, person: str, table: str) -> None:
        """Removes the texts of a person's chat lines at a table; the events stay, since they are numbered."""
        async with transaction(self.engine) as connection:
            query = select(events.c.seq, events.c.data).where(events.c.table_id == table, events.c.kind == CHAT)
            for row in (await connection.execute(query)).all():
                data = orjson.loads(row.data)
                if data["person"] == person and data.get("text"):
                    data["text"] = "..."
                    change = update(events).where(events.c.table_id == table, events.c.seq == row.seq)
                    await connection.execute(change.values(data=orjson.dumps(data).decode()))
            await connection.execute(delete(snapshots).where(snapshots.c.table_id == table))


async def _events_after(connection: AsyncConnection, table: str, seq: int) -> list[Event]:
    query = _EVENTS.where(events.c.table_id == table, events.c.seq > seq).order_by(events.c.seq)
    return [_event(row) for row in await connection.execute(query)]


_EVENTS: Final = select(events.c.table_id, events.c.seq, events.c.at, events.c.kind, events.c.data)


def _event(row: Any) -> Event:
    return Event(row.seq, row.at, row.kind, orjson.loads(row.data))

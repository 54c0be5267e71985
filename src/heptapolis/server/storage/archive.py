"""Removed tables: they leave the lists and the memory, and stay in the archive until the host no longer wants them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import delete, insert, select

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import analyses, archive, calls, events, seats, snapshots, tables
from heptapolis.server.tables.events import CHAT, now_ms

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from heptapolis.server.tables.serializers import StoredSummary

HIDDEN_TEXT = "..."
"""What stands for the text of a chat line whose author is gone."""


async def remove_tables(connection: AsyncConnection, gone: list[str]) -> None:
    """Removes tables and everything about them."""
    for table in (events, snapshots, seats, analyses, calls):
        await connection.execute(delete(table).where(table.c.table_id.in_(gone)))
    await connection.execute(delete(tables).where(tables.c.id.in_(gone)))


async def archive_tables(engine: AsyncEngine, gone: list[str]) -> None:
    """Moves tables to the archive, without the texts of their chat."""
    async with transaction(engine) as connection:
        for table in gone:
            await archive_table(connection, table)


async def archive_table(connection: AsyncConnection, table: str) -> None:
    """Moves one table to the archive."""
    written = await _written(connection, table)
    if written is not None:
        await connection.execute(delete(archive).where(archive.c.id == table))
        await connection.execute(insert(archive).values(id=table, removed=now_ms(), data=written))
    await remove_tables(connection, [table])


async def _written(connection: AsyncConnection, table: str) -> str | None:
    rows = await _rows(connection, tables, table)
    if not rows:
        return None
    found = await _rows(connection, events, table)
    for event in found:
        if event["kind"] == CHAT:
            data = orjson.loads(event["data"])
            event["data"] = orjson.dumps(data | ({"text": HIDDEN_TEXT} if data.get("text") else {})).decode()
    return orjson.dumps({"table": rows[0], "seats": await _rows(connection, seats, table), "events": found}).decode()


async def _rows(connection: AsyncConnection, where: Table, table: str) -> list[dict[str, Any]]:
    column = where.c.id if where is tables else where.c.table_id
    found = await connection.execute(select(where).where(column == table))
    return [{str(name): value for name, value in row._mapping.items()} for row in found]


@dataclass(frozen=True, slots=True)
class Archived:
    """A table of the archive."""

    id: str
    removed: int
    """When it was removed."""
    events: int
    """How many events it has."""
    summary: StoredSummary


async def archived(engine: AsyncEngine, before: int | None = None, most: int | None = None) -> list[Archived]:
    """The tables of the archive, last removed first; ``before`` a time, at ``most`` so many."""
    query = select(archive).order_by(archive.c.removed.desc()).limit(most)
    if before is not None:
        query = query.where(archive.c.removed < before)
    async with reading(engine) as connection:
        rows = (await connection.execute(query)).all()
    found = [(row, orjson.loads(row.data)) for row in rows]
    return [
        Archived(row.id, row.removed, len(data["events"]), orjson.loads(data["table"]["summary"]))
        for row, data in found
    ]


async def bring_back(connection: AsyncConnection, table: str) -> None:
    """Moves a table from the archive back to the others.

    Raises:
        ServerTrouble: the archive has no such table, or another table has its code by now.
    """
    data = (await connection.execute(select(archive.c.data).where(archive.c.id == table))).scalar()
    if data is None:
        raise ServerTrouble(f"there is no table {table!a} in the archive")
    found = orjson.loads(data)
    row = {**found["table"], "owner": None, "lease": 0, "changed": now_ms()}
    code = row.get("code")  # a game that has started has none
    taken = select(tables.c.id).where(tables.c.code == code)
    if code is not None and (await connection.execute(taken)).scalar() is not None:
        raise ServerTrouble(f"another table has the code of table {table!a}; try again when its game has started")
    # A move that was stored while the table was being closed is in nobody's archive.
    await connection.execute(delete(events).where(events.c.table_id == table))
    await connection.execute(insert(tables).values(**row))
    for where, rows in ((seats, found["seats"]), (events, found["events"])):
        if rows:
            await connection.execute(insert(where), rows)
    await connection.execute(delete(archive).where(archive.c.id == table))


async def clear_archive(engine: AsyncEngine, before: int) -> None:
    """Deletes what was removed before a time."""
    async with transaction(engine) as connection:
        await connection.execute(delete(archive).where(archive.c.removed < before))

"""Removed tables: they leave the lists and the memory, and stay in the archive until the host no longer wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import delete, insert, select

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import analyses, archive, events, seats, snapshots, tables
from heptapolis.server.tables.events import CHAT, now_ms

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

HIDDEN_TEXT = "..."
"""What stands for the text of a chat line whose author is gone."""


async def remove_tables(connection: AsyncConnection, gone: list[str]) -> None:
    """Removes tables and everything about them."""
    for table in (events, snapshots, seats, analyses):
        await connection.execute(delete(table).where(table.c.table_id.in_(gone)))
    await connection.execute(delete(tables).where(tables.c.id.in_(gone)))


async def archive_tables(engine: AsyncEngine, gone: list[str]) -> None:
    """Moves tables to the archive, without the texts of their chat."""
    async with transaction(engine) as connection:
        for table in gone:
            written = await _written(connection, table)
            if written is not None:
                await connection.execute(delete(archive).where(archive.c.id == table))
                await connection.execute(insert(archive).values(id=table, removed=now_ms(), data=written))
        await remove_tables(connection, gone)


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


async def archived(engine: AsyncEngine) -> list[tuple[str, int, int]]:
    """The tables of the archive, last removed first: id, when it was removed, how many events it has."""
    async with reading(engine) as connection:
        found = await connection.execute(select(archive).order_by(archive.c.removed.desc()))
        return [(row.id, row.removed, len(orjson.loads(row.data)["events"])) for row in found]


async def bring_back(engine: AsyncEngine, table: str) -> None:
    """Moves a table from the archive back to the others.

    Raises:
        ServerTrouble: the archive has no such table.
    """
    async with transaction(engine) as connection:
        data = (await connection.execute(select(archive.c.data).where(archive.c.id == table))).scalar()
        if data is None:
            raise ServerTrouble(f"there is no table {table!a} in the archive")
        found = orjson.loads(data)
        row = {**found["table"], "owner": None, "lease": 0, "changed": now_ms()}
        await connection.execute(insert(tables).values(**row))
        for where, rows in ((seats, found["seats"]), (events, found["events"])):
            if rows:
                await connection.execute(insert(where), rows)
        await connection.execute(delete(archive).where(archive.c.id == table))


async def clear_archive(engine: AsyncEngine, before: int) -> None:
    """Deletes what was removed before a time."""
    async with transaction(engine) as connection:
        await connection.execute(delete(archive).where(archive.c.removed < before))

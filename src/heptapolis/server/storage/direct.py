"""Stores plain events in PostgreSQL in one statement, straight over the driver.

Almost every event is a choice: a row of ``events``, and at a reveal the new row of its table. A transaction over
SQLAlchemy costs four to five times the CPU of one statement, and three round trips instead of one; with several
processes each has fewer events to share a commit with, so that is what a move costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped]  # it has no types
from sqlalchemy.exc import IntegrityError

from heptapolis.server.errors import StorageAway
from heptapolis.server.storage.database import doubt_connections, hold_connection

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

EVENTS: Final = {"table_id": "varchar", "seq": "integer", "at": "bigint", "kind": "varchar", "data": "text"}
ROWS: Final = {
    "id": "varchar",
    "status": "varchar",
    "public": "boolean",
    "changed": "bigint",
    "deadline": "bigint",
    "bots_due": "boolean",
    "code": "varchar",
    "summary": "text",
}
"""Columns and their types."""


def _arrays(columns: dict[str, str], first: int = 1) -> str:
    """Rows from one array for each column."""
    arrays = ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(columns.values(), first))
    return f"unnest({arrays}) AS new ({', '.join(columns)})"


STORE: Final = (
    f"WITH stored AS (INSERT INTO events ({', '.join(EVENTS)}) SELECT * FROM {_arrays(EVENTS)}"
    " WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.table_id = new.table_id AND events.seq >= new.seq)"
    " RETURNING table_id)"
)
"""Inserts events, but none whose number is not the highest of its table; see ``writer``."""

EVENTS_ALONE: Final = f"{STORE} SELECT table_id FROM stored"
WITH_ROWS: Final = (
    f"{STORE}, changed AS (UPDATE tables SET {', '.join(f'{name} = new.{name}' for name in ROWS if name != 'id')}"
    f" FROM {_arrays(ROWS, 1 + len(EVENTS))} WHERE tables.id = new.id AND new.id IN (SELECT table_id FROM stored))"
    " SELECT table_id FROM stored"
)


class DirectWriter:
    """A connection that stores plain events."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Connects when it is needed."""
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: Any = None

    async def store(self, events: list[dict[str, Any]], rows: list[dict[str, Any]]) -> set[str]:
        """Stores one event each of different tables, with new rows of some of them; returns the tables that got theirs.

        Raises:
            IntegrityError: another process was faster at one of the tables; nothing was stored.
            StorageAway: the database cannot be reached or is full.
        """
        columns = [[each[name] for each in events] for name in EVENTS]
        if rows:
            columns += [[each[name] for each in rows] for name in ROWS]
        driver = await self._connected()
        try:
            found = await driver.fetch(WITH_ROWS if rows else EVENTS_ALONE, *columns)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(None, None, error) from error
        except asyncpg.SyntaxOrAccessError:
            raise
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            await self.close()
            doubt_connections(self._engine)
            raise StorageAway from error
        return {each["table_id"] for each in found}

    async def _connected(self) -> Any:
        if self._driver is not None and self._driver.is_closed():
            await self.close()
        if self._connection is None:
            self._connection = await hold_connection(self._engine)
            self._driver = (await self._connection.get_raw_connection()).driver_connection
        return self._driver

    async def close(self) -> None:
        """Gives the connection up: whatever its state is, nobody else gets it."""
        connection, self._connection = self._connection, None
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.terminate()
        if connection is not None:
            await connection.invalidate()
            await connection.close()

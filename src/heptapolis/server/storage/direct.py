"""Stores plain events in PostgreSQL in one statement, straight over the driver.

Almost every event is a choice: a row of ``events``, and at a reveal the new row of its table. A transaction over
SQLAlchemy costs four to five times the CPU of one statement, and three round trips instead of one; with several
processes each has fewer events to share a commit with, so that is what a move costs.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped]  # it has no types
from sqlalchemy.exc import IntegrityError

from heptapolis.server.errors import StorageAway
from heptapolis.server.storage.database import doubt_connections, hold_connection
from heptapolis.server.storage.schema import IS_NEXT

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


AWAY: Final = (
    *(asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError),
    asyncpg.InternalClientError,  # the driver was told of the end of the connection while it sent a statement
)
"""What the driver raises when the database cannot be reached; whatever else it means, the connection is given up."""

MOST_VALUES: Final = 8
"""Rows that a statement names one by one; more of them go as an array for each column."""


def _arrays(columns: dict[str, str], first: int = 1) -> str:
    """Rows from one array for each column."""
    arrays = ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(columns.values(), first))
    return f"unnest({arrays}) AS new ({', '.join(columns)})"


def _values(columns: dict[str, str], count: int, first: int = 1) -> str:
    """Rows from one parameter for each value."""
    numbers = itertools.count(first)
    rows = ", ".join(f"({', '.join(f'${next(numbers)}::{kind}' for kind in columns.values())})" for _ in range(count))
    return f"(VALUES {rows}) AS new ({', '.join(columns)})"


@functools.cache
def _statement(events: int, rows: int) -> str:
    """Stores so many events, but none whose number is not the highest of its table, and so many rows of tables.

    With few events, the driver takes half the time for single values, and PostgreSQL for rows that it can count.
    """
    single = events <= MOST_VALUES
    new = _values(EVENTS, events) if single else _arrays(EVENTS)
    written = (
        f"WITH stored AS (INSERT INTO events ({', '.join(EVENTS)}) SELECT * FROM {new}"
        f" WHERE {IS_NEXT} RETURNING table_id)"
    )
    if rows:
        new = _values(ROWS, rows, 1 + len(EVENTS) * events) if single else _arrays(ROWS, 1 + len(EVENTS))
        written += (
            f", changed AS (UPDATE tables SET {', '.join(f'{name} = new.{name}' for name in ROWS if name != 'id')}"
            f" FROM {new} WHERE tables.id = new.id AND new.id IN (SELECT table_id FROM stored))"
        )
    return f"{written} SELECT table_id FROM stored"


def _parameters(events: list[dict[str, Any]], rows: list[dict[str, Any]]) -> tuple[str, list[Any]]:
    """The statement that stores these, and its parameters."""
    if len(events) <= MOST_VALUES:
        values = [each[name] for each in events for name in EVENTS]
        values += [each[name] for each in rows for name in ROWS]
        return _statement(len(events), len(rows)), values
    columns = [[each[name] for each in events] for name in EVENTS]
    if rows:
        columns += [[each[name] for each in rows] for name in ROWS]
    return _statement(MOST_VALUES + 1, min(1, len(rows))), columns


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
        statement, values = _parameters(events, rows)
        driver = await self._connected()
        try:
            found = await driver.fetch(statement, *values)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise IntegrityError(None, None, error) from error
        except asyncpg.SyntaxOrAccessError:
            raise
        except AWAY as error:
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

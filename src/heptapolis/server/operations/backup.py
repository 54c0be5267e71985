"""Backups: everything a server stores in one file, for either database.

Compressed lines of JSON: a header, every row of every table, and the number of rows at the end, so that an incomplete
file is detected.
"""

from __future__ import annotations

import gzip
import json
import os
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import func, insert, select, text

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.storage.schema import events, mutes, people, seats, tables, tokens

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from heptapolis.server.operations.settings import Settings

FORMAT: Final = "heptapolis-backup/1"
KEPT: Final = (people, tokens, mutes, tables, seats, events)
"""Snapshots are left out, since events make them again, and processes, since they are others after a restore."""

ROWS: Final = 500
KEY_FILE: Final = "secret_key"


async def backup(settings: Settings, path: Path) -> dict[str, int]:
    """Writes a backup, also while the server runs, and returns the number of rows by table.

    Only the owner can read the file, since it holds the secret key and accounts.

    Raises:
        ServerTrouble: there is no database.
    """
    settings.must_exist()
    engine = open_engine(settings.database_url)
    counts: dict[str, int] = {}
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        await migrate(engine)
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as file:
                key = settings.data_folder / KEY_FILE
                secret = key.read_text(encoding="ascii").strip() if key.is_file() else None
                file.write(json.dumps({"format": FORMAT, "secret_key": secret}) + "\n")
                # Read-only, so that a running server does not wait for it.
                async with engine.execution_options(reads=True).connect() as connection:
                    if engine.dialect.name == "postgresql":
                        # All tables as of one moment; SQLite's transactions always are.
                        await connection.execution_options(isolation_level="REPEATABLE READ")
                    for table in KEPT:
                        counts[table.name] = 0
                        async for row in await connection.stream(select(table)):
                            file.write(json.dumps({"in": table.name, "row": dict(row._mapping)}) + "\n")
                            counts[table.name] += 1
                file.write(json.dumps({"end": counts}) + "\n")
            raw.flush()
            os.fsync(raw.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
        await engine.dispose()
    return counts


async def restore(settings: Settings, path: Path) -> dict[str, int]:
    """Restores a backup into an empty database, all of it or nothing.

    Raises:
        ServerTrouble: the file is not a backup or incomplete, or the database is not empty.
    """
    header, end = _check(path)
    engine = open_engine(settings.database_url)
    try:
        await migrate(engine)
        async with engine.begin() as connection:
            for table in KEPT:
                if (await connection.execute(select(func.count()).select_from(table))).scalar_one():
                    raise ServerTrouble(f"the database is not empty ({table.name}): restore into a new one")
            await _fill(connection, path)
            await connection.execute(text("UPDATE tables SET owner = NULL, lease = 0"))
    finally:
        await engine.dispose()
    if header.get("secret_key") and not settings.secret_key:
        key = settings.data_folder / KEY_FILE
        settings.data_folder.mkdir(parents=True, exist_ok=True)
        if not key.exists():
            handle = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(header["secret_key"] + "\n")
    return end


def _check(path: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """The header and the row counts of a complete backup."""
    seen = {table.name: 0 for table in KEPT}
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            header = json.loads(file.readline() or "{}")
            if header.get("format") != FORMAT:
                raise ServerTrouble(f"{path} is not a Heptapolis backup")
            for line in file:
                entry = json.loads(line)
                if "end" in entry:
                    if entry["end"] != seen:
                        raise ServerTrouble(f"{path} is incomplete")
                    return header, seen
                seen[entry["in"]] += 1
    except (OSError, EOFError, ValueError, KeyError) as error:
        raise ServerTrouble(f"{path} cannot be read as a backup: {type(error).__name__}") from error
    raise ServerTrouble(f"{path} is incomplete: its end is missing")


async def _fill(connection: AsyncConnection, path: Path) -> None:
    by_name = {table.name: table for table in KEPT}
    name = ""
    rows: list[dict[str, Any]] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        file.readline()
        for line in file:
            entry = json.loads(line)
            if entry.get("in") != name or len(rows) == ROWS:
                if rows:
                    await connection.execute(insert(by_name[name]), rows)
                name, rows = entry.get("in", ""), []
            if "row" in entry:
                rows.append(entry["row"])
    if rows:
        await connection.execute(insert(by_name[name]), rows)

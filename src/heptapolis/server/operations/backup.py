"""Backups: everything a server stores in one file, for either database.

Compressed lines of JSON: a header, every row of every table, and the number of rows at the end, so that an incomplete
file is detected.
"""

from __future__ import annotations

import gzip
import json
import os
import secrets
import zlib
from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from heptapolis.server.errors import Refused, ServerTrouble
from heptapolis.server.operations.backup_rows import check_row
from heptapolis.server.operations.settings import SHORTEST_KEY
from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.storage.schema import (
    admins,
    archive,
    audit,
    contacts,
    dailies,
    daily_plays,
    deletions,
    events,
    mutes,
    names,
    people,
    profiles,
    reports,
    revocations,
    sanctions,
    seats,
    tables,
    tokens,
    voided,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from heptapolis.server.operations.settings import Settings

FORMAT: Final = "heptapolis-backup/1"
KEPT: Final = (
    people,
    tokens,
    mutes,
    tables,
    seats,
    events,
    archive,
    revocations,
    profiles,
    admins,
    sanctions,
    names,
    reports,
    voided,
    audit,
    contacts,
    deletions,
    dailies,
    daily_plays,
)
"""Snapshots, analyses and statistics can be made again; processes and sessions are others after a restore."""

ROWS: Final = 500
KEY_FILE: Final = "secret_key"
LONGEST_LINE: Final = 1_000_000
"""Characters; the longest event holds a whole record."""


async def backup(settings: Settings, path: Path) -> dict[str, int]:
    """Writes a backup, also while the server runs, and returns the number of rows by table.

    Only the owner can read the file, since it holds the secret key and accounts.

    Raises:
        ServerTrouble: there is no database, or the file cannot be written.
    """
    settings.must_exist()
    if path.is_symlink():
        raise ServerTrouble(f"{path} is a symbolic link: name the file itself")
    engine = open_engine(settings.database_url)
    counts: dict[str, int] = {}
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.unfinished")
    try:
        await migrate(engine)
        # A name that nobody could guess, and that must not exist: no link is followed, no file of others is written.
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
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
    except OSError as error:
        raise ServerTrouble(f"{path} cannot be written: {error.strerror or type(error).__name__}") from error
    finally:
        unfinished.unlink(missing_ok=True)
        await engine.dispose()
    return counts


async def restore(settings: Settings, path: Path, *, with_key: bool = False) -> dict[str, int]:
    """Restores a backup into an empty database, all of it or nothing.

    Every row is checked first, like a request. With ``with_key`` the server also takes the secret key of the file, so
    that people stay logged in; whoever made the file knows this key and could log in as anybody. Only then admins stay
    admins.

    Raises:
        ServerTrouble: the file is not a backup, incomplete or wrong, the database is not empty, or the server has
            another key.
    """
    header, end = check(path, frozenset(settings.bots))
    key = _key_to_take(settings, header) if with_key else None
    engine = open_engine(settings.database_url)
    try:
        await migrate(engine)
        async with engine.begin() as connection:
            for table in KEPT:
                if (await connection.execute(select(func.count()).select_from(table))).scalar_one():
                    raise ServerTrouble(f"the database is not empty ({table.name}): restore into a new one")
            # Only the host makes admins: a file from elsewhere must not.
            await _fill(connection, path, leave_out=() if with_key else (admins.name,))
            await connection.execute(text("UPDATE tables SET owner = NULL, lease = 0"))
    except IntegrityError as error:
        raise ServerTrouble(f"{path} has the same row twice, or two accounts of one name: {error.orig}") from None
    finally:
        await engine.dispose()
    if key is not None:
        settings.data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(settings.data_folder / KEY_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key + "\n")
    return end


def _key_to_take(settings: Settings, header: dict[str, Any]) -> str | None:
    """The secret key of a backup, if the server has none yet."""
    key = header.get("secret_key")
    if not isinstance(key, str) or len(key) < SHORTEST_KEY or not key.isascii() or not key.isprintable():
        raise ServerTrouble("the backup holds no secret key: restore it without its key")
    kept = settings.data_folder / KEY_FILE
    mine = settings.secret_key or (kept.read_text(encoding="ascii").strip() if kept.is_file() else None)
    if mine is not None and mine != key:
        raise ServerTrouble("this server has another secret key: restore without the key, or remove the server's first")
    return key if mine is None else None


def check(path: Path, bots: frozenset[str] = frozenset()) -> tuple[dict[str, Any], dict[str, int]]:
    """The header and the row counts of a backup, every row of which fits. ``bots`` are the host's, by name.

    Raises:
        ServerTrouble: what is wrong, in one line.
    """
    seen = {table.name: 0 for table in KEPT}
    number = 1
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            header = _entry(file.readline(LONGEST_LINE) or "{}")
            if header.get("format") != FORMAT:
                raise ServerTrouble(f"{path} is not a Heptapolis backup")
            while line := file.readline(LONGEST_LINE):
                number += 1
                entry = _entry(line)
                if "end" in entry:
                    if {**dict.fromkeys(seen, 0), **entry["end"]} != seen:  # earlier versions had fewer tables
                        raise ServerTrouble(f"{path} is incomplete")
                    return header, seen
                check_row(entry.get("in"), entry.get("row"), bots)
                seen[entry["in"]] += 1
    except (OSError, EOFError, zlib.error) as error:
        raise ServerTrouble(f"{path} cannot be read as a backup: {type(error).__name__}") from error
    except (ValueError, Refused) as error:
        raise ServerTrouble(f"{path} line {number}: {' '.join(str(error).split())[:300]}") from error
    raise ServerTrouble(f"{path} is incomplete: its end is missing")


def _entry(line: str) -> dict[str, Any]:
    found = orjson.loads(line)
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found


async def _fill(connection: AsyncConnection, path: Path, leave_out: tuple[str, ...]) -> None:
    by_name = {table.name: table for table in KEPT}
    name = ""
    rows: list[dict[str, Any]] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        file.readline()
        for line in file:
            entry = _entry(line)
            if entry.get("in") != name or len(rows) == ROWS:
                if rows and name not in leave_out:
                    await connection.execute(insert(by_name[name]), rows)
                name, rows = entry.get("in", ""), []
            if "end" in entry:
                break  # nothing after it was checked
            rows.append(entry["row"])

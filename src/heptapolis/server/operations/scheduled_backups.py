"""Backups at regular times, by whichever process is first."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import orjson
import structlog
from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite

from heptapolis.server.errors import ServerTrouble, StorageAway
from heptapolis.server.operations.backup import backup, check
from heptapolis.server.storage.database import transaction
from heptapolis.server.storage.schema import state
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.operations.settings import Settings

LOG = structlog.get_logger("heptapolis.backup")

LOOK_SECONDS: Final = 30.0
"""How often the processes look whether a backup is due."""
PATTERN: Final = "heptapolis-*.backup"


async def back_up_regularly(settings: Settings, engine: AsyncEngine) -> None:
    """Makes a backup whenever one is due; returns at once if the host wants none."""
    if not settings.backup_every:
        return
    while True:
        try:
            if await claim(engine, settings.backup_every):
                await back_up(settings)
        except StorageAway:
            LOG.warning("storage_away")
        except (ServerTrouble, OSError) as error:
            LOG.error("backup_failed", why=str(error))
        except Exception:
            LOG.exception("backup_failed")
        await asyncio.sleep(min(LOOK_SECONDS, settings.backup_every * 3_600))


async def claim(engine: AsyncEngine, hours: float) -> bool:
    """Whether a backup is due and no other process makes it."""
    insert_new = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
    async with transaction(engine) as connection:
        first = insert_new(state).values(name="backup", value=orjson.dumps({"at": 0}).decode())
        await connection.execute(first.on_conflict_do_nothing())
        before = (await connection.execute(select(state.c.value).where(state.c.name == "backup"))).scalar_one()
        now = now_ms()
        if now - orjson.loads(before)["at"] < hours * 3_600_000:
            return False
        mine = update(state).where(state.c.name == "backup", state.c.value == before)
        return bool((await connection.execute(mine.values(value=orjson.dumps({"at": now}).decode()))).rowcount)


async def back_up(settings: Settings) -> Path:
    """Makes a backup in the folder, checks that it can be restored, and removes the oldest."""
    folder = settings.data_folder / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"heptapolis-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.backup"
    counts = await backup(settings, path)
    await asyncio.to_thread(check, path)
    LOG.info("backed_up", file=path.name, events=counts["events"])
    for old in sorted(folder.glob(PATTERN))[: -settings.backup_keep]:
        old.unlink(missing_ok=True)
    return path

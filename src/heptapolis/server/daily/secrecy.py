"""Who may see a game of the daily deal: on its day only those who have played it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from heptapolis.server.daily.calendar import end_of
from heptapolis.server.errors import Refused
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import daily_plays, results
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.tables.state import TableState


def is_secret(state: TableState) -> bool:
    """Whether a game is of a daily deal whose day is not over."""
    return state.daily is not None and now_ms() < end_of(state.daily)


async def has_finished(engine: AsyncEngine, day: str, person: str) -> bool:
    """Whether a person has played the deal of a day to its end."""
    ended = select(results.c.table_id).where(results.c.table_id == daily_plays.c.table_id)
    mine = select(daily_plays.c.table_id).where(daily_plays.c.day == day, daily_plays.c.person == person)
    async with reading(engine) as connection:
        return (await connection.execute(mine.where(ended.exists()))).first() is not None


async def check_spoilers(engine: AsyncEngine, state: TableState, person: str | None) -> None:
    """Refuses to show a game of today's deal to somebody who has not played it.

    Raises:
        Refused: ``daily/secret``.
    """
    if state.daily is None or not is_secret(state):
        return
    if person is not None and (person in state.played or await has_finished(engine, state.daily, person)):
        return
    raise Refused("daily/secret")

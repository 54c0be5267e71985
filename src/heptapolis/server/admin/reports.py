"""Reports by players: who did what, with the chat around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import delete, func, insert, select, update

from heptapolis.server.admin.acts import new_id
from heptapolis.server.errors import Refused
from heptapolis.server.people.names import clean_text
from heptapolis.server.storage.archive import HIDDEN_TEXT
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import reports
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.serializers import may_read

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.messages.words import ReportAbout, ReportStatus
    from heptapolis.server.tables.state import TableState

LINES: Final = 60
"""Lines of chat that a report keeps."""
PAGE: Final = 50


class Reports:
    """What players have reported."""

    def __init__(self, engine: AsyncEngine) -> None:
        """``engine`` is the database."""
        self._engine = engine

    async def add(self, state: TableState, reporter: str, person: str, about: ReportAbout, note: str) -> None:
        """Stores a report about somebody at a table; the same report again changes nothing.

        Raises:
            Refused: ``report/nobody``: that person is not at this table, or it is the reporter.
        """
        there = {*state.people, *state.played, *(line["person"] for line in state.chat)}
        if person not in there or person == reporter:
            raise Refused("report/nobody")
        seat = state.seat_of(reporter)
        said = [line for line in state.chat if may_read(state, line, seat, ())][-LINES:]
        kept = ("at", "person", "to", "text", "phrase")
        chat = [{name: line.get(name) for name in kept} for line in said]
        row = {
            "id": new_id(),
            "at": now_ms(),
            "table_id": state.id,
            "reporter": reporter,
            "person": person,
            "about": about,
            "note": clean_text(note, 300, "chat/nothing") if note.strip() else "",
            "chat": orjson.dumps(chat).decode(),
            "status": "open",
        }
        same = [reports.c[name] == row[name] for name in ("table_id", "reporter", "person", "about", "status")]
        async with transaction(self._engine) as connection:
            if (await connection.execute(select(reports.c.id).where(*same))).first() is None:
                await connection.execute(insert(reports).values(**row))

    async def list(self, status: ReportStatus, before: int | None) -> list[Row[Any]]:
        """Reports, latest first; one more than a page if there are more."""
        query = select(reports).where(reports.c.status == status).order_by(reports.c.at.desc()).limit(PAGE + 1)
        if before is not None:
            query = query.where(reports.c.at < before)
        async with reading(self._engine) as connection:
            return list((await connection.execute(query)).all())

    async def forget(self, person: str) -> None:
        """Removes reports about a deleted person, and what the person has said or noted in others."""
        async with transaction(self._engine) as connection:
            await connection.execute(delete(reports).where(reports.c.person == person))
            await connection.execute(update(reports).where(reports.c.reporter == person).values(note=""))
            said = select(reports.c.id, reports.c.chat).where(reports.c.chat.contains(f'"{person}"', autoescape=True))
            for row in (await connection.execute(said)).all():
                chat = [
                    line | {"text": HIDDEN_TEXT} if line["person"] == person and line["text"] else line
                    for line in orjson.loads(row.chat)
                ]
                change = update(reports).where(reports.c.id == row.id)
                await connection.execute(change.values(chat=orjson.dumps(chat).decode()))

    async def count_open(self) -> int:
        """How many wait for an answer."""
        query = select(func.count()).select_from(reports).where(reports.c.status == "open")
        async with reading(self._engine) as connection:
            return int((await connection.execute(query)).scalar_one())

"""Sessions of accounts: each browser in which one is logged in, so that its owner can end it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from heptapolis.server.errors import Refused
from heptapolis.server.people.people import COOKIE_SECONDS, session_of
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import sessions
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.people.people import People, Person

HOUR_MS: Final = 3_600_000
REMEMBERED: Final = 20_000
"""Sessions of which a process remembers when it last wrote them."""


class Sessions:
    """The sessions of all accounts."""

    def __init__(self, engine: AsyncEngine, people: People) -> None:
        """``people`` void the cookies of ended sessions."""
        self._engine = engine
        self._people = people
        self._written: dict[str, float] = {}

    async def seen(self, cookie: str, person: Person, agent: str) -> None:
        """Notes that an account uses a session, at most once an hour."""
        session = session_of(cookie)
        if person.account is None or time.monotonic() - self._written.get(session, -3_600) < 3_600:
            return
        now = now_ms() // HOUR_MS * HOUR_MS
        insert_new = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        row = {"id": session, "person": person.id, "created": now_ms(), "seen": now, "agent": agent[:120]}
        new = insert_new(sessions).values(**row, confirmed=0)
        async with transaction(self._engine) as connection:
            await connection.execute(new.on_conflict_do_update(index_elements=["id"], set_={"seen": now}))
            await connection.execute(delete(sessions).where(sessions.c.seen < now_ms() - COOKIE_SECONDS * 1000))
        while len(self._written) >= REMEMBERED:
            self._written.pop(next(iter(self._written)))
        self._written[session] = time.monotonic()

    async def of(self, person: str) -> list[Row[Any]]:
        """The sessions of a person, the latest first."""
        query = select(sessions).where(sessions.c.person == person).order_by(sessions.c.seen.desc(), sessions.c.created)
        async with reading(self._engine) as connection:
            found = (await connection.execute(query)).all()
        return [row for row in found if not self._people.has_ended(row.id)]

    async def end(self, person: str, session: str) -> None:
        """Ends one session of a person: its cookie is void, its sockets close.

        Raises:
            Refused: ``session/unknown``.
        """
        mine = delete(sessions).where(sessions.c.id == session, sessions.c.person == person)
        async with transaction(self._engine) as connection:
            if not (await connection.execute(mine)).rowcount:
                raise Refused("session/unknown")
        await self._people.end_session(person, session)

    async def end_others(self, person: str, kept: str | None) -> int:
        """Ends all sessions of a person but one, and returns how many."""
        others = [row.id for row in await self.of(person) if row.id != kept]
        for session in others:
            await self.end(person, session)
        return len(others)

    async def confirm(self, session: str, until: int) -> None:
        """Notes until when the second factor counts in a session."""
        async with transaction(self._engine) as connection:
            await connection.execute(update(sessions).where(sessions.c.id == session).values(confirmed=until))

    async def confirmed_until(self, session: str) -> int:
        """Until when the second factor counts in a session; 0 if it does not."""
        async with reading(self._engine) as connection:
            found = await connection.execute(select(sessions.c.confirmed).where(sessions.c.id == session))
            return int(found.scalar() or 0)

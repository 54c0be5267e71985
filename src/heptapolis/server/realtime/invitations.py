"""Programs that wait to be invited to a table, and the invitations on their way to them.

Both are kept in the database, since a program may be connected to another process than the host of the table.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Final

import orjson
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from heptapolis.server.errors import Refused
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import invitations, waiting_programs
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.options import stored_options
from heptapolis.server.tables.state import OPEN

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.people.people import People, Person
    from heptapolis.server.realtime.client_socket import Socket
    from heptapolis.server.tables.requests import Requester
    from heptapolis.server.tables.state import TableState

HEARD_SECONDS: Final = 10.0
"""How often a process says that its programs still wait."""

PATIENCE_MS: Final = 30_000
"""How long a program is known to wait after that, and how long an invitation is kept for it."""

MOST_LISTED: Final = 100


class Invitations:
    """Programs of this process that wait, and how invitations reach them."""

    def __init__(self, engine: AsyncEngine, people: People) -> None:
        """Nobody waits yet."""
        self._engine = engine
        self._people = people
        self._waiting: dict[str, set[Socket]] = {}
        """Sockets by the id of their program."""
        self._heard = 0.0

    async def wait(self, socket: Socket, program: Person) -> None:
        """From now on the program can be invited by its name.

        Raises:
            Refused: ``program/only`` for people, ``program/taken`` if another program of this name waits.
        """
        if program.kind != "program":
            raise Refused("program/only")
        now = now_ms()
        names = waiting_programs.c
        row = {"name": program.name.casefold(), "person": program.id, "shown": program.name, "until": now + PATIENCE_MS}
        try:
            async with transaction(self._engine) as connection:
                gone = or_(names.until < now, names.person == program.id)
                await connection.execute(delete(waiting_programs).where(names.name == row["name"], gone))
                await connection.execute(insert(waiting_programs).values(**row))
        except IntegrityError:
            raise Refused("program/taken") from None
        self._waiting.setdefault(program.id, set()).add(socket)

    async def leave(self, socket: Socket) -> None:
        """A connection has ended."""
        program = socket.person
        sockets = self._waiting.get(program.id, set()) if program is not None else set()
        if program is None or socket not in sockets:
            return
        sockets.discard(socket)
        if not sockets:
            del self._waiting[program.id]
            async with transaction(self._engine) as connection:
                await connection.execute(delete(waiting_programs).where(waiting_programs.c.person == program.id))

    async def names(self) -> list[str]:
        """The programs that wait anywhere, by name."""
        query = select(waiting_programs.c.shown).where(waiting_programs.c.until >= now_ms()).limit(MOST_LISTED)
        async with reading(self._engine) as connection:
            return sorted(str(name) for name in (await connection.execute(query)).scalars())

    async def invite(self, state: TableState, requester: Requester, seat: int, name: str) -> None:
        """Invites the program of this name to a seat.

        Raises:
            Refused: not the host, the game has begun, the seat is a person's, or no such program waits.
        """
        requester.must_be_host(state)
        if state.status != OPEN:
            raise Refused("table/not-open")
        if seat >= len(state.seats):
            raise Refused("seat/unknown", seat=seat)
        if state.seats[seat].person is not None:
            raise Refused("seat/taken")
        now = now_ms()
        names = waiting_programs.c
        query = select(names.person).where(names.name == name.strip().casefold(), names.until >= now)
        async with transaction(self._engine) as connection:
            program = (await connection.execute(query)).scalar()
            if program is None:
                raise Refused("program/unknown")
            old = invitations.c.at < now - PATIENCE_MS
            again = (invitations.c.person == program) & (invitations.c.table_id == state.id)
            await connection.execute(delete(invitations).where(or_(old, again)))
            row = {"id": secrets.token_urlsafe(9), "person": program, "table_id": state.id, "seat": seat, "at": now}
            options = orjson.dumps(state.options).decode()
            await connection.execute(insert(invitations).values(inviter=requester.person, options=options, **row))
        await self.deliver()

    async def deliver(self) -> None:
        """Sends the invitations of the programs that wait here, each once."""
        if not self._waiting:
            return
        for_us = invitations.c.person.in_(list(self._waiting))
        async with reading(self._engine) as connection:
            if (await connection.execute(select(invitations.c.id).where(for_us).limit(1))).first() is None:
                return
        async with transaction(self._engine) as connection:
            rows = (await connection.execute(delete(invitations).where(for_us).returning(invitations))).all()
        await self._people.many({row.inviter for row in rows})
        for row in rows:
            for socket in self._waiting.get(row.person, ()) if row.at >= now_ms() - PATIENCE_MS else ():
                socket.send(
                    {
                        "type": "invitation",
                        "table": row.table_id,
                        "link": f"/table/{row.table_id}",
                        "seat": row.seat,
                        "by": self._people.known(row.inviter),
                        "options": stored_options(orjson.loads(row.options)),
                    }
                )

    async def run_once(self) -> None:
        """Delivers what other processes have stored, and says now and then that the programs here still wait."""
        await self.deliver()
        if self._waiting and time.monotonic() - self._heard > HEARD_SECONDS:
            self._heard = time.monotonic()
            here = waiting_programs.c.person.in_(list(self._waiting))
            async with transaction(self._engine) as connection:
                await connection.execute(update(waiting_programs).where(here).values(until=now_ms() + PATIENCE_MS))

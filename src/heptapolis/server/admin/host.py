"""A host's tools on the command line: the same acts as the admin pages, on the database of a server that may run."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import or_, select

from heptapolis.server.admin.acts import HOST, Acts, read_state
from heptapolis.server.admin.reports import Reports
from heptapolis.server.admin.roles import Roles
from heptapolis.server.admin.usage import read_usage, storage_used
from heptapolis.server.errors import Refused, ServerTrouble
from heptapolis.server.operations.maintenance import open_database
from heptapolis.server.operations.settings import secret_key
from heptapolis.server.people.people import People
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import names, people, sanctions
from heptapolis.server.storage.store import PAGE, Store
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.messages.words import MaintenanceMode, NameRule, ReportStatus, SanctionKind
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.people.people import Person
    from heptapolis.server.tables.serializers import StoredSummary

MEGABYTE = 1_000_000


class Host:
    """The host at the command line."""

    def __init__(self, settings: Settings, engine: AsyncEngine) -> None:
        """``engine`` is the server's database."""
        self._settings = settings
        self._engine = engine
        self._people = People(engine, secret_key(settings))
        self.acts = Acts(engine)
        self.roles = Roles(engine)
        self._store = Store(engine)

    async def account(self, name: str) -> tuple[Person, str]:
        """The person of an account.

        Raises:
            ServerTrouble: there is none.
        """
        person = await self._people.by_account(name)
        if person is None or person.account is None:
            raise ServerTrouble(f"there is no account {name!r}: admins register in the browser first")
        return person, person.account

    async def person(self, name: str) -> str:
        """The id of a person, by id or account.

        Raises:
            ServerTrouble: there is none.
        """
        query = select(people.c.id).where(or_(people.c.id == name, people.c.account == name.lower()))
        async with reading(self._engine) as connection:
            found = (await connection.execute(query)).scalar()
        if found is None:
            raise ServerTrouble(f"there is no account or person {name!r}")
        return str(found)

    async def grant(self, account: str) -> None:
        """Makes the owner of an account an admin."""
        person, name = await self.account(account)
        await self.acts.grant(HOST, person.id, name)

    async def revoke(self, account: str) -> None:
        """Takes the role away."""
        person, name = await self.account(account)
        if await self.roles.of(person.id) is None:
            raise ServerTrouble(f"{account} is no admin")
        await self.acts.revoke(HOST, person.id, name)

    async def forget_second_factor(self, account: str) -> None:
        """Lets an admin set up a new second factor."""
        person, name = await self.account(account)
        if await self.roles.of(person.id) is None:
            raise ServerTrouble(f"{account} is no admin")
        await self.acts.forget_second_factor(HOST, person.id, name)

    async def admins(self) -> list[str]:
        """All admins, a line each."""
        lines = []
        for each in await self.roles.all():
            person, role = await self._people.get(each), await self.roles.of(each)
            if person is not None and role is not None:
                second = "second factor set up" if role.set_up else "no second factor yet"
                lines.append(f"{person.account}  since {date(role.granted)}, {second}")
        return lines

    async def sanction(
        self, kind: SanctionKind, person: str | None, addresses: str | None, hours: int | None, reason: str
    ) -> str:
        """Mutes or bans; returns the id of the sanction."""
        who = await self.person(person) if person is not None else None
        return await self.acts.sanction(HOST, kind, person=who, addresses=addresses, hours=hours, reason=reason)

    async def sanctions(self) -> list[str]:
        """Mutes and bans in force, a line each."""
        query = select(sanctions).where(or_(sanctions.c.until.is_(None), sanctions.c.until > now_ms()))
        async with reading(self._engine) as connection:
            rows = (await connection.execute(query.order_by(sanctions.c.at))).all()
        who = await self._people.many({row.person for row in rows if row.person is not None})
        return [
            f"{row.id}  {row.kind} of {self._who(who, row.person) if row.person else row.addresses}, "
            f"{f'until {date(row.until)}' if row.until else 'until it is lifted'}{_because(row.reason)}"
            for row in rows
        ]

    def _who(self, known: dict[str, Person], person: str) -> str:
        found = known.get(person)
        return person if found is None else f"{found.account or found.name} ({person})"

    async def names(self) -> list[str]:
        """Reserved and forbidden names, a line each."""
        async with reading(self._engine) as connection:
            rows = (await connection.execute(select(names).order_by(names.c.name))).all()
        return [f"{row.name}  {row.kind}" for row in rows]

    async def rule_name(self, name: str, kind: NameRule | None) -> None:
        """Reserves or forbids a name, or allows it again."""
        if kind is None:
            await self.acts.free_name(HOST, name)
        else:
            await self.acts.rule_name(HOST, name, kind)

    async def reports(self, status: ReportStatus) -> list[str]:
        """Reports with the chat around them."""
        rows = await Reports(self._engine).list(status, None)
        chats = {row.id: orjson.loads(row.chat) for row in rows}
        ids = {each for row in rows for each in (row.reporter, row.person)}
        who = await self._people.many(ids | {line["person"] for chat in chats.values() for line in chat})
        lines = []
        for row in rows:
            lines.append(
                f"{row.id}  {date(row.at)}  {self._who(who, row.reporter)} reports {self._who(who, row.person)}: "
                f"{row.about}{_because(row.note)}, table {row.table_id}"
            )
            lines += [
                f"    {date(line['at'])}  {self._who(who, line['person'])}: {line['text'] or line['phrase']}"
                for line in chats[row.id]
            ]
        return lines

    async def tables(self, status: str) -> list[str]:
        """Tables, a line each."""
        found = await self._store.all_tables(status, None)
        ids = {seat["person"] for _, row in found for seat in row["seats"] if seat["person"] is not None}
        who = await self._people.many(ids)
        return [f"{table}  {self._seats(row, who)}, last changed {date(row['changed'])}" for table, row in found[:PAGE]]

    def _seats(self, row: StoredSummary, who: dict[str, Person]) -> str:
        named = []
        for seat in row["seats"]:
            person = seat["person"]
            found = who.get(person) if person is not None else None
            named.append(found.name if found is not None else f"bot ({seat['bot']})" if seat["bot"] else "free")
        return ", ".join(named)

    async def connected(self) -> list[str]:
        """Who is connected now, a line each."""
        rows = [row for process in await read_usage(self._engine) for row in process["people"]]
        who = await self._people.many({row[0] for row in rows})
        return sorted(
            f"{self._who(who, person)}  {f'at table {table}' if table else 'at no table'}, from {address}"
            for person, table, address in {tuple(row) for row in rows}
        )

    async def usage(self) -> list[str]:
        """What the server is using, a line each."""
        stored = await storage_used(self._engine, self._settings)
        free = stored["disk_free_bytes"]
        size = stored["database_bytes"] or 0
        state = await read_state(self._engine)
        lines = [
            f"process {each['process']}: CPU {each['cpu_percent']} %, memory {each['memory_bytes'] // MEGABYTE} MB, "
            f"{each['sockets']} sockets, {each['tables']} tables in memory, up since {date(each['started'])}"
            for each in await read_usage(self._engine)
        ]
        return [
            *(lines or ["no server is running on this database"]),
            f"database {size / MEGABYTE:.1f} MB" + (f", {free // MEGABYTE} MB free on the disk" if free else ""),
            f"{await self._store.unfinished()} unfinished tables",
            f"maintenance: {state.get('maintenance', {}).get('mode', 'off')}",
        ]

    async def log(self, most: int) -> list[str]:
        """The audit log, latest first."""
        found = await self.acts.log(None, most)
        who = await self._people.many({act.by for act in found})
        return [
            f"{date(act.at)}  {self._who(who, act.by)}: {act.act} {act.target}{_because(act.reason)}" for act in found
        ]

    async def maintenance(self, mode: MaintenanceMode, reason: str) -> None:
        """Starts or ends maintenance."""
        await self.acts.maintenance(HOST, mode, reason)

    async def message(self, text: str, hours: int) -> None:
        """Shows a message to everybody."""
        await self.acts.message(HOST, text, hours)


@asynccontextmanager
async def host_of(settings: Settings) -> AsyncIterator[Host]:
    """The host of a server's data.

    Raises:
        ServerTrouble: there is no database, or what was asked cannot be done; one line says why.
    """
    async with open_database(settings) as engine:
        try:
            yield Host(settings, engine)
        except Refused as refused:
            raise ServerTrouble(_explain(refused)) from None


def _explain(refused: Refused) -> str:
    texts = {
        "table/unknown": "there is no such table",
        "table/not-playing": "the game is over: it can be voided, not closed",
        "sanction/unknown": "there is no such sanction",
        "report/unknown": "there is no such report",
        "message/invalid": "not an address range, or wider than /16 (IPv6: /32)",
        "person/name": "a name needs letters or digits",
    }
    return texts.get(refused.code, refused.message)


def _because(reason: Any) -> str:
    return f" ({reason})" if reason else ""


def date(at: int) -> str:
    """A time for people."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"

"""``/api/admin``: the host's tools, for accounts that the host has named and that have a second factor."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import orjson
from fastapi import APIRouter, Query, Request
from sqlalchemy import or_, select

import heptapolis
from heptapolis.server.admin.acts import clean_range
from heptapolis.server.admin.moderation import notice_of
from heptapolis.server.admin.reports import PAGE as REPORTS_PAGE
from heptapolis.server.admin.roles import CONFIRMED_MS, Admin
from heptapolis.server.errors import Refused
from heptapolis.server.http.context import RESPONSES, Milliseconds
from heptapolis.server.http.security import address, cookie_of
from heptapolis.server.http.tables import table_list
from heptapolis.server.messages import admin_answers as answers
from heptapolis.server.messages import admin_requests as bodies
from heptapolis.server.messages.admin_requests import RowId
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.messages.words import ReportStatus, Status
from heptapolis.server.people.names import FORGOTTEN
from heptapolis.server.people.people import session_of
from heptapolis.server.storage.archive import archived
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import names, people, sanctions
from heptapolis.server.storage.store import PAGE
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context
    from heptapolis.server.messages.parts import Person as PersonDocument
    from heptapolis.server.people.people import Person
    from heptapolis.server.tables.serializers import StoredSummary

MOST_FOUND: Final = 20
LINES: Final = 100


class Gate:
    """Decides who may use the host's tools."""

    def __init__(self, context: Context) -> None:
        """``context`` knows people, sessions and roles."""
        self._context = context

    async def known(self, request: Request) -> tuple[Person, Admin, str]:
        """The admin who sends a request, by cookie, and the session; the second factor may be missing.

        Raises:
            Refused: ``person/needed`` or ``admin/needed``. A token is not enough: programs have no second factor.
        """
        headers = dict(request.scope["headers"])
        if b"authorization" in headers:
            raise Refused("admin/needed")
        person = await self._context.require_person(request)
        role = await self._context.admin.roles.of(person.id)
        cookie = cookie_of(headers)
        if role is None or cookie is None or person.account is None:
            raise Refused("admin/needed")
        await self._context.security.limits.check("admin", person.id)
        return person, role, session_of(cookie)

    async def admin(self, request: Request) -> Person:
        """The admin who sends a request, if this session has given its second factor.

        Raises:
            Refused: also ``admin/second-factor``.
        """
        person, role, session = await self.known(request)
        if not role.set_up or await self._context.sessions.confirmed_until(session) < now_ms():
            raise Refused("admin/second-factor")
        return person


def admin_routes(context: Context) -> APIRouter:
    """Routes for admins."""
    router = APIRouter(prefix="/api/admin", responses=RESPONSES, tags=["admin"])
    gate = Gate(context)
    acts = context.admin.acts
    _second_factor(router, context, gate)
    _people(router, context, gate)
    _server(router, context, gate)

    @router.get("/tables")
    async def tables(
        request: Request, status: Status = "playing", before: Milliseconds | None = None
    ) -> answers.AdminTables:
        """All tables, public or not, last changed first."""
        person = await gate.admin(request)
        found = await table_list(context, await context.store.all_tables(status, before), person)
        return {"tables": found["tables"], "more": found["more"]}

    @router.get("/archive")
    async def removed(request: Request, before: Milliseconds | None = None) -> answers.AdminTables:
        """Tables that were removed, the last one first; ``changed`` says when."""
        person = await gate.admin(request)
        rows = await archived(context.store.engine, before, PAGE + 1)
        summaries = [(row.id, {**row.summary, "changed": row.removed}) for row in rows]
        found = await table_list(context, cast("list[tuple[str, StoredSummary]]", summaries), person)
        return {"tables": found["tables"], "more": found["more"]}

    @router.post("/tables/{table}/close", status_code=204)
    async def close(request: Request, table: TableId, body: bodies.ReasonBody) -> None:
        """End a table: everybody leaves, and it moves to the archive."""
        await acts.close((await gate.admin(request)).id, table, body.reason)
        await context.admin.follow()

    @router.post("/tables/{table}/bring-back", status_code=204)
    async def bring_back(request: Request, table: TableId, body: bodies.ReasonBody) -> None:
        """Bring a closed table back from the archive."""
        await acts.bring_back((await gate.admin(request)).id, table, body.reason)
        await context.admin.follow()

    @router.post("/tables/{table}/void", status_code=204)
    async def void(request: Request, table: TableId, body: bodies.ReasonBody) -> None:
        """Take a game out of statistics and ratings; a running one is closed."""
        await acts.void((await gate.admin(request)).id, table, body.reason)
        await context.admin.follow()

    @router.get("/reports")
    async def reports(
        request: Request, status: ReportStatus = "open", before: Milliseconds | None = None
    ) -> answers.ReportList:
        """What players have reported, latest first."""
        await gate.admin(request)
        rows = await context.admin.reports.list(status, before)
        chats = {row.id: orjson.loads(row.chat) for row in rows}
        who = {person for row in rows for person in (row.reporter, row.person)}
        await context.people.many(who | {line["person"] for chat in chats.values() for line in chat})
        known = context.people.known
        found: list[answers.Report] = [
            {
                "id": row.id,
                "at": row.at,
                "table": row.table_id,
                "reporter": known(row.reporter),
                "person": known(row.person),
                "about": row.about,
                "note": row.note,
                "status": row.status,
                "chat": [_line(line, known(line["person"])) for line in chats[row.id]],
            }
            for row in rows[:REPORTS_PAGE]
        ]
        return {"reports": found, "more": len(rows) > REPORTS_PAGE}

    @router.post("/reports/{report}", status_code=204)
    async def settle(request: Request, report: RowId, body: bodies.SettleBody) -> None:
        """Say what became of a report."""
        await acts.settle((await gate.admin(request)).id, report, body.status, body.reason)

    return router


def _second_factor(router: APIRouter, context: Context, gate: Gate) -> None:
    roles, sessions, limits = context.admin.roles, context.sessions, context.security.limits

    @router.get("")
    async def home(request: Request) -> answers.AdminHome:
        """Whether I am an admin, and whether this session has given its second factor."""
        _, role, session = await gate.known(request)
        confirmed = role.set_up and await sessions.confirmed_until(session) >= now_ms()
        return {
            "second_factor": "confirmed" if confirmed else "needed" if role.set_up else "missing",
            "notice": notice_of(context.security.moderation),
            "open_reports": await context.admin.reports.count_open() if confirmed else 0,
        }

    @router.post("/second-factor")
    async def begin(request: Request, body: bodies.SetUpBody) -> answers.SecondFactor:
        """A secret for an authenticator app; it counts once a code has confirmed it."""
        person, _, _ = await gate.known(request)
        await limits.check("login", address(request.scope))
        assert person.account is not None, "the gate lets only accounts in"
        await context.people.log_in(person.account, body.password)
        secret, uri = await roles.begin(person.id, person.account)
        return {"secret": secret, "uri": uri}

    @router.post("/second-factor/first")
    async def finish(request: Request, body: bodies.CodeOfAppBody) -> answers.RecoveryCodes:
        """The first code of the app: from now on the second factor is needed. Answers with the recovery codes."""
        person, _, session = await gate.known(request)
        await limits.check("second-factor", person.id)
        codes = await roles.finish(person.id, body.code)
        await sessions.confirm(session, now_ms() + CONFIRMED_MS)
        await context.admin.acts.note(person.id, "second-factor", person.account or "", "set up")
        return {"codes": codes}

    @router.post("/second-factor/code", status_code=204)
    async def confirm(request: Request, body: bodies.CodeOfAppBody) -> None:
        """A code of the app, or a recovery code: opens the tools in this session for twelve hours."""
        person, _, session = await gate.known(request)
        await limits.check("second-factor", person.id)
        await roles.confirm(person.id, body.code)
        await sessions.confirm(session, now_ms() + CONFIRMED_MS)


def _people(router: APIRouter, context: Context, gate: Gate) -> None:
    acts, store = context.admin.acts, context.store

    @router.get("/people")
    async def connected(request: Request) -> list[answers.ConnectedPerson]:
        """Who is connected now, at all processes."""
        await gate.admin(request)
        rows = [row for process in await context.admin.usage.read() for row in process["people"]]
        who = await context.people.many({row[0] for row in rows})
        return [
            {"person": who[row[0]].as_dict(), "account": who[row[0]].account, "table": row[1], "address": row[2]}
            for row in sorted({tuple(row) for row in rows}, key=str)
            if row[0] in who
        ]

    @router.get("/people/find")
    async def find(
        request: Request, name: Annotated[str, Query(min_length=1, max_length=40)]
    ) -> list[answers.FoundPerson]:
        """People whose name or account contains a text, or with this id; the newest first."""
        await gate.admin(request)
        part = name.strip()
        where = or_(
            people.c.id == part,
            people.c.name.icontains(part, autoescape=True),
            people.c.account.icontains(part, autoescape=True),
        )
        query = select(people).where(where, people.c.name != FORGOTTEN).order_by(people.c.created.desc())
        async with reading(store.engine) as connection:
            rows = (await connection.execute(query.limit(MOST_FOUND))).all()
        return [
            {
                "person": {"id": row.id, "name": row.name, "kind": row.kind},
                "account": row.account,
                "created": row.created,
            }
            for row in rows
        ]

    @router.post("/people/{person}/end-sessions", status_code=204)
    async def end_sessions(request: Request, person: RowId, body: bodies.ReasonBody) -> None:
        """Log a person out everywhere."""
        admin = await gate.admin(request)
        found = await context.people.get(person)
        if found is None:
            raise Refused("person/unknown")
        await context.people.log_out_everywhere(found)
        await acts.note(admin.id, "end-sessions", person, body.reason)

    @router.get("/sanctions")
    async def punished(request: Request) -> list[answers.Sanction]:
        """Mutes and bans in force, the latest first."""
        await gate.admin(request)
        query = select(sanctions).where(or_(sanctions.c.until.is_(None), sanctions.c.until > now_ms()))
        async with reading(store.engine) as connection:
            rows = (await connection.execute(query.order_by(sanctions.c.at.desc()))).all()
        await context.people.many({row.person for row in rows if row.person is not None})
        return [
            {
                "id": row.id,
                "kind": row.kind,
                "person": context.people.known(row.person) if row.person is not None else None,
                "addresses": row.addresses,
                "until": row.until,
                "at": row.at,
                "reason": row.reason,
            }
            for row in rows
        ]

    @router.post("/sanctions", status_code=204)
    async def sanction(request: Request, body: bodies.SanctionBody) -> None:
        """Mute or ban somebody, or ban an address range."""
        admin = await gate.admin(request)
        own = body.person == admin.id
        if body.addresses is not None:
            own = _within(address(request.scope), clean_range(body.addresses))
        if own:
            raise Refused("admin/own")
        await acts.sanction(
            admin.id, body.kind, person=body.person, addresses=body.addresses, hours=body.hours, reason=body.reason
        )
        await context.admin.follow()

    @router.post("/sanctions/{sanction}/lift", status_code=204)
    async def lift(request: Request, sanction: RowId, body: bodies.ReasonBody) -> None:
        """End a mute or a ban."""
        await acts.lift((await gate.admin(request)).id, sanction, body.reason)
        await context.admin.follow()

    @router.get("/names")
    async def ruled(request: Request) -> list[answers.RuledName]:
        """Reserved and forbidden names."""
        await gate.admin(request)
        async with reading(store.engine) as connection:
            rows = (await connection.execute(select(names).order_by(names.c.name))).all()
        return [{"name": row.name, "kind": row.kind, "at": row.at} for row in rows]

    @router.post("/names", status_code=204)
    async def rule(request: Request, body: bodies.NameBody) -> None:
        """Reserve a name for admins, or forbid it as a part of any name."""
        await acts.rule_name((await gate.admin(request)).id, body.name, body.kind)
        await context.admin.follow()

    @router.post("/names/free", status_code=204)
    async def free(request: Request, body: bodies.FreeNameBody) -> None:
        """Allow a name again."""
        await acts.free_name((await gate.admin(request)).id, body.name)
        await context.admin.follow()


def _server(router: APIRouter, context: Context, gate: Gate) -> None:
    acts = context.admin.acts

    @router.post("/message", status_code=204)
    async def message(request: Request, body: bodies.MessageBody) -> None:
        """Show a message to everybody for some hours."""
        await acts.message((await gate.admin(request)).id, body.text, body.hours)
        await context.admin.follow()

    @router.post("/maintenance", status_code=204)
    async def maintenance(request: Request, body: bodies.MaintenanceBody) -> None:
        """No new games; running ones go on (finish) or wait (pause)."""
        await acts.maintenance((await gate.admin(request)).id, body.mode, body.reason)
        await context.admin.follow()

    @router.get("/usage")
    async def usage(request: Request) -> answers.ServerUsage:
        """What the server is using."""
        await gate.admin(request)
        await context.admin.usage.write()
        processes = await context.admin.usage.read()
        stored = await context.admin.usage.storage()
        return {
            "version": heptapolis.__version__,
            "processes": [_process(each) for each in processes],
            "people": len({row[0] for each in processes for row in each["people"]}),
            "unfinished_tables": await context.store.unfinished(),
            "database_bytes": stored["database_bytes"],
            "disk_free_bytes": stored["disk_free_bytes"],
        }

    @router.get("/audit")
    async def audit(request: Request, before: Milliseconds | None = None) -> answers.AuditLog:
        """What the host and admins did, latest first."""
        await gate.admin(request)
        found = await acts.log(before, LINES + 1)
        who = await context.people.many({act.by for act in found})
        lines: list[answers.AuditLine] = [
            {
                "id": act.id,
                "at": act.at,
                "by": who[act.by].name if act.by in who else act.by,
                "act": act.act,
                "target": act.target,
                "reason": act.reason,
            }
            for act in found[:LINES]
        ]
        return {"lines": lines, "more": len(found) > LINES}


def _line(line: dict[str, Any], person: PersonDocument) -> answers.ReportedLine:
    return {"at": line["at"], "person": person, "to": line["to"], "text": line["text"], "phrase": line["phrase"]}


def _process(found: dict[str, int]) -> answers.ProcessUsage:
    return {name: found[name] for name in answers.ProcessUsage.__annotations__}  # type: ignore[return-value]


def _within(client: str, addresses: str) -> bool:
    try:
        return ipaddress.ip_address(client) in ipaddress.ip_network(addresses)
    except ValueError:
        return False

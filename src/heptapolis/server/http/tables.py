"""``/api/tables``: open a table, list tables, read the summary of one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

from fastapi import APIRouter, Request
from structlog import get_logger

from heptapolis.server.errors import Refused
from heptapolis.server.http.context import RESPONSES, Milliseconds
from heptapolis.server.http.security import address
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.messages.words import Status
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.storage.store import MOST_UNFINISHED, PAGE
from heptapolis.server.tables import lesson
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.options import stored_options
from heptapolis.server.tables.replays import record_options

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context
    from heptapolis.server.messages.parts import ListedSeat
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.tables.serializers import StoredSummary

LOG: Final = get_logger("heptapolis.http")


def table_routes(context: Context) -> APIRouter:
    """Routes for tables and lists of tables."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["tables"])
    registry = context.registry

    @router.get("/tables")
    async def tables(
        request: Request, status: Literal["open", "playing"] = "open", before: Milliseconds | None = None
    ) -> answers.TableList:
        """Public tables."""
        rows = await context.store.public_tables(status, before)
        return await table_list(context, rows, await context.person(request))

    @router.post("/tables")
    async def new_table(request: Request, body: bodies.NewTable) -> answers.NewTableAnswer:
        """Open a table."""
        person = await context.require_person(request)
        await context.security.limits.check("table", person.id)
        table = await registry.new_table(person, body)
        return {"table": table, "link": f"/table/{table}"}

    @router.post("/lesson")
    async def new_lesson(request: Request) -> answers.NewTableAnswer:
        """Open the guided first game: the same deal for everybody, against easy bots."""
        person = await context.require_person(request)
        await context.security.limits.check("table", person.id)
        record = lesson.lesson_record()
        options = record_options(record)
        table = await registry.continue_game(person, record, options, lesson.SEAT, lesson.LEVEL)
        return {"table": table, "link": f"/table/{table}"}

    @router.post("/code")
    async def table_with_code(request: Request, body: bodies.CodeBody) -> answers.CodeAnswer:
        """Find an open table by the code that its lobby shows."""
        await context.security.limits.check("code", address(request.scope))
        table = await registry.table_with_code(body.code)
        return {"table": table, "link": f"/table/{table}"}

    @router.get("/tables/{table}")
    async def table_summary(request: Request, table: TableId) -> answers.TableSummary:
        """One table, for anyone who has its link."""
        await context.check_spoilers(request, table)
        row = context.serializer.summary((await registry.room(table)).state)
        return _summary(table, row, context.people, await context.person(request))

    @router.get("/me/games")
    async def my_games(
        request: Request, status: Status | None = None, before: Milliseconds | None = None
    ) -> answers.TableList:
        """Tables at which I have or had a seat."""
        person = await context.require_person(request)
        return await table_list(context, await context.store.tables_of(person.id, status, before), person)

    @router.get("/me/tables")
    async def my_tables(request: Request) -> answers.MyTables:
        """All my tables that are not finished, those that wait for me first, then by the time left."""
        person = await context.require_person(request)
        listed = await table_list(context, await context.store.unfinished_of(person.id), person, MOST_UNFINISHED)
        return {"tables": sorted(listed["tables"], key=_urgency), "now": now_ms()}

    return router


async def table_list(
    context: Context, rows: list[tuple[str, StoredSummary]], person: Person | None, most: int = PAGE
) -> answers.TableList:
    """Stored rows as a list with names. Open tables are listed as they are now, unreadable tables are left out."""
    await context.people.many(
        {seat["person"] for _, row in rows for seat in row["seats"] if seat["person"] is not None}
    )
    tables: list[answers.TableSummary] = []
    for table, row in rows[:most]:
        room = context.registry.rooms.get(table)
        latest = context.serializer.summary(room.state) if room is not None else row
        try:
            tables.append(_summary(table, latest, context.people, person))
        except Refused as refused:
            LOG.warning("table_unreadable", table=table_mark(table), **refused.params)
    return {"tables": tables, "more": len(rows) > most}


def _urgency(table: answers.TableSummary) -> tuple[bool, bool, float, int]:
    """The order of my tables: my turn, running before open, the least time left, the last change."""
    left = table["deadline"] if table["deadline"] is not None else math.inf
    return not table["your_turn"], table["status"] != "playing", left, -table["changed"]


def _summary(table: str, row: StoredSummary, people: People, person: Person | None) -> answers.TableSummary:
    """One entry of a list, for ``person``.

    Raises:
        Refused: ``table/unreadable``.
    """
    you = next((seat["seat"] for seat in row["seats"] if person is not None and seat["person"] == person.id), None)
    seats: list[ListedSeat] = [
        {
            "seat": seat["seat"],
            "bot": seat["bot"],
            "person": people.known(seat["person"]) if seat["person"] is not None else None,
        }
        for seat in row["seats"]
    ]
    return {
        "table": table,
        "link": f"/table/{table}",
        "status": row["status"],
        "options": stored_options(row["options"]),
        "host": row["host"],
        "seats": seats,
        "free": sum(1 for seat in seats if seat["person"] is None and seat["bot"] is None),
        "age": row.get("age"),
        "created": row["created"],
        "changed": row["changed"],
        "you": you,
        "your_turn": you is not None and you in row.get("waiting", ()),
        "deadline": row.get("deadline"),
        "ended": row.get("ended"),
        "winners": row.get("winners"),
        "totals": row.get("totals"),
        "teams": row.get("teams"),
    }

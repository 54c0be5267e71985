"""``/api/tables/TABLE/reports`` and ``/api/notice``: what players tell the host, and the host tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from heptapolis.server.admin.moderation import notice_of
from heptapolis.server.http.context import RESPONSES
from heptapolis.server.messages import admin_requests as bodies
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.messages.parts import Notice

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context


def report_routes(context: Context) -> APIRouter:
    """Routes for reports and the host's message."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["people"])

    @router.post("/tables/{table}/reports", status_code=204)
    async def report(request: Request, table: TableId, body: bodies.ReportBody) -> None:
        """Report somebody at a table to the host, with the chat that I could read."""
        person = await context.require_person(request)
        await context.security.limits.check("report", person.id)
        room = await context.registry.room(table)
        await context.admin.reports.add(room.state, person.id, body.person, body.about, body.note)

    @router.get("/notice")
    async def notice() -> Notice:
        """The host's message to everybody, and whether there is maintenance."""
        return notice_of(context.security.moderation)

    return router

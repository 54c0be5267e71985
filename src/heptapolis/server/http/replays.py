"""``/api/tables/{table}/replay`` and ``/api/replays``: finished games and records, moment by moment."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.tables.replays import Replays

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context

# Names of types are read when routes are made, so they must be there at run time.
SeatOf = Annotated[int, Query(ge=0, le=7)]
COMPRESSED: Final = 1
"""How hard answers are compressed: they are large and much alike, so that little work goes a long way."""


def replay_routes(context: Context) -> APIRouter:
    """Replays of games that are over, and of records from elsewhere."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["replays"])
    replays = Replays(context.registry, context.people, context.serializer)
    limits = context.security.limits

    @router.get("/tables/{table}/replay", response_model=answers.Replay)
    async def replay_of_table(request: Request, table: TableId, seat: SeatOf = 0) -> Response:
        """A finished game moment by moment, as one of its seats saw it."""
        await limits.check("replay", address(request.scope))
        return await _compressed(request, await replays.of_table(table, seat))

    @router.post("/replays", response_model=answers.Replay)
    async def replay_of_record(request: Request, body: bodies.RecordBody) -> Response:
        """A record from elsewhere moment by moment; nothing of it is kept."""
        await limits.check("replay", address(request.scope))
        return await _compressed(request, await replays.of_text(body.record, body.seat))

    @router.post("/tables/{table}/continue")
    async def continue_table(request: Request, table: TableId, body: bodies.ContinueBody) -> answers.NewTableAnswer:
        """Play on from a moment of a finished game, at a new private table with bots."""
        person = await context.require_person(request)
        await limits.check("table", person.id)
        new = await replays.continue_table(person, table, body)
        return {"table": new, "link": f"/table/{new}"}

    @router.post("/replays/continue")
    async def continue_record(request: Request, body: bodies.ContinueRecordBody) -> answers.NewTableAnswer:
        """Play on from a moment of a record from elsewhere."""
        person = await context.require_person(request)
        await limits.check("table", person.id)
        new = await replays.continue_text(person, body.record, body)
        return {"table": new, "link": f"/table/{new}"}

    return router


async def _compressed(request: Request, data: bytes) -> Response:
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type="application/json")
    small = await asyncio.to_thread(gzip.compress, data, COMPRESSED)
    return Response(small, media_type="application/json", headers={"content-encoding": "gzip"})

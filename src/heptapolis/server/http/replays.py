"""Replays and analyses of finished games (``/api/tables/{table}/...``) and of other records (``/api/replays``)."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.messages import study_answers as answers
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.messages.http_answers import NewTableAnswer
from heptapolis.server.messages.words import Language
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
    analyses = context.analyses
    limits = context.security.limits

    async def owner(request: Request) -> str:
        """Whose work it is: the person's, or that of the address of an anonymous visitor."""
        person = await context.person(request)
        return address(request.scope) if person is None else person.id

    @router.get("/tables/{table}/replay", response_model=answers.Replay)
    async def replay_of_table(request: Request, table: TableId, seat: SeatOf = 0) -> Response:
        """A finished game moment by moment, as one of its seats saw it."""
        await limits.check("replay", address(request.scope))
        await context.check_spoilers(request, table)
        return await _compressed(request, await replays.of_table(table, seat))

    @router.post("/replays", response_model=answers.Replay)
    async def replay_of_record(request: Request, body: bodies.RecordBody) -> Response:
        """A record from elsewhere moment by moment; nothing of it is kept."""
        await limits.check("replay", address(request.scope))
        return await _compressed(request, await replays.of_text(body.record, body.seat))

    @router.post("/tables/{table}/continue")
    async def continue_table(request: Request, table: TableId, body: bodies.ContinueBody) -> NewTableAnswer:
        """Play on from a moment of a finished game, at a new private table with bots."""
        person = await context.require_person(request)
        await limits.check("table", person.id)
        await context.check_spoilers(request, table)
        new = await replays.continue_table(person, table, body)
        return {"table": new, "link": f"/table/{new}"}

    @router.post("/replays/continue")
    async def continue_record(request: Request, body: bodies.ContinueRecordBody) -> NewTableAnswer:
        """Play on from a moment of a record from elsewhere."""
        person = await context.require_person(request)
        await limits.check("table", person.id)
        new = await replays.continue_text(person, body.record, body)
        return {"table": new, "link": f"/table/{new}"}

    @router.get("/tables/{table}/analysis", response_model=answers.AnalysisAnswer)
    async def analysis_of_table(request: Request, table: TableId, language: Language = "en") -> Response:
        """The analysis of a finished game, or how far it has come."""
        await context.check_spoilers(request, table)
        return await _compressed(request, await analyses.of_table(table, language))

    @router.post("/tables/{table}/analysis", response_model=answers.AnalysisAnswer)
    async def analyse_table(request: Request, table: TableId, language: Language = "en") -> Response:
        """Start the analysis of a finished game, unless the present sage has made one."""
        await context.check_spoilers(request, table)
        return await _compressed(request, await analyses.start_table(table, await owner(request), language))

    @router.post("/tables/{table}/analysis/look", response_model=answers.LookAnswer)
    async def look_at_table(
        request: Request, table: TableId, body: bodies.LookBody, language: Language = "en"
    ) -> Response:
        """A deeper look at one decision of a finished game."""
        person = await owner(request)
        await limits.check("look", person)
        await context.check_spoilers(request, table)
        return await _compressed(request, await analyses.look_table(table, person, body, language))

    @router.post("/replays/analysis", response_model=answers.AnalysisAnswer)
    async def analyse_record(request: Request, body: bodies.AnalyseRecordBody, language: Language = "en") -> Response:
        """Start the analysis of a record from elsewhere, or ask how far it has come; it is kept for minutes only."""
        return await _compressed(request, await analyses.of_text(body.record, await owner(request), language))

    @router.post("/replays/look", response_model=answers.LookAnswer)
    async def look_at_record(request: Request, body: bodies.LookRecordBody, language: Language = "en") -> Response:
        """A deeper look at one decision of a record from elsewhere."""
        person = await owner(request)
        await limits.check("look", person)
        return await _compressed(request, await analyses.look_text(body.record, person, body, language))

    return router


async def _compressed(request: Request, data: bytes) -> Response:
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type="application/json")
    small = await asyncio.to_thread(gzip.compress, data, COMPRESSED)
    return Response(small, media_type="application/json", headers={"content-encoding": "gzip"})

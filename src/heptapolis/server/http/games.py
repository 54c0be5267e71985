"""``/api/tables/{table}/game`` and ``/record``: finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from fastapi import APIRouter, Request, Response

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.tables import finished

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context
    from heptapolis.server.tables.state import TableState


def game_routes(context: Context) -> APIRouter:
    """Routes for finished games."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["tables"])

    async def finished_state(request: Request, table: str) -> TableState:
        """The last state of a finished game; the names of its players are loaded."""
        state = (await context.registry.room(table)).state
        finished.must_be_over(state)
        await context.check_spoilers(request, table)
        await context.people.many(state.names_needed)
        return state

    @router.get("/tables/{table}/game", response_model=answers.FinishedGame)
    async def game(request: Request, table: TableId) -> Response:
        """A finished game: scores, where the points came from, buried cards, the last position."""
        page = finished.game_page(await finished_state(request, table), context.serializer)
        return Response(orjson.dumps(page), media_type="application/json")

    @router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
    async def record(request: Request, table: TableId) -> Response:
        """The record of a finished game."""
        text = str(finished.finished_record(await finished_state(request, table), context.people))
        headers = {"content-disposition": f'attachment; filename="heptapolis-{table}.txt"'}
        return Response(text, media_type="text/plain", headers=headers)

    return router

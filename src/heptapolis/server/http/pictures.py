"""``/api/picture`` and ``/api/tables/{table}/picture``: the pictures of links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.messages.words import Language

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context

PNG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/png": {}}}}
KEPT: Final = {"cache-control": "public, max-age=300"}
"""A table's picture changes when its game begins and ends."""

MomentOf = Annotated[int, Query(ge=0, le=999)]
SeatOf = Annotated[int, Query(ge=0, le=7)]


def picture_routes(context: Context) -> APIRouter:
    """Routes for pictures of links."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["pictures"])
    limits = context.security.limits

    @router.get("/picture", response_class=Response, responses=PNG)
    async def picture(request: Request, language: Language = "en") -> Response:
        """The picture of a link that belongs to no table."""
        await limits.check("picture", address(request.scope))
        return Response(await context.links.picture(None, None, 0, language), media_type="image/png", headers=KEPT)

    @router.get("/tables/{table}/picture", response_class=Response, responses=PNG)
    async def picture_of_table(
        request: Request, table: TableId, moment: MomentOf | None = None, seat: SeatOf = 0, language: Language = "en"
    ) -> Response:
        """The picture of a link to a table, to a finished game, or to a moment of its replay."""
        await limits.check("picture", address(request.scope))
        drawn = await context.links.picture(table, moment, seat, language)
        return Response(drawn, media_type="image/png", headers=KEPT)

    return router

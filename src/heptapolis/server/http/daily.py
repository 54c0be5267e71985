"""``/api/daily``: the daily deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query, Request

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address
from heptapolis.server.messages import daily_answers as answers
from heptapolis.server.messages.http_answers import NewTableAnswer

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context

Day = Annotated[str, Path(pattern=r"^\d{4}-\d\d-\d\d$")]
Month = Annotated[str, Query(pattern=r"^\d{4}-\d\d$")]


def daily_routes(context: Context) -> APIRouter:
    """Routes for the daily deal."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["daily"])
    daily = context.daily
    limits = context.security.limits

    @router.get("/daily")
    async def today(request: Request) -> answers.DailyDay:
        """The deal of today: what is played, my game, and all results once I have played it."""
        await limits.check("daily", address(request.scope))
        return await daily.page(None, await context.person(request))

    @router.post("/daily")
    async def play(request: Request) -> NewTableAnswer:
        """Play the deal of today, or go on with it. Each person plays it once."""
        person = await context.require_person(request)
        await limits.check("table", person.id)
        table = await daily.start(person)
        return {"table": table, "link": f"/table/{table}"}

    @router.get("/daily/month")
    async def month(request: Request, month: Month) -> answers.DailyMonth:
        """My results of a month, and the best ones."""
        await limits.check("daily", address(request.scope))
        return await daily.month(month, await context.person(request))

    @router.get("/daily/{day}")
    async def day(request: Request, day: Day) -> answers.DailyDay:
        """The deal of a day, with its secret once the day is over."""
        await limits.check("daily", address(request.scope))
        return await daily.page(day, await context.person(request))

    return router

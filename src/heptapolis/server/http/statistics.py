"""``/api/statistics`` and the profiles of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from heptapolis.server.errors import Refused
from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.messages import rating_answers as ratings
from heptapolis.server.messages import statistics_answers as answers
from heptapolis.server.messages.client_messages import PersonId, TableId
from heptapolis.server.messages.words import GamesFilter, RatingKind
from heptapolis.server.statistics.export import exported_games
from heptapolis.server.statistics.summing import DAY
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context
    from heptapolis.server.people.people import Person

Days = Annotated[int, Query(ge=0, le=bodies.LONGEST_DAYS)]
"""Games of the last days only; 0: of all time."""


def statistics_routes(context: Context) -> APIRouter:
    """Routes for statistics."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["statistics"])
    statistics = context.statistics
    limits = context.security.limits

    @router.get("/statistics")
    async def host(request: Request) -> answers.HostStatistics:
        """The games at the public tables of this server."""
        await limits.check("statistics", address(request.scope))
        return await statistics.host()

    @router.get("/me/profile")
    async def own_profile(request: Request, only: GamesFilter = "all", days: Days = 0) -> answers.Profile:
        """My games in numbers: all, or only some, or only of the last days."""
        person = await context.require_person(request)
        await limits.check("statistics", address(request.scope))
        return await statistics.profile(person, person, only, _since(days))

    @router.get("/me/profile/games")
    async def own_games(request: Request, asked: Annotated[bodies.GamesQuery, Query()]) -> answers.GamesBehind:
        """My games behind a number of the profile."""
        person = await context.require_person(request)
        await limits.check("statistics", address(request.scope))
        which = (asked.only, _since(asked.days))
        return await statistics.games_behind(person, person, which, asked.topic, asked.key, asked.skip)

    @router.get("/me/games.zip", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
    async def export(request: Request) -> Response:
        """All my finished games: a list as JSON, and each record as text and as JSON."""
        person = await context.require_person(request)
        await limits.check("export", person.id)
        headers = {"content-disposition": 'attachment; filename="heptapolis-games.zip"'}
        games = exported_games(context.store, context.people, person)
        return StreamingResponse(games, media_type="application/zip", headers=headers)

    @router.post("/me/profile")
    async def choose(request: Request, body: bodies.ProfileBody) -> answers.ProfileChoice:
        """Choose what others may see of me. Only an account can be seen."""
        person = await context.require_person(request)
        await limits.check("statistics", address(request.scope))
        return await statistics.choose(person, body.shown, body.listed)

    @router.get("/people/{person}/profile")
    async def profile(request: Request, person: PersonId, only: GamesFilter = "all", days: Days = 0) -> answers.Profile:
        """The games of a person at public tables in numbers, if the person shows them."""
        await limits.check("statistics", address(request.scope))
        found = await _known(person)
        return await statistics.profile(found, await context.person(request), only, _since(days))

    @router.get("/people/{person}/profile/games")
    async def games(
        request: Request, person: PersonId, asked: Annotated[bodies.GamesQuery, Query()]
    ) -> answers.GamesBehind:
        """The games of a person at public tables behind a number of the profile, if the person shows it."""
        await limits.check("statistics", address(request.scope))
        found, viewer = await _known(person), await context.person(request)
        which = (asked.only, _since(asked.days))
        return await statistics.games_behind(found, viewer, which, asked.topic, asked.key, asked.skip)

    @router.get("/leaderboard")
    async def leaderboard(request: Request, kind: RatingKind = "base") -> ratings.Leaderboard:
        """The people who want to be listed, by rating."""
        await limits.check("statistics", address(request.scope))
        return await context.ratings.leaderboard(kind, await context.person(request))

    @router.get("/tables/{table}/ratings")
    async def game_ratings(request: Request, table: TableId) -> ratings.GameRatings:
        """Whether a finished game is rated, and what it changed."""
        await limits.check("statistics", address(request.scope))
        return await context.ratings.of_game(table, await context.person(request))

    async def _known(person: str) -> Person:
        found = await context.people.get(person)
        if found is None:
            raise Refused("profile/unknown")
        return found

    return router


def _since(days: int) -> int:
    return now_ms() - days * DAY if days else 0

"""What the routes share: the parts of the server that they use, and who sends a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import Query, Request, Response

from heptapolis.server.daily.secrecy import check_spoilers
from heptapolis.server.errors import Refused
from heptapolis.server.http.security import cookie_of
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.people.people import COOKIE, COOKIE_SECONDS, Person

if TYPE_CHECKING:
    from heptapolis.server.admin.acts import Acts
    from heptapolis.server.admin.reports import Reports
    from heptapolis.server.admin.roles import Roles
    from heptapolis.server.admin.usage import Usage
    from heptapolis.server.daily.deals import DailyDeals
    from heptapolis.server.http.security import Security
    from heptapolis.server.operations.metrics import Metrics
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.people.accounts import Accounts
    from heptapolis.server.people.people import People
    from heptapolis.server.people.sessions import Sessions
    from heptapolis.server.push.calls import TurnCalls
    from heptapolis.server.ratings.pages import Ratings
    from heptapolis.server.realtime.invitations import Invitations
    from heptapolis.server.realtime.sockets import Sockets
    from heptapolis.server.share.links import Links
    from heptapolis.server.statistics.pages import Statistics
    from heptapolis.server.storage.store import Store
    from heptapolis.server.storage.writer import Writer
    from heptapolis.server.study.analyses import Analyses
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.serializers import TableSerializer
    from heptapolis.server.tasks import BackgroundTasks

STATUSES: Final = (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {status: {"model": answers.ErrorAnswer} for status in STATUSES}
"""The error responses of every route, for the OpenAPI document."""

Milliseconds = Annotated[int, Query(ge=0, le=2**53)]


@dataclass(frozen=True, slots=True)
class AdminTools:
    """What the routes of admins use."""

    acts: Acts
    roles: Roles
    reports: Reports
    usage: Usage
    sockets: Sockets

    async def follow(self) -> None:
        """Lets this process do at once what it would do within a second."""
        await self.sockets.follow()


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of the server that routes use."""

    settings: Settings
    security: Security
    metrics: Metrics
    people: People
    sessions: Sessions
    accounts: Accounts
    store: Store
    writer: Writer
    registry: Registry
    serializer: TableSerializer
    analyses: Analyses
    statistics: Statistics
    admin: AdminTools
    daily: DailyDeals
    invitations: Invitations
    tasks: BackgroundTasks
    ratings: Ratings
    calls: TurnCalls
    links: Links

    async def person(self, request: Request, *, even_banned: bool = False) -> Person | None:
        """The person who sends a request; None for an anonymous visitor.

        Raises:
            Refused: ``person/banned``, unless it is about what a banned person may still do.
        """
        headers = dict(request.scope["headers"])
        person = await (self.security.who_even_banned if even_banned else self.security.who)(headers)
        cookie = cookie_of(headers)
        if person is not None and cookie is not None and b"authorization" not in headers:
            await self.sessions.seen(cookie, person, headers.get(b"user-agent", b"").decode("latin-1"))
        return person

    async def require_person(self, request: Request, *, even_banned: bool = False) -> Person:
        """The person who sends a request.

        Raises:
            Refused: ``person/needed`` for an anonymous visitor.
        """
        person = await self.person(request, even_banned=even_banned)
        if person is None:
            raise Refused("person/needed")
        return person

    async def check_spoilers(self, request: Request, table: str) -> None:
        """Refuses to show a game of today's daily deal to somebody who has not played it.

        Raises:
            Refused: ``daily/secret``, or ``table/unknown``.
        """
        state = (await self.registry.room(table)).state
        if state.daily is not None:
            person = await self.person(request)
            await check_spoilers(self.store.engine, state, person.id if person is not None else None)

    async def log_in(self, request: Request, response: Response, person: Person) -> answers.Me:
        """Sets the cookie that names a person."""
        cookie = self.people.cookie(person)
        await self.sessions.seen(cookie, person, request.headers.get("user-agent", ""))
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure_cookies,
            path="/",
        )
        return self.me(person)

    def me(self, person: Person | None) -> answers.Me:
        """A person, as the client reads it."""
        if person is None:
            return {"person": None, "account": None, "admin": False, "banned_until": None}
        return {
            "person": person.as_dict(),
            "account": person.account,
            "admin": person.id in self.people.admins,
            "banned_until": self.security.moderation.banned_until(person.id),
        }

"""What the routes share: the parts of the server that they use, and who sends a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import Query, Request, Response

from heptapolis.server.errors import Refused
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.people.people import COOKIE, COOKIE_SECONDS, Person

if TYPE_CHECKING:
    from heptapolis.server.http.security import Security
    from heptapolis.server.operations.metrics import Metrics
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.people.people import People
    from heptapolis.server.storage.store import Store
    from heptapolis.server.storage.writer import Writer
    from heptapolis.server.study.analyses import Analyses
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.serializers import TableSerializer

STATUSES: Final = (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {status: {"model": answers.ErrorAnswer} for status in STATUSES}
"""The error responses of every route, for the OpenAPI document."""

Milliseconds = Annotated[int, Query(ge=0, le=2**53)]


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of the server that routes use."""

    settings: Settings
    security: Security
    metrics: Metrics
    people: People
    store: Store
    writer: Writer
    registry: Registry
    serializer: TableSerializer
    analyses: Analyses

    async def person(self, request: Request) -> Person | None:
        """The person who sends a request; None for an anonymous visitor."""
        return await self.security.who(dict(request.scope["headers"]))

    async def require_person(self, request: Request) -> Person:
        """The person who sends a request.

        Raises:
            Refused: ``person/needed`` for an anonymous visitor.
        """
        person = await self.person(request)
        if person is None:
            raise Refused("person/needed")
        return person

    def log_in(self, response: Response, person: Person) -> answers.Me:
        """Sets the cookie that names a person."""
        response.set_cookie(
            COOKIE,
            self.people.cookie(person),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure_cookies,
            path="/",
        )
        return me(person)


def me(person: Person | None) -> answers.Me:
    """A person, as the client reads it."""
    if person is None:
        return {"person": None, "account": None}
    return {"person": person.as_dict(), "account": person.account}

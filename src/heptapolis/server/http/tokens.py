"""``/api/tokens``: tokens with which a person's programs log in; ``/api/programs``: those that can be invited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context


def token_routes(context: Context) -> APIRouter:
    """Routes for tokens."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["people"])
    people = context.people

    @router.get("/tokens")
    async def tokens(request: Request) -> list[answers.Token]:
        """My tokens, without their secrets."""
        return await people.tokens_of(await context.require_person(request))

    @router.post("/tokens")
    async def new_token(request: Request, body: bodies.TokenBody) -> answers.Token:
        """Create a token for a program of mine; its secret is shown only once."""
        person = await context.require_person(request)
        await context.security.limits.check("token", person.id)
        return await people.new_token(person, body.name)

    @router.delete("/tokens/{token}", status_code=204)
    async def delete_token(request: Request, token: str) -> None:
        """Revoke a token."""
        await people.delete_token(await context.require_person(request), token)

    @router.get("/programs")
    async def waiting_programs(request: Request) -> answers.ProgramList:
        """The programs that wait to be invited to a table."""
        await context.require_person(request)
        return {"programs": await context.invitations.names()}

    return router

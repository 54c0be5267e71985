"""``/api/me/...`` and ``/api/password/...``: sessions, e-mail address, forgotten passwords, export."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from heptapolis.server.errors import Refused
from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address, cookie_of
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.messages.admin_requests import RowId
from heptapolis.server.people.export import export
from heptapolis.server.people.people import session_of

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context
    from heptapolis.server.people.people import Person


def account_routes(context: Context) -> APIRouter:
    """Routes for the owner of an account."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["people"])
    accounts, sessions, limits = context.accounts, context.sessions, context.security.limits

    async def owner(request: Request) -> Person:
        """The person who sends a request, in a browser; a token is not enough."""
        if "authorization" in request.headers:
            raise Refused("person/account")
        return await context.require_person(request, even_banned=True)

    async def sessions_of(request: Request, person: Person) -> list[answers.Session]:
        cookie = cookie_of(dict(request.scope["headers"]))
        mine = session_of(cookie) if cookie is not None else None
        return [
            {"id": row.id, "current": row.id == mine, "created": row.created, "seen": row.seen, "agent": row.agent}
            for row in await sessions.of(person.id)
        ]

    @router.get("/me/account")
    async def details(request: Request) -> answers.AccountDetails:
        """What only I see of my account."""
        person = await owner(request)
        return {
            "email": await accounts.email(person.id),
            "mail": accounts.mail.possible,
            "deletion": await accounts.deletion(person.id),
        }

    @router.get("/me/sessions")
    async def my_sessions(request: Request) -> list[answers.Session]:
        """The browsers in which my account is logged in."""
        return await sessions_of(request, await owner(request))

    @router.post("/me/sessions/{session}/end", status_code=204)
    async def end_session(request: Request, session: RowId) -> None:
        """Log one browser out."""
        await sessions.end((await owner(request)).id, session)

    @router.post("/me/end-other-sessions", status_code=204)
    async def end_other_sessions(request: Request) -> None:
        """Log all other browsers out."""
        person = await owner(request)
        cookie = cookie_of(dict(request.scope["headers"]))
        await sessions.end_others(person.id, session_of(cookie) if cookie is not None else None)

    @router.post("/me/email", status_code=204)
    async def email(request: Request, body: bodies.EmailBody) -> None:
        """Set or remove the address for password resets."""
        person = await owner(request)
        await limits.check("login", address(request.scope))
        if person.account is None:
            raise Refused("person/account")
        if not accounts.mail.possible:
            raise Refused("mail/none")
        await context.people.log_in(person.account, body.password)
        await accounts.set_email(person.id, body.email)

    @router.post("/password/forgotten", status_code=204)
    async def forgotten(request: Request, body: bodies.ForgottenBody) -> None:
        """Send a link for a new password to the address of an account; the answer does not tell whether it has one."""
        await limits.check("reset", address(request.scope))
        await limits.check("reset-account", body.account.lower())
        if not accounts.mail.possible:
            raise Refused("mail/none")
        # Not awaited: the time of the answer would tell whether there is such an account.
        context.tasks.start(accounts.begin_reset(body.account, body.language))

    @router.post("/password/reset", status_code=204)
    async def reset(request: Request, body: bodies.ResetBody) -> None:
        """Set a new password with the secret of the link; all browsers are logged out."""
        await limits.check("reset", address(request.scope))
        await accounts.finish_reset(body.secret, body.new_password)

    @router.get("/me/export")
    async def my_data(request: Request) -> answers.Export:
        """Everything that the server knows about me."""
        person = await owner(request)
        await limits.check("export", person.id)
        return await export(person, await sessions_of(request, person), accounts, context.people, context.store)

    @router.post("/me/keep", status_code=204)
    async def keep(request: Request) -> None:
        """Cancel the deletion of my account."""
        await accounts.cancel_deletion((await owner(request)).id)

    return router

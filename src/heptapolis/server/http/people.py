"""``/api/guest``, ``/api/login``, ``/api/me``: guests and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from heptapolis.server.errors import Refused
from heptapolis.server.http.context import RESPONSES
from heptapolis.server.http.security import address, cookie_of
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.people.people import COOKIE

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context


def people_routes(context: Context) -> APIRouter:
    """Routes for guests and accounts."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["people"])
    people = context.people
    limits = context.security.limits

    @router.get("/me")
    async def who_am_i(request: Request) -> answers.Me:
        """Who you are logged in as."""
        return context.me(await context.person(request, even_banned=True))

    @router.post("/guest")
    async def guest(request: Request, body: bodies.GuestBody, response: Response) -> answers.Me:
        """Log in as a guest with a nickname, or change the nickname."""
        person = await context.person(request)
        if person is None:
            await limits.check("guest", address(request.scope))
            return await context.log_in(request, response, await people.new(body.name))
        return context.me(await people.rename(person, body.name))

    @router.post("/register")
    async def register(request: Request, body: bodies.AccountBody, response: Response) -> answers.Me:
        """Create an account; a guest keeps seats and games."""
        await limits.check("register", address(request.scope))
        person = await context.person(request) or await people.new(body.account)
        return await context.log_in(request, response, await people.register(person, body.account, body.password))

    @router.post("/login")
    async def login(request: Request, body: bodies.AccountBody, response: Response) -> answers.Me:
        """Log in with an account."""
        await limits.check("login", address(request.scope))
        # Not by account alone: anybody could lock its owner out.
        await limits.check("login-account", f"{body.account.lower()} {address(request.scope)}")
        return await context.log_in(request, response, await people.log_in(body.account, body.password))

    @router.post("/logout")
    async def logout(request: Request, response: Response) -> answers.Me:
        """Log out in this browser; its cookie is void from now on."""
        cookie = cookie_of(dict(request.scope["headers"]))
        if cookie is not None:
            await people.log_out(cookie)
        response.delete_cookie(COOKIE, path="/")
        return context.me(None)

    @router.post("/me/password")
    async def password(request: Request, body: bodies.PasswordBody, response: Response) -> answers.Me:
        """Change the password; other devices are logged out."""
        person = await context.require_person(request)
        await limits.check("login", address(request.scope))
        if person.account is None:
            raise Refused("person/account")
        await people.log_in(person.account, body.password)
        if body.new_password is None:
            return context.me(person)
        return await context.log_in(request, response, await people.set_password(person, body.new_password))

    @router.post("/me/delete")
    async def delete(request: Request, body: bodies.ConfirmBody, response: Response) -> answers.Me:
        """Delete everything about me; bots take my seats. An account can be kept until some days later."""
        person = await context.require_person(request, even_banned=True)
        if person.account is not None:
            await limits.check("login", address(request.scope))
            await people.log_in(person.account, body.password or "")
            if context.settings.deletion_days:
                await context.accounts.schedule_deletion(person, context.settings.deletion_days)
                return context.me(person)
        await context.registry.forget(person)
        response.delete_cookie(COOKIE, path="/")
        return context.me(None)

    return router

"""``/api/push``: be told when it is my turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from heptapolis.server.http.context import RESPONSES
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context


def push_routes(context: Context) -> APIRouter:
    """Routes for Web Push."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["push"])
    calls = context.calls

    @router.get("/push")
    async def key() -> answers.PushKey:
        """The key with which a browser subscribes."""
        return {"key": calls.public_key}

    @router.post("/push")
    async def subscribe(request: Request, body: bodies.SubscriptionBody) -> answers.PushAnswer:
        """Have this browser told when it is my turn."""
        person = await context.require_person(request)
        await context.security.limits.check("push", person.id)
        await calls.subscribe(person, body)
        return {"subscribed": True}

    @router.post("/push/remove")
    async def unsubscribe(request: Request, body: bodies.UnsubscribeBody) -> answers.PushAnswer:
        """Have this browser told nothing any more."""
        await calls.unsubscribe(await context.require_person(request), body.endpoint)
        return {"subscribed": False}

    return router

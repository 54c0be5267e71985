"""The HTTP application: all routes, and the responses to errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from structlog.contextvars import get_contextvars

import heptapolis
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.http.accounts import account_routes
from heptapolis.server.http.admin import admin_routes
from heptapolis.server.http.client_files import add_client_files
from heptapolis.server.http.daily import daily_routes
from heptapolis.server.http.games import game_routes
from heptapolis.server.http.monitoring import monitoring_routes
from heptapolis.server.http.people import people_routes
from heptapolis.server.http.pictures import picture_routes
from heptapolis.server.http.push import push_routes
from heptapolis.server.http.replays import replay_routes
from heptapolis.server.http.reports import report_routes
from heptapolis.server.http.rulebooks import rulebook_routes
from heptapolis.server.http.statistics import statistics_routes
from heptapolis.server.http.tables import table_routes
from heptapolis.server.http.tokens import token_routes

if TYPE_CHECKING:
    from heptapolis.server.http.context import Context


def make_app(context: Context) -> FastAPI:
    """The HTTP application of one server."""
    app = FastAPI(
        title="Heptapolis",
        version=heptapolis.__version__,
        description="Tables for people and bots. What happens at a table goes over the WebSocket `/api/ws`.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
    )
    for routes in (
        people_routes,
        account_routes,
        token_routes,
        table_routes,
        game_routes,
        replay_routes,
        statistics_routes,
        report_routes,
        admin_routes,
        daily_routes,
        push_routes,
        picture_routes,
        rulebook_routes,
        monitoring_routes,
    ):
        app.include_router(routes(context))
    add_client_files(app, context.links, context.settings.language)
    app.add_exception_handler(Exception, _internal_error)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(StorageAway, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused), "registered for Refused"
    headers = {"retry-after": str(error.params.get("seconds", 1))} if error.status == 429 else {}
    body = orjson.dumps({"code": error.code, "params": error.params})
    return Response(body, error.status, headers, "application/json")


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError), "registered for RequestValidationError"
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return await _refused(request, Refused("message/unreadable"))
    field = ".".join(str(part) for part in first["loc"])
    return await _refused(request, Refused("message/invalid", field=field[:80], why=str(first["type"])))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "registered for HTTPException"
    code = {404: "request/path", 405: "request/method"}.get(error.status_code, "message/unreadable")
    response = await _refused(request, Refused(code))
    response.headers.update(error.headers or {})
    return response


async def _internal_error(request: Request, error: Exception) -> Response:
    # The middleware logs the error under this id. Without this handler the client would get plain text.
    return await _refused(request, Refused("server/internal", request=get_contextvars().get("request", "")))

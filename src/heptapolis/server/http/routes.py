"""The HTTP interface: people, tables, lists, books, and the client's files."""

from __future__ import annotations

import hashlib
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import orjson
from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from structlog import get_logger
from structlog.contextvars import get_contextvars

import heptapolis
from heptapolis.engine import InvalidOptions, rules_for
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.http import rulebooks
from heptapolis.server.http.security import Security, address
from heptapolis.server.messages import http_answers as answers
from heptapolis.server.messages import http_requests as bodies
from heptapolis.server.messages.client_messages import TableId
from heptapolis.server.messages.words import Edition, Expansion, Status
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.operations.settings import LOOPBACK
from heptapolis.server.people.people import COOKIE, COOKIE_SECONDS, Person
from heptapolis.server.storage.store import PAGE
from heptapolis.server.tables import finished
from heptapolis.server.tables.options import stored_options

if TYPE_CHECKING:
    from heptapolis.server.messages.parts import ListedSeat
    from heptapolis.server.operations.metrics import Metrics
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.serializers import StoredSummary

LOG: Final = get_logger("heptapolis.http")
STATIC: Final = Path(__file__).parent.parent / "static"
STATUSES: Final = (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {status: {"model": answers.ErrorAnswer} for status in STATUSES}
NO_CLIENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Heptapolis</title>
<h1>Heptapolis</h1><p>The server runs, but the browser client is not built here. In a check-out of the project,
<code>make play</code> builds it and starts the server again.</p></html>"""

# Names of types are read when routes are made, so they must be there at run time.
Time = Annotated[int, Query(ge=0, le=2**53)]


class Web:
    """The routes of one server."""

    def __init__(self, registry: Registry, security: Security, metrics: Metrics) -> None:
        """What the routes use."""
        self.security = security
        self.registry = registry
        self.metrics = metrics

    async def who(self, request: Request) -> Person | None:
        """Who asks."""
        return await self.security.who(dict(request.scope["headers"]))

    async def somebody(self, request: Request) -> Person:
        """Who asks; refused without a name."""
        person = await self.who(request)
        if person is None:
            raise Refused("person/needed")
        return person

    def set_cookie(self, response: Response, person: Person) -> answers.Me:
        """Gives somebody the cookie."""
        response.set_cookie(
            COOKIE,
            self.registry.people.cookie(person),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self.registry.settings.secure_cookies,
            path="/",
        )
        return me(person)

    async def listed(self, rows: list[tuple[str, StoredSummary]], person: Person | None) -> answers.TableList:
        """Rows of tables as a list with names; a table whose options cannot be read is left out."""
        ids = {seat["person"] for _, row in rows for seat in row["seats"] if seat["person"] is not None}
        await self.registry.people.many(ids)
        tables: list[answers.TableSummary] = []
        for table, row in rows[:PAGE]:
            try:
                tables.append(self.summary(table, row, person))
            except Refused as refused:
                LOG.warning("table_unreadable", table=table_mark(table), **refused.params)
        return {"tables": tables, "more": len(rows) > PAGE}

    def summary(self, table: str, row: StoredSummary, person: Person | None) -> answers.TableSummary:
        """One table of a list; a table that is open here is shown as it is this moment.

        Raises:
            Refused: ``table/unreadable``.
        """
        room = self.registry.rooms.get(table)
        row = self.registry.shown.summary(room.state) if room is not None else row
        you = next((seat["seat"] for seat in row["seats"] if person is not None and seat["person"] == person.id), None)
        seats: list[ListedSeat] = [
            {
                "seat": seat["seat"],
                "bot": seat["bot"],
                "person": self.registry.people.known(seat["person"]) if seat["person"] is not None else None,
            }
            for seat in row["seats"]
        ]
        return {
            "table": table,
            "link": f"/table/{table}",
            "status": row["status"],
            "options": stored_options(row["options"]),
            "host": row["host"],
            "seats": seats,
            "free": sum(1 for seat in seats if seat["person"] is None and seat["bot"] is None),
            "age": row.get("age"),
            "created": row["created"],
            "changed": row["changed"],
            "you": you,
            "your_turn": you is not None and you in row.get("waiting", ()),
            "ended": row.get("ended"),
            "winners": row.get("winners"),
            "totals": row.get("totals"),
        }


def me(person: Person | None) -> answers.Me:
    """Who somebody is, as the client is told."""
    if person is None:
        return {"person": None, "account": None}
    return {"person": person.as_dict(), "account": person.account}


def people_routes(web: Web) -> APIRouter:
    """Guests, accounts, programs."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["people"])
    people = web.registry.people
    limits = web.security.limits

    @router.get("/me")
    async def who_am_i(request: Request) -> answers.Me:
        """Who the server thinks you are."""
        return me(await web.who(request))

    @router.post("/guest")
    async def guest(request: Request, body: bodies.GuestBody, response: Response) -> answers.Me:
        """Come in with a nickname, or change it."""
        person = await web.who(request)
        if person is None:
            await limits.check("guest", address(request.scope))
            return web.set_cookie(response, await people.new(body.name))
        return me(await people.rename(person, body.name))

    @router.post("/register")
    async def register(request: Request, body: bodies.AccountBody, response: Response) -> answers.Me:
        """Turn into an account; seats and history stay."""
        await limits.check("register", address(request.scope))
        person = await web.who(request) or await people.new(body.account)
        return web.set_cookie(response, await people.register(person, body.account, body.password))

    @router.post("/login")
    async def login(request: Request, body: bodies.AccountBody, response: Response) -> answers.Me:
        """Come in with an account."""
        await limits.check("login", address(request.scope))
        await limits.check("login-account", body.account.lower())
        return web.set_cookie(response, await people.log_in(body.account, body.password))

    @router.post("/logout")
    async def logout(response: Response) -> answers.Me:
        """Forget who this browser is."""
        response.delete_cookie(COOKIE, path="/")
        return me(None)

    @router.post("/me/password")
    async def password(request: Request, body: bodies.PasswordBody, response: Response) -> answers.Me:
        """Change the password; other devices are logged out."""
        person = await web.somebody(request)
        await limits.check("login", address(request.scope))
        if person.account is None:
            raise Refused("person/account")
        await people.log_in(person.account, body.password)
        if body.new_password is None:
            return me(person)
        return web.set_cookie(response, await people.set_password(person, body.new_password))

    @router.post("/me/delete")
    async def delete(request: Request, body: bodies.ConfirmBody, response: Response) -> answers.Me:
        """Forget everything about me; my seats go to bots."""
        person = await web.somebody(request)
        if person.account is not None:
            await limits.check("login", address(request.scope))
            await people.log_in(person.account, body.password or "")
        await web.registry.forget(person)
        response.delete_cookie(COOKIE, path="/")
        return me(None)

    @router.get("/me/games")
    async def my_games(request: Request, status: Status | None = None, before: Time | None = None) -> answers.TableList:
        """Tables at which I sit or sat."""
        person = await web.somebody(request)
        return await web.listed(await web.registry.store.tables_of(person.id, status, before), person)

    @router.get("/tokens")
    async def tokens(request: Request) -> list[answers.Token]:
        """Tokens of my programs."""
        return await people.tokens_of(await web.somebody(request))

    @router.post("/tokens")
    async def new_token(request: Request, body: bodies.TokenBody) -> answers.Token:
        """A token for a program of mine; its secret is shown this once."""
        person = await web.somebody(request)
        await limits.check("token", person.id)
        return await people.new_token(person, body.name)

    @router.delete("/tokens/{token}", status_code=204)
    async def delete_token(request: Request, token: str) -> None:
        """Make a token void."""
        await people.delete_token(await web.somebody(request), token)

    return router


def table_routes(web: Web) -> APIRouter:
    """Tables, lists, finished games, rulebooks."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["tables"])
    registry = web.registry

    @router.get("/tables")
    async def tables(
        request: Request, status: Literal["open", "playing"] = "open", before: Time | None = None
    ) -> answers.TableList:
        """Public tables."""
        return await web.listed(await registry.store.public_tables(status, before), await web.who(request))

    @router.post("/tables")
    async def new_table(request: Request, body: bodies.NewTable) -> answers.NewTableAnswer:
        """Open a table."""
        person = await web.somebody(request)
        await web.security.limits.check("table", person.id)
        table = await registry.new_table(person, body)
        return {"table": table, "link": f"/table/{table}"}

    @router.get("/tables/{table}")
    async def table_summary(request: Request, table: TableId) -> answers.TableSummary:
        """One table, for somebody who has its link."""
        room = await registry.room(table)
        return web.summary(table, registry.shown.summary(room.state), await web.who(request))

    @router.get("/tables/{table}/game", response_model=answers.FinishedGame)
    async def game(table: TableId) -> Response:
        """A finished game: scores, breakdown, buried cards, the last position."""
        return Response(orjson.dumps(await finished.game_page(registry, table)), media_type="application/json")

    @router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
    async def record(table: TableId) -> Response:
        """The record of a finished game."""
        headers = {"content-disposition": f'attachment; filename="heptapolis-{table}.txt"'}
        return Response(await finished.game_record(registry, table), media_type="text/plain", headers=headers)

    @router.get("/rulebook", response_model=answers.RulebookData)
    async def rulebook(
        request: Request,
        edition: Edition = "first",
        expansions: Annotated[list[Expansion], Query(max_length=8)] = [],  # noqa: B006  FastAPI copies it
        language: Literal["en", "fr", "nl", "de", "da"] = "en",
    ) -> Response:
        """Everything printed, with names and explanations in a language."""
        try:
            boxes = rules_for(edition, expansions).key[1]
        except InvalidOptions as error:
            raise Refused("options/combination", why=error.code) from None
        data = orjson.dumps(rulebooks.rulebook_data(edition, boxes, language))
        mark = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        headers = {"etag": mark, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type="application/json", headers=headers)

    @router.get("/choices", response_model=answers.Choices)
    async def choices() -> Response:
        """What a new table can choose from."""
        return Response(orjson.dumps(rulebooks.choices(registry.settings.grace_seconds)), media_type="application/json")

    return router


def operation_routes(web: Web) -> APIRouter:
    """For those who run the server."""
    router = APIRouter(tags=["operation"], include_in_schema=False)

    @router.get("/healthz")
    async def healthz() -> Response:
        """The process lives."""
        return Response(b"ok\n", media_type="text/plain")

    @router.get("/readyz")
    async def readyz() -> Response:
        """The process can serve: the database answers and no restart is under way."""
        if web.registry.closing:
            raise Refused("server/closing")
        await web.registry.store.unfinished()
        return Response(b"ready\n", media_type="text/plain")

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        """Numbers for Prometheus, to this machine alone unless the host says otherwise."""
        if not web.registry.settings.metrics_public and address(request.scope) not in LOOPBACK:
            raise Refused("request/path")
        return Response(web.metrics.text(), media_type="text/plain; version=0.0.4")

    return router


def client_routes(app: FastAPI) -> None:
    """The browser client: its files, and its page for every address that it knows itself."""
    index = STATIC / "index.html"
    if index.is_file():
        for folder in sorted(path for path in STATIC.iterdir() if path.is_dir()):
            app.mount(f"/{folder.name}", StaticFiles(directory=folder), name=folder.name)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        """The client's page, or a file beside it."""
        if path.startswith("api/"):
            raise Refused("request/path")
        if not index.is_file():
            return Response(NO_CLIENT, media_type="text/html")
        file = STATIC / path if path and "/" not in path and not path.startswith(".") else index
        if not file.is_file():
            file = index
        kind = guess_type(file.name)[0] or "application/octet-stream"
        return Response(file.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})


def make_app(web: Web) -> FastAPI:
    """The HTTP application."""
    app = FastAPI(
        title="Heptapolis",
        version=heptapolis.__version__,
        description="Tables for people and bots. What happens at a table goes over the WebSocket `/api/ws`.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its pages load scripts from elsewhere
        redoc_url=None,
    )
    app.include_router(people_routes(web))
    app.include_router(table_routes(web))
    app.include_router(operation_routes(web))
    client_routes(app)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused), "registered for refusals"
        headers = {"retry-after": str(error.params.get("seconds", 1))} if error.status == 429 else {}
        body = orjson.dumps({"code": error.code, "params": error.params})
        return Response(body, error.status, headers, "application/json")

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError), "registered for them"
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return await refused(request, Refused("message/unreadable"))
        field = ".".join(str(part) for part in first["loc"])
        return await refused(request, Refused("message/invalid", field=field[:80], why=str(first["type"])))

    async def other(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException), "registered for them"
        code = {404: "request/path", 405: "request/method"}.get(error.status_code, "message/unreadable")
        response = await refused(request, Refused(code))
        response.headers.update(error.headers or {})
        return response

    async def broken(request: Request, error: Exception) -> Response:
        # The guard logs it under this number; without an answer of ours the client would get bare text.
        return await refused(request, Refused("server/internal", request=get_contextvars().get("request", "")))

    app.add_exception_handler(Exception, broken)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(StorageAway, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, other)
    return app

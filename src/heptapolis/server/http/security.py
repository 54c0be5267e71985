"""Authentication, checks of origins and requests, and the security headers of every response."""

from __future__ import annotations

import asyncio
import secrets
import time
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import orjson
import structlog

from heptapolis.server.errors import Refused, UnknownToken
from heptapolis.server.messages.http_requests import LARGEST_RECORD
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.people.people import COOKIE

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from heptapolis.server.admin.moderation import Moderation
    from heptapolis.server.http.rate_limits import Limits
    from heptapolis.server.operations.metrics import Metrics
    from heptapolis.server.people.people import People, Person


LOG = structlog.get_logger("heptapolis.http")

LARGEST_BODY: Final = 16_384
LARGEST_WITH_RECORD: Final = 2 * LARGEST_RECORD
"""Where a record may be sent, whose characters may take more than one byte."""
BODY_SECONDS: Final = 30.0
"""How long a client may take to send a body."""
UNNAMED: Final = ("/healthz", "/readyz", "/metrics")
"""Paths that monitoring asks for by address."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
CSRF_HEADER: Final = b"x-heptapolis"

HEADERS: Final = [
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        b"connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # whoever knows a table's address can join
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]


HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
"""Browsers use HTTPS for this host for a year. Without ``includeSubDomains``: other names may be other people's."""


class Security:
    """Authenticates and checks requests."""

    def __init__(
        self,
        people: People,
        moderation: Moderation,
        limits: Limits,
        origins: Collection[str],
        hosts: Collection[str] = (),
        *,
        https: bool = False,
    ) -> None:
        """``origins`` are allowed besides the server's own; ``hosts`` are its names, any if empty.

        ``https`` says that people connect by HTTPS only.
        """
        self.headers = [*HEADERS, HSTS] if https else HEADERS
        self._people = people
        self.moderation = moderation
        self._hosts = hosts
        self.limits = limits
        self._origins = origins

    async def who(self, headers: dict[bytes, bytes]) -> Person | None:
        """The person whose token or cookie a request has; None for an anonymous visitor.

        Raises:
            Refused: ``token/unknown`` or ``person/banned``.
        """
        person = await self.who_even_banned(headers)
        if person is not None:
            self.moderation.check_person(person.id)
        return person

    async def who_even_banned(self, headers: dict[bytes, bytes]) -> Person | None:
        """Likewise, for what a banned person may still do.

        Raises:
            Refused: ``token/unknown``.
        """
        bearer = headers.get(b"authorization", b"").decode("latin-1")
        if bearer:
            kind, _, secret = bearer.partition(" ")
            person = await self._people.of_token(secret.strip()) if kind.lower() == "bearer" else None
            if person is None:
                raise UnknownToken
            return person
        cookie = cookie_of(headers)
        return await self._people.of_cookie(cookie) if cookie else None

    async def who_connects(self, scope: Scope) -> Person | None:
        """The person who opens a WebSocket.

        Raises:
            Refused: the page has another origin, the rate limit is exceeded, or the person or address is banned.
        """
        headers = dict(scope["headers"])
        self.moderation.check_address(address(scope))
        self.check_host(headers)
        self.check_origin(headers)
        await self.limits.check("socket", address(scope))
        return await self.who(headers)

    def check_host(self, headers: dict[bytes, bytes]) -> None:
        """Refuses requests for other host names: a page of a stranger's domain that points here is none of ours.

        Raises:
            Refused: ``request/host``.
        """
        if not self._hosts:
            return
        host = headers.get(b"host", b"").decode("latin-1").lower()
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if name.strip("[]") not in self._hosts:
            raise Refused("request/host")

    def check_origin(self, headers: dict[bytes, bytes]) -> None:
        """Refuses pages of other origins. Programs other than browsers send no origin.

        Raises:
            Refused: ``request/origin``.
        """
        origin = headers.get(b"origin")
        if origin is None:
            return
        text = origin.decode("latin-1").rstrip("/")
        host = headers.get(b"host", b"").decode("latin-1")
        try:
            same = bool(host) and urlsplit(text).netloc.lower() == host.lower()
        except ValueError:
            same = False
        if not same and text not in self._origins:
            raise Refused("request/origin")

    def check_request(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        """Refuses cross-site requests, and bodies that are too large.

        Raises:
            Refused: ``request/origin``, ``request/header``, ``request/type`` or ``message/too-large``.
        """
        if scope["method"] in SAFE:
            return
        self.check_origin(headers)
        if headers.get(CSRF_HEADER) != b"1":
            raise Refused("request/header")
        length = headers.get(b"content-length", b"0")
        most = largest_body(scope)
        if not length.isdigit() or int(length) > most:
            raise Refused("message/too-large", most=most)
        kind = headers.get(b"content-type", b"application/json").partition(b";")[0].strip().lower()
        if kind != b"application/json":
            raise Refused("request/type")


def largest_body(scope: Scope) -> int:
    """How many bytes may be sent to a path."""
    return LARGEST_WITH_RECORD if scope["path"].startswith("/api/replays") else LARGEST_BODY


def address(scope: Scope) -> str:
    """The client's address; uvicorn has taken it from ``X-Forwarded-For`` behind a trusted proxy."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def cookie_of(headers: dict[bytes, bytes]) -> str | None:
    """The value of the login cookie."""
    text = headers.get(b"cookie")
    if not text:
        return None
    try:
        morsel = SimpleCookie(text.decode("latin-1")).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel is not None else None


class SecurityMiddleware:
    """Checks requests, adds security headers to responses, logs and counts them."""

    def __init__(self, app: ASGIApp, security: Security, metrics: Metrics) -> None:
        """``app`` serves the requests that pass."""
        self._app = app
        self._security = security
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        method = scope["method"]
        if method == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn leaves the body out
        request = secrets.token_hex(6)
        started = time.perf_counter()
        headers = dict(scope["headers"])
        status = 500
        began = False

        async def send_with_headers(message: Message) -> None:
            nonlocal status, began
            if message["type"] == "http.response.start":
                began = True
                status = message["status"]
                more = [*self._security.headers, (b"x-request-id", request.encode())]
                if scope["path"].startswith("/api/") and not any(k == b"cache-control" for k, _ in message["headers"]):
                    more.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *more]
            await send(message)

        structlog.contextvars.bind_contextvars(request=request)
        try:
            if scope["path"] not in UNNAMED:
                self._security.check_host(headers)
            self._security.check_request(scope, headers)
            if scope["path"].startswith("/api/"):
                self._security.moderation.check_address(address(scope))
                await self._security.limits.check("http", address(scope))
            await self._app(scope, await _read_body(receive, largest_body(scope)), send_with_headers)
        except Refused as refused:
            if not began:
                await answer(send_with_headers, refused)
        except Exception:
            LOG.exception("request_failed", path=route_of(scope))
            if not began:
                await answer(send_with_headers, Refused("server/internal", request=request))
        finally:
            seconds = time.perf_counter() - started
            self._metrics.request(method, status, seconds)
            ms = round(seconds * 1000, 1)
            LOG.info("request", method=method, path=route_of(scope), status=status, ms=ms, **_table_of(scope))
            structlog.contextvars.unbind_contextvars("request")


def route_of(scope: Scope) -> str:
    """The path for the log: the pattern of the route only, since whoever knows a table's address can join."""
    route = scope.get("route")
    return str(getattr(route, "path", "-"))


def _table_of(scope: Scope) -> dict[str, str]:
    """The table of a request, shortened for the log."""
    table = scope.get("path_params", {}).get("table")
    return {"table": table_mark(table)} if table else {}


async def _read_body(receive: Receive, most: int) -> Receive:
    """Reads the whole body; refuses one that is too large, whatever its stated length.

    It is read here because FastAPI reports every error in a body as invalid JSON.
    """
    body = b""
    more = True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > most:
                    raise Refused("message/too-large", most=most)
    except TimeoutError:
        raise Refused("message/unreadable") from None
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again


async def answer(send: Send, refused: Refused) -> None:
    """Sends an error response."""
    body = orjson.dumps({"code": refused.code, "params": refused.params})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.status == 429:
        headers.append((b"retry-after", str(refused.params.get("seconds", 1)).encode()))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

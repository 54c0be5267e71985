"""The WebSocket: reads messages, hands them to the table, sends what the table says. Handlers parse, call, send."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog
from pydantic import ValidationError

import heptapolis
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.http.rate_limits import Bucket
from heptapolis.server.http.security import HEADERS
from heptapolis.server.messages import CLIENT_MESSAGE, client_messages
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.requests import Asker, Plan, is_repeated, plan
from heptapolis.server.tables.serializers import encode, preview_message

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from heptapolis.server.http.security import Security
    from heptapolis.server.messages import ServerMessage
    from heptapolis.server.messages.server_messages import ByeReason
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.room import Room
    from heptapolis.server.tables.serializers import TableSerializer
    from heptapolis.server.tables.state import TableState


LOG = structlog.get_logger("heptapolis.socket")

LARGEST: Final = 8192
"""Bytes of one message from a client."""

PING_SECONDS: Final = 20
SILENCE_SECONDS: Final = 3 * PING_SECONDS
WAITING: Final = 400
"""Messages that may wait for a slow client before it is told to come back."""

PATIENCE: Final = 200
"""Refusals for haste before a socket is closed."""

RESTART, POLICY, BUSY, NORMAL = 1012, 1008, 1013, 1000


class Socket:
    """One connection of one viewer."""

    __slots__ = (
        "_flushing",
        "_outbox",
        "_send",
        "bucket",
        "closed",
        "hasty",
        "heard",
        "muted",
        "person",
        "room",
        "watch",
    )

    def __init__(self, send: Send, person: Person | None) -> None:
        """A connection that was accepted."""
        self._send = send
        self.person = person
        self.room: Room | None = None
        self.watch = False
        self.muted: frozenset[str] = frozenset()
        self.heard = time.monotonic()
        self.bucket = Bucket()
        self.hasty = 0
        self.closed = False
        self._outbox: list[bytes | int] = []
        self._flushing: asyncio.Task[None] | None = None

    def post(self, data: bytes) -> None:
        """Sends a message as soon as the client takes it; never waits, so that a slow client holds nobody up."""
        if self.closed:
            return
        self._outbox.append(data)
        if len(self._outbox) > WAITING:
            self._outbox.clear()
            self.close(BUSY)
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    def send(self, message: ServerMessage) -> None:
        """Sends a message to this client alone."""
        self.post(encode(message))

    def bye(self, reason: ByeReason, again: bool) -> None:
        """Says why the connection ends, and ends it; clients come back at different times, not all at once."""
        after = random.randrange(500, 3000)
        self.send({"type": "bye", "reason": reason, "again": again, "after": after})
        self.close(RESTART if reason == "restart" else NORMAL)

    def close(self, code: int) -> None:
        """Ends the connection after what is waiting was sent."""
        if self.closed:
            return
        self.closed = True
        self._outbox.append(code)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    async def end(self) -> None:
        """The connection is gone: sends nothing more, and waits until the sending task has ended."""
        self.closed = True
        self._outbox.clear()
        if self._flushing is not None:
            self._flushing.cancel()
            await asyncio.wait([self._flushing])

    async def _flush(self) -> None:
        try:
            while self._outbox:
                waiting, self._outbox = self._outbox, []
                for each in waiting:
                    if isinstance(each, int):
                        await self._send({"type": "websocket.close", "code": each})
                        return
                    await self._send({"type": "websocket.send", "text": each.decode()})
        except Exception:  # the client is gone; whoever reads from it learns so as well
            self.closed = True
            self._outbox.clear()
        finally:
            self._flushing = None


class Sockets:
    """All connections of this process."""

    def __init__(
        self,
        settings: Settings,
        security: Security,
        people: People,
        store: Store,
        registry: Registry,
        serializer: TableSerializer,
    ) -> None:
        """``security`` decides who may connect."""
        self._settings = settings
        self._security = security
        self._people = people
        self._store = store
        self._registry = registry
        self._serializer = serializer
        self.open: set[Socket] = set()
        self.messages = 0
        self.refused = 0

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from beginning to end."""
        if (await receive())["type"] != "websocket.connect":
            return
        try:
            if scope["path"] != "/api/ws":
                raise Refused("request/path")
            person = await self._security.who_connects(scope)
            if len(self.open) >= self._settings.max_sockets:
                raise Refused("table/full")
            if self._registry.closing:
                raise Refused("server/closing")
        except Refused as refused:
            LOG.info("socket_refused", code=refused.code)
            await _refuse(scope, send, refused)
            return
        socket = Socket(send, person)
        await send({"type": "websocket.accept"})
        self.open.add(socket)
        try:
            await self._talk(socket, receive)
        finally:
            self.open.discard(socket)
            await socket.end()
            if socket.room is not None:
                try:
                    await socket.room.leave(socket)
                except Refused as refused:
                    LOG.warning("leave_refused", table=table_mark(socket.room.state.id), code=refused.code)
                except Exception:
                    LOG.exception("leave_failed", table=table_mark(socket.room.state.id))

    async def _talk(self, socket: Socket, receive: Receive) -> None:
        you = socket.person.as_dict() if socket.person is not None else None
        socket.send(
            {
                "type": "welcome",
                "you": you,
                "version": heptapolis.__version__,
                "process": self._serializer.presence.process,
                "now": now_ms(),
                "ping_seconds": PING_SECONDS,
            }
        )
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            socket.heard = time.monotonic()
            self.messages += 1
            await self._handle(socket, event.get("text"))

    async def _handle(self, socket: Socket, text: str | None) -> None:
        """Answers one message; whatever goes wrong is told by a code and harms nobody."""
        request: int | None = None
        try:
            if socket.person is not None and self._people.is_void(socket.person):
                socket.bye("replaced", again=True)
                return
            # Counted before it is read: what cannot be read must not be free.
            if self._settings.rate_limits > 0 and not socket.bucket.take():
                socket.hasty += 1
                if socket.hasty > PATIENCE:
                    socket.close(POLICY)
                with contextlib.suppress(Refused):
                    request, _ = _read(text)
                raise Refused("message/too-often", seconds=1)
            request, raw = _read(text)
            await self._answer(socket, request, _parse(raw))
        except Refused as refused:
            self.refused += 1
            socket.send({"type": "error", "id": request, "code": refused.code, "params": refused.params})
        except Exception:
            number = f"{time.monotonic_ns():x}"
            table = table_mark(socket.room.state.id) if socket.room else None
            LOG.exception("message_failed", request=number, table=table)
            socket.send({"type": "error", "id": request, "code": "server/internal", "params": {"request": number}})

    async def _answer(self, socket: Socket, request: int | None, message: client_messages.ClientMessage) -> None:
        if isinstance(message, client_messages.Ping):
            socket.send({"type": "pong", "id": request, "now": now_ms()})
            return
        if isinstance(message, client_messages.Join):
            await self._join(socket, message)
            return
        room = socket.room
        if room is None:
            raise Refused("join/first")
        if self._registry.closing:
            raise Refused("server/closing")
        person = socket.person
        if person is None:
            raise Refused("person/needed")
        if socket.watch and not isinstance(message, client_messages.Chat):
            raise Refused("seat/none")
        if isinstance(message, client_messages.Preview):
            socket.send(preview_message(room.state, person.id, message))
            return
        if isinstance(message, client_messages.Mute):
            await self._mute(room, person, message)
            seq = room.state.seq
        elif isinstance(message, client_messages.Rematch):
            await self._security.limits.check("table", person.id)
            seq = await self._registry.rematch(room, person)
        else:
            if isinstance(message, client_messages.Chat) and not is_repeated(room.state, person.id, message):
                await self._security.limits.check("chat", person.id)
            asker = Asker(person.id, self._serializer)
            made: list[Plan] = []

            def plan_for(state: TableState) -> Plan | None:
                found = plan(state, asker, message)
                made[:] = [found] if found is not None else []
                return found

            seq = await room.do(plan_for)
            if made and isinstance(message, client_messages.Choose):
                socket.send({"type": "done", "id": request, "seq": seq, "move": made[0].data["move"]})
                return
        socket.send({"type": "done", "id": request, "seq": seq})

    async def _join(self, socket: Socket, message: client_messages.Join) -> None:
        if socket.room is not None:
            raise Refused("join/twice")
        if self._registry.closing:
            raise Refused("server/closing")
        room = await self._registry.room(message.table)
        if socket.person is not None:
            socket.muted = await self._store.muted_by(socket.person.id)
        socket.watch = message.watch
        await room.join(socket, message.since, message.id)
        LOG.info("joined", table=table_mark(message.table), seat=room.seat_of(socket))

    async def _mute(self, room: Room, person: Person, message: client_messages.Mute) -> None:
        muted = await self._store.set_muted(person.id, message.person, message.muted)
        for each in self.open:
            if each.person is not None and each.person.id == person.id:
                each.muted = muted
                each.send({"type": "muted", "muted": sorted(muted)})

    async def run(self) -> None:
        """Ends connections from which nothing is heard any more, and those of people who were logged out."""
        while True:
            await asyncio.sleep(PING_SECONDS / 2)
            silent = time.monotonic() - SILENCE_SECONDS
            with contextlib.suppress(StorageAway):  # another process may have logged them out
                await self._people.many({socket.person.id for socket in self.open if socket.person is not None})
            for socket in list(self.open):
                if socket.heard < silent:
                    socket.bye("idle", again=True)
                elif socket.person is not None and self._people.is_void(socket.person):
                    socket.bye("replaced", again=True)


def _read(text: str | None) -> tuple[int | None, dict[str, Any]]:
    """The object that a frame holds, and the number under which it is answered."""
    if text is None:
        raise Refused("message/unreadable")
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Refused("message/too-large", most=LARGEST)
    try:
        raw = orjson.loads(text)
    except ValueError:
        raise Refused("message/unreadable") from None
    if not isinstance(raw, dict):
        raise Refused("message/unreadable")
    request = raw.get("id")
    usable = isinstance(request, int) and not isinstance(request, bool) and 0 <= request < 2**53
    return (request if usable else None), raw


def _parse(raw: dict[str, Any]) -> client_messages.ClientMessage:
    try:
        return CLIENT_MESSAGE.validate_python(raw, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        if first["type"] in ("union_tag_invalid", "union_tag_not_found"):
            kind = raw.get("type")
            raise Refused("message/unknown", type=kind[:40] if isinstance(kind, str) else "") from None
        field = ".".join(str(part) for part in first["loc"][1:])
        raise Refused("message/invalid", field=field[:80], why=first["type"]) from None


async def _refuse(scope: Scope, send: Send, refused: Refused) -> None:
    """Says no before the connection is made, in words where the server program can."""
    if "websocket.http.response" in scope.get("extensions", {}):
        body = orjson.dumps({"code": refused.code, "params": refused.params})
        headers = [*HEADERS, (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})
    else:
        await send({"type": "websocket.close", "code": POLICY})

"""WebSockets: read messages, pass them to the table, and send the answers."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog
from pydantic import ValidationError

import heptapolis
from heptapolis.server.admin.moderation import notice_of
from heptapolis.server.bots.bot_pool import BotFailed
from heptapolis.server.daily.secrecy import check_spoilers
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.http.security import address, cookie_of
from heptapolis.server.messages import CLIENT_MESSAGE, client_messages
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.people.people import session_of
from heptapolis.server.realtime.client_socket import POLICY, Socket
from heptapolis.server.realtime.links import GivenUp
from heptapolis.server.realtime.protocols import ABORT, WRITE
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.requests import Plan, Requester, is_repeated, plan
from heptapolis.server.tables.serializers import advice_message, encode, preview_message
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Receive, Scope, Send

    from heptapolis.server.bots.bot_pool import BotPool
    from heptapolis.server.http.security import Security
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.realtime.forwarding import Forwarding
    from heptapolis.server.realtime.invitations import Invitations
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.room import Room
    from heptapolis.server.tables.serializers import TableSerializer
    from heptapolis.server.tables.state import TableState


LOG = structlog.get_logger("heptapolis.socket")

MAX_MESSAGE_BYTES: Final = 8192
"""Maximum size of a message from a client, in bytes."""

PING_SECONDS: Final = 20
SILENCE_SECONDS: Final = 3 * PING_SECONDS
POLL_SECONDS: Final = 1.0
"""How often revoked sessions and silent connections are looked for."""
MAX_RATE_LIMIT_STRIKES: Final = 200
"""Rate-limit strikes before closing."""

SOCKETS_PER_PERSON: Final = 20
SOCKETS_PER_ADDRESS: Final = 500
"""Open sockets, if the host limits rates at all."""

PLAYING_MESSAGES: Final = (
    client_messages.Choose,
    client_messages.Withdraw,
    client_messages.Relieve,
    client_messages.TakeBack,
    client_messages.Advice,
)
"""What waits while games are paused."""


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
        bots: BotPool,
        invitations: Invitations,
    ) -> None:
        """``security`` decides who may connect; ``bots`` give advice."""
        self._settings = settings
        self._security = security
        self._people = people
        self._store = store
        self._registry = registry
        self._serializer = serializer
        self._bots = bots
        self._invitations = invitations
        self._tasks = BackgroundTasks()
        self.open: set[Socket] = set()
        self._counts: Counter[str] = Counter()
        """How many are open, by address and by the id of their person."""
        self.messages = 0
        self.forwarded = 0
        """Messages that other processes have forwarded to this one."""
        self.refused = 0
        self.forwarding: Forwarding | None = None
        """Where several processes share the tables."""

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection."""
        if (await receive())["type"] != "websocket.connect":
            return
        try:
            if scope["path"] != "/api/ws":
                raise Refused("request/path")
            person = await self._security.who_connects(scope)
            self._must_fit(person, address(scope))
            if self._registry.closing:
                raise Refused("server/closing")
        except Refused as refused:
            LOG.info("socket_refused", code=refused.code)
            await _refuse(scope, send, refused, self._security.headers)
            return
        socket = Socket(send, person, address(scope), scope.get(ABORT), scope.get(WRITE))
        cookie = cookie_of(dict(scope["headers"]))
        socket.session = session_of(cookie) if cookie is not None else None
        self.open.add(socket)
        self._count(socket, 1)
        try:
            await send({"type": "websocket.accept"})
            await self._talk(socket, receive)
        finally:
            self.open.discard(socket)
            self._count(socket, -1)
            await self._end(socket)

    async def serve_guest(
        self, socket: Socket, read: Callable[[], Awaitable[str | None]], handled: Callable[[bool], None]
    ) -> None:
        """Serves a socket that another process forwards; that process has checked who it is and how much it says."""
        try:
            while (text := await read()) is not None:
                self.forwarded += 1
                await self.respond(socket, text)
                handled(socket.room is not None)
        except GivenUp:
            LOG.info("guest_given_up")
        finally:
            await self._end(socket)

    async def _end(self, socket: Socket) -> None:
        """Cleans up after a connection, wherever its socket was."""
        if self.forwarding is not None:
            self.forwarding.leave(socket)
        await socket.end()
        with contextlib.suppress(StorageAway):  # then others learn a little later that it is gone
            await self._invitations.leave(socket)
        await self.leave_room(socket)

    async def leave_room(self, socket: Socket) -> None:
        """A socket whose connection has ended leaves its table."""
        if socket.room is not None:
            try:
                await socket.room.leave(socket)
            except Refused as refused:
                LOG.warning("leave_refused", table=table_mark(socket.room.state.id), code=refused.code)
            except Exception:
                LOG.exception("leave_failed", table=table_mark(socket.room.state.id))

    def _must_fit(self, person: Person | None, where: str) -> None:
        """Refuses a connection if there are too many, of all, of this person or of this address.

        Raises:
            Refused: ``table/full``.
        """
        if len(self.open) >= self._settings.max_sockets:
            raise Refused("table/full")
        scale = self._settings.rate_limits
        if scale <= 0:
            return
        theirs = self._counts[person.id] if person is not None else 0
        if theirs >= SOCKETS_PER_PERSON * scale or self._counts[where] >= SOCKETS_PER_ADDRESS * scale:
            raise Refused("table/full")

    def _count(self, socket: Socket, number: int) -> None:
        """Counts an open or a closed socket, by address and by person."""
        for whose in (socket.address, socket.person.id if socket.person is not None else ""):
            self._counts[whose] += number
            if not self._counts[whose]:
                del self._counts[whose]

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
        notice = notice_of(self._security.moderation)
        if notice["message"] is not None or notice["maintenance"] != "off":
            socket.send({"type": "notice", "notice": notice})
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            socket.heard = time.monotonic()
            self.messages += 1
            await self._handle(socket, event.get("text"))

    async def _handle(self, socket: Socket, text: str | None) -> None:
        """Answers one message of a client, or lets the process that owns the table answer."""
        if self._is_revoked(socket):
            socket.bye("replaced", again=True)
        elif self._is_banned(socket):
            socket.bye("banned", again=False)
        # Before reading: unreadable messages count too.
        elif self._settings.rate_limits > 0 and not socket.bucket.take():
            socket.rate_limit_strikes += 1
            if socket.rate_limit_strikes > MAX_RATE_LIMIT_STRIKES:
                socket.close(POLICY)
            request: int | None = None
            with contextlib.suppress(Refused):
                request, _ = _read(text)
            self._refuse(socket, request, Refused("message/too-often", seconds=1))
        elif socket.forwarded is not None and text is not None and len(text) <= MAX_MESSAGE_BYTES:
            await socket.forwarded.say(text)
        else:
            await self.respond(socket, text)

    def _refuse(self, socket: Socket, request: int | None, refused: Refused) -> None:
        self.refused += 1
        socket.send({"type": "error", "id": request, "code": refused.code, "params": refused.params})

    async def respond(self, socket: Socket, text: str | None) -> None:
        """Answers one message here; every error is answered with a code.

        Raises:
            GivenUp: the process that forwarded it may have gone on by itself.
        """
        request: int | None = None
        try:
            request, raw = _read(text)
            await self._answer(socket, request, _parse(raw))
        except GivenUp:
            raise
        except Refused as refused:
            self._refuse(socket, request, refused)
        except Exception:
            number = f"{time.monotonic_ns():x}"
            table = table_mark(socket.room.state.id) if socket.room else None
            LOG.exception("message_failed", request=number, table=table)
            socket.send({"type": "error", "id": request, "code": "server/internal", "params": {"request": number}})

    async def _answer(self, socket: Socket, request: int | None, message: client_messages.ClientMessage) -> None:
        if isinstance(message, client_messages.Ping):
            socket.hidden = message.hidden
            socket.send({"type": "pong", "id": request, "now": now_ms()})
            return
        if isinstance(message, client_messages.Join):
            await self._join(socket, message)
            return
        if isinstance(message, client_messages.AwaitInvitations):
            if socket.person is None:
                raise Refused("person/needed")
            await self._security.limits.check("invite", socket.person.id)
            await self._invitations.wait(socket, socket.person)
            socket.send({"type": "done", "id": request, "seq": 0})
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
        if isinstance(message, PLAYING_MESSAGES):
            self._security.moderation.check_playing()
        elif isinstance(message, client_messages.Start):
            self._security.moderation.check_new_game()
        elif isinstance(message, client_messages.Chat):
            self._security.moderation.check_may_talk(person.id)
        if isinstance(message, client_messages.Preview):
            socket.send(preview_message(room.state, person.id, message))
            return
        if isinstance(message, client_messages.Advice):
            await self._advise(socket, room, person, message)
            return
        if isinstance(message, client_messages.Mute):
            await self._mute(room, person, message)
            seq = room.state.seq
        elif isinstance(message, client_messages.InviteProgram):
            await self._security.limits.check("invite", person.id)
            asker = Requester(person.id, self._serializer, self._settings.bots_alone)
            await self._invitations.invite(room.state, asker, message.seat, message.name)
            seq = room.state.seq
        elif isinstance(message, client_messages.Rematch):
            await self._security.limits.check("table", person.id)
            seq = await self._registry.rematch(room, person)
        else:
            if isinstance(message, client_messages.Chat) and not is_repeated(room.state, person.id, message):
                await self._security.limits.check("chat", person.id)
            if self._settings.rate_limits > 0 and not room.take_event(person.id):
                raise Refused("message/too-often", seconds=1)
            if isinstance(message, client_messages.SeatBot) and room.state.host is not None:
                self._registry.check_bots(room.state.host, [message.level])
            if socket.waits and not isinstance(message, client_messages.AskSeat):
                raise Refused("seat/none")
            asker = Requester(person.id, self._serializer, self._settings.bots_alone, socket.marks)
            made: list[Plan] = []

            def plan_for(state: TableState) -> Plan | None:
                if socket.fence is not None:
                    socket.fence()
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
        if self.forwarding is not None:
            if socket.fence is not None:
                self.forwarding.owns(message.table)
            elif await self.forwarding.forward(socket, message):
                return
        await self.join_here(socket, message)

    async def join_here(self, socket: Socket, message: client_messages.Join) -> None:
        """Joins a table in this process.

        Raises:
            Refused: there is no such table, or the database cannot be reached.
        """
        room = await self._registry.room(message.table)
        person = socket.person.id if socket.person is not None else None
        await check_spoilers(self._store.engine, room.state, person)
        if socket.person is not None:
            socket.muted = await self._store.muted_by(socket.person.id)
        socket.watch = message.watch
        socket.waits = message.enter and not message.watch
        socket.marks = await self._people.marks(message.table, socket.person, socket.address)
        counts = None if self._settings.rate_same_address else socket.address
        socket.rated_marks = await self._people.marks(message.table, socket.person, counts)
        await room.join(socket, message.since, message.id)
        LOG.info("joined", table=table_mark(message.table), seat=room.seat_of(socket))

    async def _advise(self, socket: Socket, room: Room, person: Person, message: client_messages.Advice) -> None:
        """Stores that the game is coached, and starts to think; the socket goes on meanwhile."""
        if socket.advised:
            raise Refused("message/too-often", seconds=1)
        await self._security.limits.check("advice", person.id)
        asker = Requester(person.id, self._serializer, self._settings.bots_alone)
        await room.do(lambda state: plan(state, asker, message))
        state = room.state
        plan(state, asker, message)  # the turn may be over by now
        seat = asker.seat(state)
        socket.advised = True
        self._tasks.start(self._send_advice(socket, state, seat, message))

    async def _send_advice(self, socket: Socket, state: TableState, seat: int, message: client_messages.Advice) -> None:
        assert state.game is not None, "a table that is playing has a game"
        try:
            found = await self._bots.advise(state.game.view(seat), state.seats[seat].person or "")
            names = ["" if each.person is None else self._people.known(each.person)["name"] for each in state.seats]
            socket.send(advice_message(state, seat, message.id, found, message.language, names))
        except BotFailed:
            socket.send({"type": "error", "id": message.id, "code": "analysis/failed", "params": {}})
        finally:
            socket.advised = False

    async def close(self) -> None:
        """Gives up advice that nobody waits for any more, and the sockets of other processes."""
        if self.forwarding is not None:
            await self.forwarding.close()
        await self._tasks.close()

    async def _mute(self, room: Room, person: Person, message: client_messages.Mute) -> None:
        muted = await self._store.set_muted(person.id, message.person, message.muted)
        for each in [*self.open, *(self.forwarding.guests if self.forwarding is not None else ())]:
            if each.person is not None and each.person.id == person.id:
                each.muted = muted
                each.send({"type": "muted", "muted": sorted(muted)})

    def _is_revoked(self, socket: Socket) -> bool:
        """Whether the cookie or token with which a socket was opened is void by now."""
        person = socket.person
        return person is not None and (self._people.is_revoked(person) or self._people.has_ended(socket.session))

    def _is_banned(self, socket: Socket) -> bool:
        """Whether the person or the address of a socket is banned by now."""
        try:
            self._security.moderation.check_address(socket.address)
            if socket.person is not None:
                self._security.moderation.check_person(socket.person.id)
        except Refused:
            return True
        return False

    async def follow(self) -> None:
        """Does what the host and admins have done since the last call, here or elsewhere."""
        acts = await self._security.moderation.hear()
        for act in acts:
            self._registry.follow(act)
        self._registry.pause_or_resume()
        if any(act.act in ("message", "maintenance") for act in acts):
            data = encode({"type": "notice", "notice": notice_of(self._security.moderation)})
            for socket in list(self.open):
                socket.post(data)

    async def run(self) -> None:
        """Closes silent connections, and those of people who were logged out or banned, here or by another process."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            with contextlib.suppress(StorageAway):
                if await self._security.moderation.has_news():
                    await self._people.hear_revocations()
                    await self.follow()
                await self._invitations.run_once()
            silent = time.monotonic() - SILENCE_SECONDS
            for socket in list(self.open):
                if socket.heard < silent:
                    socket.bye("idle", again=True)
                elif self._is_revoked(socket):
                    socket.bye("replaced", again=True)
                elif self._is_banned(socket):
                    socket.bye("banned", again=False)


def _read(text: str | None) -> tuple[int | None, dict[str, Any]]:
    """The JSON object of a message, and its request id."""
    if text is None:
        raise Refused("message/unreadable")
    if len(text) > MAX_MESSAGE_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE_BYTES:
        raise Refused("message/too-large", most=MAX_MESSAGE_BYTES)
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


async def _refuse(scope: Scope, send: Send, refused: Refused, safe: list[tuple[bytes, bytes]]) -> None:
    """Refuses a connection, with an HTTP error response and security headers where uvicorn supports it."""
    if "websocket.http.response" in scope.get("extensions", {}):
        body = orjson.dumps({"code": refused.code, "params": refused.params})
        headers = [*safe, (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body})
    else:
        await send({"type": "websocket.close", "code": POLICY})

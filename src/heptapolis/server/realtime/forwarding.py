"""Forwards sockets to the process that owns their table, and serves those that others forward.

The owner treats a forwarded socket like one of its own: it reads the client's texts and returns ready-made messages for
this client alone, so the process that has the connection neither loads nor replays the table. If the owner is gone,
that process joins the table again for its clients, and what the owner has not answered is asked again. Requests name
the moment or carry a number, so asking twice does nothing twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog

from heptapolis.server.errors import Refused
from heptapolis.server.realtime import links
from heptapolis.server.realtime.client_socket import POLICY, RESTART, Socket
from heptapolis.server.realtime.links import Link, Links
from heptapolis.server.realtime.owners import KEEP_SECONDS, SAY_SECONDS, Owners
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis.server.messages.client_messages import Join
    from heptapolis.server.people.people import People
    from heptapolis.server.realtime.sockets import Sockets
    from heptapolis.server.tables.registry import Registry

LOG = structlog.get_logger("heptapolis.forwarding")

MOST_PENDING: Final = 32
"""Texts of one client that wait for the owner; the next one is read when there is room."""

LOOK_SECONDS: Final = 1.0
"""How often a client that waits for room is looked after."""

MOVING_AT_ONCE: Final = 20
"""Sockets that join their tables again at the same time."""

START_SECONDS: Final = 3.0
"""How long it may take to find the own address."""

NUMBERED: Final = re.compile(rb'\{"type":"(?:table|play|chosen|lobby|chat)","seq":(\d+)')
"""Messages whose number a client keeps."""


class Forwarded:
    """A socket of this process whose table another process owns."""

    __slots__ = ("join", "joined", "joining", "left", "link", "number", "pending", "seq", "socket", "space")

    def __init__(self, socket: Socket, join: Join) -> None:
        """``join`` is how it asked for the table. Nothing is forwarded before ``attach``."""
        self.socket = socket
        self.join = join
        self.joined = False
        """Whether it is at the table."""
        self.joining = False
        """Whether the next answer of the owner is to a join."""
        self.left = False
        """Whether its connection has ended."""
        self.seq = join.since
        """What the client has seen."""
        self.link: Link | None = None
        """None while it joins again."""
        self.number = 0
        self.pending: deque[str] = deque()
        """What the owner has not answered."""
        self.space = asyncio.Event()

    async def say(self, text: str) -> None:
        """Forwards a text of the client; waits while too many wait for an answer."""
        self.pending.append(text)
        if self.link is not None:
            self.link.put(links.TEXT, self.number, text.encode("utf-8", "surrogatepass"))
        while len(self.pending) >= MOST_PENDING and not self.socket.closed:
            self.space.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.space.wait()

    def handled(self) -> None:
        """The owner has answered the oldest text."""
        if self.joining:
            self.joining, self.joined = False, True
        elif self.pending:
            self.pending.popleft()
        self.space.set()

    def post(self, data: bytes) -> None:
        """A message of the owner for the client."""
        found = NUMBERED.match(data)
        if found is not None:
            self.seq = int(found[1])
        self.socket.post(data)


class _Forwarder:
    """The sockets that go over one connection to an owner."""

    def __init__(
        self, link: Link, lost: Callable[[Forwarded, str], None], refused: Callable[[Forwarded], None]
    ) -> None:
        self.link = link
        self._lost = lost
        self._refused = refused
        self._sockets: dict[int, Forwarded] = {}
        self._next = 1
        link.receive = self._receive
        link.ended = self._ended

    def attach(self, each: Forwarded, join: Join) -> None:
        """Joins the table there, and asks again for what was not answered."""
        each.link, each.number = self.link, self._next
        each.joining = True
        self._next += 1
        self._sockets[each.number] = each
        person = each.socket.person
        who = {"person": None if person is None else person.id, "address": each.socket.address}
        self.link.put(links.OPEN, each.number, orjson.dumps(who))
        self.link.put(links.TEXT, each.number, orjson.dumps(join.model_dump(mode="json", exclude_none=True)))
        for text in each.pending:
            self.link.put(links.TEXT, each.number, text.encode("utf-8", "surrogatepass"))

    def detach(self, each: Forwarded) -> None:
        """The client's connection has ended."""
        if self._sockets.pop(each.number, None) is not None:
            self.link.put(links.END, each.number)

    def _receive(self, kind: int, numbers: tuple[int, ...], data: bytes) -> None:
        for number in numbers:
            each = self._sockets.get(number)
            if each is None:
                continue
            if kind == links.DATA:
                each.post(data)
            elif kind == links.HANDLED:
                each.handled()
            elif kind == links.REFUSED:
                self.detach(each)
                self._refused(each)
            elif kind == links.CLOSE:
                each.socket.close(int.from_bytes(data))
            elif kind == links.MOVED:
                del self._sockets[number]
                self._lost(each, "")

    def _ended(self) -> None:
        left, self._sockets = self._sockets, {}
        for each in left.values():
            self._lost(each, self.link.peer)


class _Guests:
    """The sockets that another process forwards to this one."""

    def __init__(self, link: Link, check: Callable[[], None], people: People, sockets: Sockets) -> None:
        self._link = link
        self._check = check
        self._people = people
        self._sockets = sockets
        self._texts: dict[int, asyncio.Queue[str | None]] = {}
        self.open: dict[Socket, int] = {}
        self._moved: set[int] = set()
        """Those that were sent away and are about to leave."""
        self.ended = asyncio.Event()
        self._tasks = BackgroundTasks()
        link.receive = self._receive
        link.ended = self._ended

    def _receive(self, kind: int, numbers: tuple[int, ...], data: bytes) -> None:
        for number in numbers:
            if kind == links.OPEN:
                texts = self._texts[number] = asyncio.Queue()
                self._tasks.start(self._serve(number, orjson.loads(data), texts))
            elif kind == links.TEXT and number in self._texts:
                self._texts[number].put_nowait(data.decode("utf-8", "surrogatepass"))
            elif kind == links.END and number in self._texts:
                self._texts[number].put_nowait(None)

    async def _serve(self, number: int, who: dict[str, Any], texts: asyncio.Queue[str | None]) -> None:
        link = self._link

        def write(data: bytes) -> bool:
            link.put(links.DATA, number, data)
            return True

        async def send(message: Any) -> None:
            if message["type"] == "websocket.close":
                link.put(links.CLOSE, number, message["code"].to_bytes(2))

        async def read() -> str | None:
            text = await texts.get()
            return None if link.lost or number in self._moved else text

        def fence() -> None:
            self._check()
            if number in self._moved:
                raise links.GivenUp

        def handled(joined: bool) -> None:
            link.put(links.HANDLED if joined else links.REFUSED, number)

        try:
            person = await self._people.get(who["person"]) if who["person"] is not None else None
            if who["person"] is not None and person is None:
                link.put(links.CLOSE, number, POLICY.to_bytes(2))
                return
            socket = Socket(send, person, who["address"], None, write)
            socket.fence = fence
            self.open[socket] = number
            try:
                await self._sockets.serve_guest(socket, read, handled)
            finally:
                self.open.pop(socket, None)
        except Refused:
            link.put(links.CLOSE, number, RESTART.to_bytes(2))  # the database is away
        finally:
            del self._texts[number]
            self._moved.discard(number)

    def move(self, table: str) -> None:
        """Sends the sockets of a table away: another process owns it now."""
        for socket, number in list(self.open.items()):
            if socket.room is not None and socket.room.state.id == table:
                self._link.put(links.MOVED, number)
                self._moved.add(number)
                self._texts[number].put_nowait(None)

    def _ended(self) -> None:
        for texts in self._texts.values():
            texts.put_nowait(None)
        self.ended.set()

    async def close(self) -> None:
        """Waits until all have left their tables."""
        await self._tasks.close(cancel=False)


class Forwarding:
    """Both sides of forwarding in this process."""

    def __init__(self, redis: str, process: str, key: str, people: People, registry: Registry) -> None:
        """``redis`` is its address, ``key`` the secret key. Set ``sockets`` before ``run``."""
        self._links = Links(process, key, redis, self._accept)
        self._owners = Owners(redis, process, self._links.sign)
        self._people = people
        self._registry = registry
        self.sockets: Sockets | None = None
        self._forwarders: dict[Link, _Forwarder] = {}
        self._guests: dict[Link, _Guests] = {}
        self._tasks = BackgroundTasks()
        self._gate = asyncio.Semaphore(MOVING_AT_ONCE)
        self._closing = False

    # --- sockets of this process ---------------------------------------------------------------------------------

    async def forward(self, socket: Socket, join: Join) -> bool:
        """Forwards a socket if another process owns the table; returns whether it does."""
        forwarder = await self._owner(join.table, "")
        if forwarder is None:
            return False
        socket.forwarded = Forwarded(socket, join)
        forwarder.attach(socket.forwarded, join)
        return True

    async def _owner(self, table: str, lost: str) -> _Forwarder | None:
        """The way to the owner of a table; None if it is this process, or cannot be reached."""
        if not self._links.address:
            return None
        for _ in range(2):
            found = await self._owners.claim(table, lost)
            if found is None:
                return None
            lost, address = found
            link = await self._links.to(lost, address)
            if link is not None and not link.lost:
                if link not in self._forwarders:
                    self._forwarders = {each: way for each, way in self._forwarders.items() if not each.lost}
                    self._forwarders[link] = _Forwarder(link, self._take_over, self._not_joined)
                return self._forwarders[link]
        return None

    def leave(self, socket: Socket) -> None:
        """The connection of a forwarded socket has ended."""
        each = socket.forwarded
        if each is None:
            return
        each.left = True
        each.space.set()
        if each.link is not None and each.link in self._forwarders:
            self._forwarders[each.link].detach(each)

    def _take_over(self, each: Forwarded, lost: str) -> None:
        each.link = None
        if not each.socket.closed and not self._closing:
            self._tasks.start(self._join_again(each, lost))

    async def _join_again(self, each: Forwarded, lost: str) -> None:
        """Joins the table for a socket whose owner is gone: over another owner, or here."""
        assert self.sockets is not None, "set before the start"
        socket = each.socket
        join = each.join
        if each.joined:
            join = join.model_copy(update={"since": each.seq, "id": None})
        async with self._gate:
            forwarder = await self._owner(join.table, lost)
            if socket.closed:
                return
            if forwarder is not None and not forwarder.link.lost:
                forwarder.attach(each, join)
                return
            try:
                await self.sockets.join_here(socket, join)
            except Exception as error:
                if not isinstance(error, Refused):
                    LOG.exception("forwarding_failed")
                socket.bye("restart", again=True)
                return
            if each.left:
                await self.sockets.leave_room(socket)
            await self._answer_here(each)

    def _not_joined(self, each: Forwarded) -> None:
        """The owner has refused the join, so the socket is at no table."""
        each.link = None
        if each.joined:  # it was at the table, and its client does not know that it no longer is
            each.socket.bye("restart", again=True)
        else:
            self._tasks.start(self._answer_here(each))

    async def _answer_here(self, each: Forwarded) -> None:
        """Answers what is left to answer; from then on the socket is not forwarded."""
        assert self.sockets is not None, "set before the start"
        while each.pending and not each.socket.closed:
            await self.sockets.respond(each.socket, each.pending.popleft())
        each.socket.forwarded = None
        each.space.set()

    # --- sockets of other processes ------------------------------------------------------------------------------

    def _accept(self, link: Link) -> None:
        assert self.sockets is not None, "set before the start"
        self._guests[link] = _Guests(link, lambda: self._links.check(link), self._people, self.sockets)
        self._tasks.start(self._forget(link))

    async def _forget(self, link: Link) -> None:
        """Waits for the end of a connection."""
        guests = self._guests[link]
        await guests.ended.wait()
        await guests.close()
        del self._guests[link]

    def owns(self, table: str) -> None:
        """A table was forwarded to this process, so it keeps it."""
        self._owners.mine.add(table)

    def is_alone(self, table: str) -> bool:
        """Whether this process owns a table, and no other one seems to have it open."""
        return self._owners.is_alone(table)

    def heard_of(self, table: str) -> None:
        """Another process has told of a table."""
        self._owners.heard_of(table)

    @property
    def guests(self) -> list[Socket]:
        """The sockets of other processes at the tables of this one."""
        return [socket for each in self._guests.values() for socket in each.open]

    # --- the process ---------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Says every second that this process is there, and keeps its tables."""
        await asyncio.gather(self._links.run(), self._keep_all())

    async def start(self) -> None:
        """Starts to listen, and says where."""
        try:
            async with asyncio.timeout(START_SECONDS):
                if not self._links.address:
                    await self._links.listen()
                await self._owners.say_where(self._links.address)
        except (OSError, TimeoutError):
            LOG.warning("link_away")  # the next time

    async def _keep_all(self) -> None:
        seconds = 0.0
        while not self._closing:
            try:
                await self.start()
                if seconds >= KEEP_SECONDS:
                    seconds = 0.0
                    await self.keep()
            except Exception:
                LOG.exception("forwarding_failed")
            await asyncio.sleep(SAY_SECONDS)
            seconds += SAY_SECONDS

    async def keep(self) -> None:
        """Keeps the tables of this process, and sends sockets away from those that another one has taken."""
        used = [table for table, room in self._registry.rooms.items() if room.sockets]
        for table in await self._owners.keep(used):
            for guests in self._guests.values():
                guests.move(table)

    async def give_up(self) -> None:
        """Before this process ends: others take its tables over."""
        self._closing = True
        await self._owners.leave()
        self._links.abort_all()

    async def close(self) -> None:
        """Waits until nothing is done for others any more."""
        for guests in list(self._guests.values()):
            await guests.close()
        await self._tasks.close()
        await self._owners.close()

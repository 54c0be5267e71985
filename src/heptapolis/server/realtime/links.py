"""Connections between server processes, over which one forwards sockets to the process that owns their table.

Each process listens at the address from which it reaches Redis, on a port that the system chooses. Both ends prove with
the secret key that they belong to this server; after that the connection is as private as the network between them.
A connection carries records in frames. A frame is read as a whole or not at all.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import socket as sockets
import struct
import time
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

import structlog

import heptapolis

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = structlog.get_logger("heptapolis.links")

OPEN, TEXT, END, PING = 1, 2, 3, 4
"""To the owner: a socket with its person, a text of its client, its end, and a question whether anybody is there."""
DATA, HANDLED, REFUSED, CLOSE, MOVED, PONG = 5, 6, 7, 8, 9, 10
"""From the owner: a text for clients, a client's text is done, or done without being at a table, an end, another
process owns the table, and an answer."""

RECORD: Final = struct.Struct("!BHI")
"""Kind of a record, number of sockets, length of the data; the sockets' numbers and the data follow."""
LENGTH: Final = 4
LARGEST_FRAME: Final = 1 << 26
MOST_UNSENT: Final = 1 << 24
"""Bytes that wait for a process that does not read; with more it is given up."""

PAUSE_SECONDS: Final = 0.01
"""Between two frames: what comes meanwhile shares the next one. The first one after a quiet time goes at once."""

PING_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 2.0
"""An owner that has not answered for so long is given up."""
GONE_SECONDS: Final = 10.0
"""A process that forwards and says nothing for so long is given up."""
STALL_SECONDS: Final = 1.2
"""A process that stood still for so long must assume that it was given up: less than ``SILENT_SECONDS`` and a ping."""
OPEN_SECONDS: Final = 1.5
"""How long it may take until a connection stands."""
MOST_OPENING: Final = 100
"""Connections that have not proved anything yet."""
RETRY_SECONDS: Final = 10.0
"""How long a process that could not be reached is left alone."""

NONCE: Final = 32
PROCESS: Final = 12
SIGNATURE: Final = 32


class GivenUp(Exception):
    """The other process may have gone on without this one: nothing may be done for it any more."""


class Link(asyncio.Protocol):
    """One connection, at either end."""

    def __init__(self, links: Links, peer: str | None) -> None:
        """``peer`` is the process to which this one connects; None at the end that listens."""
        self._links = links
        self.dialled = peer is not None
        self.peer = peer or ""
        self._transport: asyncio.Transport | None = None
        self._nonce = secrets.token_bytes(NONCE)
        self._data = b""
        self._unsent: list[tuple[int, list[int], bytes]] = []
        self._next_frame = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.heard = time.monotonic()
        self.lost = False
        self.receive: Callable[[int, tuple[int, ...], bytes], None] = lambda kind, numbers, data: None
        """Gets every record but pings."""
        self.ended: Callable[[], None] = lambda: None

    # --- opening -------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The end that listens asks for a proof."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop has its own classes
        # What was not sent when a connection is given up must not arrive later.
        used = transport.get_extra_info("socket")
        if used is not None:
            used.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
            used.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        self._timer = asyncio.get_running_loop().call_later(OPEN_SECONDS, self._late)
        self._links.connected.add(self)
        if self.dialled:
            return
        if sum(not link.ready.done() for link in self._links.connected) > MOST_OPENING:
            self.abort()
        else:
            self._transport.write(self._nonce)

    def _late(self) -> None:
        if not self.ready.done():
            self.abort()

    def _prove(self, data: bytes) -> bytes | None:
        """The answer to a part of the opening; None if the other end is not of this server."""
        sign, own = self._links.sign, self._links.process.encode()
        if self.dialled and not self._unproved:
            self._unproved = data
            return self._nonce + own + sign(b"dial", data, self._nonce, own, self.peer.encode())
        if self.dialled:
            right = sign(b"answer", self._nonce, self._unproved, self.peer.encode(), own)
            return b"" if hmac.compare_digest(right, data) else None
        nonce, peer, signature = data[:NONCE], data[NONCE : NONCE + PROCESS], data[NONCE + PROCESS :]
        if not hmac.compare_digest(sign(b"dial", self._nonce, nonce, peer, own), signature):
            return None
        self.peer = peer.decode()
        return sign(b"answer", nonce, self._nonce, own, peer)

    _unproved = b""
    """The other end's question."""

    def _open(self) -> None:
        """Reads the opening: a question, the answer with a question, and the answer to that."""
        while not self.ready.done() and self._transport is not None:
            if self.dialled:
                size = SIGNATURE if self._unproved else NONCE
            else:
                size = NONCE + PROCESS + SIGNATURE
            if len(self._data) < size:
                return
            part, self._data = self._data[:size], self._data[size:]
            first = self.dialled and not self._unproved
            answer = self._prove(part)
            if answer is None:
                LOG.warning("link_forged")
                self.abort()
                return
            self._transport.write(answer)
            if not first:
                self.ready.set_result(True)
                if not self.dialled:
                    self._links.accept(self)

    # --- records -------------------------------------------------------------------------------------------------

    def put(self, kind: int, number: int = 0, data: bytes = b"") -> None:
        """Sends a record, soon and together with others; the same data for several sockets goes once."""
        if self.lost:
            return
        if not self._unsent:
            loop = asyncio.get_running_loop()
            loop.call_later(max(0.0, self._next_frame - loop.time()), self._write_all)
        elif self._unsent[-1][0] == kind and self._unsent[-1][2] is data:
            self._unsent[-1][1].append(number)
            return
        self._unsent.append((kind, [number], data))

    def _write_all(self) -> None:
        unsent, self._unsent = self._unsent, []
        if self.lost or self._transport is None:
            return
        self._next_frame = asyncio.get_running_loop().time() + PAUSE_SECONDS
        parts: list[bytes] = [b""]
        for kind, numbers, data in unsent:
            parts += (RECORD.pack(kind, len(numbers), len(data)), struct.pack(f"!{len(numbers)}I", *numbers), data)
        parts[0] = sum(map(len, parts)).to_bytes(LENGTH)
        self._transport.write(b"".join(parts))
        if self._transport.get_write_buffer_size() > MOST_UNSENT:
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Reads all frames that are complete."""
        if self.lost or (not self.dialled and self._links.stalled()):
            return
        self._data = self._data + data if self._data else data
        if not self.ready.done():
            self._open()
            if not self.ready.done():
                return
        self.heard = time.monotonic()
        data, at = self._data, 0
        while len(data) >= at + LENGTH and not self.lost:
            size = int.from_bytes(data[at : at + LENGTH])
            if size > LARGEST_FRAME:
                self.abort()
                return
            if len(data) < at + LENGTH + size:
                break
            self._read(data, at + LENGTH, at + LENGTH + size)
            at += LENGTH + size
        self._data = data[at:]

    def _read(self, data: bytes, at: int, end: int) -> None:
        while at < end and not self.lost:
            kind, count, length = RECORD.unpack_from(data, at)
            at += RECORD.size
            numbers = struct.unpack_from(f"!{count}I", data, at)
            at += 4 * count
            if kind == PING:
                self.put(PONG)
            elif kind != PONG:
                self.receive(kind, numbers, data[at : at + length])
            at += length

    # --- the end -------------------------------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._end()

    def abort(self) -> None:
        """Gives the other process up: nothing that is not sent yet reaches it."""
        if self._transport is not None:
            self._transport.abort()
        self._end()

    def _end(self) -> None:
        if self.lost:
            return
        self.lost = True
        self._links.connected.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        if not self.ready.done():
            self.ready.set_result(False)
        self.ended()


class Links:
    """The connections of this process to others."""

    def __init__(self, process: str, key: str, redis: str, accept: Callable[[Link], None]) -> None:
        """``redis`` is the address of Redis; ``accept`` gets each connection that another process has opened."""
        self.process = process
        self.accept = accept
        # Processes of different versions do not forward to each other: they share the database only.
        self._key = hashlib.sha256(f"heptapolis-link {heptapolis.__version__} {key}".encode()).digest()
        self._redis = redis
        self._server: asyncio.Server | None = None
        self.connected: set[Link] = set()
        self._to: dict[str, Link] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._unreachable: dict[str, float] = {}
        self._alive = time.monotonic()
        self.address = ""

    def sign(self, *parts: bytes) -> bytes:
        """Proves that this process knows the secret key."""
        return hmac.digest(self._key, b" ".join(parts), "sha256")

    async def listen(self) -> None:
        """Starts to listen at the address from which this process reaches Redis.

        Raises:
            OSError: there is no such address now.
        """
        loop = asyncio.get_running_loop()
        host = await _own_address(self._redis)
        self._server = await loop.create_server(lambda: Link(self, None), host, 0)
        port = self._server.sockets[0].getsockname()[1]
        self.address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    async def to(self, process: str, address: str) -> Link | None:
        """The connection to a process, which is opened if necessary; None if it cannot be reached."""
        async with self._opening.setdefault(process, asyncio.Lock()):
            found = self._to.get(process)
            if found is not None and not found.lost:
                return found
            if time.monotonic() < self._unreachable.get(process, 0.0):
                return None
            link = await self._dial(process, address)
            if link is None:
                self._unreachable[process] = time.monotonic() + RETRY_SECONDS
                LOG.warning("link_away")
                return None
            self._to[process] = link
            return link

    async def _dial(self, process: str, address: str) -> Link | None:
        parts = urlsplit(f"//{address}")
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                _, link = await asyncio.get_running_loop().create_connection(
                    lambda: Link(self, process), parts.hostname or "", parts.port or 0
                )
                return link if await link.ready else None
        except (OSError, TimeoutError, ValueError):
            return None

    def stalled(self) -> bool:
        """Notices that this process stood still for so long that others may have given it up, and gives them up.

        Whoever wakes it first calls this: the clock below, a connection, or a choice that is tried again.
        """
        now = time.monotonic()
        if now - self._alive <= STALL_SECONDS:
            return False
        self._alive = now
        stale = []
        for link in self.connected:
            if link.dialled:
                link.heard = now  # its answers may wait to be read
            elif link.ready.done():
                stale.append(link)
        if stale:
            LOG.warning("links_stalled")
        for link in stale:
            link.abort()
        return bool(stale)

    def check(self, link: Link) -> None:
        """Refuses to do anything for a process that may have gone on by itself.

        Raises:
            GivenUp: it may have.
        """
        self.stalled()
        if link.lost:
            raise GivenUp

    async def run(self) -> None:
        """Gives up connections at whose other end nobody answers."""
        while True:
            await asyncio.sleep(PING_SECONDS / 2)
            self.stalled()
            self._alive = now = time.monotonic()
            for link in list(self.connected):
                if not link.ready.done():
                    continue
                if now - link.heard > (SILENT_SECONDS if link.dialled else GONE_SECONDS):
                    LOG.warning("link_silent")
                    link.abort()
                elif link.dialled and now - link.heard > PING_SECONDS / 2:
                    link.put(PING)
            for process in [each for each, link in self._to.items() if link.lost]:
                del self._to[process]

    def abort_all(self) -> None:
        """Gives up all connections, and accepts no more."""
        self.address = ""
        if self._server is not None:
            self._server.close()
        for link in list(self.connected):
            link.abort()


async def _own_address(redis: str) -> str:
    """The address of this machine from which Redis is reached."""
    parts = urlsplit(redis)
    if not parts.hostname:  # a socket in the file system
        return "127.0.0.1"
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(parts.hostname, parts.port or 6379, type=sockets.SOCK_DGRAM)
    family, kind, protocol, _, address = found[0]
    with sockets.socket(family, kind, protocol) as probe:
        probe.connect(address)  # sends nothing
        return str(probe.getsockname()[0])

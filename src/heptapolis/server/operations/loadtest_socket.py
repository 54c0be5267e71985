"""A light WebSocket for scripted players: a load test must cost less than the server that it measures."""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
WHOLE: Final = 0x80
"""The bit of a message that is one frame, as the server sends all of them."""
MASKED: Final = 0x80
MASK: Final = bytes(4)
"""Clients must mask what they send; this mask changes nothing, so it costs nothing."""
SHORT, TWO_BYTES, EIGHT_BYTES = 125, 126, 127
OPEN_SECONDS: Final = 60.0


class NotOpened(OSError):
    """The server did not accept a WebSocket."""


class LoadSocket(asyncio.Protocol):
    """One connection. Texts go to a function at once, without a task or a queue."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """``request`` opens it, ``heard`` gets each text, ``lost`` is called when it ends."""
        self._request = request
        self._heard = heard
        self._lost = lost
        self._data = b""
        self._transport: asyncio.Transport | None = None
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop has its own classes
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells the player."""
        if not self.opened.done():
            self.opened.set_exception(NotOpened("the server closed the connection"))
        self.ended.set_result(None)
        self._lost()

    def data_received(self, data: bytes) -> None:
        """Reads all frames that are complete."""
        self._data = self._data + data if self._data else data
        if not self._is_open and not self._accepted():
            return
        data, at = self._data, 0
        while (end := _frame_end(data, at)) is not None:
            start, stop = end
            kind = data[at] & 0x0F
            if kind == TEXT:
                self._heard(data[start:stop])
            elif kind == PING:
                self._send(PONG, data[start:stop])
            elif kind == CLOSE:
                self.abort()
            at = stop
        self._data = data[at:]

    def _accepted(self) -> bool:
        header, found, rest = self._data.partition(b"\r\n\r\n")
        if not found:
            return False
        status = header.partition(b"\r\n")[0]
        if b" 101 " not in status:
            if not self.opened.done():
                self.opened.set_exception(NotOpened(status.decode("ascii", "replace")))
            self.abort()
            return False
        if self.opened.done():  # nobody waits for it any more
            self.abort()
            return False
        self._data = rest
        self._is_open = True
        self.opened.set_result(None)
        return True

    def send(self, text: bytes) -> None:
        """Sends a text."""
        self._send(TEXT, text)

    def _send(self, kind: int, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        size = len(data)
        if size <= SHORT:
            header = bytes((WHOLE | kind, MASKED | size))
        else:
            header = struct.pack("!BBH", WHOLE | kind, MASKED | TWO_BYTES, size)
        self._transport.write(header + MASK + data)

    def abort(self) -> None:
        """Ends the connection."""
        if self._transport is not None:
            self._transport.abort()


def _frame_end(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the content of the frame at a place begins and ends; None if it is not complete."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1], at + 2
    if size == TWO_BYTES:
        start += 2
        if len(data) < start:
            return None
        size = int.from_bytes(data[start - 2 : start])
    elif size == EIGHT_BYTES:
        start += 8
        if len(data) < start:
            return None
        size = int.from_bytes(data[start - 8 : start])
    return (start, start + size) if len(data) >= start + size else None


async def open_socket(url: str, cookie: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> LoadSocket:
    """Opens a WebSocket at the server with this address.

    Raises:
        OSError: it cannot be reached, or refuses.
    """
    parts = urlsplit(url)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = (
        "GET /api/ws HTTP/1.1",
        f"Host: {parts.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        f"Cookie: heptapolis={cookie}",
    )
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(OPEN_SECONDS):
        _, socket = await loop.create_connection(
            lambda: LoadSocket(request, heard, lost), parts.hostname or "", parts.port or 80
        )
        try:
            await socket.opened
        except OSError:
            socket.abort()
            await socket.ended
            raise
    return socket

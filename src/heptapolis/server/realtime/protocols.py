"""uvicorn's protocols with limits that it does not have: one client must not make the others wait.

HTTP: the size of a header, and the time until it is complete. WebSockets: frames of every kind count, also those that
the application never sees (pings, fragments), and a connection that no longer reads can be aborted.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from heptapolis.server.http.rate_limits import Bucket

if TYPE_CHECKING:
    import asyncio

    from uvicorn._types import ASGISendEvent
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
    from websockets.http11 import Request

LARGEST_HEADER: Final = 16_384
"""Bytes of a request's first line and header."""

HEADER_SECONDS: Final = 10.0
"""How long a client may take to send a header."""

CLOSE_SECONDS: Final = 10.0
"""How long a client may take to read what is left once its connection is being closed."""

PIECE: Final = 1024
"""Bytes of a WebSocket that are read before the number of frames is checked."""

FRAMES_BURST: Final = 400.0
FRAMES_PER_SECOND: Final = 60.0
"""More than a client may send messages: those over the limit of messages still get an answer."""

INVALID_TEXT, POLICY = 1007, 1008
ABORT: Final = "heptapolis.abort"
"""The key of a WebSocket's scope for the function that ends its connection at once."""
WRITE: Final = "heptapolis.write"
"""The key for the function that sends a text at once, without a task and a coroutine for each message."""

TEXT_FRAME: Final = 0x81
"""The first byte of a whole text message."""
SHORT, TWO_BYTES, EIGHT_BYTES = 125, 126, 127
"""The longest text whose length fits the second byte, and what stands there for longer ones."""


class _HeaderTooLarge(Exception):
    """Ends the parsing of a request."""


class HttpProtocol(HttpToolsProtocol):
    """HTTP with limits for headers."""

    _timer: asyncio.TimerHandle | None = None
    _received = 0
    """Bytes that came while the header was incomplete; its last line may be of any length."""
    _parsed = 0
    """Bytes of the complete lines of the header; all of them may have come at once."""
    _in_header = False
    _too_large = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Starts the clock of the first header."""
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads a part of a request."""
        if self._too_large:
            return
        cycle: RequestResponseCycle | None = self.cycle
        if (cycle is None or cycle.response_complete) and self._timer is None:
            self._start_timer()  # the next request of a connection that was kept open
        if self._in_header:
            self._received += len(data)
            if self._received > LARGEST_HEADER:
                self._too_large = True
                self.send_400_response("")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_header = True
        self._received = self._parsed = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the address has come."""
        self._must_fit(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the header has come."""
        self._must_fit(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The header is complete."""
        self._in_header = False
        self._stop_timer()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuses the request, and closes the connection."""
        self._stop_timer()
        if not self._too_large:
            super().send_400_response(msg)
            return
        self.transport.write(STATUS_LINE[431] + b"connection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()

    def _must_fit(self, size: int) -> None:
        self._parsed += size
        if self._parsed > LARGEST_HEADER:
            self._too_large = True
            raise _HeaderTooLarge

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(HEADER_SECONDS, self._late)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            self.transport.abort()


def frame_header(length: int) -> bytes:
    """The header of a text message of a server: one frame, not masked."""
    if length <= SHORT:
        return bytes((TEXT_FRAME, length))
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, TWO_BYTES, length)
    return struct.pack("!BBQ", TEXT_FRAME, EIGHT_BYTES, length)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets with a limit for frames."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*arguments, **named)
        limited = self.config.app.settings.rate_limits > 0  # type: ignore[union-attr]  # the app is our Service
        self._frames_left = Bucket(FRAMES_BURST, FRAMES_PER_SECOND) if limited else None
        self._unwritten: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        """Reads frames, a few at a time, until there are too many."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """Counts frames before they are handled."""
        if self.handshake_initiated and self._frames_left is not None:
            # ``events_received`` empties the list, so it is looked at here and left in place.
            for _ in self.conn.events:
                if not self._frames_left.take():
                    self._fail(POLICY)
                    return
        super().handle_events()

    def handle_connect(self, event: Request) -> None:
        """Lets the application end the connection at once."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope[ABORT] = self.transport.abort  # type: ignore[typeddict-unknown-key]  # our own key
            self.scope[WRITE] = self.write_text  # type: ignore[typeddict-unknown-key]

    def write_text(self, text: bytes) -> bool:
        """Sends a text, together with others of this moment; False if the client is slow or gone."""
        if self.disconnected or self.close_sent or not self.handshake_complete or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:
            return False
        if not self._unwritten:
            self.loop.call_soon(self._write_all)
        self._unwritten += (frame_header(len(text)), text)
        return True

    def _write_all(self) -> None:
        """Writes the texts of this moment: one call of the kernel, which costs more than the rest of sending."""
        if self._unwritten:
            written, self._unwritten = b"".join(self._unwritten), []
            if not self.transport.is_closing():
                self.transport.write(written)

    async def send(self, message: ASGISendEvent) -> None:
        """Sends a message; a connection that is being closed is aborted if the client no longer reads."""
        self._write_all()
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # refused; uvicorn would log an error for each
        if self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Passes a message on; one that is not UTF-8 ends the connection without a traceback in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(INVALID_TEXT)
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int) -> None:
        """Closes the connection, and waits for nobody."""
        self.frames = []
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.fail(code)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

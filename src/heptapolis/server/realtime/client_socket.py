"""One connection of a client, as tables see it."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Final

from heptapolis.server.http.rate_limits import Bucket
from heptapolis.server.realtime.protocols import CLOSE_SECONDS
from heptapolis.server.tables.serializers import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Send

    from heptapolis.server.messages import ServerMessage
    from heptapolis.server.messages.server_messages import ByeReason
    from heptapolis.server.people.people import Person
    from heptapolis.server.realtime.forwarding import Forwarded
    from heptapolis.server.tables.room import Room

MAX_UNSENT: Final = 400
"""Maximum number of unsent messages; a slower client is disconnected."""

MESSAGES_BURST: Final = 60.0
MESSAGES_PER_SECOND: Final = 15.0
"""Messages of one socket."""

RESTART, POLICY, BUSY, NORMAL = 1012, 1008, 1013, 1000


class Socket:
    """One connection of a client."""

    __slots__ = (
        "_abort",
        "_abort_timer",
        "_flushing",
        "_outbox",
        "_send",
        "_write",
        "address",
        "advised",
        "bucket",
        "closed",
        "fence",
        "forwarded",
        "heard",
        "hidden",
        "marks",
        "muted",
        "person",
        "rate_limit_strikes",
        "rated_marks",
        "room",
        "session",
        "waits",
        "watch",
    )

    def __init__(
        self,
        send: Send,
        person: Person | None,
        address: str = "",
        abort: Callable[[], None] | None = None,
        write: Callable[[bytes], bool] | None = None,
    ) -> None:
        """``send`` sends ASGI messages, ``write`` a text without waiting, ``abort`` ends the connection at once."""
        self._send = send
        self._abort = abort
        self._write = write
        self._abort_timer: asyncio.TimerHandle | None = None
        self.address = address
        self.person = person
        self.room: Room | None = None
        self.session: str | None = None
        """The session of the cookie with which it was opened."""
        self.watch = False
        self.hidden = False
        """Whether the page is in the background, as far as it has said."""
        self.waits = False
        """Whether it waits for a seat, so that nothing of the game may be sent."""
        self.marks: tuple[str, ...] = ()
        self.rated_marks: tuple[str, ...] = ()
        """Those that two people of a rated game must not share."""
        self.muted: frozenset[str] = frozenset()
        self.heard = time.monotonic()
        self.bucket = Bucket(MESSAGES_BURST, MESSAGES_PER_SECOND)
        self.rate_limit_strikes = 0
        self.advised = False
        """Whether advice for this client is being worked out."""
        self.closed = False
        self.forwarded: Forwarded | None = None
        """Where its messages go if another process owns the table."""
        self.fence: Callable[[], None] | None = None
        """Raises if this socket is another process's, and that process may have given this one up."""
        self._outbox: list[bytes | int] = []
        self._flushing: asyncio.Task[None] | None = None

    def post(self, data: bytes) -> None:
        """Queues a message; never waits, so that a slow client does not delay others."""
        if self.closed:
            return
        if self._flushing is None and self._write is not None and self._write(data):
            return
        self._outbox.append(data)
        if len(self._outbox) > MAX_UNSENT:
            self._outbox.clear()
            self.close(BUSY)
        elif self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    def send(self, message: ServerMessage) -> None:
        """Sends a message to this client only."""
        self.post(encode(message))

    def bye(self, reason: ByeReason, again: bool) -> None:
        """Sends the reason and closes; clients reconnect after different pauses, not all at once."""
        after = random.randrange(500, 3000)
        self.send({"type": "bye", "reason": reason, "again": again, "after": after})
        self.close(RESTART if reason == "restart" else NORMAL)

    def close(self, code: int) -> None:
        """Closes the connection after all queued messages are sent, or soon if the client reads none of them."""
        if self.closed:
            return
        self.closed = True
        if self._abort is not None:
            self._abort_timer = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._abort)
        self._outbox.append(code)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())

    async def end(self) -> None:
        """Cleans up after the connection has ended, and waits until the sending task has ended."""
        self.closed = True
        self._outbox.clear()
        if self._abort_timer is not None:
            self._abort_timer.cancel()
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
        except Exception:  # the client has disconnected; the receiving side will notice
            self.closed = True
            self._outbox.clear()
        finally:
            self._flushing = None

"""Floods from one client: it is cut off, and leaves nothing in the log."""

import asyncio
import base64
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import Gone
from heptapolis.server.errors import Refused
from heptapolis.server.http import rate_limits
from heptapolis.server.http.rate_limits import Limits
from heptapolis.server.realtime import client_socket, protocols, sockets
from heptapolis.server.realtime.client_socket import Socket
from heptapolis.server.tables import room
from serving import Inside, inside, run, seated

pytestmark = pytest.mark.once

TEXT, CONTINUED, PING = 0x01, 0x00, 0x09
LAST = 0x80


async def connect(server: Inside) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = server.url.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


async def answer_to(server: Inside, *parts: bytes) -> bytes:
    """What comes back until the server closes the connection."""
    reader, writer = await connect(server)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.01)  # so that it arrives in parts
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def frame(first: int, payload: bytes = b"") -> bytes:
    """A frame of a client, with a mask of zeros."""
    return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload


async def flood(server: Inside, *frames: bytes) -> int:
    """Sends frames over a new WebSocket, and returns the code with which the server closes it."""
    key = base64.b64encode(os.urandom(16)).decode()
    host = server.url.removeprefix("http://")
    hello = f"GET /api/ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    hello += f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    answer = await answer_to(server, hello.encode(), b"".join(frames))
    head, _, sent = answer.partition(b"\r\n\r\n")
    assert b" 101 " in head
    closing = sent.rindex(b"\x88\x02")  # a close frame with a code and no reason
    return int.from_bytes(sent[closing + 2 : closing + 4], "big")


def test_flooding_connections_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    line = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"

    async def main() -> None:
        async with inside(tmp_path, rate_limits=1) as server:
            long = b"X-Long: " + b"x" * 17_000 + b"\r\n\r\n"
            assert b" 431 " in await answer_to(server, line + long)
            assert b" 431 " in await answer_to(server, line, long)
            assert b" 431 " in await answer_to(server, b"GET /" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b" 431 " in await answer_to(server, line + b"X: y\r\n" * 4_000 + b"\r\n")
            assert b" 200 " in await answer_to(server, line + b"X: y\r\n" * 100 + b"Connection: close\r\n\r\n")
            assert await flood(server, *[frame(LAST | PING)] * 1_000) == 1008
            assert await flood(server, frame(TEXT), *[frame(CONTINUED)] * 1_000) == 1008
            assert await flood(server, frame(LAST | TEXT, b"\xff\xfe")) == 1007
            assert await flood(server, frame(TEXT, b"{"), frame(LAST | CONTINUED, b"\xff")) == 1007
            with monkeypatch.context() as hurried:
                hurried.setattr(protocols, "HEADER_SECONDS", 0.2)
                assert await answer_to(server, line) == b""
                assert await answer_to(server) == b""
                first = await answer_to(server, line + b"\r\n", line)  # the next request of the same connection
                assert first.count(b" 200 ") == 1

    with caplog.at_level(logging.WARNING):
        run(main())
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


def test_sockets_and_events_of_one_person_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(sockets, "SOCKETS_PER_PERSON", 2)
    monkeypatch.setattr(room, "EVENTS_BURST", 4.0)
    monkeypatch.setattr(room, "EVENTS_PER_SECOND", 0.0)

    async def main() -> None:
        async with inside(tmp_path, rate_limits=1) as server:
            (one,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            two, three = (server._visitors[0].at(one._table) for _ in range(2))
            await two.connect()
            with pytest.raises(Gone, match="HTTP 409"):
                await three.connect()
            assert not caplog.records  # one line of our own, of level info
            for number in range(4):
                await (one, two)[number % 2].ask("ready", ready=number % 2 == 0)
            for client in (one, two):  # over all sockets
                with pytest.raises(Refused, match="message/too-often"):
                    await client.ask("ready", ready=True)
            other = (await server.guest("Grace")).at(one._table)
            await other.connect()
            await other.ask("take-seat", seat=1)
            await two.close()
            while len(server.sockets.open) > 2:
                await asyncio.sleep(0.01)
            await three.connect()

    run(main())


def test_connection_that_no_longer_reads_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_socket, "CLOSE_SECONDS", 0.01)

    async def main() -> None:
        aborted = asyncio.Event()

        async def never_sent(message: Any) -> None:
            await asyncio.Event().wait()

        socket = Socket(never_sent, None, "", aborted.set)
        socket.post(b"{}")
        await asyncio.sleep(0.05)
        assert not aborted.is_set()
        socket.close(1000)
        await aborted.wait()
        await socket.end()

    run(main())


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("redis://there", "redis://there:6379"),
        ("redis://user:secret@there/2", "redis://user:secret@there:6379/2"),
        ("redis://there:7000/1", "redis://there:7000/1"),
    ],
)
def test_address_of_redis_needs_no_port(given: str, used: str) -> None:
    assert rate_limits._with_port(given) == used


def test_limits_are_shared_over_redis_and_local_without_it(redis: Any) -> None:
    async def main() -> None:
        one, two = Limits(0.1, redis.url), Limits(0.1, redis.url)  # one log-in in five minutes
        await one.check("login", "here")
        for limits in (one, two):
            with pytest.raises(Refused, match="message/too-often"):
                await limits.check("login", "here")
        redis.stop()
        await two.check("login", "here")  # its own count begins
        with pytest.raises(Refused, match="message/too-often"):
            await two.check("login", "here")
        await one.close()
        await two.close()

    run(main())

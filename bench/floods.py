"""What others notice of a flood: ``python bench/floods.py`` floods a server of its own from one address.

For each flood it prints the 99th percentile of others' turns (from the last choice to the new view at every seat) and
the slowest answer of ``/healthz``. Others connect from 127.0.0.1, the flood from 127.0.0.3 (only
choices, which are limited by person, from the same), with default limits.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import multiprocessing
import os
import random
import statistics
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click
import httpx

from heptapolis.server.client import Gone, TableClient, Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.operations.loadtest_server import own_server

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

FLOODER = "127.0.0.3"
SEATS = 3


async def connection(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from the flooding address."""
    parts = urlsplit(url)
    return await asyncio.open_connection(parts.hostname, parts.port, local_addr=(FLOODER, 0))


async def send_for_ever(url: str, opening: bytes, data: bytes) -> None:
    """Sends over one connection after another, each until it is closed."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await connection(url)
            try:
                writer.write(opening)
                await writer.drain()
                while not reader.at_eof():
                    writer.write(data)
                    await writer.drain()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(reader.read(65_536), 0.001)
            finally:
                writer.close()
        await asyncio.sleep(0)


def handshake(url: str) -> bytes:
    """The request that opens a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /api/ws HTTP/1.1",
        f"Host: {urlsplit(url).netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def pings(url: str) -> None:
    """Ping frames, which the application never sees."""
    await send_for_ever(url, handshake(url), bytes([0x89, 0x80, 0, 0, 0, 0]) * 10_000)


async def fragments(url: str) -> None:
    """A message in empty fragments without an end."""
    await send_for_ever(url, handshake(url) + bytes([0x01, 0x80, 0, 0, 0, 0]), bytes([0, 0x80, 0, 0, 0, 0]) * 10_000)


async def headers(url: str) -> None:
    """A header without an end."""
    await send_for_ever(url, b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ", b"x" * 65_536)


async def half_requests(url: str) -> None:
    """Thousands of requests that are never complete."""
    kept: list[asyncio.StreamWriter] = []
    while True:
        with contextlib.suppress(OSError):
            _, writer = await connection(url)
            writer.write(b"GET / HTTP/1.1\r\n")
            kept.append(writer)
        if len(kept) > 3_000:
            kept.pop(0).close()
        await asyncio.sleep(0.001)


async def choices(url: str) -> None:
    """Choices of one person over many sockets, taken back at once."""
    visitor = Visitor(url)
    await visitor.log_in_as_guest("Flood")
    table = await visitor.open_table({"seats": 3}, 0, [None, "easy", "easy"], start=True)

    async def choose(client: TableClient) -> None:
        while True:
            with contextlib.suppress(Gone, Refused):
                await client.connect()
                while client.play is not None:
                    moves = [move for each in client.play["view"]["pending"] for move in each["moves"]]
                    with contextlib.suppress(Refused):
                        if moves:
                            await client.choose(random.choice(moves))
                        await client.ask("withdraw", moment=client.play["moment"])
            await asyncio.sleep(0.1)

    await asyncio.gather(*(choose(visitor.at(table)) for _ in range(20)))


FLOODS: dict[str, Callable[[str], Coroutine[object, object, None]] | None] = {
    "none": None,
    "pings": pings,
    "fragments": fragments,
    "headers": headers,
    "half requests": half_requests,
    "choices": choices,
}


def run_flood(name: str, url: str) -> None:
    """Floods a server until this process is ended."""
    flood = FLOODS[name]
    assert flood is not None, "named in the list"
    asyncio.run(flood(url))


async def measure(url: str, seconds: float) -> tuple[list[float], list[float]]:
    """Plays at a table, and asks for ``/healthz``; returns the seconds of each turn and of each answer."""
    turns: list[float] = []
    answers: list[float] = []
    async with contextlib.AsyncExitStack() as stack:
        clients: list[TableClient] = []
        table = ""
        for seat in range(SEATS):
            visitor = Visitor(url)
            stack.push_async_callback(visitor.close)
            await visitor.log_in_as_guest(f"Person {seat}")
            table = table or await visitor.open_table({"seats": SEATS})
            client = visitor.at(table)
            stack.push_async_callback(client.close)
            await client.connect()
            if seat:
                await client.ask("take-seat", seat=seat)
                await client.ask("ready", ready=True)
            clients.append(client)
        await clients[0].ask("start")
        until = time.monotonic() + seconds

        async def play() -> None:
            while time.monotonic() < until:
                deciding = []
                for client in clients:
                    while client.play is None:
                        await client.receive()
                    deciding += [client] * bool(client.play["view"]["pending"])
                if not deciding:
                    return  # the game is over
                began = 0.0
                moments = [client.play["moment"] for client in clients if client.play is not None]
                for client in deciding:
                    assert client.play is not None, "waited for"
                    began = time.monotonic()
                    await client.choose(client.play["view"]["pending"][0]["moves"][0])
                for client, moment in zip(clients, moments, strict=True):
                    while client.play is not None and client.play["moment"] == moment:
                        await client.receive()
                turns.append(time.monotonic() - began)
                await asyncio.sleep(0.2)

        async def ask() -> None:
            async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
                while time.monotonic() < until:
                    began = time.monotonic()
                    await http.get("/healthz")
                    answers.append(time.monotonic() - began)
                    await asyncio.sleep(0.05)

        await asyncio.gather(play(), ask())
    return turns, answers


def p99(values: list[float]) -> float:
    """The 99th percentile in milliseconds; of few values, the largest."""
    return 1000 * (statistics.quantiles(values, n=100, method="inclusive")[-1] if len(values) > 1 else max(values))


@click.command()
@click.option("--seconds", type=float, default=10.0, show_default=True, help="Seconds for each flood.")
@click.option("--flood", "names", type=click.Choice(list(FLOODS)), multiple=True, help="Only these floods.")
def main(seconds: float, names: tuple[str, ...]) -> None:
    """Flood a server from one address, and measure what others notice."""
    for name in names or tuple(FLOODS):
        with own_server(["--rate-limits", "1"]) as (url, _):
            flood = multiprocessing.Process(target=run_flood, args=(name, url))
            if FLOODS[name] is not None:
                flood.start()
            try:
                turns, answers = asyncio.run(measure(url, seconds))
            finally:
                if flood.pid is not None:
                    flood.kill()
                    flood.join()
        click.echo(
            f"{name:14} turn p99 {p99(turns):6.0f} ms of {len(turns)}, healthz worst {1000 * max(answers):6.0f} ms"
            f" of {len(answers)}"
        )


if __name__ == "__main__":
    main()

"""Servers to test against: inside the test's own event loop, or as real processes that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx

from heptapolis.server.client import TableClient, Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.messages.parts import Person
from heptapolis.server.operations.launcher import Server, make_server, open_socket
from heptapolis.server.operations.loadtest_server import wait_for_server
from heptapolis.server.operations.settings import Settings
from heptapolis.server.service import Service

T = TypeVar("T")

RUNNING: list[Server] = []
"""The servers of this process, by ``inside``."""

PLAIN_BOARDS = ("Rhodes", "Alexandria", "Ephesus", "Olympia", "Giza", "Babylon")


def plain(seats: int, **more: Any) -> dict[str, Any]:
    """A table whose boards ask for nothing but the turns' cards: eighteen decisions, each seat with one in each."""
    return {"seats": seats, "boards": list(PLAIN_BOARDS[:seats]), "sides": ["A"] * seats, **more}


def run(work: Coroutine[Any, Any, T], seconds: float = 100) -> T:
    """Runs a test that waits for things, but not for ever."""

    async def bounded() -> T:
        async with asyncio.timeout(seconds):
            return await work

    try:
        return asyncio.run(bounded())
    finally:
        gc.collect()  # a connection that was left open is an error of the test that left it, not of a later one


def http_client(url: str, transport: httpx.AsyncBaseTransport | None = None) -> httpx.AsyncClient:
    """A plain client without a login; it waits as long as a busy machine may need."""
    return httpx.AsyncClient(base_url=url, transport=transport, trust_env=False, timeout=60)


class Inside:
    """A server in the loop of the test, so that the test can look behind the scenes."""

    def __init__(self, url: str, service: Service, server: Server) -> None:
        self.url = url
        self.service = service
        self.server = server
        assert service.components is not None
        parts = service.components
        self.registry = parts.registry
        self.store = parts.store
        self.writer = parts.writer
        self.people = parts.people
        self.presence = parts.presence
        self.bots = parts.bots
        self.sockets = parts.sockets
        self._visitors: list[Visitor] = []
        self._clients: list[TableClient] = []

    def client(self, table: str, **who: str | None) -> TableClient:
        """A client at a table, not connected yet; by cookie or token, or anonymous."""
        self._clients.append(TableClient(self.url, table, **who))  # type: ignore[arg-type]  # cookie and token
        return self._clients[-1]

    async def guest(self, name: str = "Ada") -> Visitor:
        visitor = Visitor(self.url)
        self._visitors.append(visitor)
        await visitor.log_in_as_guest(name)
        return visitor

    async def close(self) -> None:
        for visitor in self._visitors:
            await visitor.close()
        for client in self._clients:
            await client.close()


@contextlib.asynccontextmanager
async def inside(folder: Path, **changes: Any) -> AsyncIterator[Inside]:
    """A server with real sockets on a database in a folder."""
    settings = Settings(
        **{"port": 0, "data": str(folder), "rate_limits": 0, "grace_seconds": 1, "deletion_days": 0, **changes}
    )
    listening = open_socket(settings)
    before = asyncio.all_tasks()
    server = make_server(settings)
    RUNNING.append(server)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
        if task.done():
            await task
    host, port = listening.getsockname()[:2]
    service = server._service
    found = Inside(f"http://{host}:{port}", service, server)
    try:
        yield found
    finally:
        await found.close()
        server.should_exit = True
        await task
        listening.close()
        RUNNING.remove(server)
        left = {repr(each.get_coro()) for each in asyncio.all_tasks() - before}
        assert RUNNING or not left, f"tasks that the server has left: {left}"


class Outside:
    """A server as a process of its own, which can be killed and started again on the same data."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.arguments = arguments
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.log = folder / "log"
        self.port = "0"

    def start(self) -> None:
        command = [sys.executable, "-m", "heptapolis", "serve", "--port", self.port, "--data", str(self.folder)]
        with self.log.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, "--rate-limits", "0", "--log-format", "json", *self.arguments],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=self.folder,
            )
        self.url = wait_for_server(self.process, self.log)
        self.port = self.url.rpartition(":")[2]

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        assert self.process is not None and self.process.stdout is not None
        status = self.process.wait(30)
        self.process.stdout.close()
        return status


@contextlib.contextmanager
def outside(folder: Path, *arguments: str) -> Iterator[Outside]:
    """A server process, ended after the test."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Outside(folder, *arguments)
    server.start()
    try:
        yield server
    finally:
        server.stop()


async def seated(
    server: Inside, options: dict[str, Any], bots: Sequence[str | None] = (), start: bool = True
) -> list[TableClient]:
    """People at a new table, on every seat that has no bot, connected; the game has begun."""
    count = options["seats"]
    levels = [*bots, *([None] * (count - len(bots)))]
    people = [seat for seat, level in enumerate(levels) if level is None]
    host = await server.guest("Host")
    table = await host.open_table(options, people[0], levels)
    clients = [host.at(table)]
    await clients[0].connect()
    for seat in people[1:]:
        visitor = await server.guest(f"Guest {seat}")
        client = visitor.at(table)
        await client.connect()
        await client.ask("take-seat", seat=seat)
        await client.ask("ready", ready=True)
        clients.append(client)
    if start:
        await clients[0].ask("start")
        for client in clients:
            while client.play is None:
                await client.receive()
    return clients


@contextlib.asynccontextmanager
async def sitting(
    urls: Sequence[str], options: dict[str, Any], bots: Sequence[str | None] = ()
) -> AsyncIterator[list[TableClient]]:
    """People at one table, one after the other over these addresses; the game has begun. Closed at the end.

    Where several addresses are given, or several processes listen behind one, neighbors at the table sit at different
    processes.
    """
    levels = [*bots, *([None] * (options["seats"] - len(bots)))]
    async with contextlib.AsyncExitStack() as stack:
        clients: list[TableClient] = []
        table = ""
        for number, seat in enumerate(seat for seat, level in enumerate(levels) if level is None):
            visitor = Visitor(urls[number % len(urls)])
            stack.push_async_callback(visitor.close)
            await visitor.log_in_as_guest(f"Person {seat}")
            table = table or await visitor.open_table(options, seat, levels)
            client = visitor.at(table)
            await connect_elsewhere(client, clients[-1:])
            clients.append(client)
            if number:
                await client.ask("take-seat", seat=seat)
                await client.ask("ready", ready=True)
        await clients[0].ask("start")
        for client in clients:
            while client.play is None:
                await client.receive()
        yield clients


def first_move(client: TableClient) -> dict[str, Any]:
    """The first legal move that a client is offered."""
    assert client.play is not None
    return dict(client.play["view"]["pending"][0]["moves"][0])


def moment_of(client: TableClient) -> int:
    """The moment that a client has seen last; -1 before the game."""
    return -1 if client.play is None else client.play["moment"]


def hand_of(client: TableClient) -> list[str]:
    """The cards that a client has in hand."""
    assert client.play is not None and client.you is not None
    hand = client.play["view"]["seats"][client.you]["hand"]
    assert isinstance(hand, list)
    return hand


def person_at(client: TableClient, seat: int) -> Person:
    """Who has a seat, as a client sees it."""
    person = client.table["seats"][seat]["person"]
    assert person is not None
    return person


def process_of(client: TableClient) -> str:
    """The server process that a client is connected to; needs ``client.raw``."""
    welcomes = [json.loads(frame) for frame in client.raw or [] if frame.startswith('{"type":"welcome"')]
    return str(welcomes[-1]["process"])


async def until(done: Callable[[], bool]) -> None:
    """Waits for something that happens by itself; ``run`` bounds it."""
    while not done():
        await asyncio.sleep(0.02)


async def connect_elsewhere(client: TableClient, others: Sequence[TableClient]) -> None:
    """Connects to a process to which none of the others is connected."""
    taken = {process_of(other) for other in others}
    client.raw = []
    await client.connect()
    while process_of(client) in taken:
        await client.close()
        await client.connect()


async def play_on(client: TableClient, rng: random.Random, decisions: int = 10**9) -> int:
    """Plays at random until the game is over, or for a number of decisions; returns their number."""
    made = 0
    while made < decisions and (play := await client.next_decision()) is not None:
        await client.choose(rng.choice(play["view"]["pending"][0]["moves"]))
        made += 1
    return made


async def play_until(client: TableClient, rng: random.Random, moment: int) -> None:
    """Plays at random until a given moment."""
    while client.play is not None and client.play["moment"] < moment:
        if pending := client.play["view"]["pending"]:
            await client.choose(rng.choice(pending[0]["moves"]))
        else:
            await client.receive()


async def play_all(clients: Sequence[TableClient], seed: int = 1) -> None:
    """Plays a whole game at random."""
    await asyncio.gather(*(play_on(client, random.Random(seed * 100 + n)) for n, client in enumerate(clients)))


def environment() -> dict[str, str]:
    """The variables of this process without ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("HEPTAPOLIS_")}


async def refused(work: object) -> Refused:
    try:
        await work  # type: ignore[misc]
    except Refused as error:
        return error
    raise AssertionError("it was not refused")

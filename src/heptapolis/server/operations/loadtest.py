"""Load test: scripted players at many tables; measures moves a second, delay and memory."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import httpx
import orjson

from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused, ServerTrouble
from heptapolis.server.operations.launcher import raise_file_limit, run_on_uvloop
from heptapolis.server.operations.loadtest_server import cpu_seconds, is_here, memory_kb
from heptapolis.server.operations.loadtest_socket import LoadSocket, NotOpened, open_socket
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_TABLES: Final = 2000
MOST_SECONDS: Final = 600
OPENING_AT_ONCE: Final = 20
"""Tables that are opened at the same time."""

SAT, READY = 1, 2
"""Ids of requests."""


@dataclass(slots=True)
class Tally:
    """The counts of a load test."""

    moves: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    """By code."""
    lost: int = 0
    games: int = 0
    latencies: list[float] = field(default_factory=list)


class Player:
    """One scripted player on one socket."""

    def __init__(self, table: LoadTable) -> None:
        """``table`` is where it plays; call ``connect``."""
        self.table = table
        self.moment = -1
        self.waiting_for_done = False
        self._socket: LoadSocket | None = None
        self._closing = False
        self._next: asyncio.TimerHandle | None = None
        self._sat: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, seat: int, cookie: str) -> None:
        """Opens a socket, takes a seat and is ready.

        Raises:
            Refused: the server says no.
            OSError: the server cannot be reached.
        """
        load = self.table.load
        self._socket = await open_socket(load.socket_url(self.table.number), cookie, self._heard, self._lost)
        self.send({"type": "join", "table": self.table.id})
        self.send({"type": "take-seat", "seat": seat, "id": SAT})
        self.send({"type": "ready", "ready": True, "id": READY})
        await self._sat

    def send(self, message: dict[str, Any]) -> None:
        """Sends a message."""
        assert self._socket is not None, "connected before"
        self._socket.send(orjson.dumps(message))

    async def close(self) -> None:
        """Ends the connection."""
        self._closing = True
        if self._next is not None:
            self._next.cancel()
        if self._socket is not None:
            self._socket.abort()
            await self._socket.ended

    def _lost(self) -> None:
        if not self._closing and not self.table.load.stopped:
            self.table.load.tally.errors["closed"] += 1
        if not self._sat.done():
            self._sat.set_exception(ConnectionResetError("the server closed the connection"))

    def _heard(self, text: bytes) -> None:
        """Answers every view with a choice after a pause, until the test stops."""
        # Most messages only say that another player has chosen; skip those.
        if text.startswith(b'{"type":"chosen"'):
            return
        message = orjson.loads(text)
        kind = message["type"]
        if kind == "done":
            if not self._sat.done():
                if message["id"] == READY:
                    self._sat.set_result(None)
                return
            if self.waiting_for_done:
                self.waiting_for_done = False
                self.table.load.tally.moves += 1
        elif kind == "error":
            if not self._sat.done():
                self._sat.set_exception(Refused(message["code"], **message["params"]))
                return
            self.table.load.tally.errors[message["code"]] += 1
        elif kind in ("play", "table") and message["play"] is not None:
            self._see(message)
            if not self.table.load.stopped:
                self._answer(message["play"])

    def _see(self, message: dict[str, Any]) -> None:
        play = message["play"]
        if message["type"] == "play" and self.moment >= 0 and play["moment"] != self.moment:
            # Every reveal must arrive once and in order; a gap is a lost move.
            if [reveal["moment"] for reveal in message["reveals"]] != list(range(self.moment, play["moment"])):
                self.table.load.tally.lost += 1
            self.table.seen()
        self.moment = play["moment"]

    def _answer(self, play: dict[str, Any]) -> None:
        view = play["view"]
        if view["phase"] == "over":
            self.table.over()
            return
        if not view["pending"]:
            return
        moves = view["pending"][0]["moves"]
        rng = self.table.rng
        active = [move for move in moves if move["action"] not in ("discard", "pass")]
        move = rng.choice(active or moves)
        pause = self.table.load.pause(rng)
        self._next = asyncio.get_running_loop().call_later(pause, self._choose, play["moment"], move)

    def _choose(self, moment: int, move: dict[str, Any]) -> None:
        if self.table.load.stopped:
            return
        self.waiting_for_done = True
        self.table.chosen()
        self.send({"type": "choose", "id": moment, "moment": moment, "move": move})


class LoadTable:
    """One table of scripted players."""

    def __init__(self, load: Load, number: int) -> None:
        """``open`` opens the table."""
        self.load = load
        self.number = number
        self.rng = random.Random(number)
        self.players: list[Player] = []
        self.last_choice = 0.0
        self.to_see = 0
        self.id = ""
        self._again: asyncio.Task[Any] | None = None

    def chosen(self) -> None:
        """A player has sent a choice; the last one of a turn starts the measurement."""
        self.last_choice = time.perf_counter()

    def seen(self) -> None:
        """A player has received the new view; the last one ends the measurement."""
        self.to_see += 1
        if self.to_see == len(self.players):
            self.to_see = 0
            if self.load.measuring:
                self.load.tally.latencies.append(time.perf_counter() - self.last_choice)

    def over(self) -> None:
        """A player has received the result; after the last one, the same people play at a new table."""
        self.to_see = 0
        if self._again is None or self._again.done():
            self.load.tally.games += 1
            self._again = self.load.tasks.start(self._play_again())

    async def _play_again(self) -> None:
        await asyncio.sleep(0.5)
        await self.close()
        if not self.load.stopped:
            try:
                await self.open()
                self.start()
            except Refused as refused:
                self.load.tally.errors[refused.code] += 1
            except (OSError, httpx.HTTPError) as error:
                if not self.load.stopped:  # the end of the test ends connections that are being opened
                    self.load.tally.errors[type(error).__name__] += 1

    async def close(self) -> None:
        """Ends the connections of all players."""
        old, self.players = self.players, []
        for player in old:
            await player.close()

    async def open(self) -> None:
        """Opens a table and connects all players."""
        load = self.load
        names = load.cookies[self.number * load.seats : (self.number + 1) * load.seats]
        self.id = await load.visitor(names[0]).open_table({"seats": load.seats, "edition": "first"}, None)
        self.to_see = 0
        for seat, cookie in enumerate(names):
            player = Player(self)
            self.players.append(player)
            await player.connect(seat, cookie)

    def start(self) -> None:
        """Starts the game."""
        self.players[0].send({"type": "start"})


class Load:
    """All tables and players of a load test."""

    def __init__(self, urls: Sequence[str], tables: int, seats: int, rate: float, *, sticky: bool) -> None:
        """``rate`` is the intended number of moves a second, over all tables.

        With several addresses, the sockets of a table go to the same one if ``sticky``, or else to any.
        """
        self.urls = urls
        self.url = urls[0]
        self._sticky = sticky
        self._chance = random.Random(0)
        self.seats = seats
        self.tables = [LoadTable(self, number) for number in range(tables)]
        self.tally = Tally()
        self.cookies: list[str] = []
        self.measuring = False
        self.stopped = False
        self._think = tables * seats / rate  # average seconds of a player for a move
        self.tasks = BackgroundTasks()
        self._http = httpx.AsyncClient(base_url=self.url, timeout=60, trust_env=False)

    def pause(self, rng: random.Random) -> float:
        """A random pause; the players of a table take about equally long."""
        return self._think * rng.uniform(0.6, 1.0)

    def socket_url(self, table: int) -> str:
        """Where the next socket of a table connects."""
        return self.urls[table % len(self.urls)] if self._sticky else self._chance.choice(self.urls)

    @property
    def sockets(self) -> int:
        """Number of connected players."""
        return sum(len(table.players) for table in self.tables)

    def visitor(self, cookie: str) -> Visitor:
        """A user of the HTTP interface; all share the connections."""
        self._http.cookies.clear()
        self._http.headers["Cookie"] = f"heptapolis={cookie}"
        return Visitor(self.url, client=self._http)

    async def log_in_guests(self) -> None:
        """Logs all guests in."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60, trust_env=False) as http:
            for number in range(len(self.tables) * self.seats):
                http.cookies.clear()
                answer = await http.post("/api/guest", json={"name": f"Load {number}"}, headers={"X-Heptapolis": "1"})
                answer.raise_for_status()
                self.cookies.append(answer.cookies["heptapolis"])

    async def open_all(self) -> None:
        """Opens all tables, a few at a time."""
        gate = asyncio.Semaphore(OPENING_AT_ONCE)

        async def one(table: LoadTable) -> None:
            async with gate:
                await table.open()

        results = await asyncio.gather(*(one(table) for table in self.tables), return_exceptions=True)
        for error in filter(None, results):
            raise error

    async def start_all(self) -> None:
        """Starts all games, spread over the time that a player takes for a move."""
        for table in self.tables:
            table.start()
            await asyncio.sleep(self._think / len(self.tables))

    async def stop(self) -> None:
        """Stops all players, and closes all connections."""
        self.stopped = True
        await asyncio.sleep(0.5)
        lost = sum(1 for table in self.tables for player in table.players if player.waiting_for_done)
        self.tally.lost += lost
        for table in self.tables:
            await table.close()
        await self.tasks.close()
        await self._http.aclose()


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def run_load(
    urls: Sequence[str],
    tables: int,
    seats: int,
    seconds: float,
    rate: float,
    pids: Sequence[int],
    say: Callable[[str], None],
    *,
    sticky: bool = False,
) -> dict[str, Any]:
    """Runs a load test against one server, at one or several addresses, and returns the measurements.

    ``pids`` are its processes, if they are known; CPU time and memory are summed.

    Raises:
        ServerTrouble: the address is not on this machine, nothing answers there, or it refuses so many players.
    """
    url = urls[0]
    if not all(is_here(each) for each in urls):
        raise ServerTrouble("a load test goes to a server on this machine only: --url http://127.0.0.1:PORT")
    load = Load(urls, tables, seats, rate, sticky=sticky)
    before = memory_kb(pids)
    started = time.perf_counter()
    try:
        say(f"making {tables * seats} guests")
        await load.log_in_guests()
        say(f"opening {tables} tables")
        started = time.perf_counter()
        await load.open_all()
        opened = time.perf_counter() - started
        await load.start_all()
    except httpx.TransportError as error:
        await load.stop()
        raise ServerTrouble(f"no server answers at {url}: {error}") from error
    except (httpx.HTTPStatusError, NotOpened, Refused) as error:
        await load.stop()
        raise ServerTrouble(f"the server at {url} refuses so many players: start it with --rate-limits 0") from error
    sockets = load.sockets
    say(f"opened in {opened:.1f} s; measuring for {seconds:.0f} s after a while of warming up")
    await asyncio.sleep(min(5.0, seconds / 4))
    moves = load.tally.moves
    cpu, own_cpu = cpu_seconds(pids), cpu_seconds([os.getpid()])
    load.measuring = True
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    moves = load.tally.moves - moves
    load.measuring = False
    worked, own_work = cpu_seconds(pids) - cpu, cpu_seconds([os.getpid()]) - own_cpu
    after = memory_kb(pids)
    sockets = max(sockets, load.sockets)  # a few tables may be between two games
    await load.stop()
    times = [each * 1000 for each in load.tally.latencies]
    return {
        "tables": tables,
        "seats": seats,
        "sockets": sockets,
        "seconds": round(took, 1),
        "moves": moves,
        "moves_per_second": round(moves / took, 1),
        "latency_ms": {name: round(percentile(times, share), 1) for name, share in _PERCENTILES.items()},
        "errors": load.tally.errors.total(),
        "error_codes": dict(load.tally.errors),
        "lost_moves": load.tally.lost,
        "server_rss_mb": round(after / 1024, 1) if after is not None else None,
        "kb_per_table": round((after - before) / tables, 1) if after is not None and before is not None else None,
        "server_cpu_ms_per_move": round(worked * 1000 / moves, 2) if moves and pids else None,
        "players_cpu_ms_per_move": round(own_work * 1000 / moves, 2) if moves else None,
        "turns": len(times),
        "games_finished": load.tally.games,
    }


def load_a_server(*arguments: Any, **options: Any) -> dict[str, Any]:
    """Runs ``run_load`` without garbage collection, so that pauses of the players do not count as delay."""
    raise_file_limit()
    gc.disable()
    try:
        return run_on_uvloop(run_load(*arguments, **options))
    finally:
        gc.enable()


_PERCENTILES: Final = {"p50": 0.50, "p95": 0.95, "p99": 0.99}

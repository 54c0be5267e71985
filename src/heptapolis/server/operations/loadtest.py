"""Load test: scripted players at many tables; measures moves a second, delay and memory."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused, ServerTrouble
from heptapolis.server.operations.launcher import raise_file_limit, run_on_uvloop
from heptapolis.server.operations.loadtest_server import cpu_seconds, is_here, memory_kb
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_TABLES: Final = 2000
MOST_SECONDS: Final = 600
OPENING_AT_ONCE: Final = 20
"""Tables that are opened at the same time."""


@dataclass(slots=True)
class Tally:
    """The counts of a load test."""

    moves: int = 0
    errors: int = 0
    lost: int = 0
    games: int = 0
    latencies: list[float] = field(default_factory=list)


class Player:
    """One scripted player on one socket."""

    def __init__(self, seat: int, connection: ClientConnection, table: LoadTable) -> None:
        """``table`` is where it plays."""
        self.seat = seat
        self.connection = connection
        self.table = table
        self.moment = -1
        self.waiting_for_done = False
        self.seq = 0

    async def run(self) -> None:
        """Answers every view with a choice after a pause, until the test stops."""
        try:
            async for frame in self.connection:
                # Most messages only say that another player has chosen; skip those.
                if frame.startswith('{"type":"chosen"'):  # type: ignore[arg-type]  # text frames only
                    continue
                message = orjson.loads(frame)
                kind = message["type"]
                if kind == "done":
                    self.waiting_for_done = False
                    self.table.load.tally.moves += 1
                elif kind == "error":
                    self.table.load.tally.errors += 1
                elif kind in ("play", "table") and message["play"] is not None:
                    self._see(message)
                    if not self.table.load.stopped:
                        await self._answer(message["play"])
        except (WebSocketException, OSError):
            if not self.table.load.stopped:
                self.table.load.tally.errors += 1

    def _see(self, message: dict[str, Any]) -> None:
        play = message["play"]
        seen = [reveal["moment"] for reveal in message.get("reveals", [])]
        if kind_of(message) == "play" and self.moment >= 0 and play["moment"] != self.moment:
            # Every reveal must arrive once and in order; a gap is a lost move.
            if seen != list(range(self.moment, play["moment"])):
                self.table.load.tally.lost += 1
            self.table.seen(self.moment)
        self.moment = play["moment"]

    async def _answer(self, play: dict[str, Any]) -> None:
        view = play["view"]
        if view["phase"] == "over":
            self.table.over()
            return
        if not view.get("pending"):
            return
        moves = view["pending"][0]["moves"]
        rng = self.table.rng
        active = [move for move in moves if move["action"] not in ("discard", "pass")]
        move = rng.choice(active or moves)
        self.table.load.tasks.start(self._choose(play["moment"], move, self.table.load.pause(rng)))

    async def _choose(self, moment: int, move: dict[str, Any], after: float) -> None:
        await asyncio.sleep(after)
        if self.table.load.stopped:
            return
        self.waiting_for_done = True
        self.table.chosen(moment)
        try:
            await self.connection.send(json.dumps({"type": "choose", "id": moment, "moment": moment, "move": move}))
        except (WebSocketException, OSError):
            if not self.table.load.stopped:
                self.table.load.tally.errors += 1


def kind_of(message: dict[str, Any]) -> str:
    """The type of a message."""
    kind: str = message["type"]
    return kind


class LoadTable:
    """One table of scripted players."""

    def __init__(self, load: Load, number: int) -> None:
        """``open`` opens the table."""
        self.load = load
        self.number = number
        self.rng = random.Random(number)
        self.players: list[Player] = []
        self.last_choice = 0.0
        self.choices = 0
        self.to_see = 0
        self.id = ""
        self._again: asyncio.Task[Any] | None = None

    def chosen(self, moment: int) -> None:
        """A player has sent a choice; the last one of a turn starts the measurement."""
        self.last_choice = time.perf_counter()

    def seen(self, moment: int) -> None:
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
        old, self.players = self.players, []
        for player in old:
            await player.connection.close()
        if not self.load.stopped:
            try:
                await self.open()
            except (Refused, WebSocketException, OSError, httpx.HTTPError):
                self.load.tally.errors += 1

    async def open(self) -> None:
        """Opens a table, connects all players and starts the game."""
        load = self.load
        names = load.cookies[self.number * load.seats : (self.number + 1) * load.seats]
        host = load.visitor(names[0])
        self.id = await host.open_table({"seats": load.seats, "edition": "first"}, None)
        self.to_see = 0
        self.players = []
        for seat, cookie in enumerate(names):
            connection = await connect(
                load.url.replace("http", "ws", 1) + "/api/ws",
                additional_headers={"Cookie": f"heptapolis={cookie}"},
                compression=None,
                ping_interval=None,
                proxy=None,
                open_timeout=60,
                max_queue=None,
            )
            self.players.append(Player(seat, connection, self))
            await connection.send(json.dumps({"type": "join", "table": self.id}))
            await connection.send(json.dumps({"type": "take-seat", "seat": seat, "id": 1}))
            await connection.send(json.dumps({"type": "ready", "ready": True, "id": 2}))
            await _until_done(connection, 2)
        for player in self.players:
            load.tasks.start(player.run())
        await self.players[0].connection.send(json.dumps({"type": "start"}))


async def _until_done(connection: ClientConnection, number: int) -> None:
    async for frame in connection:
        message = orjson.loads(frame)
        if message["type"] == "error":
            raise Refused(message["code"], **message["params"])
        if message["type"] == "done" and message["id"] == number:
            return


class Load:
    """All tables and players of a load test."""

    def __init__(self, url: str, tables: int, seats: int, rate: float) -> None:
        """``rate`` is the intended number of moves a second, over all tables."""
        self.url = url
        self.seats = seats
        self.tables = [LoadTable(self, number) for number in range(tables)]
        self.tally = Tally()
        self.cookies: list[str] = []
        self.measuring = False
        self.stopped = False
        self._think = tables * seats / rate  # average seconds of a player for a move
        self.tasks = BackgroundTasks()
        self._http = httpx.AsyncClient(base_url=url, timeout=60, trust_env=False)

    def pause(self, rng: random.Random) -> float:
        """A random pause; the players of a table take about equally long."""
        return self._think * rng.uniform(0.6, 1.0)

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

    async def stop(self) -> None:
        """Stops all players, and closes all connections."""
        self.stopped = True
        await asyncio.sleep(0.5)
        lost = sum(1 for table in self.tables for player in table.players if player.waiting_for_done)
        self.tally.lost += lost
        for table in self.tables:
            for player in table.players:
                player.connection.transport.abort()
                await player.connection.wait_closed()
        await self.tasks.close()
        await self._http.aclose()


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def run_load(
    url: str, tables: int, seats: int, seconds: float, rate: float, pid: int | None, say: Callable[[str], None]
) -> dict[str, Any]:
    """Runs a load test and returns the measurements.

    Raises:
        ServerTrouble: the address is not on this machine, nothing answers there, or it refuses so many players.
    """
    if not is_here(url):
        raise ServerTrouble("a load test goes to a server on this machine only: --url http://127.0.0.1:PORT")
    load = Load(url, tables, seats, rate)
    before = memory_kb(pid)
    started = time.perf_counter()
    try:
        say(f"making {tables * seats} guests")
        await load.log_in_guests()
        say(f"opening {tables} tables")
        started = time.perf_counter()
        await load.open_all()
    except httpx.TransportError as error:
        await load.stop()
        raise ServerTrouble(f"no server answers at {url}: {error}") from error
    except (httpx.HTTPStatusError, InvalidStatus, Refused) as error:
        await load.stop()
        raise ServerTrouble(f"the server at {url} refuses so many players: start it with --rate-limits 0") from error
    sockets = load.sockets
    say(f"opened in {time.perf_counter() - started:.1f} s; measuring for {seconds:.0f} s after a while of warming up")
    await asyncio.sleep(min(5.0, seconds / 4))
    moves = load.tally.moves
    cpu = cpu_seconds(pid)
    load.measuring = True
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    moves = load.tally.moves - moves
    load.measuring = False
    worked = cpu_seconds(pid) - cpu
    after = memory_kb(pid)
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
        "errors": load.tally.errors,
        "lost_moves": load.tally.lost,
        "server_rss_mb": round(after / 1024, 1) if after is not None else None,
        "kb_per_table": round((after - before) / tables, 1) if after is not None and before is not None else None,
        "server_cpu_ms_per_move": round(worked * 1000 / moves, 2) if moves and pid is not None else None,
        "turns": len(times),
        "games_finished": load.tally.games,
    }


def load_a_server(*arguments: Any) -> dict[str, Any]:
    """Runs ``run_load`` without garbage collection, so that pauses of the players do not count as delay."""
    raise_file_limit()
    gc.disable()
    try:
        return run_on_uvloop(run_load(*arguments))
    finally:
        gc.enable()


_PERCENTILES: Final = {"p50": 0.50, "p95": 0.95, "p99": 0.99}

"""Several hosts in network namespaces: a cut link, a frozen host and a wrong clock lose and double no move."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from databases import Redis
from heptapolis.server.client import Gone, TableClient, Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.operations.loadtest_server import wait_for_server
from heptapolis.server.storage.database import open_engine
from heptapolis.server.storage.store import Store
from serving import plain, run

pytestmark = [pytest.mark.once, pytest.mark.long, pytest.mark.timeout(900)]

KEY = "0123456789abcdef0123456789abcdef"
NETWORK = "10.213.77"
HOSTS = {"db": 3, "redis": 4, "proxy": 5, "one": 6, "two": 7}
SKEW_SECONDS = 90
CLOCK = f"""
import time
real, real_ns = time.time, time.time_ns
time.time = lambda: real() + {SKEW_SECONDS}
time.time_ns = lambda: real_ns() + {SKEW_SECONDS} * 10**9
"""
FORWARD = """
import asyncio, itertools, sys
host, port, *targets = sys.argv[1:]
turn = itertools.count()
async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
async def dial(target):
    if target.startswith("/"):
        return await asyncio.open_unix_connection(target)
    return await asyncio.wait_for(asyncio.open_connection(*target.split(":")), 2)
async def serve(reader, writer):
    first = next(turn)
    for number in range(len(targets)):
        try:
            there = await dial(targets[(first + number) % len(targets)])
            break
        except (OSError, TimeoutError):
            continue
    else:
        writer.close()
        return
    await asyncio.gather(copy(reader, there[1]), copy(there[0], writer))
async def main():
    server = await asyncio.start_server(serve, host, int(port))
    print("ready", flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def allowed() -> str:
    """Why namespaces cannot be made here; empty if they can."""
    if shutil.which("ip") is None:
        return "iproute2 is not installed"
    tried = subprocess.run(["ip", "netns", "add", "hp-trial"], capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"network namespaces are not allowed: {tried.stderr.strip()}"
    ip("netns", "del", "hp-trial")
    return ""


class Network:
    """A switch with a namespace for each host; the test itself is one more host."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        ip("netns", "add", "hp-switch")
        ip("-n", "hp-switch", "link", "add", "switch", "type", "bridge")
        ip("-n", "hp-switch", "link", "set", "switch", "up")
        ip("link", "add", "hp-test", "type", "veth", "peer", "name", "to-test", "netns", "hp-switch")
        ip("-n", "hp-switch", "link", "set", "to-test", "master", "switch", "up")
        ip("addr", "add", f"{NETWORK}.1/24", "dev", "hp-test")
        ip("link", "set", "hp-test", "up")
        for name, number in HOSTS.items():
            ip("netns", "add", f"hp-{name}")
            ip("-n", f"hp-{name}", "link", "set", "lo", "up")
            there = ("peer", "name", f"to-{name}", "netns", "hp-switch")
            ip("-n", f"hp-{name}", "link", "add", "eth0", "type", "veth", *there)
            ip("-n", "hp-switch", "link", "set", f"to-{name}", "master", "switch", "up")
            ip("-n", f"hp-{name}", "addr", "add", f"{NETWORK}.{number}/24", "dev", "eth0")
            ip("-n", f"hp-{name}", "link", "set", "eth0", "up")

    def address(self, name: str) -> str:
        return f"{NETWORK}.{HOSTS[name]}"

    def start(self, name: str, *command: str, **options: Any) -> subprocess.Popen[str]:
        """Starts a program on a host."""
        full = ["ip", "netns", "exec", f"hp-{name}", *command]
        process = subprocess.Popen(full, stdout=subprocess.PIPE, text=True, **options)
        self._processes.append(process)
        return process

    def forward(self, name: str, port: int, *targets: str) -> None:
        """Passes connections to a port of a host on to one of the targets."""
        process = self.start(name, sys.executable, "-c", FORWARD, self.address(name), str(port), *targets)
        assert process.stdout is not None and process.stdout.readline() == "ready\n"

    def cut(self, name: str) -> None:
        ip("-n", "hp-switch", "link", "set", f"to-{name}", "down")

    def heal(self, name: str) -> None:
        ip("-n", "hp-switch", "link", "set", f"to-{name}", "up")

    def close(self) -> None:
        for process in reversed(self._processes):
            process.send_signal(signal.SIGCONT)
            process.terminate()
        for process in self._processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        for name in ("switch", *HOSTS):
            subprocess.run(["ip", "netns", "del", f"hp-{name}"], capture_output=True, check=False)


@pytest.fixture
def network() -> Iterator[Network]:
    why = allowed()
    if why:
        pytest.skip(why)
    made = Network()
    try:
        yield made
    finally:
        made.close()


class Player:
    """Somebody who plays through cut lines, and remembers which choices were acknowledged."""

    def __init__(self, url: str, table: str, cookie: str | None, seed: int) -> None:
        self.client = TableClient(url, table, cookie=cookie)
        self.acknowledged: dict[int, dict[str, Any]] = {}
        self._rng = random.Random(seed)

    async def play(self) -> None:
        """Plays to the end, and connects again whenever nothing is heard."""
        while True:
            try:
                await self.client.connect()
                while await self._turn():
                    pass
                return
            except (Gone, TimeoutError, Refused):
                await asyncio.sleep(0.3)

    async def _turn(self) -> bool:
        play = self.client.play
        if play is not None and play["view"]["phase"] == "over":
            return False
        if play is None or not play["view"]["pending"]:
            await self.client.receive(3)
            return True
        moment = play["moment"]
        move = self._rng.choice(play["view"]["pending"][0]["moves"])
        async with asyncio.timeout(3):
            answer = await self.client.choose(move)
        if "move" in answer:
            self.acknowledged[moment] = answer["move"]
        await asyncio.sleep(0.2)
        return True


def test_no_move_is_lost_or_doubled_between_hosts(tmp_path: Path, postgres: Any, network: Network) -> None:
    database = postgres.new_database()
    name = database.rpartition("?")[0].rpartition("/")[2]
    folder = database.partition("host=")[2]
    network.forward("db", 5432, f"{folder}/.s.PGSQL.5432")
    program = Redis.program()
    redis = network.start("redis", program, "--bind", network.address("redis"), "--save", "", "--protected-mode", "no")
    assert redis.poll() is None
    wrong_clock = tmp_path / "clock"
    wrong_clock.mkdir()
    (wrong_clock / "sitecustomize.py").write_text(CLOCK)
    servers: dict[str, subprocess.Popen[str]] = {}
    urls: dict[str, str] = {}
    for host in ("one", "two"):
        settings = {
            "HEPTAPOLIS_DATABASE": f"postgresql+asyncpg://postgres@{network.address('db')}/{name}",
            "HEPTAPOLIS_REDIS": f"redis://{network.address('redis')}",
            "HEPTAPOLIS_SECRET_KEY": KEY,
            "HEPTAPOLIS_RATE_LIMITS": "0",
            "HEPTAPOLIS_DATA": str(tmp_path / host),
            **({"PYTHONPATH": str(wrong_clock)} if host == "two" else {}),
        }
        command = [sys.executable, "-m", "heptapolis", "serve", "--host", network.address(host), "--port", "8777"]
        log = tmp_path / f"{host}.log"
        with log.open("w") as errors:
            servers[host] = network.start(host, *command, stderr=errors, env={**os.environ, **settings}, cwd=tmp_path)
        urls[host] = wait_for_server(servers[host], log)
    network.forward("proxy", 80, *(f"{network.address(host)}:8777" for host in servers))
    proxy = f"http://{network.address('proxy')}"

    async def opened(url: str, players: list[str]) -> list[Player]:
        """A game at which each player connects to an address."""
        found: list[Player] = []
        table = ""
        for seat, at in enumerate(players):
            visitor = Visitor(url)
            await visitor.log_in_as_guest(f"Person {seat}")
            table = table or await visitor.open_table(plain(3), None)
            found.append(Player(at, table, visitor.cookie, seat))
            await found[-1].client.connect()
            await found[-1].client.ask("take-seat", seat=seat)
            await found[-1].client.ask("ready", ready=True)
            await visitor.http.aclose()
        await found[0].client.ask("start")
        return found

    async def main() -> None:
        spread = await opened(urls["one"], [proxy, urls["one"], proxy])
        apart = await opened(urls["one"], [urls["one"]] * 3)
        playing = [asyncio.create_task(each.play()) for each in spread]
        beside = [asyncio.create_task(each.play()) for each in apart]
        await asyncio.sleep(3)
        before = apart[0].client.play
        network.cut("two")
        await asyncio.sleep(6)
        during = apart[0].client.play
        assert before is not None and during is not None
        assert during["moment"] > before["moment"] or during["view"]["phase"] == "over"  # others go on
        network.heal("two")
        await asyncio.sleep(3)
        servers["two"].send_signal(signal.SIGSTOP)
        await asyncio.sleep(6)
        servers["two"].send_signal(signal.SIGCONT)
        await asyncio.gather(*playing, *beside)
        engine = open_engine(database)
        try:
            for players in (spread, apart):
                loaded = await Store(engine).load(players[0].client._table)
                assert loaded is not None and loaded[0].game is not None and loaded[0].game.over
                lines = loaded[0].game.record().lines
                assert len(lines) == loaded[0].moment == 18
                for seat, player in enumerate(players):
                    assert [reveal["moment"] for reveal in player.client.reveals] == list(range(18))
                    assert player.acknowledged
                    for moment, move in player.acknowledged.items():
                        made = lines[moment].moves[seat]
                        assert made is not None and (made.action, made.card) == (move["action"], move.get("card"))
        finally:
            await engine.dispose()
            for each in (*spread, *apart):
                with contextlib.suppress(Gone):
                    await each.client.close()

    run(main(), 600)

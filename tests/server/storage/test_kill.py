"""A server killed at any moment comes back with every acknowledged move."""

import asyncio
import contextlib
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import Gone, TableClient, Visitor
from heptapolis.server.errors import Refused
from serving import Outside, outside, run

pytestmark = pytest.mark.once

TABLES = 4
SEATS = 3


class Player:
    """Plays on and on, comes back when the server does, and remembers what was acknowledged."""

    def __init__(self, cookie: str, table: str, seed: int) -> None:
        self.cookie = cookie
        self.table = table
        self.rng = random.Random(seed)
        self.acknowledged: list[tuple[int, dict[str, Any]]] = []
        self.reveals: list[int] = []
        self.stop = False
        self.over = False

    async def play(self, url: str) -> None:
        client = TableClient(url, self.table, cookie=self.cookie)
        while not self.stop and not self.over:
            with contextlib.suppress(Gone, Refused, TimeoutError, OSError):
                await client.connect()
                await self._play(client)
            await asyncio.sleep(0.05)
        self.reveals = [reveal["moment"] for reveal in client.reveals]
        await client.close()

    async def _play(self, client: TableClient) -> None:
        while not self.stop:
            play = await client.next_decision()
            if play is None:
                self.over = True
                return
            answer = await client.choose(self.rng.choice(play["view"]["pending"][0]["moves"]))
            if "move" in answer:
                self.acknowledged.append((answer["seq"], answer["move"]))
            await asyncio.sleep(self.rng.random() * 0.05)


async def new_players(url: str, seed: int) -> list[Player]:
    cookies: list[str] = []
    for number in range(SEATS):
        visitor = Visitor(url)
        await visitor.log_in_as_guest(f"P{number}")
        assert visitor.cookie is not None
        cookies.append(visitor.cookie)
        await visitor.close()
    host = Visitor(url)
    host.http.cookies.set("heptapolis", cookies[0])
    table = await host.open_table({"seats": SEATS}, 0)
    clients = []
    for seat, cookie in enumerate(cookies):
        client = TableClient(url, table, cookie=cookie)
        await client.connect()
        clients.append(client)
        if seat:
            await client.ask("take-seat", seat=seat)
            await client.ask("ready", ready=True)
    await clients[0].ask("start")
    for client in clients:
        await client.close()
    await host.close()
    return [Player(cookie, table, seed * 10 + seat) for seat, cookie in enumerate(cookies)]


def stored(folder: Path) -> dict[tuple[str, int], dict[str, Any]]:
    with contextlib.closing(sqlite3.connect(folder / "heptapolis.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute("SELECT table_id, seq, data FROM events WHERE kind = 'chose'").fetchall()
    return {(table, seq): json.loads(data) for table, seq, data in rows}


def check(folder: Path, players: list[Player]) -> int:
    """Every acknowledged move is stored under the number it was acknowledged with; how many there are."""
    found = stored(folder)
    count = 0
    for player in players:
        for seq, move in player.acknowledged:
            assert found[player.table, seq]["move"] == move
            count += 1
    return count


def kill_again_and_again(folder: Path, kills: int) -> None:
    rng = random.Random(5)

    async def main(server: Outside) -> None:
        everybody: list[Player] = []
        active: list[tuple[Player, asyncio.Task[None]]] = []
        seed = 0
        for _ in range(kills):
            active = [(player, task) for player, task in active if not task.done()]
            while len(active) < TABLES * SEATS:
                seed += 1
                fresh = await new_players(server.url, seed)
                everybody += fresh
                active += [(player, asyncio.create_task(player.play(server.url))) for player in fresh]
            await asyncio.sleep(0.1 + rng.random() * 0.7)
            server.kill()
            check(folder, everybody)
            await asyncio.to_thread(server.start)
        await asyncio.sleep(1)
        for player, _ in active:
            player.stop = True
        await asyncio.gather(*(task for _, task in active))
        assert check(folder, everybody) > 10 * kills
        for player in everybody:  # nobody missed a reveal, none came twice
            assert player.reveals == list(range(len(player.reveals)))
        assert any(len(player.reveals) > 3 for player in everybody)

    with outside(folder, "--log-level", "warning") as server:
        run(main(server), 60 * kills)


@pytest.mark.timeout(1500)
def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / "data", 10)


@pytest.mark.long
@pytest.mark.timeout(4000)
def test_three_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / "data", 300)

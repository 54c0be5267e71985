"""``heptapolis serve --workers 2``: several processes on one address, which may die."""

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from heptapolis.server.client import Gone, TableClient
from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations.settings import settings_from
from serving import Outside, connect_elsewhere, outside, plain, play_on, process_of, run, sitting

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]


def arguments(database: str, redis: Any) -> tuple[str, ...]:
    return ("--workers", "2", "--database", database, "--redis", redis.url)


def workers(server: Outside) -> list[psutil.Process]:
    """The processes that serve; bots are their children, and multiprocessing has a process of its own."""
    assert server.process is not None
    children = psutil.Process(server.process.pid).children()
    return [child for child in children if "--multiprocessing-fork" in child.cmdline()]


async def play_turns(clients: list[TableClient], decisions: int) -> None:
    """Plays a number of decisions; a client that loses its connection reconnects to any process."""

    async def one(client: TableClient, rng: random.Random) -> None:
        for _ in range(decisions):
            while True:
                try:
                    await play_on(client, rng, 1)
                    break
                except Gone:
                    await asyncio.sleep(0.1)
                    with contextlib.suppress(Gone):
                        await client.connect()

    await asyncio.gather(*(one(client, random.Random(number)) for number, client in enumerate(clients)))


def test_a_game_over_two_workers_one_of_which_is_killed(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def main(server: Outside) -> None:
        async with sitting([server.url], plain(4), [None, None, None, "easy"]) as clients:
            assert len({process_of(client) for client in clients}) == 2
            await play_turns(clients, 9)
            before = workers(server)
            assert len(before) == 2
            before[0].kill()
            await play_turns(clients, 9)
            results = [await client.until_over() for client in clients]
            assert results[0] == results[1] == results[2]
            for client in clients:
                assert [reveal["moment"] for reveal in client.reveals] == list(range(18))
                assert client.reveals == clients[0].reveals
            while len(now := workers(server)) < 2:  # another one takes its place
                await asyncio.sleep(0.05)
            assert before[1] in now
            await connect_elsewhere(clients[0], clients[1:2])
            await connect_elsewhere(clients[1], clients[:1])
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            for client in clients[:2]:
                message: dict[str, Any] = {"type": ""}
                while message["type"] != "bye":
                    message = await client.receive()
                assert (message["reason"], message["again"]) == ("restart", True)
            status = await asyncio.to_thread(server.stop)
            assert status == 0
            assert not [process for process in now if process.is_running()]

    with outside(tmp_path / "data", *arguments(postgres.new_database(), redis)) as server:
        run(main(server), 200)


def test_workers_end_with_the_process_that_started_them(tmp_path: Path, postgres: Any, redis: Any) -> None:
    with outside(tmp_path / "data", *arguments(postgres.new_database(), redis)) as server:
        running = workers(server)
        assert len(running) == 2
        server.kill()
        _, alive = psutil.wait_procs(running, timeout=30)
        assert not alive


def test_workers_that_cannot_start_are_given_up(tmp_path: Path, redis: Any) -> None:
    command = [sys.executable, "-m", "heptapolis", "serve", "--port", "0", "--data", str(tmp_path)]
    database = "postgresql+asyncpg://nobody@127.0.0.1:1/nothing"
    done = subprocess.run(
        [*command, *arguments(database, redis)], capture_output=True, text=True, timeout=120, cwd=tmp_path
    )
    assert done.returncode == 1
    assert "the database cannot be opened" in done.stderr


def test_several_workers_need_a_database_that_several_can_write_to() -> None:
    for flags in ({"workers": 2}, {"workers": 2, "database": "postgresql+asyncpg://a@b/c"}):
        with pytest.raises(ServerTrouble, match="several workers need"):
            settings_from(flags)

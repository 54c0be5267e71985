"""The pool of bot processes: time limits, failures, cancelled decisions, closing."""

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from heptapolis import Game
from heptapolis.server.bots import bot_pool
from heptapolis.server.bots.bot_pool import BotPool
from heptapolis.server.bots.bot_worker import think
from heptapolis.server.bots.fair_queue import FairQueue
from serving import inside, plain, play_all, play_on, run, seated

pytestmark = pytest.mark.once


def test_slow_bot_gets_a_simple_move_and_the_next_answer_is_right() -> None:
    async def main() -> None:
        pool = BotPool(1, 0.01)  # no process even starts in that time
        game = Game.new(players=3, seed=1)
        assert (await pool.choose("easy", game.view(0))).move in game.legal(0)
        assert pool.replaced == 1
        pool._seconds = 30
        for seat in range(3):
            assert (await pool.choose("easy", game.view(seat))).move in game.legal(seat)
        assert pool.replaced == 1
        await pool.close()

    run(main())


def test_dead_bot_process_is_replaced() -> None:
    async def main() -> None:
        pool = BotPool(1, 30)
        game = Game.new(players=3, seed=1)
        await pool.choose("easy", game.view(0))
        (process,) = pool._running
        process.kill()
        await process.wait()
        assert (await pool.choose("easy", game.view(1))).move in game.legal(1)
        await pool.choose("no such level", game.view(1))
        assert pool.replaced == 1
        assert (await pool.choose("easy", game.view(2))).move in game.legal(2)
        await pool.close()

    run(main())


def test_slow_bot_does_not_delay_other_tables(tmp_path: Path) -> None:
    """The only bot process is busy with a bot that never answers; people at another table do not notice."""

    async def main() -> None:
        async with inside(tmp_path, bot_seconds=600.0) as server:
            stuck = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                "import time; time.sleep(600)",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            server.bots._running.add(stuck)
            await server.bots._idle.get("")
            server.bots._idle.add(stuck)
            (waiting,) = await seated(server, {"seats": 3}, [None, "easy", "easy"])
            people = await seated(server, {"seats": 3})
            await play_all(people)
            assert waiting.play is not None
            assert waiting.play["moment"] == 0

    run(main())


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_play_every_box(tmp_path: Path, level: str) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            options = {"seats": 4, "expansions": ["leaders", "cities", "manneken-pis"], "mode": "teams"}
            (client,) = await seated(server, options, [None, level, level, level])
            await play_all([client])
            assert server.bots.replaced == 0

    run(main(), 110)


SLOW_WORKER = """
import pickle, struct, sys, time
length = struct.Struct("!I")
while head := sys.stdin.buffer.read(length.size):
    _, (level, _, _) = pickle.loads(sys.stdin.buffer.read(length.unpack(head)[0]))
    time.sleep(0.5)
    answer = pickle.dumps(int(level))
    sys.stdout.buffer.write(length.pack(len(answer)) + answer)
    sys.stdout.buffer.flush()
"""


@pytest.fixture
def slow_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "COMMAND", (sys.executable, "-c", SLOW_WORKER))


@pytest.mark.usefixtures("slow_worker")
def test_answer_to_a_cancelled_decision_is_discarded() -> None:
    async def main() -> None:
        pool = BotPool(1, 30)
        seen = Game.new(players=3, seed=1).view(0)
        assert (await pool.choose("1", seen)).move == seen.moves[1]
        (process,) = pool._running
        cancelled = asyncio.create_task(pool.choose("2", seen))
        await asyncio.sleep(0.2)  # the process is thinking about it
        cancelled.cancel()
        await asyncio.wait([cancelled])
        assert process not in pool._running
        assert (await pool.choose("0", seen)).move == seen.moves[0]
        assert process.returncode is not None
        await pool.close()

    run(main())


@pytest.mark.usefixtures("slow_worker")
def test_closing_the_pool_ends_processes_and_pipes() -> None:
    async def main() -> list[Any]:
        pool = BotPool(2, 30)
        seen = Game.new(players=3, seed=1).view(0)
        asking = [asyncio.create_task(pool.choose("1", seen)) for _ in range(2)]
        while len(pool._running) < 2:
            await asyncio.sleep(0.01)
        running = list(pool._running)
        for each in asking:
            each.cancel()
        await asyncio.wait(asking)
        await pool.close()
        return [(process.returncode is not None, process._transport.is_closing()) for process in running]  # type: ignore[attr-defined]

    assert run(main()) == [(True, True)] * 2


@pytest.mark.parametrize("level", ["program:touch started", "mc-ev:ms=60000", "greedy"])
def test_level_is_one_of_the_list_and_never_a_bot_or_a_command(level: str) -> None:
    with pytest.raises(KeyError):
        think(level, 1, Game.new().view(0))


def test_worker_goes_to_whoever_has_used_the_least_time() -> None:
    async def main() -> None:
        queue: FairQueue[str] = FairQueue()
        queue.add("worker")
        assert await queue.get("greedy") == "worker"
        queue.count("greedy", 10)
        greedy = [asyncio.create_task(queue.get("greedy")) for _ in range(100)]
        await asyncio.sleep(0)
        modest = asyncio.create_task(queue.get("modest"))
        gone = asyncio.create_task(queue.get("gone"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
        queue.add("worker")
        assert await modest == "worker"
        queue.count("modest", 1)
        assert not any(each.done() for each in greedy)
        queue.add("worker")
        await asyncio.wait([greedy[0]])
        greedy[1].cancel()
        queue.add("worker")  # in the same moment
        await asyncio.wait(greedy[1:3], return_when=asyncio.ALL_COMPLETED)
        assert [each.done() for each in greedy[:4]] == [True, True, True, False]
        for each in greedy:
            each.cancel()
        await asyncio.wait(greedy)
        queue.add("worker")
        assert await queue.get("anybody") == "worker"

    run(main())


def test_replaced_move_is_told_to_the_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "COMMAND", (sys.executable, "-c", ""))  # it ends at once

    async def main() -> None:
        async with inside(tmp_path) as server:
            (client,) = await seated(server, plain(3), [None, "easy", "easy"])
            await play_on(client, random.Random(1), 1)
            while not client.reveals:
                await client.receive()
            assert [move["by"] for move in client.reveals[0]["moves"]] == ["person", "replaced", "replaced"]

    run(main())

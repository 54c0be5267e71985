"""Bots think in processes of their own: bounded, replaced when they fail, and nobody waits for them but their table."""

import asyncio
import sys
from pathlib import Path

import pytest

from heptapolis.engine import Game
from heptapolis.server.bots.bot_pool import Thinkers
from serving import inside, play_all, run, seated

pytestmark = pytest.mark.once


def test_a_bot_that_takes_too_long_is_replaced_and_the_next_answer_is_right() -> None:
    async def main() -> None:
        thinkers = Thinkers(1, 0.01)  # no process even starts in that time
        game = Game.new(players=3, seed=1)
        assert await thinkers.choose("easy", game.view(0)) in game.legal(0)
        assert thinkers.replaced == 1
        thinkers._seconds = 30
        for seat in range(3):
            assert await thinkers.choose("easy", game.view(seat)) in game.legal(seat)
        assert thinkers.replaced == 1
        await thinkers.close()

    run(main())


def test_a_bot_process_that_dies_is_replaced() -> None:
    async def main() -> None:
        thinkers = Thinkers(1, 30)
        game = Game.new(players=3, seed=1)
        await thinkers.choose("easy", game.view(0))
        (process,) = thinkers._running
        process.kill()
        await process.wait()
        assert await thinkers.choose("easy", game.view(1)) in game.legal(1)
        await thinkers.choose("no such level", game.view(1))
        assert thinkers.replaced == 1
        assert await thinkers.choose("easy", game.view(2)) in game.legal(2)
        await thinkers.close()

    run(main())


def test_a_slow_bot_delays_no_other_table(tmp_path: Path) -> None:
    """One process thinks; it is busy with a bot that never answers, and people at another table do not notice."""

    async def main() -> None:
        async with inside(tmp_path, bot_seconds=600.0) as server:
            stuck = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                "import time; time.sleep(600)",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            server.hall.thinkers._running.add(stuck)
            server.hall.thinkers._idle.get_nowait()
            server.hall.thinkers._idle.put_nowait(stuck)
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
            assert server.hall.thinkers.replaced == 0

    run(main(), 110)

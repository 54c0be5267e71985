"""A server that stops waits for all its tasks."""

import asyncio
import sys
from pathlib import Path

import psutil
import pytest

from heptapolis.server.bots import bot_pool
from serving import inside, plain, run, seated

pytestmark = pytest.mark.once

NEVER_ANSWERS = "import sys, time; sys.stdin.buffer.read(1); time.sleep(600)"


def thinking() -> list[psutil.Process]:
    """The processes in which bots think."""
    return [child for child in psutil.Process().children() if NEVER_ANSWERS in child.cmdline()]


def test_stopping_during_a_game_leaves_no_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is deciding, a person has just left, and a table is being opened; ``inside`` looks for remaining tasks."""
    monkeypatch.setattr(bot_pool, "COMMAND", (sys.executable, "-c", NEVER_ANSWERS))

    async def main() -> None:
        async with inside(tmp_path, bot_seconds=600.0, grace_seconds=600) as server:
            one, two = await seated(server, plain(3), [None, None, "easy"])
            table = await server._visitors[0].open_table({"seats": 3}, 0)
            await two.close()
            while one.table["seats"][1]["present"]:
                await one.receive()
            while not thinking():
                await asyncio.sleep(0.01)
            opening = asyncio.create_task(server.registry.room(table))
            await asyncio.sleep(0)
        await asyncio.wait([opening])
        assert not thinking()

    run(main(), 60)

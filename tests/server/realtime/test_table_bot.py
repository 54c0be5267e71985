"""The example of docs/api.md plays a whole game, though its connection is lost on the way."""

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import Gone, TableClient, play_game
from serving import inside, plain, run, seated

EXAMPLE = Path(__file__).parents[3] / "examples" / "table_bot.py"

pytestmark = pytest.mark.once


def test_the_example_plays_a_whole_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = runpy.run_path(str(EXAMPLE))["choose"]
    said: list[str] = []
    answers = 0
    receive = TableClient.receive

    async def lossy(self: TableClient, timeout: float | None = 30.0) -> dict[str, Any]:
        nonlocal answers
        if timeout is None and "Authorization" in self._headers:
            answers += 1
            if answers == 5:
                await self.drop()
                raise Gone("the network is lost")
        return await receive(self, timeout)

    async def main() -> None:
        async with inside(tmp_path) as server:
            owner = await server.guest("Owner")
            token = await owner.ask("POST", "/api/tokens", {"name": "my bot"})
            (host,) = await seated(server, plain(3), [None, "easy", "easy"], start=False)
            monkeypatch.setattr(TableClient, "receive", lossy)
            playing = asyncio.create_task(play_game(server.url, token["secret"], host._table, choose, 1, said.append))
            while host.table["seats"][1]["person"] is None or not host.table["seats"][1]["ready"]:
                await receive(host)
            await host.ask("start")
            while (play := await host.next_decision()) is not None:
                await host.choose(play["view"]["pending"][0]["moves"][0])
            result = await playing
            assert len(result["scores"]) == 3

    run(main())
    assert said[0] == "seated; Host starts the game"
    assert any(line.startswith("not connected (the network is lost)") for line in said)

"""The guided first game: the same deal for everybody, in which every lesson comes up."""

from __future__ import annotations

from pathlib import Path

import pytest

from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.tables.lesson import has_every_lesson, lesson_record
from serving import inside, run

pytestmark = pytest.mark.once


def test_deal_has_every_lesson() -> None:
    assert has_every_lesson(lesson_record())


def test_everybody_gets_the_same_private_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            for _ in range(2):
                visitor = await server.guest()
                table = (await visitor.ask("POST", "/api/lesson"))["table"]
                told = await visitor.ask("GET", f"/api/tables/{table}")
                assert (told["status"], told["options"]["public"], told["you"]) == ("playing", False, 0)
                assert [seat["bot"] for seat in told["seats"]] == [None, "easy", "easy"]
                game = (await server.registry.room(table)).state.game
                assert game is not None
                assert game.record().deal == lesson_record().deal
            nobody = Visitor(server.url)
            with pytest.raises(Refused, match="person/needed"):
                await nobody.ask("POST", "/api/lesson")
            await nobody.close()

    run(main())

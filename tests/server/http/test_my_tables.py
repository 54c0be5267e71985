"""My tables: all that are not finished, those that wait for me first, then by the time left."""

from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.tables import registry
from heptapolis.server.tables.room import Room
from serving import first_move, inside, plain, run

pytestmark = pytest.mark.once


def test_order_of_my_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")

            async def table(clock: str, *, start: bool = True) -> str:
                options = plain(3, clock=clock)
                found = await ada.open_table(options, 0, [None, None, "easy"])
                if start:
                    places = ada.at(found), bob.at(found)
                    for place in places:
                        await place.connect()
                    await places[1].ask("take-seat", seat=1)
                    await places[1].ask("ready", ready=True)
                    await places[0].ask("start")
                    for place in places:
                        await place.close()
                return found

            async def told(visitor: Visitor) -> list[tuple[str, bool]]:
                listed: dict[str, Any] = await visitor.ask("GET", "/api/me/tables")
                assert all(each["deadline"] is None or each["deadline"] > listed["now"] for each in listed["tables"])
                return [(each["table"], each["your_turn"]) for each in listed["tables"]]

            lobby, none, three, day, chosen = [
                await table("none", start=False),
                await table("none"),
                await table("three-days"),
                await table("day"),
                await table("90s"),
            ]
            place = ada.at(chosen)
            await place.connect()
            assert await place.next_decision() is not None
            await place.choose(first_move(place))
            await place.close()
            wanted = [(day, True), (three, True), (none, True), (chosen, False), (lobby, False)]
            assert await told(ada) == wanted
            assert await told(bob) == [(chosen, True), (day, True), (three, True), (none, True)]
            # Rooms close when nobody uses them, and the lists stay right.
            monkeypatch.setattr(registry, "UNUSED_MS", -1)
            monkeypatch.setattr(Room, "busy", False)
            await server.registry.sweep()
            assert not server.registry.rooms
            monkeypatch.undo()
            assert await told(ada) == wanted
            nobody = Visitor(server.url)
            with pytest.raises(Refused, match="person/needed"):
                await nobody.ask("GET", "/api/me/tables")
            await nobody.close()

    run(main())

"""Stored options are validated again when a table is loaded."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import select, update

from heptapolis.server.client import TableClient
from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.storage.database import transaction
from heptapolis.server.storage.schema import events, snapshots, tables
from heptapolis.server.tables.events import OPENED
from heptapolis.server.tables.options import check_options, stored_options
from serving import Inside, first_move, inside, run, seated

pytestmark = pytest.mark.once

BOTS = [None, "easy", "easy"]


def test_an_option_that_was_not_stored_gets_its_default() -> None:
    everything = check_options(OptionsInput(seats=5, clock="30s", clock_level="hard"))
    assert stored_options(everything) == everything
    for name in everything:
        rest = {key: value for key, value in everything.items() if key != name}
        assert stored_options(rest) == {**everything, name: OptionsInput().model_dump()[name]}


@pytest.mark.parametrize(
    ("stored", "field"),
    [
        ({"clock": "an hour"}, "options.clock"),
        ({"seats": "3"}, "options.seats"),
        ({"seats": 9}, "options.seats"),
        ({"boards": ["Rhodes", 7]}, "options.boards.1"),
        ({"from_the_future": True}, "options.from_the_future"),
        ([], "options"),
    ],
)
def test_unknown_options_are_refused(stored: object, field: str) -> None:
    with pytest.raises(Refused) as refused:
        stored_options(stored)
    assert refused.value.code == "table/unreadable"
    assert refused.value.params["field"] == field


async def store_options(server: Inside, client: TableClient, change: dict[str, Any]) -> None:
    """Changes the stored options of a table, None takes one away, as if another version had written them."""

    def changed(options: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in {**options, **change}.items() if value is not None}

    table = client._table
    await client.close()
    while server.registry.rooms[table].sockets:
        await asyncio.sleep(0.01)
    server.registry.rooms.pop(table).close()
    async with transaction(server.store.engine) as connection:
        opened = (events.c.table_id == table) & (events.c.kind == OPENED)
        data = orjson.loads((await connection.execute(select(events.c.data).where(opened))).scalar_one())
        data["options"] = changed(data["options"])
        await connection.execute(update(events).where(opened).values(data=orjson.dumps(data).decode()))
        row = tables.c.id == table
        summary = orjson.loads((await connection.execute(select(tables.c.summary).where(row))).scalar_one())
        summary["options"] = changed(summary["options"])
        await connection.execute(update(tables).where(row).values(summary=orjson.dumps(summary).decode()))
        await connection.execute(snapshots.delete().where(snapshots.c.table_id == table))


def test_old_table_gets_the_default_of_a_new_option(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (client,) = await seated(server, {"seats": 3, "clock_level": "hard", "public": True}, BOTS)
            await store_options(server, client, {"clock_level": None})
            (listed,) = (await server._visitors[0].ask("GET", "/api/tables?status=playing"))["tables"]
            assert listed["options"]["clock_level"] == "normal"
            await client.connect()
            assert client.table["options"]["clock_level"] == "normal"
            assert client.play is not None

    run(main())


@pytest.mark.parametrize(
    ("change", "field"),
    [({"clock": "an hour"}, "options.clock"), ({"edition": "second", "expansions": ["cities"]}, "options")],
    ids=["value", "combination"],
)
def test_unreadable_options_affect_only_their_table(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (broken,) = await seated(server, {"seats": 3, "public": True}, BOTS)
            (other,) = await seated(server, {"seats": 3, "public": True}, BOTS)
            visitor = server._visitors[0]
            await store_options(server, broken, change)
            for work in (broken.connect(), visitor.ask("GET", f"/api/tables/{broken._table}")):
                with pytest.raises(Refused) as refused:
                    await work
                assert (refused.value.code, refused.value.params["field"]) == ("table/unreadable", field)
            await server.registry.sweep()
            listed = (await visitor.ask("GET", "/api/tables?status=playing"))["tables"]
            assert other._table in [each["table"] for each in listed]
            await other.choose(first_move(other))
            assert await other.next_decision() is not None
            await visitor.ask("POST", "/api/me/delete", {})
            assert (await visitor.ask("GET", "/api/me"))["person"] is None

    run(main())

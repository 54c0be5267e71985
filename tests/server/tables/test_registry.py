"""The registry of open tables: the sweep, and tables that cannot be loaded."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from heptapolis.server.client import TableClient
from heptapolis.server.errors import Refused
from heptapolis.server.storage.database import transaction
from heptapolis.server.tables import registry
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.room import Room
from serving import Inside, inside, run, seated

pytestmark = pytest.mark.once

BOTS = [None, "easy", "easy"]


async def execute(server: Inside, statement: str, **values: object) -> None:
    async with transaction(server.store.engine) as connection:
        await connection.execute(text(statement), values)


async def close_room(server: Inside, client: TableClient) -> Room:
    """Closes the connection of the one player, and removes the table from memory, once all bots have chosen."""
    room = server.registry.rooms[client._table]
    while room.state.game is None or {each.player for each in room.state.game.pending} != {0}:
        await asyncio.sleep(0.01)
    await client.close()
    while room.sockets or room.state.here:
        await asyncio.sleep(0.01)
    room.close()
    del server.registry.rooms[client._table]
    return room


async def break_table(server: Inside, client: TableClient) -> None:
    """Stores an event that no version of the program knows, and removes the table from memory."""
    room = await close_room(server, client)
    table = client._table
    await execute(
        server,
        "INSERT INTO events (table_id, seq, at, kind, data) VALUES (:table, :seq, 0, 'nonsense', '{}')",
        table=table,
        seq=room.state.seq + 1,
    )
    await execute(server, "UPDATE tables SET bots_due = :due WHERE id = :table", due=True, table=table)


def test_sweep_continues_after_an_unreadable_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "IDLE_SECONDS", 0.0)

    async def main() -> None:
        async with inside(tmp_path, idle_days=3) as server:
            (broken,) = await seated(server, {"seats": 3}, BOTS)
            (due,) = await seated(server, {"seats": 3}, BOTS)
            (idle,) = await seated(server, {"seats": 3}, BOTS, start=False)
            await break_table(server, broken)
            await close_room(server, due)
            await execute(server, "UPDATE tables SET bots_due = :due WHERE id = :table", due=True, table=due._table)
            changed = now_ms() - 4 * 86_400_000
            await execute(server, "UPDATE tables SET changed = :at WHERE id = :table", at=changed, table=idle._table)
            await server.registry.sweep()
            assert due._table in server.registry.rooms
            assert idle._table not in server.registry.rooms
            with pytest.raises(Refused, match="table/unknown"):
                await idle.connect()
            again = await server.store.due("", False, server.registry._broken)
            assert broken._table not in again  # not every five seconds
            with pytest.raises(Refused, match="server/internal"):
                await broken.connect()

    run(main())


def test_person_at_an_unreadable_table_can_be_deleted(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (broken,) = await seated(server, {"seats": 3}, BOTS)
            visitor = server._visitors[0]
            table = await visitor.open_table({"seats": 3}, 0)
            await break_table(server, broken)
            await visitor.ask("POST", "/api/me/delete", {})
            assert (await visitor.ask("GET", "/api/me"))["person"] is None
            assert (await server.registry.room(table)).state.people == []

    run(main())


def test_event_stored_while_a_table_is_opened_is_not_missed(
    tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores an event after this one has loaded the table and before notifications reach it."""
    shared = {"database": postgres.new_database(), "redis": redis.url, "secret_key": "0123456789abcdef" * 2}

    async def main() -> None:
        async with inside(tmp_path / "one", **shared) as one, inside(tmp_path / "two", **shared) as two:
            (ada,) = await seated(one, {"seats": 3}, BOTS, start=False)
            load = two.store.load

            async def load_slowly(table: str) -> Any:
                loaded = await load(table)
                await ada.ask("chat", text="hello")
                await asyncio.sleep(0.2)  # its notice has come, and found no room
                return loaded

            monkeypatch.setattr(two.store, "load", load_slowly)
            room = await two.registry.room(ada._table)
            assert [line["text"] for line in room.state.chat] == ["hello"]

    run(main())


def test_table_at_which_nobody_sits_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest("Ada")
            empty = await visitor.open_table({"seats": 3, "public": True}, None)
            taken = await visitor.open_table({"seats": 3, "public": True}, 0)
            await server.registry.sweep()
            monkeypatch.setattr(registry, "EMPTY_SECONDS", 0.0)
            await server.registry.sweep()
            with pytest.raises(Refused, match="table/unknown"):
                await server.registry.room(empty)
            assert (await server.registry.room(taken)).state.people

    run(main())


def test_tables_of_one_person_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_PUBLIC", 1)
    monkeypatch.setattr(registry, "MOST_SEARCHING", 3)
    public = {"seats": 3, "public": True}

    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, grace = await server.guest("Ada"), await server.guest("Grace")
            bots: list[str | None] = ["easy", "easy", "easy"]
            with pytest.raises(Refused, match="seat/none"):
                await ada.open_table({"seats": 3}, None, bots, start=True)
            alone = ada.at(await ada.open_table(public, None, bots))
            await alone.connect()
            with pytest.raises(Refused, match="seat/none"):
                await alone.ask("start")
            with pytest.raises(Refused, match="table/full"):
                await ada.open_table(public, 0)
            taken = await grace.open_table(public, 0)
            listed = await ada.ask("GET", "/api/tables?status=open")
            assert [each["table"] for each in listed["tables"]] == [taken]  # nobody sits at the other
            with pytest.raises(Refused, match="table/full"):
                await ada.open_table({"seats": 7}, 0, [None, *["sage"] * 4])
            searching = ada.at(await ada.open_table({"seats": 4}, 0, [None, "sage", "sage"]))
            await searching.connect()
            await searching.ask("seat-bot", seat=3, level="sage")
            with pytest.raises(Refused, match="table/full"):
                await alone.ask("seat-bot", seat=0, level="sage")
            await alone.ask("seat-bot", seat=0, level="expert")

    run(main())

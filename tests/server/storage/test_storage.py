"""Storage: both databases, migrations, snapshots, group commit, backups, temporary failures."""

import asyncio
import contextlib
import json
import os
import random
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, inspect, text

from heptapolis.server.client import TableClient
from heptapolis.server.errors import Refused, ServerTrouble, StorageAway
from heptapolis.server.operations import backup as backup_module
from heptapolis.server.operations.backup import backup, restore
from heptapolis.server.operations.maintenance import bring_back, list_archive
from heptapolis.server.operations.settings import Settings
from heptapolis.server.people.passwords import reset_password
from heptapolis.server.storage import store as store_module
from heptapolis.server.storage.database import alembic_config, migrate, open_engine, plain_engine, transaction
from heptapolis.server.storage.schema import metadata
from heptapolis.server.storage.snapshot import read_snapshot, write_snapshot
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Append, Overtaken, Writer
from heptapolis.server.tables import registry
from heptapolis.server.tables.events import Event, now_ms
from heptapolis.server.tables.state import TableState
from serving import Inside, http_client, inside, play_all, play_on, play_until, run, seated

pytestmark = pytest.mark.once

KEY = "0123456789abcdef0123456789abcdef"
PRAGMAS = ("journal_mode", "synchronous")


def test_migrations_make_the_schema(database: str) -> None:
    async def main() -> None:
        engine = open_engine(database)
        await migrate(engine)
        await migrate(engine)  # nothing is left to do
        async with engine.begin() as connection:
            await connection.run_sync(lambda plain: command.downgrade(alembic_config(plain), "base"))
            assert await connection.run_sync(lambda plain: inspect(plain).get_table_names()) == ["alembic_version"]
        await migrate(engine)
        async with engine.connect() as connection:
            difference = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
            )
        await engine.dispose()
        assert not difference

    run(main())


def test_unreachable_database_is_given_as_the_reason() -> None:
    async def main() -> None:
        engine = open_engine("postgresql+asyncpg://somebody@nowhere/nothing")

        @event.listens_for(engine.sync_engine, "do_connect")
        def silent(*_: object) -> None:
            raise TimeoutError  # as asyncpg does, without a word

        with pytest.raises(ServerTrouble, match=r"cannot be opened: \w"):
            await migrate(engine)

    run(main())


def test_sequence_numbers_are_unique(database: str) -> None:
    async def main() -> None:
        engine = open_engine(database)
        await migrate(engine)
        writer = Writer(engine)
        writer.start()
        jobs = [Append(f"table-{n % 4}", [Event(1 + n // 8, n, "chat", {"n": n})]) for n in range(64)]
        results = await asyncio.gather(*(writer.append(job) for job in jobs), return_exceptions=True)
        assert sum(isinstance(result, Overtaken) for result in results) == 32
        assert results.count(None) == 32
        store = Store(engine)
        for table in range(4):
            events = await store.events_after(f"table-{table}", 0)
            assert [event.seq for event in events] == list(range(1, 9))
        assert writer.batches < 64
        await writer.stop()
        await engine.dispose()

    run(main())


@pytest.mark.parametrize("count", [2, 10])  # named one by one, and in arrays
def test_an_event_that_comes_too_late_changes_no_row(database: str, count: int) -> None:
    """Neither the event nor the table's row is stored, and the others of its commit are."""

    async def main() -> None:
        engine = open_engine(database)
        await migrate(engine)
        writer = Writer(engine)
        writer.start()
        row = {"status": "open", "public": True, "changed": 1, "deadline": None, "bots_due": False, "code": None}
        tables = [f"table-{number}" for number in range(count)]
        for table in tables:
            new = {**row, "summary": '{"at":1}', "created": 1, "lease": 0, "owner": None}
            await writer.append(Append(table, [Event(1, 1, "chat", {})], new, new=True, seats=["somebody"]))
            await writer.append(Append(table, [Event(2, 2, "chat", {})], {**row, "summary": '{"at":2}'}))
        late, *others = tables
        jobs = [Append(late, [Event(2, 3, "chat", {})], {**row, "summary": '{"at":3}'})]
        new = {**row, "summary": '{"at":3}', "deadline": 7}
        jobs += [Append(each, [Event(3, 3, "chat", {})], new) for each in others]
        results = await asyncio.gather(*(writer.append(job) for job in jobs), return_exceptions=True)
        assert [type(result) for result in results] == [Overtaken, *[type(None)] * len(others)]
        store = Store(engine)
        rows: dict[str, Any] = dict(await store.public_tables("open", None))
        assert rows == {late: {"at": 2}, **{each: {"at": 3} for each in others}}
        for each in others:
            assert [event.seq for event in await store.events_after(each, 0)] == [1, 2, 3]
        again = [Append(each, [Event(4, 4, "chat", {"to": each})]) for each in others]  # events alone
        assert not any(await asyncio.gather(*(writer.append(job) for job in again), return_exceptions=True))
        assert [(await store.events_after(each, 3))[0].data for each in others] == [{"to": each} for each in others]
        await writer.stop()
        await engine.dispose()

    run(main())


def test_snapshot_and_events_give_the_same_table(tmp_path: Path, database: str) -> None:
    async def main() -> None:
        async with inside(tmp_path, database=database, secret_key=KEY) as server:
            clients = await seated(server, {"seats": 3, "expansions": ["leaders", "cities"]})
            await asyncio.gather(*(play_until(client, random.Random(n), 12) for n, client in enumerate(clients)))
            room = server.registry.rooms[clients[0]._table]
            state = room.state
            copy = read_snapshot(write_snapshot(state))
            assert copy is not None
            again = TableState(state.id)
            for event in await server.store.events_after(state.id, 0):
                again.apply(event)
            for other in (copy, again):
                assert (other.seq, other.moment, other.reveals, other.seats) == (
                    state.seq,
                    state.moment,
                    state.reveals,
                    state.seats,
                )
                assert other.game is not None and state.game is not None
                for seat in (0, 1, 2, None):
                    assert other.game.view(seat) == state.game.view(seat)
            data = write_snapshot(state)
            assert read_snapshot(b"x" + data[1:]) is None  # of other code
            assert read_snapshot(data[:-9]) is None

    run(main())


def test_backup_and_restore_into_another_database(tmp_path: Path, postgres: Any) -> None:
    target = postgres.new_database()
    file = tmp_path / "backup"
    saved = Settings(data=str(tmp_path / "old"))

    async def play() -> tuple[str, str | None, Any]:
        async with inside(tmp_path / "old") as server:
            (client,) = await seated(server, {"seats": 3}, [None, "easy", "easy"])
            await play_all([client])
            running = await seated(server, {"seats": 3})
            await play_on(running[0], random.Random(1), 1)
            counts = await backup(saved, file)  # while the server runs
            assert counts["tables"] == 2
            return running[0]._table, server._visitors[1].cookie, running[0].play

    table, cookie, before = run(play())
    assert file.stat().st_mode & 0o077 == 0
    whole = file.read_bytes()
    (tmp_path / "half").write_bytes(whole[: len(whole) // 2])
    new = Settings(data=str(tmp_path / "new"), database=target)

    async def bring_back() -> None:
        with pytest.raises(ServerTrouble):
            await restore(new, tmp_path / "half")
        await restore(new, file, with_key=True)
        with pytest.raises(ServerTrouble, match="not empty"):
            await restore(new, file)
        async with inside(tmp_path / "new", database=target) as server:
            client = server.client(table, cookie=cookie)
            await client.connect()
            assert client.you == 0
            assert client.play == before

    run(bring_back())


def test_backup_is_consistent_and_does_not_block_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data=str(tmp_path))
    file = tmp_path / "heptapolis.db"
    written = "INSERT INTO mutes (person, muted) VALUES ('ada', 'eve')"

    async def fill() -> None:
        async with inside(tmp_path) as server:
            await server.guest("Ada")

    def dumps(entry: dict[str, Any]) -> str:
        if entry.get("in") == "people":  # before mutes are read
            with contextlib.closing(sqlite3.connect(file, timeout=0)) as other, other:
                other.execute(written)
        return json.dumps(entry)

    run(fill())
    monkeypatch.setattr(backup_module, "json", SimpleNamespace(dumps=dumps))
    counts = run(backup(settings, tmp_path / "saved"))
    assert (counts["people"], counts["mutes"]) == (1, 0)
    with contextlib.closing(sqlite3.connect(file)) as after:
        assert after.execute("SELECT person, muted FROM mutes").fetchall() == [("ada", "eve")]


def test_backup_needs_an_existing_database(tmp_path: Path) -> None:
    nowhere = Settings(data=str(tmp_path / "nowhere"))
    for work in (backup(nowhere, tmp_path / "saved"), reset_password(nowhere, "ada")):
        with pytest.raises(ServerTrouble, match="there is no database"):
            run(work)
    assert not list(tmp_path.iterdir())


def test_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "heptapolis.db").write_text("no database " * 1000)
    with pytest.raises(ServerTrouble, match="cannot be opened"):
        run(reset_password(Settings(data=str(tmp_path)), "ada"))


def test_sqlite_is_durable_and_private(tmp_path: Path) -> None:
    """The kill tests cover neither power cuts nor other users of the machine."""
    path = tmp_path / "test.db"
    tmp_path.chmod(0o755)

    async def main() -> None:
        engine = open_engine(f"sqlite+aiosqlite:///{path}")
        await migrate(engine)
        async with engine.connect() as connection:
            pragmas = [(await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in PRAGMAS]
        plain = plain_engine(engine)
        with plain.connect() as writing:
            assert pragmas == [writing.execute(text(f"PRAGMA {name}")).scalar() for name in PRAGMAS] == ["wal", 2]
        plain.dispose()
        await engine.dispose()

    run(main())
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_number_of_muted_people_is_limited(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    monkeypatch.setattr(store_module, "MAX_MUTED", 2)

    async def main() -> None:
        engine = open_engine(database)
        await migrate(engine)
        store = Store(engine)
        for other in ("one", "two", "two"):
            await store.set_muted("ada", other, True)
        with pytest.raises(Refused, match="table/full"):
            await store.set_muted("ada", "three", True)
        assert await store.set_muted("ada", "one", False) == {"two"}
        assert await store.set_muted("ada", "three", True) == {"two", "three"}
        await engine.dispose()

    run(main())


def test_full_disk_is_reported_and_recovered_from(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 3})
            plain = server.writer._plain
            assert plain is not None
            pages = 0

            def limit(most: int | None) -> None:
                nonlocal pages
                with plain.connect() as connection:
                    pages = pages or connection.execute(text("PRAGMA page_count")).scalar_one()
                    connection.execute(text(f"PRAGMA max_page_count = {most or pages}"))

            await asyncio.get_running_loop().run_in_executor(server.writer._thread, limit, None)
            refused = 0
            for number in range(200):
                try:
                    await clients[0].ask("chat", text=f"{number} " + "x" * 280)
                except Refused as error:
                    assert error.code == "server/storage"
                    refused += 1
                    if refused == 3:
                        break
            assert refused == 3
            ready = http_client(server.url)
            assert (await ready.get("/readyz")).json()["code"] == "server/storage"
            await asyncio.get_running_loop().run_in_executor(server.writer._thread, limit, 10**9)
            assert (await ready.get("/readyz")).status_code == 200  # though nobody has written since
            await ready.aclose()
            for client in clients:
                await play_on(client, random.Random(1), 1)
            room = server.registry.rooms[clients[0]._table]
            events = await server.store.events_after(room.state.id, 0)
            assert [event.seq for event in events] == list(range(1, room.state.seq + 1))

    run(main())


@pytest.mark.parametrize(
    "state",
    ["53100", "53000", "57P01", "25006", "XX000"],
    ids=["full", "short", "stopping", "read-only", "out of order"],
)
def test_postgresql_that_cannot_write_is_away(postgres: Any, state: str) -> None:
    async def main() -> None:
        engine = open_engine(postgres.url)
        with pytest.raises(StorageAway):
            async with transaction(engine) as connection:
                await connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"))
        async with transaction(engine) as connection:  # and recovers by itself
            assert (await connection.execute(text("SELECT 1"))).scalar() == 1
        await engine.dispose()

    run(main())


def test_server_recovers_after_the_database_was_unavailable(tmp_path: Path, postgres: Any) -> None:
    database = postgres.new_database()
    name = database.rpartition("?")[0].rpartition("/")[2]

    async def main() -> None:
        async with inside(tmp_path, database=database) as server:
            clients = await seated(server, {"seats": 3})
            admin = open_engine(postgres.url).execution_options(isolation_level="AUTOCOMMIT")

            async def let_in(allowed: bool) -> None:
                async with admin.connect() as connection:
                    await connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}"))
                    if not allowed:
                        await connection.execute(
                            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"),
                            {"name": name},
                        )

            await let_in(False)
            assert clients[0].play is not None
            move = clients[0].play["view"]["pending"][0]["moves"][0]
            with pytest.raises(Refused, match="server/storage"):
                await clients[0].choose(move)
            await let_in(True)
            for client in clients:
                await play_on(client, random.Random(1), 1)
            while (clients[0].play or {})["moment"] == 0:
                await clients[0].receive()
            await admin.dispose()

    run(main())


async def set_changed(server: Inside, client: TableClient, days: int) -> None:
    """Makes a table look as if nothing had happened there for days."""
    async with transaction(server.store.engine) as connection:
        await connection.execute(
            text("UPDATE tables SET changed = :changed WHERE id = :table"),
            {"changed": now_ms() - days * 86_400_000, "table": client._table},
        )


def test_table_is_idle_only_if_it_was_found_so_all_the_time() -> None:
    since: dict[str, float] = {}
    assert registry._found_for(since, ["a", "b"], 1e9) == []
    began = since["a"]
    assert registry._found_for(since, ["a"], 1e9) == []
    assert since == {"a": began}  # b was in use meanwhile, and starts again
    assert registry._found_for(since, ["a", "b"], 0) == ["a", "b"]
    assert since == {}


def test_idle_tables_are_archived_and_finished_games_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(registry, "time", SimpleNamespace(monotonic=lambda: clock.seconds))

    async def main() -> None:
        async with inside(tmp_path, idle_days=3) as server:
            (done,) = await seated(server, {"seats": 3}, [None, "easy", "easy"])
            await play_all([done])
            (idle,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            (young,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            for client, days in ((done, 4), (young, 2)):
                await set_changed(server, client, days)
            await idle.ask("chat", text="a secret")
            await set_changed(server, idle, 4)
            await server.registry.sweep()
            clock.seconds += 3_599
            await server.registry.sweep()  # a clock that was wrong for a moment removes nothing
            assert idle._table in server.registry.rooms
            clock.seconds += 1
            await server.registry.sweep()
            message = {"type": ""}
            while message["type"] != "bye":
                message = await idle.receive()
            assert message["reason"] == "removed"
            with pytest.raises(Refused, match="table/unknown"):
                await idle.connect()
            await done.connect()
            await young.connect()
            settings = server.service.settings
            (line,) = await list_archive(settings)
            assert line.startswith(idle._table)
            with pytest.raises(ServerTrouble, match="in the archive"):
                await bring_back(settings, done._table)
            await bring_back(settings, idle._table)
            assert await list_archive(settings) == []
            await idle.connect()
            assert idle.you == 0
            assert [line["text"] for line in server.registry.rooms[idle._table].state.chat] == ["..."]

    run(main())


def test_stopping_the_writer_stores_what_is_queued(database: str) -> None:
    async def main() -> None:
        engine = open_engine(database)
        await migrate(engine)
        writer = Writer(engine)
        writer.start()
        first = asyncio.create_task(writer.append(Append("one", [Event(1, 1, "chat", {})])))
        await asyncio.sleep(0)  # it is queued
        await asyncio.sleep(0)  # and being written
        second = asyncio.create_task(writer.append(Append("two", [Event(1, 1, "chat", {})])))
        await asyncio.sleep(0)
        await writer.stop()
        async with asyncio.timeout(5):  # nobody waits for ever
            await asyncio.gather(first, second)
        with pytest.raises(Refused, match="server/storage"):
            await writer.append(Append("three", [Event(1, 1, "chat", {})]))
        store = Store(engine)
        assert [len(await store.events_after(table, 0)) for table in ("one", "two", "three")] == [1, 1, 0]
        await engine.dispose()

    run(main())


def test_event_stored_by_a_failed_commit_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks during the commit: the client gets an error, and the table is read again."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            (ada,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            append = server.writer.append

            async def stored_and_broken(job: Append) -> None:
                await append(job)
                raise StorageAway

            with monkeypatch.context() as broken:
                broken.setattr(server.writer, "append", stored_and_broken)
                with pytest.raises(Refused, match="server/storage"):
                    await ada.ask("chat", text="hello", nonce="0123456789abcdef")
            late = (await server.guest("Late")).at(ada._table)
            await late.connect()
            assert [line["text"] for line in late.chat] == ["hello"]
            await ada.ask("chat", text="hello", nonce="0123456789abcdef")  # tried again
            assert len(server.registry.rooms[ada._table].state.chat) == 1

    run(main())


def test_restored_table_has_no_lease(tmp_path: Path, database: str) -> None:
    old, new = Settings(data=str(tmp_path / "old")), Settings(data=str(tmp_path / "new"), database=database)

    async def main() -> None:
        async with inside(tmp_path / "old") as server:
            table = await (await server.guest("Ada")).open_table({"seats": 3}, 0, [None, "easy", "easy"], start=True)
            async with transaction(server.store.engine) as connection:
                values = {"lease": now_ms() + 3_600_000, "owner": "old"}
                await connection.execute(text("UPDATE tables SET owner = :owner, lease = :lease"), values)
            await backup(old, tmp_path / "backup")
        await restore(new, tmp_path / "backup")
        engine = open_engine(database)
        store = Store(engine)
        assert await store.due("new", True) == [table]
        assert await store.take_lease(table, "new")
        assert not await store.take_lease(table, "other")
        await engine.dispose()

    run(main())

"""A database that is slow or away: time limits, pauses between attempts, and games that go on when it is back."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types
import pytest
from sqlalchemy import Connection, text

from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.storage import database
from heptapolis.server.storage.database import LONGEST_PAUSE, Backoff, migrate, open_engine, reading, transaction
from heptapolis.server.tables import events
from serving import first_move, inside, run, seated

pytestmark = pytest.mark.once


def test_game_goes_on_after_postgresql_crashed(tmp_path: Path, postgres: Any) -> None:
    async def main() -> None:
        async with inside(tmp_path, database=postgres.new_database()) as server:
            clients = await seated(server, {"seats": 3})
            first = await clients[0].choose(first_move(clients[0]))
            assert first["type"] == "done"
            try:
                await asyncio.to_thread(postgres.stop)
                with pytest.raises(Refused, match="server/storage"):
                    await clients[1].choose(first_move(clients[1]))
                with pytest.raises(Refused, match="server/storage"):  # at once, while a pause lasts
                    await clients[2].choose(first_move(clients[2]))
            finally:
                await asyncio.to_thread(postgres.start)
            for client in clients[1:]:
                await in_time(client.choose, first_move(client))
            for client in clients:
                while client.play is None or client.play["moment"] == 0:
                    await client.receive()
            table = clients[0]._table
            chosen = [each for each in await server.store.events_after(table, 0) if each.kind == events.CHOSE]
            assert [each.data["seat"] for each in chosen] == [0, 1, 2]  # nothing lost, nothing doubled

    run(main())


def test_a_connection_that_ends_while_a_statement_is_sent(
    tmp_path: Path, postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver has an error of its own for it; it happens too seldom to wait for."""
    fetch = asyncpg.Connection.fetch

    async def main() -> None:
        async with inside(tmp_path, database=postgres.new_database()) as server:
            clients = await seated(server, {"seats": 3})

            def ends(connection: Any, *arguments: Any) -> None:
                monkeypatch.setattr(asyncpg.Connection, "fetch", fetch)
                raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")

            monkeypatch.setattr(asyncpg.Connection, "fetch", ends)
            with pytest.raises(Refused, match="server/storage"):
                await clients[0].choose(first_move(clients[0]))
            done = await clients[0].choose(first_move(clients[0]))
            assert done["type"] == "done"

    run(main())


async def in_time(work: Callable[..., Awaitable[Any]], *arguments: Any) -> Any:
    """Does something again until the database is back."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await work(*arguments)
            except Refused as refused:
                assert refused.code == "server/storage"
                await asyncio.sleep(0.05)


def test_statement_that_takes_too_long_is_ended_on_both_sides(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "STATEMENT_SECONDS", 1)

    async def main() -> None:
        engine = open_engine(postgres.url)
        with pytest.raises(StorageAway):
            async with transaction(engine) as connection:
                await connection.execute(text("SELECT pg_sleep(600)"))
        async with asyncio.timeout(60), reading(engine) as connection:
            asleep = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'"
            while (await connection.execute(text(asleep))).scalar():
                await asyncio.sleep(0.05)
        await engine.dispose()

    run(main())


def test_migrations_have_more_time_than_requests(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Any] = []

    def note(connection: Connection) -> None:
        limits.append(connection.execute(text("SHOW statement_timeout")).scalar())

    monkeypatch.setattr(database, "_upgrade", note)

    async def main() -> None:
        engine = open_engine(postgres.new_database())
        await migrate(engine)  # nothing is there yet, so there is something to migrate
        async with reading(engine) as connection:
            await connection.run_sync(note)
        await engine.dispose()

    run(main())
    assert limits == ["1h", "10s"]


def test_pauses_between_attempts_grow_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr(database, "time", SimpleNamespace(monotonic=lambda: clock.seconds))
    backoff = Backoff()
    lengths = []
    for _ in range(8):
        backoff.check()
        backoff.failed()
        began = clock.seconds
        while True:
            try:
                backoff.check()
                break
            except StorageAway:
                clock.seconds += 0.01
        lengths.append(clock.seconds - began)
    assert 0.05 <= lengths[0] <= 0.12
    assert all(2 * before >= after * 0.45 for before, after in pairwise(lengths))
    assert lengths[-1] > 8 * lengths[0] and max(lengths) <= LONGEST_PAUSE + 0.02
    backoff.failed()
    backoff.succeeded()
    backoff.check()

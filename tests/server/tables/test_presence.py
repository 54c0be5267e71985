"""Presence of people over several server processes, one of which may die."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from heptapolis.server.client import TableClient
from heptapolis.server.errors import Refused
from heptapolis.server.storage.database import transaction
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.presence import Presence
from heptapolis.server.tables.state import TableState
from serving import Inside, inside, plain, run, seated

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

KEY = "0123456789abcdef0123456789abcdef"


@asynccontextmanager
async def two_processes(folder: Path, postgres: Any, redis: Any, **changes: Any) -> AsyncIterator[list[Inside]]:
    shared = {"database": postgres.new_database(), "redis": redis.url, "secret_key": KEY, **changes}
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(inside(folder / str(number), **shared)) for number in range(2)]


async def until(client: TableClient, seat: int, *, present: bool) -> None:
    """Waits until a person is present, or away."""
    while client.table["seats"][seat].get("present") is not present:
        await client.receive()


def test_a_person_is_present_while_connected_to_any_process(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def main() -> None:
        async with two_processes(tmp_path, postgres, redis) as (one, two):
            ada, eve, _ = await seated(one, plain(3))
            there = two.client(ada._table, cookie=one._visitors[1].cookie)
            await there.connect()
            assert there.you == 1
            room = one.registry.rooms[ada._table]  # it owns the table, so it has the sockets of both
            assert len(room.sockets) == 4
            await eve.close()
            while len(room.sockets) == 4:
                await asyncio.sleep(0.01)
            await ada.ask("ping")
            assert ada.table["seats"][1]["present"]
            await there.close()
            await until(ada, 1, present=False)

    run(main())


async def dies(process: Inside, observer: Inside) -> None:
    """Makes a process look dead: it sends no more heartbeats, and another process notices."""
    for task in process.service._tasks:
        task.cancel()
    async with transaction(observer.store.engine) as connection:
        await connection.execute(
            text("UPDATE processes SET alive = 0 WHERE id = :id"), {"id": process.presence.process}
        )
    await observer.registry.sweep()


@pytest.mark.parametrize("start", [True, False], ids=["playing", "lobby"])
def test_people_of_a_dead_process_are_shown_as_away(tmp_path: Path, postgres: Any, redis: Any, start: bool) -> None:
    async def main() -> None:
        async with two_processes(tmp_path, postgres, redis, grace_seconds=3600) as (one, two):
            ada, eve, _ = await seated(one, plain(3), start=start)
            await eve.close()
            there = two.client(ada._table, cookie=one._visitors[1].cookie)
            await there.connect()
            await one.registry.sweep()
            await two.registry.sweep()
            await until(ada, 1, present=True)
            await dies(two, one)
            await until(ada, 1, present=False)

    run(main())


def test_people_of_a_dead_process_have_the_whole_grace_time(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """It counts from when their process was last seen, however long the other process has been running."""

    async def main() -> None:
        async with two_processes(tmp_path, postgres, redis, grace_seconds=3600) as (one, two):
            ada, eve, _ = await seated(one, plain(3))
            one.presence.started -= 2 * 3600 * 1000
            one.registry.rooms[ada._table].state.created -= 2 * 3600 * 1000
            await eve.close()
            there = two.client(ada._table, cookie=one._visitors[1].cookie)
            await there.connect()
            await until(ada, 1, present=True)
            await dies(two, one)
            await until(ada, 1, present=False)
            assert not ada.table["seats"][1]["can_relieve"]
            with pytest.raises(Refused, match="seat/here"):
                await ada.ask("relieve", seat=1, level="easy")

    run(main())


class Heartbeats:
    """Stands in for the store: when each process was last seen, as stored."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    async def heartbeat(self, process: str) -> dict[str, int]:
        return self.seen


def test_when_people_of_dead_processes_left() -> None:
    async def main() -> None:
        presence, store = Presence("this"), Heartbeats()
        presence.started = now = now_ms()
        state = TableState("table")
        state.here = {"ada": ("other", "older")}
        assert presence.away_since(state, "ada") == now  # both died before this process started
        store.seen = {"other": now + 5, "older": now - 60_000}
        assert not await presence.heartbeat(store)  # type: ignore[arg-type]  # it has what is used
        assert presence.away_since(state, "ada") is None
        store.seen = {}
        assert await presence.heartbeat(store)  # type: ignore[arg-type]  # as above
        assert presence.away_since(state, "ada") == now + 5

    run(main())

"""Several processes share a PostgreSQL and a Redis: one game over all of them, which continues when one dies."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import Gone, TableClient, Visitor
from serving import Inside, inside, moment_of, outside, plain, play_on, run, sitting

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

KEY = "0123456789abcdef0123456789abcdef"


@asynccontextmanager
async def two_servers(folder: Path, postgres: Any, redis: Any) -> AsyncIterator[tuple[Inside, Inside]]:
    """Two servers with one database, one Redis and one secret key."""
    shared = {"database": postgres.new_database(), "redis": redis.url, "secret_key": KEY}
    async with inside(folder / "one", **shared) as one, inside(folder / "two", **shared) as two:
        yield one, two


def test_game_continues_after_a_process_dies(tmp_path: Path, postgres: Any, redis: Any) -> None:
    database = postgres.new_database()
    arguments = ("--database", database, "--redis", redis.url, "--log-level", "warning", "--grace-seconds", "1")

    async def main(one: Any, two: Any) -> None:
        async with sitting([one.url, two.url], plain(5), [None, None, None, None, "easy"]) as clients:
            await game(clients, one, two)

    async def game(clients: list[TableClient], one: Any, two: Any) -> None:
        rngs = [random.Random(seed) for seed in range(4)]

        async def play(number: int, decisions: int) -> None:
            client = clients[number]
            for _ in range(decisions):
                while True:
                    try:
                        await play_on(client, rngs[number], 1)
                        break
                    except Gone:  # its process died: it goes to the other one
                        await move_over(client)

        async def move_over(client: Any) -> None:
            client._url = one.url.replace("http", "ws") + "/api/ws"
            await client.connect()

        async def over(client: Any) -> Any:
            try:
                return await client.until_over()
            except Gone:
                await move_over(client)
                return await client.until_over()

        await asyncio.gather(*(play(number, 4) for number in range(4)))
        running = [asyncio.create_task(play(number, 14)) for number in range(4)]
        while len(clients[0].reveals) < 7:
            await asyncio.sleep(0.01)
        two.kill()
        await asyncio.gather(*running)
        results = [await over(client) for client in clients]
        assert all(result == results[0] for result in results)
        for client in clients:
            assert [reveal["moment"] for reveal in client.reveals] == list(range(18))
            assert client.reveals == clients[0].reveals

    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "secret_key").write_text(KEY + "\n")
        (tmp_path / name / "secret_key").chmod(0o600)
    with outside(tmp_path / "one", *arguments) as one, outside(tmp_path / "two", *arguments) as two:
        run(main(one, two), 200)


def test_game_continues_while_redis_is_unavailable(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(3)) as clients,
        ):
            rng = random.Random(1)
            for turn in range(6):
                if turn == 2:
                    redis.stop()
                if turn == 4:
                    redis.start()
                for client in clients:
                    await play_on(client, rng, 1)
            for client in clients:
                while moment_of(client) < 6:
                    await client.receive()
                assert [reveal["moment"] for reveal in client.reveals] == list(range(6))

    run(main(), 100)


def test_changes_of_a_person_reach_every_process(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """A change by one process is not overruled by the cache of another."""

    async def main() -> None:
        async with two_servers(tmp_path, postgres, redis) as (one, two):
            here = await one.guest("Ada")
            there = Visitor(two.url)

            async def account_there(cookie: str | None) -> str | None:
                assert cookie is not None
                there.http.cookies.clear()
                there.http.cookies.set("heptapolis", cookie)
                me = await there.ask("GET", "/api/me")
                assert me["person"] is not None
                account: str | None = me["account"]
                return account

            assert await account_there(here.cookie) is None  # known there from now on
            account = {"account": "ada", "password": "a long sentence"}
            await here.ask("POST", "/api/register", account)
            assert await account_there(here.cookie) == "ada"
            change = {"password": account["password"], "new_password": "another sentence"}
            await here.ask("POST", "/api/me/password", change)
            there.http.cookies.clear()
            await there.ask("POST", "/api/login", {**account, "password": "another sentence"})
            assert there.cookie is not None
            here.http.cookies.clear()
            here.http.cookies.set("heptapolis", there.cookie)
            assert (await here.ask("GET", "/api/me"))["account"] == "ada"
            await there.close()

    run(main(), 100)


def test_simultaneous_choices_over_two_processes_are_stored_once(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """All players of a table choose at the same time over two processes; each choice is stored once."""

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(6)) as clients,
        ):
            rngs = [random.Random(seed) for seed in range(6)]
            for _ in range(5):
                await asyncio.gather(*(play_on(client, rng, 1) for client, rng in zip(clients, rngs, strict=True)))
            events = await one.store.events_after(clients[0]._table, 0)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            chose = [event.data["seat"] for event in events if event.kind == "chose"]
            assert sorted(chose) == sorted(list(range(6)) * 5)

    run(main(), 100)

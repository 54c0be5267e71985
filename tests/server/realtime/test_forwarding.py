"""One process owns a table, and others forward their sockets to it; when the owner is gone, they go on without it."""

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from heptapolis.server.client import Gone, TableClient
from heptapolis.server.realtime import links
from heptapolis.server.realtime.links import Link, Links
from heptapolis.server.realtime.owners import Owners
from heptapolis.server.realtime.pubsub import PubSub
from heptapolis.server.tables import room
from serving import (
    Inside,
    Outside,
    first_move,
    inside,
    moment_of,
    outside,
    plain,
    play_all,
    play_on,
    process_of,
    refused,
    run,
    sitting,
    until,
)

pytestmark = [pytest.mark.once, pytest.mark.timeout(240)]

KEY = "0123456789abcdef0123456789abcdef"


@asynccontextmanager
async def two_servers(folder: Path, postgres: Any, redis: Any, **more: Any) -> AsyncIterator[tuple[Inside, Inside]]:
    """Two servers with one database, one Redis and one secret key.

    They never give each other up because the one loop in which both run and all clients play stood still for a while.
    """
    shared = {"database": postgres.new_database(), "redis": redis.url, "secret_key": KEY, **more}
    with pytest.MonkeyPatch.context() as patience:
        patience.setattr(links, "STALL_SECONDS", 100.0)
        patience.setattr(links, "SILENT_SECONDS", 100.0)
        async with inside(folder / "one", **shared) as one, inside(folder / "two", **shared) as two:
            yield one, two


def play_outside(folder: Path, postgres: Any, redis: Any, game: Callable[..., Any]) -> None:
    """Plays at two server processes, a table of three of which the first process is the owner."""
    arguments = ("--database", postgres.new_database(), "--redis", redis.url, "--log-level", "warning")

    async def main(one: Outside, two: Outside) -> None:
        async with sitting([one.url, two.url], plain(3)) as clients:
            for _ in range(2):
                for number, client in enumerate(clients):
                    await play_on(client, random.Random(number), 1)
            for client in clients:
                while moment_of(client) < 2:
                    await client.receive()
            await game(clients, one, two)

    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "secret_key").write_text(KEY + "\n")
        (folder / name / "secret_key").chmod(0o600)
    with outside(folder / "one", *arguments) as one, outside(folder / "two", *arguments) as two:
        run(main(one, two), 200)


def welcomes(client: TableClient) -> int:
    """How often a client has connected; needs ``client.raw``."""
    return sum(frame.startswith('{"type":"welcome"') for frame in client.raw or [])


def complete(clients: list[TableClient]) -> bool:
    """Whether all have seen every reveal of a whole game, once and in order."""
    return all(
        client.reveals == clients[0].reveals and [each["moment"] for each in client.reveals] == list(range(18))
        for client in clients
    )


def test_only_the_owner_loads_a_table(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(4)) as clients,
        ):
            table = clients[0]._table
            spectator = two.client(table)
            await spectator.connect()
            assert len({process_of(client) for client in clients}) == 2
            assert table in one.registry.rooms and table not in two.registry.rooms
            assert one.sockets.forwarding is not None and one.sockets.forwarding.is_alone(table)
            assert two.sockets.forwarding is not None and not two.sockets.forwarding.is_alone(table)
            assert len(one.registry.rooms[table].sockets) == 5  # all are at the table, wherever they are connected
            assert [seat["present"] for seat in clients[0].table["seats"]] == [True] * 4
            await clients[1].send_chat("from the other process")
            while not clients[0].chat:
                await clients[0].receive()
            assert clients[0].chat[0]["text"] == "from the other process"
            await play_all(clients)
            for client in clients:
                await client.until_over()
            assert complete(clients)
            assert table not in two.registry.rooms
            await clients[1].close()
            while clients[0].table["seats"][1]["present"]:
                await clients[0].receive()

    run(main(), 200)


def test_the_owner_sends_what_the_sockets_of_a_process_may_see(
    tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes from one process to another holds the hands of the people connected there, and no others."""
    sent: list[bytes] = []
    put = Link.put

    def spy(self: Link, kind: int, number: int = 0, data: bytes = b"") -> None:
        if kind == links.DATA:
            sent.append(data)
        put(self, kind, number, data)

    monkeypatch.setattr(Link, "put", spy)

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(4)) as clients,
        ):
            await play_all(clients)
            for client in clients:
                await client.until_over()
            there = {frame for client in clients[1::2] for frame in client.raw or []}
            shown = [data for data in sent if orjson.loads(data).get("play") is not None]
            assert {orjson.loads(data)["play"]["you"] for data in shown} == {1, 3}
            assert {data.decode() for data in shown} <= there  # nothing but what those two get

    run(main(), 100)


def test_the_owner_is_killed_in_mid_turn(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def game(clients: list[TableClient], one: Outside, two: Outside) -> None:
        await clients[0].choose(first_move(clients[0]))
        asked = asyncio.create_task(clients[1].choose(first_move(clients[1])))
        one.kill()
        answer = await asked
        assert answer["type"] == "done"
        for client in (clients[0], clients[2]):
            with pytest.raises(Gone):
                while True:
                    await client.receive()
            client._url = two.url.replace("http", "ws") + "/api/ws"
            await client.connect()
        assert clients[0].play is not None and not clients[0].play["view"]["pending"]  # its choice was not lost
        await play_all(clients)
        for client in clients:
            await client.until_over()
        assert complete(clients)
        assert welcomes(clients[1]) == 1  # it kept its connection

    play_outside(tmp_path, postgres, redis, game)


def test_a_frozen_owner_wakes_and_changes_nothing(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """What waited for it was answered by another process, so a newer choice stands."""

    async def game(clients: list[TableClient], one: Outside, two: Outside) -> None:
        assert one.process is not None and clients[1].play is not None
        moves = [dict(move) for move in clients[1].play["view"]["pending"][0]["moves"]]
        late = next((move for move in moves if move["action"] == "build"), moves[0])  # a discarded card is not revealed
        early = next(move for move in moves if move["card"] != late["card"])
        one.process.send_signal(signal.SIGSTOP)
        try:
            began = asyncio.get_running_loop().time()
            await clients[1].choose(early)
            assert asyncio.get_running_loop().time() - began > 1  # the owner was asked first
            await clients[1].choose(late)
        finally:
            one.process.send_signal(signal.SIGCONT)
        for client in (clients[0], clients[2]):
            await play_on(client, random.Random(1), 1)
        while moment_of(clients[1]) < 3:
            await clients[1].receive()
        made = next(move for move in clients[1].reveals[2]["moves"] if move["player"] == clients[1].you)
        assert (made["action"], made.get("card", late["card"])) == (late["action"], late["card"])
        await play_all(clients)
        for client in clients:
            await client.until_over()
        assert complete(clients)
        assert [welcomes(client) for client in clients] == [1, 1, 1]

    play_outside(tmp_path, postgres, redis, game)


def test_the_owner_stops(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """Who is connected elsewhere notices nothing."""

    async def game(clients: list[TableClient], one: Outside, two: Outside) -> None:
        one.stop()
        await clients[1].choose(first_move(clients[1]))
        for client in (clients[0], clients[2]):
            client._url = two.url.replace("http", "ws") + "/api/ws"
            await client.connect()
        await play_all(clients)
        for client in clients:
            await client.until_over()
        assert complete(clients)
        assert welcomes(clients[1]) == 1
        assert not [frame for frame in clients[1].raw or [] if "server/closing" in frame]

    play_outside(tmp_path, postgres, redis, game)


def test_redis_is_killed_and_started_again(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """The processes go on over their own connection, and the owner says again what it owns."""

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(3)) as clients,
        ):
            table = clients[0]._table
            for turn in range(6):
                if turn == 2:
                    await asyncio.to_thread(redis.stop)
                if turn == 4:
                    await asyncio.to_thread(redis.start)
                for number, client in enumerate(clients):
                    await play_on(client, random.Random(number), 1)
            assert table not in two.registry.rooms
            assert one.sockets.forwarding is not None and two.sockets.forwarding is not None
            await one.sockets.forwarding.start()
            await one.sockets.forwarding.keep()
            again = await two.guest("Eve")
            late = again.at(table)
            await late.connect()
            assert table not in two.registry.rooms
            await late.close()
            await play_all(clients)
            assert complete(clients)

    run(main(), 150)


def test_without_a_way_to_the_owner_each_process_has_the_table(
    tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable(self: Links, process: str, address: str) -> None:
        return None

    monkeypatch.setattr(Links, "to", unreachable)

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(3)) as clients,
        ):
            table = clients[0]._table
            assert table in one.registry.rooms and table in two.registry.rooms
            forwarding = one.sockets.forwarding
            assert forwarding is not None
            await until(lambda: not forwarding.is_alone(table))  # so both tell each other at once
            await play_all(clients)
            for client in clients:
                await client.until_over()
            assert complete(clients)

    run(main(), 150)


def test_a_process_that_only_shows_a_table_reads_what_it_was_not_told(
    tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PubSub, "publish", lambda *_: None)

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(3)) as clients,
        ):
            parts = two.service.components
            assert parts is not None
            pubsub = parts.pubsub
            assert pubsub is not None
            await until(lambda: pubsub.connected)  # until then every table is read again
            shown = await two.registry.room(clients[0]._table)
            before = shown.state.seq
            await clients[0].send_chat("nobody tells")
            while not clients[0].chat:
                await clients[0].receive()
            assert shown.state.seq == before
            assert await two.registry.room(clients[0]._table) is shown and shown.state.seq == before + 1
            await clients[0].send_chat("and dies")
            while len(clients[0].chat) < 2:
                await clients[0].receive()
            await two.registry._sweep_room(shown, died=True)
            assert shown.state.seq == before + 2

    run(main(), 150)


def test_a_process_that_leaves_says_no_more_that_it_is_there(redis: Any) -> None:
    """Neither later nor while it leaves; and no connection stays open."""

    async def main() -> None:
        leaving, other = (Owners(redis.url, name, lambda *parts: b"".join(parts)) for name in ("leaving", "other"))
        await leaving.say_where("here")
        assert await leaving.claim("table") is None
        assert await other.claim("table") == ("leaving", "here")
        under_way = asyncio.create_task(leaving.say_where("here"))
        await asyncio.sleep(0)
        await asyncio.gather(leaving.leave(), leaving.say_where("here"))
        await under_way
        await leaving.say_where("here")
        assert await other.claim("table") is None  # it is free
        assert await leaving.claim("table") is None and await leaving.keep(["table"]) == []
        assert await other.keep(["table"]) == []  # and not taken back
        await leaving.close()
        await other.close()

    run(main())


def test_a_table_moves_to_another_owner(tmp_path: Path, postgres: Any, redis: Any) -> None:
    """Another process has taken the table: the forwarded sockets follow, and see nothing twice."""

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(3)) as clients,
        ):
            table = clients[0]._table
            for number, client in enumerate(clients):
                await play_on(client, random.Random(number), 1)
            assert one.sockets.forwarding is not None and two.sockets.forwarding is not None
            assert await two.sockets.forwarding._owners.claim(table, one.presence.process) is None
            assert not two.sockets.forwarding.is_alone(table)  # the old owner does not know it yet
            await one.sockets.forwarding.keep()
            await until(lambda: table in two.registry.rooms)
            await play_all(clients)
            for client in clients:
                await client.until_over()
            assert complete(clients)
            assert [welcomes(client) for client in clients] == [1, 1, 1]

    run(main(), 150)


def test_events_of_a_person_are_counted_over_all_processes(
    tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "EVENTS_PER_SECOND", 0.0)

    async def main() -> None:
        async with two_servers(tmp_path, postgres, redis, rate_limits=1) as (one, two):
            visitor = await one.guest("Ada")
            table = await visitor.open_table(plain(3), 0)
            here, there = one.client(table, cookie=visitor.cookie), two.client(table, cookie=visitor.cookie)
            await here.connect()
            await there.connect()
            for number in range(int(room.EVENTS_BURST)):
                await (here if number % 2 else there).ask("ready", ready=number % 2 == 0)
            for client in (here, there):
                assert (await refused(client.ask("ready", ready=True))).code == "message/too-often"

    run(main(), 60)


def test_a_refused_join_leaves_the_socket_free(tmp_path: Path, postgres: Any, redis: Any) -> None:
    async def main() -> None:
        async with two_servers(tmp_path, postgres, redis) as (one, two):
            visitor = await one.guest("Ada")
            table = await visitor.open_table(plain(3), 0)
            assert one.sockets.forwarding is not None
            assert await one.sockets.forwarding._owners.claim("A" * 22) is None  # a table that is not there
            client = two.client("A" * 22, cookie=visitor.cookie)
            assert (await refused(client.connect())).code == "table/unknown"
            assert (await refused(client.ask("ready", ready=True))).code == "join/first"
            await client.say({"type": "join", "table": table, "id": 77})
            while client.seq == 0:
                await client.receive()
            assert client.you == 0
            await client.ask("ready", ready=True)

    run(main(), 60)


def test_a_frozen_forwarder_is_away(tmp_path: Path, postgres: Any, redis: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The people of a process that forwards and says nothing any more are away."""
    monkeypatch.setattr(links, "GONE_SECONDS", 3.0)

    async def main() -> None:
        async with (
            two_servers(tmp_path, postgres, redis) as (one, two),
            sitting([one.url, two.url], plain(3)) as clients,
        ):
            assert two.sockets.forwarding is not None
            silent = [link for link in two.sockets.forwarding._links.connected if link.dialled]
            assert len(silent) == 1
            monkeypatch.setattr(silent[0], "put", lambda kind, number=0, data=b"": None)
            monkeypatch.setattr(silent[0], "abort", lambda: None)
            while clients[0].table["seats"][1]["present"]:
                await clients[0].receive()

    run(main(), 60)

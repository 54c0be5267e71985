"""Web Push against a push service on loopback: what arrives is signed, and is decrypted with the browser's own key."""

import asyncio
import contextlib
import json
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]  # it has no types
import pytest
from alembic import command
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]  # it has no types
from sqlalchemy import insert, inspect, select, text

from finished_games import DAY, Played
from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.push import calls as calls_module
from heptapolis.server.push.messages import check_endpoint, encoded
from heptapolis.server.storage.database import alembic_config, migrate, open_engine, reading, transaction
from heptapolis.server.storage.schema import calls, state, subscriptions
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Writer
from serving import Inside, first_move, inside, plain, play_on, run

pytestmark = pytest.mark.once


class Browser:
    """The keys of a browser's subscription."""

    def __init__(self, service: "PushService", name: str = "ada") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.endpoint = f"{service.url}/send/{name}"

    def body(self, language: str = "en") -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encoded(point), "auth": encoded(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys, "language": language}

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says."""
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(text)
        return found


class PushService:
    """A push service: keeps what it is sent, and answers as the test wants."""

    def __init__(self) -> None:
        self.url = ""
        self.status = 201
        self.sent: list[tuple[str, dict[str, str], bytes]] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                first, *lines = head.strip().split("\r\n")
                headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
                body = await reader.readexactly(int(headers["content-length"]))
                self.sent.append((first.split()[1], headers, body))
                place = "location: http://127.0.0.1:1/\r\n" if self.status == 307 else ""
                writer.write(f"HTTP/1.1 {self.status} X\r\n{place}content-length: 0\r\n\r\n".encode())
                await writer.drain()
        writer.close()

    async def wait_for(self, count: int) -> None:
        while len(self.sent) < count:
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    listening = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    yield service
    listening.close()


async def slow_table(server: Inside, ada: Visitor, bob: Visitor, clock: str = "day") -> str:
    """A table with a clock, at which a game of two people and a bot has begun and nobody looks."""
    table = await ada.open_table(plain(3, clock=clock), 0, [None, None, "easy"])
    places = ada.at(table), bob.at(table)
    for place in places:
        await place.connect()
    await places[1].ask("take-seat", seat=1)
    await places[1].ask("ready", ready=True)
    await places[0].ask("start")
    for place in places:
        while place.play is None:
            await place.receive()
        await place.close()
    room = await server.registry.room(table)
    while room.sockets:
        await asyncio.sleep(0.01)
    return table


async def one_turn(visitor: Visitor, table: str) -> None:
    place = visitor.at(table)
    await place.connect()
    assert await place.next_decision() is not None
    await place.choose(first_move(place))
    await place.close()


async def rows(server: Inside, table: Any) -> list[Any]:
    async with reading(server.store.engine) as connection:
        return list((await connection.execute(select(table))).all())


def test_turn_arrives_encrypted_once_and_says_nothing_secret(tmp_path: Path) -> None:
    async def main() -> None:
        async with push_service() as service, inside(tmp_path, push_services=service.url) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")
            browser = Browser(service)
            assert await ada.ask("POST", "/api/push", browser.body("de")) == {"subscribed": True}
            table = await slow_table(server, ada, bob)
            assert not service.sent  # Ada looked when the game began
            await one_turn(ada, table)
            await one_turn(bob, table)
            await service.wait_for(1)
            path, headers, body = service.sent[0]
            told = browser.read(body)
            assert told == {"table": table, "title": "Du bist am Zug", "text": "Tisch von Ada"}
            assert (path, headers["content-encoding"], headers["topic"]) == ("/send/ada", "aes128gcm", table)
            assert 0 < int(headers["ttl"]) <= 86_400
            assert table.encode() not in body
            assert Vapid02.verify(headers["authorization"])
            key = (await ada.ask("GET", "/api/push"))["key"]
            assert f"k={key}" in headers["authorization"]
            # The same turn again: once is enough, also after a restart.
            room = await server.registry.room(table)
            parts = server.service.components
            assert parts is not None
            me = (await ada.ask("GET", "/api/me"))["person"]["id"]
            parts.calls.call(room.state, [me])
            await one_turn(ada, table)
            await one_turn(bob, table)
            await service.wait_for(2)
            assert [row.turn for row in await rows(server, calls)] == ["I.3"]
            # Unsubscribed: nothing any more.
            assert await ada.ask("POST", "/api/push/remove", {"endpoint": browser.endpoint}) == {"subscribed": False}
            await one_turn(ada, table)
            await one_turn(bob, table)
            await asyncio.sleep(0.2)
            assert len(service.sent) == 2

    run(main())


def test_page_in_the_background_is_told_at_a_table_without_a_clock(tmp_path: Path) -> None:
    async def main() -> None:
        async with push_service() as service, inside(tmp_path, push_services=service.url) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")
            await ada.ask("POST", "/api/push", Browser(service).body())
            table = await slow_table(server, ada, bob, "none")
            page, other = ada.at(table), bob.at(table)
            await page.connect()
            await other.connect()
            for client in (page, other):
                assert await client.next_decision() is not None
                await client.choose(first_move(client))
            assert await page.next_decision() is not None
            await asyncio.sleep(0.1)
            assert not service.sent  # the page is looked at
            await page.choose(first_move(page))
            await page.say({"type": "ping", "id": 900, "hidden": True})
            while (await page.receive())["type"] != "pong":
                pass
            await play_on(other, random.Random(1), 1)
            await service.wait_for(1)

    run(main())


@pytest.mark.parametrize("status", [404, 410, 403])
def test_expired_subscription_is_removed(tmp_path: Path, status: int) -> None:
    async def main() -> None:
        async with push_service() as service, inside(tmp_path, push_services=service.url) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")
            await ada.ask("POST", "/api/push", Browser(service).body())
            service.status = status
            table = await slow_table(server, ada, bob)
            await one_turn(ada, table)
            await one_turn(bob, table)
            while await rows(server, subscriptions):
                await asyncio.sleep(0.02)
            assert len(service.sent) == 1

    run(main())


def test_busy_service_is_asked_again_and_redirects_are_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls_module, "PAUSES", (0.01, 0.01))

    async def main() -> None:
        async with push_service() as service, inside(tmp_path, push_services=service.url) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")
            await ada.ask("POST", "/api/push", Browser(service).body())
            table = await slow_table(server, ada, bob)
            for status, wanted in ((503, 3), (307, 4)):
                service.status = status
                await one_turn(ada, table)
                await one_turn(bob, table)
                await service.wait_for(wanted)
                await asyncio.sleep(0.1)
                assert len(service.sent) == wanted
            assert len(await rows(server, subscriptions)) == 1

    run(main())


def test_server_writes_to_push_services_only() -> None:
    allowed = ("https://fcm.googleapis.com", "https://*.push.services.mozilla.com")
    check_endpoint("https://fcm.googleapis.com/fcm/send/x", allowed)
    check_endpoint("https://updates.push.services.mozilla.com/wpush/v2/x", allowed)
    for endpoint in (
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://evilpush.services.mozilla.com/x",
        "https://127.0.0.1/x",
        "http://169.254.169.254/latest",
        "file:///etc/passwd",
        "https://[::1",
        "https://fcm.googleapis.com:x/",
        "",
    ):
        with pytest.raises(Refused, match="push/service"):
            check_endpoint(endpoint, allowed)


def test_subscriptions_are_checked_bounded_and_forgotten(tmp_path: Path) -> None:
    async def main() -> None:
        async with push_service() as service, inside(tmp_path, push_services=service.url) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")
            good = Browser(service).body()
            for bad, code in (
                (good | {"endpoint": "https://127.0.0.1:1/x"}, "push/service"),
                (good | {"keys": good["keys"] | {"p256dh": "A" * 87}}, "message/invalid"),
                (good | {"keys": good["keys"] | {"auth": "A" * 30}}, "message/invalid"),
            ):
                with pytest.raises(Refused, match=code):
                    await ada.ask("POST", "/api/push", bad)
            for number in range(12):
                await ada.ask("POST", "/api/push", Browser(service, str(number)).body())
            assert len(await rows(server, subscriptions)) == calls_module.MOST_SUBSCRIPTIONS
            # A browser belongs to whoever used it last, and nobody else can remove its subscription.
            shared = Browser(service, "shared")
            await ada.ask("POST", "/api/push", shared.body())
            await bob.ask("POST", "/api/push", shared.body())
            await ada.ask("POST", "/api/push/remove", {"endpoint": shared.endpoint})
            owner = {row.endpoint: row.person for row in await rows(server, subscriptions)}[shared.endpoint]
            assert owner == (await bob.ask("GET", "/api/me"))["person"]["id"]
            await bob.ask("POST", "/api/me/delete", {"password": None})
            assert shared.endpoint not in {row.endpoint for row in await rows(server, subscriptions)}

    run(main())


def test_key_is_made_once(tmp_path: Path) -> None:
    async def key() -> tuple[str, int]:
        async with inside(tmp_path) as server:
            visitor = Visitor(server.url)
            found = (await visitor.ask("GET", "/api/push"))["key"]
            await visitor.close()
            return found, len([row for row in await rows(server, state) if row.name == "vapid"])

    first = run(key())
    assert first == run(key())
    assert first[1] == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migration_both_ways_keeps_the_data_of_before(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = (
        f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"
        if kind == "sqlite"
        else request.getfixturevalue("postgres").new_database()
    )
    before, table = "0010", Played(1, {"seats": 3}, ["person-1", None, None], DAY)

    async def main() -> None:
        engine = open_engine(url)

        async def go(direction: Any, to: str) -> set[str]:
            async with engine.begin() as connection:
                await connection.run_sync(lambda plain: direction(alembic_config(plain), to))
                return set(await connection.run_sync(lambda plain: inspect(plain).get_table_names()))

        async def kept() -> tuple[Any, int]:
            async with reading(engine) as connection:
                name = (await connection.execute(text("SELECT name FROM people"))).scalar_one()
            return name, len(await Store(engine).events_after(table.state.id, 0))

        assert "subscriptions" not in await go(command.upgrade, before)
        async with engine.begin() as connection:
            await connection.execute(
                text(
                    "INSERT INTO people (id, kind, name, epoch, created, forgotten) "
                    "VALUES ('person-1', 'guest', 'Ada', 0, 1, :no)"
                ),
                {"no": False},
            )
        writer = Writer(engine)
        writer.start()
        await writer.append(table.as_append())
        await writer.stop()
        data = await kept()
        assert data == ("Ada", len(table.events))
        await migrate(engine)
        async with transaction(engine) as connection:
            row: dict[str, Any] = {
                "id": "s" * 64,
                "person": "person-1",
                "endpoint": "https://push.example/1",
                "p256dh": "p" * 87,
            }
            row |= {"auth": "a" * 22, "language": "da", "created": 1}
            await connection.execute(insert(subscriptions).values(**row))
            await connection.execute(insert(calls).values(person="person-1", table_id=table.state.id, turn="I.1"))
        assert not {"subscriptions", "calls"} & await go(command.downgrade, before)
        assert await kept() == data
        await migrate(engine)
        assert await kept() == data
        async with reading(engine) as connection:
            assert not (await connection.execute(select(subscriptions))).all()
            assert not (await connection.execute(select(calls))).all()
        await engine.dispose()

    run(main())

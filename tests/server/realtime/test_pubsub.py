"""Notifications between processes: none is lost when Redis is unavailable for a while."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import redis.asyncio as aioredis

from heptapolis.server.realtime import pubsub
from heptapolis.server.realtime.pubsub import PubSub
from heptapolis.server.tables.events import STARTED, Event, read_events
from serving import run

pytestmark = pytest.mark.once

KEY = "0123456789abcdef0123456789abcdef"
CHAT = Event(5, 1, "chat", {"text": "hello"})


class Ends:
    """Two processes at one Redis, and what the second one hears."""

    def __init__(self, url: str) -> None:
        self.tables: list[str] = []
        self.missed = 0
        self.told: list[list[Event]] = []
        self.one = PubSub(url, "one", KEY)
        self.one.subscribe(lambda table, told: None, lambda: None)
        self.two = PubSub(url, "two", KEY)
        self.two.subscribe(self.hear, self.count)

    def hear(self, table: str, told: bytes) -> None:
        self.tables.append(table)
        self.told.append(read_events(told))

    def count(self) -> None:
        self.missed += 1

    async def start(self) -> None:
        self.one.start()
        self.two.start()
        while not (self.one.connected and self.two.connected):
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.one.close()
        await self.two.close()


def with_two(redis: Any, test: Callable[[Ends], Awaitable[None]]) -> None:
    async def main() -> None:
        before = asyncio.all_tasks()
        ends = Ends(redis.url)
        await ends.start()
        try:
            await test(ends)
        finally:
            await ends.close()
        assert asyncio.all_tasks() == before

    run(main(), 30)


def test_notification_reaches_the_other_process_only(redis: Any) -> None:
    async def test(ends: Ends) -> None:
        ends.two.publish("own")
        ends.one.publish("table")
        while not ends.tables:
            await asyncio.sleep(0.01)
        assert ends.tables == ["table"]
        assert ends.missed == 1  # everything before it had subscribed

    with_two(redis, test)


def test_events_are_told_but_not_the_secrets_of_the_deal(redis: Any) -> None:
    async def test(ends: Ends) -> None:
        ends.one.publish("one", CHAT)
        ends.one.publish("two", CHAT)
        ends.one.publish("two", Event(6, 1, STARTED, {"seeds": ["0" * 32]}))
        for seq in range(pubsub.MOST_EVENTS + 1):
            ends.one.publish("three", Event(seq, 1, "chat", {}))
        while len(ends.tables) < 3:
            await asyncio.sleep(0.01)
        assert dict(zip(ends.tables, ends.told, strict=True)) == {"one": [CHAT], "two": [], "three": []}

    with_two(redis, test)


def test_tables_that_no_other_process_has_open_wait_for_others(redis: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """And only their names are told."""
    monkeypatch.setattr(pubsub, "ALONE_SECONDS", 3600.0)

    async def test(ends: Ends) -> None:
        messages = []
        publish = ends.one._redis.publish

        async def count(channel: str, message: bytes) -> None:
            messages.append(message)
            await publish(channel, message)

        monkeypatch.setattr(ends.one._redis, "publish", count)
        ends.one.is_alone = {"alone"}.__contains__
        ends.one.publish("alone", CHAT)
        while not ends.tables:  # the first one goes at once
            await asyncio.sleep(0.01)
        ends.one.publish("alone", CHAT)
        await asyncio.sleep(2 * pubsub.PAUSE_SECONDS)
        assert len(messages) == 1
        ends.one.publish("shared", CHAT)
        while len(ends.tables) < 3:
            await asyncio.sleep(0.01)
        assert len(messages) == 2
        assert list(zip(ends.tables, ends.told, strict=True)) == [("alone", []), ("alone", []), ("shared", [CHAT])]
        ends.one.publish("alone", CHAT)
        await ends.one.close()  # tells what is left
        while len(ends.tables) < 4:
            await asyncio.sleep(0.01)
        assert ends.tables[3] == "alone"

    with_two(redis, test)


def test_message_without_the_right_signature_is_ignored(redis: Any) -> None:
    async def test(ends: Ends) -> None:
        forger = PubSub(redis.url, "three", "another key")
        for message in (b"", b"x", b"\xff" * 99, forger._message({"forged": [CHAT]})):
            await ends.one._redis.publish(pubsub.CHANNEL, message)
        await forger.close()
        ends.one.publish("table", CHAT)
        while not ends.tables:
            await asyncio.sleep(0.01)
        assert ends.tables == ["table"] and ends.two.connected

    with_two(redis, test)


def test_lost_subscription_counts_as_missed_notifications(redis: Any) -> None:
    """What is published between two subscriptions is lost, so tables must be read again."""

    async def test(ends: Ends) -> None:
        admin = aioredis.Redis.from_url(redis.url)
        await admin.client_kill_filter(_type="pubsub")
        await admin.aclose()
        while ends.missed < 3:  # once when it is lost, once when it is back
            await asyncio.sleep(0.01)
        assert ends.two.connected

    with_two(redis, test)


def test_tables_are_polled_while_redis_is_unavailable(redis: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "POLL_SECONDS", 0.05)

    async def test(ends: Ends) -> None:
        redis.stop()
        while ends.missed < 20:
            await asyncio.sleep(0.01)
        assert not ends.two.connected
        redis.start()

    with_two(redis, test)


def test_failed_notification_is_published_later(redis: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process may have stayed connected, and then it does not poll."""

    async def test(ends: Ends) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(ends.one._redis, "publish", away)
            ends.one.publish("table", CHAT)
            await asyncio.sleep(0.3)
        while ends.tables != ["table"]:
            await asyncio.sleep(0.01)
        assert ends.told == [[]]  # it may be old by now, so the table is read

    def away(*_: object) -> None:
        raise ConnectionError

    with_two(redis, test)

"""Notifications between processes: none is lost when Redis is unavailable for a while."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import redis.asyncio as aioredis

from heptapolis.server.realtime import pubsub
from heptapolis.server.realtime.pubsub import PubSub
from serving import run

pytestmark = pytest.mark.once


class Ends:
    """Two processes at one Redis, and what the second one hears."""

    def __init__(self, url: str) -> None:
        self.tables: list[str] = []
        self.missed = 0
        self.one = PubSub(url, "one")
        self.one.subscribe(lambda table: None, lambda: None)
        self.two = PubSub(url, "two")
        self.two.subscribe(self.tables.append, self.count)

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
            broken.setattr(ends.one._redis, "pipeline", away)
            ends.one.publish("table")
            await asyncio.sleep(0.3)
        while ends.tables != ["table"]:
            await asyncio.sleep(0.01)

    def away(**_: object) -> None:
        raise ConnectionError

    with_two(redis, test)

"""Metrics summed over all processes of a server: each leaves its own in Redis for a while."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

import orjson
import redis.asyncio as aioredis
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis.server.operations.metrics import Metrics

KEY: Final = "heptapolis:metrics:"
SHARE_SECONDS: Final = 5.0
KEEP_SECONDS: Final = 20
"""How long the metrics of a process that has ended still count."""

ANSWER_SECONDS: Final = 5.0
PREFIX: Final = "heptapolis_"
"""Other metrics, such as memory, are of one process."""

AWAY: Final = (RedisError, OSError, TimeoutError)

Samples = list[tuple[str, dict[str, str], float]]


class SharedMetrics:
    """The metrics of this process and of the others."""

    def __init__(self, url: str, process: str, metrics: Metrics) -> None:
        """``url`` is the address of Redis, ``process`` the id of this process."""
        self._redis = aioredis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2)
        self._process = process
        self._metrics = metrics

    async def run(self) -> None:
        """Leaves the metrics of this process every few seconds."""
        while True:
            await self.share()
            await asyncio.sleep(SHARE_SECONDS)

    async def share(self) -> None:
        """Leaves the metrics of this process for the others."""
        own = {
            family.name: [(each.name, each.labels, each.value) for each in family.samples]
            for family in self._metrics.registry.collect()
            if family.name.startswith(PREFIX)
        }
        try:
            await self._redis.set(KEY + self._process, orjson.dumps(own), ex=KEEP_SECONDS)
        except AWAY:
            return  # the next time

    async def text(self) -> bytes:
        """All metrics in the text format of Prometheus; those of this process alone while Redis is away."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                others = await self._others()
        except AWAY:
            others = []
        registry = CollectorRegistry()
        registry.register(_Sum(self._metrics.registry, others))
        return generate_latest(registry)

    async def _others(self) -> list[dict[str, Samples]]:
        keys = [key async for key in self._redis.scan_iter(KEY + "*") if key != (KEY + self._process).encode()]
        found = await self._redis.mget(keys) if keys else []
        return [read for each in found if each is not None and (read := _read(each)) is not None]

    async def close(self) -> None:
        """Takes the metrics of this process away, and closes the connection."""
        with contextlib.suppress(*AWAY):
            await self._redis.delete(KEY + self._process)
        with contextlib.suppress(*AWAY):
            await self._redis.aclose()


def _read(data: bytes | str) -> dict[str, Samples] | None:
    """What another process has left; None if it cannot be read."""
    try:
        written: dict[str, list[Any]] = orjson.loads(data)
        return {
            family: [
                (str(name), {str(key): str(text) for key, text in labels.items()}, float(value))
                for name, labels, value in samples
            ]
            for family, samples in written.items()
        }
    except (ValueError, TypeError, AttributeError):
        return None


class _Sum:
    """A collector of the sums."""

    def __init__(self, own: CollectorRegistry, others: list[dict[str, Samples]]) -> None:
        self._own = own
        self._others = others

    def collect(self) -> Iterable[Metric]:
        """Our families, with the values of the others added."""
        for family in self._own.collect():
            summed = Metric(family.name, family.documentation, family.type, family.unit)
            sums = {(each.name, *sorted(each.labels.items())): each.value for each in family.samples}
            labels = {(each.name, *sorted(each.labels.items())): each.labels for each in family.samples}
            for other in self._others if family.name.startswith(PREFIX) else ():
                for name, said, value in other.get(family.name, ()):
                    key = (name, *sorted(said.items()))
                    sums[key] = sums.get(key, 0.0) + value
                    labels[key] = said
            for key, value in sums.items():
                summed.add_sample(str(key[0]), labels[key], value)
            yield summed

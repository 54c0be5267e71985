"""Which process owns which table, in Redis.

Nothing that is right depends on it: two owners at a time, or none, cost work only, since the database takes each event
number of a table once. An owner counts as long as its process says every second that it is there.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from typing import TYPE_CHECKING, Final, cast

import redis.asyncio as aioredis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

OWNER: Final = "heptapolis:owner:"
LINK: Final = "heptapolis:link:"
SAY_SECONDS: Final = 1.0
THERE_MS: Final = 4_000
"""How long a process counts as there after it said so."""
KEEP_SECONDS: Final = 5.0
OWNED_MS: Final = 20_000
"""How long a table stays a process's without being kept."""
ANSWER_SECONDS: Final = 1.0
RETRY_SECONDS: Final = 1.0
"""How long Redis is left alone after it did not answer."""
MOST_AT_ONCE: Final = 500

AWAY: Final = (RedisError, OSError, TimeoutError)

CLAIM: Final = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and owner ~= ARGV[3] then
  local address = redis.call('GET', ARGV[4] .. owner)
  if address then return {owner, address} end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false
"""
"""Takes a table unless another process has it and is there; returns that process and its address."""

KEEP: Final = """
local lost = {}
for number, key in ipairs(KEYS) do
  local owner = redis.call('GET', key)
  if owner and owner ~= ARGV[1] then table.insert(lost, number)
  else redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end
end
return lost
"""
"""Keeps tables; returns those that another process has taken."""


class Owners:
    """The owners of tables, as this process asks for them."""

    def __init__(self, url: str, process: str, sign: Callable[..., bytes]) -> None:
        """``url`` is the address of Redis. Addresses are signed: whoever can write to Redis cannot make them up."""
        self._redis = aioredis.Redis.from_url(
            url,
            socket_connect_timeout=ANSWER_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            decode_responses=True,
            retry=Retry(NoBackoff(), 1),  # a connection that a restart of Redis has broken is replaced at once
        )
        self._claim = self._redis.register_script(CLAIM)
        self._keep = self._redis.register_script(KEEP)
        self._process = process
        self._sign = sign
        self._away_until = 0.0
        self._left = False
        self._saying = asyncio.Lock()
        self.mine: set[str] = set()
        """Tables that this process has claimed."""
        self._shared: set[str] = set()
        """Those of them that another process may have open: it has told something of them, or had them before."""

    async def claim(self, table: str, lost: str = "") -> tuple[str, str] | None:
        """Another process that owns a table, and its address; None if this process owns it, or nobody knows.

        ``lost`` is a process that has been given up.
        """
        if self._left or time.monotonic() < self._away_until:
            return None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                found = await self._claim([OWNER + table], [self._process, OWNED_MS, lost, LINK])
        except AWAY:
            self._away_until = time.monotonic() + RETRY_SECONDS
            return None
        if found:
            owner, said = found
            address, _, signature = said.partition(" ")
            right = hmac.compare_digest(signature, self._signature(owner, address))
            return (owner, address) if right else None
        self.mine.add(table)
        if lost:
            self._shared.add(table)  # that process may still be there
        return None

    def is_alone(self, table: str) -> bool:
        """Whether a table is this process's, and no other one seems to have it open."""
        return table in self.mine and table not in self._shared

    def heard_of(self, table: str) -> None:
        """Another process has told of a table, so it has it open."""
        if table in self.mine:
            self._shared.add(table)

    def _signature(self, process: str, address: str) -> str:
        return self._sign(b"at", process.encode(), address.encode()).hex()

    async def say_where(self, address: str) -> None:
        """Says that this process is there, and where."""
        written = f"{address} {self._signature(self._process, address)}"
        async with self._saying:
            if self._left:
                return
            try:
                await self._redis.set(LINK + self._process, written, px=THERE_MS)
            except AWAY:
                return  # the next time

    async def keep(self, used: Collection[str]) -> list[str]:
        """Keeps the tables of this process that are in ``used``; returns those that another one has taken."""
        if self._left:
            return []
        self.mine &= set(used)
        mine, lost = list(self.mine), []
        try:
            for first in range(0, len(mine), MOST_AT_ONCE):
                some = mine[first : first + MOST_AT_ONCE]
                taken = cast("list[int]", await self._keep([OWNER + each for each in some], [self._process, OWNED_MS]))
                lost += [some[number - 1] for number in taken]
        except AWAY:
            return []
        self.mine.difference_update(lost)
        self._shared &= self.mine
        return lost

    async def leave(self) -> None:
        """Says that this process is no longer there; from now on it claims and keeps nothing."""
        self._left = True
        async with self._saying:  # not between a command that says it is there and its answer
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._redis.delete(LINK + self._process)
            except AWAY:
                pass

    async def close(self) -> None:
        """Closes the connections. Nothing may be asked any more: a command under way would open a new one."""
        await self._redis.aclose()

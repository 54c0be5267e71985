"""Bots think in processes of their own, few and bounded in time: a slow bot never delays another table."""

from __future__ import annotations

import asyncio
import pickle
import secrets
import sys
from typing import TYPE_CHECKING, Final

import structlog

from heptapolis.engine.moves import DISCARD, PASS
from heptapolis.server.bots.bot_worker import LENGTH

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from heptapolis.engine import Move, View

LOG = structlog.get_logger("heptapolis.bots")
PATIENCE: Final = 3.0
"""How many times the thinking time a question may wait for a free process."""


class Thinkers:
    """A few processes that answer for bots."""

    def __init__(self, count: int, seconds: float) -> None:
        """``seconds`` is how long one answer may take."""
        self._count = count
        self._seconds = seconds
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()
        for _ in range(count):
            self._idle.put_nowait(None)  # started when first needed
        self._running: set[Process] = set()
        self._closed = False
        self.replaced = 0
        """Answers that did not come in time, or at all, and were made up."""
        self.asked = 0

    async def choose(self, level: str, seen: View) -> Move:
        """What a bot of that level decides; a simple move when it fails or takes too long."""
        self.asked += 1
        if len(seen.moves) == 1:
            return seen.moves[0]
        try:
            process = await asyncio.wait_for(self._idle.get(), self._seconds * PATIENCE)
        except TimeoutError:
            return self._made_up(seen, level, "busy")
        try:
            try:
                if process is None or process.returncode is not None:
                    process = await self._start()
                number = await asyncio.wait_for(_ask(process, level, seen), self._seconds)
                return seen.moves[number]
            except TimeoutError:
                why = "slow"
            except (OSError, asyncio.IncompleteReadError, IndexError):
                why = "broken"
            self._end(process)
            process = None
            return self._made_up(seen, level, why)
        except asyncio.CancelledError:
            self._end(process)  # its answer would be taken for the next one's
            process = None
            raise
        finally:
            self._idle.put_nowait(process)

    def _made_up(self, seen: View, level: str, why: str) -> Move:
        self.replaced += 1
        LOG.warning("bot_replaced", level=level, why=why)
        return simple_move(seen)

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "heptapolis.server.bots.bot_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._running.add(process)
        return process

    def _end(self, process: Process | None) -> None:
        if process is not None:
            self._running.discard(process)
            if process.returncode is None:
                process.kill()

    async def close(self) -> None:
        """Ends all processes."""
        self._closed = True
        running = list(self._running)
        for process in running:
            self._end(process)
        await asyncio.gather(*(process.wait() for process in running))


async def _ask(process: Process, level: str, seen: View) -> int:
    assert process.stdin is not None and process.stdout is not None, "started with pipes"
    question = pickle.dumps((level, secrets.randbits(63), seen), protocol=5)
    process.stdin.write(LENGTH.pack(len(question)) + question)
    await process.stdin.drain()
    answer: int = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
    return answer


def simple_move(seen: View) -> Move:
    """Any move, rather one that builds."""
    active = [move for move in seen.moves if move.kind not in (DISCARD, PASS)]
    return secrets.choice(active or list(seen.moves))

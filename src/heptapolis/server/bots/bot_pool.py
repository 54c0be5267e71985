"""Bots think in processes of their own, few and bounded in time: a slow bot never delays another table."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import secrets
import sys
from typing import TYPE_CHECKING, Final

import structlog

from heptapolis.server.bots.bot_worker import LENGTH
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from heptapolis import Move, View

LOG = structlog.get_logger("heptapolis.bots")

QUEUE_FACTOR: Final = 3.0
"""How many times the thinking time a question may wait for a free process."""

COMMAND = (sys.executable, "-m", "heptapolis.server.bots.bot_worker")


class BotPool:
    """A few processes that answer for bots."""

    def __init__(self, count: int, seconds: float) -> None:
        """``seconds`` is how long one answer may take."""
        self._seconds = seconds
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()
        for _ in range(count):
            self._idle.put_nowait(None)  # started when first needed
        self._running: set[Process] = set()
        self._ending = BackgroundTasks()
        self.replaced = 0
        """Decisions for which a simple move was made up, since no answer came in time or at all."""
        self.asked = 0

    async def choose(self, level: str, seen: View) -> Move:
        """What a bot of that level decides; a simple move when it fails or takes too long."""
        self.asked += 1
        if len(seen.moves) == 1:
            return seen.moves[0]
        try:
            async with asyncio.timeout(self._seconds * QUEUE_FACTOR):
                process = await self._idle.get()
        except TimeoutError:
            return self._made_up(seen, level, "busy")
        answered = False
        try:
            if process is None or process.returncode is not None:
                self._end(process)
                process = await self._start()
            async with asyncio.timeout(self._seconds):
                number = await _ask(process, level, seen)
            move = seen.moves[number]
            answered = True
            return move
        except TimeoutError:
            return self._made_up(seen, level, "slow")
        except (OSError, asyncio.IncompleteReadError, IndexError):
            return self._made_up(seen, level, "broken")
        finally:
            if not answered:  # also when cancelled: its answer would be taken for that to the next question
                self._end(process)
                process = None
            self._idle.put_nowait(process)

    def _made_up(self, seen: View, level: str, why: str) -> Move:
        self.replaced += 1
        LOG.warning("bot_replaced", level=level, why=why)
        return simple_move(seen)

    async def _start(self) -> Process:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe)
        self._running.add(process)
        return process

    def _end(self, process: Process | None) -> None:
        if process in self._running and process is not None:
            self._running.discard(process)
            self._ending.start(_kill(process))

    async def close(self) -> None:
        """Ends all processes, and waits until they and their pipes are gone. Nobody may be waiting for an answer."""
        for process in list(self._running):
            self._end(process)
        await self._ending.close(cancel=False)


async def _ask(process: Process, level: str, seen: View) -> int:
    assert process.stdin is not None and process.stdout is not None, "started with pipes"
    question = pickle.dumps((level, secrets.randbits(63), seen), protocol=5)
    process.stdin.write(LENGTH.pack(len(question)) + question)
    await process.stdin.drain()
    answer: int = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
    return answer


async def _kill(process: Process) -> None:
    """Ends a process and closes its pipes; a process that has only ended still holds two of our files."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    assert process.stdin is not None, "started with pipes"
    process.stdin.close()
    await process.communicate()  # reads to the end, which closes the other pipe
    with contextlib.suppress(OSError):
        await process.stdin.wait_closed()


def simple_move(seen: View) -> Move:
    """Any move, rather one that builds."""
    active = [move for move in seen.moves if move.action not in ("discard", "pass")]
    return secrets.choice(active or list(seen.moves))

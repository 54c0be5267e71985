"""Runs bots in a few separate processes with a time limit, so that a slow bot does not delay other tables."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import secrets
import signal
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import structlog

from heptapolis.bots import LEVELS
from heptapolis.server.bots.bot_worker import LENGTH
from heptapolis.server.bots.fair_queue import FairQueue
from heptapolis.server.bots.faults import Fault
from heptapolis.server.bots.host_bots import bot_environment
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Mapping

    from heptapolis import Move, View
    from heptapolis.analysis import JudgedDecision, JudgedMove
    from heptapolis.bots import SearchBudget

LOG = structlog.get_logger("heptapolis.bots")

QUEUE_FACTOR: Final = 3.0
"""How long a decision may wait for a free process, in time limits of one decision."""

STUDY_SECONDS: Final = 60.0
"""How long a judgment may wait for a free process, and take: its budget is CPU time, and no turn depends on it."""

SEEDED_TRIES: Final = 5
"""How often a bot is asked whose choice must not be replaced."""

COMMAND = (sys.executable, "-m", "heptapolis.server.bots.bot_worker")


STUDY: Final = "(study)"
"""The owner of all analyses and advice; no person has this id."""


class BotFailed(Exception):
    """A bot process gave no answer."""

    def __init__(self, why: str) -> None:
        """``why``: ``busy``, ``slow`` or ``broken``."""
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot has chosen."""

    move: Move
    replaced: bool = False
    """Whether it is a simple move, because the bot failed or took too long."""


class BotPool:
    """A pool of bot processes."""

    def __init__(self, count: int, seconds: float, bots: Mapping[str, str] | None = None) -> None:
        """``seconds`` is the time limit for one decision; ``bots`` are those of the host, by name."""
        self._seconds = seconds
        self._bots = dict(bots or {})
        self._idle: FairQueue[Process | None] = FairQueue()
        for _ in range(count):
            self._idle.add(None)  # started when first needed
        self._running: set[Process] = set()
        self._ending = BackgroundTasks()
        self.replaced = 0
        """Decisions for which a simple move was used, because the bot failed or took too long."""
        self.asked = 0

    def knows(self, bot: str) -> bool:
        """Whether it is a level or a bot that the host allows."""
        return bot in LEVELS or bot in self._bots

    async def choose(self, level: str, seen: View, owner: str = "", seed: int | None = None) -> Choice:
        """The move that a bot of this level chooses, or a simple move if it fails or takes too long.

        ``owner`` is the person whose table it is: the time of the processes is shared among owners. With a ``seed`` the
        choice must be the same at every table, so the bot is asked again before a simple move is made for it.
        """
        self.asked += 1
        if len(seen.moves) == 1:
            return Choice(seen.moves[0])
        question = (level, secrets.randbits(63) if seed is None else seed, seen)
        fault = Fault("", "")
        for _ in range(1 if seed is None else SEEDED_TRIES):
            try:
                answer: int | Fault = await self._ask("choose", question, self._seconds * QUEUE_FACTOR, owner)
            except BotFailed as failed:
                fault = Fault(failed.why, "")
                continue
            if not isinstance(answer, Fault):
                return Choice(seen.moves[answer])
            fault = answer
        return self._simple_choice(seen, level, fault)

    async def judge(self, seen: View, move: Move, budget: SearchBudget) -> tuple[JudgedDecision, float]:
        """What the sage thinks of a move, and the seconds of CPU time that it took.

        Raises:
            BotFailed: it failed or took too long.
        """
        found: tuple[JudgedDecision, float] = await self._ask(
            "judge", (seen, move, budget), STUDY_SECONDS, STUDY, STUDY_SECONDS
        )
        return found

    async def advise(self, seen: View, owner: str) -> list[JudgedMove]:
        """The moves that the sage would choose from, best first; ``owner`` is the person who asks.

        Raises:
            BotFailed: it failed or took too long.
        """
        found: list[JudgedMove] = await self._ask("advise", (seen,), STUDY_SECONDS, owner, STUDY_SECONDS)
        return found

    async def _ask(
        self, kind: str, arguments: tuple[object, ...], patience: float, owner: str, seconds: float | None = None
    ) -> Any:
        """The answer of a bot process; waits up to ``patience`` seconds until it is the owner's turn.

        ``seconds`` is the time limit of the answer, by default that of a decision.

        Raises:
            BotFailed: none was free, or it failed or took too long.
        """
        try:
            async with asyncio.timeout(patience):
                process = await self._idle.get(owner)
        except TimeoutError:
            raise BotFailed("busy") from None
        answered = False
        began = time.monotonic()
        try:
            if process is None or process.returncode is not None:
                self._end(process)
                process = await self._start()
            async with asyncio.timeout(seconds or self._seconds):
                answer = await _answer(process, kind, arguments)
            answered = True
            return answer
        except TimeoutError:
            raise BotFailed("slow") from None
        except (OSError, asyncio.IncompleteReadError):
            raise BotFailed("broken") from None
        finally:
            if not answered:  # also when cancelled: its answer would be read as the answer to the next question
                self._end(process)
                process = None
            self._idle.count(owner, time.monotonic() - began)
            self._idle.add(process)

    def _simple_choice(self, seen: View, level: str, fault: Fault) -> Choice:
        self.replaced += 1
        LOG.warning("bot_replaced", level=level, why=fault.kind, **({"error": fault.text[:300]} if fault.text else {}))
        return Choice(simple_move(seen), replaced=True)

    async def _start(self) -> Process:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=pipe,
            stdout=pipe,
            env=bot_environment(self._bots),
            start_new_session=True,  # with its own group, so that programs that it has started end with it
        )
        self._running.add(process)
        return process

    def _end(self, process: Process | None) -> None:
        if process in self._running and process is not None:
            self._running.discard(process)
            self._ending.start(_kill(process))

    async def close(self) -> None:
        """Ends all processes, and waits until they and their pipes are closed. No decision may be pending."""
        for process in list(self._running):
            self._end(process)
        await self._ending.close(cancel=False)


async def _answer(process: Process, kind: str, arguments: tuple[object, ...]) -> Any:
    assert process.stdin is not None and process.stdout is not None, "started with pipes"
    question = pickle.dumps((kind, arguments), protocol=5)
    process.stdin.write(LENGTH.pack(len(question)) + question)
    await process.stdin.drain()
    size: int = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
    return pickle.loads(await process.stdout.readexactly(size))


async def _kill(process: Process) -> None:
    """Ends a process and closes its pipes, which would otherwise stay open after its end."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # programs that it has started
    assert process.stdin is not None, "started with pipes"
    process.stdin.close()
    await process.communicate()  # reading to the end closes the other pipe
    with contextlib.suppress(OSError):
        await process.stdin.wait_closed()


def simple_move(seen: View) -> Move:
    """Any legal move, preferably one that builds."""
    active = [move for move in seen.moves if move.action not in ("discard", "pass")]
    return secrets.choice(active or list(seen.moves))

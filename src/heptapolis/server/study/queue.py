"""The analyses under way in this process: a few at a time, fair to everyone who waits."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import structlog

from heptapolis.analysis import Analysis, assemble, count_decisions, decided, default_budget
from heptapolis.server.bots.bot_pool import BotFailed
from heptapolis.server.errors import Refused
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from heptapolis import GameRecord
    from heptapolis.analysis import JudgedDecision
    from heptapolis.server.bots.bot_pool import BotPool
    from heptapolis.server.messages.words import AnalysisState

LOG = structlog.get_logger("heptapolis.study")

AT_ONCE: Final = 2
"""Analyses that are worked on at the same time."""

MOST: Final = 20
"""Analyses that may be under way or wait."""

MOST_EACH: Final = 2
"""Of one person, or of one address without a person."""

LONGEST_SECONDS: Final = 600.0
"""An analysis that takes longer has failed."""

KEPT_SECONDS: Final = 900.0
"""How long the result is kept after it was last asked for."""

MOST_KEPT: Final = 40
"""Results that are kept at the same time."""

WAIT_SECONDS: Final = 15
"""When to try again if there is no room."""


@dataclass(slots=True, eq=False)
class Job:
    """One analysis."""

    key: str
    """The table, or a hash of the record."""
    owner: str
    record: GameRecord
    total: int
    tell: Callable[[Job], Awaitable[None]] | None = None
    """Called after each decision, and at the end."""
    state: AnalysisState = "queued"
    decisions: list[JudgedDecision] = field(default_factory=list)
    """Those judged so far."""
    result: Analysis | None = None
    asked: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> int:
        """How many decisions are judged."""
        return len(self.decisions)

    def so_far(self) -> Analysis | None:
        """The analysis as far as it has come; None before the first turn is whole."""
        found = self.result or assemble(self.record, list(self.decisions), default_budget(self.record), 0.0)
        return found if found.turns else None

    @property
    def under_way(self) -> bool:
        """Whether it waits or is worked on."""
        return self.state in ("queued", "running")


class AnalysisQueue:
    """Works on analyses decision by decision, so that bots get their turn in between."""

    def __init__(self, bots: BotPool) -> None:
        """Nothing is under way yet."""
        self._bots = bots
        self._jobs: dict[str, Job] = {}
        self._waiting: list[Job] = []
        self._running: set[Job] = set()
        self._tasks = BackgroundTasks()

    def find(self, key: str) -> Job | None:
        """The analysis with a key, under way or finished a short time ago."""
        self._drop_old()
        job = self._jobs.get(key)
        if job is not None:
            job.asked = time.monotonic()
        return job

    def check_room(self, owner: str) -> None:
        """Refuses another analysis of this owner if there is no room.

        Raises:
            Refused: ``analysis/busy``.
        """
        under_way = [*self._running, *self._waiting]
        if len(under_way) >= MOST or sum(job.owner == owner for job in under_way) >= MOST_EACH:
            raise Refused("analysis/busy", seconds=WAIT_SECONDS)

    def start(
        self, key: str, owner: str, record: GameRecord, tell: Callable[[Job], Awaitable[None]] | None = None
    ) -> Job:
        """Puts an analysis into the queue; one with the same key that is under way goes on instead.

        Raises:
            Refused: ``analysis/busy``.
        """
        known = self.find(key)
        if known is not None and known.under_way:
            return known
        self.check_room(owner)
        job = Job(key, owner, record, count_decisions(record), tell)
        self._jobs[key] = job
        self._waiting.append(job)
        self._fill()
        return job

    def _fill(self) -> None:
        while self._waiting and len(self._running) < AT_ONCE:
            owners = {job.owner for job in self._running}
            job = next((each for each in self._waiting if each.owner not in owners), self._waiting[0])
            self._waiting.remove(job)
            self._running.add(job)
            job.state = "running"
            self._tasks.start(self._run(job))

    async def _run(self, job: Job) -> None:
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                job.result = await self._analyse(job)
            job.state = "ready"
        except (BotFailed, TimeoutError) as error:
            job.state = "failed"
            LOG.warning("analysis_failed", why=str(error) or "too long")
        except BaseException:
            job.state = "failed"
            raise
        finally:
            self._running.discard(job)
            self._fill()
        if job.tell is not None:
            await job.tell(job)

    async def _analyse(self, job: Job) -> Analysis:
        budget = default_budget(job.record)
        seconds = 0.0
        steps = decided(job.record)
        while (step := await asyncio.to_thread(next, steps, None)) is not None:
            judged, taken = await self._bots.judge(step.view, step.move, budget)
            job.decisions.append(replace(judged, line=step.line, moment=step.moment))
            seconds += taken
            if job.tell is not None:
                await job.tell(job)
        return await asyncio.to_thread(assemble, job.record, job.decisions, budget, seconds)

    def forget(self, job: Job) -> None:
        """Drops an analysis that is stored elsewhere now, or that failed and was told."""
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]

    def _drop_old(self) -> None:
        ended = sorted((job for job in self._jobs.values() if not job.under_way), key=lambda job: -job.asked)
        since = time.monotonic() - KEPT_SECONDS
        for number, job in enumerate(ended):
            if number >= MOST_KEPT or job.asked < since:
                self.forget(job)

    async def close(self) -> None:
        """Gives up everything that is under way."""
        self._waiting.clear()
        await self._tasks.close()

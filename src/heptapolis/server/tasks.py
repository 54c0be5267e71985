"""Background tasks that are awaited when the server stops."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import structlog

from heptapolis.server.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Coroutine

LOG = structlog.get_logger("heptapolis.tasks")


class BackgroundTasks:
    """A set of running tasks: a failure is logged, and ``close`` waits until every task has ended."""

    def __init__(self) -> None:
        """Starts without tasks."""
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        """How many tasks are running."""
        return len(self._running)

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Runs ``work`` in the background."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Refused):
            LOG.warning("task_refused", code=error.code)
        elif error is not None:
            LOG.error("task_failed", exc_info=error)

    async def close(self, *, cancel: bool = True) -> None:
        """Waits until all tasks have ended, including those started meanwhile; ``cancel`` ends them early."""
        while self._running:
            running = list(self._running)
            if cancel:
                for task in running:
                    task.cancel()
            await asyncio.wait(running)

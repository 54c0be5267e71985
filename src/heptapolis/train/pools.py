"""Runs training tasks in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import importlib
from typing import Any, Protocol

from heptapolis.arena.pool import processes
from heptapolis.train.selfplay import Learned, Task, learn


class Pool(Protocol):
    """Runs tasks."""

    @property
    def width(self) -> int:
        """The number of tasks that run in parallel."""
        ...

    def run(self, tasks: list[Task]) -> list[Learned]:
        """Runs tasks in parallel and returns their results in order."""
        ...

    def close(self) -> None:
        """Stops all processes."""
        ...


class Here:
    """Runs tasks in this process."""

    width = 1

    def run(self, tasks: list[Task]) -> list[Learned]:
        """Runs one task after the other."""
        return [learn(task) for task in tasks]

    def close(self) -> None:
        """Does nothing: there are no processes."""


class Workers:
    """Runs tasks in several processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.width = jobs
        self._pool = processes(jobs)

    def run(self, tasks: list[Task]) -> list[Learned]:
        """Runs all tasks at once."""
        return list(self._pool.map(learn, tasks))

    def close(self) -> None:
        """Stops the processes after their current tasks."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class RayWorkers:
    """Runs tasks on a Ray cluster, whose machines must have the same package installed."""

    def __init__(self, address: str) -> None:
        """``address`` is the address for Ray; ``local`` starts Ray on this machine."""
        self._ray = importlib.import_module("ray")  # by name: a large extra that few installations have
        options: dict[str, Any] = {} if address == "local" else {"address": address}
        self._ray.init(**options, ignore_reinit_error=True, log_to_driver=False)
        self.width = max(int(self._ray.cluster_resources().get("CPU", 1)), 2)
        self._learn = self._ray.remote(learn)

    def run(self, tasks: list[Task]) -> list[Learned]:
        """Runs all tasks at once."""
        found: list[Learned] = self._ray.get([self._learn.remote(task) for task in tasks])
        return found

    def close(self) -> None:
        """Disconnects from the cluster."""
        self._ray.shutdown()

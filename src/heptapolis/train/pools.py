"""Where the tasks of a training run: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import importlib
from typing import Any, Protocol

from heptapolis.arena.pool import processes
from heptapolis.train.selfplay import Learned, Task, learn


class Pool(Protocol):
    """Runs tasks."""

    @property
    def width(self) -> int:
        """How many tasks run side by side."""
        ...

    def run(self, tasks: list[Task]) -> list[Learned]:
        """Runs tasks side by side; their results in the order of the tasks."""
        ...

    def close(self) -> None:
        """Ends whatever was started."""
        ...


class Here:
    """Runs them in this process."""

    width = 1

    def run(self, tasks: list[Task]) -> list[Learned]:
        """One task after the other."""
        return [learn(task) for task in tasks]

    def close(self) -> None:
        """Nothing was started."""


class Workers:
    """Runs them in several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        """Starts so many processes."""
        self.width = jobs
        self._pool = processes(jobs)

    def run(self, tasks: list[Task]) -> list[Learned]:
        """All tasks at once."""
        return list(self._pool.map(learn, tasks))

    def close(self) -> None:
        """Ends the processes; tasks that run are finished first."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class RayWorkers:
    """Runs them on the machines of a Ray cluster, which must have the same package installed."""

    def __init__(self, address: str) -> None:
        """``address`` as Ray takes it; ``local`` starts Ray on this machine."""
        self._ray = importlib.import_module("ray")  # by name: it is a large extra that most installations go without
        options: dict[str, Any] = {} if address == "local" else {"address": address}
        self._ray.init(**options, ignore_reinit_error=True, log_to_driver=False)
        self.width = max(int(self._ray.cluster_resources().get("CPU", 1)), 2)
        self._learn = self._ray.remote(learn)

    def run(self, tasks: list[Task]) -> list[Learned]:
        """All tasks at once."""
        found: list[Learned] = self._ray.get([self._learn.remote(task) for task in tasks])
        return found

    def close(self) -> None:
        """Leaves the cluster."""
        self._ray.shutdown()

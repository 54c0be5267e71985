"""Where the games of a training are played: in this process, in several, or on a Ray cluster."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Protocol

from heptapolis.arena.pool import processes
from heptapolis.train.selfplay import Task, play

if TYPE_CHECKING:
    from collections.abc import Iterator


class Pool(Protocol):
    """Plays tasks."""

    @property
    def width(self) -> int:
        """How many tasks run side by side; with one, they are played when their result is asked for."""
        ...

    def play(self, tasks: list[Task]) -> Iterator[bytes]:
        """Starts tasks; their results in the order of the tasks."""
        ...

    def close(self) -> None:
        """Ends whatever was started."""
        ...


class Here:
    """Plays in this process."""

    width = 1

    def play(self, tasks: list[Task]) -> Iterator[bytes]:
        """One task after the other."""
        return map(play, tasks)

    def close(self) -> None:
        """Nothing was started."""


class Workers:
    """Plays in several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        """Starts so many processes."""
        self.width = jobs
        self._pool = processes(jobs)

    def play(self, tasks: list[Task]) -> Iterator[bytes]:
        """All tasks at once."""
        return self._pool.map(play, tasks)

    def close(self) -> None:
        """Ends the processes; tasks that run are finished first."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class RayWorkers:
    """Plays on the machines of a Ray cluster, which must have the same package installed."""

    def __init__(self, address: str) -> None:
        """``address`` as Ray takes it; ``local`` starts Ray on this machine."""
        self._ray = importlib.import_module("ray")  # by name: it is a large extra that most installations go without
        options: dict[str, Any] = {} if address == "local" else {"address": address}
        self._ray.init(**options, ignore_reinit_error=True, log_to_driver=False)
        self.width = max(int(self._ray.cluster_resources().get("CPU", 1)), 2)
        self._play = self._ray.remote(play)

    def play(self, tasks: list[Task]) -> Iterator[bytes]:
        """All tasks at once."""
        return map(self._ray.get, [self._play.remote(task) for task in tasks])

    def close(self) -> None:
        """Leaves the cluster."""
        self._ray.shutdown()

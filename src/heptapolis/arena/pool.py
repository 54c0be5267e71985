"""Calls in several processes, or on a Ray cluster."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import connection, get_context
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")


def processes(count: int) -> ProcessPoolExecutor:
    """Creates a pool of processes that exit with this one, even if it is killed.

    They are spawned, not forked: a fork copies the thread of a progress bar in an arbitrary state and may hang.
    """
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


def in_processes(jobs: int, function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """Calls a function in several processes and yields the results as they come. An interrupt stops the processes."""
    pool = processes(jobs)
    try:
        for done in as_completed([pool.submit(function, *arguments) for arguments in calls]):
            yield done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def on_ray(address: str, function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """Calls a function on a Ray cluster and yields the results as they come.

    Its machines must have the same package installed; ``local`` starts Ray on this machine. Only a few calls are queued
    at a time, so that an interrupt takes effect soon.
    """
    ray = importlib.import_module("ray")  # by name: a large extra that few installations have

    options: dict[str, Any] = {} if address == "local" else {"address": address}
    ray.init(**options, ignore_reinit_error=True, log_to_driver=False)
    try:
        remote = ray.remote(function)
        most = max(2 * int(ray.cluster_resources().get("CPU", 1)), 2)
        waiting: list[Any] = []
        for arguments in calls:
            if len(waiting) >= most:
                done, waiting = ray.wait(waiting)
                for each in done:
                    yield ray.get(each)
            waiting.append(remote.remote(*arguments))
        while waiting:
            done, waiting = ray.wait(waiting)
            for each in done:
                yield ray.get(each)
    finally:
        ray.shutdown()


def _begin() -> None:
    # Ctrl-C reaches every process of the terminal; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Exits when the parent is gone: a worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "started by a pool"
    connection.wait([parent.sentinel])
    os._exit(1)

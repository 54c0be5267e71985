"""A pool of worker processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, get_context


def processes(count: int) -> ProcessPoolExecutor:
    """Creates a pool of processes that exit with this one, even if it is killed.

    They are spawned, not forked: a fork copies the thread of a progress bar in an arbitrary state and may hang.
    """
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


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

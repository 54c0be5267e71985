"""Processes that play games for this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, get_context


def processes(count: int) -> ProcessPoolExecutor:
    """A pool of so many processes that end with this one, however it ends.

    Started afresh rather than forked: a fork would copy the thread of a progress bar in the middle of whatever it does,
    and may hang.
    """
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


def _begin() -> None:
    # Ctrl-C reaches every process of the terminal; the first one alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """A process of a pool whose parent was killed would otherwise wait for work for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "started by a pool"
    connection.wait([parent.sentinel])
    os._exit(1)

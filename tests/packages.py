"""Programs of Debian's packages that tests need; installed where that is possible."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

LOCK: Final = Path(tempfile.gettempdir()) / "heptapolis-packages.lock"
"""Held while a package is installed: tests run in several processes, and apt-get serves one at a time."""


def find_program(find: Callable[[], str | None], package: str) -> str | None:
    """The path that ``find`` finds, after installing the package if there is none yet; None if that is not possible."""
    path = find()
    if path is not None or os.geteuid() != 0 or not shutil.which("apt-get"):
        return path
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find() is None:
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", package]):
                subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return find()

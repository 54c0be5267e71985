"""Finds a Chromium for the tests, or installs Debian's package, or explains what is missing."""

from __future__ import annotations

import os
import shutil
from typing import Final

from packages import find_program

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def found() -> str | None:
    """The browser named by CHROMIUM, or one on the path."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def flags() -> list[str]:
    """Command-line flags; root has no sandbox."""
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def chromium() -> str:
    """The path of a Chromium or Chrome; installed where that is possible.

    Raises:
        RuntimeError: there is none; says what to install. Never skipped in silence.
    """
    path = find_program(found, "chromium")
    if path is None:
        raise RuntimeError(
            "the browser tests need a Chromium or Chrome: install the package chromium, or name one by CHROMIUM=/path"
        )
    return path

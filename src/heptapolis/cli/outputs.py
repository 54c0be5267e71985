"""Checks of output files and optional packages before a command starts its work."""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING

import click

from heptapolis.extras import needs

if TYPE_CHECKING:
    from pathlib import Path

EXTRAS = {
    "numpy": "arena",
    "pyarrow": "parquet",
    "ray": "ray",
    "textual": "terminal",
    "gymnasium": "env",
    "pettingzoo": "env",
    "pyspiel": "openspiel",
    "asyncpg": "server",
    "redis": "server",
    "psutil": "server",
}
"""Packages that an extra brings, whichever command needs them."""


def install_advice(what: str, package: str, extra: str = "") -> str:
    """One line that says which extra to install."""
    return needs(what, package, EXTRAS.get(package.partition(".")[0], extra))


def check_package(what: str, package: str) -> None:
    """Checks that an optional package is installed.

    Raises:
        click.ClickException: It is not.
    """
    if importlib.util.find_spec(package) is None:
        raise click.ClickException(install_advice(what, package))


def check_file(option: str, path: Path | None) -> None:
    """Checks that a file can be written, without creating it.

    Raises:
        click.BadParameter: Its folder is missing, or the file or folder is read-only.
    """
    if path is None:
        return
    folder = path.absolute().parent
    if not folder.is_dir():
        raise click.BadParameter(f"there is no folder {folder}", param_hint=option)
    if path.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        raise click.BadParameter(f"{path} cannot be written", param_hint=option)


def check_folder(option: str, path: Path | None) -> None:
    """Checks that a folder can be created or written to, and creates it.

    Raises:
        click.BadParameter: It cannot.
    """
    if path is None:
        return
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.BadParameter(f"{path} cannot be created: {error.strerror}", param_hint=option) from error
    if not os.access(path, os.W_OK):
        raise click.BadParameter(f"{path} cannot be written", param_hint=option)


def check_json(json_file: str | None) -> None:
    """Checks the file of ``--json``.

    Raises:
        click.BadParameter: It cannot be written.
    """
    from pathlib import Path

    if json_file is not None and json_file != "-":
        check_file("--json", Path(json_file))

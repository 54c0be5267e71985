"""What is said if the packages of an extra are missing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def needs(what: str, package: str, extra: str) -> str:
    """One line that says that a package is missing, and the extra that brings it."""
    return f"{what} needs {package}, which is not installed: pip install 'heptapolis[{extra}]'"


@contextmanager
def needed(what: str, extra: str) -> Iterator[None]:
    """Names the extra to install if a package that is imported here is missing.

    Raises:
        ModuleNotFoundError: It is.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("heptapolis"):
            raise
        raise ModuleNotFoundError(needs(what, str(missing.name), extra), name=missing.name) from missing

"""Class decorators for the compiler; no-ops when the engine runs interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from collections.abc import Callable

    Marked = TypeVar("Marked")

try:
    from mypy_extensions import mypyc_attr
except ImportError:  # needed to compile, not to play

    def mypyc_attr(*marks: str, **values: object) -> Callable[[Marked], Marked]:
        """Returns the class unchanged."""
        return _unchanged


def _unchanged(marked: Marked) -> Marked:
    return marked

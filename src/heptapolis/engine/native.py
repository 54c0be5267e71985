"""The compiler's marks on classes, which mean nothing where the engine runs interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from collections.abc import Callable

    Marked = TypeVar("Marked")

try:
    from mypy_extensions import mypyc_attr
except ImportError:  # needed to compile, and not to play

    def mypyc_attr(*marks: str, **values: object) -> Callable[[Marked], Marked]:
        """Leaves the class as it is."""
        return _unchanged


def _unchanged(marked: Marked) -> Marked:
    return marked

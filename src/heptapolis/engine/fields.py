"""The kinds of fields of cities, tables and views.

Each field is declared once, with its kind, in its class. From these declarations ``tools/generate_fields.py`` generates
copying, the public part of views, the reset of per-turn fields, and the field lists for pickling, comparing and tests.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeVar

T = TypeVar("T")

Public = Annotated[T, "public"]
"""Everybody sees it: part of every view, and kept as it is when a table is sampled from one."""

OfThisTurn = Annotated[T, "of this turn"]
"""Public, and reset when the turn ends."""

Derived = Annotated[T, "derived"]
"""Follows from the other fields. Copied and pickled, but never compared, written into a position or read from one."""

Secret = Annotated[T, "secret"]
"""Not everybody sees it. No view has it as it is: ``view`` tells what a seat may know of it, and ``sample_table``
deals the rest."""

Seen = Annotated[T, "seen"]
"""What one seat, or a spectator, may see."""

Shared = Annotated[T, "shared"]
"""A list or dict that is never written to, so that copies share it."""

NO_COUNTERS: Final[dict[str, int]] = {}
NO_QUEUES: Final[dict[str, tuple[int, ...]]] = {}

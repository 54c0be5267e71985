"""What is wrong with a bot's answer, in the words of the arena's referee."""

from __future__ import annotations

from typing import NamedTuple

from heptapolis.bots.program import IllegalAnswer


class Fault(NamedTuple):
    """What is wrong with a bot's answer."""

    kind: str
    """``crashed``, ``illegal`` or ``late``; ``busy``, ``slow`` or ``broken`` of a bot process."""
    text: str
    """What happened, in one line."""


def fault_of(error: Exception) -> Fault:
    """The fault of a bot that raised an exception."""
    kind = "late" if isinstance(error, TimeoutError) else "illegal" if isinstance(error, IllegalAnswer) else "crashed"
    return Fault(kind, str(error) or type(error).__name__)


def not_legal(chosen: object) -> Fault:
    """The fault of a bot that chose something else than a legal move."""
    return Fault("illegal", f"not among the legal moves: {chosen!r:.200}")

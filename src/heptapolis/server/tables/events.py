"""What can happen at a table, as it is stored: the only truth about a table is the list of its events."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

OPENED: Final = "opened"  # person, options
SAT: Final = "sat"  # seat, person
STOOD: Final = "stood"  # seat: free again (before the start)
BOT: Final = "bot"  # seat, level: a bot gets the seat; during a game it replaces a person who left
OPTIONS: Final = "options"  # options
READY: Final = "ready"  # seat, ready
STARTED: Final = "started"  # seeds, or the record to go on from; seed in earlier versions
CHOSE: Final = "chose"  # seat, move, by: person, bot, clock or replaced
WITHDREW: Final = "withdrew"  # seat
RELIEVED: Final = "relieved"  # seat, level: a bot sits in for its owner
RETURNED: Final = "returned"  # seat
HERE: Final = "here"  # person, process
GONE: Final = "gone"  # person, process
CHAT: Final = "chat"  # person, seat, to, text or phrase, nonce
REMATCH: Final = "rematch"  # table
COACHED: Final = "coached"  # seat: the first advice of a game
TOOK_BACK: Final = "took-back"  # seat, moment: the game goes back to that moment


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened."""

    seq: int
    """Counts the events of a table from 1."""
    at: int
    """Milliseconds since 1970."""
    kind: str
    data: dict[str, Any]
    """What belongs to the kind. People are named by id only, so that a name can be forgotten."""


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000

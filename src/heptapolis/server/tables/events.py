"""What can happen at a table, as it is stored: the only truth about a table is the list of its events."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

import orjson

OPENED: Final = "opened"  # person, options, code; daily: the day whose deal it is
SAT: Final = "sat"  # seat, person
STOOD: Final = "stood"  # seat: free again (before the start)
BOT: Final = "bot"  # seat, level: a bot gets the seat; during a game it replaces a person who left
SWAPPED: Final = "swapped"  # seat, other: who sits there changes, with their wonders
OPTIONS: Final = "options"  # options
WONDER: Final = "wonder"  # seat, board, side: of one seat; nobody need be ready again
READY: Final = "ready"  # seat, ready
STARTED: Final = "started"  # seeds, or the record to go on from; seed in earlier versions; bots: their secret
CHOSE: Final = "chose"  # seat, move, by: person, bot, clock or replaced
WITHDREW: Final = "withdrew"  # seat
RELIEVED: Final = "relieved"  # seat, level: a bot sits in for its owner
RETURNED: Final = "returned"  # seat
HERE: Final = "here"  # person, process, and at rated tables marks
GONE: Final = "gone"  # person, process
CHAT: Final = "chat"  # person, seat, to, text or phrase, nonce
REMATCH: Final = "rematch"  # table
COACHED: Final = "coached"  # seat: the first advice of a game
INVITED: Final = "invited"  # seat, wanted: the host lets a newcomer ask for a bot's seat in a running game
ASKED: Final = "asked"  # seat, person, marks
ASSENTED: Final = "assented"  # person who answers, about whom, agree
WATCHED: Final = "watched"  # marks of visitors of a running game
RESUMED: Final = "resumed"  # games go on after maintenance: the clock starts anew
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


def write_events(told: list[Event]) -> bytes:
    """Events for another process; empty if there are none."""
    return orjson.dumps([(event.seq, event.at, event.kind, event.data) for event in told]) if told else b""


def read_events(told: bytes) -> list[Event]:
    """The opposite of ``write_events``."""
    return [Event(seq, at, kind, data) for seq, at, kind, data in orjson.loads(told)] if told else []


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000

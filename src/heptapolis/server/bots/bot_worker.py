"""A bot process: reads views from standard input, and writes the number of the move that the bot chooses.

It exits when its input ends, so it does not outlive the server that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from typing import TYPE_CHECKING, BinaryIO

from heptapolis.bots import LEVELS, make_bot

if TYPE_CHECKING:
    from heptapolis import View

LENGTH = struct.Struct("!I")


def main() -> None:
    """Answers views until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which then closes this input
    if hasattr(os, "nice"):
        os.nice(5)  # the server itself has priority
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with the answers
    while (question := _read(questions)) is not None:
        level, seed, seen = pickle.loads(question)
        answers.write(LENGTH.pack(think(level, seed, seen)))
        answers.flush()


def think(level: str, seed: int, seen: View) -> int:
    """The number of the move that a bot chooses among those of its first decision.

    Raises:
        KeyError: the level is not in the list; its text never names a bot, let alone a program.
    """
    decision = seen.pending[0]
    return decision.moves.index(make_bot(LEVELS[level], seed=seed).choose(seen, decision))


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    size: int = LENGTH.unpack(head)[0]
    body = source.read(size)
    return body if len(body) == size else None


if __name__ == "__main__":
    main()

"""A bot process: reads questions from standard input, and writes the answers: moves, judgments, advice.

It exits when its input ends, so it does not outlive the server that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import time
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from heptapolis.bots import make_bot
from heptapolis.server.bots.faults import fault_of, not_legal
from heptapolis.server.bots.host_bots import allowed_bots

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis import Move, View
    from heptapolis.analysis import JudgedDecision, JudgedMove
    from heptapolis.bots import SearchBudget
    from heptapolis.server.bots.faults import Fault

LENGTH = struct.Struct("!I")

FIXED: Final = {"daily": "sage-1:playouts=100", "daily-sage": "sage-1:playouts=400"}
"""Bots that search the same number of playouts on every machine, so that everybody meets the same opponents."""


def main() -> None:
    """Answers questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which then closes this input
    if hasattr(os, "nice"):
        os.nice(5)  # the server itself has priority
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a bot prints must not mix with the answers
    while (question := _read(questions)) is not None:
        kind, arguments = pickle.loads(question)
        answer = pickle.dumps(ANSWERS[kind](*arguments), protocol=5)
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def think(level: str, seed: int, seen: View) -> int | Fault:
    """The number of the move that a bot chooses among those of its first decision, or what was wrong with it.

    Raises:
        KeyError: neither a level nor a bot of the host; the text itself never names a bot, let alone a program.
    """
    decision = seen.pending[0]
    spec = FIXED.get(level) or allowed_bots()[level]
    try:
        chosen = make_bot(spec, seed=seed).choose(seen, decision)
    except Exception as error:  # a bot may be third-party code
        return fault_of(error)
    if chosen not in decision.moves:
        return not_legal(chosen)
    return decision.moves.index(chosen)


def judge_move(seen: View, move: Move, budget: SearchBudget) -> tuple[JudgedDecision, float]:
    """What the sage thinks of a move, and the seconds of CPU time that it took."""
    from heptapolis.analysis import judge  # imported here, since few bot processes ever need it

    began = time.process_time()
    return judge(seen, move, budget), time.process_time() - began


def give_advice(seen: View) -> list[JudgedMove]:
    """The moves that the sage would choose from."""
    from heptapolis.analysis import advise

    return advise(seen)


ANSWERS: Final[dict[str, Callable[..., Any]]] = {"choose": think, "judge": judge_move, "advise": give_advice}


def _read(source: BinaryIO) -> bytes | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    size: int = LENGTH.unpack(head)[0]
    body = source.read(size)
    return body if len(body) == size else None


if __name__ == "__main__":
    main()

"""Bots as programs in any language: one JSON line in on standard input, one move out on standard output.

The program is started once and asked again and again; it need not remember anything. What it writes to standard error
is shown as it is.
"""

from __future__ import annotations

import atexit
import json
import queue
import shlex
import subprocess
import threading
from typing import IO, TYPE_CHECKING

from heptapolis.bots.protocol import UnknownBot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Decision, Move, View
    from heptapolis.bots.protocol import Bot
    from heptapolis.record.json_types import ViewDocument

BUDGET_MS = 200
GRACE_MS = 300  # for reading and writing; the first answer also waits for the program to start
START_MS = 5000


class ProgramFailed(Exception):
    """A program that cannot be started, has ended, or answers with something that is no move."""


class Program:
    """A running program and its two pipes."""

    def __init__(self, command: str) -> None:
        """Starts it.

        Raises:
            ProgramFailed: there is no such program.
        """
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise ProgramFailed(f"cannot start {command!r}: {error}") from error
        assert self._process.stdin is not None and self._process.stdout is not None, "both are pipes"
        self._stdin: IO[str] = self._process.stdin
        self._stdout: IO[str] = self._process.stdout
        self._lines: queue.Queue[str] = queue.Queue()
        self._fresh = True
        # A thread, because a pipe that can be waited on for a while is not to be had on every system.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            for line in self._stdout:
                self._lines.put(line)
        except (OSError, ValueError):  # closed under our hands, or not text
            pass
        self._lines.put("")

    def ask(self, question: str, limit_ms: float) -> str:
        """The line it answers.

        Raises:
            TimeoutError: no answer in time.
            ProgramFailed: it has ended.
        """
        try:
            self._stdin.write(question + "\n")
            self._stdin.flush()
            line = self._lines.get(timeout=(limit_ms + (START_MS if self._fresh else 0)) / 1000)
        except queue.Empty:
            raise TimeoutError("no answer in time") from None
        except OSError as error:
            raise ProgramFailed(f"the program has ended: {error}") from error
        self._fresh = False
        if not line:
            raise ProgramFailed("the program has ended")
        return line

    def stop(self) -> None:
        """Ends it and closes the pipes."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._stdin, self._stdout):
            try:
                pipe.close()
            except OSError:  # what was still to be written has no reader any more
                pass


class ProgramBot:
    """A bot that asks a program. Games of one process share the program: a question holds all that it needs."""

    _running: dict[str, Program] = {}

    def __init__(self, command: str, budget_ms: int) -> None:
        """The program starts with the first question."""
        self._command = command
        self._budget_ms = budget_ms

    def choose(self, view: View, decision: Decision) -> Move:
        """The move that the program answers.

        Raises:
            TimeoutError: no answer in time; the program is ended, and started again for the next question.
            ProgramFailed: it has ended, or its answer is no legal move.
        """
        document = view.document()
        question = json.dumps({"view": document, "budget_ms": self._budget_ms}, separators=(",", ":"))
        program = self._running.get(self._command)
        if program is None:
            program = self._running[self._command] = Program(self._command)
        try:
            line = program.ask(question, self._budget_ms + GRACE_MS)
        except (TimeoutError, ProgramFailed):
            self._running.pop(self._command).stop()
            raise
        return read_answer(line, document, decision)

    @classmethod
    def stop_all(cls) -> None:
        """Ends all programs that were started."""
        while cls._running:
            cls._running.popitem()[1].stop()


atexit.register(ProgramBot.stop_all)


def read_answer(line: str, document: ViewDocument, decision: Decision) -> Move:
    """Returns the legal move that a line names.

    The player may be left out, and ``pay`` as well: then the cheapest payment is meant.

    Args:
        line: The answer.
        document: The view in which the decision is pending.
        decision: What the program was asked.

    Raises:
        ProgramFailed: The line names no legal move.
    """
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise ProgramFailed(f"not a move: {line[:200]!r}")
    answer.setdefault("player", decision.player)
    pending = [each for each in document["pending"] if each.get("city", each["player"]) == decision.city]
    found: list[Move] = []
    for move, written in zip(decision.moves, pending[0]["moves"], strict=True):
        shown = written if "pay" in answer else {name: value for name, value in written.items() if name != "pay"}
        if shown == answer:
            found.append(move)
    if not found:
        raise ProgramFailed(f"not among the legal moves: {line[:200]!r}")
    return min(found, key=lambda move: (move.left + move.right + move.bank, move.left, move.bank))


def program_bot(seed: int, options: Mapping[str, str]) -> Bot:
    """A bot from `program:COMMAND` or `program:COMMAND:ms=N`.

    Raises:
        UnknownBot: no command.
    """
    command = options.get("command", "")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownBot("bot/option", f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise UnknownBot("bot/option", "a program is named by its command: program:./my-bot")
    return ProgramBot(command, int(options.get("ms", BUDGET_MS)))

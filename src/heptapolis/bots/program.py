"""Bots as programs in any language: they read a JSON line from standard input and write a move to standard output.

The program is started once and asked for every decision; it need not keep state. Its standard error is passed through.
"""

from __future__ import annotations

import atexit
import json
import queue
import shlex
import subprocess
import threading
from typing import IO, TYPE_CHECKING

from heptapolis import HeptapolisError
from heptapolis.bots.protocol import UnknownBot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Decision, Move, View
    from heptapolis.bots.protocol import Bot
    from heptapolis.record.json_types import ViewDocument

BUDGET_MS = 200
GRACE_MS = 300  # allowance for reading and writing; the first answer also includes the start of the program
START_MS = 5000


class ProgramFailed(Exception):
    """The program has exited."""


class IllegalAnswer(ProgramFailed):
    """The program's answer is not a legal move."""


class CannotStart(HeptapolisError):
    """The program cannot be started, or ends before its first answer. No game is played without it."""


class Program:
    """A running program with its pipes."""

    def __init__(self, command: str) -> None:
        """Starts the program.

        Raises:
            CannotStart: It cannot be started.
        """
        self._command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise CannotStart("bot/program", f"cannot start the program {command!r}: {error}") from error
        assert self._process.stdin is not None and self._process.stdout is not None, "both are pipes"
        self._stdin: IO[str] = self._process.stdin
        self._stdout: IO[str] = self._process.stdout
        self._lines: queue.Queue[str] = queue.Queue()
        self._fresh = True
        # A thread, because not every system can wait on a pipe with a time-out.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            for line in self._stdout:
                self._lines.put(line)
        except (OSError, ValueError):  # closed while reading, or not text
            pass
        self._lines.put("")

    def ask(self, question: str, limit_ms: float) -> str:
        """Sends a question and returns the answer.

        Raises:
            TimeoutError: There was no answer in time.
            CannotStart: The program has exited without ever giving an answer.
            ProgramFailed: The program has exited.
        """
        try:
            self._stdin.write(question + "\n")
            self._stdin.flush()
            line = self._lines.get(timeout=(limit_ms + (START_MS if self._fresh else 0)) / 1000)
        except queue.Empty:
            raise TimeoutError("no answer in time") from None
        except OSError as error:
            raise self._ended() from error
        if not line:
            raise self._ended()
        self._fresh = False
        return line

    def _ended(self) -> Exception:
        try:
            status = self._process.wait(GRACE_MS / 1000)
        except subprocess.TimeoutExpired:  # it has only closed its output
            self._process.kill()
            status = self._process.wait()
        if self._fresh:
            message = f"the program {self._command!r} ended before its first answer, with exit status {status}"
            return CannotStart("bot/program", message)
        return ProgramFailed(f"the program has ended with exit status {status}")

    def stop(self) -> None:
        """Stops the program and closes the pipes."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._stdin, self._stdout):
            try:
                pipe.close()
            except OSError:  # unwritten output has no reader any more
                pass


class ProgramBot:
    """A bot that asks a program. All games of this process share it, since every question is self-contained."""

    _running: dict[str, Program] = {}

    def __init__(self, command: str, budget_ms: int) -> None:
        """The program is started with the first question."""
        self._command = command
        self._budget_ms = budget_ms

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns the move that the program answers.

        Raises:
            TimeoutError: There was no answer in time. The program is stopped and restarted for the next question.
            CannotStart: The program cannot be started.
            ProgramFailed: The program has exited.
            IllegalAnswer: Its answer is not a legal move.
        """
        document = view.document()
        question = json.dumps({"view": document, "budget_ms": self._budget_ms}, separators=(",", ":"))
        program = self._running.get(self._command)
        if program is None:
            program = self._running[self._command] = Program(self._command)
        try:
            line = program.ask(question, self._budget_ms + GRACE_MS)
        except (TimeoutError, ProgramFailed, CannotStart):
            self._running.pop(self._command).stop()
            raise
        return read_answer(line, document, decision)

    @classmethod
    def stop_all(cls) -> None:
        """Stops all programs."""
        while cls._running:
            cls._running.popitem()[1].stop()


atexit.register(ProgramBot.stop_all)


def read_answer(line: str, document: ViewDocument, decision: Decision) -> Move:
    """Returns the legal move that a line names.

    The player may be left out, and ``pay`` too: then the cheapest payment is used.

    Args:
        line: The answer.
        document: The view in which the decision is pending.
        decision: What the program was asked.

    Raises:
        IllegalAnswer: The line is not a legal move.
    """
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise IllegalAnswer(f"not a move: {line[:200]!r}")
    answer.setdefault("player", decision.player)
    pending = [each for each in document["pending"] if each.get("city", each["player"]) == decision.city]
    found: list[Move] = []
    for move, written in zip(decision.moves, pending[0]["moves"], strict=True):
        shown = written if "pay" in answer else {name: value for name, value in written.items() if name != "pay"}
        if shown == answer:
            found.append(move)
    if not found:
        raise IllegalAnswer(f"not among the legal moves: {line[:200]!r}")
    return min(found, key=lambda move: (move.left + move.right + move.bank, move.left, move.bank))


def program_bot(seed: int, options: Mapping[str, str]) -> Bot:
    """Creates a bot from `program:COMMAND` or `program:COMMAND:ms=N`.

    Raises:
        UnknownBot: There is no command.
    """
    command = options.get("command", "")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownBot("bot/option", f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise UnknownBot("bot/option", "a program is named by its command: program:./my-bot")
    return ProgramBot(command, int(options.get("ms", BUDGET_MS)))

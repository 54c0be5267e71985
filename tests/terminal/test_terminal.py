"""The command in a real terminal: draw, play, quit with Ctrl-C, resume."""

import os
import pty
import select
import signal
import struct
import sys
import time
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from heptapolis.record.game.text_format import read_record

pytestmark = pytest.mark.once

PATIENCE = 60


class Terminal:
    """A child process behind a terminal of 100 columns and 30 lines."""

    def __init__(self, arguments: list[str], folder: Path) -> None:
        self.pid, self.door = pty.fork()
        if self.pid == 0:
            os.environ.update(
                XDG_DATA_HOME=str(folder), TERM="xterm-256color", LANG="C.UTF-8", COLUMNS="100", LINES="30"
            )
            os.execv(sys.executable, [sys.executable, "-m", "heptapolis", "play", "--terminal", *arguments])
        ioctl(self.door, TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.seen = b""

    def wait_for(self, text: str) -> None:
        """Reads until a text has been drawn."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.seen:
            assert time.monotonic() < end, f"no {text!r} in {self.seen[-3000:]!r}"
            self.read(0.5)

    def read(self, seconds: float) -> bool:
        if not select.select([self.door], [], [], seconds)[0]:
            return True
        try:
            more = os.read(self.door, 65536)
        except OSError:
            return False
        self.seen += more
        return bool(more)

    def press(self, keys: str) -> None:
        self.seen = b""
        os.write(self.door, keys.encode())

    def end(self) -> int:
        """Reads to the end; gives the exit status."""
        end = time.monotonic() + PATIENCE
        while self.read(0.5):
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.door)
        return os.waitstatus_to_exitcode(status)


def test_a_game_in_a_real_terminal(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    options = ["--seed", "8", "--level", "random", "--no-first-game", "--language", "en"]
    terminal = Terminal([*options, "--record", str(record)], tmp_path)
    terminal.wait_for("Your hand: choose a card")
    terminal.press("1d")
    terminal.wait_for("Press Enter to reveal")
    terminal.press("\r")
    terminal.wait_for("2/6")
    terminal.press("2d")
    terminal.wait_for("Press Enter to reveal")
    terminal.press("\x03")
    assert terminal.end() == 0
    assert b"--resume" in terminal.seen
    found = read_record(record.read_text(encoding="utf-8"))
    assert [line.at for line in found.lines] == ["I.1"], "what was not revealed is not in the record"

    terminal = Terminal(["--resume", str(record), "--language", "da", "--no-first-game"], tmp_path)
    terminal.wait_for("2/6")
    terminal.press("1d\r")
    terminal.wait_for("3/6")
    terminal.press("q")
    assert terminal.end() == 0
    assert len(read_record(record.read_text(encoding="utf-8")).lines) == 2

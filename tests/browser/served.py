"""A real server for the browser, as `heptapolis serve` starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

FIXED_DEALS = Path(__file__).with_name("fixed_deals.py")


class Served:
    """A server process with its own data folder; it can be killed and started again on the same port.

    With ``test``, a file with the name of the running test, its deals are those of that test.
    """

    def __init__(self, data: Path, port: int = 0, *flags: str, test: Path | None = None) -> None:
        self.data = data
        self.test = test
        self.port = port
        self.flags = flags
        self.url = ""
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Starts it and waits until it listens."""
        log = (self.data / "server.log").open("a", encoding="utf-8")
        program = ["-m", "heptapolis"] if self.test is None else [str(FIXED_DEALS), str(self.test)]
        command = [sys.executable, "-P", *program, "serve", "--port", str(self.port), "--data", str(self.data)]
        self._process = subprocess.Popen(
            [*command, "--rate-limits", "0", "--grace-seconds", "2", "--deletion-days", "0", *self.flags],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("HEPTAPOLIS_")},
        )
        log.close()
        assert self._process.stdout is not None
        until = time.monotonic() + 90
        while time.monotonic() < until:
            line = self._process.stdout.readline()
            heard = re.search(r"listens on (http://\S+:(\d+))", line)
            if heard:
                self.url, self.port = heard[1], int(heard[2])
                return
            if not line and self._process.poll() is not None:
                break
        raise RuntimeError(f"the server did not start: {(self.data / 'server.log').read_text()[-2000:]}")

    def kill(self) -> None:
        """Kills it, as a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None

    def stop(self) -> None:
        """Stops it gracefully."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None

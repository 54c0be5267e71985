"""The server of a load test, started for it or already running on this machine, and its memory and CPU time."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import psutil

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations.settings import LOOPBACK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def process_at(url: str) -> int | None:
    """The process that listens at an address of this machine, if it can be found."""
    try:
        port = urlsplit(url).port or 80
        found = {
            each.pid
            for each in psutil.net_connections("tcp")
            if each.status == psutil.CONN_LISTEN and tuple(each.laddr)[1:] == (port,)
        }
    except (psutil.Error, ValueError):
        return None
    return found.pop() if len(found) == 1 else None


def is_here(url: str) -> bool:
    """Whether a URL points to this machine."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme == "http" and parts.hostname in LOOPBACK


def memory_kb(pids: Sequence[int]) -> float | None:
    """Memory of processes, without their bot processes; None if there are none."""
    return sum(psutil.Process(pid).memory_info().rss / 1024 for pid in pids) if pids else None


def cpu_seconds(pids: Sequence[int]) -> float:
    """CPU time of processes, without their bot processes."""
    times = [psutil.Process(pid).cpu_times() for pid in pids]
    return float(sum(each.user + each.system for each in times))


@contextlib.contextmanager
def own_server(arguments: list[str] | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Starts a server on a temporary database, and yields it with its address."""
    with tempfile.TemporaryDirectory(prefix="heptapolis-load-") as folder:
        log = Path(folder) / "log"
        with log.open("w") as errors:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "heptapolis", "serve", "--port", "0", "--data", folder),
                    *("--rate-limits", "0", "--log-level", "warning", *(arguments or [])),
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
            try:
                yield wait_for_server(process, log), process
            finally:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                if process.stdout is not None:
                    process.stdout.close()


def wait_for_server(process: subprocess.Popen[str], log: Path) -> str:
    """Waits until a server answers, and returns its address.

    Raises:
        ServerTrouble: it did not start.
    """
    assert process.stdout is not None, "started with a pipe"
    line = process.stdout.readline()
    if " listens on " not in line:
        raise ServerTrouble(f"the server did not start: {log.read_text()[-500:]}")
    url = line.strip().rpartition(" ")[2]
    host, port = urlsplit(url).hostname, urlsplit(url).port
    assert host is not None and port is not None, "an address has both"
    for _ in range(200):
        try:
            if httpx.get(f"{url}/readyz", timeout=2, trust_env=False).status_code == 200:
                return url
        except httpx.HTTPError:
            pass
        if process.poll() is not None:
            raise ServerTrouble(f"the server did not start: {log.read_text()[-500:]}")
        time.sleep(0.05)
    raise ServerTrouble("the server does not answer")

"""Worker processes exit with the command, even if it is killed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.once


@pytest.mark.timeout(120)
def test_workers_exit_when_the_match_is_killed(tmp_path: Path) -> None:
    arguments = ["arena", "--bots", "mc:playouts=2000,rules,random", "--games", "3000", "--jobs", "2"]
    command = [sys.executable, "-m", "heptapolis", *arguments, "--out", str(tmp_path / "games")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as match:
        while len(workers := psutil.Process(match.pid).children(recursive=True)) < 2:
            assert match.poll() is None
            time.sleep(0.05)
        while not (tmp_path / "games").exists():  # they play
            assert match.poll() is None
            time.sleep(0.05)
        match.send_signal(signal.SIGKILL)
        match.wait()
    gone, alive = psutil.wait_procs(workers, timeout=30)
    assert not alive
    assert gone

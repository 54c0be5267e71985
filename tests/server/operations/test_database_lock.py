"""Two servers on one SQLite file: the second one finds the first, unless that has died."""

import subprocess
import sys
from pathlib import Path

import pytest

from heptapolis.server.errors import AlreadyRunning, ServerTrouble
from heptapolis.server.operations import database_lock
from heptapolis.server.operations.database_lock import DatabaseLock
from serving import environment, outside

pytestmark = pytest.mark.once


# As with the browser client installed.
PLAY = "from heptapolis.cli import play; play.check_client = lambda: None; play.play([])"


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = environment() | {"HEPTAPOLIS_DATA": str(folder), "PATH": "", "HEPTAPOLIS_PORT": "0"}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, env=variables, cwd=folder
    )


def test_a_second_server_finds_the_first(tmp_path: Path) -> None:
    with outside(tmp_path / "data") as server:
        second = python(tmp_path / "data", "-m", "heptapolis", "serve")
        assert second.returncode == 1
        assert f"a server is already running on this database: {server.url}" in second.stderr
        played = python(tmp_path / "data", "-c", PLAY)
        assert played.returncode == 0, played.stderr
        assert f"already running on {server.url}" in played.stdout
        assert f"Open {server.url} in a browser" in played.stdout
        server.kill()  # a server that was killed leaves its file behind, and no lock
        server.start()


def test_lock_of_a_process_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_lock, "STARTING_SECONDS", 0.2)
    with DatabaseLock(tmp_path / "test.db") as lock:
        with (
            pytest.raises(ServerTrouble, match="another process uses this database"),
            DatabaseLock(tmp_path / "test.db"),
        ):
            pass
        lock.note_address("http://127.0.0.1:1")
        with pytest.raises(ServerTrouble, match="http://127.0.0.1:1") as trouble, DatabaseLock(tmp_path / "test.db"):
            pass
        assert not isinstance(trouble.value, AlreadyRunning)
        with DatabaseLock(tmp_path / "other.db"):
            pass
    with DatabaseLock(tmp_path / "test.db"):
        pass

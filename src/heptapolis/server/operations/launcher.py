"""Runs the service under uvicorn, in one process or several."""

from __future__ import annotations

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

import structlog
import uvicorn

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations.database_lock import DatabaseLock
from heptapolis.server.operations.gc_tuning import only_young
from heptapolis.server.operations.logs import set_up_logs
from heptapolis.server.operations.settings import secret_key
from heptapolis.server.realtime.sockets import LARGEST
from heptapolis.server.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from types import FrameType

    from heptapolis.server.operations.settings import Settings

LOG = structlog.get_logger("heptapolis.workers")

Answer = TypeVar("Answer")

CANNOT_START: Final = 3
"""How a worker ends that never served: the settings or the database do not allow it."""

LONGEST_PAUSE: Final = 5.0
"""Seconds before a worker that keeps dying is started once more."""

LASTING: Final = 10.0
"""Seconds after which the death of a worker has nothing to do with its start."""

STOP_SECONDS: Final = 15.0
"""How long workers may take to say good-bye and to store what is being stored."""


class Server(uvicorn.Server):
    """A uvicorn server that says good-bye over its sockets before it closes them."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None] | None = None) -> None:
        """``service`` is the application; ``ready`` is called once it serves."""
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to listen, and says so."""
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ends on a signal. Ctrl-C reaches workers too; they wait for the word of the process that started them."""
        if sig != signal.SIGINT or multiprocessing.parent_process() is None:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First the farewell, then what uvicorn does."""
        await self._service.farewell()
        await super().shutdown(sockets)
        # uvicorn would die of the signal now; but it was obeyed, and this is an end in good order.
        self._captured_signals = [each for each in self._captured_signals if each != signal.SIGTERM]


def make_server(settings: Settings, ready: Callable[[], None] | None = None) -> Server:
    """The server of this process."""
    service = Service(settings)
    config = uvicorn.Config(
        service,
        host=settings.host,
        port=settings.port,
        lifespan="on",
        ws="websockets-sansio",  # no tasks of its own for each connection
        ws_max_size=8 * LARGEST,  # what is larger than a message may be gets an answer up to here
        ws_per_message_deflate=False,  # keeps buffers for each connection, and messages are small
        ws_ping_interval=None,  # clients ping by themselves, and one sweep finds the silent ones
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.forwarded),
        forwarded_allow_ips=settings.forwarded or None,
        timeout_graceful_shutdown=8,
        timeout_keep_alive=20,
        backlog=4096,
        limit_concurrency=None,
    )
    return Server(config, service, ready)


def open_socket(settings: Settings) -> socket.socket:
    """The socket to listen on.

    Raises:
        ServerTrouble: the address is taken, or not ours.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        raise ServerTrouble(f"cannot listen on {settings.host} port {settings.port}: {error.strerror}") from error
    listening.listen(4096)
    # Not inheritable: a bot that still thinks when the server is killed must not hold the port. Workers get it by hand.
    return listening


def run(settings: Settings, announce: Callable[[str], None]) -> int:
    """Serves until a signal comes; returns the exit status. ``announce`` is told where, once it does serve.

    Raises:
        AlreadyRunning: another server uses the same SQLite file.
        ServerTrouble: it cannot start.
    """
    if settings.database_file is None:
        return _run(settings, announce)
    with DatabaseLock(settings.database_file) as lock:

        def note_and_announce(address: str) -> None:
            lock.note_address(address)
            announce(address)

        return _run(settings, note_and_announce)


def _run(settings: Settings, announce: Callable[[str], None]) -> int:
    listening = open_socket(settings)
    host, port = listening.getsockname()[:2]

    def ready() -> None:
        announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    if settings.workers == 1:
        return serve_one(settings, listening, ready)
    set_up_logs(settings.log_level, settings.log_format)
    secret_key(settings)  # made once, before several processes look for it
    return Workers(settings, listening, ready).run()


def serve_one(settings: Settings, listening: socket.socket, ready: Callable[[], None] | None = None) -> int:
    """Serves in this process; calls ``ready`` once it does."""
    set_up_logs(settings.log_level, settings.log_format)
    raise_file_limit()
    sys.setswitchinterval(0.001)  # the thread that writes to the disk soon has its turn again
    server = make_server(settings, ready)
    only_young()
    with_fastest_loop(server.serve(sockets=[listening]))
    return 0 if server.started else 1


def with_fastest_loop(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Runs something to its end on the fastest event loop there is on this system."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def raise_file_limit() -> None:
    """Allows as many sockets as the system lets us have."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _worker(settings: Settings, listening: socket.socket, serving: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    parent = multiprocessing.parent_process()
    assert parent is not None, "workers are started by another process"
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    sys.exit(CANNOT_START if serve_one(settings, listening, lambda: serving.send(True)) else 0)


def _end_with(sentinel: int) -> None:
    """Ends this process as if it had been told to, once the one that started it is gone."""
    multiprocessing.connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


class Workers:
    """Processes that share a listening socket; one that dies is started again."""

    def __init__(self, settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
        """``run`` starts them, and calls ``ready`` when the first of them serves."""
        self._settings = settings
        self._listening = listening
        self._ready = ready
        self._context = multiprocessing.get_context("spawn")
        self._running: dict[int, SpawnProcess] = {}
        self._began: dict[int, float] = {}
        self._told, self._tells = self._context.Pipe(duplex=False)
        self._quick = 0
        """Workers in a row that died soon after their start."""
        self._failed = 0
        """Workers that could not start."""
        self._ever = False
        """Whether a worker has served: settings and database are right then, and trouble will pass."""
        self._stopping = False

    def run(self) -> int:
        """Serves until a signal comes, or until it is clear that no worker can start; returns the exit status."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        for number in range(self._settings.workers):
            self._start(number)
        status = 0
        while not self._stopping and status == 0:
            ends = [each.sentinel for each in self._running.values()]
            multiprocessing.connection.wait([*ends, self._told], timeout=0.5)
            status = self._look_after()
        self._end()
        return status

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        self._tell()

    def _start(self, number: int) -> None:
        if not self._stopping:
            process = self._context.Process(target=_worker, args=(self._settings, self._listening, self._tells))
            process.start()
            self._running[number] = process
            self._began[number] = time.monotonic()

    def _look_after(self) -> int:
        """Starts again what has died; anything but 0 when that is no use."""
        while self._told.poll():
            self._told.recv()
            if not self._ever:
                self._ever = True
                self._ready()
        for number, each in list(self._running.items()):
            if each.is_alive() or self._stopping:
                continue
            LOG.warning("worker_died", status=each.exitcode)
            self._quick = 1 if time.monotonic() - self._began[number] > LASTING else self._quick + 1
            self._failed += each.exitcode == CANNOT_START
            if not self._ever and self._failed >= self._settings.workers:
                return 1  # they have told why
            del self._running[number]
            each.close()
            # Not at once when they die one after the other: what kills them needs time to pass.
            time.sleep(min(LONGEST_PAUSE, 0.1 * 2 ** min(self._quick - 1, 10)))
            self._start(number)
        return 0

    def _tell(self) -> None:
        for each in self._running.values():
            if each.is_alive() and each.pid is not None:
                os.kill(each.pid, signal.SIGTERM)

    def _end(self) -> None:
        self._tell()  # also those that were being started when the signal came
        until = time.monotonic() + STOP_SECONDS
        for each in self._running.values():
            each.join(max(0.0, until - time.monotonic()))
            if each.is_alive():
                LOG.error("worker_killed", pid=each.pid)
                each.kill()
                each.join()

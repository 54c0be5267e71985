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

from heptapolis.server.bots.host_bots import check_host_bots
from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations.database_lock import DatabaseLock
from heptapolis.server.operations.gc_tuning import limit_automatic_gc
from heptapolis.server.operations.logs import set_up_logs
from heptapolis.server.operations.settings import secret_key
from heptapolis.server.realtime.protocols import HttpProtocol, WebSocketProtocol
from heptapolis.server.realtime.sockets import MAX_MESSAGE_BYTES
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
"""Exit status of a worker that could not start because of its settings or the database."""

LONGEST_PAUSE: Final = 5.0
"""Maximum pause in seconds before a worker that keeps dying is restarted."""

STARTED_SECONDS: Final = 10.0
"""A worker that dies after this many seconds did start successfully."""

STOP_SECONDS: Final = 15.0
"""How long workers may take to disconnect clients and to store queued events."""


class Server(uvicorn.Server):
    """A uvicorn server that asks clients to reconnect before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None] | None = None) -> None:
        """``service`` is the application; ``ready`` is called when it accepts connections."""
        super().__init__(config)
        self._service = service
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen, and calls ``ready``."""
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stops on a signal. Workers ignore Ctrl-C; the process that started them stops them."""
        if sig != signal.SIGINT or multiprocessing.parent_process() is None:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Asks clients to reconnect, then shuts down."""
        await self._service.farewell()
        await super().shutdown(sockets)
        # Exit 0 after SIGTERM; uvicorn would raise the signal again.
        self._captured_signals = [each for each in self._captured_signals if each != signal.SIGTERM]


def make_server(settings: Settings, ready: Callable[[], None] | None = None) -> Server:
    """Creates the server of this process."""
    service = Service(settings)
    config = uvicorn.Config(
        service,
        host=settings.host,
        port=settings.port,
        lifespan="on",
        http=HttpProtocol,
        ws=WebSocketProtocol,  # needs no task for each connection
        ws_max_size=8 * MAX_MESSAGE_BYTES,  # up to here, too large messages get an answer
        ws_per_message_deflate=False,  # needs buffers for each connection, and messages are small
        ws_ping_interval=None,  # clients ping, and Sockets.run closes silent connections
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
    """Opens the socket to listen on.

    Raises:
        ServerTrouble: the address is in use or not available.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        raise ServerTrouble(f"cannot listen on {settings.host} port {settings.port}: {error.strerror}") from error
    listening.listen(4096)
    # Not inheritable: a bot process that outlives the server must not keep the port. Workers get it explicitly.
    return listening


def run(settings: Settings, announce: Callable[[str], None]) -> int:
    """Serves until a signal; returns the exit status. Calls ``announce`` with the address when ready.

    Raises:
        AlreadyRunning: another server uses the same SQLite file.
        ServerTrouble: the server cannot start.
    """
    check_host_bots(settings.bots)
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
    secret_key(settings)  # created before several processes need it
    return Workers(settings, listening, ready).run()


def serve_one(settings: Settings, listening: socket.socket, ready: Callable[[], None] | None = None) -> int:
    """Serves in this process; calls ``ready`` when it accepts connections."""
    set_up_logs(settings.log_level, settings.log_format)
    raise_file_limit()
    sys.setswitchinterval(0.001)  # so that the writing thread soon gets its turn
    server = make_server(settings, ready)
    limit_automatic_gc()
    run_on_uvloop(server.serve(sockets=[listening]))
    return 0 if server.started else 1


def run_on_uvloop(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Runs a coroutine on uvloop if installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def raise_file_limit() -> None:
    """Raises the limit of open files to the maximum."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _worker(settings: Settings, listening: socket.socket, serving: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    parent = multiprocessing.parent_process()
    assert parent is not None, "workers are started by another process"
    threading.Thread(target=_stop_with_parent, args=(parent.sentinel,), daemon=True).start()
    sys.exit(CANNOT_START if serve_one(settings, listening, lambda: serving.send(True)) else 0)


def _stop_with_parent(sentinel: int) -> None:
    """Stops this process with SIGTERM when its parent has died."""
    multiprocessing.connection.wait([sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


class Workers:
    """Processes that share a listening socket and are restarted when they die."""

    def __init__(self, settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
        """``run`` starts them, and calls ``ready`` when the first one accepts connections."""
        self._settings = settings
        self._listening = listening
        self._ready = ready
        self._context = multiprocessing.get_context("spawn")
        self._running: dict[int, SpawnProcess] = {}
        self._began: dict[int, float] = {}
        self._ready_reader, self._ready_writer = self._context.Pipe(duplex=False)
        self._quick = 0
        """Number of workers in a row that died soon after their start."""
        self._failed = 0
        """Number of workers that could not start."""
        self._ever = False
        """Whether a worker has ever served: then settings and database are right, and failures are temporary."""
        self._stopping = False

    def run(self) -> int:
        """Serves until a signal, or until no worker can start; returns the exit status."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        for number in range(self._settings.workers):
            self._start(number)
        status = 0
        while not self._stopping and status == 0:
            ends = [each.sentinel for each in self._running.values()]
            multiprocessing.connection.wait([*ends, self._ready_reader], timeout=0.5)
            status = self._look_after()
        self._end()
        return status

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
        self._signal_workers()

    def _start(self, number: int) -> None:
        if not self._stopping:
            process = self._context.Process(target=_worker, args=(self._settings, self._listening, self._ready_writer))
            process.start()
            self._running[number] = process
            self._began[number] = time.monotonic()

    def _look_after(self) -> int:
        """Restarts dead workers; returns an exit status other than 0 if no worker can start."""
        while self._ready_reader.poll():
            self._ready_reader.recv()
            if not self._ever:
                self._ever = True
                self._ready()
        for number, each in list(self._running.items()):
            if each.is_alive() or self._stopping:
                continue
            LOG.warning("worker_died", status=each.exitcode)
            self._quick = 1 if time.monotonic() - self._began[number] > STARTED_SECONDS else self._quick + 1
            self._failed += each.exitcode == CANNOT_START
            if not self._ever and self._failed >= self._settings.workers:
                return 1  # they have logged the reason
            del self._running[number]
            each.close()
            # Wait longer each time, so that the cause can pass.
            time.sleep(min(LONGEST_PAUSE, 0.1 * 2 ** min(self._quick - 1, 10)))
            self._start(number)
        return 0

    def _signal_workers(self) -> None:
        for each in self._running.values():
            if each.is_alive() and each.pid is not None:
                os.kill(each.pid, signal.SIGTERM)

    def _end(self) -> None:
        self._signal_workers()  # also those still starting
        until = time.monotonic() + STOP_SECONDS
        for each in self._running.values():
            each.join(max(0.0, until - time.monotonic()))
            if each.is_alive():
                LOG.error("worker_killed", pid=each.pid)
                each.kill()
                each.join()

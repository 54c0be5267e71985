"""Runs the service under uvicorn, in one process or several."""

from __future__ import annotations

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any

import uvicorn

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.logs import set_up_logs
from heptapolis.server.service import Service
from heptapolis.server.sockets import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from heptapolis.server.settings import Settings


class Server(uvicorn.Server):
    """A uvicorn server that says good-bye over its sockets before it closes them."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        """``service`` is the application."""
        super().__init__(config)
        self._service = service

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First the farewell, then what uvicorn does."""
        await self._service.farewell()
        await super().shutdown(sockets)


def make_server(settings: Settings) -> Server:
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
    return Server(config, service)


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
    listening.set_inheritable(True)
    return listening


def run(settings: Settings, announce: Callable[[str], None]) -> int:
    """Serves until a signal comes; returns the exit status."""
    listening = open_socket(settings)
    host, port = listening.getsockname()[:2]
    announce(f"http://{f'[{host}]' if ':' in host else host}:{port}")
    if settings.workers == 1:
        return serve_one(settings, listening)
    return _serve_several(settings, listening)


def serve_one(settings: Settings, listening: socket.socket) -> int:
    """Serves in this process."""
    set_up_logs(settings.log_level, settings.log_format)
    raise_file_limit()
    sys.setswitchinterval(0.001)  # the thread that writes to the disk soon has its turn again
    server = make_server(settings)
    try:
        import uvloop

        runner: Any = uvloop.run
    except ImportError:
        runner = asyncio.run
    runner(server.serve(sockets=[listening]))
    return 0 if server.started else 1


def raise_file_limit() -> None:
    """Allows as many sockets as the system lets us have."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _worker(settings: Settings, listening: socket.socket) -> None:
    sys.exit(serve_one(settings, listening))


def _serve_several(settings: Settings, listening: socket.socket) -> int:
    """Serves in several processes that share the listening socket; one that dies is started again."""
    context = multiprocessing.get_context("spawn")
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for each in workers:
            if each.is_alive() and each.pid is not None:
                os.kill(each.pid, signal.SIGTERM)

    def start() -> Any:
        process = context.Process(target=_worker, args=(settings, listening))
        process.start()
        return process

    workers: list[Any] = [start() for _ in range(settings.workers)]
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    quick = 0
    while not stopping:
        multiprocessing.connection.wait([each.sentinel for each in workers], timeout=1.0)
        for number, each in enumerate(workers):
            if not each.is_alive() and not stopping:
                quick += 1
                if quick > 20 * settings.workers:
                    stop(0, None)
                    return 1
                workers[number] = start()
    for each in workers:
        each.join(15)
        if each.is_alive():
            each.kill()
    return 0

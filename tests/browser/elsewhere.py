"""The same server from another address, as if somebody came from another house."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

HOUSE = "127.0.0.9"
"""Where its visitors seem to come from."""


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
        target.write_eof()


@contextlib.contextmanager
def elsewhere(url: str) -> Iterator[str]:
    """Passes connections on from another address; yields the URL for its visitors."""
    port = urlsplit(url).port
    listening: list[int] = []
    started = threading.Event()
    loop = asyncio.new_event_loop()
    ended = asyncio.Event()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_connection("127.0.0.1", port, local_addr=(HOUSE, 0))
        try:
            await asyncio.gather(_copy(reader, requests), _copy(answers, writer))
        finally:
            for each in (requests, writer):
                each.transport.abort()

    async def serve() -> None:
        server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
        listening.append(server.sockets[0].getsockname()[1])
        started.set()
        await ended.wait()
        server.close()
        open_ones = [each for each in asyncio.all_tasks() if each is not asyncio.current_task()]
        for each in open_ones:
            each.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)
        await asyncio.sleep(0)  # then the connections are closed

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    started.wait()
    try:
        yield f"http://127.0.0.1:{listening[0]}"
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()

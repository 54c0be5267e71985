"""Sockets: joining a table while the database is away, and slow clients."""

import asyncio
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.realtime.client_socket import MAX_UNSENT, Socket
from serving import Inside, inside, plain, run, seated

pytestmark = pytest.mark.once


async def storage_away(*_: Any) -> Any:
    raise StorageAway


@pytest.mark.parametrize("failing", [("store", "muted_by"), ("people", "many"), ("writer", "append")])
def test_refused_join_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: tuple[str, str]
) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, plain(3))
            await away_and_back(server, one, two)

    async def away_and_back(server: Inside, one: Any, two: Any) -> None:
        room = server.registry.rooms[one._table]
        await one.drop()
        while two.table["seats"][0]["present"]:
            await two.receive()
        with monkeypatch.context() as broken:
            part = getattr(server, failing[0])
            works = getattr(part, failing[1])

            async def fails_at_join(*given: Any) -> Any:
                if failing[1] == "many" and len(given[0]) == 1:  # who opens the socket
                    return await works(*given)
                raise StorageAway

            broken.setattr(part, failing[1], fails_at_join)
            with pytest.raises(Refused, match="server/storage"):
                await one.connect()
            assert len(room.sockets) == 2  # the other two
        # On the same connection, as soon as the database is back.
        await one.say({"type": "join", "table": one._table, "id": 7})
        while (answer := await one.receive())["type"] != "table":
            assert answer["type"] != "error", answer
        assert answer["id"] == 7
        assert len(room.sockets) == 3
        while not two.table["seats"][0]["present"]:
            await two.receive()

    run(main())


def test_presence_is_corrected_when_the_database_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, plain(3))
            room = server.registry.rooms[one._table]
            with monkeypatch.context() as broken:
                broken.setattr(server.writer, "append", storage_away)
                await one.close()
                while len(room.sockets) == 3:
                    await two.ask("ping")
            await server.registry.sweep()
            while two.table["seats"][0]["present"]:
                await two.receive()

    run(main())


def test_client_that_reads_nothing_is_disconnected() -> None:
    """Messages wait for a slow client up to a limit."""

    async def main() -> None:
        takes = asyncio.Event()
        sent: list[MutableMapping[str, Any]] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            await takes.wait()
            sent.append(message)

        socket = Socket(send, None)
        for number in range(MAX_UNSENT):
            socket.send({"type": "pong", "id": number, "now": 0})
            await asyncio.sleep(0)
        assert not socket.closed
        for number in range(10 * MAX_UNSENT):
            socket.send({"type": "pong", "id": number, "now": 0})
        assert socket.closed
        assert len(socket._outbox) <= MAX_UNSENT
        takes.set()
        while socket._flushing is not None:
            await asyncio.sleep(0)
        assert sent[-1] == {"type": "websocket.close", "code": 1013}
        assert len(sent) <= MAX_UNSENT
        await socket.end()

    run(main())

"""All finished games of a person in one file, made while it is sent."""

from __future__ import annotations

import io
import json
import time
import zipfile
from typing import TYPE_CHECKING, Final

import orjson

from heptapolis.record.game.json_format import record_document
from heptapolis.server.errors import Refused
from heptapolis.server.statistics.selections import played_games
from heptapolis.server.storage.database import reading
from heptapolis.server.tables.finished import finished_record

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from heptapolis.server.people.people import People, Person
    from heptapolis.server.storage.store import Store

LIST: Final = "games.json"


class _Sent(io.RawIOBase):
    """A file that can only be appended to; what was written is taken away."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        part = bytes(memoryview(data))  # type: ignore[arg-type]
        self._parts.append(part)
        return len(part)

    def take(self) -> bytes:
        """What was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def exported_games(store: Store, people: People, person: Person) -> AsyncIterator[bytes]:
    """A zip archive with a list of the games as JSON, and the record of each as text and as JSON.

    A game that this version cannot read is in the list only.
    """
    sent = _Sent()
    async with reading(store.engine) as connection:
        games = await played_games(connection, person.id)
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, LIST, orjson.dumps(games, option=orjson.OPT_INDENT_2))
        yield sent.take()
        for game in games:
            try:
                loaded = await store.load(game["table"])
            except Refused:
                continue
            if loaded is None:
                continue
            await people.many(loaded[0].names_needed)
            record = finished_record(loaded[0], people)
            name = f"{time.strftime('%Y-%m-%d', time.gmtime(game['ended'] / 1000))}-{game['table']}"
            _add(archive, f"{name}.txt", str(record).encode())
            _add(archive, f"{name}.json", json.dumps(record_document(record), indent=1).encode())
            yield sent.take()
    yield sent.take()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)

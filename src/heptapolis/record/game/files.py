"""Game records in files: reads both forms, writes atomically."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from heptapolis.engine import InvalidPosition
from heptapolis.record.game.json_format import read_record_document
from heptapolis.record.game.model import InvalidRecord
from heptapolis.record.game.text_format import read_record, write_record
from heptapolis.record.position.json_input import LARGEST, read_document

if TYPE_CHECKING:
    from pathlib import Path

    from heptapolis.record.game.model import GameRecord


def record_from_bytes(data: bytes) -> GameRecord:
    """Reads a record from bytes, as text or as JSON.

    Raises:
        InvalidRecord: The bytes are not a record; the message gives place and reason.
    """
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        try:
            return read_record_document(read_document(data))
        except InvalidPosition as error:
            raise InvalidRecord(error.code, error.message) from error
    if len(data) > LARGEST:
        raise InvalidRecord("document/too-large", f"a record has at most {LARGEST} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidRecord("document/unreadable", "this is not UTF-8", f"line {line}") from None
    return read_record(text)


def load_record(path: Path) -> GameRecord:
    """Reads a record from a file; raises as ``record_from_bytes``, and OSError."""
    with path.open("rb") as file:
        return record_from_bytes(file.read(LARGEST + 1))


def save_record(path: Path, record: GameRecord) -> None:
    """Writes a record to a file atomically: readers see the old record or the new one."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(write_record(record), encoding="utf-8", newline="\n")
    os.replace(part, path)

"""Snapshots of tables, so that loading a table need not replay all its events.

A snapshot is a pickle, so it is signed. It is ignored if the signature is wrong or other code has written it; then all
events are replayed.
"""

from __future__ import annotations

import hashlib
import hmac
import pickle
import zlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from heptapolis.engine import COMPILED
from heptapolis.server.tables.state import TableState

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SIGNATURE: Final = 32


@cache
def code_mark() -> bytes:
    """A hash of all code that determines the format of a state."""
    digest = hashlib.sha256(b"compiled" if COMPILED else b"interpreted")
    for package in ("heptapolis.rulebook", "heptapolis.engine", "heptapolis.record", "heptapolis.library"):
        _add_folder(digest, files(package))
    for name in ("tables/state.py", "tables/turns.py"):
        digest.update((files("heptapolis.server").joinpath(*name.split("/"))).read_bytes())
    return digest.digest()[:16]


def _add_folder(digest: hashlib._Hash, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir() and entry.name != "__pycache__":
            _add_folder(digest, entry)
        elif entry.name.endswith((".py", ".toml")):
            digest.update(entry.name.encode() + entry.read_bytes())


def write_snapshot(state: TableState, key: str) -> bytes:
    """A signed snapshot of a table."""
    body = code_mark() + zlib.compress(pickle.dumps(state, protocol=5), 1)
    return hmac.digest(key.encode(), body, "sha256") + body


def read_snapshot(data: bytes, key: str) -> TableState | None:
    """The table of a snapshot; None if another key or other code has written it."""
    signature, body = data[:SIGNATURE], data[SIGNATURE:]
    if not hmac.compare_digest(signature, hmac.digest(key.encode(), body, "sha256")):
        return None
    mark = code_mark()
    if body[: len(mark)] != mark:
        return None
    state = pickle.loads(zlib.decompress(body[len(mark) :]))
    return state if isinstance(state, TableState) else None

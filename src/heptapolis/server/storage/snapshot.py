"""Snapshots: a table as it stands, so that loading it does not play its whole game again.

A snapshot is only a shortcut. It is signed, because reading one runs what it says, and names the code that wrote it;
one that is not ours, or of other code, is left unread and the events are played from the start.
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
    """A hash of everything that decides what a stored state looks like."""
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
    """A table as bytes."""
    body = code_mark() + zlib.compress(pickle.dumps(state, protocol=5), 1)
    return hmac.digest(key.encode(), body, "sha256") + body


def read_snapshot(data: bytes, key: str) -> TableState | None:
    """The table that some bytes hold; None when they were not written with this key by this very code."""
    signature, body = data[:SIGNATURE], data[SIGNATURE:]
    if not hmac.compare_digest(signature, hmac.digest(key.encode(), body, "sha256")):
        return None
    mark = code_mark()
    if body[: len(mark)] != mark:
        return None
    state = pickle.loads(zlib.decompress(body[len(mark) :]))
    return state if isinstance(state, TableState) else None

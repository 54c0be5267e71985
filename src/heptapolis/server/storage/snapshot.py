"""Snapshots of tables, so that loading a table need not replay all its events.

A snapshot is data: the fields of the state as JSON, the game as a record, and the choices that are not revealed yet.
Reading it runs no code of its author. It is ignored if other code has written it or if it is damaged; then all events
are replayed.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import asdict, fields
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog

from heptapolis import Game, HeptapolisError
from heptapolis.engine import COMPILED
from heptapolis.library.internals import table_of
from heptapolis.record.move_json import write_move
from heptapolis.server.tables.newcomers import Newcomers
from heptapolis.server.tables.state import SeatState, TableState
from heptapolis.server.tables.turns import choose

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LOG = structlog.get_logger("heptapolis.snapshot")

_AS_THEY_ARE: Final = tuple(
    each.name
    for each in fields(TableState)
    if each.name
    not in ("game", "seats", "here", "chosen_by", "reveals", "newcomers", "undecided")  # these are not plain JSON
)
_UNREADABLE: Final = (ValueError, KeyError, TypeError, AttributeError, zlib.error, HeptapolisError)


@cache
def code_mark() -> bytes:
    """A hash of all code that determines the format of a state."""
    digest = hashlib.sha256(b"compiled" if COMPILED else b"interpreted")
    for package in ("heptapolis.rulebook", "heptapolis.engine", "heptapolis.record", "heptapolis.library"):
        _add_folder(digest, files(package))
    for name in ("tables/state.py", "tables/turns.py", "tables/newcomers.py"):
        digest.update((files("heptapolis.server").joinpath(*name.split("/"))).read_bytes())
    return digest.digest()[:16]


def _add_folder(digest: hashlib._Hash, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir() and entry.name != "__pycache__":
            _add_folder(digest, entry)
        elif entry.name.endswith((".py", ".toml")):
            digest.update(entry.name.encode() + entry.read_bytes())


def write_snapshot(state: TableState) -> bytes:
    """A snapshot of a table."""
    written: dict[str, Any] = {name: getattr(state, name) for name in _AS_THEY_ARE}
    written["seats"] = [asdict(seat) for seat in state.seats]
    written["here"] = state.here
    written["newcomers"] = state.newcomers.as_json()
    written["undecided"] = state.undecided
    written["chosen_by"] = list(state.chosen_by.items())
    written["reveals"] = [(seq, reveal.decode()) for seq, reveal in state.reveals]
    if state.game is not None:
        written["record"] = str(state.game.record())
        written["chosen"] = _choices(state.game)
    return code_mark() + zlib.compress(orjson.dumps(written), 1)


def _choices(game: Game) -> list[tuple[int, Any]]:
    """The choices that are not revealed yet: who decided, and the move; the holder's own before the Free City's."""
    table = table_of(game)
    deciders = [int(table.decider(city)) for city in range(table.city_count)]
    return [
        (player, write_move(player, move, table))
        for player, move in zip(deciders, table.chosen, strict=True)
        if move is not None
    ]


def read_snapshot(data: bytes) -> TableState | None:
    """The table of a snapshot; None if it is damaged or other code has written it."""
    mark = code_mark()
    if data[: len(mark)] != mark:
        return None
    try:
        return _state(orjson.loads(zlib.decompress(data[len(mark) :])))
    except _UNREADABLE:
        LOG.warning("snapshot_unreadable")
        return None


def _state(written: dict[str, Any]) -> TableState:
    state = TableState(**{name: written[name] for name in _AS_THEY_ARE})
    state.seats = [SeatState(**seat) for seat in written["seats"]]
    state.here = {person: tuple(processes) for person, processes in written["here"].items()}
    state.newcomers = Newcomers.of_json(written["newcomers"])
    state.undecided = tuple((seq, seat, free) for seq, seat, free in written["undecided"])
    state.chosen_by = dict(written["chosen_by"])
    state.reveals = [(seq, reveal.encode()) for seq, reveal in written["reveals"]]
    if "record" in written:
        state.game = Game.from_record(written["record"])
        for player, move in written["chosen"]:
            state.game = choose(state.game, player, move).game
    return state

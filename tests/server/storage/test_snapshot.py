"""Snapshots without a database: they give the same state, and they are data."""

import pickle
import random
import zlib
from typing import Any

import pytest

from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.storage.snapshot import code_mark, read_snapshot, write_snapshot
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event
from heptapolis.server.tables.options import check_options
from heptapolis.server.tables.state import TableState
from heptapolis.server.tables.turns import choose_plain

pytestmark = pytest.mark.once


def happens(state: TableState, kind: str, **data: Any) -> None:
    state.apply(Event(state.seq + 1, 1_000 + state.seq, kind, data))


def table(**options: Any) -> TableState:
    """A game that has begun, with a person on the first seat and chat."""
    state = TableState("table")
    happens(state, events.OPENED, person="ada", options=check_options(OptionsInput(**options)))
    happens(state, events.SAT, seat=0, person="ada")
    happens(state, events.HERE, person="ada", process="process")
    happens(state, events.CHAT, person="ada", seat=0, to="table", text="hello")
    for seat in range(1, options["seats"]):
        happens(state, events.BOT, seat=seat, level="easy")
    happens(state, events.STARTED, seeds=[f"{number:032x}" for number in range(5)])
    return state


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2, "mode": "free-city"},
        {"seats": 3, "edition": "second"},
        {"seats": 4, "mode": "teams", "expansions": ["cities", "leaders"]},
    ],
)
def test_snapshot_at_any_moment_gives_the_same_state(options: dict[str, Any]) -> None:
    state = table(**options)
    rng = random.Random(1)
    assert read_snapshot(write_snapshot(state)) == state
    while state.game is not None and not state.game.over:
        player = rng.choice(state.game.pending).player
        decision = next(each for each in state.game.pending if each.player == player)
        outcome = choose_plain(state.game, player, rng.choice(decision.moves))
        happens(state, events.CHOSE, seat=player, move=outcome.move, by="bot")
        if state.seq % 7 == 0 or state.game.over:
            assert read_snapshot(write_snapshot(state)) == state


class Exploding:
    """A pickle of it runs code when it is loaded."""

    def __reduce__(self) -> tuple[object, ...]:
        return pytest.fail, ("a snapshot has run code",)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"id": 1}', pickle.dumps(Exploding())],
    ids=["empty", "list", "object", "id", "pickle"],
)
def test_damaged_or_hostile_snapshot_is_ignored(body: bytes) -> None:
    assert read_snapshot(code_mark() + zlib.compress(body)) is None
    assert read_snapshot(code_mark() + body) is None
    assert read_snapshot(write_snapshot(table(seats=3))[:-5]) is None

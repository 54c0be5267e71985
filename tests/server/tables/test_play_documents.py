"""Documents that keep parts of a moment, compared with documents written anew after every choice."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event
from heptapolis.server.tables.options import SEEDS, check_options
from heptapolis.server.tables.play_documents import PlayDocuments
from heptapolis.server.tables.serializers import encode
from heptapolis.server.tables.state import PLAYING, TableState
from heptapolis.server.tables.turns import players_waiting, players_who_chose

pytestmark = pytest.mark.once

GAMES: list[dict[str, Any]] = [
    {"seats": 3, "edition": "second"},
    {"seats": 2, "edition": "first", "mode": "free-city"},
    {"seats": 4, "edition": "first", "mode": "teams", "expansions": ["cities", "leaders"]},
    {"seats": 5, "edition": "first", "expansions": ["leaders"], "show_scores": True},
]
MOMENTS = 16


def document(kept: PlayDocuments, state: TableState, seat: int | None) -> Any:
    return orjson.loads(encode(kept.play(state, seat)))  # type: ignore[arg-type]  # a part of a message


def do(state: TableState, kind: str, **data: Any) -> TableState:
    state = state.copy()
    state.apply(Event(state.seq + 1, 1000 + state.seq, kind, data))
    return state


@pytest.mark.parametrize("options", GAMES, ids=lambda options: f"{options.get('mode', 'standard')}-{options['seats']}")
def test_kept_parts_are_what_would_be_written_now(options: dict[str, Any]) -> None:
    rng = random.Random(7)
    state = do(TableState("x" * 22), events.OPENED, person="host", options=check_options(OptionsInput(**options)))
    for seat in range(options["seats"]):
        state = do(state, events.SAT, seat=seat, person=f"person{seat}")
    state = do(state, events.STARTED, seeds=[f"{number:032x}" for number in range(SEEDS)])
    kept = PlayDocuments(60_000)
    viewers = [*range(options["seats"]), None]
    kinds = set()
    while state.status == PLAYING and state.moment < MOMENTS:
        game = state.game
        assert game is not None
        # Not everybody looks after every choice: parts are kept from different times of a moment.
        for seat in [seat for seat in viewers if rng.random() < 0.6]:
            shown = document(kept, state, seat)
            assert shown == document(PlayDocuments(60_000), state, seat)
            assert shown["view"] == orjson.loads(orjson.dumps(game.view(seat).document()))
            assert {entry.get("city", seat) for entry in shown["again"]} == {
                city for city, move in enumerate(game.chosen) if move and game.decider(city) == seat
            }
        chose = players_who_chose(game)
        if chose and rng.random() < 0.25:
            kinds.add("withdrew")
            state = do(state, events.WITHDREW, seat=rng.choice(chose))
            continue
        replaces = bool(chose) and rng.random() < 0.25
        waiting = players_waiting(game)
        player = rng.choice(chose if replaces else waiting)
        shown = document(kept, state, player)
        decision = rng.choice(shown["again"] if replaces else shown["view"]["pending"])
        kinds.add("replaced" if replaces else "chose")
        state = do(state, events.CHOSE, seat=player, move=rng.choice(decision["moves"]), by="person")
    assert kinds == {"chose", "replaced", "withdrew"}
    assert state.moment == MOMENTS

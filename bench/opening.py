"""CPU time to open the longest possible table: ``python bench/opening.py``.

Seven players with Leaders and Cities shortly before the end, a full chat, and choices that were replaced in every
moment; from its snapshot, and from all its events, as after an update of the program.
"""

from __future__ import annotations

import sys
import time

from heptapolis.library.internals import table_of
from heptapolis.record.move_json import write_move
from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.storage.snapshot import read_snapshot, write_snapshot
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event
from heptapolis.server.tables.options import SEEDS, check_options
from heptapolis.server.tables.room import SNAPSHOT_EVERY
from heptapolis.server.tables.state import CHAT_KEPT, PLAYING, TableState, superseded

PEOPLE = [f"person-{number}" for number in range(7)]
REPEATS = 5


def longest() -> list[Event]:
    """The stored events of a long game."""
    state = TableState("table")
    kept: dict[int, Event] = {}

    def happens(kind: str, **data: object) -> None:
        event = Event(state.seq + 1, 1_000 + state.seq, kind, data)
        for gone in superseded(state, event):
            del kept[gone]
        state.apply(event)
        kept[event.seq] = event

    options = check_options(OptionsInput(seats=7, expansions=["leaders", "cities"]))
    happens(events.OPENED, person=PEOPLE[0], options=options)
    for seat, person in enumerate(PEOPLE):
        happens(events.SAT, seat=seat, person=person)
        happens(events.READY, seat=seat, ready=True)
        happens(events.HERE, person=person, process="process")
    happens(events.STARTED, seeds=[f"{number:032x}" for number in range(SEEDS)])
    for number in range(CHAT_KEPT):
        happens(events.CHAT, person=PEOPLE[number % 7], seat=number % 7, to="table", text="x" * 300)
    while state.status == PLAYING:
        assert state.game is not None
        last = state.game.age == 3 and len(state.game.pending) == 1 and state.game.turn >= 6
        decision = state.game.pending[0]
        for move in table_of(state.game).phase.moves(table_of(state.game), decision.city)[-2:]:
            if last:
                return list(kept.values())
            before = state.moment
            happens(
                events.CHOSE,
                seat=decision.player,
                move=write_move(decision.player, move, table_of(state.game)),
                by="person",
            )
            if state.moment != before:
                break
    return list(kept.values())


def replayed(stored: list[Event], state: TableState) -> TableState:
    """The state after further events."""
    for event in stored:
        state.apply(event)
    return state


def main() -> None:
    """Prints both times."""
    stored = longest()
    sys.stdout.write(f"{len(stored)} events\n")
    early = replayed(stored[:-SNAPSHOT_EVERY], TableState("table"))
    snapshot = write_snapshot(early)
    for name in ("snapshot", "events"):
        times = []
        for _ in range(REPEATS):
            began = time.process_time()
            if name == "snapshot":
                found = read_snapshot(snapshot)
                assert found is not None
                replayed(stored[-SNAPSHOT_EVERY:], found)
            else:
                replayed(stored, TableState("table"))
            times.append(time.process_time() - began)
        sys.stdout.write(f"from {name}: {1000 * min(times):.0f} to {1000 * max(times):.0f} ms of CPU\n")


if __name__ == "__main__":
    main()

"""Stores what happens at tables, and tells other processes which tables have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import orjson

from heptapolis.server.statistics.facts import game_facts
from heptapolis.server.storage.snapshot import write_snapshot
from heptapolis.server.storage.writer import Append
from heptapolis.server.tables import events
from heptapolis.server.tables.serializers import deadline, is_slow
from heptapolis.server.tables.state import OVER, PLAYING, superseded
from heptapolis.server.tables.turns import players_waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.server.realtime.pubsub import PubSub
    from heptapolis.server.storage.store import Store
    from heptapolis.server.storage.writer import Row, Writer
    from heptapolis.server.tables.events import Event
    from heptapolis.server.tables.serializers import TableSerializer
    from heptapolis.server.tables.state import TableState

ROW_UNCHANGED: Final = frozenset({events.CHAT, events.WITHDREW, events.HERE, events.GONE, events.WATCHED})
"""Events that change nothing in the table's row."""


class EventLog:
    """The stored events of all tables."""

    def __init__(self, store: Store, writer: Writer, serializer: TableSerializer, pubsub: PubSub | None) -> None:
        """``pubsub`` is None unless several processes share the database."""
        self._store = store
        self._writer = writer
        self._serializer = serializer
        self._pubsub = pubsub
        self.shared = pubsub is not None

    async def create(self, state: TableState, new: list[Event], also: Sequence[Row] = ()) -> None:
        """Stores a new table and the events that led to its state, and ``also`` other rows with it.

        Raises:
            Overtaken: there is such a table or row already.
            StorageAway: the database cannot be reached.
        """
        row = {**self._row(state), "created": state.created, "lease": 0, "owner": None}
        await self._writer.append(Append(state.id, new, row, new=True, seats=state.people, also=also))

    async def append(self, old: TableState, event: Event, new: TableState, *, snapshot: bool) -> None:
        """Stores an event that leads from one state to the next, and with ``snapshot`` the whole new state.

        Raises:
            Overtaken: another process has stored an event first.
            StorageAway: the database cannot be reached.
        """
        job = Append(new.id, [event], superseded=superseded(old, event))
        revealed = new.moment != old.moment
        if event.kind not in ROW_UNCHANGED and (event.kind != events.CHOSE or revealed or is_slow(new)):
            job.row = self._row(new)
            if new.people != old.people:
                job.seats = new.people
        if snapshot:
            job.snapshot = (event.seq, write_snapshot(new))
        if new.status == OVER and old.status != OVER:
            job.finished = game_facts(new)
        await self._writer.append(job)

    async def events_after(self, table: str, seq: int) -> list[Event]:
        """The events of a table after a sequence number.

        Raises:
            StorageAway: the database cannot be reached.
        """
        return await self._store.events_after(table, seq)

    def notify_others(self, table: str, event: Event) -> None:
        """Tells other processes what has happened at a table."""
        if self._pubsub is not None:
            self._pubsub.publish(table, event)

    def _row(self, state: TableState) -> dict[str, Any]:
        """What the database keeps of a table for lists and for the sweep."""
        waiting = players_waiting(state.game) if state.game is not None and state.status == PLAYING else []
        return {
            "status": state.status,
            "public": state.options["public"],
            "changed": state.changed,
            "deadline": deadline(state),
            "bots_due": any(state.seats[player].bot is not None for player in waiting),
            "code": state.code,
            "summary": orjson.dumps(self._serializer.summary(state)).decode(),
        }

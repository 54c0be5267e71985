"""Which server processes are alive: a person whose only connections are to dead processes is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.server.storage.store import ALIVE_MS
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.state import TableState


class Presence:
    """The server processes that share the database, as far as this one knows."""

    def __init__(self, process: str) -> None:
        """``process`` is the id of this process."""
        self.process = process
        self.started = now_ms()
        self._alive = {process}
        self._last_seen: dict[str, int] = {}

    def seen(self, process: str) -> None:
        """A person has connected to a process, so it is alive, at least until the next heartbeat."""
        self._alive.add(process)
        self._last_seen[process] = now_ms()

    async def heartbeat(self, store: Store) -> bool:
        """Says that this process is alive, and returns whether another one has died since the last heartbeat.

        Raises:
            StorageAway: the database cannot be reached.
        """
        before = self._alive
        now = now_ms()
        seen = await store.heartbeat(self.process)
        for process, at in seen.items():
            self._last_seen[process] = max(at, self._last_seen.get(process, 0))
        self._alive = {process for process, at in seen.items() if at > now - ALIVE_MS} | {self.process}
        return bool(before - self._alive)

    def is_present(self, state: TableState, person: str) -> bool:
        """Whether a person is connected to a process that is alive."""
        return any(process in self._alive for process in state.here.get(person, ()))

    def away_since(self, state: TableState, person: str) -> int | None:
        """When a person left the table, in milliseconds; None if present.

        A process that dies stores nothing: its people left when it was last seen, or when this process started if
        that was later, since nobody could come back before.
        """
        if self.is_present(state, person):
            return None
        if person in state.gone_at:
            return state.gone_at[person]
        last_seen = (self._last_seen.get(process, 0) for process in state.here.get(person, ()))
        return max(self.started, state.created, *last_seen)

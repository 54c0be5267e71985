"""Which server processes are alive: whoever is connected to a dead one is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heptapolis.server.storage.store import Store


class Presence:
    """The server processes that share the database, as far as this one knows."""

    def __init__(self, process: str) -> None:
        """``process`` is the name of this one."""
        self.process = process
        self.alive: set[str] = {process}

    def seen(self, process: str) -> None:
        """Somebody has connected to a process: it is alive, at least until the next heartbeat."""
        self.alive.add(process)

    async def heartbeat(self, store: Store) -> bool:
        """Says that this process is alive, and returns whether another one has died since the last time.

        Raises:
            StorageAway: the database cannot be reached.
        """
        before = self.alive.copy()
        alive = await store.heartbeat(self.process)
        self.alive.clear()  # others hold on to this very set
        self.alive.update(alive, {self.process})
        return bool(before - self.alive)

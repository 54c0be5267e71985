"""Finished games for tests: played in the test's own process and stored as a server stores them."""

import random
from typing import Any

from heptapolis.server.operations.settings import Settings
from heptapolis.server.people.people import People
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Append, Writer
from heptapolis.server.tables import events
from heptapolis.server.tables.event_log import EventLog
from heptapolis.server.tables.events import Event
from heptapolis.server.tables.options import SEEDS, stored_options
from heptapolis.server.tables.presence import Presence
from heptapolis.server.tables.requests import choose_for
from heptapolis.server.tables.serializers import TableSerializer
from heptapolis.server.tables.state import OVER, TableState
from heptapolis.server.tables.turns import players_waiting

DAY = 86_400_000

BOXES: tuple[dict[str, Any], ...] = (
    {"seats": 3},
    {"seats": 4, "edition": "second"},
    {"seats": 2},
    {"seats": 3, "expansions": ["leaders"]},
    {"seats": 5, "expansions": ["cities"]},
    {"seats": 4, "expansions": ["leaders", "cities", "manneken-pis"]},
    {"seats": 4, "mode": "teams", "expansions": ["cities"]},
)
"""A game of every box, edition and mode."""


class Played:
    """A finished game: all events but the last, the last, and the states before and after it."""

    def __init__(
        self,
        number: int,
        options: dict[str, Any],
        people: list[str | None],
        ended: int,
        leaves: int | None = None,
        asks: bool = False,
        marks: dict[str, str] | None = None,
    ) -> None:
        """Seats without a person have a bot; moves are drawn by ``number``. A bot takes the seat ``leaves`` over.

        ``marks`` are those of people's addresses.
        """
        rng = random.Random(number)
        if options["seats"] == 2:
            options = {**options, "mode": "free-city"}
        self.state = TableState(f"table-{number:016d}")
        self.events: list[Event] = []
        self._at = ended - 1_000_000
        host = next((person for person in people if person is not None), "somebody")
        self._do(events.OPENED, {"person": host, "options": stored_options(options)})
        for seat, person in enumerate(people):
            if person is None:
                self._do(events.BOT, {"seat": seat, "level": "easy"})
            else:
                self._do(events.SAT, {"seat": seat, "person": person})
        self._do(events.STARTED, {"seeds": [f"{rng.getrandbits(128):032x}" for _ in range(SEEDS)]})
        for person, mark in (marks or {}).items():
            self._do(events.HERE, {"person": person, "process": "test", "marks": [mark]})
        if asks:
            self._do(events.COACHED, {"seat": 0})
        if leaves is not None:
            self._do(events.BOT, {"seat": leaves, "level": "easy"})
        while self.state.status != OVER:
            game = self.state.game
            assert game is not None
            player = players_waiting(game)[0]
            plan = choose_for(self.state, self.state.moment, player, rng.choice(game.legal(player)), "person")
            assert plan is not None
            self._do(plan.kind, plan.data, plan.outcome)

    def _do(self, kind: str, data: dict[str, Any], outcome: Any = None) -> None:
        self._at += 1_000
        event = Event(self.state.seq + 1, self._at, kind, data)
        self.before = self.state
        self.state = self.state.copy()
        self.state.apply(event, outcome)
        self.events.append(event)

    async def store(self, store: Store, writer: Writer, people: People) -> None:
        """Stores it as a server does: the last event ends the game."""
        serializer = TableSerializer(people.known, Presence("test"), Settings().grace_seconds)
        log = EventLog(store, writer, serializer, None)
        await log.create(self.before, self.events[:-1])
        await log.append(self.before, self.events[-1], self.state, snapshot=False)

    def as_append(self) -> Append:
        """Likewise in one piece, without statistics: as an earlier version stored it."""
        row = {"status": OVER, "public": self.state.options["public"], "summary": "{}", "deadline": None}
        row |= {"bots_due": False, "created": 0, "changed": self.state.changed, "lease": 0, "owner": None}
        return Append(self.state.id, self.events, row, new=True, seats=self.state.people)

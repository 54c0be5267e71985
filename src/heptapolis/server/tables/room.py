"""A table that is open here: it owns its state, takes requests one at a time, and tells everybody who is there.

Nothing is told before it is stored. With several processes each keeps its own copy of the table; whoever is overtaken
by another reads what happened and tries again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import structlog

from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.storage.writer import Overtaken
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event, now_ms
from heptapolis.server.tables.hints import figures
from heptapolis.server.tables.requests import Plan
from heptapolis.server.tables.scheduler import TableSchedule
from heptapolis.server.tables.serializers import (
    chat_line,
    chosen_message,
    encode,
    encode_once,
    may_read,
    play_document,
    reveals_after,
)
from heptapolis.server.tables.state import OVER, TableState

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis.server.messages.game import SeatFigures
    from heptapolis.server.messages.server_messages import ChatMessage, LobbyMessage, Play, PlayMessage
    from heptapolis.server.messages.server_messages import TableState as TableDocument
    from heptapolis.server.people.people import People
    from heptapolis.server.realtime.sockets import Socket
    from heptapolis.server.tables.event_log import EventLog
    from heptapolis.server.tables.presence import Presence
    from heptapolis.server.tables.scheduler import Scheduler
    from heptapolis.server.tables.serializers import TableSerializer
    from heptapolis.server.tasks import BackgroundTasks

LOG = structlog.get_logger("heptapolis.table")

SNAPSHOT_EVERY: Final = 60
"""Events after which a snapshot is worth its bytes."""

TRIES: Final = 20
"""How often a request is tried again when others are faster."""


@dataclass(frozen=True, slots=True)
class RoomServices:
    """What all rooms share."""

    log: EventLog
    people: People
    presence: Presence
    scheduler: Scheduler
    serializer: TableSerializer
    tasks: BackgroundTasks


class Room:
    """One table and everybody who is connected to it here."""

    def __init__(self, services: RoomServices, state: TableState, snapshot_seq: int) -> None:
        """``state`` is as stored, ``snapshot_seq`` the sequence number of its latest snapshot."""
        self._log = services.log
        self._people = services.people
        self._presence = services.presence
        self._scheduler = services.scheduler
        self._serializer = services.serializer
        self._tasks = services.tasks
        self.state = state
        self.sockets: set[Socket] = set()
        self.lock = asyncio.Lock()
        self.stale = False
        """Whether something may have happened that this process has not read yet."""
        self.removed = False
        """Whether the table is no more."""
        self.used = now_ms()
        self._snapshot_seq = snapshot_seq
        self._figures: tuple[int, list[SeatFigures]] = (-1, [])
        """Public figures and the moment that they are of; in a moment they stay as they are."""
        self._lobby_timers: set[asyncio.TimerHandle] = set()
        self.schedule = TableSchedule(services.scheduler, self)

    # --- what happens ---------------------------------------------------------------------------------------------

    async def do(self, plan_for: Callable[[TableState], Plan | None]) -> int:
        """Makes something happen, or nothing if the plan is None; returns the sequence number at which it holds.

        Raises:
            Refused: the plan was refused, or the database cannot be reached. Nothing has changed.
        """
        async with self.lock:
            return await self._do(plan_for)

    async def _do(self, plan_for: Callable[[TableState], Plan | None]) -> int:
        fresh = False
        for _ in range(TRIES):
            if self.removed:
                raise Refused("table/unknown")
            if self.stale:
                await self._catch_up()
            refused: Refused | None = None
            try:
                plan = plan_for(self.state)
            except Refused as error:
                plan, refused = None, error
            if plan is None and self._log.shared and not fresh:
                # Perhaps only because this process has not heard yet what another one has stored.
                await self._catch_up()
                fresh = True
                continue
            if refused is not None:
                raise refused
            if plan is None:
                return self.state.seq
            event = Event(self.state.seq + 1, now_ms(), plan.kind, plan.data)
            new = self.state.copy()
            new.apply(event, plan.outcome)
            try:
                await self._store(event, new)
            except Overtaken:
                await self._catch_up()
                continue
            except StorageAway:
                self.stale = True  # perhaps it was stored after all
                raise
            old, self.state = self.state, new
            self._log.notify_others(self.state.id)
            await self._tell(event, old)
            return event.seq
        raise StorageAway

    async def _store(self, event: Event, new: TableState) -> None:
        due = event.seq - self._snapshot_seq >= SNAPSHOT_EVERY or new.status == OVER
        snapshot = due and new.moment != self.state.moment
        await self._log.append(self.state, event, new, snapshot=snapshot)
        if snapshot:
            self._snapshot_seq = event.seq

    async def catch_up(self) -> None:
        """Reads and tells what other processes have made happen."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        self.stale = True
        for event in await self._log.events_after(self.state.id, self.state.seq):
            old = self.state
            new = old.copy()
            new.apply(event)
            self.state = new
            await self._tell(event, old)
        self.stale = False

    # --- who is told ----------------------------------------------------------------------------------------------

    async def join(self, socket: Socket, since: int, request: int | None) -> None:
        """Adds a socket to the room: sends it the whole table, and from now on every event.

        Raises:
            Refused: the database cannot be reached, or the table was removed. The socket has not joined.
        """
        async with self.lock:
            if self.stale or self._log.shared:
                await self._catch_up()
            person = socket.person.id if socket.person is not None else None
            if person is not None and not socket.watch and self.state.seat_of(person) is not None:
                await self._say_here(person)
            await self._people.many(self.state.names_needed)
            # Nothing below this line waits or fails: a refused join leaves no socket behind.
            socket.room = self
            self.sockets.add(socket)
            self.used = now_ms()
            self._send_table(socket, since, request)
        self.schedule.update()

    async def _say_here(self, person: str) -> None:
        process = self._presence.process
        if process not in self.state.here.get(person, ()):
            await self._do(lambda state: Plan(events.HERE, {"person": person, "process": process}))

    async def _say_gone(self, person: str) -> None:
        process = self._presence.process
        if process in self.state.here.get(person, ()):
            await self._do(lambda state: Plan(events.GONE, {"person": person, "process": process}))

    async def correct_presence(self) -> None:
        """Stores who is connected here, where an earlier try failed.

        Raises:
            Refused: the database cannot be reached.
        """
        process = self._presence.process
        async with self.lock:
            for person in [each for each, processes in self.state.here.items() if process in processes]:
                if not self._is_here(person):
                    await self._say_gone(person)
            for person in self.state.people:
                if self._is_here(person):
                    await self._say_here(person)

    async def leave(self, socket: Socket) -> None:
        """A socket has ended; its person is gone when it was the last one."""
        self.sockets.discard(socket)
        self.used = now_ms()
        person = socket.person.id if socket.person is not None else None
        if person is None or self._scheduler.closing or self.removed:
            return
        async with self.lock:
            if self._is_here(person):
                return
            await self._say_gone(person)
        self._tell_lobby_after(self._serializer.grace_ms / 1000 + 0.1)

    def _tell_lobby_after(self, seconds: float) -> None:
        def tell() -> None:
            self._lobby_timers.discard(timer)
            self.tell_lobby()

        timer = asyncio.get_running_loop().call_later(seconds, tell)
        self._lobby_timers.add(timer)

    def seat_of(self, socket: Socket) -> int | None:
        """The seat a socket sees the table from."""
        return None if socket.watch or socket.person is None else self.state.seat_of(socket.person.id)

    def _send_table(self, socket: Socket, since: int, request: int | None) -> None:
        state = self.state
        seat = self.seat_of(socket)
        person_of = self._people.known
        chat = [line for line in state.chat if line["seq"] > since and may_read(state, line, seat, socket.muted)]
        socket.send(
            {
                "type": "table",
                "seq": state.seq,
                "id": request,
                "table": self._table(),
                "you": seat,
                "play": self._play(seat) if state.game is not None else None,
                "reveals": reveals_after(state, since if since <= state.seq else 0),
                "chat": [chat_line(line, person_of) for line in chat],
                "muted": sorted(socket.muted),
            }
        )

    def _play(self, seat: int | None) -> Play:
        state = self.state
        assert state.game is not None, "shown only once it has begun"
        if self._figures[0] != state.moment:
            self._figures = (state.moment, encode_once(figures(state.game, state.options["show_scores"])))
        return play_document(state, seat, self._serializer.grace_ms, self._figures[1])

    def _table(self) -> TableDocument:
        watchers = sum(1 for socket in self.sockets if self.seat_of(socket) is None)
        return self._serializer.table(self.state, watchers, now_ms())

    async def _tell(self, event: Event, old: TableState) -> None:
        """Tells everybody here what an event means for them, then what has to be done by bots and clocks."""
        state = self.state
        if event.kind == events.HERE:
            self._presence.seen(event.data["process"])
        if self.sockets:
            if event.kind == events.CHAT:
                await self._people.many({event.data["person"]})
                self._tell_chat(state.chat[-1])
            elif event.kind in (events.CHOSE, events.WITHDREW) and state.moment == old.moment:
                self._tell_chosen(event.data["seat"])
            elif event.kind == events.CHOSE:
                self._tell_play(old.seq)
                if state.status != old.status:
                    self.tell_lobby()
            else:
                if event.kind == events.SAT:
                    await self._people.many(state.names_needed)
                self.tell_lobby()
                if event.kind == events.STARTED or (state.game is not None and state.people != old.people):
                    self._tell_play(state.seq)  # who took or left a seat sees the game anew
        if state.moment != old.moment:
            self.schedule.moment_over()
        if event.kind == events.SAT and self._is_here(event.data["person"]):
            # Not while the lock is held for the event that led here.
            self._tasks.start(self.do_here(event.data["person"]))
        self.schedule.update()

    def _is_here(self, person: str) -> bool:
        return any(each.person and each.person.id == person and not each.watch for each in self.sockets)

    async def do_here(self, person: str) -> None:
        """Notes that somebody who has just sat down is connected."""
        async with self.lock:
            if self._is_here(person) and self.state.seat_of(person) is not None:
                await self._say_here(person)

    def _by_seat(self) -> dict[int | None, list[Socket]]:
        groups: dict[int | None, list[Socket]] = {}
        for socket in self.sockets:
            groups.setdefault(self.seat_of(socket), []).append(socket)
        return groups

    def tell_lobby(self) -> None:
        """Tells everybody here who sits where, and who is away."""
        if not self.sockets:
            return
        table = encode_once(self._table())
        for seat, sockets in self._by_seat().items():
            message: LobbyMessage = {"type": "lobby", "seq": self.state.seq, "table": table, "you": seat}
            data = encode(message)
            for socket in sockets:
                socket.post(data)

    def _tell_play(self, since: int) -> None:
        state = self.state
        reveals = reveals_after(state, since)
        for seat, sockets in self._by_seat().items():
            message: PlayMessage = {"type": "play", "seq": state.seq, "reveals": reveals, "play": self._play(seat)}
            data = encode(message)
            for socket in sockets:
                socket.post(data)

    def _tell_chosen(self, player: int) -> None:
        message = chosen_message(self.state)
        for_others = encode(message)
        for_chooser: bytes | None = None
        for socket in self.sockets:
            if self.seat_of(socket) != player:
                socket.post(for_others)
                continue
            if for_chooser is None:
                message["play"] = self._play(player)
                for_chooser = encode(message)
            socket.post(for_chooser)

    def _tell_chat(self, line: dict[str, Any]) -> None:
        message: ChatMessage = {"type": "chat", "seq": line["seq"], "line": chat_line(line, self._people.known)}
        data = encode(message)
        for socket in self.sockets:
            if may_read(self.state, line, self.seat_of(socket), socket.muted):
                socket.post(data)

    async def forget_chat(self, person: str) -> None:
        """No longer remembers what somebody has said."""
        async with self.lock:  # what is being stored goes on from a copy that remembers
            self.state.chat = [
                {**line, "text": "..."} if line["person"] == person and line.get("text") else line
                for line in self.state.chat
            ]

    @property
    def busy(self) -> bool:
        """Whether the room must stay open: somebody is here, or something is being decided."""
        return bool(self.sockets) or self.lock.locked() or self.schedule.busy

    def close(self) -> None:
        """Cancels timers and decisions."""
        for timer in self._lobby_timers:
            timer.cancel()
        self._lobby_timers.clear()
        self.schedule.close()

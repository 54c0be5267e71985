"""An open table: handles requests one at a time, stores events, and sends them to everyone connected.

Events are stored before they are sent. With several processes, each has its own copy of the table; a process that finds
its copy out of date reads the new events and tries again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import structlog

from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.http.rate_limits import Bucket
from heptapolis.server.storage.writer import Overtaken
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event, now_ms
from heptapolis.server.tables.newcomers import MOST_MARKS
from heptapolis.server.tables.play_documents import PlayDocuments
from heptapolis.server.tables.requests import Plan
from heptapolis.server.tables.scheduler import TableSchedule
from heptapolis.server.tables.serializers import (
    chat_line,
    chosen_message,
    encode,
    encode_once,
    is_slow,
    may_read,
    reveals_after,
)
from heptapolis.server.tables.state import OVER, PLAYING, TableState
from heptapolis.server.tables.turns import players_waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from heptapolis.server.messages.server_messages import ChatMessage, LobbyMessage, Play, PlayMessage
    from heptapolis.server.messages.server_messages import TableState as TableDocument
    from heptapolis.server.people.people import People
    from heptapolis.server.push.calls import TurnCalls
    from heptapolis.server.realtime.client_socket import Socket
    from heptapolis.server.tables.event_log import EventLog
    from heptapolis.server.tables.presence import Presence
    from heptapolis.server.tables.scheduler import Scheduler
    from heptapolis.server.tables.serializers import TableSerializer
    from heptapolis.server.tasks import BackgroundTasks

LOG = structlog.get_logger("heptapolis.table")

SNAPSHOT_EVERY: Final = 60
"""Number of events between snapshots."""

EVENTS_BURST: Final = 30.0
EVENTS_PER_SECOND: Final = 10.0
"""Events of one person at one table, over all sockets."""

ATTEMPTS: Final = 20
"""How often a request is tried while other processes are faster."""


@dataclass(frozen=True, slots=True)
class RoomServices:
    """What all rooms share."""

    log: EventLog
    people: People
    presence: Presence
    scheduler: Scheduler
    serializer: TableSerializer
    tasks: BackgroundTasks
    calls: TurnCalls


class Room:
    """One table, and all sockets connected to it in this process."""

    def __init__(self, services: RoomServices, state: TableState, snapshot_seq: int) -> None:
        """``state`` is the stored state, ``snapshot_seq`` the sequence number of its last snapshot."""
        self._log = services.log
        self._people = services.people
        self._presence = services.presence
        self._scheduler = services.scheduler
        self._serializer = services.serializer
        self._tasks = services.tasks
        self._calls = services.calls
        self.state = state
        self.sockets: set[Socket] = set()
        self.lock = asyncio.Lock()
        self.stale = False
        """Whether there may be stored events that this process has not read yet."""
        self.removed = False
        """Whether the table was removed."""
        self.used = now_ms()
        self._snapshot_seq = snapshot_seq
        self._documents = PlayDocuments(services.serializer.grace_ms)
        self._lobby_timers: set[asyncio.TimerHandle] = set()
        self._events_left: dict[str, Bucket] = {}
        self.schedule = TableSchedule(services.scheduler, self)

    def take_event(self, person: str) -> bool:
        """Counts an event of a person; False if there are too many."""
        bucket = self._events_left.get(person)
        if bucket is None:
            self._events_left = {each: left for each, left in self._events_left.items() if not left.full}
            bucket = self._events_left[person] = Bucket(EVENTS_BURST, EVENTS_PER_SECOND)
        return bucket.take()

    # --- events ---------------------------------------------------------------------------------------------------

    async def do(self, plan_for: Callable[[TableState], Plan | None]) -> int:
        """Stores and sends the planned event, if any; returns the sequence number of the table.

        Raises:
            Refused: the request is not allowed, or the database cannot be reached. Nothing has changed.
        """
        async with self.lock:
            return await self._do(plan_for)

    async def _do(self, plan_for: Callable[[TableState], Plan | None]) -> int:
        fresh = False
        for _ in range(ATTEMPTS):
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
                # Perhaps another process has stored an event that this one does not know yet.
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
                self.stale = True  # it may have been stored after all
                raise
            old, self.state = self.state, new
            self._log.notify_others(self.state.id, event)
            if new.moment != old.moment or event.kind == events.STARTED:
                self._calls.call(new, self._not_looking())
            await self._send_event(event, old)
            return event.seq
        raise StorageAway

    def _not_looking(self) -> list[str]:
        """People whose turn it is, and who do not see it: they play over days, or their page is in the background."""
        state = self.state
        if state.status != PLAYING or state.game is None:
            return []
        seats = [state.seats[player] for player in players_waiting(state.game)]
        looking = {each.person.id for each in self.sockets if each.person is not None and not each.hidden}
        return [
            seat.person
            for seat in seats
            if seat.person is not None
            and seat.bot is None
            and seat.person not in looking
            and (is_slow(state) or seat.person in state.here)
        ]

    async def _store(self, event: Event, new: TableState) -> None:
        ended = new.status == OVER and self.state.status != OVER
        snapshot = ended or event.seq - self._snapshot_seq >= SNAPSHOT_EVERY
        await self._log.append(self.state, event, new, snapshot=snapshot)
        if snapshot:
            self._snapshot_seq = event.seq

    async def catch_up(self) -> None:
        """Reads the events that other processes have stored, and sends them."""
        async with self.lock:
            await self._catch_up()

    async def hear(self, told: list[Event]) -> None:
        """Applies events that another process has stored; reads the database if there may be others between."""
        async with self.lock:
            for event in told:
                if self.stale or event.seq > self.state.seq + 1:
                    break
                if event.seq == self.state.seq + 1:
                    await self._apply(event)
            else:
                if told:
                    return
            await self._catch_up()

    async def _apply(self, event: Event) -> None:
        old = self.state
        new = old.copy()
        new.apply(event)
        self.state = new
        await self._send_event(event, old)

    async def _catch_up(self) -> None:
        self.stale = True
        for event in await self._log.events_after(self.state.id, self.state.seq):
            await self._apply(event)
        self.stale = False

    # --- sockets -------------------------------------------------------------------------------------------------

    async def join(self, socket: Socket, since: int, request: int | None) -> None:
        """Adds a socket to the room, and sends it the whole table.

        Raises:
            Refused: the database cannot be reached, or the table was removed. The socket has not joined.
        """
        async with self.lock:
            if self.stale or self._log.shared:
                await self._catch_up()
            person = socket.person.id if socket.person is not None else None
            seated = self.seat_of(socket) is not None
            socket.waits = socket.waits and not seated and self.state.status != OVER
            if person is not None and (seated or self._asks(socket)):
                await self._store_here(person, socket)
            if not socket.waits:
                await self._store_seen([socket])
            await self._people.many(self.state.names_needed)
            # Nothing below waits or fails, so a refused join leaves no socket behind.
            socket.room = self
            self.sockets.add(socket)
            self.used = now_ms()
            self._send_table(socket, since, request)
        self.schedule.update()

    def _asks(self, socket: Socket) -> bool:
        """Whether a person waits for a seat with this socket."""
        return socket.waits and socket.person is not None and self.state.newcomers.waiting(socket.person.id) is not None

    async def _store_seen(self, sockets: Collection[Socket]) -> None:
        """Stores who sees the game, so that nobody comes back as somebody else."""
        if self.state.status != PLAYING:
            return
        marks = {mark for socket in sockets if not socket.waits for mark in socket.marks}

        def plan_for(state: TableState) -> Plan | None:
            new = sorted(marks - state.newcomers.seen)
            if not new or state.newcomers.crowded or state.status != PLAYING:
                return None
            return Plan(events.WATCHED, {"marks": new[:MOST_MARKS]})

        if plan_for(self.state) is not None:
            await self._do(plan_for)

    async def store_seen_later(self) -> None:
        """Stores who is here when a game starts."""
        async with self.lock:
            await self._store_seen(self.sockets)

    async def _store_here(self, person: str, *new: Socket) -> None:
        """Stores that a person is connected; at a rated table also the marks of each new address, where they count."""
        process = self._presence.process
        here = process in self.state.here.get(person, ())
        data: dict[str, Any] = {"person": person, "process": process}
        if self.state.rated:
            marks = {mark for each in (*new, *self._sockets_of(person)) for mark in each.rated_marks}
            if unknown := sorted(marks.difference(self.state.marks.get(person, ())))[:MOST_MARKS]:
                here = False
                data |= {"marks": unknown}
        if not here:
            await self._do(lambda state: Plan(events.HERE, data))

    async def _store_gone(self, person: str) -> None:
        process = self._presence.process
        if process in self.state.here.get(person, ()):
            await self._do(lambda state: Plan(events.GONE, {"person": person, "process": process}))

    async def correct_presence(self) -> None:
        """Stores who is connected, if that has failed earlier.

        Raises:
            Refused: the database cannot be reached.
        """
        process = self._presence.process
        async with self.lock:
            for person in [each for each, processes in self.state.here.items() if process in processes]:
                if not self._is_here(person):
                    await self._store_gone(person)
            for person in self.state.people:
                if self._is_here(person):
                    await self._store_here(person)
            await self._store_seen(self.sockets)

    async def leave(self, socket: Socket) -> None:
        """Removes a closed socket; if it was the last one of its person, the person is away."""
        self.sockets.discard(socket)
        self.used = now_ms()
        person = socket.person.id if socket.person is not None else None
        if person is None or self._scheduler.closing or self.removed:
            return
        async with self.lock:
            if self._is_here(person):
                return
            await self._store_gone(person)
        self._send_lobby_after(self._serializer.grace_ms / 1000 + 0.1)

    def _send_lobby_after(self, seconds: float) -> None:
        def send() -> None:
            self._lobby_timers.discard(timer)
            self.send_lobby()

        timer = asyncio.get_running_loop().call_later(seconds, send)
        self._lobby_timers.add(timer)

    def seat_of(self, socket: Socket) -> int | None:
        """The seat of a socket; None for a spectator."""
        return None if socket.watch or socket.person is None else self.state.seat_of(socket.person.id)

    def _send_table(self, socket: Socket, since: int, request: int | None) -> None:
        state = self.state
        seat = self.seat_of(socket)
        person_of = self._people.known
        chat = [line for line in state.chat if line["seq"] > since and self._may_read(line, socket)]
        outside = state.game is None or socket.waits
        socket.send(
            {
                "type": "table",
                "seq": state.seq,
                "id": request,
                "table": self._table(),
                "you": seat,
                "play": None if outside else self._play(seat),
                "reveals": [] if outside else reveals_after(state, since if since <= state.seq else 0),
                "chat": [chat_line(line, person_of) for line in chat],
                "muted": sorted(socket.muted),
            }
        )

    def _may_read(self, line: dict[str, Any], socket: Socket) -> bool:
        return not socket.waits and may_read(self.state, line, self.seat_of(socket), socket.muted)

    def _play(self, seat: int | None) -> Play:
        return self._documents.play(self.state, seat)

    def _table(self) -> TableDocument:
        watchers = sum(1 for socket in self.sockets if self.seat_of(socket) is None)
        return self._serializer.table(self.state, watchers, now_ms())

    async def _send_event(self, event: Event, old: TableState) -> None:
        """Sends an event to all sockets, each as its seat may see it, and updates bots and clocks."""
        state = self.state
        if event.kind == events.HERE:
            self._presence.seen(event.data["process"])
        if self.sockets:
            if event.kind == events.CHAT:
                await self._people.many({event.data["person"]})
                self._send_chat(state.chat[-1])
            elif event.kind in (events.CHOSE, events.WITHDREW) and state.moment == old.moment:
                self._send_chosen(event.data["seat"])
            elif event.kind == events.CHOSE:
                self._send_play(old.seq)
                self._let_in()
                if state.status != old.status or state.people != old.people:
                    self.send_lobby()
            elif event.kind == events.WATCHED and state.newcomers.asks == old.newcomers.asks:
                pass  # nothing to see
            else:
                if event.kind in (events.SAT, events.ASKED):
                    await self._people.many(state.names_needed)
                self._let_in()
                self.send_lobby()
                if event.kind in (events.STARTED, events.TOOK_BACK, events.RESUMED) or (
                    state.game is not None and state.people != old.people
                ):
                    self._send_play(state.seq)  # what a person sees depends on the seat
        if state.moment != old.moment:
            self.schedule.moment_over()
        if event.kind == events.STARTED and state.options["rated"]:
            for person in state.people:  # the table may have become a rated one after they came
                self._tasks.start(self.store_here_later(person))
        if event.kind in (events.SAT, events.ASKED) and self._is_here(event.data["person"]):
            # In a task, since the lock is held.
            self._tasks.start(self.store_here_later(event.data["person"]))
        elif event.kind == events.STARTED and self.sockets:
            self._tasks.start(self.store_seen_later())
        self.schedule.update()

    def _sockets_of(self, person: str) -> list[Socket]:
        return [each for each in self.sockets if each.person and each.person.id == person and not each.watch]

    def _is_here(self, person: str) -> bool:
        return bool(self._sockets_of(person))

    async def store_here_later(self, person: str) -> None:
        """Stores that a person who has just taken a seat is connected."""
        async with self.lock:
            wanted = self.state.seat_of(person) is not None or self.state.newcomers.waiting(person) is not None
            if self._is_here(person) and wanted:
                await self._store_here(person)

    def _by_seat(self, *, outside: bool = False) -> dict[int | None, list[Socket]]:
        """The sockets of each seat, with ``outside`` also those that wait for one."""
        groups: dict[int | None, list[Socket]] = {}
        for socket in self.sockets:
            if outside or not socket.waits:
                groups.setdefault(self.seat_of(socket), []).append(socket)
        return groups

    def _let_in(self) -> None:
        """Shows the game to everybody who waited for a seat and has it now, or when the game is over."""
        for socket in [each for each in self.sockets if each.waits]:
            if self.seat_of(socket) is not None or self.state.status == OVER:
                socket.waits = False
                self._send_table(socket, 0, None)

    def send_lobby(self) -> None:
        """Sends seats and presence to all sockets."""
        if not self.sockets:
            return
        table = encode_once(self._table())
        for seat, sockets in self._by_seat(outside=True).items():
            message: LobbyMessage = {"type": "lobby", "seq": self.state.seq, "table": table, "you": seat}
            data = encode(message)
            for socket in sockets:
                socket.post(data)

    def _send_play(self, since: int) -> None:
        state = self.state
        reveals = reveals_after(state, since)
        for seat, sockets in self._by_seat().items():
            message: PlayMessage = {"type": "play", "seq": state.seq, "reveals": reveals, "play": self._play(seat)}
            data = encode(message)
            for socket in sockets:
                socket.post(data)

    def _send_chosen(self, player: int) -> None:
        message = chosen_message(self.state)
        for_others = encode(message)
        for_chooser: bytes | None = None
        for socket in self.sockets:
            if self.seat_of(socket) != player:
                if not socket.waits:
                    socket.post(for_others)
                continue
            if for_chooser is None:
                message["play"] = self._play(player)
                for_chooser = encode(message)
            socket.post(for_chooser)

    def _send_chat(self, line: dict[str, Any]) -> None:
        message: ChatMessage = {"type": "chat", "seq": line["seq"], "line": chat_line(line, self._people.known)}
        data = encode(message)
        for socket in self.sockets:
            if self._may_read(line, socket):
                socket.post(data)

    async def forget_chat(self, person: str) -> None:
        """Removes the chat texts of a person."""
        async with self.lock:  # an event that is being stored works on a copy with the texts
            self.state.chat = [
                {**line, "text": "..."} if line["person"] == person and line.get("text") else line
                for line in self.state.chat
            ]

    @property
    def busy(self) -> bool:
        """Whether the room must stay open: a socket is connected, or a decision is pending."""
        return bool(self.sockets) or self.lock.locked() or self.schedule.busy

    def close(self) -> None:
        """Cancels all timers and decisions."""
        for timer in self._lobby_timers:
            timer.cancel()
        self._lobby_timers.clear()
        self.schedule.close()

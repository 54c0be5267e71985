"""The tables that are open in this process."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog

from heptapolis.bots import LEVELS
from heptapolis.server.admin.reports import Reports
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.people.names import FORGOTTEN
from heptapolis.server.storage.archive import archive_tables, clear_archive
from heptapolis.server.storage.store import PAGE
from heptapolis.server.storage.writer import Overtaken
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event, now_ms, read_events
from heptapolis.server.tables.join_codes import clean_code, new_code
from heptapolis.server.tables.options import check_options
from heptapolis.server.tables.requests import Plan, start
from heptapolis.server.tables.room import Room, RoomServices
from heptapolis.server.tables.state import OVER, PLAYING, TableState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from heptapolis import GameRecord
    from heptapolis.server.admin.acts import Act
    from heptapolis.server.admin.moderation import Moderation
    from heptapolis.server.messages.http_requests import NewTable
    from heptapolis.server.messages.parts import Options
    from heptapolis.server.messages.words import BotName
    from heptapolis.server.operations.settings import Settings
    from heptapolis.server.people.people import Person
    from heptapolis.server.storage.store import Store
    from heptapolis.server.storage.writer import Row

LOG = structlog.get_logger("heptapolis.registry")

SWEEP_SECONDS: Final = 5.0
UNUSED_MS: Final = 60_000
"""How long a room without visitors stays in memory."""

IDLE_SECONDS: Final = 3_600.0
"""How long a table must have been found idle before it is removed, by a clock that nobody can set."""

MOST_PUBLIC: Final = 5
"""Public tables of one person that have not begun."""

MOST_SEARCHING: Final = 14
"""Seats of bots that search, at all open tables of one person."""

QUICK: Final = frozenset(level for level, bot in LEVELS.items() if ":ms=" not in bot)
"""Levels whose bots do not think for a set time."""

CODES_TRIED: Final = 5
"""Codes that may be taken before a new table is given up: with any random codes that is once in a lifetime."""

EMPTY_SECONDS: Final = 600.0
"""How long nobody may sit at an open table before it is removed."""


def new_table_id() -> str:
    """The id of a new table, which nobody can guess."""
    return secrets.token_urlsafe(16)


def _remove_person(state: TableState, person: str) -> Plan | None:
    """Removes a person from a table: during a game a bot gets the seat. Finished games keep their seats."""
    seat = state.seat_of(person)
    if seat is None or state.status == OVER:
        return None
    if state.status == PLAYING:
        return Plan(events.BOT, {"seat": seat, "level": state.options["clock_level"]})
    return Plan(events.STOOD, {"seat": seat})


def may_search(bot: BotName | None) -> bool:
    """Whether a bot thinks for a while: a level that searches, or a bot of the host, of which nothing is known."""
    return bot is not None and bot not in QUICK


def _found_for(since: dict[str, float], found: list[str], seconds: float) -> list[str]:
    """Notes in ``since`` when each table was first found, and returns those found again and again for so long."""
    now = time.monotonic()
    for table in since.keys() - set(found):
        del since[table]
    due = [table for table in found if now - since.setdefault(table, now) >= seconds]
    for table in due:
        del since[table]
    return due


class Registry:
    """Opens, finds, creates and closes the rooms of tables."""

    def __init__(self, settings: Settings, store: Store, services: RoomServices, moderation: Moderation) -> None:
        """``services`` are shared by all rooms."""
        self._moderation = moderation
        self._settings = settings
        self._store = store
        self._services = services
        self._log = services.log
        self._people = services.people
        self._presence = services.presence
        self._scheduler = services.scheduler
        self._tasks = services.tasks
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._unfinished = (0.0, 0)
        self._broken: set[str] = set()
        """Tables that could not be loaded; the sweep does not try them again."""
        self._idle_since: dict[str, float] = {}
        """When each table was first found idle, on the monotonic clock."""
        self._empty_since: dict[str, float] = {}
        """When each table was first found empty."""
        self.heard_of: Callable[[str], None] = lambda table: None
        """Is told of which tables other processes have told."""

    @property
    def closing(self) -> bool:
        """Whether the server is shutting down."""
        return self._scheduler.closing

    # --- rooms ----------------------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The room of a table, which is opened if necessary.

        Raises:
            Refused: ``table/unknown``, or the database cannot be reached.
        """
        if table not in self._opening:
            found = self.rooms.get(table)
            if found is not None:
                found.used = now_ms()
                if self._log.shared and not found.sockets:
                    await found.catch_up()  # its owner may be slow to tell of events
                return found
            self._opening[table] = asyncio.create_task(self._open(table))
            self._opening[table].add_done_callback(lambda task: self._opening_done(table, task))
        return await asyncio.shield(self._opening[table])

    def _opening_done(self, table: str, task: asyncio.Task[Room]) -> None:
        del self._opening[table]
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the task that waited may have been cancelled

    async def _open(self, table: str) -> Room:
        loaded = await self._store.load(table)
        if loaded is None:
            raise Refused("table/unknown")
        state, snapshot_seq = loaded
        await self._people.many(state.names_needed)
        room = Room(self._services, state, snapshot_seq)
        self.rooms[table] = room  # from now on notifications from other processes reach it
        if self._log.shared:
            try:
                await room.catch_up()  # events since it was loaded
            except StorageAway:
                del self.rooms[table]
                raise
        room.schedule.update()
        return room

    async def new_table(self, person: Person, asked: NewTable) -> str:
        """Creates a table, and starts its game if asked to.

        Raises:
            Refused: the options do not go together, or there are too many tables.
        """
        await self._must_be_room_for_another()
        options = check_options(asked.options)
        count = options["seats"]
        self.check_bots(person.id, asked.bots[:count])
        if options["public"] and await self._store.public_of(person.id) >= MOST_PUBLIC:
            raise Refused("table/full")
        plans: list[tuple[str, dict[str, Any]]] = [(events.OPENED, {"person": person.id, "options": options})]
        if asked.seat is not None:
            if asked.seat >= count:
                raise Refused("seat/unknown", seat=asked.seat)
            plans.append((events.SAT, {"seat": asked.seat, "person": person.id}))
        for seat, level in enumerate(asked.bots[:count]):
            if level is not None and seat != asked.seat:
                plans.append((events.BOT, {"seat": seat, "level": level}))
        return await self._create(plans, person.id if asked.start else None)

    async def table_with_code(self, typed: str) -> str:
        """The open table with a code.

        Raises:
            Refused: ``code/unknown``: wrong, or the game has started, or the table is gone.
        """
        table = await self._store.table_with_code(clean_code(typed))
        if table is None:
            raise Refused("code/unknown")
        return table

    def check_bots(self, host: str, levels: Sequence[BotName | None]) -> None:
        """Refuses bots that the host of the server does not allow, and those that search if a person has too many.

        Raises:
            Refused: ``bot/unknown`` or ``table/full``.
        """
        for level in levels:
            if level is not None and not self._scheduler.bots.knows(level):
                raise Refused("bot/unknown", name=level)
        new = sum(may_search(level) for level in levels)
        if not new:
            return
        mine = [room.state for room in self.rooms.values() if room.state.host == host and room.state.status != OVER]
        if new + sum(may_search(seat.bot) for state in mine for seat in state.seats) > MOST_SEARCHING:
            raise Refused("table/full")

    async def continue_game(
        self, person: Person, record: GameRecord, options: Options, seat: int, level: BotName
    ) -> str:
        """Opens a table at which a recorded game is played on: the person on one seat, bots on the others.

        Raises:
            Refused: there is no such seat, or there are too many tables.
        """
        await self._must_be_room_for_another()
        if seat >= options["seats"]:
            raise Refused("seat/unknown", seat=seat)
        plans: list[tuple[str, dict[str, Any]]] = [(events.OPENED, {"person": person.id, "options": options})]
        plans.append((events.SAT, {"seat": seat, "person": person.id}))
        others = [number for number in range(options["seats"]) if number != seat]
        self.check_bots(person.id, [level] * len(others))
        plans += [(events.BOT, {"seat": number, "level": level}) for number in others]
        plans.append((events.STARTED, {"record": str(record)}))
        return await self._create(plans, None)

    async def rematch(self, room: Room, person: Person) -> int:
        """Creates a table with the same people, bots and options; only the first request creates one.

        Raises:
            Refused: the game is not over, or the person did not play.
        """
        state = room.state
        if state.status != OVER:
            raise Refused("table/not-over")
        if state.seat_of(person.id) is None:
            raise Refused("seat/none")
        if state.rematch is not None:
            return state.seq
        self._moderation.check_new_game()
        plans: list[tuple[str, dict[str, Any]]] = [(events.OPENED, {"person": person.id, "options": state.options})]
        there = await self._people.many(set(state.people))
        for number, seat in enumerate(state.seats):
            if seat.person is not None:
                if there[seat.person].name == FORGOTTEN:
                    continue  # a deleted person would never be ready
                plans.append((events.SAT, {"seat": number, "person": seat.person}))
            elif seat.bot is not None:
                plans.append((events.BOT, {"seat": number, "level": seat.bot}))
        # Against bots alone there is nobody to wait for.
        table = await self._create(plans, person.id if state.is_alone(person.id) else None)
        seq = await room.do(lambda now: Plan(events.REMATCH, {"table": table}) if now.rematch is None else None)
        if room.state.rematch != table:
            await self._store.remove([table])  # another request was faster, and nobody has seen this table
            self._close_removed(table)
        return seq

    async def forget(self, person: Person) -> None:
        """Deletes a person: bots get the seats, chat texts and the name are removed."""
        for table in await self._store.tables_with_chat_of(person.id):
            await self._store.forget_chat(person.id, table)
            if table in self.rooms:
                await self.rooms[table].forget_chat(person.id)
        before: int | None = None
        while rows := await self._store.tables_of(person.id, None, before):
            for table, row in rows:
                before = min(before or row["changed"], row["changed"])
                try:
                    room = await self.room(table)
                except StorageAway:
                    raise
                except Exception:  # go on deleting; nobody can play at that table anyway
                    LOG.exception("table_broken", table=table_mark(table))
                    continue
                await room.do(lambda state: _remove_person(state, person.id))
            if len(rows) <= PAGE:
                break
        await Reports(self._store.engine).forget(person.id)
        await self._people.forget(person)

    async def _create(self, plans: list[tuple[str, dict[str, Any]]], host: str | None) -> str:
        """Stores a new table, with a code unless its game starts at once."""
        if host is not None or plans[-1][0] == events.STARTED:
            return await self._create_with(plans, host)
        kind, opened = plans[0]
        for _ in range(CODES_TRIED):
            try:
                return await self._create_with([(kind, opened | {"code": new_code()}), *plans[1:]], None)
            except Overtaken:
                continue  # another table has this code
        raise StorageAway

    async def create_daily(self, plans: list[tuple[str, dict[str, Any]]], table: str, also: Sequence[Row] = ()) -> str:
        """Stores a table of the daily deal, whose game has started, and ``also`` other rows with it.

        Raises:
            Overtaken: there is such a table or row already.
            Refused: there are too many tables.
        """
        if await self._count_unfinished() >= self._settings.max_tables:
            raise Refused("table/full")
        return await self._create_with(plans, None, table, also)

    async def _create_with(
        self,
        plans: list[tuple[str, dict[str, Any]]],
        host: str | None,
        table: str | None = None,
        also: Sequence[Row] = (),
    ) -> str:
        state = TableState(table or new_table_id())
        now = now_ms()
        new = []
        for kind, data in plans:
            new.append(Event(state.seq + 1, now, kind, data))
            state.apply(new[-1])
        if host is not None:
            plan = start(state, host, bots_alone=self._settings.bots_alone)
            new.append(Event(state.seq + 1, now, plan.kind, plan.data))
            state.apply(new[-1])
        await self._people.many(state.names_needed)
        await self._log.create(state, new, also)
        if state.status == PLAYING:
            await self.room(state.id)  # bots start to decide
        return state.id

    async def _must_be_room_for_another(self) -> None:
        """Refuses a new table during maintenance, or if there are too many.

        Raises:
            Refused: ``server/maintenance`` or ``table/full``.
        """
        self._moderation.check_new_game()
        if await self._count_unfinished() >= self._settings.max_tables:
            raise Refused("table/full")

    async def _count_unfinished(self) -> int:
        at, count = self._unfinished
        now = asyncio.get_running_loop().time()
        if now - at > 5 or not at:
            self._unfinished = (now, await self._store.unfinished())
        return self._unfinished[1]

    # --- other processes and time ---------------------------------------------------------------------------------

    def table_changed(self, table: str, told: bytes) -> None:
        """Another process has stored events of a table."""
        self.heard_of(table)
        room = self.rooms.get(table)
        if room is not None:
            self._tasks.start(room.hear(read_events(told)))

    def follow(self, act: Act) -> None:
        """Does at this process's tables what the host or an admin has done in the database."""
        if act.act in ("close", "void") and act.target in self.rooms:
            if act.act == "close" or self.rooms[act.target].state.status != OVER:
                self._close_removed(act.target)
        elif act.act == "bring-back":
            self._broken.discard(act.target)

    def pause_or_resume(self) -> None:
        """Lets bots and clocks wait during maintenance, or go on after it."""
        self._scheduler.resumed = self._moderation.resumed
        paused = self._moderation.mode == "pause"
        if paused != self._scheduler.paused:
            self._scheduler.paused = paused
            for room in self.rooms.values():
                room.schedule.update()

    def notices_missed(self) -> None:
        """Notifications from other processes may be lost: reads all open tables again."""
        for room in self.rooms.values():
            self._tasks.start(room.catch_up())

    async def run(self) -> None:
        """Runs the sweep every few seconds."""
        while True:
            try:
                await self.sweep()
            except StorageAway:
                LOG.warning("storage_away")
            except Exception:
                LOG.exception("sweep_failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Sends a heartbeat, opens tables with due bots or clocks, closes unused rooms, removes idle tables."""
        died = self._log.shared and await self._presence.heartbeat(self._store)
        if not self._scheduler.paused:
            for table in await self._store.due(self._presence.process, self._log.shared, self._broken):
                await self._sweep_due(table)
        now = now_ms()
        for table, room in list(self.rooms.items()):
            if not room.busy and now - room.used > UNUSED_MS:
                await self._keep_summary(room)
                room.close()
                del self.rooms[table]
                continue
            await self._sweep_room(room, died)
        await self._remove_idle(now)

    async def _keep_summary(self, room: Room) -> None:
        """Stores who has chosen, which lists read while the room is closed; a choice alone does not store it."""
        if room.state.status == PLAYING:
            summary = self._services.serializer.summary(room.state)
            await self._store.keep_summary(room.state.id, orjson.dumps(summary).decode())

    async def _remove_idle(self, now: int) -> None:
        """Removes tables that have been idle or empty for long.

        The time of day may be wrong for a while, so what it calls idle must still be idle an hour later.
        """
        long_ago = now - self._settings.idle_days * 86_400_000
        gone = _found_for(self._idle_since, await self._store.idle(long_ago), IDLE_SECONDS)
        empty = [table for table in await self._store.empty() if table not in self.rooms or not self.rooms[table].busy]
        gone += [table for table in _found_for(self._empty_since, empty, EMPTY_SECONDS) if table not in gone]
        if gone:
            await archive_tables(self._store.engine, gone)
            await clear_archive(self._store.engine, long_ago)
        for table in gone:
            self._close_removed(table)

    def _close_removed(self, table: str) -> None:
        room = self.rooms.pop(table, None)
        if room is not None:
            room.removed = True
            room.close()
            for socket in list(room.sockets):
                socket.bye("removed", again=False)

    async def _sweep_due(self, table: str) -> None:
        """Opens a table at which a bot or the clock is due. A table that cannot be loaded must not stop the sweep."""
        try:
            if table in self.rooms:
                self.rooms[table].schedule.update()
            elif not (await self.room(table)).busy:
                await self._store.nothing_due(table)
        except StorageAway:
            raise
        except Exception:
            self._broken.add(table)
            LOG.exception("table_broken", table=table_mark(table))

    async def _sweep_room(self, room: Room, died: bool) -> None:
        """Updates an open table. ``died``: another process has died, so its people are away now."""
        try:
            if died and not room.sockets:
                await room.catch_up()  # it may not have told what it did last
            await room.correct_presence()
            if self._log.shared:
                room.schedule.update()
            if died:
                room.send_lobby()
        except StorageAway:
            raise
        except Exception:
            LOG.exception("room_failed", table=table_mark(room.state.id))

    def start_closing(self) -> None:
        """From now on requests are refused, and neither bots nor clocks decide."""
        self._scheduler.closing = True

    async def close(self) -> None:
        """Closes all rooms, waits for all tasks, and releases the leases."""
        self.start_closing()
        for room in self.rooms.values():
            room.close()
        for opening in list(self._opening.values()):
            opening.cancel()
            await asyncio.wait([opening])
        await self._tasks.close()
        await self._scheduler.close()
        if self._log.shared:
            try:
                await self._store.release_leases(self._presence.process)
            except StorageAway:
                LOG.warning("storage_away")

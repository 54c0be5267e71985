"""Runs the clocks and bots of open tables."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Final

import structlog

from heptapolis.server.daily.calendar import SEAT
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.storage.store import LEASE_MS
from heptapolis.server.tables import events
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.requests import Plan, choose_for
from heptapolis.server.tables.serializers import deadline
from heptapolis.server.tables.state import PLAYING
from heptapolis.server.tables.turns import players_waiting
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from heptapolis.server.bots.bot_pool import BotPool
    from heptapolis.server.messages.words import BotName, DecidedBy
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.room import Room
    from heptapolis.server.tables.state import TableState

LOG = structlog.get_logger("heptapolis.scheduler")

LONGEST_TIMER: Final = 86_400
"""Seconds; for a longer clock the timer is set again then."""

RENEW_MS: Final = 4_000
"""How long before its end a lease is renewed."""

RETRY_SECONDS: Final = 1.0
"""Pause before a bot's decision is tried again after it could not be stored."""

SOON_MS: Final = 120_000
"""A table whose clock runs out within this time stays open."""


def fixed_bot(state: TableState, player: int) -> tuple[str, int]:
    """The bot of a seat of the daily deal, and the seed of its decision: both the same for everybody."""
    written = f"{state.bots_secret} {state.moment} {player}".encode()
    seed = int.from_bytes(hashlib.sha256(written).digest()[:8]) >> 1
    return "daily-sage" if player == SEAT else "daily", seed


class Scheduler:
    """What the schedules of all tables share."""

    def __init__(self, bots: BotPool, store: Store, process: str, *, shared: bool) -> None:
        """With a ``shared`` database, a table's bots and clock belong to the process that holds its lease."""
        self.bots = bots
        self.tasks = BackgroundTasks()
        self.closing = False
        self.paused = False
        """Whether games wait until maintenance is over."""
        self.resumed = 0
        """When the last pause ended."""
        self._store = store
        self._process = process
        self._shared = shared

    async def lease(self, table: str, until: int) -> int:
        """Renews a lease that ends at ``until`` if necessary; returns its new end, or 0 if another process has it."""
        now = now_ms()
        if not self._shared or now < until - RENEW_MS:
            return max(until, now)
        return now + LEASE_MS if await self._store.take_lease(table, self._process) else 0

    async def close(self) -> None:
        """Cancels all pending decisions, and waits until they have ended."""
        self.closing = True
        await self.tasks.close()
        await self.bots.close()


class TableSchedule:
    """The bots and the clock of one table."""

    def __init__(self, scheduler: Scheduler, room: Room) -> None:
        """Call ``update`` to start."""
        self._scheduler = scheduler
        self._room = room
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._starting: asyncio.Task[None] | None = None
        self._leased_until = 0

    def update(self) -> None:
        """Sets the timer to the current deadline, and starts the decisions of bots."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        state = self._room.state
        if state.status != PLAYING or self._scheduler.closing or self._scheduler.paused:
            return
        due = deadline(state)
        if due is not None:
            wait = max(0.0, (due - now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(min(wait + 0.01, LONGEST_TIMER), self._start_soon)
        if self._to_decide() or (due is not None and state.moment_at < self._scheduler.resumed):
            self._start_soon()

    def _start_soon(self) -> None:
        if self._starting is None or self._starting.done():
            self._starting = self._scheduler.tasks.start(self._start())

    def _to_decide(self) -> list[tuple[int, BotName, DecidedBy]]:
        """Players for whom a bot decides now, its level, and whether it has the seat or the clock ran out."""
        state = self._room.state
        if state.status != PLAYING or state.game is None:
            return []
        due = deadline(state)
        late = due is not None and now_ms() >= due
        found: list[tuple[int, BotName, DecidedBy]] = []
        for player in players_waiting(state.game):
            bot = state.seats[player].bot
            if bot is not None:
                # The host may have taken the bot away since.
                known = self._scheduler.bots.knows(bot)
                found.append((player, bot if known else state.options["clock_level"], "bot"))
            elif late:
                found.append((player, state.options["clock_level"], "clock"))
        return found

    async def _start(self) -> None:
        self._leased_until = await self._scheduler.lease(self._room.state.id, self._leased_until)
        if not self._leased_until or self._scheduler.paused:
            return
        if deadline(self._room.state) is not None and self._room.state.moment_at < self._scheduler.resumed:
            await self._room.do(self._resume)
        for player, level, by in self._to_decide():
            if player not in self._thinking or self._thinking[player].done():
                self._thinking[player] = self._scheduler.tasks.start(self._decide(player, level, by))
        if deadline(self._room.state) is not None and self._timer is None:
            self.update()

    def _resume(self, state: TableState) -> Plan | None:
        """The clock starts anew after a pause; only once, whichever process is first."""
        late = state.status == PLAYING and state.moment_at < self._scheduler.resumed
        return Plan(events.RESUMED, {}) if late else None

    async def _decide(self, player: int, level: BotName, by: DecidedBy) -> None:
        """Lets a bot decide for a player; has no effect if the player decides meanwhile."""
        state = self._room.state
        moment = state.moment
        if state.game is None:
            return
        bot, seed = fixed_bot(state, player) if state.daily is not None else (level, None)
        choice = await self._scheduler.bots.choose(bot, state.game.view(player), state.host or state.id, seed)
        decided: DecidedBy = "replaced" if choice.replaced and by == "bot" else by
        try:
            if self._scheduler.paused:
                return
            await self._room.do(lambda now: choose_for(now, moment, player, choice.move, decided))
        except StorageAway:
            await asyncio.sleep(RETRY_SECONDS)
        except Refused as refused:
            LOG.warning("bot_refused", table=table_mark(state.id), code=refused.code)
        finally:
            if self._thinking.get(player) is asyncio.current_task():
                del self._thinking[player]
            self.update()

    def moment_over(self) -> None:
        """Cancels the decisions of the last moment."""
        for task in self._thinking.values():
            if task is not asyncio.current_task():
                task.cancel()
        self._thinking.clear()

    @property
    def busy(self) -> bool:
        """Whether a decision is pending or due soon."""
        due = deadline(self._room.state)
        return bool(self._thinking or self._to_decide()) or (due is not None and due - now_ms() < SOON_MS)

    def close(self) -> None:
        """Cancels the timer and all decisions."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in (*self._thinking.values(), *([self._starting] if self._starting else [])):
            task.cancel()
        self._thinking.clear()

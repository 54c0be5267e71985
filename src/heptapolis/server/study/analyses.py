"""Analyses of finished games, which are stored, and of records from elsewhere, which are not."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import orjson

from heptapolis.analysis import (
    InvalidAnalysis,
    count_decisions,
    decided,
    net_version,
)
from heptapolis.bots import SearchBudget
from heptapolis.server.bots.bot_pool import BotFailed
from heptapolis.server.errors import Refused, StorageAway
from heptapolis.server.statistics.judgments import judgments_in
from heptapolis.server.study.documents import decision_analysis, game_analysis, read_game_analysis
from heptapolis.server.study.queue import AnalysisQueue
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.finished import must_be_over
from heptapolis.server.tables.replays import read_record, record_seats

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from heptapolis import GameRecord
    from heptapolis.analysis import Analysis, Decided
    from heptapolis.server.bots.bot_pool import BotPool
    from heptapolis.server.http.rate_limits import Limits
    from heptapolis.server.messages.http_requests import LookBody
    from heptapolis.server.messages.study_answers import AnalysisAnswer, LookAnswer
    from heptapolis.server.messages.words import Language
    from heptapolis.server.people.people import People
    from heptapolis.server.storage.store import Store, StoredAnalysis
    from heptapolis.server.study.queue import Job
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.state import TableState

LOOK: Final = SearchBudget(playouts=2000, cpu_ms=1500)
"""For a deeper look at one decision."""

LOOKS_AT_ONCE: Final = 2

ALIVE_MS: Final = 20_000
"""Another process has given up an analysis this long after it last said how far it is."""

TELL_SECONDS: Final = 2.0
"""How often other processes are told how far an analysis is."""

NOTHING: Final[AnalysisAnswer] = {"state": "none", "done": 0, "total": 0, "outdated": False, "analysis": None}


class Analyses:
    """Starts analyses, tells how far they are, and keeps those of finished games."""

    def __init__(
        self, registry: Registry, people: People, store: Store, bots: BotPool, limits: Limits, *, shared: bool
    ) -> None:
        """``shared``: several processes use the database, and each must know what the others work on."""
        self._registry = registry
        self._people = people
        self._store = store
        self._bots = bots
        self._limits = limits
        self._shared = shared
        self._looking: set[str] = set()
        self.queue = AnalysisQueue(bots)

    # --- finished games -------------------------------------------------------------------------------------------

    async def of_table(self, table: str, language: Language) -> bytes:
        """The analysis of a finished game, or how far it has come, as JSON.

        Raises:
            Refused: ``table/unknown`` or ``table/not-over``.
        """
        state = await self._finished(table)
        return await self._answer(state, await self._store.analysis(table), language)

    async def start_table(self, table: str, owner: str, language: Language) -> bytes:
        """Likewise, and starts it unless there is one of the present sage.

        Raises:
            Refused: ``table/unknown``, ``table/not-over``, ``message/too-often`` or ``analysis/busy``.
        """
        state = await self._finished(table)
        stored = await self._store.analysis(table)
        job = self.queue.find(table)
        idle = (job is None or job.state == "failed") and not (stored is not None and _is_alive(stored))
        if idle and not await _is_current(stored):
            self.queue.check_room(owner)
            await self._limits.check("analysis", owner)
            assert state.game is not None, "a game that is over was played"
            self.queue.start(table, owner, state.game.record(), self._keep(table))
        return await self._answer(state, stored, language)

    async def look_table(self, table: str, owner: str, asked: LookBody, language: Language) -> bytes:
        """A deeper look at one decision of a finished game, as JSON.

        Raises:
            Refused: ``table/unknown``, ``table/not-over``, or as ``look_text``.
        """
        state = await self._finished(table)
        assert state.game is not None, "a game that is over was played"
        return await self._look(owner, state.game.record(), self._names(state), asked, language)

    async def _finished(self, table: str) -> TableState:
        state = (await self._registry.room(table)).state
        must_be_over(state)
        await self._people.many(state.names_needed)
        return state

    def _names(self, state: TableState) -> list[str]:
        """The names of people by seat; the cities of bots are called by their wonders."""
        return ["" if seat.person is None else self._people.known(seat.person)["name"] for seat in state.seats]

    async def _answer(self, state: TableState, stored: StoredAnalysis | None, language: Language) -> bytes:
        answer = NOTHING.copy()
        job = self.queue.find(state.id)
        found = job.result if job is not None else None
        if found is None and stored is not None and stored.document is not None:
            answer["outdated"] = await _outdated(stored)
            found = await asyncio.to_thread(_read, stored.document)
        if found is not None:
            answer["state"], answer["done"], answer["total"] = "ready", len(found.decisions), len(found.decisions)
        if job is not None and job.result is None:
            answer["state"], answer["done"], answer["total"] = job.state, job.done, job.total
            if found is None and job.under_way:
                found = await asyncio.to_thread(job.so_far)
        elif stored is not None and _is_alive(stored):
            answer["state"], answer["done"], answer["total"] = "running", stored.done, stored.total
        return await _written(answer, found, language, self._names(state))

    def _keep(self, table: str) -> Callable[[Job], Awaitable[None]]:
        """Stores the analysis of a finished game; other processes are told how far it is."""
        told = time.monotonic() - TELL_SECONDS

        async def keep(job: Job) -> None:
            nonlocal told
            if job.result is not None:
                found = job.result
                document = await asyncio.to_thread(game_analysis, found, "en", ())
                written = await asyncio.to_thread(lambda: orjson.dumps(document).decode())
                await self._store.analysis_ends(table, (found.net, found.net_fingerprint, written))
                await self._store.add_judgments(table, judgments_in(document))
                self.queue.forget(job)
            elif self._shared and (not job.under_way or time.monotonic() - told >= TELL_SECONDS):
                told = time.monotonic()
                with contextlib.suppress(StorageAway):  # others wait a little longer
                    if job.under_way:
                        await self._store.analysis_goes_on(table, job.done, job.total)
                    else:
                        await self._store.analysis_ends(table, None)

        return keep

    # --- records from elsewhere -----------------------------------------------------------------------------------

    async def of_text(self, text: str, owner: str, language: Language) -> bytes:
        """The analysis of a record from elsewhere, or how far it has come, as JSON; the first request starts it.

        Raises:
            Refused: ``record/invalid``, ``message/too-often`` or ``analysis/busy``.
        """
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        job = self.queue.find(key)
        if job is None:
            self.queue.check_room(owner)
            await self._limits.check("analysis", owner)
            job = self.queue.start(key, owner, await asyncio.to_thread(read_record, text))
        elif job.state == "failed":
            self.queue.forget(job)  # told once: whoever asks how far it is does not start it again and again
        answer: AnalysisAnswer = {**NOTHING, "state": job.state, "done": job.done, "total": job.total}
        found = await asyncio.to_thread(job.so_far) if job.under_way else job.result
        return await _written(answer, found, language, _names_in(job.record))

    async def look_text(self, text: str, owner: str, asked: LookBody, language: Language) -> bytes:
        """A deeper look at one decision of a record from elsewhere, as JSON.

        Raises:
            Refused: ``record/invalid``, ``record/moment``, ``analysis/busy`` or ``analysis/failed``.
        """
        record = await asyncio.to_thread(read_record, text)
        return await self._look(owner, record, _names_in(record), asked, language)

    async def _look(
        self, owner: str, record: GameRecord, names: Sequence[str], asked: LookBody, language: Language
    ) -> bytes:
        if owner in self._looking or len(self._looking) >= LOOKS_AT_ONCE:
            raise Refused("analysis/busy", seconds=1)
        self._looking.add(owner)
        try:
            step = await asyncio.to_thread(_decision, record, asked)
            judged, _ = await self._bots.judge(step.view, step.move, LOOK)
        except BotFailed:
            raise Refused("analysis/failed") from None
        finally:
            self._looking.discard(owner)
        judged = replace(judged, line=step.line, moment=step.moment)
        answer: LookAnswer = {"decision": decision_analysis(judged, language, names)}
        return orjson.dumps(answer)

    async def close(self) -> None:
        """Gives up what is under way."""
        await self.queue.close()


def _decision(record: GameRecord, asked: LookBody) -> Decided:
    if count_decisions(record):
        for step in decided(record):
            if (step.line, step.city) == (asked.line, asked.city):
                return step
    raise Refused("record/moment", moment=asked.line)


def _names_in(record: GameRecord) -> list[str]:
    return [seat["person"]["name"] if seat["person"] is not None else "" for seat in record_seats(record)]


def _is_alive(stored: StoredAnalysis) -> bool:
    return now_ms() - stored.alive < ALIVE_MS


def _read(document: str) -> Analysis | None:
    """A stored analysis; None if another version has written it in another form."""
    try:
        return read_game_analysis(orjson.loads(document))
    except InvalidAnalysis:
        return None


async def _written(answer: AnalysisAnswer, found: Analysis | None, language: Language, names: Sequence[str]) -> bytes:
    def write() -> bytes:
        if found is not None:
            answer["analysis"] = game_analysis(found, language, names)
        return orjson.dumps(answer)

    return await asyncio.to_thread(write)


async def _is_current(stored: StoredAnalysis | None) -> bool:
    """Whether there is an analysis of the present sage."""
    if stored is None or stored.document is None or await _outdated(stored):
        return False
    return await asyncio.to_thread(_read, stored.document) is not None


async def _outdated(stored: StoredAnalysis) -> bool:
    """Whether an analysis is of another sage than the present one."""
    return (stored.net, stored.fingerprint) != await asyncio.to_thread(net_version)

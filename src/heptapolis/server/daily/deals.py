"""Starts games of the daily deal, and tells how people have played it."""

from __future__ import annotations

import calendar
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import structlog
from sqlalchemy import and_, select

from heptapolis.server.daily.calendar import (
    LEVEL,
    SEAT,
    before,
    bots_secret,
    day_at,
    end_of,
    is_day,
    options_of,
    sage_table,
    seeds_of,
)
from heptapolis.server.errors import Refused
from heptapolis.server.statistics.facts import CATEGORIES
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import dailies, daily_plays, people, results, voided
from heptapolis.server.storage.writer import Overtaken
from heptapolis.server.tables import events
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.registry import new_table_id

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.messages.daily_answers import (
        DailyDay,
        DailyMonth,
        DailyMonthDay,
        DailyResult,
        DailyResults,
        DailySage,
        DailyState,
    )
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.registry import Registry

LOG = structlog.get_logger("heptapolis.daily")

SECRET_BYTES: Final = 32
MOST_LISTED: Final = 1000
POINTS: Final = tuple(results.c[f"{category}_points"] for category in CATEGORIES)


@dataclass(frozen=True, slots=True)
class Mine:
    """My game of a day."""

    played_at: str
    """The id of its table."""
    state: DailyState


class DailyDeals:
    """The daily deals of a server."""

    def __init__(self, engine: AsyncEngine, store: Store, registry: Registry, people: People) -> None:
        """The first game of a day makes its secret."""
        self._engine = engine
        self._store = store
        self._registry = registry
        self._people = people

    # --- playing --------------------------------------------------------------------------------------------------

    async def start(self, person: Person) -> str:
        """The table of a person's game of today; a new one at the first call of the day.

        Raises:
            Refused: there are too many tables.
        """
        day = day_at(now_ms())
        mine = await self._table_of(day, person.id)
        if mine is not None:
            return mine
        secret = await self._secret(day)
        table = new_table_id()
        row = {"day": day, "person": person.id, "table_id": table}
        sits = (events.SAT, {"seat": SEAT, "person": person.id})
        try:
            await self._registry.create_daily(_plans(day, secret, person.id, sits), table, [(daily_plays, row)])
        except Overtaken:  # by another request of the same person
            mine = await self._table_of(day, person.id)
            assert mine is not None, "nothing else can be in the way"
            return mine
        await self._let_the_sage_play(day, secret)
        return table

    async def _let_the_sage_play(self, day: str, secret: str) -> None:
        """Opens the table at which the sage plays the same deal, unless there is one."""
        table = sage_table(secret)
        if await self._store.load(table) is not None:
            return
        try:
            await self._registry.create_daily(
                _plans(day, secret, None, (events.BOT, {"seat": SEAT, "level": LEVEL})), table
            )
        except Overtaken:
            pass  # by another process
        except Refused as refused:  # the person plays all the same
            LOG.warning("sage_does_not_play", code=refused.code)

    async def _secret(self, day: str) -> str:
        """The secret of a day; made when it is first needed, once for all processes."""
        new = self._store.upsert(dailies).values(day=day, secret=secrets.token_hex(SECRET_BYTES))
        async with transaction(self._engine) as connection:
            await connection.execute(new.on_conflict_do_nothing())
            found = await connection.execute(select(dailies.c.secret).where(dailies.c.day == day))
            return str(found.scalar_one())

    async def _table_of(self, day: str, person: str) -> str | None:
        query = select(daily_plays.c.table_id).where(daily_plays.c.day == day, daily_plays.c.person == person)
        async with reading(self._engine) as connection:
            return (await connection.execute(query)).scalar()

    # --- pages ----------------------------------------------------------------------------------------------------

    async def page(self, day: str | None, viewer: Person | None) -> DailyDay:
        """The deal of a day, by default of today.

        Raises:
            Refused: ``daily/unknown``: no deal was played on that day, or it has not come yet.
        """
        now = now_ms()
        today = day_at(now)
        day = day or today
        secret = await self._known_secret(day) if is_day(day) and day <= today else None
        if secret is None and day != today:
            raise Refused("daily/unknown")
        mine = await self._mine(day, viewer)
        over = now >= end_of(day)
        streak, longest = await self._streaks(viewer, day)
        shown = over or (mine is not None and mine.state == "over")
        return {
            "day": day,
            "ends": end_of(day),
            "now": now,
            "options": options_of(day),
            "level": LEVEL,
            "state": mine.state if mine is not None else "new",
            "table": mine.played_at if mine is not None else None,
            "streak": streak,
            "longest": longest,
            "categories": list(CATEGORIES),
            "results": await self._results(day, secret, viewer) if shown and secret is not None else None,
            "secret": secret if over else None,
        }

    async def month(self, month: str, viewer: Person | None) -> DailyMonth:
        """The deals of a month up to today.

        Raises:
            Refused: ``daily/unknown``: there is no such month.
        """
        if not is_day(f"{month}-01"):
            raise Refused("daily/unknown")
        today = day_at(now_ms())
        year, number = int(month[:4]), int(month[5:])
        days = [f"{month}-{day + 1:02}" for day in range(calendar.monthrange(year, number)[1])]
        days = [day for day in days if day <= today]
        found = await self._results_of(days[0], days[-1]) if days else []
        streak, longest = await self._streaks(viewer, today)
        tables_of_mine = await self._plays_in(viewer, days[0], days[-1]) if days and viewer is not None else {}
        return {
            "month": month,
            "days": [_month_day(day, today, found, tables_of_mine.get(day), viewer) for day in days],
            "streak": streak,
            "longest": longest,
        }

    async def _known_secret(self, day: str) -> str | None:
        async with reading(self._engine) as connection:
            return (await connection.execute(select(dailies.c.secret).where(dailies.c.day == day))).scalar()

    async def _mine(self, day: str, viewer: Person | None) -> Mine | None:
        return (await self._plays_in(viewer, day, day)).get(day) if viewer is not None else None

    async def _plays_in(self, viewer: Person, first: str, last: str) -> dict[str, Mine]:
        """My games of some days."""
        query = (
            select(daily_plays.c.day, daily_plays.c.table_id, results.c.ended)
            .select_from(daily_plays.outerjoin(results, _played_here()))
            .where(daily_plays.c.person == viewer.id, daily_plays.c.day.between(first, last))
        )
        async with reading(self._engine) as connection:
            rows = (await connection.execute(query)).all()
        return {row.day: Mine(row.table_id, _state(row.day, row.ended)) for row in rows}

    async def _streaks(self, viewer: Person | None, day: str) -> tuple[int, int]:
        """My present and my longest streak, as they were on a day."""
        if viewer is None:
            return 0, 0
        query = (
            select(daily_plays.c.day, results.c.ended)
            .select_from(daily_plays.join(results, _played_here()))
            .where(daily_plays.c.person == viewer.id, daily_plays.c.day <= day)
        )
        async with reading(self._engine) as connection:
            rows = (await connection.execute(query)).all()
        return streaks({row.day for row in rows if _state(row.day, row.ended) == "over"}, day)

    async def _results_of(self, first: str, last: str) -> list[Row[Any]]:
        """All results of some days that count, most points first."""
        async with reading(self._engine) as connection:
            rows = (await connection.execute(_results_query(first, last))).all()
        return [row for row in rows if _state(row.day, row.ended) == "over"]

    async def _results(self, day: str, secret: str, viewer: Person | None) -> DailyResults:
        rows = await self._results_of(day, day)
        listed = rows[:MOST_LISTED]
        listed += [row for row in rows[MOST_LISTED:] if viewer is not None and row.person == viewer.id]
        await self._people.many({row.person for row in listed})
        return {
            "results": [_result(row, rows, self._people, viewer) for row in listed],
            "count": len(rows),
            "ranked": sum(row.kind == "account" for row in rows),
            "sage": await self._sage(secret),
        }

    async def _sage(self, secret: str) -> DailySage | None:
        query = select(results).where(results.c.table_id == sage_table(secret), results.c.seat == SEAT)
        async with reading(self._engine) as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        return {"points": row.total, "place": row.place, "categories": _categories(row), "table": row.table_id}


def _plans(
    day: str, secret: str, person: str | None, seat: tuple[str, dict[str, Any]]
) -> list[tuple[str, dict[str, Any]]]:
    """The events that open a table of a day and start its game."""
    options = options_of(day)
    return [
        (events.OPENED, {"person": person, "options": options, "daily": day}),
        seat,
        *((events.BOT, {"seat": other, "level": LEVEL}) for other in range(options["seats"]) if other != SEAT),
        (events.STARTED, {"seeds": seeds_of(secret), "bots": bots_secret(secret)}),
    ]


def _played_here() -> Any:
    """How plays and results belong together; a game that a bot had to finish, or that the host took out, is none."""
    void = select(voided.c.table_id).where(voided.c.table_id == daily_plays.c.table_id)
    return and_(
        results.c.table_id == daily_plays.c.table_id, results.c.seat == SEAT, results.c.bot.is_(None), ~void.exists()
    )


def _results_query(first: str, last: str) -> Select[Any]:
    return (
        select(
            daily_plays.c.day,
            daily_plays.c.person,
            daily_plays.c.table_id,
            people.c.kind,
            results.c.ended,
            results.c.total,
            results.c.place,
            *POINTS,
        )
        .select_from(daily_plays.join(results, _played_here()).join(people, people.c.id == daily_plays.c.person))
        .where(daily_plays.c.day.between(first, last))
        .order_by(results.c.total.desc(), results.c.ended)
    )


def _state(day: str, ended: int | None) -> DailyState:
    if ended is None:
        return "playing"
    return "over" if ended < end_of(day) else "late"


def _categories(row: Row[Any]) -> list[int]:
    return [getattr(row, column.name) for column in POINTS]


def _rank(row: Row[Any], rows: list[Row[Any]]) -> int | None:
    """The rank of an account among the accounts of its day; equal points share a rank."""
    if row.kind != "account":
        return None
    better = [other for other in rows if other.kind == "account" and other.total > row.total]
    return len(better) + 1


def _result(row: Row[Any], rows: list[Row[Any]], known: People, viewer: Person | None) -> DailyResult:
    return {
        "person": known.known(row.person),
        "rank": _rank(row, rows),
        "points": row.total,
        "place": row.place,
        "categories": _categories(row),
        "table": row.table_id,
        "you": viewer is not None and row.person == viewer.id,
    }


def _month_day(day: str, today: str, found: list[Row[Any]], mine: Mine | None, viewer: Person | None) -> DailyMonthDay:
    rows = [row for row in found if row.day == day]
    own = next((row for row in rows if viewer is not None and row.person == viewer.id), None)
    shown = day < today or own is not None
    return {
        "day": day,
        "options": options_of(day),
        "state": mine.state if mine is not None else "new",
        "table": mine.played_at if mine is not None else None,
        "points": own.total if own is not None else None,
        "rank": _rank(own, rows) if own is not None else None,
        "best": max((row.total for row in rows if row.kind == "account"), default=None) if shown else None,
        "count": len(rows) if shown else None,
    }


def streaks(played: set[str], day: str) -> tuple[int, int]:
    """The streak up to a day, or up to the day before while the day is not played yet; and the longest one."""
    longest = length = 0
    last = ""
    for each in sorted(played):
        length = length + 1 if last == before(each) else 1
        longest = max(longest, length)
        last = each
    return length if last in (day, before(day)) else 0, longest

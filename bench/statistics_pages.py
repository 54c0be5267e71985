"""Fills a database with finished games and measures how long the pages of the statistics take.

python bench/statistics_pages.py                          SQLite in a temporary folder
python bench/statistics_pages.py --database postgresql+asyncpg://...    an empty database
python bench/statistics_pages.py --database ... --rebuild    also makes all sums and ratings again, and compares

The games are made up: only what the statistics keep of a game, added as the server adds it. A database that has them
already is not filled again. The target is 200 ms on the clock for a page with 100,000 games; the CPU time of this
process is printed beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

import click
from sqlalchemy import func, insert, select, text, update

from heptapolis.server.messages.http_requests import LONGEST_DAYS
from heptapolis.server.people.people import People
from heptapolis.server.ratings.pages import Ratings
from heptapolis.server.ratings.steps import rate_all
from heptapolis.server.statistics.facts import CATEGORIES, GameFacts, SeatFacts
from heptapolis.server.statistics.judgments import Judgment
from heptapolis.server.statistics.pages import Statistics
from heptapolis.server.statistics.summing import DAY, sum_again
from heptapolis.server.statistics.tallies import add_games, add_judgments
from heptapolis.server.storage import schema
from heptapolis.server.storage.database import PATIENT_SECONDS, migrate, open_engine, reading, transaction

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

TARGET_MS: Final = 200.0
BATCH: Final = 500
HOUR: Final = 3_600_000
PEOPLE: Final = 200
WONDERS: Final = ("Alexandria", "Babylon", "Ephesus", "Giza", "Halicarnassus", "Olympia", "Rhodes")


def made_up(number: int, people: list[str], rng: random.Random) -> GameFacts:
    """A game that nobody played. The first people play most."""
    count = rng.choice((3, 3, 4, 4, 5, 6, 7))
    who = {people[int(len(people) * rng.random() ** 2)] for _ in range(min(3, count))}
    wonders = rng.sample(WONDERS, count)
    points = [{category: rng.randrange(15) for category in CATEGORIES} for _ in range(count)]
    totals = [sum(each.values()) for each in points]
    order = sorted(totals, reverse=True)
    persons = [*who, *([None] * (count - len(who)))]
    seats = tuple(
        SeatFacts(
            seat=seat,
            person=persons[seat],
            bot=None if persons[seat] else "normal",
            wonder=wonders[seat],
            side=rng.choice("AB"),
            place=1 + order.index(totals[seat]),
            won=totals[seat] == order[0],
            total=totals[seat],
            points=points[seat],
        )
        for seat in range(count)
    )
    return GameFacts(
        table_id=f"{number:022d}",
        ended=1_700_000_000_000 + number * HOUR // 4,
        public=rng.random() < 0.7,
        edition=rng.choice(("first", "second")),
        boxes=rng.choice(("", "cities", "leaders", "cities+leaders")),
        mode="standard",
        seats=seats,
        seconds=rng.randrange(600, 90_000),
        margin=order[0] - order[1],
        helped=rng.random() < 0.1,
        rated="yes" if rng.random() < 0.3 else "no",
        company=len(who) > 1,
        counted=True,
    )


def made_up_judgments(game: GameFacts, rng: random.Random) -> list[Judgment | None]:
    """The analysis of every tenth game."""
    if rng.random() >= 0.1:
        return []
    line = ",".join(str(rng.randrange(300, 700)) for _ in range(14))
    return [Judgment(rng.randrange(400, 1000), rng.randrange(300), line) for _ in game.seats]


async def measured(page: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """The CPU time of this process and the time on the clock of a page, in milliseconds; medians of twenty."""
    found: list[tuple[float, float]] = []
    for _ in range(20):
        cpu, clock = time.process_time(), time.perf_counter()
        await page()
        found.append((1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - clock)))
    return median(cpu for cpu, _ in found), median(clock for _, clock in found)


async def fill(engine: AsyncEngine, known: People, count: int) -> None:
    """Adds the games, some of them analysed; every account is on the leaderboards."""
    people = [await known.new(f"Player {number}") for number in range(PEOPLE)]
    ids = [person.id for person in people]
    async with transaction(engine) as connection:
        for person in ids:
            row = update(schema.people).where(schema.people.c.id == person)
            await connection.execute(row.values(kind="account", account=person.lower()))
            await connection.execute(insert(schema.profiles).values(person=person, shown=True, listed=True))
    rng = random.Random(20)
    begun = time.process_time()

    def add(connection: Connection, batch: list[GameFacts]) -> None:
        add_games(connection, batch)
        for game in batch:
            if judged := made_up_judgments(game, rng):
                add_judgments(connection, game.table_id, judged)

    for start in range(0, count, BATCH):
        batch = [made_up(number, ids, rng) for number in range(start, min(count, start + BATCH))]
        async with transaction(engine) as connection:
            await connection.run_sync(add, batch)
    spent = time.process_time() - begun
    click.echo(f"{count} games added in {spent:.0f} s of CPU time, {1000 * spent / count:.2f} ms a game")


async def everything(engine: AsyncEngine) -> dict[str, list[tuple[Any, ...]]]:
    """All sums and ratings."""
    async with reading(engine) as connection:
        return {
            table.name: sorted(tuple(row) for row in await connection.execute(select(table)))
            for table in (schema.tallies, schema.encounters, schema.rating_steps, schema.ratings)
        }


async def rebuilt(engine: AsyncEngine) -> bool:
    """Makes all sums and ratings again, and returns whether they are the same as before."""
    grown = await everything(engine)
    begun, clock = time.process_time(), time.perf_counter()
    async with transaction(engine) as connection:
        await connection.run_sync(sum_again)
        middle, middle_clock = time.process_time(), time.perf_counter()
        await connection.run_sync(rate_all)
    spent, passed = time.process_time() - middle, time.perf_counter() - middle_clock
    click.echo(f"sums made again in {middle - begun:.0f} s of CPU time, {middle_clock - clock:.0f} s on the clock")
    same = await everything(engine) == grown
    rows = ", ".join(f"{len(rows)} {name}" for name, rows in grown.items())
    click.echo(f"ratings in {spent:.0f} and {passed:.0f} s; all {'the same' if same else 'DIFFERENT'}: {rows}")
    return same


async def bench(url: str, count: int, *, rebuild: bool) -> bool:
    """Fills the database, prints the times, and returns whether every page is fast enough."""
    engine = open_engine(url, PATIENT_SECONDS)
    await migrate(engine)
    known = People(engine, "0123456789abcdef0123456789abcdef")
    counted = select(func.count()).select_from(schema.games)
    async with reading(engine) as connection:
        there = (await connection.execute(counted)).scalar_one()
    if not there:
        await fill(engine, known, count)
    if engine.dialect.name == "postgresql":  # what PostgreSQL does by itself after a while
        async with engine.connect() as raw:
            await (await raw.execution_options(isolation_level="AUTOCOMMIT")).execute(text("VACUUM ANALYZE"))
    async with reading(engine) as connection:
        there = (await connection.execute(counted)).scalar_one()
        query = (
            select(schema.results.c.person)
            .where(schema.results.c.person.is_not(None))
            .group_by(schema.results.c.person)
            .order_by(func.count().desc())
        )
        ids = list((await connection.execute(query)).scalars())
    busiest, usual = [await known.get(person) for person in (ids[0], ids[len(ids) // 2])]
    assert busiest is not None and usual is not None, "they have played"
    statistics, ratings = Statistics(engine, known), Ratings(engine, known)
    click.echo(f"{engine.dialect.name}, {there} games")
    fast = True
    last = 1_700_000_000_000 + there * HOUR // 4
    month, longest = (last - days * DAY for days in (30, LONGEST_DAYS))
    for name, page in (
        ("the server's page", statistics.host),
        ("the profile of who plays most", lambda: statistics.profile(busiest, busiest)),
        ("as others see it", lambda: statistics.profile(busiest, usual)),
        ("only rated games", lambda: statistics.profile(busiest, busiest, "rated")),
        ("only games with other people", lambda: statistics.profile(busiest, busiest, "people")),
        ("only the last 30 days", lambda: statistics.profile(busiest, busiest, "all", month)),
        (f"only the last {LONGEST_DAYS} days, rated", lambda: statistics.profile(busiest, busiest, "rated", longest)),
        ("the profile of somebody in the middle", lambda: statistics.profile(usual, usual)),
        ("only rated games", lambda: statistics.profile(usual, usual, "rated")),
        (
            "games behind a number of who plays most: a way",
            lambda: statistics.games_behind(busiest, busiest, ("all", 0), "way", "war", 0),
        ),
        (
            "... or most points of a category",
            lambda: statistics.games_behind(busiest, busiest, ("rated", 0), "category", "science", 0),
        ),
        ("a leaderboard", lambda: ratings.leaderboard("base", busiest)),
    ):
        cpu, clock = await measured(page)
        fast &= clock < TARGET_MS
        click.echo(f"{name}: {cpu:.1f} ms of CPU time, {clock:.1f} ms on the clock")
    counts = [(await statistics.profile(person, person))["games"] for person in (busiest, usual)]
    click.echo(f"  {counts[0]} games of who plays most, {counts[1]} of somebody in the middle")
    same = await rebuilt(engine) if rebuild else True
    await engine.dispose()
    return fast and same


def main() -> int:
    """Reads the arguments and runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--database", help="an empty database; without it a SQLite file is made and removed")
    parser.add_argument("--rebuild", action="store_true", help="make all sums and ratings again, and compare")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.database or f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        return 0 if asyncio.run(bench(url, asked.games, rebuild=asked.rebuild)) else 1


if __name__ == "__main__":
    sys.exit(main())

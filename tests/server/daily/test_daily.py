"""The daily deal: the same for everybody, once for each person, and secret until one has played it."""

import asyncio
import io
import random
import re
import time
import zipfile
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from sqlalchemy import insert, inspect, select, text, update

from heptapolis import Game
from heptapolis.server.bots import bot_worker
from heptapolis.server.client import TableClient, Visitor
from heptapolis.server.daily import calendar
from heptapolis.server.daily.calendar import CALENDAR, options_of, sage_table, seeds_of
from heptapolis.server.daily.deals import streaks
from heptapolis.server.errors import Refused
from heptapolis.server.operations.backup import backup, restore
from heptapolis.server.operations.settings import Settings
from heptapolis.server.storage.database import alembic_config, migrate, open_engine, reading, transaction
from heptapolis.server.storage.schema import dailies, daily_plays, people, results
from heptapolis.server.tables import events
from heptapolis.server.tables.options import game_of_seeds
from serving import Inside, inside, play_on, run

pytestmark = [pytest.mark.once, pytest.mark.timeout(500)]

PATIENCE = 400
"""Seconds: whole games of searching bots, perhaps on a busy machine."""

DAY = "2026-11-16"
"""A Monday."""


class Clock:
    """The time of day of the server, which the test can set."""

    def __init__(self) -> None:
        self.set(DAY)

    def set(self, day: str, hour: int = 12) -> None:
        noon = datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC)
        self._offset = round(noon.timestamp() * 1e9) - time.monotonic_ns()

    def time_ns(self) -> int:
        return time.monotonic_ns() + self._offset


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(events, "time", SimpleNamespace(time_ns=found.time_ns))
    return found


async def account(server: Inside, name: str) -> Visitor:
    """A person with an account, without the work of hashing a password."""
    visitor = await server.guest(name)
    me = (await visitor.ask("GET", "/api/me"))["person"]["id"]
    async with transaction(server.store.engine) as connection:
        row = update(people).where(people.c.id == me).values(kind="account", account=name.lower())
        await connection.execute(row)
    await server.people._get_stored(me)
    return visitor


async def play(visitor: Visitor, seed: int = 1, decisions: int = 10**9) -> str:
    """Plays the deal of the day at random, and returns its table."""
    table: str = (await visitor.ask("POST", "/api/daily"))["table"]
    client = visitor.at(table)
    await client.connect()
    await play_on(client, random.Random(seed), decisions)
    await client.close()
    return table


async def record(server: Inside, table: str) -> str:
    state = (await server.registry.room(table)).state
    assert state.game is not None
    return str(state.game.record())


async def until(test: Callable[[], Awaitable[Any]]) -> Any:
    while not (found := await test()):
        await asyncio.sleep(0.05)
    return found


def test_calendar_is_written_down_and_every_day_can_be_played() -> None:
    page = (Path(__file__).parents[3] / "docs" / "daily.md").read_text(encoding="utf-8")
    rows = [line.split("|")[2:5] for line in page.splitlines() if line.startswith("| ") and "day |" in line][1:]
    written = [tuple(cell.strip() for cell in row) for row in rows]
    names = {"leaders": "Leaders", "cities": "Cities"}
    assert written == [
        (each.edition, ", ".join(names[box] for box in each.boxes) or "none", str(each.seats)) for each in CALENDAR
    ]
    for number in range(7):
        game_of_seeds(options_of(f"2026-11-{16 + number}"), [1, 2, 3, 4, 5])
    assert calendar.day_at(calendar.end_of(DAY) - 1) == DAY
    assert calendar.day_at(calendar.end_of(DAY)) == "2026-11-17"
    assert calendar.before("2026-03-01") == "2026-02-28"
    assert not calendar.is_day("2026-02-30") and not calendar.is_day("20260228")


def test_everything_of_a_day_follows_from_its_secret() -> None:
    seeds = seeds_of("ab" * 32)
    assert len(set(seeds)) == len(seeds)
    assert seeds != seeds_of("ac" * 32)
    assert len(sage_table("ab" * 32)) == 22
    # No bot of the deal stops by a clock.
    assert all("ms=" not in bot for bot in bot_worker.FIXED.values())


def test_streaks() -> None:
    assert streaks(set(), DAY) == (0, 0)
    assert streaks({"2026-11-14", "2026-11-15", DAY}, DAY) == (3, 3)
    assert streaks({"2026-11-14", "2026-11-15"}, DAY) == (2, 2)  # today is not over yet
    assert streaks({"2026-11-10", "2026-11-11", "2026-11-12", "2026-11-14", DAY}, DAY) == (1, 3)
    assert streaks({"2026-11-14"}, DAY) == (0, 1)


def test_same_moves_give_the_same_game_also_after_a_restart(tmp_path: Path, clock: Clock) -> None:
    async def moves(client: TableClient, rng: random.Random, count: int) -> None:
        """A person who always chooses by the same rule, whatever the bots have decided so far."""
        for _ in range(count):
            play = await client.next_decision()
            if play is None:
                return
            await asyncio.sleep(rng.random() * 0.1)  # before or after the bots
            choices = play["view"]["pending"][0]["moves"]
            await client.choose(choices[play["moment"] * 7 % len(choices)])

    async def half_a_game() -> tuple[str, str, str | None]:
        async with inside(tmp_path) as server:
            ada, bob = await server.guest("Ada"), await server.guest("Bob")
            tables = [(await each.ask("POST", "/api/daily"))["table"] for each in (ada, bob)]
            for who, table, count in ((ada, tables[0], 99), (bob, tables[1], 8)):
                client = who.at(table)
                await client.connect()
                await moves(client, random.Random(count), count)
                await client.close()
            return await record(server, tables[0]), tables[1], bob.cookie

    async def the_rest() -> str:
        async with inside(tmp_path) as server:
            client = server.client(table, cookie=cookie)
            await client.connect()
            await moves(client, random.Random(5), 99)
            return await record(server, table)

    whole, table, cookie = run(half_a_game(), PATIENCE)
    assert "Result" in whole or "total" in whole.lower()
    assert run(the_rest(), PATIENCE) == whole


def test_each_person_plays_once(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, nobody = await server.guest("Ada"), Visitor(server.url)
            with pytest.raises(Refused, match="person/needed"):
                await nobody.ask("POST", "/api/daily")
            assert (await nobody.ask("GET", "/api/daily"))["state"] == "new"
            await nobody.close()
            made = await asyncio.gather(*(ada.ask("POST", "/api/daily") for _ in range(4)))
            assert len({each["table"] for each in made}) == 1
            told = await ada.ask("GET", "/api/daily")
            assert (told["day"], told["state"], told["table"]) == (DAY, "playing", made[0]["table"])
            assert (told["results"], told["secret"]) == (None, None)
            table = await play(ada)
            assert table == made[0]["table"]
            assert (await ada.ask("POST", "/api/daily"))["table"] == table
            clock.set("2026-11-17")
            assert (await ada.ask("POST", "/api/daily"))["table"] != table

    run(main(), PATIENCE)


def test_nobody_helps_at_the_daily_deal(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await server.guest("Ada")
            table = (await ada.ask("POST", "/api/daily"))["table"]
            client = ada.at(table)
            await client.connect()
            await play_on(client, random.Random(1), 2)
            assert await client.next_decision() is not None and client.play is not None
            moment = client.play["moment"]
            assert client.table["daily"] == DAY
            for request, code, fields in (
                ("advice", "advice/not-allowed", {"moment": moment}),
                ("take-back", "daily/alone", {"moment": moment}),
                ("leave-seat", "daily/alone", {}),
            ):
                with pytest.raises(Refused, match=code):
                    await client.ask(request, **fields)

    run(main(), PATIENCE)


async def refusals(server: Inside, visitor: Visitor, table: str) -> list[str]:
    """The codes with which a person is refused everything that shows a finished game."""
    found = []
    asked = (
        ("GET", "", None),
        ("GET", "game", None),
        ("GET", "record", None),
        ("GET", "replay?seat=0", None),
        ("GET", "analysis", None),
        ("POST", "analysis", None),
        ("POST", "analysis/look", {"line": 0, "city": 0}),
        ("POST", "continue", {"moment": 0}),
    )
    for method, path, body in asked:
        response = await visitor.http.request(
            method, f"/api/tables/{table}/{path}".rstrip("/"), json=body, headers={"X-Heptapolis": "1"}
        )
        found.append(response.json()["code"] if response.status_code != 200 else "")
    client: TableClient = visitor.at(table, watch=True)
    try:
        await client.connect()
        found.append("")
    except Refused as refused:
        found.append(refused.code)
    await client.close()
    return found


async def records(server: Inside, visitor: Visitor, table: str, continued: str) -> list[str]:
    """All texts that could tell the seed of a finished game to its player, its record first."""
    record = (await visitor.http.get(f"/api/tables/{table}/record")).text
    archive = zipfile.ZipFile(io.BytesIO((await visitor.http.get("/api/me/games.zip")).content))
    mine = (await visitor.http.get("/api/me/export")).text
    replay = (await visitor.http.get(f"/api/tables/{table}/replay?seat=0")).text
    state = (await server.registry.room(continued)).state
    assert state.game is not None
    return [
        record,
        *(archive.read(name).decode() for name in archive.namelist()),
        mine,
        replay,
        str(state.game.record()),
    ]


async def link(visitor: Visitor, table: str) -> tuple[str, bytes]:
    """What a link to a game shows in messengers: title, sentence and picture."""
    page = (await visitor.http.get(f"/game/{table}")).text
    told = re.findall(r'og:(?:title|description)" content="([^"]*)"', page)
    picture = await visitor.http.get(f"/api/tables/{table}/picture")
    assert picture.headers["content-type"] == "image/png"
    return " ".join(told), picture.content


def test_games_of_today_are_secret_until_one_has_played(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, bob, nobody = await server.guest("Ada"), await server.guest("Bob"), Visitor(server.url)
            table = await play(ada)
            begun = await play(bob, decisions=3)  # not finished
            assert await link(nobody, table) == await link(nobody, begun)  # says nothing of either game
            assert "Ada" not in (await link(nobody, table))[0]
            assert set(await refusals(server, bob, table)) == {"daily/secret"}
            assert set(await refusals(server, nobody, table)) == {"daily/secret", "person/needed"}
            told = await bob.ask("GET", "/api/daily")
            assert table not in str(told) and (told["results"], told["secret"]) == (None, None)
            month = await bob.ask("GET", "/api/daily/month?month=2026-11")
            assert (month["days"][-1]["best"], month["days"][-1]["count"]) == (None, None)
            await play(bob)
            assert set(await refusals(server, bob, table)) == {""}
            told = await bob.ask("GET", "/api/daily")
            assert table in str(told["results"]) and told["secret"] is None
            assert set(await refusals(server, nobody, table)) == {"daily/secret", "person/needed"}
            secret = await link(ada, table)
            state = (await server.registry.room(table)).state
            assert state.game is not None
            async with reading(server.store.engine) as connection:
                written = (await connection.execute(select(dailies.c.secret))).scalar_one()
            seeds = [written, *seeds_of(written), *(str(int(seed, 16)) for seed in seeds_of(written))]
            again = await ada.ask("POST", f"/api/tables/{table}/continue", {"moment": 0, "level": "easy"})
            texts = await records(server, ada, table, again["table"])
            assert not [text for text in texts if any(seed in text for seed in seeds)]
            same = Game.from_record(texts[0])
            assert [score.total for score in same.scores()] == [score.total for score in state.game.scores()]
            clock.set("2026-11-17", hour=0)
            assert f"seed: {state.game.record().seed}\n" in (await records(server, ada, table, again["table"]))[0]
            assert set(await refusals(server, nobody, table)) == {"", "person/needed"}
            title, picture = await link(nobody, table)
            assert title != secret[0] and "Ada" in title and picture != secret[1]
            told = await nobody.ask("GET", f"/api/daily/{DAY}")
            dealt = game_of_seeds(state.options, [int(seed, 16) for seed in seeds_of(told["secret"])])
            assert dealt.record().deal == state.game.record().deal
            for day in ("2026-11-15", "2026-11-18", "2026-02-30"):
                with pytest.raises(Refused, match="daily/unknown"):
                    await nobody.ask("GET", f"/api/daily/{day}")
            await nobody.close()

    run(main(), PATIENCE)


def test_results_rank_accounts_only_and_show_the_sage(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, bob, carl = await account(server, "Ada"), await account(server, "Bob"), await server.guest("Carl")
            late = await account(server, "Late")
            names = {await play(who, seed): seed for seed, who in enumerate((ada, bob, carl, late))}
            async with transaction(server.store.engine) as connection:
                for table, points in zip(names, (50, 60, 70, 80), strict=True):
                    change = update(results).where(results.c.table_id == table, results.c.seat == 0)
                    await connection.execute(change.values(total=points))
                last = update(results).where(results.c.table_id == list(names)[3])
                await connection.execute(last.values(ended=calendar.end_of(DAY)))

            async def sage_has_played() -> Any:
                return (await ada.ask("GET", "/api/daily"))["results"]["sage"]

            sage = await until(sage_has_played)
            told = await ada.ask("GET", "/api/daily")
            found = told["results"]
            assert [(each["person"]["name"], each["rank"], each["points"]) for each in found["results"]] == [
                ("Carl", None, 70),
                ("Bob", 1, 60),
                ("Ada", 2, 50),
            ]
            assert [each["you"] for each in found["results"]] == [False, False, True]
            assert (found["count"], found["ranked"], told["streak"], told["longest"]) == (3, 2, 1, 1)
            assert sum(sage["categories"]) == sage["points"] > 30
            assert len(told["categories"]) == len(sage["categories"])
            assert set(await refusals(server, ada, sage["table"])) == {""}
            told = await late.ask("GET", "/api/daily")
            assert (told["state"], told["results"], told["streak"]) == ("late", None, 0)
            month = (await ada.ask("GET", "/api/daily/month?month=2026-11"))["days"]
            assert len(month) == 16
            last_day = month[-1]
            assert (last_day["points"], last_day["rank"], last_day["best"], last_day["count"]) == (50, 2, 60, 3)
            assert (await ada.ask("GET", "/api/daily/month?month=2026-12"))["days"] == []
            with pytest.raises(Refused, match="daily/unknown"):
                await ada.ask("GET", "/api/daily/month?month=2026-13")
            await bob.ask("POST", "/api/guest", {"name": "Robert"})
            await carl.ask("POST", "/api/me/delete", {"password": None})
            found = (await ada.ask("GET", "/api/daily"))["results"]["results"]
            assert [(each["person"]["name"], each["rank"]) for each in found] == [("Robert", 1), ("Ada", 2)]

    run(main(), PATIENCE)


def test_daily_deals_are_part_of_a_backup(tmp_path: Path, clock: Clock) -> None:
    async def main() -> None:
        async with inside(tmp_path / "old") as server:
            ada = await server.guest("Ada")
            table = await play(ada, decisions=1)
            await backup(Settings(data=str(tmp_path / "old")), tmp_path / "file")
        await restore(Settings(data=str(tmp_path / "new")), tmp_path / "file", with_key=True)
        async with inside(tmp_path / "new") as server:
            again = Visitor(server.url)
            again.http.cookies.set("heptapolis", ada.cookie or "")
            assert (await again.ask("POST", "/api/daily"))["table"] == table
            await again.close()

    run(main(), PATIENCE)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migration_both_ways_keeps_the_data_of_before(kind: str, tmp_path: Path, request: Any) -> None:
    url = (
        f"sqlite+aiosqlite:///{tmp_path / 'test.db'}"
        if kind == "sqlite"
        else request.getfixturevalue("postgres").new_database()
    )

    async def main() -> None:
        engine = open_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(lambda plain: command.upgrade(alembic_config(plain), "0007"))
            row = {"id": "person-1", "kind": "guest", "name": "Ada", "epoch": 0, "created": 1, "forgotten": False}
            await connection.execute(insert(people).values(**row))
        await migrate(engine)
        async with transaction(engine) as connection:
            await connection.execute(insert(dailies).values(day=DAY, secret="ab" * 32))
            await connection.execute(insert(daily_plays).values(day=DAY, person="person-1", table_id="t" * 22))
        async with engine.begin() as connection:
            await connection.run_sync(lambda plain: command.downgrade(alembic_config(plain), "0007"))
            names = await connection.run_sync(lambda plain: inspect(plain).get_table_names())
            assert not {"dailies", "daily_plays"} & set(names)
            assert (await connection.execute(text("SELECT name FROM people"))).scalar() == "Ada"
        await migrate(engine)
        async with reading(engine) as connection:
            assert (await connection.execute(select(daily_plays))).all() == []
        await engine.dispose()

    run(main(), PATIENCE)

"""Statistics: the same by increments and by a rebuild, told only to those who may see the games."""

import asyncio
import contextlib
import io
import json
import zipfile
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from alembic import command
from click.testing import CliRunner
from sqlalchemy import delete, insert, inspect, select, text

from finished_games import BOXES, DAY, Played
from heptapolis import Game
from heptapolis.cli.backup import statistics as cli
from heptapolis.record.game.files import record_from_bytes
from heptapolis.server.errors import Refused
from heptapolis.server.messages.words import GamesFilter
from heptapolis.server.people.people import People, Person
from heptapolis.server.statistics import pages
from heptapolis.server.statistics.facts import WAYS, game_facts, places
from heptapolis.server.statistics.judgments import judgments_in, points_of
from heptapolis.server.statistics.pages import Statistics, wilson
from heptapolis.server.statistics.rebuild import add_missing, rebuild
from heptapolis.server.statistics.selections import Selection, met_by, stored_meetings, stored_sums, sums_of
from heptapolis.server.storage.database import alembic_config, migrate, open_engine, reading, transaction
from heptapolis.server.storage.schema import encounters, games, results, tallies
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Writer
from serving import inside, run

pytestmark = pytest.mark.once

KEY = "0123456789abcdef0123456789abcdef"
STATISTICS = (games, results, tallies, encounters)

ANALYSIS = {
    "accuracy": [81.2, None, 64.0],
    "decisions": [
        {"line": line, "seat": seat, "loss": {"points": lost}}
        for line, seat, lost in ((0, 0, 1.0), (0, 0, 2.0), (0, 2, 4.0), (1, 0, 0.5), (1, 2, 0.25), (2, 0, 0.25))
    ],
    "turns": [{"line": line, "points": [40 + line, 30.0, 44.25 - line]} for line in range(27)],
}
"""What the statistics read of the analysis of a game for three."""


class Opened:
    """A database with people, without a server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.store = Store(self.engine)
        self.people = People(self.engine, KEY)
        self.statistics = Statistics(self.engine, self.people)

    async def everything(self) -> dict[str, list[Any]]:
        """All rows of the statistics; sums that are zero again do not count."""
        async with reading(self.engine) as connection:
            found = {}
            for table in STATISTICS:
                rows = [dict(row) for row in (await connection.execute(select(table))).mappings()]
                found[table.name] = sorted((row for row in rows if row.get("games", 1)), key=str)
            return found

    async def store_all(self, played: list[Played]) -> None:
        writer = Writer(self.engine)
        writer.start()
        await asyncio.gather(*(each.store(self.store, writer, self.people) for each in played))
        await writer.stop()


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[Opened]:
    found = Opened(url)
    await migrate(found.engine)
    yield found
    await found.engine.dispose()


async def account(where: Opened, name: str) -> Person:
    """An account, without the work of hashing a password."""
    person = await where.people.new(name)
    async with transaction(where.engine) as connection:
        await connection.execute(
            text("UPDATE people SET kind = 'account', account = :a WHERE id = :i"), {"a": name.lower(), "i": person.id}
        )
    return Person(person.id, "account", name, name.lower())


def seated(options: dict[str, Any], *people: Person) -> list[str | None]:
    """These people on the first seats, bots on the others."""
    return [*(each.id for each in people), *([None] * (options["seats"] - len(people)))]


def test_increments_and_rebuild_agree_on_games_of_every_box(database: str, tmp_path: Path) -> None:
    async def main() -> dict[str, list[Any]]:
        async with opened(database) as where:
            ada, bob, carl = [await where.people.new(name) for name in ("Ada", "Bob", "Carl")]
            played = [
                Played(
                    number,
                    {**options, "public": number % 2 == 0},
                    seated(options, ada, bob),
                    (number + 1) * DAY,
                    leaves=1 if number == 3 else None,
                    asks=number == 4,
                )
                for number, options in enumerate(BOXES)
            ]
            played.append(Played(90, {"seats": 3, "public": True}, seated({"seats": 3}, carl, ada), 3 * DAY))
            rated = {"seats": 3, "public": True, "rated": True, "clock": "90s"}
            played += [Played(number, rated, seated(rated, ada, bob), number * DAY) for number in (91, 92)]
            await where.store_all(played)
            await where.store.add_judgments(played[0].state.id, judgments_in(ANALYSIS))
            await where.store.analysis_ends(played[0].state.id, ("net", "1", json.dumps(ANALYSIS)))
            await where.people.forget(carl)
            grown = await where.everything()
            assert len(grown["games"]) == len(played)
            assert {row["topic"] for row in grown["tallies"]} >= {"board", "players", "setting", "day", "way", "boxes"}
            async with transaction(where.engine) as connection:  # a rebuild does not build on what is there
                await connection.execute(delete(tallies).where(tallies.c.topic == "board"))
                await connection.execute(delete(results).where(results.c.table_id == played[1].state.id))
            assert await rebuild(where.store) == len(played)
            assert await where.everything() == grown
            async with where.engine.begin() as connection:  # and back to the version before the parts
                await connection.run_sync(lambda plain: command.downgrade(alembic_config(plain), "0012"))
                kept = text("SELECT SUM(games) FROM tallies WHERE scope = :scope AND topic = 'all'")
                assert (await connection.execute(kept, {"scope": ada.id})).scalar_one() == len(played)
                met = text("SELECT SUM(games) FROM encounters WHERE person = :scope")
                assert (await connection.execute(met, {"scope": ada.id})).scalar_one() == len(played) - 1
            await migrate(where.engine)
            assert await where.everything() == grown
            return grown

    grown = run(main())
    assert not any("Carl" in str(row) for row in grown["tallies"])
    if database.startswith("sqlite"):
        done = CliRunner().invoke(cli, ["rebuild", "--data", str(tmp_path)])
        assert (done.exit_code, done.output) == (0, f"statistics of {len(BOXES) + 3} games\n")

        async def after() -> None:
            async with opened(database) as where:
                assert await where.everything() == grown

        run(after())


def test_judgments_of_an_analysis() -> None:
    first, nothing_at_stake, last = judgments_in(ANALYSIS)
    assert first is not None and last is not None and nothing_at_stake is None
    assert (first.accuracy, first.lost) == (812, 125)  # 3.75 points in three turns
    assert (last.accuracy, last.lost) == (640, 212)
    line = points_of(last.line)
    assert (len(line), line[0], line[-1]) == (14, 44.2, 18.2)
    assert line == sorted(line, reverse=True)
    assert judgments_in({"accuracy": [50.0], "moves": []}) == []  # of another version


def test_analysed_games_of_the_version_before_are_judged_again(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada = await where.people.new("Ada")
            played = [Played(n, {"seats": 3}, seated({"seats": 3}, ada), n * DAY) for n in (1, 2)]
            await where.store_all(played)
            analysed = played[0].state.id
            await where.store.analysis_ends(analysed, ("net", "1", json.dumps(ANALYSIS)))
            await where.store.add_judgments(analysed, judgments_in(ANALYSIS))
            new = await where.everything()
            async with where.engine.begin() as connection:
                await connection.run_sync(lambda plain: command.downgrade(alembic_config(plain), "0011"))
                rows = await connection.execute(text("SELECT accuracy FROM results ORDER BY table_id, seat"))
                assert list(rows.scalars()) == [812, None, 640, None, None, None]
                scope = {"scope": ada.id}
                sums = await connection.execute(
                    text("SELECT judged, accuracy FROM tallies WHERE scope = :scope AND topic = 'all'"), scope
                )
                assert sums.all() == [(1, 812)]
            await migrate(where.engine)
            before = await where.statistics.profile(ada, ada)
            assert (before["games"], before["judged"], before["lost"]) == (2, 0, None)
            assert await add_missing(where.store) == 0  # as at the start of a server
            assert await where.everything() == new

    run(main())


def test_places_follow_the_winners_of_the_engine() -> None:
    for number, options in enumerate(BOXES):
        state = Played(number, options, [None] * options["seats"], DAY).state
        assert state.game is not None
        found = places(state.game)
        assert sorted(found) == list(range(options["seats"]))  # the Free City has no place
        assert [seat for seat, place in found.items() if place == 1] == state.game.winners()
        facts = game_facts(state)
        assert max(found.values()) <= facts.sides
        assert not facts.counted  # nobody played
        for each in facts.seats:
            assert sum(each.points.values()) == each.total
            rows = {way: sum(each.points[row] for row in rows) for way, rows in WAYS.items()}
            assert rows[each.way] == max(rows.values())


def test_games_of_the_version_before_are_added_when_the_server_starts(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada = await where.people.new("Ada")
            played = [Played(n, {"seats": 3, "public": True}, seated({"seats": 3}, ada), n * DAY) for n in (1, 2)]
            async with where.engine.begin() as connection:
                await connection.run_sync(lambda plain: command.downgrade(alembic_config(plain), BEFORE))
            writer = Writer(where.engine)
            writer.start()
            for each in played:
                await writer.append(each.as_append())
            await writer.stop()
            await migrate(where.engine)
            assert await add_missing(where.store) == 2
            assert await add_missing(where.store) == 0
            grown = await where.everything()
            assert (await where.statistics.profile(ada, ada))["games"] == 2
            await rebuild(where.store)
            assert await where.everything() == grown
            async with where.engine.begin() as connection:
                await connection.run_sync(lambda plain: command.downgrade(alembic_config(plain), BEFORE))
                left = await connection.run_sync(lambda plain: set(inspect(plain).get_table_names()))
                assert "tables" in left and not {"games", "results", "tallies", "profiles"} & left
            assert len(await where.store.events_after(played[0].state.id, 0)) == len(played[0].events)

    run(main())


BEFORE = "0006"
"""The revision before the statistics."""


def test_profile_tells_others_what_its_owner_allows(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}") as where:
            ada, bob = await account(where, "Ada"), await account(where, "Bob")
            guest = await where.people.new("Guest")
            options = {"seats": 3}
            await where.store_all(
                [
                    Played(1, {**options, "public": True}, seated(options, ada, bob), DAY),
                    Played(2, options, seated(options, ada, guest), 2 * DAY),
                    Played(3, {**options, "public": True}, seated(options, guest, ada), 3 * DAY),
                ]
            )
            profile = where.statistics.profile
            with pytest.raises(Refused, match="profile/unknown"):
                await profile(ada, bob)
            with pytest.raises(Refused, match="person/account"):
                await where.statistics.choose(guest, shown=True, listed=False)
            await where.statistics.choose(ada, shown=True, listed=False)
            own, told = await profile(ada, ada), await profile(ada, bob)
            assert (own["games"], told["games"]) == (3, 2)
            assert [game["table"][-1] for game in own["last"]] == ["3", "2", "1"]
            assert [game["table"][-1] for game in told["last"]] == ["3", "1"]
            assert {each["person"]["name"]: each["games"] for each in own["against"]} == {"Bob": 1, "Guest": 2}
            assert [each["person"]["name"] for each in told["against"]] == ["Bob"]  # the guest shows nothing
            assert [each["person"]["name"] for each in (await profile(ada, None))["against"]] == []
            assert [each["person"]["name"] for each in (await profile(ada, guest))["against"]] == ["Guest"]
            host = await where.statistics.host()
            assert host["games"] == sum(day["games"] for day in host["days"]) == 2
            assert {game["table"][-1] for game in host["longest"]} == {"1", "3"}
            await where.people.forget(bob)
            assert [each["person"]["name"] for each in (await profile(ada, ada))["against"]] == ["Guest"]

    run(main())


def test_profile_compares_with_tables_of_the_same_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FEWEST", 3)

    async def main() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}") as where:
            ada = await where.people.new("Ada")
            played = [
                Played(1, {"seats": 3}, seated({"seats": 3}, ada), DAY),
                Played(2, {"seats": 3, "expansions": ["cities"]}, ["somebody-else", None, None], DAY),
            ]
            await where.store_all(played)
            found = await where.statistics.profile(ada, ada)
            facts = game_facts(played[0].state)
            for row in found["categories"]:
                points = [each.points[row["category"]] for each in facts.seats]
                assert row["mean"] == points[0]
                assert row["everybody"] == pytest.approx(sum(points) / 3)  # nothing of the game with another box
            assert {row["category"] for row in found["categories"]}.isdisjoint({"cities", "leaders"})
            assert found["chance"] == pytest.approx(1 / 3)

    run(main())


def test_parts_of_the_games_and_the_games_behind_a_number(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada, bob = await account(where, "Ada"), await account(where, "Bob")
            rated = {"rated": True, "public": True, "clock": "90s"}
            played = [
                Played(1, {"seats": 3, **rated}, seated({"seats": 3}, ada, bob), DAY),
                Played(2, {"seats": 4, "mode": "teams", "expansions": ["cities"]}, [ada.id, None, None, None], 2 * DAY),
                Played(3, {"seats": 3}, seated({"seats": 3}, bob, ada), 3 * DAY),
            ]
            await where.store_all(played)
            await where.store.add_judgments(played[0].state.id, judgments_in(ANALYSIS))
            ask, behind = where.statistics.profile, where.statistics.games_behind
            async with reading(where.engine) as connection:
                for private, only in product((True, False), get_args(GamesFilter)):
                    # Read from the games and from the sums, it is the same.
                    part = Selection(ada.id, private, only)
                    assert await sums_of(connection, part) == await stored_sums(connection, part)
                    assert await met_by(connection, part) == await stored_meetings(connection, part)
            assert [(await ask(ada, ada, only))["games"] for only in ("all", "rated", "people")] == [3, 1, 2]
            recent = await ask(ada, ada, "all", 2 * DAY + 1)
            assert recent["games"] == 1 and recent["against"][0]["games"] == 1
            assert recent["last"][0]["table"] == played[2].state.id
            own = await ask(ada, ada)
            assert own["ratings"][0]["kind"] == "base"
            assert (own["accuracy"], own["lost"], own["judged"]) == (81.2, 1.25, 1)
            assert [(game["lost"], len(game["line"])) for game in own["last"]] == [(None, 0), (None, 0), (1.25, 14)]

            async def tables(topic: Any, key: str, viewer: Person = ada) -> list[str]:
                found = await behind(ada, viewer, ("all", 0), topic, key, 0)
                return [game["table"][-1] for game in found["games"]]

            assert await tables("players", "3") == ["3", "1"]
            assert await tables("person", bob.id) == ["3", "1"]
            assert await tables("rating", "base") == ["1"]
            assert await tables("board", "nothing") == await tables("category", "nothing") == []
            for board in own["boards"]:
                assert len(await tables("board", f"{board['wonder']}|{board['side']}")) == board["games"]
            science = (await behind(ada, ada, ("all", 0), "category", "science", 0))["games"]
            assert [game["categories"]["science"] for game in science] == sorted(
                (game["categories"]["science"] for game in science), reverse=True
            )
            assert len((await behind(ada, ada, ("all", 0), "all", "", 2))["games"]) == 1
            with pytest.raises(Refused, match="profile/unknown"):
                await tables("all", "", bob)
            await where.statistics.choose(ada, shown=True, listed=False)
            carl = await account(where, "Carl")
            assert await tables("all", "", carl) == ["1"]  # the only one at a public table
            assert await tables("person", bob.id, carl) == []  # Bob shows nothing
            assert await tables("person", bob.id, bob) == ["1"]

    run(main())


def test_all_games_of_a_person_in_one_file(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest("Ada")
            person = (await visitor.ask("GET", "/api/me"))["person"]["id"]
            played = [Played(n, {"seats": 3}, [person, None, None], n * DAY) for n in (1, 2)]
            for each in played:
                await each.store(server.store, server.writer, server.people)
            answer = await visitor.http.get("/api/me/games.zip")
            assert answer.headers["content-type"] == "application/zip"
            archive = zipfile.ZipFile(io.BytesIO(answer.content))
            assert archive.testzip() is None
            listed = json.loads(archive.read("games.json"))
            assert [game["table"] for game in listed] == [played[1].state.id, played[0].state.id]
            names = [f"1970-01-0{number}-{each.state.id}" for number, each in enumerate(played, 1)]
            assert sorted(archive.namelist()) == sorted(
                ["games.json", *(f"{name}.{end}" for name in names for end in ("txt", "json"))]
            )
            totals = [each.total for each in game_facts(played[0].state).seats]
            for end in ("txt", "json"):
                game = Game.from_record(record_from_bytes(archive.read(f"{names[0]}.{end}")))
                assert [score.total for score in game.scores()] == totals

    run(main())


def test_streaks_go_by_time(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada = await where.people.new("Ada")
            assert (await where.statistics.profile(ada, ada))["streak"] == {"now": 0, "longest": 0}
            same: dict[str, Any] = {column.name: 0 for column in results.columns}
            same |= {"person": ada.id, "bot": None, "wonder": "Giza", "side": "A", "way": "blue", "line": None}
            same |= {"public": True, "counted": True, "rated": False, "company": False}
            new = [{"table_id": f"t{at}", "ended": at, "won": at != 2} for at in range(4)]
            async with transaction(where.engine) as connection:
                await connection.execute(insert(results), [same | each for each in reversed(new)])
            assert (await where.statistics.profile(ada, ada))["streak"] == {"now": 1, "longest": 2}

    run(main())


def test_wilson_interval() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_routes_of_the_statistics(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, httpx.AsyncClient(base_url=server.url, timeout=60) as stranger:
            empty = (await stranger.get("/api/statistics")).json()
            assert (empty["games"], empty["boards"], empty["longest"]) == (0, [], [])
            assert (await stranger.get("/api/me/profile")).status_code == 401
            visitor = await server.guest("Ada")
            answer = await visitor.ask("GET", "/api/me/profile")
            assert (answer["games"], answer["place"], answer["own"]) == (0, None, True)
            hidden = await stranger.get(f"/api/people/{answer['person']['id']}/profile")
            assert (hidden.status_code, hidden.json()["code"]) == (404, "profile/unknown")

    run(main())

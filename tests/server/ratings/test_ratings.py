"""Ratings: the same in whatever order the games come, of rated games only, and told only to those who may know."""

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from math import exp, sqrt
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import insert, inspect, select, text

from finished_games import DAY, Played
from heptapolis.server.admin.acts import Acts
from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.people.people import People, Person
from heptapolis.server.ratings import pages
from heptapolis.server.ratings.model import (
    ANCHORS,
    BEATS_TWO_OF_THE_LEVEL_BELOW,
    BETA,
    START_SIGMA,
    Strength,
    rate,
    weigh,
    weight_of,
)
from heptapolis.server.ratings.pages import Ratings
from heptapolis.server.ratings.steps import rate_again, rate_all
from heptapolis.server.statistics.facts import CATEGORIES, GameFacts, SeatFacts, game_facts
from heptapolis.server.statistics.pages import Statistics
from heptapolis.server.statistics.rebuild import add_missing
from heptapolis.server.statistics.tallies import add_games
from heptapolis.server.storage.database import alembic_config, migrate, open_engine, reading, transaction
from heptapolis.server.storage.schema import games, rating_steps, ratings, results, tables, voided
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Writer
from heptapolis.server.tables.options import check_options
from serving import run

pytestmark = pytest.mark.once

KEY = "0123456789abcdef0123456789abcdef"
RATED: dict[str, Any] = {"rated": True, "public": True, "clock": "90s"}


class Opened:
    """A database with people, without a server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.people = People(self.engine, KEY)
        self.ratings = Ratings(self.engine, self.people)
        self.statistics = Statistics(self.engine, self.people)

    async def person(self, name: str, kind: str = "account") -> Person:
        person = await self.people.new(name)
        async with transaction(self.engine) as connection:
            await connection.execute(
                text("UPDATE people SET kind = :k, account = :a WHERE id = :i"),
                {"k": kind, "a": name.lower(), "i": person.id},
            )
        return replace(person, kind=kind, account=name.lower())  # type: ignore[arg-type]

    async def add(self, *new: GameFacts) -> None:
        async with transaction(self.engine) as connection:
            await connection.run_sync(add_games, new)

    async def steps(self) -> list[Any]:
        async with reading(self.engine) as connection:
            query = select(rating_steps).order_by(rating_steps.c.ended, rating_steps.c.table_id, rating_steps.c.seat)
            return [tuple(row) for row in await connection.execute(query)]

    async def stored(self) -> list[Any]:
        async with reading(self.engine) as connection:
            return sorted(tuple(row) for row in await connection.execute(select(ratings)))

    async def do(self, work: Any, *arguments: Any) -> Any:
        async with transaction(self.engine) as connection:
            return await connection.run_sync(work, *arguments)


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[Opened]:
    found = Opened(url)
    await migrate(found.engine)
    yield found
    await found.engine.dispose()


def played(number: int, order: list[Person | str], **changes: Any) -> GameFacts:
    """A rated game; the first won. A text is the level of a bot."""
    team = 2 if changes.get("mode") == "teams" else 1
    seats = tuple(
        SeatFacts(
            seat=seat,
            person=who.id if isinstance(who, Person) else None,
            bot=None if isinstance(who, Person) else who,
            wonder="Giza",
            side="A",
            place=1 + seat // team,
            won=seat < team,
            total=60 - seat,
            points=dict.fromkeys(CATEGORIES, 1),
        )
        for seat, who in enumerate(order)
    )
    game = GameFacts(
        table_id=f"table-{number:016d}",
        ended=number * DAY,
        public=True,
        edition="first",
        boxes="",
        mode="standard",
        seats=seats,
        seconds=60,
        margin=1,
        helped=False,
        rated="yes",
        company=sum(isinstance(who, Person) for who in order) > 1,
        counted=True,
    )
    return replace(game, **changes)


def test_anchors_win_as_often_as_measured() -> None:
    levels = list(ANCHORS)
    for below, level in zip(levels, levels[1:], strict=False):
        gap = exp((ANCHORS[level].mu - ANCHORS[below].mu) / (sqrt(3) * BETA))
        assert gap / (gap + 2) == pytest.approx(BEATS_TWO_OF_THE_LEVEL_BELOW[level])
    assert ANCHORS["normal"].rating == 1500


def test_anchors_are_those_of_the_measured_levels() -> None:
    docs = Path(__file__).parents[3] / "docs"
    strength = (docs / "strength.md").read_text(encoding="utf-8")
    for level, share in BEATS_TWO_OF_THE_LEVEL_BELOW.items():
        measured = re.search(rf"^\| {level} \| `[^`]+` \| (\d+\.\d) %", strength, re.MULTILINE)
        assert measured and float(measured[1]) / 100 == pytest.approx(share), level
    told = ", ".join(f"{level} {anchor.rating}" for level, anchor in ANCHORS.items())
    assert told in (docs / "ratings.md").read_text(encoding="utf-8")


def test_winners_rise_and_everybody_becomes_more_certain() -> None:
    first, second, third = [team[0] for team in rate([[Strength()]] * 3, [1, 2, 3])]
    assert first.mu > second.mu > third.mu
    assert max(first.sigma, second.sigma, third.sigma) < START_SIGMA
    half = weigh(Strength(), first, 0.5)
    assert half.mu == pytest.approx((25 + first.mu) / 2)
    assert first.sigma < half.sigma < START_SIGMA


def test_certainty_decays_after_a_month_and_ends_at_that_of_a_newcomer() -> None:
    sure = Strength(30, 1.5)
    assert sure.after(30 * DAY) == sure
    assert 1.5 < sure.after(200 * DAY).sigma < sure.after(400 * DAY).sigma < START_SIGMA
    assert sure.after(9_000 * DAY) == Strength(30, START_SIGMA)


def test_the_same_people_again_and_again_count_less() -> None:
    assert [weight_of(repeats) for repeats in (0, 4, 5, 9)] == [1, 1, 5 / 6, 0.5]


@pytest.mark.parametrize(
    ("why", "change"),
    [
        ("private", {"public": False}),
        ("coach", {"coach": True}),
        ("clock", {"clock": "none"}),
        ("boards", {"boards": ["Giza"]}),
        ("boards", {"sides": ["A", "B", "B"]}),
        ("boards", {"sides": ["B"]}),
    ],
)
def test_a_rated_table_is_public_with_a_clock_and_without_help(why: str, change: dict[str, Any]) -> None:
    check_options(OptionsInput(**RATED))
    check_options(OptionsInput(**RATED, sides=["B", "B", "B"]))
    check_options(OptionsInput(**{**change, "rated": False}))
    with pytest.raises(Refused) as refused:
        check_options(OptionsInput(**{**RATED, **change}))
    assert (refused.value.code, refused.value.params) == ("options/rated", {"why": why})


def test_two_people_on_one_address_are_not_rated() -> None:
    people = ["person-one", "person-two", None]
    options = {"seats": 3, **RATED}

    def rated(**more: Any) -> str:
        return game_facts(Played(1, options, people, DAY, **more).state).rated

    one, other = "0" * 16, "1" * 16
    assert rated(marks={"person-one": one, "person-two": other}) == "yes"
    assert rated(marks={"person-one": one, "person-two": one}) == "address"
    assert rated(asks=True) == "helped"
    assert game_facts(Played(1, {"seats": 3}, people, DAY).state).rated == "no"


def test_steps_do_not_depend_on_when_games_come(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada, bob, carl, dan = [await where.person(name) for name in ("Ada", "Bob", "Carl", "Dan")]
            new = [
                played(1, [ada, bob, carl]),
                played(2, [bob, ada, "hard"]),
                played(3, [ada, dan, "easy", carl], boxes="cities"),
                played(4, [ada, carl, bob, dan], mode="teams"),
                *(played(9, [bob, ada], table_id=f"again-{n:016d}") for n in range(8)),
                played(400, [carl, ada, "sage"]),
                played(401, [carl, ada, bob], rated="address"),
            ]
            await where.add(*new)
            at_once = await where.steps()
            assert len(at_once) == 3 + 2 + 3 + 4 + 16 + 2
            assert {row[1] for row in await where.stored()} == {"base", "expansions", "teams"}
            assert [row[-1] for row in at_once if row[0].startswith("again")][-1] < 1
            kept = await where.stored()
            await where.do(rate_all)
            assert (await where.steps(), await where.stored()) == (at_once, kept)
            async with where.engine.begin() as connection:
                for table in (games, results, rating_steps, ratings):
                    await connection.execute(table.delete())
            for each in reversed(new):
                await where.add(each)
            assert (await where.steps(), await where.stored()) == (at_once, kept)

    run(main())


def test_void_games_count_for_nothing(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada, bob = await where.person("Ada"), await where.person("Bob")
            await where.add(played(1, [ada, bob]), played(3, [bob, ada]))
            without = await where.steps(), await where.stored()
            bad = played(2, [bob, ada, "easy"])
            await where.add(bad)
            assert (await where.steps(), await where.stored()) != without
            async with transaction(where.engine) as connection:  # the game has a table, which the host's tools look for
                row = {"id": bad.table_id, "status": "over", "public": True, "created": 0, "changed": 0, "lease": 0}
                await connection.execute(insert(tables).values(**row, bots_due=False, summary="{}"))
            await Acts(where.engine).void("host", bad.table_id, "they shared their hands")
            assert (await where.steps(), await where.stored()) == without
            assert (await where.ratings.of_game(bad.table_id, ada))["rated"] == "void"
            await where.do(rate_all)
            assert (await where.steps(), await where.stored()) == without
            late = await where.person("Late")
            only = played(5, [late, "easy"], boxes="cities")
            await where.add(only)
            async with transaction(where.engine) as connection:
                await connection.execute(insert(voided).values(table_id=only.table_id, at=5))
                await connection.run_sync(rate_again, only.table_id)
            assert (await where.steps(), await where.stored()) == without

    run(main())


def test_a_deleted_person_leaves_the_ratings_of_others_alone(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada, bob = await where.person("Ada"), await where.person("Bob")
            await where.add(*(played(number, [ada, bob, "normal"]) for number in range(1, 9)))

            async def of_bob() -> list[Any]:
                return [row for row in await where.steps() if row[2] == bob.id]

            before = await of_bob()
            await where.people.forget(ada)
            assert ada.id not in str(await where.steps()) + str(await where.stored())
            await where.do(rate_all)
            assert await of_bob() == before

    run(main())


def test_games_with_programs_are_not_rated(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada, program = await where.person("Ada"), await where.person("Robot", "program")
            game = played(1, [ada, program])
            await where.add(game, played(2, [ada, "of-the-host"]))
            assert await where.steps() == []
            assert (await where.ratings.of_game(game.table_id, ada))["rated"] == "program"

    run(main())


def test_a_leaderboard_names_only_those_who_want_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with opened(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}") as where:
            ada, bob, carl = [await where.person(name) for name in ("Ada", "Bob", "Carl")]
            await where.add(*(played(number, [ada, bob, carl]) for number in range(1, 11)))
            monkeypatch.setattr(pages, "now_ms", lambda: 11 * DAY)
            board = where.ratings.leaderboard
            assert (await board("base", ada))["rows"] == []
            for person in (ada, carl):
                await where.statistics.choose(person, shown=False, listed=True)
            rows = (await board("base", carl))["rows"]
            assert [(row["rank"], row["person"]["name"], row["you"]) for row in rows] == [
                (1, "Ada", False),
                (2, "Carl", True),
            ]
            assert (await board("expansions", ada))["rows"] == []
            own = await where.statistics.profile(ada, ada)
            assert own["ratings"][0]["provisional"] is False and len(own["ratings"][0]["history"]) == 10
            changes = (await where.ratings.of_game("table-" + "1".zfill(16), bob))["changes"]
            assert [each["seat"] for each in changes] == [0, 1, 2]  # listed people, and the viewer
            assert [
                each["seat"] for each in (await where.ratings.of_game("table-" + "1".zfill(16), None))["changes"]
            ] == [0, 2]
            monkeypatch.setattr(pages, "now_ms", lambda: 1_000 * DAY)
            later = (await board("base", None))["rows"]
            assert later[0]["rating"] == rows[0]["rating"] and later[0]["spread"] > rows[0]["spread"]
            await where.people.forget(carl)
            assert len((await board("base", None))["rows"]) == 1

    run(main())


def test_ratings_come_and_go_with_their_migration(database: str) -> None:
    async def main() -> None:
        async with opened(database) as where:
            ada = await where.people.new("Ada")
            store = Store(where.engine)
            game = Played(1, {"seats": 3, "public": True}, [ada.id, None, None], DAY)
            writer = Writer(where.engine)
            writer.start()
            await writer.append(game.as_append())
            await writer.stop()
            assert await add_missing(store) == 1

            async def go(direction: Any, to: str) -> None:
                async with where.engine.begin() as connection:
                    await connection.run_sync(lambda plain: direction(alembic_config(plain), to))

            await go(command.downgrade, BEFORE)
            async with where.engine.begin() as connection:
                found = await connection.run_sync(lambda plain: inspect(plain).get_table_names())
                columns = await connection.run_sync(lambda plain: inspect(plain).get_columns("games"))
                assert "ratings" not in found and "rating_steps" not in found
                assert "rated" not in {column["name"] for column in columns}
                count = (await connection.execute(text("SELECT count(*) FROM games"))).scalar_one()
                assert count == 1
            await migrate(where.engine)
            async with reading(where.engine) as connection:
                assert (await connection.execute(select(games.c.rated))).scalars().all() == ["no"]
            await where.add(played(2, [ada, "easy"]))
            assert len(await where.steps()) == 1

    run(main())


BEFORE = "0009"
"""The revision before the ratings."""

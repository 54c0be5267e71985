"""A part of a person's games: their sums, the games behind a number, and head to head. Reads the person's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, get_args

from sqlalchemy import String, and_, case, cast, func, literal, select

from heptapolis.server.messages.words import Category, GamesTopic
from heptapolis.server.ratings.steps import kind_is
from heptapolis.server.statistics.facts import CATEGORIES
from heptapolis.server.statistics.judgments import points_of
from heptapolis.server.statistics.tallies import CHANCE, SUMS
from heptapolis.server.storage.schema import games, rating_steps, results, voided

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from heptapolis.server.messages import statistics_answers as answers
    from heptapolis.server.messages.words import GamesFilter

DAY: Final = 86_400_000
PAGE: Final = 20
"""Games in a list."""

_PLAYERS = cast(games.c.players, String)

KEYS: Final[dict[str, ColumnElement[Any]]] = {
    "all": literal(""),
    "board": results.c.wonder + "|" + results.c.side,
    "players": _PLAYERS,
    "setting": games.c.edition + "|" + games.c.boxes + "|" + games.c.mode + "|" + _PLAYERS,
    "edition": games.c.edition,
    "boxes": games.c.boxes,
    "way": results.c.way,
}
"""The keys of the topics of a person, as in ``tallies``."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which games of a person."""

    person: str
    private: bool
    """Whether games at private tables count too."""
    only: GamesFilter = "all"
    since: int = 0
    """Games that ended earlier do not count."""

    @property
    def everything(self) -> bool:
        """Whether the stored sums answer it."""
        return self.only == "all" and not self.since

    @property
    def where_any(self) -> ColumnElement[bool]:
        """The condition on ``results`` alone, without the filter."""
        found = [results.c.person == self.person, results.c.counted.is_(True), results.c.ended >= self.since]
        if not self.private:
            found.append(results.c.public.is_(True))
        return and_(*found)

    @property
    def where(self) -> ColumnElement[bool]:
        """The condition on ``results`` and ``games``."""
        found = [self.where_any, results.c.table_id == games.c.table_id]
        if self.only == "rated":
            found += [games.c.rated == "yes", ~_is_void()]
        if self.only == "people":
            found.append(_with_a_person(self.person))
        return and_(*found)


def _is_void() -> ColumnElement[bool]:
    return select(voided.c.table_id).where(voided.c.table_id == games.c.table_id).exists()


def _with_a_person(person: str, other: str | None = None) -> ColumnElement[bool]:
    """Whether another person, or a certain one, played too."""
    others = results.alias()
    who = (
        others.c.person == other if other is not None else and_(others.c.person.is_not(None), others.c.person != person)
    )
    return select(others.c.seat).where(others.c.table_id == results.c.table_id, who).exists()


def _columns() -> dict[str, ColumnElement[Any]]:
    chances = case(*((games.c.players == n, CHANCE // n) for n in range(2, 9)), else_=0)
    team_chances = case(*((games.c.players == n, CHANCE * 2 // n) for n in range(2, 9, 2)), else_=0)
    return {
        "games": func.count(),
        "won": func.sum(case((results.c.won, 1), else_=0)),
        "chance": func.sum(case((games.c.mode == "teams", team_chances), else_=chances)),
        "places": func.sum(results.c.place),
        "points": func.sum(results.c.total),
        **{category: func.sum(results.c[f"{category}_points"]) for category in CATEGORIES},
        "judged": func.count(results.c.accuracy),
        "accuracy": func.coalesce(func.sum(results.c.accuracy), 0),
        "lost": func.coalesce(func.sum(results.c.lost), 0),
    }


async def sums_of(connection: AsyncConnection, selection: Selection) -> dict[tuple[str, str], dict[str, int]]:
    """The sums of a part of the games by topic and key, as ``tallies`` has them for all."""
    # One pass over the games, grouped by all keys at once; the groups are few.
    columns = _columns()
    keys = [key.label(f"{topic}_key") for topic, key in KEYS.items() if topic != "all"]
    query = select(*keys, *(columns[name] for name in SUMS)).where(selection.where).group_by(*keys)
    found: dict[tuple[str, str], list[int]] = {}
    for row in await connection.execute(query):
        sums = [int(number) for number in row[len(keys) :]]
        for topic, key in zip(KEYS, ("", *row[: len(keys)]), strict=True):
            before = found.get((topic, key))
            found[topic, key] = sums if before is None else [a + b for a, b in zip(before, sums, strict=True)]
    return {each: dict(zip(SUMS, sums, strict=True)) for each, sums in found.items()}


async def met_by(connection: AsyncConnection, selection: Selection) -> dict[str, dict[str, int]]:
    """Who played with the person, how often, and who was ahead."""
    others = results.alias()
    query = (
        select(
            others.c.person,
            func.count().label("games"),
            func.sum(case((results.c.place < others.c.place, 1), else_=0)).label("ahead"),
            func.sum(case((results.c.place > others.c.place, 1), else_=0)).label("behind"),
        )
        .where(selection.where, others.c.table_id == results.c.table_id)
        .where(others.c.person.is_not(None), others.c.person != selection.person)
        .group_by(others.c.person)
    )
    return {
        row.person: {"games": int(row.games), "ahead": int(row.ahead), "behind": int(row.behind)}
        for row in await connection.execute(query)
    }


def _behind(selection: Selection, topic: GamesTopic, key: str) -> ColumnElement[bool]:
    """The condition for the games behind a number."""
    if topic == "wonder":
        return results.c.wonder == key
    if topic == "person":
        return _with_a_person(selection.person, key)
    if topic == "rating":
        return and_(games.c.rated == "yes", ~_is_void(), kind_is(key))
    if topic == "category":
        return literal(key in get_args(Category))
    return KEYS[topic] == key


async def games_behind(
    connection: AsyncConnection, selection: Selection, topic: GamesTopic, key: str, skip: int
) -> tuple[list[answers.PlayedGame], bool]:
    """Games behind a number of the profile, and whether there are more; see ``GamesBehind``."""
    query = _played_query().where(selection.where, _behind(selection, topic, key))
    if topic == "category" and key in get_args(Category):
        query = query.order_by(results.c[f"{key}_points"].desc())
    query = query.order_by(results.c.ended.desc(), results.c.table_id).offset(skip).limit(PAGE + 1)
    rows = (await connection.execute(query)).all()
    return [_played(row) for row in rows[:PAGE]], len(rows) > PAGE


async def played_games(connection: AsyncConnection, person: str) -> list[answers.PlayedGame]:
    """All finished games of a person, the latest first; also those that do not count."""
    query = _played_query().where(results.c.person == person).order_by(results.c.ended.desc(), results.c.table_id)
    return [_played(row) for row in await connection.execute(query)]


def _played_query() -> Select[Any]:
    return (
        select(
            results,
            games.c.edition,
            games.c.boxes,
            games.c.mode,
            games.c.players,
            games.c.rated,
            _is_void().label("void"),
            rating_steps.c.change,
        )
        .join(games, games.c.table_id == results.c.table_id)
        .outerjoin(
            rating_steps, and_(rating_steps.c.table_id == results.c.table_id, rating_steps.c.seat == results.c.seat)
        )
    )


def _played(row: Any) -> answers.PlayedGame:
    return {
        "table": row.table_id,
        "page": f"/game/{row.table_id}",
        "replay": f"/game/{row.table_id}/replay?seat={row.seat}",
        "ended": row.ended,
        "public": row.public,
        "edition": row.edition,
        "boxes": row.boxes,
        "mode": row.mode,
        "players": row.players,
        "wonder": row.wonder,
        "side": row.side,
        "place": row.place,
        "won": row.won,
        "points": row.total,
        "categories": {category: getattr(row, f"{category}_points") for category in CATEGORIES},
        "accuracy": None if row.accuracy is None else row.accuracy / 10,
        "lost": None if row.lost is None else row.lost / 100,
        "line": points_of(row.line),
        "rated": "void" if row.void else row.rated,
        "change": None if row.change is None else round(row.change),
    }

"""A part of a person's games: their sums, the games behind a number, and head to head.

The sums of all games, of rated ones and of those with other people are stored; for a time span the games are read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, get_args

from sqlalchemy import and_, case, func, literal, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from heptapolis.server.messages.words import Category, GamesTopic
from heptapolis.server.ratings.steps import kind_is
from heptapolis.server.statistics.facts import CATEGORIES
from heptapolis.server.statistics.judgments import points_of
from heptapolis.server.statistics.summing import COLUMNS, KEYS, MEETING, MET, OTHER
from heptapolis.server.statistics.tallies import SUMS
from heptapolis.server.storage.schema import encounters, games, rating_steps, results, tallies, voided

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from heptapolis.server.messages import statistics_answers as answers
    from heptapolis.server.messages.words import GamesFilter

PAGE: Final = 20
"""Games in a list."""

OF_GAMES: Final = ("players", "setting", "edition", "boxes", "rating")
"""The topics that ask for columns of ``games``."""


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
    def where(self) -> ColumnElement[bool]:
        """The condition on ``results``."""
        found = [results.c.person == self.person, results.c.counted.is_(True), *self.parts(results)]
        if self.since:
            found.append(results.c.ended >= self.since)
        return and_(*found)

    def parts(self, table: Table) -> list[ColumnElement[bool]]:
        """The condition on a table whose rows say to which parts of the games they belong."""
        found: list[ColumnElement[bool]] = [] if self.private else [table.c.public.is_(True)]
        if self.only == "rated":
            found.append(table.c.rated.is_(True))
        if self.only == "people" and "company" in table.c:  # every meeting is with other people
            found.append(table.c.company.is_(True))
        return found


def _is_void() -> ColumnElement[bool]:
    return select(voided.c.table_id).where(voided.c.table_id == games.c.table_id).exists()


def _with(other: str) -> ColumnElement[bool]:
    """Whether a certain person played too."""
    others = results.alias()
    return select(others.c.seat).where(others.c.table_id == results.c.table_id, others.c.person == other).exists()


async def stored_sums(
    connection: AsyncConnection, selection: Selection, topic: str | None = None
) -> dict[tuple[str, str], dict[str, int]]:
    """The stored sums of a person by topic and key; those of everybody for the person ``EVERYBODY``."""
    where = [tallies.c.scope == selection.person, *selection.parts(tallies)]
    if topic is not None:
        where.append(tallies.c.topic == topic)
    query = (
        select(tallies.c.topic, tallies.c.key, *(func.sum(tallies.c[name]) for name in SUMS))
        .where(*where)
        .group_by(tallies.c.topic, tallies.c.key)
        .having(func.sum(tallies.c.games) > 0)
    )
    return {
        (of, key): dict(zip(SUMS, map(int, sums), strict=True)) for of, key, *sums in await connection.execute(query)
    }


async def stored_meetings(connection: AsyncConnection, selection: Selection) -> dict[str, dict[str, int]]:
    """Who played with the person, how often, and who was ahead."""
    query = (
        select(encounters.c.other, *(func.sum(encounters.c[name]) for name in MET))
        .where(encounters.c.person == selection.person, *selection.parts(encounters))
        .group_by(encounters.c.other)
        .having(func.sum(encounters.c.games) > 0)
    )
    return {other: dict(zip(MET, map(int, sums), strict=True)) for other, *sums in await connection.execute(query)}


async def streak_of(connection: AsyncConnection, selection: Selection) -> answers.Streak:
    """How many games in a row were won: now, and at most."""
    order = (results.c.ended, results.c.table_id)
    # One text with a letter for each game: ten times as fast as to count in the database or to send a row for each.
    letter = case((results.c.won, "1"), else_="0").label("letter")
    if connection.dialect.name == "postgresql":
        query = select(func.string_agg(letter, aggregate_order_by(literal(""), *order))).where(selection.where)
    else:
        ordered = select(letter).where(selection.where).order_by(*order).subquery()
        query = select(func.group_concat(ordered.c.letter, ""))
    runs = ((await connection.execute(query)).scalar() or "").split("0")
    return {"now": len(runs[-1]), "longest": max(map(len, runs))}


async def sums_of(connection: AsyncConnection, selection: Selection) -> dict[tuple[str, str], dict[str, int]]:
    """The sums of a part of the games by topic and key, as ``tallies`` has them for all; reads the games."""
    # One pass over the games, grouped by all keys at once; the groups are few.
    keys = [key.label(f"{topic}_key") for topic, key in KEYS.items() if topic != "all"]
    query = (
        select(*keys, *(COLUMNS[name] for name in SUMS))
        .where(selection.where, results.c.table_id == games.c.table_id)
        .group_by(*keys)
    )
    found: dict[tuple[str, str], list[int]] = {}
    for row in await connection.execute(query):
        sums = [int(number) for number in row[len(keys) :]]
        for topic, key in zip(KEYS, ("", *row[: len(keys)]), strict=True):
            before = found.get((topic, key))
            found[topic, key] = sums if before is None else [a + b for a, b in zip(before, sums, strict=True)]
    return {each: dict(zip(SUMS, sums, strict=True)) for each, sums in found.items()}


async def met_by(connection: AsyncConnection, selection: Selection) -> dict[str, dict[str, int]]:
    """As ``stored_meetings``; reads the games."""
    query = select(OTHER, *MET.values()).where(selection.where, MEETING).group_by(OTHER)
    return {other: dict(zip(MET, map(int, sums), strict=True)) for other, *sums in await connection.execute(query)}


def _behind(topic: GamesTopic, key: str) -> ColumnElement[bool]:
    """The condition for the games behind a number."""
    if topic == "wonder":
        return results.c.wonder == key
    if topic == "person":
        return _with(key)
    if topic == "rating":
        return and_(results.c.rated.is_(True), kind_is(key))
    if topic == "category":
        return literal(key in get_args(Category))
    return KEYS[topic] == key


async def games_behind(
    connection: AsyncConnection, selection: Selection, topic: GamesTopic, key: str, skip: int
) -> tuple[list[answers.PlayedGame], bool]:
    """Games behind a number of the profile, and whether there are more; see ``GamesBehind``."""
    order = [results.c.ended.desc(), results.c.table_id.desc()]
    if topic == "category" and key in get_args(Category):
        order.insert(0, results.c[f"{key}_points"].desc())
    # First which games, from as few columns as possible: all of them are sorted.
    which = select(results.c.table_id, results.c.seat).where(selection.where, _behind(topic, key))
    if topic in OF_GAMES:
        which = which.where(results.c.table_id == games.c.table_id)
    page = which.order_by(*order).offset(skip).limit(PAGE + 1).subquery()
    query = _played_query().join(page, and_(page.c.table_id == results.c.table_id, page.c.seat == results.c.seat))
    rows = (await connection.execute(query.order_by(*order))).all()
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
            games.c.rated.label("rating"),
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
        "rated": "void" if row.void else row.rating,
        "change": None if row.change is None else round(row.change),
    }

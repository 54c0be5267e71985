"""The same sums as ``tallies``, computed by the database from all results: no game is read into the program."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Integer, String, and_, case, cast, delete, false, func, insert, literal, literal_column, select

from heptapolis.server.statistics.facts import CATEGORIES
from heptapolis.server.statistics.tallies import CHANCE, ENCOUNTER_KEY, EVERYBODY, SUMS, TALLY_KEY
from heptapolis.server.storage.schema import encounters, games, results, tallies

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

DAY: Final = 86_400_000

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
"""The keys of the topics of a person."""

OF_EVERYBODY: Final = ("board", "players", "setting")
"""The topics of everybody, besides those of games."""

_CHANCES = case(*((games.c.players == n, CHANCE // n) for n in range(2, 9)), else_=0)
_TEAM_CHANCES = case(*((games.c.players == n, CHANCE * 2 // n) for n in range(2, 9, 2)), else_=0)

COLUMNS: Final[dict[str, ColumnElement[Any]]] = {
    "games": func.count(),
    "won": func.sum(case((results.c.won, 1), else_=0)),
    "chance": func.sum(case((games.c.mode == "teams", _TEAM_CHANCES), else_=_CHANCES)),
    "places": func.sum(results.c.place),
    "points": func.sum(results.c.total),
    **{category: func.sum(results.c[f"{category}_points"]) for category in CATEGORIES},
    "judged": func.count(results.c.accuracy),
    "accuracy": func.coalesce(func.sum(results.c.accuracy), 0),
    "lost": func.coalesce(func.sum(results.c.lost), 0),
}
"""The sums, from ``results`` and ``games``."""

_OTHERS = results.alias()

MET: Final[dict[str, ColumnElement[Any]]] = {
    "games": func.count(),
    "ahead": func.sum(case((results.c.place < _OTHERS.c.place, 1), else_=0)),
    "behind": func.sum(case((results.c.place > _OTHERS.c.place, 1), else_=0)),
}
"""The sums of head to head, from ``results`` and the other person's results."""

OTHER: Final = _OTHERS.c.person

MEETING: Final = and_(
    _OTHERS.c.table_id == results.c.table_id,
    OTHER.is_not(None),
    results.c.person.is_not(None),
    OTHER != results.c.person,
)
"""The condition for them."""


def sum_again(connection: Connection) -> int:
    """Makes all sums again from the stored results, and returns the number of games."""
    for table in (tallies, encounters):
        connection.execute(delete(table))
    for topic in OF_EVERYBODY:
        _sum_seats(connection, topic, literal(EVERYBODY), rated=false(), company=false())
    for topic in KEYS:
        _sum_seats(connection, topic, results.c.person, rated=results.c.rated, company=results.c.company)
    _sum_games(connection, "day", games.c.ended // DAY)
    _sum_games(connection, "tables", games.c.players)
    key = {"person": results.c.person, "other": OTHER, "public": results.c.public, "rated": results.c.rated}
    query = select(*(key[name] for name in ENCOUNTER_KEY), *MET.values()).where(results.c.counted.is_(True), MEETING)
    connection.execute(insert(encounters).from_select([*ENCOUNTER_KEY, *MET], query.group_by(*key.values())))
    return int(connection.execute(select(func.count()).select_from(games)).scalar_one())


def _sum_seats(connection: Connection, topic: str, scope: ColumnElement[Any], **parts: ColumnElement[Any]) -> None:
    """The sums of one topic, for everybody or for each person."""
    of = {"scope": scope, "public": results.c.public, **parts, "topic": literal(topic), "key": KEYS[topic]}
    query = select(*(of[name] for name in TALLY_KEY), *(COLUMNS[name] for name in SUMS)).where(
        results.c.table_id == games.c.table_id, results.c.counted.is_(True), scope.is_not(None)
    )
    # By position: PostgreSQL does not see that an expression with parameters is the same in both places.
    numbers = [literal_column(str(number + 1), Integer) for number in range(len(TALLY_KEY))]
    connection.execute(insert(tallies).from_select([*TALLY_KEY, *SUMS], query.group_by(*numbers)))


def _sum_games(connection: Connection, topic: str, by: ColumnElement[Any]) -> None:
    """The sums over games instead of seats."""
    number = by.label("number")
    query = (
        select(games.c.public, number, func.count().label("games"), func.sum(games.c.best).label("points"))
        .where(games.c.counted.is_(True))
        .group_by(games.c.public, number)
    )
    rows = []
    for public, at, count, points in connection.execute(query):
        key = (EVERYBODY, public, False, False, topic, _day(at) if topic == "day" else str(at))
        sums = dict.fromkeys(SUMS, 0) | {"games": count, "points": int(points)}
        rows.append(dict(zip(TALLY_KEY, key, strict=True)) | sums)
    if rows:
        connection.execute(insert(tallies), rows)


def _day(number: int) -> str:
    return datetime.fromtimestamp(number * DAY / 1000, UTC).date().isoformat()

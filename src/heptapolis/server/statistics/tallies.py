"""Sums over finished games, in the database. They are integers, so they do not depend on the order of the games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import LABEL_STYLE_TABLENAME_PLUS_COL, bindparam, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from heptapolis.server.ratings.model import ANCHORS
from heptapolis.server.ratings.steps import forget_ratings, rate_games
from heptapolis.server.statistics.facts import CATEGORIES, GameFacts, SeatFacts
from heptapolis.server.statistics.judgments import Judgment
from heptapolis.server.storage.schema import encounters, games, people, results, tallies, voided

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sqlalchemy import Connection, RowMapping, Table

EVERYBODY: Final = ""
"""The scope of the sums over all seats."""

CHANCE: Final = 840
"""Chances are counted in parts of this: every number of players and teams divides it."""

SUMS: Final = ("games", "won", "chance", "places", "points", *CATEGORIES, "judged", "accuracy", "lost")

Judged = Sequence[Judgment | None]
"""By seat; empty for a game that was not analysed."""
TALLY_KEY: Final = ("scope", "public", "rated", "company", "topic", "key")
ENCOUNTER_KEY: Final = ("person", "other", "public", "rated")


class Sums:
    """What some games add to the tables ``tallies`` and ``encounters``."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.tallies: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: dict.fromkeys(SUMS, 0))
        self.encounters: dict[tuple[Any, ...], dict[str, int]] = defaultdict(
            lambda: {"games": 0, "ahead": 0, "behind": 0}
        )

    def add(self, game: GameFacts, judged: Judged = (), nobody: Collection[str] = ()) -> None:
        """Adds a game.

        Args:
            game: The game; nothing is added if it does not count.
            judged: By seat, if the game was analysed.
            nobody: People who were deleted: nothing is told about them.
        """
        if not game.counted:
            return
        for each in game.seats:
            told = each.person is not None and each.person not in nobody
            self._count_seat(game, each, _seat_sums(game, each, _of_seat(judged, each.seat)), told)
            if told:
                self._meet(game, each, nobody)
        once = {"games": 1, "points": max(each.total for each in game.seats)}
        day = datetime.fromtimestamp(game.ended / 1000, UTC).date().isoformat()
        for topic, key in (("day", day), ("tables", str(game.players))):
            self._count((EVERYBODY, game.public, False, False, topic, key), once)

    def add_judgment(self, game: GameFacts, each: SeatFacts, step: Mapping[str, int]) -> None:
        """Adds the change of one seat's judgment."""
        if game.counted:
            self._count_seat(game, each, step, each.person is not None)

    def negate(self) -> None:
        """Makes it what the games take away from the tables."""
        for table in (self.tallies, self.encounters):
            for sums in table.values():
                for name in sums:
                    sums[name] = -sums[name]

    def _count_seat(self, game: GameFacts, each: SeatFacts, step: Mapping[str, int], told: bool) -> None:
        """Counts a seat for everybody and, if ``told``, for its person."""
        for topic, key in _topics_of_everybody(game, each):
            self._count((EVERYBODY, game.public, False, False, topic, key), step)
        if told:
            part = (game.public, game.rated == "yes", game.company)
            for topic, key in _topics_of_person(game, each):
                self._count((each.person, *part, topic, key), step)

    def _count(self, where: tuple[Any, ...], step: Mapping[str, int]) -> None:
        sums = self.tallies[where]
        for name, number in step.items():
            sums[name] += number

    def _meet(self, game: GameFacts, each: SeatFacts, nobody: Collection[str]) -> None:
        for other in game.seats:
            if other.person is not None and other.person not in {each.person, *nobody}:
                assert each.person is not None, "only people meet"
                sums = self.encounters[each.person, other.person, game.public, game.rated == "yes"]
                sums["games"] += 1
                sums["ahead"] += each.place < other.place
                sums["behind"] += each.place > other.place

    def write(self, connection: Connection) -> None:
        """Adds them to what is stored."""
        _add_to(connection, tallies, TALLY_KEY, self.tallies)
        _add_to(connection, encounters, ENCOUNTER_KEY, self.encounters)


def _add_to(
    connection: Connection, table: Table, keys: tuple[str, ...], added: Mapping[tuple[Any, ...], Mapping[str, int]]
) -> None:
    """Adds to the rows of a table; always in the same order, so that two processes cannot block each other."""
    if not added:
        return
    rows = [dict(zip(keys, key, strict=True)) | {**sums} for key, sums in sorted(added.items(), key=lambda at: at[0])]
    new = (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)
    numbers = [column.name for column in table.columns if column.name not in keys]
    change = {name: table.c[name] + new.excluded[name] for name in numbers}
    connection.execute(new.on_conflict_do_update(index_elements=list(keys), set_=change), rows)


def _of_seat(judged: Judged, seat: int) -> Judgment | None:
    return judged[seat] if seat < len(judged) else None


def _judgment_sums(judgment: Judgment | None) -> dict[str, int]:
    if judgment is None:
        return {"judged": 0, "accuracy": 0, "lost": 0}
    return {"judged": 1, "accuracy": judgment.accuracy, "lost": judgment.lost}


def _seat_sums(game: GameFacts, each: SeatFacts, judgment: Judgment | None) -> dict[str, int]:
    return {
        "games": 1,
        "won": int(each.won),
        "chance": CHANCE // game.sides,
        "places": each.place,
        "points": each.total,
        **each.points,
        **_judgment_sums(judgment),
    }


def setting_of(game: GameFacts) -> str:
    """Games with the same setting can be compared: edition, boxes, mode and number of players."""
    return f"{game.edition}|{game.boxes}|{game.mode}|{game.players}"


def _topics_of_everybody(game: GameFacts, each: SeatFacts) -> Iterable[tuple[str, str]]:
    yield "board", f"{each.wonder}|{each.side}"
    yield "players", str(game.players)
    yield "setting", setting_of(game)


def _topics_of_person(game: GameFacts, each: SeatFacts) -> Iterable[tuple[str, str]]:
    yield from _topics_of_everybody(game, each)
    yield "all", ""
    yield "edition", game.edition
    yield "boxes", game.boxes
    yield "way", each.way


def add_games(connection: Connection, new: Sequence[GameFacts]) -> None:
    """Adds finished games to the statistics; those that are there already are left alone."""
    new = without_voided(connection, new)
    nobody = deleted_people(connection, {each.person for game in new for each in game.seats if each.person is not None})
    insert_new = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    sums = Sums()
    rows: list[dict[str, Any]] = []
    added: list[GameFacts] = []
    for game in without_programs(connection, new):
        row = insert_new(games).values(**game_row(game)).on_conflict_do_nothing()
        if connection.execute(row).rowcount:
            rows += result_rows(game, nobody=nobody)
            sums.add(game, nobody=nobody)
            added.append(game)
    if rows:
        connection.execute(insert(results), rows)
    sums.write(connection)
    rate_games(connection, added)


def without_voided(connection: Connection, found: Sequence[GameFacts]) -> list[GameFacts]:
    """The same games, but those that the host has voided do not count."""
    query = select(voided.c.table_id).where(voided.c.table_id.in_([game.table_id for game in found]))
    void = set(connection.execute(query).scalars()) if found else set()
    return [replace(game, counted=False) if game.table_id in void else game for game in found]


def remove_game(connection: Connection, table: str) -> None:
    """Takes a game out of the sums and lists; its rows stay, and do not count."""
    for game, judged in stored_games(connection, [table]):
        sums = Sums()
        sums.add(game, judged)
        sums.negate()
        sums.write(connection)
    for each in (games, results):
        connection.execute(update(each).where(each.c.table_id == table).values(counted=False))


def deleted_people(connection: Connection, among: Collection[str]) -> set[str]:
    """Which of these people were deleted."""
    query = select(people.c.id).where(people.c.id.in_(among), people.c.forgotten.is_(True))
    return set(connection.execute(query).scalars()) if among else set()


def without_programs(connection: Connection, new: Sequence[GameFacts]) -> list[GameFacts]:
    """The games, those with a program or with a bot of unknown strength not rated."""
    rated = [each for game in new if game.rated == "yes" for each in game.seats]
    query = select(people.c.id).where(people.c.id.in_({each.person for each in rated}), people.c.kind == "program")
    programs = set(connection.execute(query).scalars()) if rated else set()

    def unknown(each: SeatFacts) -> bool:
        return each.person in programs or (each.bot is not None and each.bot not in ANCHORS)

    return [
        replace(game, rated="program") if game.rated == "yes" and any(map(unknown, game.seats)) else game
        for game in new
    ]


def game_row(game: GameFacts) -> dict[str, Any]:
    """The row of a game."""
    return {
        "table_id": game.table_id,
        "ended": game.ended,
        "public": game.public,
        "counted": game.counted,
        "helped": game.helped,
        "edition": game.edition,
        "boxes": game.boxes,
        "mode": game.mode,
        "players": game.players,
        "seconds": game.seconds,
        "margin": game.margin,
        "best": max(each.total for each in game.seats),
        "rated": game.rated,
        "company": game.company,
    }


def result_rows(game: GameFacts, judged: Judged = (), nobody: Collection[str] = ()) -> list[dict[str, Any]]:
    """The rows of a game's seats."""
    return [
        {
            "table_id": game.table_id,
            "seat": each.seat,
            "person": None if each.person in nobody else each.person,
            "bot": each.bot,
            "wonder": each.wonder,
            "side": each.side,
            "place": each.place,
            "won": each.won,
            "way": each.way,
            "total": each.total,
            **{f"{category}_points": each.points[category] for category in CATEGORIES},
            **_judgment_row(_of_seat(judged, each.seat)),
            "ended": game.ended,
            "public": game.public,
            "counted": game.counted,
            "rated": game.rated == "yes",
            "company": game.company,
        }
        for each in game.seats
    ]


def _judgment_row(judgment: Judgment | None) -> dict[str, Any]:
    if judgment is None:
        return {"accuracy": None, "lost": None, "line": None}
    return {"accuracy": judgment.accuracy, "lost": judgment.lost, "line": judgment.line}


def add_judgments(connection: Connection, table: str, judged: Judged) -> None:
    """Takes the judgments of a new analysis instead of those of an earlier one."""
    # No other process may change the same game meanwhile.
    connection.execute(select(games.c.table_id).where(games.c.table_id == table).with_for_update())
    for game, before in stored_games(connection, [table]):
        sums = Sums()
        changes = []
        for each, old in zip(game.seats, before, strict=True):
            new = _of_seat(judged, each.seat)
            if old != new:
                was = _judgment_sums(old)
                step = {name: number - was[name] for name, number in _judgment_sums(new).items()}
                sums.add_judgment(game, each, step)
                changes.append({"at_table": table, "at_seat": each.seat, **_judgment_row(new)})
        if changes:
            at = (results.c.table_id == bindparam("at_table"), results.c.seat == bindparam("at_seat"))
            connection.execute(update(results).where(*at), changes)
        sums.write(connection)


def stored_games(connection: Connection, only: Sequence[str]) -> Iterator[tuple[GameFacts, Judged]]:
    """Some games of the statistics, each with the judgments of its seats."""
    query = (
        select(games, results)
        .where(games.c.table_id == results.c.table_id, games.c.table_id.in_(only))
        .order_by(results.c.table_id, results.c.seat)
        .set_label_style(LABEL_STYLE_TABLENAME_PLUS_COL)
    )
    rows = connection.execute(query).mappings()
    for _, group in groupby(rows, key=lambda row: row["games_table_id"]):
        found = list(group)
        yield _facts(found), [_judgment(row) for row in found]


def _judgment(row: RowMapping) -> Judgment | None:
    if row["results_accuracy"] is None:
        return None
    return Judgment(row["results_accuracy"], row["results_lost"], row["results_line"])


def _facts(rows: Sequence[RowMapping]) -> GameFacts:
    first = rows[0]
    seats = tuple(
        SeatFacts(
            **{name: row[f"results_{name}"] for name in ("seat", "person", "bot", "wonder", "side", "place", "won")},
            total=row["results_total"],
            points={category: row[f"results_{category}_points"] for category in CATEGORIES},
        )
        for row in rows
    )
    same = ("ended", "public", "edition", "boxes", "mode", "seconds", "margin", "helped", "rated", "company", "counted")
    return GameFacts(table_id=first["games_table_id"], seats=seats, **{name: first[f"games_{name}"] for name in same})


def forget_person(connection: Connection, person: str) -> None:
    """Removes what is told about a person; the games stay, and nobody can tell who played."""
    connection.execute(update(results).where(results.c.person == person).values(person=None))
    connection.execute(delete(tallies).where(tallies.c.scope == person))
    connection.execute(delete(encounters).where(or_(encounters.c.person == person, encounters.c.other == person)))
    forget_ratings(connection, person)

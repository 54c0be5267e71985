"""The steps of ratings in the database: one for each person and rated game.

Ratings depend on the order of the games, which is that of their ends. A game that comes late (from another process, or
from an earlier version) or that is void makes all later steps of its kind again, so that the steps are always the same
as if they were made at once.
"""

from __future__ import annotations

import secrets
from collections import Counter, deque
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, delete, func, insert, select, text, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from heptapolis.server.ratings.model import ANCHORS, DAY, REPEAT_DAYS, SCALE, Strength, rate, weigh, weight_of
from heptapolis.server.storage.schema import games, rating_steps, ratings, results, voided

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import ColumnElement, Connection

    from heptapolis.server.messages.words import RatingKind
    from heptapolis.server.statistics.facts import GameFacts

KINDS: Final[tuple[RatingKind, ...]] = ("base", "expansions", "teams")

GONE: Final = "gone-"
"""What the id of a deleted person becomes in the steps: nobody can tell who it was, and others' ratings stay."""

_LOCK: Final = 20_07
"""Two processes must not make steps at the same time."""

AT_ONCE: Final = 1_000

Since = tuple[int, str]
"""The end and the table of the first game that counts."""


def kind_of(boxes: str, mode: str) -> RatingKind:
    """The kind of rating that a game counts for."""
    if mode == "teams":
        return "teams"
    return "expansions" if boxes else "base"


def rate_games(connection: Connection, new: Iterable[GameFacts]) -> None:
    """Makes the steps of games that were just added to the statistics."""
    first: dict[RatingKind, Since] = {}
    for game in new:
        if game.rated == "yes":
            kind = kind_of(game.boxes, game.mode)
            first[kind] = min(first.get(kind, (game.ended, game.table_id)), (game.ended, game.table_id))
    for kind, since in sorted(first.items()):
        rate_from(connection, kind, since)


def rate_all(connection: Connection) -> None:
    """Makes all steps again."""
    for kind in KINDS:
        rate_from(connection, kind, (0, ""))


def rate_again(connection: Connection, table: str) -> None:
    """Makes the steps again from a game on that was voided."""
    game = connection.execute(select(games).where(games.c.table_id == table)).one_or_none()
    if game is not None and game.rated == "yes":
        rate_from(connection, kind_of(game.boxes, game.mode), (game.ended, table))


def forget_ratings(connection: Connection, person: str) -> None:
    """Removes what the ratings tell about a person. The steps of the others stay as they are."""
    new = GONE + secrets.token_urlsafe(12)
    connection.execute(update(rating_steps).where(rating_steps.c.person == person).values(person=new))
    connection.execute(delete(ratings).where(ratings.c.person == person))


def rate_from(connection: Connection, kind: RatingKind, since: Since) -> None:
    """Makes the steps of a kind again, from one game on."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        # Rating many games takes longer than a transaction may otherwise be idle.
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    later = and_(rating_steps.c.kind == kind, tuple_(rating_steps.c.ended, rating_steps.c.table_id) >= since)
    before = connection.execute(
        select(rating_steps.c.table_id, rating_steps.c.seat, rating_steps.c.person).where(later)
    )
    known = {(row.table_id, row.seat): str(row.person) for row in before}
    connection.execute(delete(rating_steps).where(later))
    replay = _Replay(connection, kind, since)
    for game in _games(connection, kind, since, known):
        replay.play(game)
    replay.finish({*known.values()})


class _Game:
    """A rated game: who played, against whom, and the places."""

    __slots__ = ("ended", "seats", "table_id", "teams")

    def __init__(self, rows: Sequence[Any], known: dict[tuple[str, int], str]) -> None:
        first = rows[0]
        self.table_id: str = first.table_id
        self.ended: int = first.ended
        self.teams: bool = first.mode == "teams"
        # A deleted person has no id in the results; the steps that were made before know a pseudonym.
        self.seats: list[tuple[int, str | None, str | None, int]] = [
            (row.seat, row.person or known.get((row.table_id, row.seat)), row.bot, row.place) for row in rows
        ]

    @property
    def people(self) -> list[str]:
        return [person for _, person, _, _ in self.seats if person is not None]


def kind_is(kind: str) -> ColumnElement[bool]:
    """The condition on ``games`` for a kind of rating."""
    if kind == "teams":
        return games.c.mode == "teams"
    plain = games.c.boxes == ""
    return and_(games.c.mode != "teams", plain if kind == "base" else ~plain)


def _games(
    connection: Connection, kind: RatingKind, since: Since, known: dict[tuple[str, int], str]
) -> Iterator[_Game]:
    query = (
        select(results, games.c.mode)
        .where(
            games.c.rated == "yes",
            tuple_(games.c.ended, games.c.table_id) >= since,
            kind_is(kind),
            results.c.table_id == games.c.table_id,
            ~select(voided.c.table_id).where(voided.c.table_id == games.c.table_id).exists(),
        )
        .order_by(games.c.ended, games.c.table_id, results.c.seat)
    )
    for _, rows in groupby(connection.execute(query).all(), key=lambda row: row.table_id):
        yield _Game(list(rows), known)


class _Replay:
    """Goes through rated games in order and collects the steps."""

    def __init__(self, connection: Connection, kind: RatingKind, since: Since) -> None:
        self._connection = connection
        self._kind = kind
        self._since = since
        self._now: dict[str, tuple[Strength, int] | None] = {}
        """The strength of each person, and when it was reached."""
        self._recent: deque[tuple[int, list[str]]] = deque()
        self._met: Counter[tuple[str, str]] = Counter()
        self._steps: list[dict[str, Any]] = []
        self._load_recent()

    def _load_recent(self) -> None:
        """Who has met whom in the days before the first game."""
        ended, table = self._since
        query = (
            select(rating_steps.c.ended, rating_steps.c.table_id, rating_steps.c.person)
            .where(
                rating_steps.c.kind == self._kind,
                rating_steps.c.ended > ended - REPEAT_DAYS * DAY,
                tuple_(rating_steps.c.ended, rating_steps.c.table_id) < (ended, table),
            )
            .order_by(rating_steps.c.ended, rating_steps.c.table_id)
        )
        for (at, _), rows in groupby(self._connection.execute(query), key=lambda row: (row.ended, row.table_id)):
            self._meet(at, [row.person for row in rows])

    def _meet(self, ended: int, people: list[str]) -> None:
        self._recent.append((ended, people))
        self._met.update(combinations(sorted(people), 2))

    def _strength(self, person: str, ended: int) -> Strength:
        if person not in self._now:
            query = (
                select(rating_steps)
                .where(rating_steps.c.person == person, rating_steps.c.kind == self._kind)
                .order_by(rating_steps.c.ended.desc(), rating_steps.c.table_id.desc())
                .limit(1)
            )
            row = self._connection.execute(query).one_or_none() if self._since[0] else None
            self._now[person] = (Strength(row.mu, row.sigma), row.ended) if row is not None else None
        found = self._now[person]
        return found[0].after(ended - found[1]) if found is not None else Strength()

    def play(self, game: _Game) -> None:
        """Makes the steps of the next game."""
        while self._recent and self._recent[0][0] <= game.ended - REPEAT_DAYS * DAY:
            self._met.subtract(combinations(sorted(self._recent.popleft()[1]), 2))
        before = [
            self._strength(person, game.ended) if person is not None else ANCHORS[bot] if bot in ANCHORS else Strength()
            for _, person, bot, _ in game.seats
        ]
        size = 2 if game.teams else 1
        starts = range(0, len(before), size)
        rated = rate([before[at : at + size] for at in starts], [game.seats[at][3] for at in starts])
        after = [each for team in rated for each in team]
        people = game.people
        for (seat, person, _, _), old, new in zip(game.seats, before, after, strict=True):
            if person is None:
                continue
            others = (tuple(sorted((person, other))) for other in people if other != person)
            weight = weight_of(max((self._met[a, b] for a, b in others), default=0))
            step = weigh(old, new, weight)
            self._now[person] = (step, game.ended)
            self._steps.append(
                {
                    "table_id": game.table_id,
                    "seat": seat,
                    "person": person,
                    "kind": self._kind,
                    "ended": game.ended,
                    "mu": step.mu,
                    "sigma": step.sigma,
                    "change": SCALE * (step.mu - old.mu),
                    "weight": weight,
                }
            )
        self._meet(game.ended, people)

    def finish(self, earlier: set[str]) -> None:
        """Writes the steps, and what the leaderboard needs: the last step of each person."""
        for start in range(0, len(self._steps), AT_ONCE):
            self._connection.execute(insert(rating_steps), self._steps[start : start + AT_ONCE])
        changed = sorted(
            person for person in {*earlier, *(each["person"] for each in self._steps)} if not person.startswith(GONE)
        )
        for person in changed:
            self._write_rating(person)

    def _write_rating(self, person: str) -> None:
        mine = and_(rating_steps.c.person == person, rating_steps.c.kind == self._kind)
        count = self._connection.execute(select(func.count()).select_from(rating_steps).where(mine)).scalar_one()
        if not count:
            where = and_(ratings.c.person == person, ratings.c.kind == self._kind)
            self._connection.execute(delete(ratings).where(where))
            return
        order = (rating_steps.c.ended.desc(), rating_steps.c.table_id.desc())
        last = self._connection.execute(select(rating_steps).where(mine).order_by(*order).limit(1)).one()
        values = {"mu": last.mu, "sigma": last.sigma, "games": count, "ended": last.ended}
        new = (postgresql.insert if self._connection.dialect.name == "postgresql" else sqlite.insert)(ratings)
        row = new.values(person=person, kind=self._kind, **values)
        self._connection.execute(row.on_conflict_do_update(index_elements=["person", "kind"], set_=values))

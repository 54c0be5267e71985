"""What people see of ratings: their own with its history, the leaderboards, and what a game changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import or_, select

from heptapolis.server.ratings.model import PROVISIONAL, Strength
from heptapolis.server.ratings.steps import KINDS
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import games, people, profiles, rating_steps, ratings, voided
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from heptapolis.server.messages import rating_answers as answers
    from heptapolis.server.messages.words import Rated, RatingKind
    from heptapolis.server.people.people import People, Person

HISTORY: Final = 200
"""Points of a curve."""
BOARD: Final = 100
"""Rows of a leaderboard."""


class Ratings:
    """Reads the ratings."""

    def __init__(self, engine: AsyncEngine, known: People) -> None:
        """``known`` gives the names of people."""
        self._engine = engine
        self._people = known

    async def leaderboard(self, kind: RatingKind, viewer: Person | None) -> answers.Leaderboard:
        """The people who want to be listed, best first by what their rating is at least."""
        query = (
            select(ratings)
            .join(profiles, profiles.c.person == ratings.c.person)
            .join(people, people.c.id == ratings.c.person)
            .where(ratings.c.kind == kind, ratings.c.games >= PROVISIONAL)
            .where(profiles.c.listed.is_(True), people.c.kind == "account", people.c.forgotten.is_(False))
        )
        now = now_ms()
        async with reading(self._engine) as connection:
            found = [(row, _strength(row, now)) for row in await connection.execute(query)]
        found.sort(key=lambda each: (each[1].spread - each[1].rating, each[0].person))
        await self._people.many({row.person for row, _ in found[:BOARD]})
        rows: list[answers.LeaderboardRow] = [
            {
                "rank": rank,
                "person": self._people.known(row.person),
                "rating": strength.rating,
                "spread": strength.spread,
                "games": row.games,
                "ended": row.ended,
                "you": viewer is not None and viewer.id == row.person,
            }
            for rank, (row, strength) in enumerate(found, 1)
            if rank <= BOARD or (viewer is not None and viewer.id == row.person)
        ]
        return {"kind": kind, "people": len(found), "rows": rows}

    async def of_game(self, table: str, viewer: Person | None) -> answers.GameRatings:
        """Whether a finished game is rated, and what it changed for the viewer and for people who are listed."""
        async with reading(self._engine) as connection:
            found = (await connection.execute(select(games.c.rated).where(games.c.table_id == table))).scalar()
            rated: Rated = found or "no"
            if (await connection.execute(select(voided).where(voided.c.table_id == table))).first() is not None:
                rated = "void"
            listed = select(profiles.c.person).where(profiles.c.listed.is_(True))
            told = or_(rating_steps.c.person.in_(listed), rating_steps.c.person == (viewer.id if viewer else ""))
            query = select(rating_steps).where(rating_steps.c.table_id == table, told).order_by(rating_steps.c.seat)
            steps = (await connection.execute(query)).all()
        return {
            "rated": rated,
            "changes": [
                {
                    "seat": row.seat,
                    "rating": Strength(row.mu, row.sigma).rating,
                    "change": round(row.change),
                    "weight": row.weight,
                }
                for row in steps
            ],
        }


async def ratings_of(connection: AsyncConnection, person: str) -> list[answers.PersonRating]:
    """The ratings of a person with their history, the first game first."""
    found: list[answers.PersonRating] = []
    now = now_ms()
    rows = {row.kind: row for row in await connection.execute(select(ratings).where(ratings.c.person == person))}
    for kind in KINDS:
        row = rows.get(kind)
        if row is None:
            continue
        query = (
            select(rating_steps)
            .where(rating_steps.c.person == person, rating_steps.c.kind == kind)
            .order_by(rating_steps.c.ended.desc(), rating_steps.c.table_id.desc())
            .limit(HISTORY)
        )
        steps = [(each.ended, Strength(each.mu, each.sigma)) for each in await connection.execute(query)]
        strength = _strength(row, now)
        found.append(
            {
                "kind": kind,
                "rating": strength.rating,
                "spread": strength.spread,
                "games": row.games,
                "provisional": row.games < PROVISIONAL,
                "history": [
                    {"ended": ended, "rating": each.rating, "spread": each.spread} for ended, each in reversed(steps)
                ],
            }
        )
    return found


def _strength(row: Row[tuple[object, ...]], now: int) -> Strength:
    """The strength of a stored rating today: less certain after a long absence."""
    return Strength(row.mu, row.sigma).after(now - row.ended)

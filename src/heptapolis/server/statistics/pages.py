"""The pages of the statistics: the profile of a person, and the games of the whole server."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Final, cast

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from heptapolis.server.errors import Refused
from heptapolis.server.ratings.pages import ratings_of
from heptapolis.server.statistics.facts import CATEGORIES
from heptapolis.server.statistics.selections import (
    Selection,
    games_behind,
    met_by,
    stored_meetings,
    stored_sums,
    streak_of,
    sums_of,
)
from heptapolis.server.statistics.tallies import CHANCE, EVERYBODY, SUMS
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import games, people, profiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from heptapolis.server.messages import statistics_answers as answers
    from heptapolis.server.messages.words import GamesFilter, GamesTopic
    from heptapolis.server.people.people import People, Person

OTHERS: Final = 20
"""People in the list of a profile."""
DAYS: Final = 60
RECORDS: Final = 5
AT_ONCE: Final = 500
FEWEST: Final = 10
"""A mean of everybody is told from this many cities on: nobody can tell a single game from it."""

Totals = dict[str, int]

Asked = tuple["GamesFilter", int]
"""Which games: the filter, and the time since when."""


class Statistics:
    """Reads the statistics."""

    def __init__(self, engine: AsyncEngine, known: People) -> None:
        """``known`` gives the names of people."""
        self._engine = engine
        self._people = known

    # --- a person -------------------------------------------------------------------------------------------------

    async def profile(
        self, person: Person, viewer: Person | None, only: GamesFilter = "all", since: int = 0
    ) -> answers.Profile:
        """The profile of a person, as ``viewer`` may see it; of all games, or of some.

        Raises:
            Refused: ``profile/unknown``: the person does not show it.
        """
        own = viewer is not None and viewer.id == person.id
        async with reading(self._engine) as connection:
            choice = await _allowed(connection, person, own)
            selection = Selection(person.id, own, only, since)
            created = await connection.execute(select(people.c.created).where(people.c.id == person.id))
            since = int(created.scalar_one())
            sums = await (sums_of if selection.since else stored_sums)(connection, selection)
            means = await stored_sums(connection, Selection(EVERYBODY, private=True), "setting")
            last, _ = await games_behind(connection, selection, "all", "", 0)
            streak = await streak_of(connection, selection)
            against = await self._against(connection, selection, viewer)
            rated = await ratings_of(connection, person.id)
        total = sums.get(("all", ""), dict.fromkeys(SUMS, 0))
        played = total["games"]
        return {
            "person": person.as_dict(),
            "own": own,
            "choice": choice,
            "since": since,
            "games": played,
            "won": total["won"],
            "chance": _chance(total),
            "place": _mean(total["places"], played),
            "points": _mean(total["points"], played),
            "accuracy": _mean(total["accuracy"], 10 * total["judged"]),
            "lost": _mean(total["lost"], 100 * total["judged"]),
            "judged": total["judged"],
            "streak": streak,
            "boards": _boards(sums),
            "players": _shares(sums, "players"),
            "editions": _shares(sums, "edition"),
            "boxes": _shares(sums, "boxes"),
            "ways": _shares(sums, "way"),
            "categories": _categories(sums, means, total),
            "ratings": rated,
            "last": last,
            "against": against,
        }

    async def games_behind(
        self, person: Person, viewer: Person | None, asked: Asked, topic: GamesTopic, key: str, skip: int
    ) -> answers.GamesBehind:
        """Games behind a number of a profile, as ``viewer`` may see it.

        Raises:
            Refused: ``profile/unknown``: the person does not show it.
        """
        own = viewer is not None and viewer.id == person.id
        async with reading(self._engine) as connection:
            await _allowed(connection, person, own)
            if topic == "person" and not own and not await _may_meet(connection, viewer, key):
                return {"games": [], "more": False}
            found, more = await games_behind(connection, Selection(person.id, own, *asked), topic, key, skip)
        return {"games": found, "more": more}

    async def choose(self, person: Person, shown: bool, listed: bool) -> answers.ProfileChoice:
        """Stores what others may see of a person.

        Raises:
            Refused: ``person/account``: only the profile of an account can be shown.
        """
        if person.kind != "account" and (shown or listed):
            raise Refused("person/account")
        new = (postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert)(profiles)
        values = {"shown": shown, "listed": listed}
        row = new.values(person=person.id, **values).on_conflict_do_update(index_elements=["person"], set_=values)
        async with transaction(self._engine) as connection:
            await connection.execute(row)
            return await _choice(connection, person)

    async def _against(
        self, connection: AsyncConnection, selection: Selection, viewer: Person | None
    ) -> list[answers.HeadToHead]:
        found = await (met_by if selection.since else stored_meetings)(connection, selection)
        if not selection.private:  # of others only the viewer, and people who show their own profile too
            allowed = await _shown(connection, set(found)) | ({viewer.id} if viewer is not None else set())
            found = {other: sums for other, sums in found.items() if other in allowed}
        most = sorted(found.items(), key=lambda item: (-item[1]["games"], item[0]))[:OTHERS]
        await self._people.many({other for other, _ in most})
        return [
            {
                "person": self._people.known(other),
                "games": sums["games"],
                "ahead": sums["ahead"],
                "behind": sums["behind"],
            }
            for other, sums in most
        ]

    # --- the server -----------------------------------------------------------------------------------------------

    async def host(self) -> answers.HostStatistics:
        """The games at public tables; of the others nothing is told."""
        async with reading(self._engine) as connection:
            sums = await stored_sums(connection, Selection(EVERYBODY, private=False))
            longest = await _records(connection, games.c.seconds.desc())
            closest = await _records(connection, games.c.margin)
            best = await _records(connection, games.c.best.desc(), unhelped=True)
        by_size = {int(key): each for key, each in _topic(sums, "tables").items()}
        cities = _topic(sums, "players")
        days = sorted(_topic(sums, "day").items())[-DAYS:]
        return {
            "games": sum(each["games"] for each in by_size.values()),
            "days": [{"day": day, "games": each["games"]} for day, each in days],
            "boards": _boards(sums),
            "sizes": [
                {
                    "players": size,
                    "games": each["games"],
                    "points": cities[str(size)]["points"] / cities[str(size)]["games"],
                    "winner": each["points"] / each["games"],
                }
                for size, each in sorted(by_size.items())
            ],
            "longest": longest,
            "closest": closest,
            "best": best,
        }


async def _choice(connection: AsyncConnection, person: Person) -> answers.ProfileChoice:
    row = (await connection.execute(select(profiles).where(profiles.c.person == person.id))).one_or_none()
    if row is None or person.kind != "account":
        return {"shown": False, "listed": False}
    return {"shown": row.shown, "listed": row.listed}


async def _allowed(connection: AsyncConnection, person: Person, own: bool) -> answers.ProfileChoice:
    """What the owner of a profile has chosen; refuses others if it is not shown."""
    choice = await _choice(connection, person)
    if not own and not choice["shown"]:
        raise Refused("profile/unknown")
    return choice


async def _shown(connection: AsyncConnection, among: set[str]) -> set[str]:
    """Who of these people shows the own profile."""
    found: set[str] = set()
    for start in range(0, len(among), AT_ONCE):
        chunk = sorted(among)[start : start + AT_ONCE]
        query = select(profiles.c.person).where(profiles.c.shown.is_(True), profiles.c.person.in_(chunk))
        found.update((await connection.execute(query)).scalars())
    return found


async def _may_meet(connection: AsyncConnection, viewer: Person | None, other: str) -> bool:
    return viewer is not None and viewer.id == other or other in await _shown(connection, {other})


def _topic(sums: Mapping[tuple[str, str], Totals], topic: str) -> dict[str, Totals]:
    return {key: each for (of, key), each in sums.items() if of == topic}


def _mean(total: int, count: int) -> float | None:
    return total / count if count else None


def _chance(sums: Totals) -> float:
    return sums["chance"] / CHANCE / sums["games"] if sums["games"] else 0.0


def _shares(sums: Mapping[tuple[str, str], Totals], topic: str) -> list[answers.Share]:
    return [
        {
            "key": key,
            "games": each["games"],
            "won": each["won"],
            "chance": _chance(each),
            "points": each["points"] / each["games"],
        }
        for key, each in sorted(_topic(sums, topic).items(), key=lambda item: (-item[1]["games"], item[0]))
    ]


def wilson(won: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval)."""
    if not count:
        return 0.0, 1.0
    z = 1.959964
    share = won / count
    middle = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    whole = 1 + z * z / count
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def _boards(sums: Mapping[tuple[str, str], Totals]) -> list[answers.BoardShare]:
    found: list[answers.BoardShare] = []
    for key, each in _topic(sums, "board").items():
        wonder, _, side = key.partition("|")
        low, high = wilson(each["won"], each["games"])
        found.append(
            {
                "wonder": wonder,
                "side": cast("Any", side),
                "games": each["games"],
                "won": each["won"],
                "chance": _chance(each),
                "low": low,
                "high": high,
                "points": each["points"] / each["games"],
            }
        )
    return sorted(found, key=lambda board: (-board["won"] / board["games"], board["wonder"], board["side"]))


def _categories(
    sums: Mapping[tuple[str, str], Totals], everybody: Mapping[tuple[str, str], Totals], total: Totals
) -> list[answers.CategoryMean]:
    """The mean of each category, beside that of everybody at tables with the same settings."""
    own = _topic(sums, "setting")
    known = {key: each for key, each in _topic(everybody, "setting").items() if each["games"] >= FEWEST}
    compared = {key: each["games"] for key, each in own.items() if key in known}
    count = sum(compared.values())
    found: list[answers.CategoryMean] = []
    for category in CATEGORIES:
        if not total["games"] or not (total[category] or category not in ("cities", "leaders")):
            continue
        weighted = sum(number * known[key][category] / known[key]["games"] for key, number in compared.items())
        found.append(
            {
                "category": cast("Any", category),
                "mean": total[category] / total["games"],
                "everybody": weighted / count if count else None,
            }
        )
    return found


async def _records(connection: AsyncConnection, order: Any, unhelped: bool = False) -> list[answers.RecordGame]:
    query = select(games).where(games.c.counted.is_(True), games.c.public.is_(True))
    if unhelped:
        query = query.where(games.c.helped.is_(False))
    found: Iterable[Any] = await connection.execute(query.order_by(order).limit(RECORDS))
    return [
        {
            "table": row.table_id,
            "page": f"/game/{row.table_id}",
            "replay": f"/game/{row.table_id}/replay",
            "ended": row.ended,
            "players": row.players,
            "edition": row.edition,
            "boxes": row.boxes,
            "mode": row.mode,
            "seconds": row.seconds,
            "margin": row.margin,
            "best": row.best,
        }
        for row in found
    ]

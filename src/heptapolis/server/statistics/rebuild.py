"""Fills the statistics from the stored events: of games from before there were statistics, or of all games."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog
from sqlalchemy import delete, insert, select

from heptapolis.server.errors import Refused
from heptapolis.server.operations.logs import table_mark
from heptapolis.server.ratings.steps import rate_all
from heptapolis.server.statistics.facts import GameFacts, game_facts
from heptapolis.server.statistics.judgments import Judgment, judgments_in
from heptapolis.server.statistics.summing import sum_again
from heptapolis.server.statistics.tallies import (
    add_games,
    add_judgments,
    deleted_people,
    game_row,
    result_rows,
    without_programs,
    without_voided,
)
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import analyses, games, results, tables
from heptapolis.server.tables.state import OVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection

    from heptapolis.server.storage.store import Store

LOG = structlog.get_logger("heptapolis.statistics")

AT_ONCE: Final = 50
"""Games that are read before they are written together."""

Judged = tuple[GameFacts, list[Judgment | None]]


if TYPE_CHECKING:
    ShowProgress = Callable[[str, int], AbstractContextManager[Callable[[int], Any]]]
    """Takes what is done and how many there are; gives a function to call with the steps done."""


@contextmanager
def _silently(what: str, total: int) -> Iterator[Callable[[int], Any]]:
    yield lambda steps: None


async def add_missing(store: Store) -> int:
    """Adds the finished games that the statistics do not have, and returns how many."""
    missing = ~select(games.c.table_id).where(games.c.table_id == tables.c.id).exists()
    async with reading(store.engine) as connection:
        query = select(tables.c.id).where(tables.c.status == OVER, missing).order_by(tables.c.changed)
        found = list((await connection.execute(query)).scalars())

    def write(connection: Connection, judged: list[Judged]) -> None:
        add_games(connection, [game for game, _ in judged])
        for game, found in judged:
            add_judgments(connection, game.table_id, found)

    count = 0
    for start in range(0, len(found), AT_ONCE):
        judged = await _read(store, found[start : start + AT_ONCE])
        count += len(judged)
        async with transaction(store.engine) as connection:
            await connection.run_sync(write, judged)
    await _judge_missing(store)
    return count


async def _judge_missing(store: Store) -> None:
    """Adds the judgments of analyses that the statistics do not have, such as those of an earlier version."""
    judged = select(results.c.seat).where(results.c.table_id == analyses.c.table_id, results.c.accuracy.is_not(None))
    counted = select(games.c.table_id).where(games.c.table_id == analyses.c.table_id)
    query = select(analyses.c.table_id).where(analyses.c.document.is_not(None), counted.exists(), ~judged.exists())
    async with reading(store.engine) as connection:
        found = list((await connection.execute(query)).scalars())
    for table in found:
        judgments = await _judgments(store, [table])
        if any(judgments.get(table, ())):
            await store.add_judgments(table, judgments[table])


async def rebuild(store: Store, progress: ShowProgress = _silently) -> int:
    """Makes all statistics again, and returns the number of games. The server may be running."""
    async with reading(store.engine) as connection:
        query = select(tables.c.id).where(tables.c.status == OVER).order_by(tables.c.changed)
        found = list((await connection.execute(query)).scalars())

    def write(connection: Connection, chunk: list[str], judged: list[Judged]) -> None:
        who = {each.person for game, _ in judged for each in game.seats if each.person is not None}
        nobody = deleted_people(connection, who)
        for table in (games, results):
            connection.execute(delete(table).where(table.c.table_id.in_(chunk)))
        counting = without_programs(connection, without_voided(connection, [game for game, _ in judged]))
        if counting:
            both = zip(counting, judged, strict=True)
            rows = [row for game, (_, judgments) in both for row in result_rows(game, judgments, nobody)]
            connection.execute(insert(games), [game_row(game) for game in counting])
            connection.execute(insert(results), rows)

    with progress("games", len(found)) as done:
        for start in range(0, len(found), AT_ONCE):
            chunk = found[start : start + AT_ONCE]
            judged = await _read(store, chunk)
            async with transaction(store.engine) as connection:
                await connection.run_sync(write, chunk, judged)
            done(len(chunk))
    async with transaction(store.engine) as connection:
        for table in (games, results):  # of tables that no longer exist
            gone = ~select(tables.c.id).where(tables.c.id == table.c.table_id).exists()
            await connection.execute(delete(table).where(gone))
        count = await connection.run_sync(sum_again)
        await connection.run_sync(rate_all)
        return count


async def _read(store: Store, found: Sequence[str]) -> list[Judged]:
    judged: list[Judged] = []
    judgments = await _judgments(store, found)
    for table, stored in (await store.stored(found)).items():
        try:
            loaded = stored.load()
        except Refused as refused:  # of another version; the others still count
            LOG.warning("table_unreadable", table=table_mark(table), **refused.params)
            continue
        if loaded is not None:
            judged.append((game_facts(loaded[0]), judgments.get(table, [])))
    return judged


async def _judgments(store: Store, found: Sequence[str]) -> dict[str, list[Judgment | None]]:
    """The judgments of the stored analyses of some games."""
    query = select(analyses.c.table_id, analyses.c.document).where(
        analyses.c.table_id.in_(found), analyses.c.document.is_not(None)
    )
    async with reading(store.engine) as connection:
        rows = (await connection.execute(query)).all()
    return {row.table_id: judgments_in(orjson.loads(row.document)) for row in rows}

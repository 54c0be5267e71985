"""Moves a second and CPU time a move of 1, 2 and 4 server processes: ``python bench/scale.py --help``.

One process with SQLite, then processes that share a PostgreSQL and a Redis which are started for it. The sockets of a
table go to any process, or all to the same one. With ``--until-slow`` the rate rises until p99 exceeds 150 ms or the
server falls behind: the saturation. Load generator and databases take cores too, so compare CPU time a move.

A process that is asked less often takes longer for a move: fewer events share a commit, and less is in its caches. So
there are two comparisons: all processes together get the rate of one, or with ``--each`` every process gets it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heptapolis.server.operations.loadtest import load_a_server
from heptapolis.server.operations.loadtest_server import own_server

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from databases import Postgres, Redis

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS = 4
SLOW_MS = 150.0
KEY = "0123456789abcdef0123456789abcdef"


@contextlib.contextmanager
def processes(count: int, postgres: Postgres | None, redis: Redis | None) -> Iterator[tuple[list[str], list[int]]]:
    """Server processes that share a new database, and their addresses; with SQLite a single one."""
    arguments: list[str] = []
    if postgres is not None and redis is not None:
        arguments = ["--database", postgres.new_database(), "--redis", redis.url]
    os.environ["HEPTAPOLIS_SECRET_KEY"] = KEY
    with contextlib.ExitStack() as stack:
        started = [stack.enter_context(own_server(arguments)) for _ in range(count)]
        yield [url for url, _ in started], [process.pid for _, process in started]


def line(name: str, result: dict[str, Any]) -> None:
    """Prints one measurement."""
    late = result["latency_ms"]
    click.echo(
        f"{name:28} {result['moves_per_second']:7.0f} moves/s   p50 {late['p50']:6.1f}   p99 {late['p99']:6.1f} ms   "
        f"{result['server_cpu_ms_per_move']:5.2f} ms CPU a move   "
        f"{result['players_cpu_ms_per_move']:5.2f} of the players   {result['server_rss_mb']:6.0f} MB   "
        f"errors {result['errors']}, lost {result['lost_moves']}"
    )


@click.command()
@click.option("--tables", default=100, show_default=True, help="Tables of four at once.")
@click.option("--seconds", default=15.0, show_default=True, help="How long to measure each.")
@click.option("--rate", default=200.0, show_default=True, help="Moves a second, or the first rate of --until-slow.")
@click.option("--counts", default="1,2", show_default=True, help="Numbers of processes with PostgreSQL and Redis.")
@click.option("--rounds", default=1, show_default=True, help="Measure everything so often, in turn.")
@click.option("--sqlite/--no-sqlite", default=True, show_default=True, help="Also one process with SQLite.")
@click.option("--each", is_flag=True, help="Tables and rate are those of each process, not of all together.")
@click.option("--until-slow", is_flag=True, help="Raise the rate by a fifth until p99 exceeds 150 ms.")
def main(
    tables: int, seconds: float, rate: float, counts: str, rounds: int, sqlite: bool, each: bool, until_slow: bool
) -> None:
    """Measures each kind of installation."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True))
        numbers = [int(count) for count in counts.split(",") if count]
        plans: list[tuple[str, int, bool]] = [("one, SQLite", 0, True)] if sqlite else []
        for count in numbers:
            plans += [(f"{count}, PostgreSQL, sticky", count, True)]
            plans += [(f"{count}, PostgreSQL, any", count, False)] if count > 1 else []
        postgres = Postgres(Path(folder) / "data") if numbers else None
        redis = Redis(Path(folder)) if numbers else None
        if postgres is not None and redis is not None:
            stack.callback(postgres.close)
            stack.callback(redis.stop)
        for _ in range(rounds):
            for name, count, sticky in plans:
                times = max(1, count) if each else 1
                asked = rate * times
                while True:
                    shared = (postgres, redis) if count else (None, None)
                    with processes(count or 1, *shared) as (urls, pids):
                        load = (urls, tables * times, SEATS, seconds, asked, pids, lambda _: None)
                        result = load_a_server(*load, sticky=sticky)
                    line(name, result)
                    behind = result["moves_per_second"] < 0.9 * asked
                    if not until_slow or behind or result["latency_ms"]["p99"] > SLOW_MS:
                        break
                    asked *= 1.2


if __name__ == "__main__":
    main()

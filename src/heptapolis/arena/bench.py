"""Benchmarks: how fast the engine plays, copies, lists moves and makes views.

Rates are per second of CPU time on one core: the best of several rounds, the one least disturbed by other processes.
"""

from __future__ import annotations

import platform
import time
from typing import TYPE_CHECKING, Final

from heptapolis.arena.simulation import Simulation
from heptapolis.bots.playouts.policies import POLICIES, choose, play_out
from heptapolis.engine import COMPILED, Rng, view
from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.scoring import totals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from heptapolis.engine.table import Table

    Work = Callable[[], int]
    """Does a little work, some milliseconds, and says how many units of it."""

ROUNDS: Final = 3
TABLES: Final = (3, 5, 7)
BOXES: Final = ("leaders", "cities")
GAMES_AT_A_TIME: Final = 20

LATER: Final = (
    "playouts_per_second",
    "env_decisions_per_second",
    "env_numpy_decisions_per_second",
    "env_parallel_decisions_per_second",
    "openspiel_gin_rummy_decisions_per_second",
    "rlcard_uno_decisions_per_second",
)
"""Figures that other packages measure; null unless ``measure`` gets their work."""


def measure(
    seconds: float = 1.0,
    others: Mapping[str, Callable[[], Work]] | None = None,
    progress: Callable[[str], object] = str,
) -> dict[str, object]:
    """Returns all figures, in the stable shape that ``docs/simulation.md`` describes.

    Args:
        seconds: of CPU time for each figure.
        others: for each of ``LATER`` that can be measured, a function that prepares the work.
        progress: called with the name of each measurement.
    """
    found: dict[str, object] = {"compiled": COMPILED, "python": platform.python_version()}
    games: dict[str, dict[str, int]] = {policy: {} for policy in POLICIES}
    for policy in POLICIES:
        for players in TABLES:
            progress(f"games by {policy}, {players} players")
            games[policy][str(players)] = round(work_rate(game_work(Simulation(players, policy=policy)), seconds))
    found["games_per_second"] = games
    progress(f"games with {' and '.join(BOXES)}")
    boxes = work_rate(game_work(Simulation(3, expansions=BOXES)), seconds)
    found["expansions_games_per_second"] = {"uniform": {"3": round(boxes)}}
    for name, work in (("copy_us", copy_work()), ("legal_us", legal_work()), ("view_us", view_work())):
        progress(name)
        found[name] = round(1e6 / work_rate(work, seconds), 3)
    for name in LATER:
        progress(name)
        prepare = (others or {}).get(name)
        try:
            found[name] = None if prepare is None else round(work_rate(prepare(), seconds))
        except ModuleNotFoundError:  # it needs a package that is not installed
            found[name] = None
    return found


def work_rate(work: Work, seconds: float) -> float:
    """Units of work per second of CPU time: the best of a few rounds."""
    work()  # load rulebooks and fill caches before the clock starts
    return max(_round(work, seconds / ROUNDS) for _ in range(ROUNDS))


def _round(work: Work, seconds: float) -> float:
    units = 0
    start = time.process_time()
    while True:
        units += work()
        spent = time.process_time() - start
        if spent >= seconds:
            return units / spent


def game_work(simulation: Simulation) -> Work:
    """Whole games from set-up to scores, each with its own deal and boards."""
    numbers = _counting()

    def work() -> int:
        for _ in range(GAMES_AT_A_TIME):
            benchmark_game(simulation, next(numbers))
        return GAMES_AT_A_TIME

    return work


def _counting() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def benchmark_game(simulation: Simulation, number: int) -> Table:
    """Plays and scores one game of the benchmark: the game with this number in a simulation."""
    table, rng = simulation.start(number)
    play_out(table, POLICIES.index(simulation.policy), rng)
    totals(table)
    return table


def positions(count: int = 200) -> list[Table]:
    """Three-player tables at many points of a game, each with a pending decision."""
    found: list[Table] = []
    simulation = Simulation(3, policy="builder")
    rng = Rng(0)
    number = 0
    while True:
        table, _ = simulation.start(number)
        number += 1
        while not table.over:
            found.append(table.copy())
            if len(found) == count:
                return found
            for city in waiting(table):
                commit(table, city, choose(table, city, POLICIES.index("builder"), rng))


def copy_work() -> Work:
    """Copies of whole tables."""
    tables = positions()

    def work() -> int:
        for table in tables:
            table.copy()
        return len(tables)

    return work


def legal_work() -> Work:
    """Lists of all legal moves of one city, each with every payment."""
    asked = [(table, waiting(table)[0]) for table in positions()]

    def work() -> int:
        for table, city in asked:
            table.phase.moves(table, city)
        return len(asked)

    return work


def view_work() -> Work:
    """Views of one seat."""
    asked = [(table, waiting(table)[0]) for table in positions()]

    def work() -> int:
        for table, city in asked:
            view(table, city)
        return len(asked)

    return work

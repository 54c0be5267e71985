"""Simulation: plays many games with one policy and averages the results.

A game depends only on the simulation's seed and its number, and sums are integers. So the same seed gives the same
figures for any number of processes.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from heptapolis.arena.pool import processes
from heptapolis.bots.playouts.counting import play_out_counting
from heptapolis.bots.playouts.policies import POLICIES, choose
from heptapolis.engine import CATEGORIES, InvalidOptions, Rng
from heptapolis.engine.moves import DISCARD
from heptapolis.engine.play import new_game
from heptapolis.engine.scoring import points_by_category, winners
from heptapolis.record.game.model import new_record
from heptapolis.record.game.replay import Recorder
from heptapolis.record.game.text_format import write_record
from heptapolis.record.moves import plain_move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from heptapolis.engine.table import Table
    from heptapolis.record.game.model import GameRecord

POLICY_STREAM: Final = 16  # random stream of a game's seed; set-up uses the first few
GAMES_STREAM: Final = 1024  # random streams of the simulation's seed from here on: one per game
BATCH: Final = 200  # games per task of a process
PATIENCE: Final = 0.2  # seconds until an interrupt is noticed
SHARES: Final = 840  # a victory is divisible by any number of players who share it

BoardSide = tuple[str, str]
"""A wonder and its side."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Which games are played, and how."""

    players: int = 3
    edition: str = "first"
    expansions: tuple[str, ...] = ()
    mode: str = ""
    """``standard``, ``free-city`` or ``teams``; the default depends on the number of players."""
    policy: str = "uniform"
    """One of ``POLICIES``, for all seats."""
    seed: int = 0

    def start(self, number: int) -> tuple[Table, Rng]:
        """Returns a table before its first decision, and the random generator to play it with.

        Raises:
            InvalidOptions: There is no such game.
        """
        if self.policy not in POLICIES:
            raise InvalidOptions("format/value", f"there is no policy {self.policy!r}; there are {', '.join(POLICIES)}")
        seed = Rng(self.seed, GAMES_STREAM + number).seed()
        table = new_game(self.players, self.edition, self.expansions, self.mode, seed)
        return table, Rng(seed, POLICY_STREAM)


@dataclass(slots=True)
class Tally:
    """Sums over games, as integers."""

    games: int = 0
    seats: int = 0
    """The number of cities, without the Free City."""
    points: Counter[str] = field(default_factory=Counter)
    """By category."""
    stages: int = 0
    discards: int = 0
    """Discarded cards, leaders included."""
    board_seats: Counter[BoardSide] = field(default_factory=Counter)
    board_points: Counter[BoardSide] = field(default_factory=Counter)
    board_wins: Counter[BoardSide] = field(default_factory=Counter)
    """Victories, ``SHARES`` each."""

    def add_game(self, table: Table, sold: list[int]) -> None:
        """Adds a finished game."""
        self.games += 1
        rows = [points_by_category(table, seat) for seat in range(table.city_count)]
        totals = [sum(row) for row in rows]
        winning = winners(table, totals)
        for seat, (row, city, discards) in enumerate(zip(rows, table.cities, sold, strict=True)):
            if seat == table.free_seat:
                continue
            self.seats += 1
            for category, points in zip(CATEGORIES, row, strict=True):
                self.points[category] += points
            self.stages += city.stages
            self.discards += discards
            board = (city.side.wonder, city.side.name)
            self.board_seats[board] += 1
            self.board_points[board] += totals[seat]
            if seat in winning:
                self.board_wins[board] += SHARES // len(winning)

    def add(self, other: Tally) -> None:
        """Adds another tally."""
        self.games += other.games
        self.seats += other.seats
        self.stages += other.stages
        self.discards += other.discards
        self.points.update(other.points)
        self.board_seats.update(other.board_seats)
        self.board_points.update(other.board_points)
        self.board_wins.update(other.board_wins)


def simulate(
    simulation: Simulation,
    games: int,
    jobs: int = 1,
    records: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Plays games and returns their tally.

    Args:
        simulation: which games.
        games: how many of them, numbered from 0.
        jobs: processes that share them.
        records: a folder for the records of all games; created if missing.
        progress: called with the number of games played since the last call.

    Raises:
        InvalidOptions: There is no such game.
    """
    simulation.start(0)  # check the options here rather than in a worker process
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    total = Tally()
    for tally in _tallies(simulation, games, jobs, records):
        total.add(tally)
        if progress is not None:
            progress(tally.games)
    return total


def _tallies(simulation: Simulation, games: int, jobs: int, records: Path | None) -> Iterator[Tally]:
    batches = [(first, min(first + BATCH, games)) for first in range(0, games, BATCH)]
    if jobs <= 1 or len(batches) <= 1:
        for first, end in batches:
            yield play_games(simulation, first, end, records)
        return
    workers = min(jobs, len(batches))
    to_do = iter(batches)
    with interruptions() as interrupted, processes(workers) as pool:

        def next_batches(count: int) -> set[Future[Tally]]:
            with _interrupts_held():
                return {pool.submit(play_games, simulation, *batch, records) for batch in islice(to_do, count)}

        # Enough that no process waits for work, and few enough that an interrupt takes effect soon.
        waiting = next_batches(2 * workers)
        while waiting and not interrupted:
            done, waiting = wait(waiting, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            waiting |= next_batches(len(done))
            for batch in done:
                yield batch.result()
        for batch in waiting:
            batch.cancel()


@contextmanager
def interruptions() -> Iterator[list[int]]:
    """Collects interrupts in a list and raises one at the end.

    An interrupt raised between two locks of a process pool would hang the program.
    """
    if threading.current_thread() is not threading.main_thread():
        yield []  # only the main thread receives interrupts
        return
    found: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: found.append(number))
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)
    if found:
        raise KeyboardInterrupt


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Blocks interrupts. Processes started meanwhile inherit that and never receive any."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_games(simulation: Simulation, first: int, end: int, records: Path | None = None) -> Tally:
    """Plays the games numbered from ``first`` up to but not including ``end``."""
    tally = Tally()
    for number in range(first, end):
        if records is None:
            table, rng = simulation.start(number)
            sold = play_out_counting(table, POLICIES.index(simulation.policy), rng)
        else:
            table, record, sold = play_recorded(simulation, number)
            path = records / f"game-{number:06}.record"
            path.write_text(write_record(record), encoding="utf-8")
        tally.add_game(table, sold)
    return tally


def play_recorded(simulation: Simulation, number: int) -> tuple[Table, GameRecord, list[int]]:
    """Plays one game of ``play_games`` and records it; returns the final table, the record and each city's discards."""
    table, rng = simulation.start(number)
    start = new_record(table)
    recorder = Recorder(table)
    policy = POLICIES.index(simulation.policy)
    sold = [0] * table.city_count
    while not table.over:
        for seat in [seat for seat, city in enumerate(table.cities) if table.pending & city.bit]:
            move = choose(table, seat, policy, rng)
            recorder.play(int(table.decider(seat)), seat, plain_move(move))
            sold[seat] += move.kind == DISCARD
    return table, recorder.record(start), sold


def simulation_summary(simulation: Simulation, tally: Tally) -> dict[str, object]:
    """Returns the averages of a simulation, in the stable shape that ``docs/simulation.md`` describes."""
    table, _ = simulation.start(0)
    boards = [
        {
            "wonder": board.wonder,
            "side": side.name,
            "seats": seats,
            "win_share": tally.board_wins[(board.wonder, side.name)] / (seats * SHARES),
            "mean_total": tally.board_points[(board.wonder, side.name)] / seats,
        }
        for board in table.rules.boards
        for side in board.sides
        if (seats := tally.board_seats[(board.wonder, side.name)])
    ]
    seats = max(tally.seats, 1)
    mean = {category: tally.points[category] / seats for category in CATEGORIES}
    edition, expansions = table.rules.key
    return {
        "games": tally.games,
        "players": simulation.players,
        "edition": edition,
        "expansions": list(expansions),
        "mode": table.mode,
        "policy": simulation.policy,
        "seed": simulation.seed,
        "mean": {**mean, "total": sum(tally.points.values()) / seats},
        "stages_built": tally.stages / seats,
        "discards": tally.discards / seats,
        "boards": boards,
    }

"""CPU time of `sage`: a decision of the net, a playout of its search, a game of training.

python bench/sage.py

Medians of several rounds over the same positions, in one process. Compare two versions in turn, not on different days.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import click

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.sage.encoder import totals
from heptapolis.bots.sage.passed_hands import seen_hands
from heptapolis.bots.sage.player import evaluated, shipped_mind
from heptapolis.engine import Rng, view
from heptapolis.engine.phases import commit
from heptapolis.engine.play import new_game
from heptapolis.train.learning import Learning, Plan
from heptapolis.train.selfplay import nets_of, play
from heptapolis.train.tables import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis.engine.table import Table

ROUNDS: Final = 9
PLAYOUTS: Final = 48
GAMES: Final = 128


def timed(work: Callable[[], object], parts: int) -> float:
    """Microseconds of CPU time a part, the median of several rounds."""
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        found.append((time.process_time() - began) * 1e6 / parts)
    return median(found)


def decisions(players: int, boxes: tuple[str, ...]) -> list[Table]:
    """Tables of a game of the net, each before a decision of its first seat."""
    table = new_game(players, "first", boxes, "standard", 1)
    player = shipped_mind().player(table.rules)
    rng = Rng(1)
    found = []
    while not table.over:
        points = totals(table)
        for seat in range(players):
            if table.pending & table.cities[seat].bit:
                if seat == 0 and len(cheapest_moves(table, seat)) > 1:
                    found.append(table.copy())
                commit(table, seat, player.pick(table, seat, points, 0.0, rng))
    return found


def measure_play(players: int, boxes: tuple[str, ...]) -> None:
    """Prints what a decision and a playout cost at a kind of table."""
    tables = decisions(players, boxes)
    player = shipped_mind().player(tables[0].rules)
    moves = [cheapest_moves(table, 0) for table in tables]
    views = [view(table, 0) for table in tables]

    def encode() -> list[tuple[list[object], list[object]]]:
        return [
            player.encoder.decision(table, 0, 0, seen_hands(table, 0), legal, totals(table))
            for table, legal in zip(tables, moves, strict=True)
        ]

    def search() -> int:
        found = [evaluated(seen, legal, (PLAYOUTS, 0.0, 0.0), 1) for seen, legal in zip(views, moves, strict=True)]
        return sum([int(candidate.playouts) for candidates in found for candidate in candidates])

    features = encode()
    encoding = timed(encode, len(tables))
    answering = timed(lambda: [player.net.evaluate(*each) for each in features], len(tables))
    playout = timed(search, search())
    name = " ".join([f"{players} players", *boxes])
    click.echo(f"{name:26} encode {encoding:5.1f} us, answer {answering:5.1f} us, a playout {playout:4.0f} us")


def measure_training() -> None:
    """Prints what a game of training costs, by a net that knows nothing."""
    with tempfile.TemporaryDirectory() as folder:
        learning = Learning(Path(folder), Plan(kinds=(Kind(3),)))
        task = learning.tasks(0.0, 1, GAMES)[0]
        nets = nets_of(task.older)
        samples = play(nets, nets, task, GAMES, Rng(1))
        playing = timed(lambda: play(nets, nets, task, GAMES, Rng(1)), GAMES)
        count = learning.trainer.train(samples, task.rate, task.batch, 1)[0]
        step = timed(lambda: learning.trainer.train(samples, task.rate, task.batch, 1), count)
    name = "training, 3 players"
    click.echo(f"{name:26} play {playing:5.0f} us a game of {count / GAMES:.0f} samples, learn {step:4.1f} us a sample")


def main() -> None:
    """Prints a line for each kind of table, then one for training."""
    for players, boxes in ((3, ()), (5, ()), (7, ("leaders", "cities"))):
        measure_play(players, boxes)
    measure_training()


if __name__ == "__main__":
    main()

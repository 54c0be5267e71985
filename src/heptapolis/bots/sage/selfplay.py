"""Self-play games and the training samples from them."""

from __future__ import annotations

from math import exp
from struct import pack as to_bytes
from typing import TYPE_CHECKING, Final, Protocol

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.playouts.heuristics import greedy, rules
from heptapolis.bots.playouts.policies import BUILDER, choose
from heptapolis.bots.sage.choice import UNIT, Player, drawn_place
from heptapolis.bots.sage.encoder import totals
from heptapolis.bots.sage.passed_hands import seen_hands
from heptapolis.engine.phases import commit

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.moves import Move
    from heptapolis.engine.rng import Rng
    from heptapolis.engine.table import Table

# Who plays a seat in self-play.
LEARNER: Final = 0
GREEDY: Final = 1
RULES: Final = 2
BUILDERS: Final = 3
OLDER: Final = 4


class Packer(Protocol):
    """The type of ``_trainer.pack``."""

    def __call__(self, base: list[object], moves: list[object], move: int, /) -> bytes:
        """Returns the features after a move."""
        ...


class Trail:
    """The decisions of one player in one game."""

    def __init__(self) -> None:
        self.samples: list[bytes] = []
        self.points: list[float] = []  # the net's expectation after each
        self.margins: list[float] = []
        self.wins: list[float] = []


def play_game(
    table: Table,
    learner: Player,
    older: Player,
    seats: list[int],
    temperature: float,
    older_temperature: float,
    rng: Rng,
    pack: Packer,
) -> list[Trail]:
    """Plays a table to its end and returns the decisions of the learning seats.

    Args:
        table: the table, before its first decision.
        learner: the learning net.
        older: another net, for the seats marked ``OLDER``.
        seats: who plays each seat.
        temperature: of the learner's choices, in points.
        older_temperature: of the other net's choices.
        rng: the generator of all random choices.
        pack: ``_trainer.pack``.
    """
    trails = [Trail() for _ in seats]
    while not table.over:
        points = totals(table)
        seat: i64 = 0
        pending = table.pending
        while pending:
            if pending & 1:
                player = table.decider(seat)
                who: i64 = seats[player]
                if who == LEARNER:
                    moves = cheapest_moves(table, seat)
                    if len(moves) == 1:
                        commit(table, seat, moves[0])
                    else:
                        seen = seen_hands(table, player)
                        base, changes = learner.encoder.decision(table, player, seat, seen, moves, points)
                        answers = learner.net.evaluate(base, changes)
                        place = drawn_place(answers, temperature, rng)
                        trail = trails[player]
                        trail.samples.append(pack(base, changes, place))
                        trail.points.append(float(answers[3 * place]) / UNIT)
                        trail.margins.append(float(answers[3 * place + 1]) / UNIT)
                        trail.wins.append(1.0 / (1.0 + exp(-float(answers[3 * place + 2]) / UNIT)))
                        commit(table, seat, moves[place])
                else:
                    commit(table, seat, _other(table, seat, who, older, points, older_temperature, rng))
            pending >>= 1
            seat += 1
    return trails


def _other(table: Table, seat: i64, who: i64, older: Player, points: list[int], temperature: float, rng: Rng) -> Move:
    if who == OLDER:
        return older.pick(table, seat, points, temperature, rng)
    if who == GREEDY:
        return greedy(table, seat, table.phase.moves(table, seat), rng)
    if who == RULES:
        return rules(table, seat, table.phase.moves(table, seat), rng)
    return choose(table, seat, BUILDER, rng)


def samples_of(trails: list[Trail], results: list[tuple[float, float, float]], trace: float) -> list[bytes]:
    """The training samples of a game: each decision with its lambda return (``trace`` is lambda)."""
    found: list[bytes] = []
    for trail, result in zip(trails, results, strict=True):
        points, margin, win = result
        place: i64 = len(trail.samples) - 1
        last = place
        while place >= 0:
            if place < last:
                points = trace * points + (1.0 - trace) * trail.points[place + 1]
                margin = trace * margin + (1.0 - trace) * trail.margins[place + 1]
                win = trace * win + (1.0 - trace) * trail.wins[place + 1]
            sample = trail.samples[place]
            found.append(to_bytes("<fffH", points, margin, win, len(sample) // 2) + sample)
            place -= 1
    return found

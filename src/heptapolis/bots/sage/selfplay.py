"""Self-play games and the training samples from them."""

from __future__ import annotations

from math import exp
from struct import pack as to_bytes
from typing import TYPE_CHECKING, Final, Protocol

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.playouts.heuristics import greedy, rules
from heptapolis.bots.playouts.policies import BUILDER, choose
from heptapolis.bots.sage.encoder import Encoder, totals
from heptapolis.bots.sage.passed_hands import seen_hands
from heptapolis.engine.phases import commit
from heptapolis.engine.scoring import total_points, winners
from heptapolis.engine.table import FREE_CITY, TEAMS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.bots.sage.net import Evaluator
    from heptapolis.engine.moves import Move
    from heptapolis.engine.rng import Rng
    from heptapolis.engine.table import Table

POINTS_WEIGHT: Final = 7  # of the worth of a move, in twentieths: the player's points ...
MARGIN_WEIGHT: Final = 13  # ... and the lead over the best opponent
WEIGHTS: Final = 20
UNIT: Final = 524288.0
TEN: Final = 10.0

# Who plays a seat in self-play.
LEARNER: Final = 0
GREEDY: Final = 1
RULES: Final = 2
BUILDERS: Final = 3
OLDER: Final = 4


class Packer(Protocol):
    """The type of ``_net.pack``."""

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


def worth(answers: list[int], place: i64) -> i64:
    """The worth of a move by the net's answers; ten points are 20 * 2**19 units."""
    points: i64 = answers[3 * place]
    margin: i64 = answers[3 * place + 1]
    return POINTS_WEIGHT * points + MARGIN_WEIGHT * margin


def best_place(answers: list[int]) -> i64:
    """The index of the best move; the first of equal ones."""
    best: i64 = 0
    count: i64 = len(answers) // 3
    most = worth(answers, 0)
    place: i64 = 1
    while place < count:
        value = worth(answers, place)
        if value > most:
            most = value
            best = place
        place += 1
    return best


def drawn_place(answers: list[int], temperature: float, rng: Rng) -> i64:
    """The index of a move drawn by softmax over the worth; ``temperature`` is in points, 0 takes the best."""
    if temperature <= 0.0:
        return best_place(answers)
    count: i64 = len(answers) // 3
    top = worth(answers, best_place(answers))
    scale = TEN / (UNIT * float(WEIGHTS) * temperature)
    chances: list[float] = []
    total = 0.0
    place: i64 = 0
    while place < count:
        chance = exp(float(worth(answers, place) - top) * scale)
        total += chance
        chances.append(chance)
        place += 1
    pick = total * float(rng.below(1 << 24)) / 16777216.0
    place = 0
    for chance in chances:
        pick -= chance
        if pick < 0.0:
            return place
        place += 1
    return best_place(answers)


class Player:
    """A net with the encoder of one rulebook."""

    def __init__(self, net: Evaluator, encoder: Encoder) -> None:
        self.net = net
        self.encoder = encoder

    def pick(self, table: Table, seat: i64, points: list[int], temperature: float, rng: Rng) -> Move:
        """The move of a pending city, by the net alone."""
        moves = cheapest_moves(table, seat)
        if len(moves) == 1:
            return moves[0]
        player = table.decider(seat)
        base = self.encoder.base(table, player, seat, seen_hands(table, player), points)
        answers = self.net.evaluate(base, self.encoder.changes(table, player, seat, moves))
        return moves[drawn_place(answers, temperature, rng)]


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
        pack: ``_net.pack``.
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
                        base = learner.encoder.base(table, player, seat, seen_hands(table, player), points)
                        changes = learner.encoder.changes(table, player, seat, moves)
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


def outcomes(table: Table, players: int) -> list[tuple[float, float, float]]:
    """The result for each player: points and margin (in tens; half the sum for teams) and the share of the victory."""
    found = [int(total_points(table, seat)) for seat in range(table.city_count)]
    winning = winners(table, found)
    sides = len(winning) // 2 if table.mode == TEAMS else len(winning)
    result: list[tuple[float, float, float]] = []
    for player in range(players):
        own = float(found[player])
        best = -1000.0
        for other in range(players):
            if table.mode == TEAMS:
                if other // 2 == player // 2:
                    own = float(found[player] + found[player ^ 1]) / 2.0
                else:
                    best = max(best, float(found[other] + found[other ^ 1]) / 2.0)
            elif other != player and (table.mode != FREE_CITY or other != table.free_seat):
                best = max(best, float(found[other]))
        share = 1.0 / float(sides) if player in winning else 0.0
        result.append((own / TEN, (own - best) / TEN, share))
    return result


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

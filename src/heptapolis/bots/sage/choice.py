"""Choosing a move by the net's answers, and the result of a game in the same units."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.sage.encoder import Encoder
from heptapolis.bots.sage.passed_hands import seen_hands
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


def chances(answers: list[int], temperature: float) -> list[float]:
    """The chance of each move by softmax over the worth; ``temperature`` is in points, 0 takes the best."""
    count: i64 = len(answers) // 3
    best = best_place(answers)
    found = [0.0] * count
    if temperature <= 0.0:
        found[best] = 1.0
        return found
    top = worth(answers, best)
    scale = TEN / (UNIT * float(WEIGHTS) * temperature)
    total = 0.0
    place: i64 = 0
    while place < count:
        found[place] = exp(float(worth(answers, place) - top) * scale)
        total += found[place]
        place += 1
    return [chance / total for chance in found]


def drawn_place(answers: list[int], temperature: float, rng: Rng) -> i64:
    """The index of a move drawn by ``chances``."""
    if temperature <= 0.0:
        return best_place(answers)
    pick = float(rng.below(1 << 24)) / 16777216.0
    place: i64 = 0
    for chance in chances(answers, temperature):
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

    def answers(self, table: Table, seat: i64, moves: list[Move], points: list[int]) -> list[int]:
        """The net's answers for the moves of a pending city; ``points`` are those of all cities (``totals``)."""
        player = table.decider(seat)
        base, changes = self.encoder.decision(table, player, seat, seen_hands(table, player), moves, points)
        return self.net.evaluate(base, changes)

    def pick(self, table: Table, seat: i64, points: list[int], temperature: float, rng: Rng) -> Move:
        """The move of a pending city, by the net alone."""
        moves = cheapest_moves(table, seat)
        if len(moves) == 1:
            return moves[0]
        return moves[drawn_place(self.answers(table, seat, moves, points), temperature, rng)]


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

"""Search with the net: on sampled tables, the net plays a few turns and evaluates the result.

All candidates are tried on the same sampled tables with the same choices of the other players in this turn and the same
random numbers after it, which reduces the variance of comparisons. The candidates are halved as the budget runs out
(sequential halving).

Nobody knows how the others decide. So on each table every other player either plays exactly like the net or errs by
about a point: a plan must not need an opponent who does just what the net would do. What a player did before tells how
likely each is (``opponents``).

The net errs after every turn of a playout, but differently. So a playout is worth the mean of its evaluations from the
third decision to the ninth; the result of a game that ends before counts for the rest of them.

A search of a millisecond looks at the next decision after each candidate, then three decisions ahead for the best two.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.sage.choice import (
    MARGIN_WEIGHT,
    POINTS_WEIGHT,
    UNIT,
    WEIGHTS,
    Player,
    best_place,
    drawn_place,
    outcomes,
    worth,
)
from heptapolis.bots.sage.encoder import totals
from heptapolis.engine.knowledge.sampling import sample_table
from heptapolis.engine.phases import commit
from heptapolis.engine.rng import Rng

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.bots.playouts.search import Budget
    from heptapolis.bots.sage.opponents import Opponents
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table

CANDIDATES: Final = 6  # moves that are searched; the others keep the net's evaluation
NEAR: Final = 0.25  # the bot searches only moves that the net rates at most this much below its best one, in tens
DEPTH: Final = 9  # the player's own decisions in a playout
FIRST: Final = 3  # the first of these whose evaluation counts
SHORT_DEPTH: Final = 3  # the decisions in a small search, after a first playout of one; only the last evaluation counts
WIN_WEIGHT: Final = 30.0  # of the chance to win, if a move is to be chosen: a certain win is worth 15 points
CHECKED: Final = 16  # the bot leaves moves that are clearly worse after so many playouts, twice as many, and so on ...
CLEARLY: Final = 4.0  # ... if they are worse by so many standard errors
CLOSE: Final = 0.12  # a small search goes on while the second best move is at most this much worse, in tens
FEW_PLAYOUTS: Final = 20  # a search with less is small ...
FEW_SECONDS: Final = 0.003  # ... and one with less time
NET_VARIANCE: Final = 0.008  # of the net's evaluation, in tens squared: it errs by 0.9 points in comparing two moves
PRIOR: Final = 15.0  # weight of the net's evaluation in playouts, as long as there are too few to tell their variance
SHORT_PRIOR: Final = 1.0  # the same for the playouts of a small search, which vary less
LEAST_PRIOR: Final = 0.01  # not zero, for moves that were not tried
FEW: Final = 3  # too few playouts


class Candidate:
    """A move with its evaluation. Points and margins are in units of ten."""

    def __init__(self, move: Move, place: i64, points: float, margin: float, win: float) -> None:
        """Starts with the net's evaluation."""
        self.move = move
        self.place: i64 = place
        self.net_points = points
        self.net_margin = margin
        self.net_win = win
        self.prior: float = PRIOR  # weight of the net's evaluation, in playouts
        self.playouts: i64 = 0
        self.points: float = 0.0  # sums over the playouts
        self.margin: float = 0.0
        self.win: float = 0.0
        self.points_squared: float = 0.0
        self.margin_squared: float = 0.0
        self.win_squared: float = 0.0
        self.win_weight: float = 0.0  # of the chance to win in the value of the move
        self.values: list[float] = []  # of each playout

    def add(self, points: float, margin: float, win: float) -> None:
        """Adds a playout."""
        self.playouts += 1
        self.points += points
        self.margin += margin
        self.win += win
        self.points_squared += points * points
        self.margin_squared += margin * margin
        self.win_squared += win * win
        self.values.append(self.value(points, margin, win))

    def value(self, points: float, margin: float, win: float) -> float:
        """The value of a result."""
        return float(POINTS_WEIGHT) * points + float(MARGIN_WEIGHT) * margin + self.win_weight * win

    def worth(self) -> float:
        """The value of the move, with the net's evaluation as a prior."""
        weight = float(self.playouts) + self.prior
        points = (self.points + self.prior * self.net_points) / weight
        margin = (self.margin + self.prior * self.net_margin) / weight
        win = (self.win + self.prior * self.net_win) / weight
        return self.value(points, margin, win)

    def is_clearly_worse(self, best: Candidate) -> bool:
        """Whether another move was better on the same tables beyond doubt, or never different."""
        total = 0.0
        squares = 0.0
        for own, other in zip(self.values, best.values, strict=True):
            total += other - own
            squares += (other - own) * (other - own)
        return total >= CLEARLY * standard_error(total, squares, self.playouts) * float(self.playouts)


def weigh(candidates: list[Candidate]) -> None:
    """Gives the net's evaluation the weight of as many playouts as err as much as it does.

    Playouts vary by three or four points in most of the game, and by less and less in its last turns.
    """
    variance = 0.0
    tried = 0.0
    for candidate in candidates:
        if candidate.playouts > FEW:
            count = float(candidate.playouts)
            mean = candidate.margin / count
            variance += max(candidate.margin_squared / count - mean * mean, 0.0)
            tried += 1.0
    if tried > 0.0:
        for candidate in candidates:
            candidate.prior = max(variance / tried / NET_VARIANCE, LEAST_PRIOR)


def chance(answer: i64) -> float:
    """Converts the net's third answer to a probability of winning."""
    return 1.0 / (1.0 + exp(-float(answer) / UNIT))


def judged(moves: list[Move], answers: list[int]) -> list[Candidate]:
    """The moves evaluated by the net, best first; the sort is stable."""
    found: list[Candidate] = []
    place: i64 = 0
    for move in moves:
        found.append(
            Candidate(
                move,
                place,
                float(answers[3 * place]) / UNIT,
                float(answers[3 * place + 1]) / UNIT,
                chance(answers[3 * place + 2]),
            )
        )
        place += 1
    order = sorted(range(len(moves)), key=lambda each: (-worth(answers, each), each))
    return [found[each] for each in order]


def standard_error(total: float, squares: float, count: i64) -> float:
    """The standard error of a mean over playouts."""
    if count < 2:
        return 0.0
    number = float(count)
    mean = total / number
    return sqrt(max(squares / number - mean * mean, 0.0) / (number - 1.0))


def is_small(budget: Budget) -> bool:
    """Whether a budget is too small to try all candidates several turns deep."""
    return (
        0 < budget.playouts < FEW_PLAYOUTS
        or 0.0 < budget.seconds < FEW_SECONDS
        or 0.0 < budget.cpu_seconds < FEW_SECONDS
    )


def near(judged_moves: list[Candidate]) -> list[Candidate]:
    """The moves, best first, that are worth a search: the net errs, but seldom by so much."""
    least = judged_moves[0].worth() - NEAR * float(WEIGHTS)
    return [candidate for candidate in judged_moves if candidate.worth() >= least]


def best_first(candidates: list[Candidate]) -> list[Candidate]:
    """Sorts by worth; of equal ones the first legal move comes first."""
    return sorted(candidates, key=lambda each: (-each.worth(), each.place))


def best_two(candidates: list[Candidate]) -> list[Candidate]:
    """The best candidate, and the second if it may be as good."""
    first, second, *_ = best_first(candidates)
    return [first, second] if first.worth() - second.worth() <= CLOSE * float(WEIGHTS) else [first]


def to_choose_from(candidates: list[Candidate]) -> list[Candidate]:
    """The moves that the bot searches to choose one: points and margin count, and the chance to win."""
    found = near(candidates)
    for candidate in found:
        candidate.win_weight = WIN_WEIGHT
    return found


def without_the_worse(alive: list[Candidate]) -> list[Candidate]:
    """The candidates that are not clearly worse than the best one."""
    best = best_first(alive)[0]
    return [candidate for candidate in alive if candidate is best or not candidate.is_clearly_worse(best)]


def search(
    view: View,
    player: Player,
    seat: i64,
    judged_moves: list[Candidate],
    budget: Budget,
    rng: Rng,
    deciding: bool,
    opponents: Opponents,
) -> Candidate:
    """Searches the first few candidates and returns the best.

    All remaining candidates have equally many playouts: an unfinished round does not count.

    Args:
        view: what the player sees.
        player: the net.
        seat: the city that the decision is for.
        judged_moves: the moves, best first.
        budget: the limits.
        rng: the generator of all random choices.
        deciding: whether only the best move matters: the search ends when it is clear.
        opponents: how the other players decide, as far as known.
    """
    me = view.seat
    assert me is not None, "a spectator decides nothing"
    alive = judged_moves[:CANDIDATES]
    small = is_small(budget)
    depth = DEPTH
    first = FIRST
    if small:
        depth = first = 1
        for candidate in judged_moves:
            candidate.prior = SHORT_PRIOR
    rounds: i64 = 0
    size: i64 = len(alive)
    while size > 1:
        rounds += 1
        size = (size + 1) // 2
    stage: i64 = 1
    checked: i64 = CHECKED
    while budget.left() and len(alive) > 1:
        table = sample_table(view, rng)
        errors = opponents.errors(rng)
        decide_for_others(table, player, me, opponents, errors, rng)
        results: list[tuple[float, float, float]] = []
        stream = rng.seed()
        for candidate in alive:
            result = _play_out(
                table.copy(), player, me, seat, candidate.move, first, depth, errors, budget, Rng(stream)
            )
            if result is None:
                break
            results.append(result)
        if len(results) < len(alive):
            break
        for candidate, found in zip(alive, results, strict=True):
            candidate.add(found[0], found[1], found[2])
        budget.used += len(alive)
        if small:
            alive = best_two(alive) if deciding else alive
            depth = first = SHORT_DEPTH
            continue
        if deciding and alive[0].playouts == checked:
            checked *= 2
            alive = without_the_worse(alive)
        if budget.spent() >= float(stage) / float(rounds):
            stage += 1
            weigh(judged_moves)
            alive = best_first(alive)[: (len(alive) + 1) // 2]
    if not small:
        weigh(judged_moves)
    return best_first(alive)[0]


def decide_for_others(
    table: Table, player: Player, me: i64, opponents: Opponents, errors: list[float], rng: Rng
) -> None:
    """Commits this turn's decisions of the other players, and keeps what was expected of them.

    The phase does not finish, since the player's own choice is missing.
    """
    points = totals(table)
    for seat in range(table.city_count):
        decider = table.decider(seat)
        if decider == me or not table.pending & table.cities[seat].bit:
            continue
        moves = cheapest_moves(table, seat)
        move = moves[0]
        if len(moves) > 1:
            answers = player.answers(table, seat, moves, points)
            move = moves[drawn_place(answers, errors[decider], rng)]
            if table.phase.is_turn:  # a view remembers the moves of turns only
                opponents.expect(seat, decider, moves, answers)
        table.chosen[seat] = move
        table.pending &= ~table.cities[seat].bit


def own_first(table: Table, me: i64) -> list[i64]:
    """The cities that have to decide, those of the player first: a playout may end there."""
    own: list[i64] = []
    others: list[i64] = []
    place: i64 = 0
    pending = table.pending
    while pending:
        if pending & 1:
            if table.decider(place) == me:
                own.append(place)
            else:
                others.append(place)
        pending >>= 1
        place += 1
    return own + others


def _play_out(
    table: Table,
    player: Player,
    me: i64,
    seat: i64,
    move: Move,
    first: i64,
    depth: i64,
    errors: list[float],
    budget: Budget,
    rng: Rng,
) -> tuple[float, float, float] | None:
    """Points, margin and win after a move and a few turns by the net; None if the time is up.

    The result is the mean of the net's evaluations at the player's own decisions from ``first`` to ``depth``; if the
    game ends before, its result takes the place of the missing ones. ``errors`` are the temperatures at which the other
    players decide.
    """
    commit(table, seat, move)
    count = float(depth - first + 1)
    decided: i64 = 0
    missing = count
    points_sum = margin_sum = win_sum = 0.0
    while not table.over:
        if budget.is_late():
            return None
        points = totals(table)
        for place in own_first(table, me):
            moves = cheapest_moves(table, place)
            if len(moves) == 1:
                commit(table, place, moves[0])
                continue
            answers = player.answers(table, place, moves, points)
            decider = table.decider(place)
            if decider != me:
                commit(table, place, moves[drawn_place(answers, errors[decider], rng)])
                continue
            best = best_place(answers)
            decided += 1
            if decided >= first:
                missing -= 1.0
                points_sum += float(answers[3 * best]) / UNIT
                margin_sum += float(answers[3 * best + 1]) / UNIT
                win_sum += chance(answers[3 * best + 2])
                if decided == depth:
                    return points_sum / count, margin_sum / count, win_sum / count
            commit(table, place, moves[best])
    result = outcomes(table, table.city_count if table.free_seat < 0 else 2)[me]
    return (
        (points_sum + missing * result[0]) / count,
        (margin_sum + missing * result[1]) / count,
        (win_sum + missing * result[2]) / count,
    )

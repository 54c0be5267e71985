"""Search with the net: a tree of the player's own decisions, grown over sampled tables.

A playout goes down the tree by what earlier playouts found and by the net's opinion (PUCT), adds a decision, lets the
net play a few turns and evaluate the result. The other players decide by the net, a little at random. The same sampled
tables serve all moves, and what is luck of a table is taken out of the comparison.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.playouts.search import move_key
from heptapolis.bots.sage.choice import (
    MARGIN_WEIGHT,
    POINTS_WEIGHT,
    TEN,
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

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.bots.playouts.search import Budget
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move
    from heptapolis.engine.rng import Rng
    from heptapolis.engine.table import Table

DEPTH: Final = 5  # the player's own decisions by the net after the tree, before the net evaluates
TABLES: Final = 64  # most sampled tables
PLAYOUTS_A_TABLE: Final = 4  # one after the other, before the next table
OTHERS_TEMPERATURE: Final = 0.5  # in points: randomness of the other players
EXPLORATION: Final = 8.0  # in points: how much a move's prior probability draws playouts
PRIOR_TEMPERATURE: Final = 1.5  # in points: how far the net's opinion spreads the prior probabilities
PRIOR: Final = 1.0  # weight of the net's evaluation, in playouts
LUCK: Final = 2.0  # playouts by which the mean of a table is drawn to the mean of all


class Node:
    """A move of the player's own in the tree, after the moves above it and whatever the others did."""

    def __init__(self, key: i64, prior: float) -> None:
        """``prior`` is the move's worth by the net, in points."""
        self.key: i64 = key
        self.prior = prior
        self.probability: float = 0.0
        self.playouts: i64 = 0
        self.total: float = 0.0
        self.moves: list[Node] = []  # that follow


class Candidate:
    """A move with its evaluation. Points and margins are in units of ten."""

    def __init__(self, move: Move, place: i64, points: float, margin: float, win: float) -> None:
        """Starts with the net's evaluation."""
        self.move = move
        self.place: i64 = place
        self.net_points = points
        self.net_margin = margin
        self.net_win = win
        self.node = Node(move_key(move), in_points(points, margin))
        self.playouts: i64 = 0
        self.points: float = 0.0  # sums over the playouts
        self.margin: float = 0.0
        self.win: float = 0.0
        self.points_squared: float = 0.0
        self.margin_squared: float = 0.0
        self.win_squared: float = 0.0

    def add(self, points: float, margin: float, win: float) -> None:
        """Adds a playout."""
        self.playouts += 1
        self.points += points
        self.margin += margin
        self.win += win
        self.points_squared += points * points
        self.margin_squared += margin * margin
        self.win_squared += win * win

    def worth(self) -> float:
        """The value of the move, with the net's evaluation as a prior."""
        weight = float(self.playouts) + PRIOR
        points = (self.points + PRIOR * self.net_points) / weight
        margin = (self.margin + PRIOR * self.net_margin) / weight
        return in_points(points, margin)


def in_points(points: float, margin: float) -> float:
    """The worth of a result in points; points and margin are in units of ten."""
    return (float(POINTS_WEIGHT) * points + float(MARGIN_WEIGHT) * margin) * (TEN / float(WEIGHTS))


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


class Sums:
    """The sums of some playouts."""

    def __init__(self) -> None:
        self.playouts: i64 = 0
        self.points: float = 0.0
        self.margin: float = 0.0
        self.win: float = 0.0

    def add(self, points: float, margin: float, win: float) -> None:
        """Adds a playout."""
        self.playouts += 1
        self.points += points
        self.margin += margin
        self.win += win


class Start:
    """A sampled table on which the others have chosen, and the playouts from it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sums = Sums()


class Tree:
    """One search: for whom, with which moves, and what it has found so far."""

    def __init__(
        self, view: View, player: Player, seat: i64, candidates: list[Candidate], rng: Rng, equally: bool
    ) -> None:
        """``equally`` gives all candidates the same playouts, on the same tables."""
        me = view.seat
        assert me is not None, "a spectator decides nothing"
        self.view = view
        self.player = player
        self.me: i64 = me
        self.seat: i64 = seat
        self.rng = rng
        self.candidates = candidates
        self.equally = equally
        self.root = Node(0, 0.0)
        self.root.moves = [each.node for each in candidates]
        set_probabilities(self.root)
        self.starts: list[Start] = []
        self.sums = Sums()
        self.path: list[Node] = []

    def start(self) -> Start:
        """The table of the next playout: a new one for every few playouts, then the same ones again."""
        played: i64 = self.sums.playouts
        each: i64 = len(self.candidates) if self.equally else PLAYOUTS_A_TABLE
        if played % each == 0 and len(self.starts) < TABLES:
            table = sample_table(self.view, self.rng)
            points = totals(table)
            for other in range(table.city_count):
                if table.pending & table.cities[other].bit and table.decider(other) != self.me:
                    choose_quietly(table, other, self.player.pick(table, other, points, OTHERS_TEMPERATURE, self.rng))
            self.starts.append(Start(table))
        return self.starts[played // each % len(self.starts)]

    def grow(self, budget: Budget) -> bool:
        """Plays one playout; False if the time is up before its end."""
        start = self.start()
        played: i64 = self.sums.playouts
        place = played % len(self.candidates) if self.equally else select(self.root, self.root.moves)
        candidate = self.candidates[place]
        self.path = [self.root, candidate.node]
        table = start.table.copy()
        commit(table, self.seat, candidate.move)
        found = self.play_out(table, candidate.node, budget)
        if found is None:
            return False
        mine = start.sums
        every = self.sums
        mine.add(found[0], found[1], found[2])
        every.add(found[0], found[1], found[2])
        count = float(mine.playouts)
        share = count / float(every.playouts)
        points = found[0] - (mine.points - share * every.points) / (count + LUCK)
        margin = found[1] - (mine.margin - share * every.margin) / (count + LUCK)
        win = found[2] - (mine.win - share * every.win) / (count + LUCK)
        candidate.add(points, margin, win)
        value = in_points(points, margin)
        for node in self.path:
            node.playouts += 1
            node.total += value
        return True

    def play_out(self, table: Table, node: Node, budget: Budget) -> tuple[float, float, float] | None:
        """Points, margin and win after the tree and a few turns by the net; None if the time is up."""
        here: Node | None = node
        left: i64 = DEPTH
        while not table.over:
            if budget.is_late():
                return None
            points = totals(table)
            seat: i64 = 0
            pending = table.pending
            while pending:
                if pending & 1:
                    moves = cheapest_moves(table, seat)
                    if len(moves) == 1:
                        commit(table, seat, moves[0])
                    elif table.decider(seat) != self.me:
                        answers = self.player.answers(table, seat, moves, points)
                        commit(table, seat, moves[drawn_place(answers, OTHERS_TEMPERATURE, self.rng)])
                    elif here is None:
                        answers = self.player.answers(table, seat, moves, points)
                        best = best_place(answers)
                        left -= 1
                        if left == 0:
                            return (
                                float(answers[3 * best]) / UNIT,
                                float(answers[3 * best + 1]) / UNIT,
                                chance(answers[3 * best + 2]),
                            )
                        commit(table, seat, moves[best])
                    else:
                        is_leaf = len(here.moves) == 0
                        known = self.known(here, table, seat, moves, points)
                        best = select(here, known)
                        here = known[best]
                        self.path.append(here)
                        if is_leaf:
                            here = None
                        commit(table, seat, moves[best])
                pending >>= 1
                seat += 1
        return outcomes(table, table.city_count if table.free_seat < 0 else 2)[self.me]

    def known(self, node: Node, table: Table, seat: i64, moves: list[Move], points: list[int]) -> list[Node]:
        """The nodes of some moves; asks the net if one of them is new."""
        found: list[Node] = []
        for move in moves:
            child = child_of(node, move_key(move))
            if child is None:
                break
            found.append(child)
        if len(found) == len(moves):
            return found
        answers = self.player.answers(table, seat, moves, points)
        found = []
        place: i64 = 0
        for move in moves:
            key = move_key(move)
            child = child_of(node, key)
            if child is None:
                child = Node(key, float(worth(answers, place)) * TEN / (UNIT * float(WEIGHTS)))
                node.moves.append(child)
            found.append(child)
            place += 1
        set_probabilities(node)
        return found


def child_of(node: Node, key: i64) -> Node | None:
    """The node of a move that follows."""
    for child in node.moves:
        if child.key == key:
            return child
    return None


def set_probabilities(node: Node) -> None:
    """Sets the prior probabilities of the moves that follow: softmax over the net's evaluations."""
    top: float = max([child.prior for child in node.moves])
    total: float = 0.0
    for child in node.moves:
        child.probability = exp((child.prior - top) / PRIOR_TEMPERATURE)
        total += child.probability
    for child in node.moves:
        child.probability /= total


def select(node: Node, moves: list[Node]) -> i64:
    """The index of the move to try: the best upper bound by its playouts and its prior probability."""
    width = EXPLORATION * sqrt(float(node.playouts) + 1.0)
    most: float = -1e18
    best: i64 = 0
    place: i64 = 0
    for child in moves:
        count = float(child.playouts)
        value = (child.total + PRIOR * child.prior) / (count + PRIOR) + width * child.probability / (count + 1.0)
        if value > most:
            most = value
            best = place
        place += 1
    return best


def search(
    view: View,
    player: Player,
    seat: i64,
    candidates: list[Candidate],
    budget: Budget,
    rng: Rng,
    equally: bool = False,
) -> Candidate:
    """Searches and returns the best move.

    Args:
        view: what the player sees.
        player: the net.
        seat: the city that the decision is for.
        candidates: the moves as evaluated by the net; the search adds its playouts.
        budget: limits of playouts and time.
        rng: all random choices.
        equally: gives all moves the same playouts, to compare them, instead of more to the better ones.
    """
    tree = Tree(view, player, seat, candidates, rng, equally)
    while budget.left() and tree.grow(budget):
        budget.used += 1
    return sorted(candidates, key=lambda each: (-each.playouts, -each.worth(), each.place))[0]


def choose_quietly(table: Table, seat: i64, move: Move) -> None:
    """Notes a decision. The phase does not finish, since the player's own choice is missing."""
    table.chosen[seat] = move
    table.pending &= ~table.cities[seat].bit

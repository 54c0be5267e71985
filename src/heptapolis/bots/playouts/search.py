"""Search by playouts on sampled tables: `mc` and `ismcts`.

Both use a view only. Each playout starts from a table of ``sample_table``, which deals the unseen cards at random. A
playout policy decides for the other players, and for everybody after the tree.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Final

from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.playouts.heuristics import candidates
from heptapolis.bots.playouts.policies import BUILDER, UNIFORM, choose, play_out
from heptapolis.engine.knowledge.sampling import sample_table
from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.phases import commit
from heptapolis.engine.scoring import total_points
from heptapolis.engine.table import FREE_CITY, TEAMS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move
    from heptapolis.engine.rng import Rng
    from heptapolis.engine.table import Table

FOREVER: Final = 1e18
EXPLORATION: Final = 1.0  # the exploration constant of the upper confidence bound; rewards are scaled by their spread
CARELESS: Final = 10  # percentage of decisions after the tree that are uniform instead of the builder's


class Budget:
    """Limits of a search: playouts, wall-clock time, CPU time, or several of these."""

    def __init__(self, playouts: i64, milliseconds: float, cpu_milliseconds: float = 0.0) -> None:
        """Zero means no limit."""
        self.playouts: i64 = playouts
        self.start: float = perf_counter()
        self.seconds: float = milliseconds / 1000.0
        self.cpu_start: float = thread_time() if cpu_milliseconds > 0.0 else 0.0
        self.cpu_seconds: float = cpu_milliseconds / 1000.0
        self.used: i64 = 0

    def left(self) -> bool:
        """Whether there is time for another playout. The first one is always played."""
        return self.used == 0 or self.spent() < 1.0

    def is_late(self) -> bool:
        """Whether a time limit has passed."""
        if self.seconds > 0.0 and perf_counter() - self.start >= self.seconds:
            return True
        return self.cpu_seconds > 0.0 and thread_time() - self.cpu_start >= self.cpu_seconds

    def spent(self) -> float:
        """The used fraction of the limit that will be reached first."""
        part = 0.0
        if self.playouts > 0:
            part = float(self.used) / float(self.playouts)
        if self.seconds > 0.0:
            part = max(part, (perf_counter() - self.start) / self.seconds)
        if self.cpu_seconds > 0.0:
            part = max(part, (thread_time() - self.cpu_start) / self.cpu_seconds)
        return part


def reward(table: Table, player: i64) -> float:
    """The reward of a finished table for a player: the points minus half the best opponent's.

    Partners count together; the Free City does not count. Subtracting half keeps the search from helping neighbors.
    """
    own: i64 = 0
    best: i64 = -1000
    seats = table.city_count
    if table.mode == TEAMS:
        team: i64 = 0
        while team < seats:
            total = total_points(table, team) + total_points(table, team + 1)
            if team // 2 == player // 2:
                own = total
            elif total > best:
                best = total
            team += 2
        return (float(own) - 0.5 * float(best)) / 2.0
    seat: i64 = 0
    while seat < seats:
        if seat == player:
            own = total_points(table, seat)
        elif seat != table.free_seat or table.mode != FREE_CITY:
            total = total_points(table, seat)
            if total > best:
                best = total
        seat += 1
    return float(own) - 0.5 * float(best)


def monte_carlo(view: View, player: i64, moves: list[Move], budget: Budget, rng: Rng) -> Move:
    """The move of `mc`: the best mean reward over equally many playouts, on the same sampled tables."""
    choices = candidates(moves)
    if len(choices) == 1:
        return choices[0]
    city = moves[0].city
    seat = player if city == OWN_CITY else city
    totals = [0.0] * len(choices)
    rounds = 0
    while True:
        start = sample_table(view, rng)
        index: i64 = 0
        for move in choices:
            if rounds > 0 and not budget.left():
                break
            table = start.copy()
            commit(table, seat, move)
            play_out(table, BUILDER, rng)
            totals[index] += reward(table, player)
            budget.used += 1
            index += 1
        if index < len(choices):
            break  # ignore an unfinished round
        rounds += 1
        if not budget.left():
            break
    return choices[_largest(totals)]


def _largest(values: list[float]) -> i64:
    best: i64 = 0
    index: i64 = 0
    for value in values:
        if value > values[best]:
            best = index
        index += 1
    return best


class Node:
    """A node of the tree: the player's own decisions so far in the search, whatever others did."""

    def __init__(self, key: i64) -> None:
        """A node reached by the player's move with this key."""
        self.key: i64 = key
        self.children: list[Node] = []
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often the move was legal
        self.total: float = 0.0


def move_key(move: Move) -> i64:
    """A number that identifies a move, ignoring its payment."""
    card = move.card
    key: i64 = 0 if card is None else card.index + 1
    key = key * 16 + move.kind
    key = key * 4 + move.copied + 1
    key = key * 2 + (1 if move.using else 0)
    key = key * 64 + move.coins
    if move.side:
        key = key * 2 + (1 if move.side in ("B", "night") else 0)
    return key * 2 + (0 if move.city == OWN_CITY else 1)


class Search:
    """One search of `ismcts`: a tree of the player's own decisions, grown over sampled tables."""

    def __init__(self, player: i64, rng: Rng) -> None:
        self.player: i64 = player
        self.rng = rng
        self.root = Node(0)
        self.path: list[Node] = []
        self.lowest: float = FOREVER
        self.highest: float = -FOREVER

    def grow(self, table: Table) -> None:
        """Runs one playout: down the tree, one new node, then the playout policy to the end."""
        self.path = [self.root]
        node: Node | None = self.root
        while node is not None and not table.over:
            node = self.step(table, node)
        if not table.over:
            careless_playout(table, self.rng)
        value = reward(table, self.player)
        if value < self.lowest:
            self.lowest = value
        if value > self.highest:
            self.highest = value
        for each in self.path:
            each.visits += 1
            each.total += value

    def step(self, table: Table, node: Node) -> Node | None:
        """Everybody decides once, the player by the tree. Returns None once a node has been added."""
        here: Node | None = node
        seat: i64 = 0
        pending = table.pending
        while pending:
            if pending & 1:
                if here is not None and table.decider(seat) == self.player:
                    moves = cheapest_moves(table, seat)
                    if len(moves) == 1:
                        commit(table, seat, moves[0])
                    else:
                        found = self.select(here, moves)
                        commit(table, seat, moves[found])
                        here = self.path[len(self.path) - 1]
                        if here.visits == 0:
                            here = None
                else:
                    commit(table, seat, choose(table, seat, BUILDER, self.rng))
            pending >>= 1
            seat += 1
        return here

    def select(self, node: Node, moves: list[Move]) -> i64:
        """The index of the move to try: an untried one if there is any, else the best upper confidence bound."""
        fresh: list[i64] = []
        best: Node | None = None
        best_value = -FOREVER
        best_place: i64 = 0
        spread = self.highest - self.lowest
        if spread <= 0.0:
            spread = 1.0
        place: i64 = 0
        for move in moves:
            key = move_key(move)
            child = _child(node, key)
            if child is None:
                fresh.append(place)
            else:
                child.offered += 1
                if not fresh:
                    mean = (child.total / float(child.visits) - self.lowest) / spread
                    value = mean + EXPLORATION * sqrt(log(float(child.offered)) / float(child.visits))
                    if value > best_value:
                        best_value = value
                        best = child
                        best_place = place
            place += 1
        if fresh:
            place = fresh[self.rng.below(len(fresh))]
            best = Node(move_key(moves[place]))
            best.offered = 1
            node.children.append(best)
            best_place = place
        assert best is not None, "there are at least two moves"
        self.path.append(best)
        return best_place


def _child(node: Node, key: i64) -> Node | None:
    for child in node.children:
        if child.key == key:
            return child
    return None


def careless_playout(table: Table, rng: Rng) -> None:
    """Plays a table to its end like the builder, with some uniform decisions."""
    while not table.over:
        seat: i64 = 0
        pending = table.pending
        while pending:
            if pending & 1:
                policy = UNIFORM if rng.below(100) < CARELESS else BUILDER
                commit(table, seat, choose(table, seat, policy, rng))
            pending >>= 1
            seat += 1


def information_set_search(view: View, player: i64, moves: list[Move], budget: Budget, rng: Rng) -> Move:
    """The move of `ismcts`: the most visited one."""
    choices = candidates(moves)
    if len(choices) == 1:
        return choices[0]
    search = Search(player, rng)
    while budget.left():
        search.grow(sample_table(view, rng))
        budget.used += 1
    best = choices[0]
    most: i64 = -1
    for move in choices:
        child = _child(search.root, move_key(move))
        if child is not None and child.visits > most:
            most = child.visits
            best = move
    return best

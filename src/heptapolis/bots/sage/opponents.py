"""How the other players of a game decide: like the net, or less predictably.

Before a turn the search expects what each of them will do, on tables that fit what it sees. After the turn it compares
this with what they did. A player who does what the net would do is then expected to go on like that; another one is
expected to err. Nothing but views is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.bots.sage.choice import chances
from heptapolis.engine.moves import DISCARD, WONDER

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move
    from heptapolis.engine.rng import Rng

EXACT: Final = 0.0  # in points: the temperature of a player who decides like the net ...
ERROR: Final = 1.0  # ... and of one who errs
UNKNOWN: Final = 0.5  # the chance that a player decides like the net, before anything is known
SURPRISE: Final = 0.1  # the chance that a player of either kind makes any other move ...
MOVES: Final = 15.0  # ... of about so many
LEAST: Final = 0.02  # neither kind is ever ruled out
SEATS: Final = 8
DRAW: Final = 1 << 24
KINDS: Final = 16  # more than there are kinds of moves


class Expectation:
    """What is expected of one city in the coming turn."""

    def __init__(self, decider: i64) -> None:
        """``decider`` is the player who decides for the city."""
        self.decider: i64 = decider
        self.tables: i64 = 0
        self.exact: dict[int, float] = {}  # sums of chances over the tables, by what will be seen of the move
        self.errs: dict[int, float] = {}

    def add(self, moves: list[Move], answers: list[int]) -> None:
        """Adds what a player would do on one table."""
        self.tables += 1
        exact = chances(answers, EXACT)
        errs = chances(answers, ERROR)
        place: i64 = 0
        for move in moves:
            key = seen_of(move)
            self.exact[key] = self.exact.get(key, 0.0) + exact[place]
            self.errs[key] = self.errs.get(key, 0.0) + errs[place]
            place += 1


class Opponents:
    """The other players of one game, and what is expected of them."""

    def __init__(self) -> None:
        """Nothing is known: each may be of either kind."""
        self.exact: list[float] = [UNKNOWN] * SEATS  # the chance that a player decides like the net
        self.age: i64 = 0
        self.row: i64 = 0  # the turn that the expectations are for
        self.expectations: dict[int, Expectation] = {}

    def begin(self, view: View) -> None:
        """Learns from the last turn, and begins to expect the next one. An earlier view means another game."""
        rows = view.memory.rows
        if view.age < self.age or (view.age == self.age and len(rows) < self.row):
            self.exact = [UNKNOWN] * SEATS
        elif view.age == self.age and len(rows) > self.row:
            for city, expectation in self.expectations.items():
                move = rows[self.row][city]
                if move is not None:
                    self.learn(expectation, seen_of(move))
        self.age = view.age
        self.row = len(rows)
        self.expectations = {}

    def expect(self, city: i64, decider: i64, moves: list[Move], answers: list[int]) -> None:
        """Expects a move of a city, by the net's answers on a sampled table."""
        found = self.expectations.get(city)
        if found is None:
            found = Expectation(decider)
            self.expectations[city] = found
        found.add(moves, answers)

    def learn(self, expectation: Expectation, seen: int) -> None:
        """Compares what was expected with what was seen."""
        tables = float(expectation.tables)
        before = self.exact[expectation.decider]
        exact = before * likelihood(expectation.exact.get(seen, 0.0) / tables)
        errs = (1.0 - before) * likelihood(expectation.errs.get(seen, 0.0) / tables)
        self.exact[expectation.decider] = min(max(exact / (exact + errs), LEAST), 1.0 - LEAST)

    def errors(self, rng: Rng) -> list[float]:
        """The temperatures at which the players decide on a table, drawn by what is known of them."""
        return [EXACT if float(rng.below(DRAW)) < exact * float(DRAW) else ERROR for exact in self.exact]


def likelihood(chance: float) -> float:
    """How likely a move is of a player who was expected to make it with this chance."""
    return (1.0 - SURPRISE) * chance + SURPRISE / MOVES


def seen_of(move: Move) -> int:
    """A number for what others see of a move: face-down cards look alike."""
    if move.kind == WONDER or move.kind == DISCARD or move.card is None:
        return move.kind
    return move.kind + KINDS * (move.card.index + 1)

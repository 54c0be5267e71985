"""A game in the engine's own terms, for tests of the engine: a table, and its decisions and moves as it lists them.

Users have ``heptapolis.Game``; ``tables.library_game`` makes one of a game of this kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heptapolis.engine import IllegalMove, Move, Reason, Reveal, Score, View, view
from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.phases import waiting
from heptapolis.engine.play import decide, legal_move, new_game, take_back
from heptapolis.engine.reveal import moment
from heptapolis.engine.scoring import scores, totals, winners
from heptapolis.engine.table import Table


@dataclass(frozen=True)
class Decision:
    """Something a player must decide now."""

    player: int
    kind: str
    city: int


@dataclass
class Game:
    """A table that is played on move by move."""

    table: Table

    @staticmethod
    def new(*arguments: Any, **options: Any) -> Game:
        """A new game; the options of ``new_game``."""
        return Game(new_game(*arguments, **options))

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def age(self) -> int:
        return int(self.table.age)

    @property
    def turn(self) -> int:
        return int(self.table.turn)

    @property
    def phase(self) -> str:
        return self.table.phase.name

    @property
    def moment(self) -> str:
        return moment(self.table)

    @property
    def pending(self) -> list[Decision]:
        """Everything that can be decided now, by city."""
        return [Decision(int(self.table.decider(city)), self.phase, city) for city in waiting(self.table)]

    def legal(self, player: int) -> list[Move]:
        """Every move that a player may make now, of all decisions."""
        cities = [decision.city for decision in self.pending if decision.player == player]
        return [move for city in cities for move in self.table.phase.moves(self.table, city)]

    def why_not(self, player: int, move: Move) -> Reason | None:
        """Why a move is not allowed now; None if it is legal."""
        found = legal_move(self.table, player, city_of(player, move), move)
        return found if isinstance(found, Reason) else None

    def play(self, player: int, move: Move) -> Reveal | None:
        """Makes a move, or replaces the one made before."""
        found = legal_move(self.table, player, city_of(player, move), move)
        if isinstance(found, Reason):
            raise IllegalMove(found.code, f"{move!r} by seat {player}: {found.key}")
        return decide(self.table, city_of(player, move), found)

    def withdraw(self, player: int) -> None:
        """Takes back what a player has chosen."""
        if not take_back(self.table, player):
            raise IllegalMove("move/not-pending", f"seat {player} has chosen nothing")

    def scores(self) -> list[Score]:
        return scores(self.table)

    def winners(self) -> list[int]:
        return winners(self.table, totals(self.table))

    def view(self, seat: int | None) -> View:
        return view(self.table, seat)

    def copy(self) -> Game:
        return Game(self.table.copy())


def city_of(player: int, move: Move) -> int:
    """The city that a move is for."""
    return player if move.city == OWN_CITY else int(move.city)

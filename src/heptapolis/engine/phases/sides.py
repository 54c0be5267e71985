"""Set-up of the second edition: owners choose the side of their board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.moves import SIDE, Move
from heptapolis.engine.phases.base import Phase, ask, take_choices
from heptapolis.engine.phases.flow import continue_before_game
from heptapolis.engine.setup import take_side

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import Table


class ChooseSide(Phase):
    """Every owner chooses a side of the board."""

    def __init__(self) -> None:
        """Comes before everything else."""
        super().__init__("side")
        self.before_first_deal = True

    def begin(self, table: Table) -> bool:
        """Asks every owner whose side is not set."""
        return ask(table, self, [seat for seat, city in enumerate(table.cities) if table.open_sides & city.bit])

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each side of the board."""
        board = table.rules.board(table.cities[seat].side.wonder)
        return [Move(SIDE, side=side.name) for side in board.sides]

    def finish(self, table: Table) -> None:
        """Turns the boards, then begins the game."""
        for seat, move in enumerate(take_choices(table)):
            if move is not None:
                take_side(table, seat, move.side)
        table.open_sides = 0
        continue_before_game(table, self)


CHOOSE_SIDE: Final = ChooseSide()

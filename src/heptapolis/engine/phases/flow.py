"""The order of a game: before the first age, before each age, in a turn, and after it.

This module names no box. The table's ``schedule`` holds the phases and their order; each box in use has added its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.conflicts import resolve_conflicts
from heptapolis.engine.phases.base import Phase
from heptapolis.engine.setup import deal_age
from heptapolis.engine.turn import end_turn, open_markets

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table


class GameOver(Phase):
    """The phase after the end of the game."""

    def __init__(self) -> None:
        """Comes after the conflicts of the third age."""
        super().__init__("over")

    def begin(self, table: Table) -> bool:
        """Nobody is asked."""
        return False

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Always empty."""
        return []


GAME_OVER: Final = GameOver()


def begin_game(table: Table) -> None:
    """Runs the phases before the first age, then begins it."""
    _begin_next(table, 0)


def continue_before_game(table: Table, done: Phase) -> None:
    """Continues after a phase before the first age."""
    _begin_next(table, table.schedule.before_game.index(done) + 1)


def _begin_next(table: Table, place: i64) -> None:
    phases = table.schedule.before_game
    while place < len(phases):
        if phases[place].begin(table):
            return
        place += 1
    begin_age(table)


def begin_age(table: Table) -> None:
    """Deals the hands and runs the phases before the first turn."""
    deal_age(table)
    open_markets(table)
    table.prepared = 0
    prepare_age(table)


def prepare_age(table: Table) -> None:
    """Begins the next phase before the first turn of an age, or that turn if there is none."""
    phases = table.schedule.before_age
    table.preparing = True
    while table.prepared < len(phases):
        phase = phases[table.prepared]
        table.prepared += 1
        if phase.begin(table):
            return
    table.preparing = False
    begin_turn(table)


def begin_turn(table: Table) -> None:
    """Asks everybody for a card."""
    table.schedule.play.begin(table)


def after_reveal(table: Table) -> None:
    """Begins the next phase of this turn, or ends the turn if there is none."""
    for phase in table.schedule.after_turn:
        if phase.begin(table):
            return
    turn_over(table)


def turn_over(table: Table) -> None:
    """Passes the hands, or ends the age."""
    end_turn(table)
    if table.preparing:
        prepare_age(table)
    elif table.turn < table.turns:
        table.schedule.play.pass_hands(table)
        table.turn += 1
        begin_turn(table)
    else:
        end_age(table)


def end_age(table: Table) -> None:
    """Resolves conflicts; then begins the next age or ends the game."""
    resolve_conflicts(table)
    if table.age == 3:
        table.over = True
        table.phase = GAME_OVER
        table.pending = 0
        return
    table.age += 1
    table.turn = 1
    for city in table.cities:
        city.used = ()
    begin_age(table)

"""Plays recorded games again, and records games while they are played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from heptapolis.engine.reveal import moment
from heptapolis.engine.scoring import scores, totals, winners
from heptapolis.record.game.model import GameRecord, InvalidRecord, Line, Result
from heptapolis.record.moves import plain_move, play_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from heptapolis.engine.reveal import Reveal
    from heptapolis.engine.table import Table
    from heptapolis.record.moves import Move


@dataclass(frozen=True, slots=True)
class Step:
    """A recorded game at one of its decisions."""

    index: int
    """How many lines of the record have been played."""
    at: str
    """The moment, as the line's label says it; ``over`` at the end of a finished game."""
    table: Table
    """The table before the line; the next step plays on it, so take a copy to keep it."""
    line: Line | None
    """What is decided now; None after the last line."""


def replay(record: GameRecord) -> Iterator[Step]:
    """Yields the table at each decision of a game, and once more after the last line.

    Raises:
        InvalidRecord: There is no such game, or a line stands at the wrong moment.
        IllegalMove: A move was not allowed.
    """
    table = record.start()
    for index, line in enumerate(record.lines):
        if line.at != moment(table):
            raise InvalidRecord("record/order", f"{moment(table)} comes next", line.at)
        yield Step(index, line.at, table, line)
        for city, move in enumerate(line.moves):
            if move is not None:
                play_move(table, int(table.decider(city)), city, move)
    yield Step(len(record.lines), moment(table), table, None)


def replayed(record: GameRecord) -> Table:
    """Returns the table as it stands after the last line; raises as ``replay``."""
    step = None
    for step in replay(record):  # noqa: B007  the last one is wanted
        pass
    assert step is not None, "there is always a step after the last line"
    return step.table


def at_moment(record: GameRecord, label: str) -> Step:
    """Returns the game at a moment: ``II.3``, ``III.6 dig``, ``over``; the second dig of a turn is ``III.6 dig #2``.

    Raises:
        InvalidRecord: ``record/moment``: the game never came there.
    """
    wanted, _, number = label.partition("#")
    wanted = " ".join(wanted.split())
    left = int(number) if number.isdecimal() else 1
    for step in replay(record):
        if step.at.casefold() == wanted.casefold():
            left -= 1
            if left == 0:
                return replace(step, table=step.table.copy())
    raise InvalidRecord("record/moment", f"the game never came to {label!a}")


class Recorder:
    """A table, and the lines of the record that have been played on it."""

    def __init__(self, table: Table, lines: tuple[Line, ...] = ()) -> None:
        """Goes on recording; ``lines`` are those that led to the table."""
        self.table = table
        self.lines = lines

    def play(self, player: int, city: int, move: Move) -> Reveal | None:
        """Makes a move for a city; adds a line to the record if it was the last choice missing.

        Returns:
            What was revealed, if it was.

        Raises:
            IllegalMove: Nothing has changed.
        """
        reveal = play_move(self.table, player, city, move)
        if reveal is not None:
            moves = [None if each is None else plain_move(each) for each in reveal.moves]
            self.lines += (Line(reveal.at, tuple(moves)),)
        return reveal

    def record(self, start: GameRecord) -> GameRecord:
        """Returns what has been revealed so far of a game with this start."""
        return replace(start, lines=self.lines, result=result_of(self.table))

    def copy(self) -> Recorder:
        """Returns a recorder that goes on independently."""
        return Recorder(self.table.copy(), self.lines)


def result_of(table: Table) -> Result | None:
    """Returns scores and winners of a game that is over; None before."""
    return Result(tuple(scores(table)), tuple(winners(table, totals(table)))) if table.over else None

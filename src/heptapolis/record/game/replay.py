"""Replays recorded games, and records games during play."""

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
    """The number of lines played so far."""
    at: str
    """The moment, as in the line's label; ``over`` at the end of a finished game."""
    table: Table
    """The table before the line. The next step changes it: copy it to keep it."""
    line: Line | None
    """What is decided now; None after the last line."""


def replay(record: GameRecord) -> Iterator[Step]:
    """Yields the table at each decision of a game, and once more after the last line.

    Raises:
        InvalidRecord: The game is impossible, or a line has the wrong moment.
        IllegalMove: A move is illegal.
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
    """Returns the table after the last line; raises as ``replay``."""
    step = None
    for step in replay(record):  # noqa: B007  the last one is wanted
        pass
    assert step is not None, "there is always a step after the last line"
    return step.table


def at_moment(record: GameRecord, label: str) -> Step:
    """Returns the game at a moment: ``II.3``, ``III.6 dig``, ``over``; the second dig of a turn is ``III.6 dig #2``.

    Raises:
        InvalidRecord: ``record/moment``: the game has no such moment.
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
    """A table and the lines of the record played on it."""

    def __init__(self, table: Table, lines: tuple[Line, ...] = ()) -> None:
        """Continues a recording; ``lines`` are those that led to the table."""
        self.table = table
        self.lines = lines

    def play(self, player: int, city: int, move: Move) -> Reveal | None:
        """Makes a move for a city; adds a line to the record if it was the last missing choice.

        Returns:
            What was revealed, if this was the last missing choice; else None.

        Raises:
            IllegalMove: The move is illegal; nothing has changed.
        """
        reveal = play_move(self.table, player, city, move)
        if reveal is not None:
            moves = [None if each is None else plain_move(each) for each in reveal.moves]
            self.lines += (Line(reveal.at, tuple(moves)),)
        return reveal

    def record(self, start: GameRecord) -> GameRecord:
        """Returns the record so far of a game with this start."""
        return replace(start, lines=self.lines, result=result_of(self.table))

    def copy(self) -> Recorder:
        """Returns an independent copy."""
        return Recorder(self.table.copy(), self.lines)


def result_of(table: Table) -> Result | None:
    """Returns scores and winners; None if the game is not over."""
    return Result(tuple(scores(table)), tuple(winners(table, totals(table)))) if table.over else None

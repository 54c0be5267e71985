"""Plays recorded games again, and records games while they are played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from heptapolis.record.game.model import GameRecord, InvalidRecord, Line, Result, new_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from heptapolis.engine import Game, Move, Reveal


@dataclass(frozen=True, slots=True)
class Step:
    """A game at one of its decisions."""

    index: int
    """How many lines of the record have been played."""
    at: str
    """The moment, as the line's label says it; ``over`` at the end of a finished game."""
    game: Game
    """The game before the line; the next step plays on in it, so whoever keeps it takes a copy."""
    line: Line | None
    """What is decided now; None after the last line."""


def replay(record: GameRecord) -> Iterator[Step]:
    """The game at each of its decisions, and once more after the last line.

    Statistics, positions and exports of a game are loops over this.

    Raises:
        InvalidRecord: no such game, or a line stands at the wrong moment.
        IllegalMove: a move that was not allowed.
    """
    game = record.start()
    for index, line in enumerate(record.lines):
        if line.at != game.moment:
            raise InvalidRecord("record/order", f"{game.moment} comes next", line.at)
        yield Step(index, line.at, game, line)
        for seat, move in enumerate(line.moves):
            if move is not None:
                game.play(game.table.decider(seat), move)
    yield Step(len(record.lines), game.moment, game, None)


def replayed(record: GameRecord) -> Game:
    """The game as it stands after the last line."""
    step = None
    for step in replay(record):  # noqa: B007  the last one is wanted
        pass
    assert step is not None, "there is always a step after the last line"
    return step.game


def at_moment(record: GameRecord, label: str) -> Step:
    """The game at a moment: ``II.3``, ``III.6 dig``, ``over``; the second dig of a turn is ``III.6 dig #2``.

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
                return Step(step.index, step.at, step.game.copy(), step.line)
    raise InvalidRecord("record/moment", f"the game never came to {label!a}")


class Recorder:
    """A game that writes its record while it is played.

    >>> from heptapolis.engine import Game
    >>> recorder = Recorder(Game.new(players=3, seed=7), names=["Ada", "Ben", "Cleo"])
    >>> for seat in range(3):
    ...     recorder.play(seat, recorder.game.legal(seat)[-1])
    >>> [line.at for line in recorder.record.lines]
    ['I.1']
    """

    def __init__(self, game: Game, names: Sequence[str] = (), notes: Mapping[str, str] | None = None) -> None:
        """Records a game from its start; raises ``InvalidRecord`` when it has begun already."""
        self._start = new_record(game, names, notes)
        self._lines: list[Line] = []
        self._game = game

    @classmethod
    def resume(cls, record: GameRecord) -> Recorder:
        """Goes on where a record ends; raises as ``replay``."""
        recorder = cls(record.start())
        recorder._start = replace(record, lines=(), result=None)
        recorder._game = replayed(record)
        recorder._lines = list(record.lines)
        return recorder

    @property
    def game(self) -> Game:
        """The game; look at it, and play through the recorder."""
        return self._game

    @property
    def record(self) -> GameRecord:
        """All that has been revealed so far. What is chosen and not revealed is not in it."""
        return replace(self._start, lines=tuple(self._lines), result=result_of(self._game))

    @property
    def lines_written(self) -> int:
        """How many lines have been revealed so far."""
        return len(self._lines)

    def play(self, player: int, move: Move) -> Reveal | None:
        """Makes a move, as ``Game.play``, and adds a line to the record if it was the last choice missing.

        Raises:
            IllegalMove: nothing has changed.
        """
        at = self._game.moment
        reveal = self._game.play(player, move)
        if reveal is not None:
            self._lines.append(Line(at, reveal.moves))
        return reveal

    def withdraw(self, player: int) -> None:
        """Takes back what a player has chosen, as ``Game.withdraw``."""
        self._game.withdraw(player)


def result_of(game: Game) -> Result | None:
    """Scores and winners of a game that is over; None before."""
    return Result(tuple(game.scores()), tuple(game.winners())) if game.over else None

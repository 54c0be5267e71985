"""The content of an analysis, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Move

ANALYSIS_FORMAT: Final = "heptapolis-analysis/1"

MARKS: Final = ("slip", "mistake", "blunder")
"""From least to most serious; ``marks.THRESHOLDS`` has the points."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """One reason for or against a move.

    Attributes:
        key: The kind of reason, one of ``reasons.KEYS``.
        params: Cards and wonders by their English names, seats and amounts as numbers. ``sentences.sentence`` puts them
            into words.
    """

    key: str
    params: Mapping[str, str | int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move, and the expected result of the game after it if everybody plays like the sage.

    Attributes:
        move: The move.
        points: The player's points; in teams those of both partners.
        margin: ``points`` minus those of the best opponent or opposing team.
        win: The chance to win, from 0 to 1.
        worth: The value that the sage ranks moves by: 0.35 points + 0.65 margin.
        error: The standard error of ``worth``; None if the search did not try the move.
        reasons: Up to two reasons for the move.
    """

    move: Move
    points: float
    margin: float
    win: float
    worth: float
    error: float | None = None
    reasons: tuple[MoveReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Loss:
    """What a move lost against the best one; 0 if the search cannot tell the two apart.

    Attributes:
        points: In points of ``worth``.
        win: In chance to win, from 0 to 1.
    """

    points: float = 0.0
    win: float = 0.0


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """One decision of a game.

    Attributes:
        line: The index of its line in the record, from 0.
        moment: The moment as records write it; repeated ones are numbered: ``II.3``, ``III.6 dig #2``.
        seat: The player who decided.
        city: The city decided for: the player's own, or the Free City.
        kind: What was decided, as in ``Decision.kind``.
        move: The move made.
        choices: The number of different moves, payments not counted.
        stake: The worth of the best move minus that of the worst one that the search tried.
        best: Up to five best moves, best first, and the move made if it is not among them.
        loss: The loss of the move made.
        mark: ``slip``, ``mistake`` or ``blunder``; None for a good move.
        reasons: Up to two reasons: for the best move if ``mark`` is set or something was lost, else for the move made.
    """

    line: int
    moment: str
    seat: int
    city: int
    kind: str
    move: Move
    choices: int
    stake: float
    best: tuple[JudgedMove, ...]
    loss: Loss = Loss()
    mark: str | None = None
    reasons: tuple[MoveReason, ...] = ()

    @property
    def made(self) -> JudgedMove:
        """The figures for the move made."""
        return next(each for each in self.best if each.move == self.move)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected result for each player before a line of the record, by what that player knew.

    Attributes:
        line: The index of the line, from 0; the last forecast, after the last line, is the result.
        moment: As in ``JudgedDecision``; ``over`` at the end.
        points: Expected final points by player; in teams those of both partners.
        win: The chance to win by player; the chances of all players, or of all teams, add up to 1.
    """

    line: int
    moment: str
    points: tuple[float, ...]
    win: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A decisive moment of the game.

    Attributes:
        line: The index of its line, from 0.
        moment: As in ``JudgedDecision``.
        seat: The player whose chance to win changed most.
        change: The change, from -1 to 1.
    """

    line: int
    moment: str
    seat: int
    change: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game.

    Attributes:
        players: The number of players; the Free City is not counted.
        edition: ``first`` or ``second``.
        expansions: The boxes in use.
        mode: ``standard``, ``free-city`` or ``teams``.
        evaluator: The bot that judges and its budget for each decision: ``sage-1:playouts=180``.
        net: The version of the net: ``sage-1``.
        net_fingerprint: A fingerprint of the net's weights.
        decisions: Every decision of every seat, in the order of the record.
        turns: A forecast for each line of the record, and the result.
        accuracy: By player, from 0 to 100; None if nothing was at stake. docs/analysis.md has the formula.
        turnings: Up to three decisive moments, in the order of the record.
        seconds: The CPU time of the analysis.
    """

    players: int
    edition: str
    expansions: tuple[str, ...]
    mode: str
    evaluator: str
    net: str
    net_fingerprint: str
    decisions: tuple[JudgedDecision, ...]
    turns: tuple[Forecast, ...]
    accuracy: tuple[float | None, ...]
    turnings: tuple[Turning, ...]
    seconds: float = 0.0

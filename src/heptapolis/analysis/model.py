"""What an analysis says of a game, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Move

ANALYSIS_FORMAT: Final = "heptapolis-analysis/1"

MARKS: Final = ("slip", "mistake", "blunder")
"""From the smallest to the largest; ``marks.THRESHOLDS`` says from how many points on."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """One thing that speaks for a move, or against it.

    Attributes:
        key: What it is, one of ``reasons.KEYS``.
        params: Cards and wonders by their English names, seats and amounts as numbers. ``sentences.sentence`` puts them
            into words.
    """

    key: str
    params: Mapping[str, str | int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move, and what is expected at the end of the game after it, when all play on like the sage.

    Attributes:
        move: The move.
        points: Own points; in teams those of both partners.
        margin: Own points less those of the best opponent; in teams of both partners.
        win: The chance to win, from 0 to 1.
        worth: What the sage ranks moves by: 0.35 points + 0.65 margin.
        error: The standard error of ``worth``; None where the search has not tried the move.
        reasons: Up to two things that speak for the move.
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
    """What a move cost against the best one; nothing where the search cannot tell the two apart.

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
        line: The number of its line in the record, from 0.
        moment: As records write it, a second one of the same name with its number: ``II.3``, ``III.6 dig #2``.
        seat: The player who decided.
        city: The city that it was for: the player's own, or the Free City.
        kind: What was decided, as in ``Decision.kind``.
        move: The move made.
        choices: How many different moves there were, payments not counted.
        stake: What was at stake: the worth of the best move less that of the worst one that the search tried.
        best: The best moves, the best first, at most five, and the move made if it is none of them.
        loss: What the move made cost.
        mark: ``slip``, ``mistake``, ``blunder``; None for a good move.
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
        """What is expected after the move made."""
        return next(each for each in self.best if each.move == self.move)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What every player could expect before a line of the record was decided, each by what that player knew.

    Attributes:
        line: The number of the line, from 0; the last forecast is the result itself, after the last line.
        moment: As in ``JudgedDecision``; ``over`` at the end.
        points: Expected final points by player; in teams of both partners.
        win: The chance to win by player; together 1, in teams 1 for all teams.
    """

    line: int
    moment: str
    points: tuple[float, ...]
    win: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A moment that decided the game.

    Attributes:
        line: The number of its line, from 0.
        moment: As in ``JudgedDecision``.
        seat: The player whose chance to win changed most.
        change: By how much, from -1 to 1.
    """

    line: int
    moment: str
    seat: int
    change: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game as the sage sees it.

    Attributes:
        players: The number of players; the Free City is not counted.
        edition: ``first`` or ``second``.
        expansions: The boxes in use.
        mode: ``standard``, ``free-city`` or ``teams``.
        evaluator: The judge and its budget for each decision: ``sage-1:playouts=180``.
        net: The version of the net: ``sage-1``.
        net_fingerprint: Tells a net from another one of the same version.
        decisions: Every decision of every seat, in the order of the record.
        turns: A forecast for every line of the record, and the result.
        accuracy: By player, from 0 to 100; docs/analysis.md says how it is computed. None if nothing was at stake.
        turnings: The moments that decided the game, at most three, in the order of the record.
        seconds: CPU time that the analysis took.
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

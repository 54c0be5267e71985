"""Bodies of HTTP responses: replays and analyses of finished games."""

from __future__ import annotations

from typing_extensions import TypedDict

from heptapolis.record.json_types import Phase, ViewDocument
from heptapolis.server.messages.game import Help, Reveal, RevealedMove
from heptapolis.server.messages.parts import Options, Result, Seat
from heptapolis.server.messages.words import AnalysisState, Edition, Expansion, Language, Mark, Mode


class OpenCards(TypedDict):
    """All cards of one city that are no longer secret once its game is over."""

    hand: list[str]
    leader_hand: list[str]
    draft_hand: list[str]
    buried: list[str | None]
    """The cards under its stages; null where the record does not say."""


class ReplayMoment(TypedDict):
    """A recorded game before one of its decisions, or at its end."""

    at: str
    """As records write it: ``draft.1``, ``II.3``, ``III.6 dig``, ``over``."""
    view: ViewDocument
    """What the chosen seat saw then."""
    help: Help
    """What it was told beside it; with the running scores."""
    moves: list[RevealedMove]
    """What was decided then for each city, with the cards that lie face down."""
    reveal: Reveal | None
    """What everybody saw of it; null at the end."""
    cards: list[OpenCards]
    """All hands, by city."""
    discard: list[str]
    """The discard pile, oldest first."""


class Replay(TypedDict):
    """A recorded game, moment by moment, as one seat saw it."""

    table: str | None
    """The table at which it was played; null for a record from elsewhere."""
    options: Options
    seats: list[Seat]
    seat: int
    """Whose views these are."""
    ended: int | None
    moments: list[ReplayMoment]
    result: Result | None
    """Null for the record of a game that was not finished."""


class AnalysisReason(TypedDict):
    """A reason for or against a move."""

    key: str
    params: dict[str, str | int]
    text: str
    """The sentence in the language asked for."""


class MoveAnalysis(TypedDict):
    """A move and the expected result of the game after it, by what its seat knew."""

    move: str
    """As records write it."""
    shown: RevealedMove
    points: float
    margin: float
    win: float
    """The chance to win, from 0 to 1."""
    worth: float
    """What moves are ranked by."""
    error: float | None
    """The standard error of ``worth``; null if the search did not try the move."""
    reasons: list[AnalysisReason]


class MoveLoss(TypedDict):
    """What a move lost against the best one; 0 if the search cannot tell the two apart."""

    points: float
    win: float


class DecisionAnalysis(TypedDict):
    """One decision of a game."""

    line: int
    """The number of its moment in the replay, from 0."""
    moment: str
    seat: int
    """Who decided."""
    city: int
    """For which city; differs from ``seat`` only for the Free City."""
    kind: Phase
    move: str
    shown: RevealedMove
    """The move made."""
    choices: int
    stake: float
    best: list[MoveAnalysis]
    """At most five, the best first, and the move made if it is none of them."""
    loss: MoveLoss
    mark: Mark | None
    reasons: list[AnalysisReason]
    """For the best move if something was lost, else for the move made."""


class TurnForecast(TypedDict):
    """What every player could expect before a line of the record; the last one is the result."""

    line: int
    moment: str
    points: list[float]
    win: list[float]


class TurningPoint(TypedDict):
    """A moment that decided the game."""

    line: int
    moment: str
    seat: int
    """Whose chance to win changed most."""
    change: float


class SeatHighlights(TypedDict):
    """A player's best and costliest moves, at most three each, as indexes into ``decisions``."""

    seat: int
    best: list[int]
    costliest: list[int]


class GameAnalysis(TypedDict):
    """What the sage thinks of a game (``heptapolis-analysis/1``), as ``docs/outputs.md`` describes it."""

    format: str
    players: int
    edition: Edition
    expansions: list[Expansion]
    mode: Mode
    evaluator: str
    net: str
    net_fingerprint: str
    language: Language
    decisions: list[DecisionAnalysis]
    turns: list[TurnForecast]
    accuracy: list[float | None]
    moments_that_decided: list[str]
    turnings: list[TurningPoint]
    seconds: float
    highlights: list[SeatHighlights]


class AnalysisAnswer(TypedDict):
    """The analysis of a game, or how far it has come."""

    state: AnalysisState
    done: int
    """Decisions judged so far ..."""
    total: int
    """... and in all."""
    outdated: bool
    """Whether ``analysis`` is of another version of the sage; asking for it again makes a new one."""
    analysis: GameAnalysis | None
    """While the first analysis of a game is made: as far as it has come, without accuracy and decisive moments."""


class LookAnswer(TypedDict):
    """A deeper look at one decision."""

    decision: DecisionAnalysis

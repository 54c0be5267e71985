"""Reveals: what happened after all decisions were made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from heptapolis.engine.moves import ACTIONS
from heptapolis.engine.reveal import FACE_UP
from heptapolis.record.moves import Move, plain_move

if TYPE_CHECKING:
    from heptapolis.engine.conflicts import Conflict as EngineConflict
    from heptapolis.engine.reveal import Reveal as EngineReveal

_FACE_UP = tuple(ACTIONS[kind] for kind in FACE_UP)


@dataclass(frozen=True, slots=True)
class Conflict:
    """One conflict between a city and its opponent on the left.

    The two need not be neighbors: cities that stay out are skipped.

    Attributes:
        seat: The city.
        left: Its opponent on the left.
        shields: The strength of ``seat``.
        left_shields: The strength of ``left``.
        tokens: The values of the conflict tokens that ``seat`` takes.
        left_tokens: The values of the conflict tokens that ``left`` takes.
        stake: The points for a victory, all tokens together.
        diplomats: In teams, which of the two use diplomacy, so that one token is taken instead of two.
    """

    seat: int
    left: int
    shields: int
    left_shields: int
    tokens: tuple[int, ...]
    left_tokens: tuple[int, ...]
    stake: int
    diplomats: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The seat with more shields; None for a tie."""
        if self.shields == self.left_shields:
            return None
        return self.seat if self.shields > self.left_shields else self.left


@dataclass(frozen=True, slots=True, repr=False)
class Reveal:
    """What happened when all moves were revealed and carried out.

    Everything is public except face-down cards in ``moves``; ``seen`` leaves those out. All sequences are by city, the
    Free City included.

    Attributes:
        at: The moment, as records write it: ``II.3``, ``III.6 dig``.
        age: The age in which the moves were made.
        turn: The turn of that age, counted from 1.
        phase: What was decided, as in ``Decision.kind``.
        moves: The moves; None for a city without a decision.
        deciders: The player who decided for each city.
        coins: The treasuries afterwards.
        gained: How the treasuries changed.
        debts: The debt taken now.
        stages: The wonder stages built so far.
        copied: The leader that each city began to copy; empty if none.
        conflicts: The conflicts that ended the age; empty if the age continues.
        peace: The cities that stayed out of those conflicts.
        age_ended: Whether the age ended.
        game_over: Whether the game ended.
    """

    at: str
    age: int
    turn: int
    phase: str
    moves: tuple[Move | None, ...]
    deciders: tuple[int, ...]
    coins: tuple[int, ...]
    gained: tuple[int, ...]
    debts: tuple[int, ...]
    stages: tuple[int, ...]
    copied: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    peace: tuple[int, ...]
    age_ended: bool
    game_over: bool

    def __repr__(self) -> str:
        return f"<Reveal {self.at}: {' | '.join('-' if move is None else str(move) for move in self.moves)}>"

    def seen(self, city: int) -> Move | None:
        """Returns the move of a city as everybody sees it: without a face-down card."""
        move = self.moves[city]
        return move if move is None or move.action in _FACE_UP else replace(move, card="")


def conflict_of(conflict: EngineConflict) -> Conflict:
    """Returns a conflict of the engine as a plain value."""
    return Conflict(
        conflict.seat,
        conflict.left,
        conflict.shields,
        conflict.left_shields,
        conflict.taken_by(conflict.seat),
        conflict.taken_by(conflict.left),
        conflict.victory * conflict.tokens,
        conflict.diplomats,
    )


def reveal_of(reveal: EngineReveal) -> Reveal:
    """Returns a reveal of the engine as a plain value."""
    return Reveal(
        reveal.at,
        reveal.age,
        reveal.turn,
        reveal.phase,
        tuple([None if move is None else plain_move(move) for move in reveal.moves]),
        reveal.deciders,
        reveal.coins,
        reveal.gained,
        reveal.debts,
        reveal.stages,
        tuple(["" if card is None else card.name for card in reveal.copied]),
        tuple([conflict_of(each) for each in reveal.conflicts]),
        reveal.peace,
        reveal.age_ended,
        reveal.game_over,
    )

"""A player's best and costliest moves of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from heptapolis.analysis.marks import mark_of

if TYPE_CHECKING:
    from heptapolis.analysis.model import Analysis, JudgedDecision

SHOWN: Final = 3
"""How many of each kind are listed."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The best and the costliest moves of one player, as indexes into ``Analysis.decisions``.

    Attributes:
        seat: The player.
        best: Moves that lost nothing where the next best move would have been at least a slip; the largest lead first.
        costliest: Moves that were a slip or worse, the largest loss first.
    """

    seat: int
    best: tuple[int, ...]
    costliest: tuple[int, ...]


def highlights(analysis: Analysis) -> list[Highlights]:
    """Returns the best and costliest moves of each player."""
    found = []
    for seat in range(analysis.players):
        own = [(number, each) for number, each in enumerate(analysis.decisions) if each.seat == seat]
        best = sorted([(-_lead(each), number) for number, each in own if mark_of(_lead(each)) is not None])
        costly = sorted([(-each.loss.points, number) for number, each in own if each.mark is not None])
        found.append(
            Highlights(seat, tuple([each for _, each in best[:SHOWN]]), tuple([each for _, each in costly[:SHOWN]]))
        )
    return found


def _lead(decision: JudgedDecision) -> float:
    """How much worth the move made has more than the best other move; 0 unless it is the best one."""
    if decision.loss.points > 0 or len(decision.best) < 2 or decision.best[0].move != decision.move:
        return 0.0
    return decision.best[0].worth - decision.best[1].worth

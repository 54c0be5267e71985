"""Judges one decision: the best moves, the loss of the move made, and the reasons."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, Final

from heptapolis.analysis.marks import mark_of
from heptapolis.analysis.model import JudgedDecision, JudgedMove, Loss
from heptapolis.analysis.reasons import Facts
from heptapolis.bots import SearchBudget, evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Move, View
    from heptapolis.bots import Evaluation

DEFAULT: Final = SearchBudget(playouts=180)
"""For each decision of a game."""

ADVICE: Final = SearchBudget(ms=800, cpu_ms=400)
"""For a player who is waiting for advice: an answer within a second, on a busy machine too."""

BEST: Final = 5
"""The number of best moves to list."""

DUEL: Final = 1 / 3
"""The part of the budget for comparing the move made with the best one."""

ERRORS: Final = 2.0
"""Differences below this many standard errors count as 0."""


def judge(view: View, move: Move, budget: SearchBudget = DEFAULT, seed: int = 0) -> JudgedDecision:
    """Judges a move by what its seat sees.

    The result has no line and no moment, because a view does not know the record.

    Args:
        view: The view of the seat before its decision.
        move: The move made.
        budget: The search budget: two thirds rank all moves, one third compares the move made with the best one.
        seed: The seed of the search.

    Raises:
        ValueError: The move is not legal, or the budget is empty.
    """
    if not max(budget.playouts, budget.ms, budget.cpu_ms) > 0:
        raise ValueError("a judgment needs a search")
    decision = view.pending[0]
    net = {each.move: each.win for each in (*evaluate(view, among=(move,)), *evaluate(view))}
    found = evaluate(view, _part(budget, 1 - DUEL), seed)
    ranked = _ranked(found, net)
    if move != ranked[0].move:
        pair = (ranked[0].move, move)
        known = {each.move: each for each in found}
        duel = [_pooled(known.get(each.move), each) for each in evaluate(view, _part(budget, DUEL), seed + 1, pair)]
        better, worse = sorted([_judged(each, net) for each in duel], key=_order)
        ranked = [better, *sorted([worse, *(each for each in ranked if each.move not in pair)], key=_order)]
    made = next(each for each in ranked if each.move == move)
    loss = _loss(ranked[0], made)
    best = ranked[:BEST]
    if made not in best:
        best.append(made)
    facts = Facts(view, decision.city)
    lost = loss.points > 0
    rival = made if lost else next((each for each in best if each.move != move), None)
    return JudgedDecision(
        0,
        "",
        decision.player,
        decision.city,
        decision.kind,
        move,
        len(found),
        round(max(each.worth for each in ranked) - min(each.worth for each in ranked), 2),
        _with_reasons(best, facts),
        loss,
        mark_of(loss.points),
        facts.reasons(best[0] if lost else made, rival),
    )


def advise(view: View, budget: SearchBudget = ADVICE, moves: int = 3, seed: int = 0) -> list[JudgedMove]:
    """Returns the best moves for a seat with reasons, best first, judged by what the seat sees.

    Args:
        view: The view of the seat that decides.
        budget: The search budget.
        moves: The most moves to return.
        seed: The seed of the search.

    Raises:
        ValueError: The seat has nothing to decide.
    """
    net = {each.move: each.win for each in evaluate(view)}
    ranked = _ranked(evaluate(view, budget, seed), net)
    return list(_with_reasons(ranked[:moves], Facts(view, view.pending[0].city)))


def _with_reasons(best: list[JudgedMove], facts: Facts) -> tuple[JudgedMove, ...]:
    """Adds reasons to the moves; each move is compared with the best other one."""
    found = []
    for each in best:
        rival = next((other for other in best if other is not each), None)
        found.append(replace(each, reasons=facts.reasons(each, rival)))
    return tuple(found)


def _part(budget: SearchBudget, share: float) -> SearchBudget:
    playouts = max(4, round(budget.playouts * share)) if budget.playouts else 0
    return SearchBudget(playouts, budget.ms * share, budget.cpu_ms * share)


def _ranked(found: list[Evaluation], net: Mapping[Move, float]) -> list[JudgedMove]:
    """The moves that the search tried, best first; all moves if it tried none."""
    tried = [each for each in found if each.playouts] or found
    best, *others = [_judged(each, net) for each in tried]
    return [best, *sorted(others, key=_order)]


def _order(judged: JudgedMove) -> float:
    return -judged.worth


def _judged(found: Evaluation, net: Mapping[Move, float]) -> JudgedMove:
    """Returns the figures for a move.

    In the search the player always makes the net's best move and others often do, so near the end it is overconfident
    about the winner. The chance to win is therefore the mean of the search's and the net's, which was trained on the
    results of such positions.
    """
    error = found.worth_error
    return JudgedMove(
        found.move,
        round(found.points, 2),
        round(found.margin, 2),
        round((found.win + net[found.move]) / 2, 4),
        round(found.worth, 2),
        None if error is None else round(error, 3),
    )


def _pooled(one: Evaluation | None, other: Evaluation) -> Evaluation:
    """Combines the results of two searches for a move."""
    if one is None or not one.playouts:
        return other
    if not other.playouts:
        return one
    count = one.playouts + other.playouts

    def mean(first: float, second: float) -> float:
        return (one.playouts * first + other.playouts * second) / count

    def error(first: float | None, second: float | None) -> float | None:
        if first is None or second is None:
            return second if first is None else first
        return sqrt((one.playouts * first) ** 2 + (other.playouts * second) ** 2) / count

    return replace(
        other,
        points=mean(one.points, other.points),
        margin=mean(one.margin, other.margin),
        win=mean(one.win, other.win),
        points_error=error(one.points_error, other.points_error),
        margin_error=error(one.margin_error, other.margin_error),
        win_error=error(one.win_error, other.win_error),
        playouts=count,
    )


def _loss(best: JudgedMove, made: JudgedMove) -> Loss:
    """The loss of a move; 0 if the difference is within the error, or the error is not known."""
    if made is best or best.error is None or made.error is None:
        return Loss()
    difference = best.worth - made.worth
    if difference <= ERRORS * sqrt(best.error**2 + made.error**2):
        return Loss()
    return Loss(round(difference, 2), round(max(0.0, best.win - made.win), 4))

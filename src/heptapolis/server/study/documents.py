"""Analyses as the client reads them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from heptapolis.analysis import highlights, read_analysis, write_analysis, write_decision
from heptapolis.server.tables.turns import move_message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heptapolis import Move
    from heptapolis.analysis import Analysis, JudgedDecision
    from heptapolis.server.messages.study_answers import DecisionAnalysis, GameAnalysis
    from heptapolis.server.messages.words import Language


def game_analysis(analysis: Analysis, language: Language, names: Sequence[str]) -> GameAnalysis:
    """An analysis with sentences in a language, with its moves as messages write them, and the highlights."""
    document: dict[str, Any] = write_analysis(analysis, language, names)
    for decision, written in zip(analysis.decisions, document["decisions"], strict=True):
        _add_shown(decision, written)
    document["highlights"] = [
        {"seat": each.seat, "best": list(each.best), "costliest": list(each.costliest)} for each in highlights(analysis)
    ]
    return cast("GameAnalysis", document)


def decision_analysis(decision: JudgedDecision, language: Language, names: Sequence[str]) -> DecisionAnalysis:
    """One decision, likewise."""
    return cast("DecisionAnalysis", _add_shown(decision, write_decision(decision, language, names)))


def read_game_analysis(document: Mapping[str, Any]) -> Analysis:
    """The analysis in a document of ``game_analysis``.

    Raises:
        InvalidAnalysis: another version has written it in another form.
    """
    found = read_analysis(document)
    decisions = []
    for decision, written in zip(found.decisions, document["decisions"], strict=True):
        best = [
            replace(each, move=_with_chain(each.move, shown))
            for each, shown in zip(decision.best, written["best"], strict=True)
        ]
        decisions.append(replace(decision, move=_with_chain(decision.move, written), best=tuple(best)))
    return replace(found, decisions=tuple(decisions))


def _with_chain(move: Move, written: Mapping[str, Any]) -> Move:
    """The notation of a move does not say whether a chain pays for it."""
    return replace(move, chained=written["shown"]["chained"])


def _add_shown(decision: JudgedDecision, written: dict[str, Any]) -> dict[str, Any]:
    written["shown"] = move_message(decision.city, decision.seat, decision.move)
    for each, best in zip(decision.best, written["best"], strict=True):
        best["shown"] = move_message(decision.city, decision.seat, each.move)
    return written

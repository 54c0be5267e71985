"""Analyses as JSON documents, ``heptapolis-analysis/1``; docs/outputs.md lists the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heptapolis import HeptapolisError, Move
from heptapolis.analysis.model import (
    ANALYSIS_FORMAT,
    Analysis,
    Forecast,
    JudgedDecision,
    JudgedMove,
    Loss,
    MoveReason,
    Turning,
)
from heptapolis.analysis.sentences import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class InvalidAnalysis(HeptapolisError, ValueError):
    """A document that is not an analysis of this version."""


def write_analysis(analysis: Analysis, language: str = "en", names: Sequence[str] = ()) -> dict[str, Any]:
    """Returns an analysis as a JSON document.

    Args:
        analysis: The analysis.
        language: The language of the sentences.
        names: The players' names by city; a city without one is called by its wonder.
    """
    return {
        "format": ANALYSIS_FORMAT,
        "players": analysis.players,
        "edition": analysis.edition,
        "expansions": list(analysis.expansions),
        "mode": analysis.mode,
        "evaluator": analysis.evaluator,
        "net": analysis.net,
        "net_fingerprint": analysis.net_fingerprint,
        "language": language,
        "decisions": [write_decision(each, language, names) for each in analysis.decisions],
        "turns": [
            {"line": turn.line, "moment": turn.moment, "points": list(turn.points), "win": list(turn.win)}
            for turn in analysis.turns
        ],
        "accuracy": list(analysis.accuracy),
        "moments_that_decided": [turning.moment for turning in analysis.turnings],
        "turnings": [
            {"line": each.line, "moment": each.moment, "seat": each.seat, "change": each.change}
            for each in analysis.turnings
        ],
        "seconds": analysis.seconds,
    }


def write_decision(decision: JudgedDecision, language: str = "en", names: Sequence[str] = ()) -> dict[str, Any]:
    """Returns one decision as it stands in the document of an analysis."""

    def reasons(found: Iterable[MoveReason]) -> list[dict[str, Any]]:
        return [
            {"key": each.key, "params": dict(each.params), "text": sentence(each, language, names)} for each in found
        ]

    return {
        "line": decision.line,
        "moment": decision.moment,
        "seat": decision.seat,
        "city": decision.city,
        "kind": decision.kind,
        "move": str(decision.move),
        "choices": decision.choices,
        "stake": decision.stake,
        "best": [
            {
                "move": str(each.move),
                "points": each.points,
                "margin": each.margin,
                "win": each.win,
                "worth": each.worth,
                "error": each.error,
                "reasons": reasons(each.reasons),
            }
            for each in decision.best
        ],
        "loss": {"points": decision.loss.points, "win": decision.loss.win},
        "mark": decision.mark,
        "reasons": reasons(decision.reasons),
    }


def read_analysis(document: Mapping[str, Any]) -> Analysis:
    """Reads a document that ``write_analysis`` wrote.

    Raises:
        InvalidAnalysis: The document is not an analysis, or has another format.
    """
    if document.get("format") != ANALYSIS_FORMAT:
        raise InvalidAnalysis("analysis/format", f"an analysis has the format {ANALYSIS_FORMAT}")
    try:
        return Analysis(
            document["players"],
            document["edition"],
            tuple(document["expansions"]),
            document["mode"],
            document["evaluator"],
            document["net"],
            document["net_fingerprint"],
            tuple([_decision(each) for each in document["decisions"]]),
            tuple(
                [
                    Forecast(each["line"], each["moment"], tuple(each["points"]), tuple(each["win"]))
                    for each in document["turns"]
                ]
            ),
            tuple(document["accuracy"]),
            tuple(
                [Turning(each["line"], each["moment"], each["seat"], each["change"]) for each in document["turnings"]]
            ),
            document["seconds"],
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidAnalysis("analysis/unreadable", f"this is no analysis: {error!r}") from error


def _decision(document: Mapping[str, Any]) -> JudgedDecision:
    return JudgedDecision(
        document["line"],
        document["moment"],
        document["seat"],
        document["city"],
        document["kind"],
        Move.parse(document["move"]),
        document["choices"],
        document["stake"],
        tuple(
            [
                JudgedMove(
                    Move.parse(each["move"]),
                    each["points"],
                    each["margin"],
                    each["win"],
                    each["worth"],
                    each["error"],
                    _reasons(each["reasons"]),
                )
                for each in document["best"]
            ]
        ),
        Loss(document["loss"]["points"], document["loss"]["win"]),
        document["mark"],
        _reasons(document["reasons"]),
    )


def _reasons(documents: Iterable[Mapping[str, Any]]) -> tuple[MoveReason, ...]:
    return tuple([MoveReason(each["key"], dict(each["params"])) for each in documents])

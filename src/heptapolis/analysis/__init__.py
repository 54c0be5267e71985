"""The sage's analysis of a recorded game: each decision, judged by what its seat could know.

docs/analysis.md explains the figures; docs/outputs.md lists the fields of the JSON form.
"""

from __future__ import annotations

from heptapolis.analysis.analysing import (
    Decided,
    analyse,
    assemble,
    count_decisions,
    decided,
    default_budget,
    moments,
    net_version,
)
from heptapolis.analysis.documents import InvalidAnalysis, read_analysis, write_analysis, write_decision
from heptapolis.analysis.highlights import Highlights, highlights
from heptapolis.analysis.judging import ADVICE, DEFAULT, advise, judge
from heptapolis.analysis.model import (
    ANALYSIS_FORMAT,
    MARKS,
    Analysis,
    Forecast,
    JudgedDecision,
    JudgedMove,
    Loss,
    MoveReason,
    Turning,
)
from heptapolis.analysis.sentences import sentence

__all__ = [
    "ADVICE",
    "ANALYSIS_FORMAT",
    "DEFAULT",
    "MARKS",
    "Analysis",
    "Decided",
    "Forecast",
    "Highlights",
    "InvalidAnalysis",
    "JudgedDecision",
    "JudgedMove",
    "Loss",
    "MoveReason",
    "Turning",
    "advise",
    "analyse",
    "assemble",
    "count_decisions",
    "decided",
    "default_budget",
    "highlights",
    "judge",
    "moments",
    "net_version",
    "read_analysis",
    "sentence",
    "write_analysis",
    "write_decision",
]

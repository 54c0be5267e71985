"""The rules: games, moves, payments, conflicts and scores. No files, no clock; all randomness comes from the seed.

The modules of this package are compiled when it is installed with a C compiler; the same files run interpreted
without one.
"""

from __future__ import annotations

from typing import Final

from heptapolis.engine import resources
from heptapolis.engine.errors import (
    HeptapolisError,
    IllegalMove,
    InvalidOptions,
    InvalidPosition,
    Reason,
    UnreadableMove,
)
from heptapolis.engine.knowledge.sampling import sample_table
from heptapolis.engine.knowledge.views import View, view
from heptapolis.engine.moves import Move
from heptapolis.engine.reveal import Reveal
from heptapolis.engine.rng import Rng
from heptapolis.engine.rules import Rules, rules_for
from heptapolis.engine.score_sheet import CATEGORIES, Score
from heptapolis.rulebook.model import MODES

__all__ = [
    "CATEGORIES",
    "COMPILED",
    "MODES",
    "HeptapolisError",
    "IllegalMove",
    "InvalidOptions",
    "InvalidPosition",
    "Move",
    "Reason",
    "Reveal",
    "Rng",
    "Rules",
    "Score",
    "UnreadableMove",
    "View",
    "rules_for",
    "sample_table",
    "view",
]

COMPILED: Final = not (resources.__file__ or "").endswith(".py")

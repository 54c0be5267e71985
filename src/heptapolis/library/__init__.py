"""The Python API. ``import heptapolis`` exports all of it."""

from __future__ import annotations

from heptapolis.engine.errors import (
    HeptapolisError,
    IllegalMove,
    InvalidOptions,
    InvalidPosition,
    Reason,
    UnreadableMove,
)
from heptapolis.engine.score_sheet import CATEGORIES, Score
from heptapolis.library.cards import Card
from heptapolis.library.cities import City, Cost, Stage, TradePrices
from heptapolis.library.decisions import Decision
from heptapolis.library.games import Game, PointSource
from heptapolis.library.reveals import Conflict, Reveal
from heptapolis.library.views import KnownHand, KnownLeaders, View
from heptapolis.record.game.model import GameRecord, InvalidRecord, RulebookWarning
from heptapolis.record.moves import Move

__all__ = [
    "CATEGORIES",
    "Card",
    "City",
    "Conflict",
    "Cost",
    "Decision",
    "Game",
    "GameRecord",
    "HeptapolisError",
    "IllegalMove",
    "InvalidOptions",
    "InvalidPosition",
    "InvalidRecord",
    "KnownHand",
    "KnownLeaders",
    "Move",
    "PointSource",
    "Reason",
    "Reveal",
    "RulebookWarning",
    "Score",
    "Stage",
    "TradePrices",
    "UnreadableMove",
    "View",
]

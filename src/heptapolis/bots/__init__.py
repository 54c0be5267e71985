"""Bots. A bot sees a view, never the table. Playout policies are compiled with the engine.

>>> import heptapolis
>>> game = heptapolis.Game.new(players=3, seed=1)
>>> bot = make_bot("greedy", seed=7)
>>> for decision in game.pending:
...     reveal = game.play(decision, bot.choose(game.view(decision.player), decision))
"""

from __future__ import annotations

from heptapolis.bots.evaluation import Evaluation, SearchBudget, evaluate
from heptapolis.bots.protocol import Bot, UnknownBot
from heptapolis.bots.referee import Refereed
from heptapolis.bots.registry import LEVELS, BotEntry, all_bots, level_bot, make_bot, parse_spec

__all__ = [
    "LEVELS",
    "Bot",
    "BotEntry",
    "Evaluation",
    "Refereed",
    "SearchBudget",
    "UnknownBot",
    "all_bots",
    "evaluate",
    "level_bot",
    "make_bot",
    "parse_spec",
]

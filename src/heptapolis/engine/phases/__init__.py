"""Phases: who must decide what, and what comes next.

``base`` defines a phase, ``flow`` the order of a game; each other module holds the phases of one rule chapter.
"""

from __future__ import annotations

from heptapolis.engine.phases.base import Phase, ask, commit, waiting, withdraw
from heptapolis.engine.phases.cards import DIG_UP, LAST_CARD, PLAY
from heptapolis.engine.phases.debts import SETTLE_DEBTS
from heptapolis.engine.phases.flow import (
    GAME_OVER,
    after_reveal,
    begin_game,
    begin_turn,
    continue_before_game,
    prepare_age,
    turn_over,
)
from heptapolis.engine.phases.leaders import COPY_A_LEADER, DRAFT_LEADERS, RECRUIT_LEADERS, RECRUIT_ONE_MORE
from heptapolis.engine.phases.sides import CHOOSE_SIDE

__all__ = [
    "CHOOSE_SIDE",
    "COPY_A_LEADER",
    "DIG_UP",
    "DRAFT_LEADERS",
    "GAME_OVER",
    "LAST_CARD",
    "PLAY",
    "RECRUIT_LEADERS",
    "RECRUIT_ONE_MORE",
    "SETTLE_DEBTS",
    "Phase",
    "after_reveal",
    "ask",
    "begin_game",
    "begin_turn",
    "commit",
    "continue_before_game",
    "prepare_age",
    "turn_over",
    "waiting",
    "withdraw",
]

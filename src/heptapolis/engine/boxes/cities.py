"""Cities: black cards, and money lost to what others build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.phases.debts import SETTLE_DEBTS
from heptapolis.engine.schedule import DEBT_ORDER

if TYPE_CHECKING:
    from heptapolis.engine.schedule import Schedule


class Cities(Box):
    """Debts."""

    def plan(self, schedule: Schedule) -> None:
        """Losses are settled when nothing else is left to decide in a turn."""
        schedule.add_after_turn(SETTLE_DEBTS, DEBT_ORDER)


BOX: Final = Cities()

"""Leaders: drafted before the game, recruited before each age."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.phases.cards import DIG_UP
from heptapolis.engine.phases.leaders import COPY_A_LEADER, DRAFT_LEADERS, RECRUIT_LEADERS, RECRUIT_ONE_MORE
from heptapolis.engine.schedule import COPY_ORDER, RECRUIT_ORDER
from heptapolis.engine.setup import deal_leaders

if TYPE_CHECKING:
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table


class Leaders(Box):
    """The draft, the recruitment, and what lets cities copy a leader or recruit one more."""

    def plan(self, schedule: Schedule) -> None:
        """A leader that is copied unasked may dig, so after that the discard pile comes once more."""
        schedule.before_game.append(DRAFT_LEADERS)
        schedule.before_age.append(RECRUIT_LEADERS)
        schedule.add_after_turn(COPY_A_LEADER, COPY_ORDER)
        schedule.add_after_turn(DIG_UP, COPY_ORDER)
        schedule.add_after_turn(RECRUIT_ONE_MORE, RECRUIT_ORDER)

    def set_up(self, table: Table) -> None:
        """Deals the leaders for the draft."""
        deal_leaders(table)


BOX: Final = Leaders()

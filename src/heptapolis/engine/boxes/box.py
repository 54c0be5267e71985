"""What a box can bring to the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.native import mypyc_attr

if TYPE_CHECKING:
    from heptapolis.engine.effects.base import EffectMaker
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """A box in use. Every hook does nothing unless the box says otherwise; a box of cards alone needs none."""

    def effects(self) -> dict[str, EffectMaker]:
        """What makes an effect of each kind that the box brings."""
        return {}

    def plan(self, schedule: Schedule) -> None:
        """Registers the phases of the box."""

    def set_up(self, table: Table) -> None:
        """Sets up what the box brings to a new table; boards and treasuries are there already."""

    def deal_age(self, table: Table) -> None:
        """Does what the box does when the hands of an age have been dealt."""

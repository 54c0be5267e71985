"""What a box can add to the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.native import mypyc_attr

if TYPE_CHECKING:
    from heptapolis.engine.effects.base import EffectMaker
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """A box in use. Every hook does nothing by default; a box with only cards needs none."""

    def effects(self) -> dict[str, EffectMaker]:
        """The constructors of the box's effects, by kind."""
        return {}

    def plan(self, schedule: Schedule) -> None:
        """Registers the phases of the box."""

    def set_up(self, table: Table) -> None:
        """Sets up the box's part of a new table; boards and treasuries are already set."""

    def deal_age(self, table: Table) -> None:
        """Called when the hands of an age have been dealt."""

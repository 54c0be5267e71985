"""Wonder stages: the next stage, its cost, and stages that copy a neighbor's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.cards import STAGE_BIT
from heptapolis.engine.moves import NOT_COPIED
from heptapolis.engine.table import LEFT, RIGHT

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Stage
    from heptapolis.engine.city import City
    from heptapolis.engine.resources import Cost
    from heptapolis.engine.table import Table


def copied_stage(table: Table, city: City, stage: Stage, side: i64) -> Stage | None:
    """The stage that this one copies from the neighbor on a side, if that board has it."""
    neighbor = table.cities[city.left if side == LEFT else city.right]
    stages = neighbor.side.stages
    return stages[stage.copied_from - 1] if stage.copied_from <= len(stages) else None


def copy_choices(table: Table, city: City) -> list[int]:
    """The sides the next stage can be copied from; ``NOT_COPIED`` if it is the board's own, empty if there is none."""
    if city.stages >= len(city.side.stages):
        return []
    stage = city.side.stages[city.stages]
    if not stage.copied_from:
        return [NOT_COPIED]
    return [
        side
        for side in (LEFT, RIGHT)
        if (stage.copies_left if side == LEFT else stage.copies_right)
        and copied_stage(table, city, stage, side) is not None
    ]


def stage_at(table: Table, city: City, index: i64, copied: i64) -> Stage:
    """The effective stage: the board's own, or the one it copies from that side."""
    stage = city.side.stages[index]
    if stage.copied_from > 0:
        found = copied_stage(table, city, stage, copied)
        assert found is not None, "a stage is copied only from a board that has it"
        return found
    return stage


def built_stage(table: Table, city: City, index: i64) -> Stage:
    """The effective stage at an index already built."""
    if city.side.copies:
        return stage_at(table, city, index, city.copied[index])
    return city.side.stages[index]


def stage_cost(table: Table, city: City, copied: i64) -> Cost:
    """The cost of the next stage for this city."""
    own = city.side.stages[city.stages]
    stage = stage_at(table, city, city.stages, copied) if own.pays_copied_cost else own
    return stage.coins_only if city.stages_need_coins_only else stage.cost


def stage_waived(city: City) -> bool:
    """Whether stages need one resource less."""
    return (city.waives & STAGE_BIT) != 0

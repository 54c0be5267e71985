"""Cities: black cards, and coins lost to what others build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.effects.cities import Diplomacy, Loss
from heptapolis.engine.effects.commerce import Rebate, StagesWithoutResources
from heptapolis.engine.effects.points import Mask
from heptapolis.engine.effects.production import ProduceAgain, ProduceMissing
from heptapolis.engine.phases.debts import SETTLE_DEBTS
from heptapolis.engine.schedule import DEBT_ORDER

if TYPE_CHECKING:
    from heptapolis.engine.effects.base import EffectMaker
    from heptapolis.engine.schedule import Schedule


class Cities(Box):
    """Losses and debts, diplomacy, and new ways to trade and to copy."""

    def effects(self) -> dict[str, EffectMaker]:
        """The kinds of effects on black cards, the guilds and boards of the box, and its leaders."""
        return {
            "loss": Loss,
            "diplomacy": Diplomacy,
            "mask": Mask,
            "rebate": Rebate,
            "produce_again": ProduceAgain,
            "produce_missing": ProduceMissing,
            "stages_without_resources": StagesWithoutResources,
        }

    def plan(self, schedule: Schedule) -> None:
        """Registers the settling of losses as the last phase of a turn."""
        schedule.add_after_turn(SETTLE_DEBTS, DEBT_ORDER)


BOX: Final = Cities()

"""Leaders: drafted before the game, recruited before each age."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.effects.commerce import (
    BankBonus,
    BankResource,
    CoinOnTrade,
    CoinsOnChain,
    CoinsOnColor,
    FreeColor,
    Waive,
)
from heptapolis.engine.effects.leaders import (
    CoinsOnVictory,
    CopyLeader,
    DefeatsAsShields,
    DefeatsToVictor,
    DrawLeaders,
    ExtraRecruit,
    LeaderDiscount,
    LeadersFree,
)
from heptapolis.engine.effects.points import SetBonus
from heptapolis.engine.effects.powers import FreeColorOnceAnAge
from heptapolis.engine.phases.cards import DIG_UP
from heptapolis.engine.phases.leaders import COPY_A_LEADER, DRAFT_LEADERS, RECRUIT_LEADERS, RECRUIT_ONE_MORE
from heptapolis.engine.schedule import COPY_ORDER, RECRUIT_ORDER
from heptapolis.engine.setup import deal_leaders

if TYPE_CHECKING:
    from heptapolis.engine.effects.base import EffectMaker
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table


class Leaders(Box):
    """The draft, recruiting, copying a leader, and recruiting one more."""

    def effects(self) -> dict[str, EffectMaker]:
        """The kinds of effects of leaders, and of the guilds and the board of the box."""
        return {
            "waive": Waive,
            "set_bonus": SetBonus,
            "bank_resource": BankResource,
            "coin_on_trade": CoinOnTrade,
            "leaders_free": LeadersFree,
            "leader_discount": LeaderDiscount,
            "coins_on_victory": CoinsOnVictory,
            "free_color": FreeColor,
            "free_color_per_age": FreeColorOnceAnAge,
            "coins_on_chain": CoinsOnChain,
            "coins_on_color": CoinsOnColor,
            "defeats_to_victor": DefeatsToVictor,
            "bank_bonus": BankBonus,
            "defeats_as_shields": DefeatsAsShields,
            "draw_leaders": DrawLeaders,
            "extra_recruit": ExtraRecruit,
            "copy_leader": CopyLeader,
        }

    def plan(self, schedule: Schedule) -> None:
        """Digging comes again after copying, because a leader copied without a choice may dig."""
        schedule.before_game.append(DRAFT_LEADERS)
        schedule.before_age.append(RECRUIT_LEADERS)
        schedule.add_after_turn(COPY_A_LEADER, COPY_ORDER)
        schedule.add_after_turn(DIG_UP, COPY_ORDER)
        schedule.add_after_turn(RECRUIT_ONE_MORE, RECRUIT_ORDER)

    def set_up(self, table: Table) -> None:
        """Deals the leaders for the draft."""
        deal_leaders(table)


BOX: Final = Leaders()

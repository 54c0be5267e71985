"""The base game of either edition, and its variant for two players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.effects.commerce import Coins, Price
from heptapolis.engine.effects.points import Complete, Per, PerSet, Points, Science, Shields
from heptapolis.engine.effects.powers import (
    CopyGuild,
    CopyStage,
    Dig,
    FreeFirstOfAge,
    FreeFirstOfColor,
    FreeLastOfAge,
    FreeOnceAnAge,
    PlaysLastCard,
)
from heptapolis.engine.effects.production import Produce
from heptapolis.engine.phases.cards import DIG_UP, LAST_CARD
from heptapolis.engine.phases.free_city import LAST_CARD_OF_THREE, PLAY_FOR_TWO_CITIES
from heptapolis.engine.phases.sides import CHOOSE_SIDE
from heptapolis.engine.schedule import DIG_ORDER, LAST_CARD_ORDER
from heptapolis.engine.setup import first_holder
from heptapolis.engine.table import FREE_CITY

if TYPE_CHECKING:
    from heptapolis.engine.effects.base import EffectMaker
    from heptapolis.engine.schedule import Schedule
    from heptapolis.engine.table import Table


class BaseGame(Box):
    """Sides of boards, the extra card at the end of an age, and digging in the discard pile."""

    def effects(self) -> dict[str, EffectMaker]:
        """The kinds of effects in every game."""
        return {
            "produce": Produce,
            "points": Points,
            "shields": Shields,
            "coins": Coins,
            "science": Science,
            "price": Price,
            "per": Per,
            "per_set": PerSet,
            "complete": Complete,
            "last_card": PlaysLastCard,
            "free_once_per_age": FreeOnceAnAge,
            "free_first_of_color": FreeFirstOfColor,
            "free_first_of_age": FreeFirstOfAge,
            "free_last_of_age": FreeLastOfAge,
            "dig": Dig,
            "copy_guild": CopyGuild,
            "copy_stage": CopyStage,
        }

    def plan(self, schedule: Schedule) -> None:
        """Registers the phases of every game; the two-player game replaces some of them."""
        if schedule.rules.owners_choose_sides:
            schedule.before_game.append(CHOOSE_SIDE)
        schedule.add_after_turn(LAST_CARD, LAST_CARD_ORDER)
        schedule.add_after_turn(DIG_UP, DIG_ORDER)
        if schedule.mode == FREE_CITY:
            schedule.add(THE_FREE_CITY)


class TheFreeCity(Box):
    """The two-player game with a third city, for which the players decide alternately."""

    def plan(self, schedule: Schedule) -> None:
        """Replaces the phases in which the Free City is played for."""
        schedule.play = PLAY_FOR_TWO_CITIES
        schedule.replace(LAST_CARD, LAST_CARD_OF_THREE)

    def set_up(self, table: Table) -> None:
        """Gives the Free City the last seat."""
        table.free_seat = table.city_count - 1

    def deal_age(self, table: Table) -> None:
        """The hand dealt to the Free City is its draw pile."""
        table.draw_pile = tuple(table.hands[table.free_seat])
        table.hands[table.free_seat] = []
        table.holder = first_holder(table.free_seat, table.age)


THE_FREE_CITY: Final = TheFreeCity()
BOX: Final = BaseGame()

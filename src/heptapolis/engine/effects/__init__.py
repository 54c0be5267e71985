"""Effects, grouped by rule chapter and built from the rulebook's data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.base import Effect
from heptapolis.engine.effects.cities import Diplomacy, Loss
from heptapolis.engine.effects.commerce import (
    BankBonus,
    BankResource,
    CoinOnTrade,
    Coins,
    CoinsOnChain,
    CoinsOnColor,
    FreeColor,
    Price,
    Rebate,
    StagesWithoutResources,
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
from heptapolis.engine.effects.points import Complete, Mask, Per, PerSet, Points, Science, SetBonus, Shields
from heptapolis.engine.effects.powers import (
    CopyGuild,
    CopyStage,
    Dig,
    FreeColorOnceAnAge,
    FreeFirstOfAge,
    FreeFirstOfColor,
    FreeLastOfAge,
    FreeOnceAnAge,
    PlaysLastCard,
)
from heptapolis.engine.effects.production import Produce, ProduceAgain, ProduceMissing

if TYPE_CHECKING:
    from heptapolis.rulebook.model import EffectSpec

__all__ = ["BOARD", "LEADER", "PRIVATE", "SOLD", "Effect", "effect"]

SOLD = "sold"  # where an effect is printed: a card whose production neighbors may buy, ...
PRIVATE = "private"
BOARD = "board"
LEADER = "leader"


def effect(spec: EffectSpec, printed_on: str, place: str) -> Effect:
    """The effect that a rulebook prints.

    Args:
        spec: the printed kind and values.
        printed_on: the card, leader or wonder; powers are used under this name.
        place: ``SOLD``, ``PRIVATE``, ``BOARD`` or ``LEADER``.
    """
    match spec.kind:
        case "produce":
            return Produce(spec, place == SOLD)
        case "dig":
            return Dig(spec, 1 if place == LEADER else 0)
        case "free_once_per_age":
            return FreeOnceAnAge(spec, printed_on, True)
        case "free_color_per_age":
            return FreeColorOnceAnAge(spec, printed_on)
        case "free_first_of_color":
            return FreeFirstOfColor(spec, printed_on, False)
        case "free_first_of_age":
            return FreeFirstOfAge(spec, printed_on, False)
        case "free_last_of_age":
            return FreeLastOfAge(spec, printed_on, False)
        case "coins":
            return Coins(spec)
        case "price":
            return Price(spec)
        case "rebate":
            return Rebate(spec)
        case "bank_resource":
            return BankResource(spec)
        case "coin_on_trade":
            return CoinOnTrade(spec)
        case "waive":
            return Waive(spec)
        case "free_color":
            return FreeColor(spec)
        case "stages_without_resources":
            return StagesWithoutResources(spec)
        case "coins_on_chain":
            return CoinsOnChain(spec)
        case "coins_on_color":
            return CoinsOnColor(spec)
        case "bank_bonus":
            return BankBonus(spec)
        case "points":
            return Points(spec)
        case "shields":
            return Shields(spec)
        case "science":
            return Science(spec)
        case "mask":
            return Mask(spec)
        case "per":
            return Per(spec)
        case "per_set":
            return PerSet(spec)
        case "complete":
            return Complete(spec)
        case "set_bonus":
            return SetBonus(spec)
        case "last_card":
            return PlaysLastCard(spec)
        case "copy_guild":
            return CopyGuild(spec)
        case "copy_stage":
            return CopyStage(spec)
        case "produce_again":
            return ProduceAgain(spec)
        case "produce_missing":
            return ProduceMissing(spec)
        case "loss":
            return Loss(spec)
        case "diplomacy":
            return Diplomacy(spec)
        case "leaders_free":
            return LeadersFree(spec)
        case "leader_discount":
            return LeaderDiscount(spec)
        case "coins_on_victory":
            return CoinsOnVictory(spec)
        case "defeats_to_victor":
            return DefeatsToVictor(spec)
        case "defeats_as_shields":
            return DefeatsAsShields(spec)
        case "draw_leaders":
            return DrawLeaders(spec)
        case "extra_recruit":
            return ExtraRecruit(spec)
        case "copy_leader":
            return CopyLeader(spec)
    raise AssertionError(f"the rulebook loader knows {spec.kind}, so must the engine")

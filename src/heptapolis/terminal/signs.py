"""Symbols and colors. Every color has its own shape, for players who cannot tell colors apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.effects.base import number, word
from heptapolis.engine.effects.base import words as several
from heptapolis.rulebook import RESOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis.rulebook import EffectSpec
    from heptapolis.terminal.words import Words

COLOR_SIGNS: Final = {
    "brown": "■",
    "gray": "◆",
    "blue": "▲",
    "yellow": "●",
    "red": "✚",
    "green": "✱",
    "purple": "★",
    "black": "♠",
    "white": "♚",
}
PAINT: Final = {
    "brown": "#c08a5a",
    "gray": "#b4bcc4",
    "blue": "#6ea8fe",
    "yellow": "#f2cc5b",
    "red": "#f0705e",
    "green": "#62c27a",
    "purple": "#c39af0",
    "black": "#9a93a8",
    "white": "#f4efe2",
}
RESOURCE_PAINT: Final = {
    "wood": "#8fcf6a",
    "stone": "#c9cdd2",
    "clay": "#e58b5b",
    "ore": "#9fb4c9",
    "glass": "#7fd6e8",
    "textile": "#e79ac6",
    "papyrus": "#e8d59a",
}

COIN: Final = "◎"
SHIELD: Final = "⚔"
POINT: Final = "✪"
STAGE: Final = "△"
STAGE_BUILT: Final = "▣"
STAGE_OPEN: Final = "▢"
MASK: Final = "◐"
DIPLOMACY: Final = "⚐"
DEBT: Final = "▼"
CHAIN: Final = "∞"
POWER: Final = "☼"
RULE: Final = "§"
BULLET: Final = "•"
LEFT: Final = "◀"
RIGHT: Final = "▶"
YES: Final = "✓"
NO: Final = "✗"
WAITING: Final = "…"
SCIENCE: Final = {"compass": "Λ", "gear": "⚙", "tablet": "▤", "any": "※"}

# The sign of each symbol in the help; resources have a letter that depends on the language.
SYMBOL_SIGNS: Final = {
    **COLOR_SIGNS,
    **{name: SCIENCE[name] for name in ("compass", "gear", "tablet")},
    "coin": COIN,
    "shield": SHIELD,
    "point": POINT,
    "stage": STAGE,
    "chain": CHAIN,
    "victory": "+",
    "defeat": "−",
    "debt": DEBT,
    "diplomacy": DIPLOMACY,
    "mask": MASK,
    "free-city": "◇",
    "team": "&",
}

ITEM_SIGNS: Final = {**COLOR_SIGNS, "stage": STAGE, "defeat": "−", "victory": "+", "three-coins": f"3{COIN}"}


def cost_signs(coins: int, cost: Mapping[str, int], words: Words) -> str:
    """A cost in letters: ``1◎ WW O``."""
    letters = [words.letter(name) * cost[name] for name in RESOURCES if cost.get(name)]
    return " ".join(([f"{coins}{COIN}"] if coins else []) + letters)


def production_signs(resources: tuple[str, ...], amount: int, words: Words) -> str:
    """The production of a card in letters: ``W/C``, ``OO``."""
    return "/".join(words.letter(name) for name in resources) * amount


def effect_signs(effect: EffectSpec, words: Words) -> str:
    """An effect in symbols, or in a short word for rare effects."""
    match effect.kind:
        case "produce":
            return "+" + production_signs(several(effect, "resources"), number(effect, "amount"), words)
        case "points":
            return f"{number(effect, 'points')}{POINT}"
        case "shields":
            return SHIELD * number(effect, "shields")
        case "coins":
            return f"+{number(effect, 'coins')}{COIN}"
        case "science":
            return SCIENCE[word(effect, "symbol")]
        case "price":
            arrows = "".join(LEFT if side == "left" else RIGHT for side in several(effect, "where"))
            goods = ("wood", "stone", "clay", "ore") if word(effect, "goods") == "raw" else RESOURCES[4:]
            return f"{arrows}{''.join(words.letter(name) for name in goods)} 1{COIN}"
        case "per" | "per_set":
            items = "".join(ITEM_SIGNS[item] for item in several(effect, "items"))
            gains = [
                f"{effect.args[key]}{sign}"
                for key, sign in (("coins", COIN), ("points", POINT))
                if effect.args.get(key)
            ]
            where = several(effect, "where") if "where" in effect.args else ("self",)
            around = (
                f"{LEFT if 'left' in where else ''}{'▾' if 'self' in where else ''}{RIGHT if 'right' in where else ''}"
            )
            return f"{'+'.join(gains)}/{items}{around}"
        case "loss":
            per = {"none": "", "victory": "/+", "stage": f"/{STAGE}"}[word(effect, "per")]
            return f"−{number(effect, 'coins')}{COIN}{per}"
        case "diplomacy":
            return DIPLOMACY
        case "mask":
            return MASK
    return POWER


def effects_signs(effects: tuple[EffectSpec, ...], words: Words) -> str:
    """Several effects in symbols."""
    return " ".join(effect_signs(effect, words) for effect in effects)

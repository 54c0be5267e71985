"""The kinds of effects on cards and boards, with their arguments.

Data files write an effect as an inline table, `{ kind = "points", points = 3 }`. The kinds below belong to the boxes
of this package; another box lists its own in its `box.toml` and implements them in its own code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heptapolis.rulebook.model import AGE_COLORS, COLORS, RESOURCES, EffectArg, EffectSpec

LEFT_RIGHT = ("left", "right")
CITIES = ("self", "left", "right")
ITEMS = (*COLORS, "stage", "defeat", "victory", "three-coins")
"""Things that can be counted: cards of a color, wonder stages, conflict tokens, sets of three coins."""


@dataclass(frozen=True, slots=True)
class Number:
    """An argument that is a number, at least `least`."""

    default: int | None = None
    least: int = 1

    def read(self, value: Any) -> EffectArg:
        """Returns the number; raises ValueError if it is not one."""
        if type(value) is not int:  # bool is a subclass of int
            raise ValueError(f"expected a whole number, found {value!r}")
        if value < self.least:
            raise ValueError(f"expected at least {self.least}, found {value}")
        return value


@dataclass(frozen=True, slots=True)
class Word:
    """An argument that is one word of a closed list."""

    choices: tuple[str, ...]
    default: str | None = None

    def read(self, value: Any) -> EffectArg:
        """Returns the word; raises ValueError if it is not on the list."""
        if value not in self.choices:
            raise ValueError(f"expected one of {', '.join(self.choices)}; found {value!r}")
        return str(value)


@dataclass(frozen=True, slots=True)
class Words:
    """An argument of one or more different words of a closed list."""

    choices: tuple[str, ...]
    default: tuple[str, ...] | None = None

    def read(self, value: Any) -> EffectArg:
        """Returns the words in the order written; raises ValueError if one is unknown or repeated, or there is none."""
        if not isinstance(value, list) or not value:
            raise ValueError(f"expected a list of words, found {value!r}")
        for word in value:
            if word not in self.choices:
                raise ValueError(f"expected words among {', '.join(self.choices)}; found {word!r}")
        if len(set(value)) < len(value):
            raise ValueError(f"a word stands twice in {value!r}")
        return tuple(value)


Arg = Number | Word | Words

EFFECT_KINDS: Mapping[str, Mapping[str, Arg]] = {
    # --- base game -------------------------------------------------------------------------------------------------
    "produce": {"resources": Words(RESOURCES), "amount": Number(1)},  # one of the resources, `amount` times
    "points": {"points": Number()},
    "shields": {"shields": Number()},
    "coins": {"coins": Number(), "neighbors": Number(0, least=0)},  # neighbors: coins from the bank for each neighbor
    "science": {"symbol": Word(("compass", "gear", "tablet", "any"))},
    "price": {"price": Number(), "goods": Word(("raw", "manufactured")), "where": Words(LEFT_RIGHT)},
    "per": {  # coins when built, points at the end, for each item found
        "items": Words(ITEMS),
        "where": Words(CITIES),
        "coins": Number(0, least=0),
        "points": Number(0, least=0),
    },
    "per_set": {"items": Words(AGE_COLORS), "points": Number()},  # points for each set with one card of every color
    "complete": {"points": Number()},  # points if the city's own wonder is complete
    "last_card": {},  # play the card that others discard at the end of an age
    "free_once_per_age": {},
    "free_first_of_color": {},
    "free_first_of_age": {},
    "free_last_of_age": {},
    "dig": {},  # build a card of the discard pile
    "copy_guild": {},
    "copy_stage": {"neighbor": Word((*LEFT_RIGHT, "either")), "stage": Number()},
    # --- Cities ----------------------------------------------------------------------------------------------------
    "loss": {"coins": Number(), "per": Word(("none", "victory", "stage"), "none")},
    "diplomacy": {"tokens": Number(1)},
    "mask": {},
    "rebate": {"where": Word(LEFT_RIGHT)},  # one coin off the first good bought there each turn
    "produce_again": {},  # one more good of those the city makes
    "produce_missing": {},  # one good of those the city does not make
    "stages_without_resources": {},
    # --- Leaders ---------------------------------------------------------------------------------------------------
    "waive": {"on": Word(("green", "blue", "red", "stage"))},  # one resource less
    "set_bonus": {"points": Number()},  # more points for each set of three science symbols
    "bank_resource": {"price": Number()},  # one good a turn from the bank
    "coin_on_trade": {"coins": Number()},  # for each neighbor bought from in a turn
    "leaders_free": {},
    "leader_discount": {"own": Number(), "neighbors": Number()},
    "coins_on_victory": {"coins": Number()},
    "free_color": {"color": Word(AGE_COLORS)},
    "free_color_per_age": {"color": Word(AGE_COLORS)},
    "coins_on_chain": {"coins": Number()},
    "coins_on_color": {"color": Word(AGE_COLORS), "coins": Number()},
    "defeats_to_victor": {},
    "bank_bonus": {"coins": Number()},
    "defeats_as_shields": {},
    "draw_leaders": {"leaders": Number()},
    "extra_recruit": {},
    "copy_leader": {},
}
"""All kinds of effects with their arguments; arguments without a default are required."""


def read_args(table: Any) -> dict[str, Arg]:
    """Reads a box's description of the arguments of an effect: `{ points = { number = 1 } }`.

    An argument is `{ number = least }`, `{ word = choices }` or `{ words = choices }`, each with an optional `default`.

    Raises:
        ValueError: The description is invalid.
    """
    if not isinstance(table, dict):
        raise ValueError(f"expected a table of values, found {table!r}")
    found: dict[str, Arg] = {}
    for name, described in table.items():
        if not isinstance(described, dict) or len(described.keys() - {"default"}) != 1:
            raise ValueError(f"{name}: expected a number, word or words, found {described!r}")
        form = next(key for key in described if key != "default")
        limit, default = described[form], described.get("default")
        if form == "number" and type(limit) is int and (default is None or type(default) is int):
            found[name] = Number(default, least=limit)
        elif form == "word" and _are_words(limit) and (default is None or default in limit):
            found[name] = Word(tuple(limit), default)
        elif form == "words" and _are_words(limit) and default is None:
            found[name] = Words(tuple(limit))
        else:
            raise ValueError(f"{name}: expected a number, word or words, found {described!r}")
    return found


def _are_words(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(word, str) for word in value)


def read_effect(table: Any, kinds: Mapping[str, Mapping[str, Arg]] = EFFECT_KINDS) -> EffectSpec:
    """Reads an effect from an inline table and fills in defaults; `kinds` are the known kinds.

    Raises:
        ValueError: The kind is unknown, or an argument is missing, invalid or unknown.
    """
    if not isinstance(table, dict):
        raise ValueError(f"expected a table with a kind, found {table!r}")
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"unknown kind of effect {kind!r}")
    expected = kinds[kind]
    if unknown := sorted(table.keys() - expected.keys() - {"kind"}):
        raise ValueError(f"{kind} takes no {', '.join(unknown)}")
    args: dict[str, EffectArg] = {}
    for name, arg in expected.items():
        if name in table:
            try:
                args[name] = arg.read(table[name])
            except ValueError as error:
                raise ValueError(f"{kind}: {name}: {error}") from error
        elif arg.default is not None:
            args[name] = arg.default
        else:
            raise ValueError(f"{kind}: {name} is missing")
    if kind == "per" and not (args["coins"] or args["points"]):
        raise ValueError("per: gives neither coins nor points")
    return EffectSpec(kind, args)

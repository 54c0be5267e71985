"""Resources, and the packed profiles that compare costs with production.

A city's production is a set of *producers*, each of which gives one unit a turn of one of its resources. By Hall's
theorem a cost can be met exactly when, for every set T of resources, at least as many producers can give something in
T as the cost asks for units in T. A *profile* holds these counts for all T at once: one integer with a lane of four
bits for every non-empty T of a class (15 lanes for the four raw materials, 7 for the three manufactured goods). The
high bit of a lane stays free, so one subtraction compares all lanes.

>>> wood_or_clay, clay = producer(("wood", "clay")), producer(("clay",))
>>> lacking(pooled(wood_or_clay[0], clay[0]), needs(units({"wood": 1, "clay": 1}), raw=True))
0
>>> lacking(pooled(wood_or_clay[0], clay[0]), needs(units({"wood": 2}), raw=True))
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.rulebook.model import RESOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mypy_extensions import i64

ALL: Final = 127  # every resource, one bit each in the order of RESOURCES
RAW_BITS: Final = 15
LANE_MAX: Final = 7  # the maximum of a lane; the rulebook loader checks that no cost needs more
HIGH: Final = 0x888888888888888  # the free bit of each of the 15 lanes


def bits_of(resources: Sequence[str]) -> int:
    """A set of resources, one bit each, in the order of ``RESOURCES``."""
    return sum(2 ** RESOURCES.index(name) for name in resources)


def units(cost: Mapping[str, int]) -> tuple[int, ...]:
    """How many units of each resource, in the order of ``RESOURCES``."""
    return tuple(cost.get(name, 0) for name in RESOURCES)


def _lanes(counts: Sequence[int]) -> int:
    return sum(min(count, LANE_MAX) << (4 * lane) for lane, count in enumerate(counts))


def option_profile(bits: int, amount: int = 1) -> int:
    """The profile of producers that each give one unit of any resource in ``bits``, which are of one class."""
    return _lanes([amount if subset & bits else 0 for subset in range(1, 16)])


def producer(resources: Sequence[str], amount: int = 1) -> tuple[int, int]:
    """The raw and the manufactured profile of a card that gives ``amount`` units a turn of ``resources``."""
    bits = bits_of(resources)
    return option_profile(bits & RAW_BITS, amount), option_profile(bits >> 4, amount)


def needs(counts: Sequence[int], raw: bool) -> list[int]:
    """The profiles of a cost when 0, 1, 2, ... of its units come from elsewhere; the last is empty."""
    share = list(counts[:4] if raw else counts[4:])
    asked = [sum(n for k, n in enumerate(share) if subset & (2**k)) for subset in range(1, 2 ** len(share))]
    return [_lanes([max(n - bought, 0) for n in asked]) for bought in range(sum(share) + 1)]


def pooled(a: i64, b: i64) -> i64:
    """The profile of two sets of producers together (lanes stop at 7)."""
    total = a + b
    over = total & HIGH
    return (total | (over - (over >> 3))) & ~HIGH


def lacking(have: i64, asked: list[int]) -> i64:
    """How many units of a cost (as ``needs`` gives it) these producers cannot provide."""
    short: i64 = 0
    for profile in asked:
        need: i64 = profile
        if provides(have, need):
            return short
        short += 1
    return short


def provides(have: i64, need: i64) -> bool:
    """Whether a production profile meets a cost profile."""
    return ((have | HIGH) - need) & HIGH == HIGH


def _at(asked: list[int], bought: int) -> int:
    return asked[bought] if bought < len(asked) else 0


class Cost:
    """What a structure or a wonder stage costs: coins to the bank, and resources."""

    def __init__(self, coins: i64, cost: Mapping[str, int]) -> None:
        """Computes the profiles of a printed cost."""
        self.coins: i64 = coins
        self.units = units(cost)
        self.raw_needs = needs(self.units, raw=True)
        self.goods_needs = needs(self.units, raw=False)
        self.raw: i64 = self.raw_needs[0]
        self.raw_but_1: i64 = _at(self.raw_needs, 1)  # the first few as plain fields, because they are compared often
        self.raw_but_2: i64 = _at(self.raw_needs, 2)
        self.raw_but_3: i64 = _at(self.raw_needs, 3)
        self.goods: i64 = self.goods_needs[0]
        self.goods_but_1: i64 = _at(self.goods_needs, 1)
        self.goods_but_2: i64 = _at(self.goods_needs, 2)
        self.resources: i64 = sum(self.units)

    def raw_lacking(self, have: i64) -> i64:
        """How many raw materials these producers cannot provide."""
        if provides(have, self.raw):
            return 0
        if provides(have, self.raw_but_1):
            return 1
        if provides(have, self.raw_but_2):
            return 2
        if provides(have, self.raw_but_3):
            return 3
        return lacking(have, self.raw_needs)

    def goods_lacking(self, have: i64) -> i64:
        """How many manufactured goods these producers cannot provide."""
        if provides(have, self.goods):
            return 0
        if provides(have, self.goods_but_1):
            return 1
        if provides(have, self.goods_but_2):
            return 2
        return lacking(have, self.goods_needs)

    def __repr__(self) -> str:
        asked = [f"{n} {name}" for name, n in zip(RESOURCES, self.units, strict=True) if n]
        return f"Cost({self.coins} coins{''.join(', ' + part for part in asked)})"


NOTHING: Final = Cost(0, {})

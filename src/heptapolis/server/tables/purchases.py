"""Which goods a payment buys from each neighbor and the bank, and which goods nobody sells.

``engine.payment`` lists the distinct payments and is fast; this says for one of them which goods change hands, and is
used only for previews. Several purchases may cost the same; one of them is returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from heptapolis.engine.payment import GOODS_PROFILES, RAW_PROFILES, produces
from heptapolis.engine.resources import ALL, lacking, needs, pooled, provides
from heptapolis.engine.table import FROM_BANK, FROM_LEFT, FROM_RIGHT
from heptapolis.rulebook.model import RESOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from heptapolis.engine.city import City
    from heptapolis.engine.resources import Cost
    from heptapolis.engine.table import Table
    from heptapolis.server.messages.game import Bought

RAWS: Final = 4
"""The raw materials come first in ``RESOURCES``."""


@dataclass(frozen=True, slots=True)
class Coins:
    """Coins paid for goods, by seller."""

    left: int
    right: int
    bank: int


@dataclass(frozen=True, slots=True)
class _Class:
    """One class of goods: what is needed, and what the city and its neighbors produce."""

    raw: bool
    asked: tuple[int, ...]
    own: int
    left: int
    right: int

    def shares(self, banked: int) -> Iterator[tuple[int, int]]:
        """How many units may come from the left and from the right when the bank sells ``banked`` of them."""
        have = self.own
        for _ in range(banked):
            have = pooled(have, (RAW_PROFILES if self.raw else GOODS_PROFILES)[ALL])
        asked = _needs(self.asked, self.raw)
        if not provides(pooled(pooled(have, self.left), self.right), asked[0]):
            return
        short = int(lacking(have, asked))
        least = int(lacking(pooled(have, self.right), asked))
        most = short - int(lacking(pooled(have, self.left), asked))
        for from_left in range(least, most + 1):
            yield from_left, short - from_left

    def pick(self, left: int, right: int, bank: int) -> Bought | None:
        """The units; None if no choice of units adds up to these numbers."""
        for parts in _splits(self.asked, (left, right, bank)):
            kept = [n - sum(part) for n, part in zip(self.asked, zip(*parts, strict=True), strict=True)]
            if (
                _covers(self.own, kept, self.raw)
                and _covers(self.left, parts[0], self.raw)
                and _covers(self.right, parts[1], self.raw)
            ):
                return {
                    "left": self._names(parts[0]),
                    "right": self._names(parts[1]),
                    "bank": self._names(parts[2]),
                }
        return None

    def _names(self, units: Sequence[int]) -> list[str]:
        names = RESOURCES[:RAWS] if self.raw else RESOURCES[RAWS:]
        return [name for name, n in zip(names, units, strict=True) for _ in range(n)]

    def missing(self) -> tuple[str, ...]:
        """A smallest set of units that neither the city nor a neighbor produces."""
        return _missing(self.raw, self.asked, int(pooled(pooled(self.own, self.left), self.right)))


def _needs(counts: Sequence[int], raw: bool) -> list[int]:
    return needs((*counts, 0, 0, 0) if raw else (0, 0, 0, 0, *counts), raw=raw)


def _covers(have: int, counts: Sequence[int], raw: bool) -> bool:
    return provides(have, _needs(counts, raw)[0])


@lru_cache(maxsize=4096)  # called with the same arguments for every card and seat of a turn
def _missing(raw: bool, asked: tuple[int, ...], have: int) -> tuple[str, ...]:
    """Units that the producers cannot make. Greedy; no other order would make more."""
    kept = [0] * len(asked)
    missing: list[str] = []
    for place, name in enumerate(RESOURCES[:RAWS] if raw else RESOURCES[RAWS:]):
        for _ in range(asked[place]):
            kept[place] += 1
            if not _covers(have, kept, raw):
                kept[place] -= 1
                missing.append(name)
    return tuple(missing)


def _splits(asked: Sequence[int], quotas: tuple[int, int, int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to split the units among the sellers: for each seller the units by resource."""
    if not asked:
        if quotas == (0, 0, 0):
            yield [(), (), ()]
        return
    for left in range(min(asked[0], quotas[0]) + 1):
        for right in range(min(asked[0] - left, quotas[1]) + 1):
            for bank in range(min(asked[0] - left - right, quotas[2]) + 1):
                rest = (quotas[0] - left, quotas[1] - right, quotas[2] - bank)
                for parts in _splits(asked[1:], rest):
                    yield [(first, *part) for first, part in zip((left, right, bank), parts, strict=True)]


def goods_bought(table: Table, city: City, cost: Cost, waived: bool, paid: Coins) -> Bought:
    """The goods of a smallest purchase that costs exactly these coins; of several, one with the most sellers."""
    nothing: Bought = {"left": [], "right": [], "bank": []}
    if produces(city, cost):
        return nothing
    wilds = _wilds(city, waived)
    banked = paid.bank // int(city.bank_price) if paid.bank else 0
    best: Bought | None = None
    best_rank = (0, 0)  # few units before many sellers
    for raw, manufactured in _classes(table, city, cost, wilds):
        for raw_banked in range(banked + 1):
            for raw_left, raw_right in raw.shares(raw_banked):
                for left, right in manufactured.shares(banked - raw_banked):
                    if _coins(city, (raw_left, left), (raw_right, right)) != (paid.left, paid.right):
                        continue
                    sellers = (raw_left + left > 0) + (raw_right + right > 0)
                    rank = (raw_left + left + raw_right + right, -sellers)
                    if best is not None and rank >= best_rank:
                        continue
                    raws = raw.pick(raw_left, raw_right, raw_banked)
                    others = manufactured.pick(left, right, banked - raw_banked)
                    if raws is not None and others is not None:
                        best = {
                            "left": raws["left"] + others["left"],
                            "right": raws["right"] + others["right"],
                            "bank": raws["bank"] + others["bank"],
                        }
                        best_rank = rank
    assert best is not None, "only called with a legal payment"
    return best


def goods_missing(table: Table, city: City, cost: Cost, waived: bool) -> list[str]:
    """A smallest set of goods that neither the city nor its neighbors nor the bank can provide."""
    wilds = _wilds(city, waived)
    if city.bank_price and not city.bought_from & FROM_BANK:
        wilds.append(ALL)  # the bank sells one unit a turn, of whatever kind
    classes = _classes(table, city, cost, wilds)
    lists = [[*raw.missing(), *manufactured.missing()] for raw, manufactured in classes]
    return min(lists, key=len)


def _wilds(city: City, waived: bool) -> list[int]:
    """Units that can be of either class: a waived one, and those that black cards add."""
    wilds = [ALL] if waived else []
    if city.produces_again and city.makes:
        wilds.append(int(city.makes))
    if city.produces_missing and city.makes != ALL:
        wilds.append(ALL & ~int(city.makes))
    return wilds


def _classes(table: Table, city: City, cost: Cost, wilds: Sequence[int]) -> Iterator[tuple[_Class, _Class]]:
    """Both classes, once for every way to use the city's producers that can serve either."""
    left = table.cities[city.left]
    right = table.cities[city.right]
    for bits in range(2 ** len(wilds)):
        raw, manufactured = int(city.own_raw), int(city.own_goods)
        for place, options in enumerate(wilds):
            if bits >> place & 1:
                raw = pooled(raw, RAW_PROFILES[options])
            else:
                manufactured = pooled(manufactured, GOODS_PROFILES[options])
        yield (
            _Class(True, cost.units[:RAWS], raw, int(left.sells_raw), int(right.sells_raw)),
            _Class(False, cost.units[RAWS:], manufactured, int(left.sells_goods), int(right.sells_goods)),
        )


def _coins(city: City, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    """The cost of raw materials and manufactured goods from each neighbor, with unused rebates subtracted."""
    to_left = left[0] * int(city.left_raw_price) + left[1] * int(city.left_goods_price)
    to_right = right[0] * int(city.right_raw_price) + right[1] * int(city.right_goods_price)
    off_left = 0 if city.bought_from & FROM_LEFT else int(city.left_rebate)
    off_right = 0 if city.bought_from & FROM_RIGHT else int(city.right_rebate)
    return max(to_left - off_left, 0), max(to_right - off_right, 0)

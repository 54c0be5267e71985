"""Payments: what a city must buy for a cost, from whom, and at what price.

A legal purchase covers exactly what the city cannot produce for this cost. Per class (raw, manufactured) the
number of units to buy is fixed: what the city's own producers lack. Of these the left neighbor sells at least what
own and right producers together lack, and at most all but what own and left producers lack; every number between is
possible (bases of a matroid: the units sold from the left in a smallest purchase form an interval). So a few
``lacking`` counts give every distinct pair of payments without enumerating which either-or card produces what.

Producers that can give resources of both classes (an extra unit of any kind, a unit waived by a leader, a unit of the
bank) are tried once in each class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.resources import ALL, RAW_BITS, option_profile, pooled, provides
from heptapolis.engine.table import FROM_BANK, FROM_LEFT, FROM_RIGHT

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.resources import Cost
    from heptapolis.engine.table import Table

IMPOSSIBLE: Final = -1
SIDE_BITS: Final = 8  # a quote packs coins to the left and, above them, coins to the right
SIDE_MASK: Final = 255

# Profiles of one producer for every set of resources, by class: built once, looked up by bits.
RAW_PROFILES: Final = [option_profile(bits & RAW_BITS) for bits in range(ALL + 1)]
GOODS_PROFILES: Final = [option_profile(bits >> 4) for bits in range(ALL + 1)]


class Payment:
    """The coins that a smallest purchase pays to the left, to the right and to the bank."""

    def __init__(self, left: i64, right: i64, bank: i64, bought_from: i64) -> None:
        """The bits name everyone who sells something, at price 0 too."""
        self.left: i64 = left
        self.right: i64 = right
        self.bank: i64 = bank
        self.bought_from: i64 = bought_from

    def total(self) -> i64:
        """The sum of all coins."""
        return self.left + self.right + self.bank

    def before(self, other: Payment) -> bool:
        """The order of payments: cheapest first; then the one that pays the left neighbor less, then the bank."""
        if self.total() != other.total():
            return self.total() < other.total()
        if self.left != other.left:
            return self.left < other.left
        return self.bank < other.bank

    def __repr__(self) -> str:
        return f"Payment(left={self.left}, right={self.right}, bank={self.bank})"


def sellers(bought_from: i64) -> i64:
    """How many neighbors sell something."""
    return (bought_from & FROM_LEFT) + ((bought_from & FROM_RIGHT) >> 1)


def open_market(table: Table, city: City) -> None:
    """Pools the city's production with what each neighbor sells, for the turn that begins."""
    left = table.cities[city.left]
    right = table.cities[city.right]
    raw = city.own_raw
    goods = city.own_goods
    city.left_raw = pooled(raw, left.sells_raw)
    city.right_raw = pooled(raw, right.sells_raw)
    city.both_raw = pooled(city.left_raw, right.sells_raw)
    city.left_goods = pooled(goods, left.sells_goods)
    city.right_goods = pooled(goods, right.sells_goods)
    city.both_goods = pooled(city.left_goods, right.sells_goods)


def produces(city: City, cost: Cost) -> bool:
    """Whether the city produces all the resources of a cost itself."""
    return provides(city.own_raw, cost.raw) and provides(city.own_goods, cost.goods)


def quote(city: City, cost: Cost) -> i64:
    """The cheapest payment for the resources of a cost by plain trade, packed; ``IMPOSSIBLE`` if not for sale.

    Ignores the treasury. On a tie the left neighbor gets less.
    """
    left: i64 = 0
    right: i64 = 0
    if not provides(city.own_raw, cost.raw):
        if not provides(city.both_raw, cost.raw):
            return IMPOSSIBLE
        short = cost.raw_lacking(city.own_raw)
        if city.left_raw_price < city.right_raw_price:
            from_left = short - cost.raw_lacking(city.left_raw)
        else:
            from_left = cost.raw_lacking(city.right_raw)
        left += from_left * city.left_raw_price
        right += (short - from_left) * city.right_raw_price
    if not provides(city.own_goods, cost.goods):
        if not provides(city.both_goods, cost.goods):
            return IMPOSSIBLE
        short = cost.goods_lacking(city.own_goods)
        if city.left_goods_price < city.right_goods_price:
            from_left = short - cost.goods_lacking(city.left_goods)
        else:
            from_left = cost.goods_lacking(city.right_goods)
        left += from_left * city.left_goods_price
        right += (short - from_left) * city.right_goods_price
    return left | (right << SIDE_BITS)


def can_pay(table: Table, city: City, cost: Cost, waived: bool) -> bool:
    """Whether the city can pay a cost now, buying what it lacks."""
    budget = city.coins - city.held - cost.coins
    if budget < 0:
        return False
    if provides(city.own_raw, cost.raw) and provides(city.own_goods, cost.goods):
        return True
    return _can_buy(table, city, cost, waived, budget)  # apart, so that the C compiler inlines the rest


def _can_buy(table: Table, city: City, cost: Cost, waived: bool, budget: i64) -> bool:
    """Whether the city can buy what it lacks for at most ``budget`` coins."""
    if budget > 0:  # nothing sells for 0 coins, rebates aside
        price = quote(city, cost)
        if price != IMPOSSIBLE and (price & SIDE_MASK) + (price >> SIDE_BITS) <= budget:
            return True
    # A city's other effects only make purchases smaller or cheaper, so they matter only now.
    return (waived or city.special_trade) and len(payments(table, city, cost, waived, budget)) > 0


def cheapest(table: Table, city: City, cost: Cost, waived: bool) -> Payment:
    """The default payment. The cost must be payable."""
    if waived or city.special_trade or city.trade_coins > 0:
        return payments(table, city, cost, waived, city.coins - city.held - cost.coins)[0]
    price = quote(city, cost)
    return Payment(price & SIDE_MASK, price >> SIDE_BITS, 0, 0)


def payments(table: Table, city: City, cost: Cost, waived: bool, budget: i64) -> list[Payment]:
    """Every distinct payment of a smallest purchase that costs at most ``budget``, cheapest first."""
    if provides(city.own_raw, cost.raw) and provides(city.own_goods, cost.goods):
        return [Payment(0, 0, 0, 0)]
    wilds: list[int] = []
    if waived:
        wilds.append(ALL)
    if city.produces_again and city.makes:
        wilds.append(city.makes)
    if city.produces_missing and city.makes != ALL:
        wilds.append(ALL & ~city.makes)
    plans = _Plans(table, city, cost)
    plans.spread(wilds, 0, city.own_raw, city.own_goods, 0)
    if city.bank_price > 0 and not city.bought_from & FROM_BANK and plans.smallest > 0:
        plans.spread(wilds + [ALL], 0, city.own_raw, city.own_goods, 1)
    return plans.within(budget)


class _Plans:
    """Collects the payments of all smallest purchases."""

    def __init__(self, table: Table, city: City, cost: Cost) -> None:
        self.city = city
        self.cost = cost
        left = table.cities[city.left]
        right = table.cities[city.right]
        self.left_raw: i64 = left.sells_raw
        self.left_goods: i64 = left.sells_goods
        self.right_raw: i64 = right.sells_raw
        self.right_goods: i64 = right.sells_goods
        self.smallest: i64 = 99  # units bought
        self.found: list[Payment] = []  # one for each (left, right); the bank's part is the smallest found

    def spread(self, wilds: list[int], first: i64, raw: i64, goods: i64, banked: i64) -> None:
        """Tries every way to use the producers that can serve either class, from ``first`` on."""
        if first == len(wilds):
            self.add(raw, goods, banked)
            return
        options = wilds[first]
        raw_profile: i64 = RAW_PROFILES[options]
        goods_profile: i64 = GOODS_PROFILES[options]
        if raw_profile:
            self.spread(wilds, first + 1, pooled(raw, raw_profile), goods, banked)
        if goods_profile:
            self.spread(wilds, first + 1, raw, pooled(goods, goods_profile), banked)

    def add(self, raw: i64, goods: i64, banked: i64) -> None:
        """Adds the purchases of a city with this production, of which ``banked`` units come from the bank."""
        cost = self.cost
        raw_left = pooled(raw, self.left_raw)
        goods_left = pooled(goods, self.left_goods)
        if not provides(pooled(raw_left, self.right_raw), cost.raw):
            return
        if not provides(pooled(goods_left, self.right_goods), cost.goods):
            return
        raw_short = cost.raw_lacking(raw)
        goods_short = cost.goods_lacking(goods)
        bought = raw_short + goods_short + banked
        if bought > self.smallest:
            return
        if bought < self.smallest:
            self.smallest = bought
            self.found.clear()
        least_raw = cost.raw_lacking(pooled(raw, self.right_raw))
        most_raw = raw_short - cost.raw_lacking(raw_left)
        least_goods = cost.goods_lacking(pooled(goods, self.right_goods))
        most_goods = goods_short - cost.goods_lacking(goods_left)
        raw_from_left = least_raw
        while raw_from_left <= most_raw:
            goods_from_left = least_goods
            while goods_from_left <= most_goods:
                self.note(
                    raw_from_left, raw_short - raw_from_left, goods_from_left, goods_short - goods_from_left, banked
                )
                goods_from_left += 1
            raw_from_left += 1

    def note(self, raw_left: i64, raw_right: i64, goods_left: i64, goods_right: i64, banked: i64) -> None:
        """Keeps one purchase per (left, right) payment: the cheapest at the bank, then the one with more sellers."""
        city = self.city
        left = raw_left * city.left_raw_price + goods_left * city.left_goods_price
        right = raw_right * city.right_raw_price + goods_right * city.right_goods_price
        bought_from: i64 = 0
        if raw_left + goods_left > 0:
            bought_from |= FROM_LEFT
            if not city.bought_from & FROM_LEFT:
                left -= min(left, city.left_rebate)
        if raw_right + goods_right > 0:
            bought_from |= FROM_RIGHT
            if not city.bought_from & FROM_RIGHT:
                right -= min(right, city.right_rebate)
        bank = banked * city.bank_price
        if bank > 0:
            bought_from |= FROM_BANK
        for known in self.found:
            if known.left == left and known.right == right:
                if bank < known.bank or (bank == known.bank and sellers(bought_from) > sellers(known.bought_from)):
                    known.bank = bank
                    known.bought_from = bought_from
                return
        self.found.append(Payment(left, right, bank, bought_from))

    def within(self, budget: i64) -> list[Payment]:
        """The payments found within a budget, cheapest first."""
        found: list[Payment] = []
        for payment in self.found:
            if payment.total() <= budget:
                place = len(found)
                while place > 0 and payment.before(found[place - 1]):
                    place -= 1
                found.insert(place, payment)
        return found

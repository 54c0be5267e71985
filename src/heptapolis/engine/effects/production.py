"""Production of brown and gray cards, boards, and stages and yellow cards that give resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.base import SOLD, Effect, number, words
from heptapolis.engine.resources import bits_of, pooled, producer

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Printed
    from heptapolis.rulebook.model import EffectSpec


class Produce(Effect):
    """One of several resources each turn, or several units of one. Neighbors buy only from brown and gray cards."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        """Computes the production, and whether neighbors may buy it."""
        super().__init__(spec, printed)
        resources = words(spec, "resources")
        raw, goods = producer(resources, number(spec, "amount"))
        self.raw: i64 = raw
        self.goods: i64 = goods
        self.bits: i64 = bits_of(resources)
        self.sold: bool = printed.place == SOLD

    def serves(self, city: City) -> None:
        """Adds to the city's production, and to what neighbors may buy if it is for sale."""
        city.own_raw = pooled(city.own_raw, self.raw)
        city.own_goods = pooled(city.own_goods, self.goods)
        city.market_stale = True
        if self.sold:
            city.sells_raw = pooled(city.sells_raw, self.raw)
            city.sells_goods = pooled(city.sells_goods, self.goods)
            city.makes |= self.bits


class ProduceAgain(Effect):
    """Each turn one more unit of a resource that the board, brown or gray cards produce."""

    def serves(self, city: City) -> None:
        """Adds the unit, which payments try in both classes."""
        city.produces_again = True
        city.special_trade = True


class ProduceMissing(Effect):
    """Each turn one unit of a resource that the board, brown and gray cards do not produce."""

    def serves(self, city: City) -> None:
        """Adds the unit, which payments try in both classes."""
        city.produces_missing = True
        city.special_trade = True

"""Commerce: coins, prices, rebates and building discounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.cards import color_bit
from heptapolis.engine.effects.base import Effect, number, word, words

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Printed
    from heptapolis.engine.table import Table
    from heptapolis.rulebook.model import EffectSpec


class Coins(Effect):
    """Coins from the bank, once; some cards also give coins to the neighbors."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.amount: i64 = number(spec, "coins")
        self.neighbors: i64 = number(spec, "neighbors")

    def coins(self, table: Table, seat: i64) -> i64:
        """Returns the builder's coins and pays the neighbors theirs."""
        if self.neighbors > 0:
            city = table.cities[seat]
            bank_pays(table.cities[city.left], self.neighbors)
            bank_pays(table.cities[city.right], self.neighbors)
        return self.amount


class Price(Effect):
    """A lower price for a class of resources from one or both neighbors."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.price: i64 = number(spec, "price")
        self.raw: bool = word(spec, "goods") == "raw"
        self.left: bool = "left" in words(spec, "where")
        self.right: bool = "right" in words(spec, "where")

    def serves(self, city: City) -> None:
        """Lowers prices to this one; discounts of the same kind do not add up."""
        if self.raw:
            if self.left:
                city.left_raw_price = min(city.left_raw_price, self.price)
            if self.right:
                city.right_raw_price = min(city.right_raw_price, self.price)
        else:
            if self.left:
                city.left_goods_price = min(city.left_goods_price, self.price)
            if self.right:
                city.right_goods_price = min(city.right_goods_price, self.price)


class Rebate(Effect):
    """One coin off the first resource bought from a neighbor each turn, on top of other discounts."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.left: bool = word(spec, "where") == "left"

    def serves(self, city: City) -> None:
        """Adds the rebate for its side."""
        if self.left:
            city.left_rebate += 1
        else:
            city.right_rebate += 1
        city.special_trade = True


class BankResource(Effect):
    """One resource a turn may be bought from the bank."""

    def serves(self, city: City) -> None:
        """Sets the bank's price."""
        city.bank_price = number(self.spec, "price")
        city.special_trade = True


class CoinOnTrade(Effect):
    """A coin from the bank for each neighbor bought from in a turn, even if both cards of the turn need purchases."""

    def serves(self, city: City) -> None:
        """Adds the coins; every payment must then name the sellers."""
        city.trade_coins += number(self.spec, "coins")


class Waive(Effect):
    """One resource less for structures of a color, or for wonder stages."""

    def serves(self, city: City) -> None:
        """Adds the discounted color, or stages."""
        city.waives |= color_bit(word(self.spec, "on"))


class FreeColor(Effect):
    """Structures of a color are free."""

    def serves(self, city: City) -> None:
        """Adds the free color."""
        city.free_colors |= color_bit(word(self.spec, "color"))


class StagesWithoutResources(Effect):
    """Wonder stages cost their coins only."""

    def serves(self, city: City) -> None:
        """Sets ``city.stages_need_coins_only``."""
        city.stages_need_coins_only = True


class CoinsOnChain(Effect):
    """Coins for every structure built by a chain."""

    def serves(self, city: City) -> None:
        """Registers itself in ``city.rewards``."""
        city.rewards += (self,)

    def reward(self, card: Card, chained: bool) -> i64:
        """Coins if a chain made the structure free."""
        return number(self.spec, "coins") if chained else 0


class CoinsOnColor(Effect):
    """Coins for every structure of a color built."""

    def serves(self, city: City) -> None:
        """Registers itself in ``city.rewards``."""
        city.rewards += (self,)

    def reward(self, card: Card, chained: bool) -> i64:
        """Coins if the color matches, also when the structure was free."""
        return number(self.spec, "coins") if card.spec.color == word(self.spec, "color") else 0


class BankBonus(Effect):
    """Once per turn, extra coins when the bank pays any."""

    def serves(self, city: City) -> None:
        """Sets the bonus."""
        city.bank_bonus = number(self.spec, "coins")


def bank_pays(city: City, coins: i64) -> None:
    """Pays coins from the bank, plus the city's bonus if not yet taken this turn."""
    if coins > 0:
        city.coins += coins
        if city.bank_bonus > 0 and not city.bonus_taken:
            city.coins += city.bank_bonus
            city.bonus_taken = True

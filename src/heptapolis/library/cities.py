"""Cities: what everybody can see of a seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heptapolis.engine.conflicts import strength
from heptapolis.engine.knowledge.views import city_values
from heptapolis.engine.scoring import symbols_of
from heptapolis.engine.setup import seat_cities
from heptapolis.engine.table import FROM_LEFT, FROM_RIGHT
from heptapolis.engine.wonder import built_stage, copy_choices, stage_at, stage_cost
from heptapolis.rulebook import RESOURCES, EffectSpec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from heptapolis.engine.city import City as EngineCity
    from heptapolis.engine.resources import Cost as EngineCost
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table


@dataclass(frozen=True, slots=True)
class Cost:
    """What something costs.

    Attributes:
        coins: Coins to the bank.
        resources: Units of each resource needed.
    """

    coins: int
    resources: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a wonder.

    Attributes:
        number: The number of the stage, counted from 1.
        built: Whether the stage is built.
        cost: What it costs; for a stage that copies a neighbor's, what is known so far.
        effects: What it does; for a stage that copies a neighbor's, what is known so far.
        cost_open: Whether the cost depends on which neighbor's stage will be copied.
    """

    number: int
    built: bool
    cost: Cost
    effects: tuple[EffectSpec, ...]
    cost_open: bool


@dataclass(frozen=True, slots=True)
class TradePrices:
    """What a city pays one neighbor for a unit.

    Attributes:
        raw: For a raw material.
        manufactured: For a manufactured good.
        discount: The coins saved on the first unit of this turn.
    """

    raw: int
    manufactured: int
    discount: int


class City:
    """One city at one moment: its board, what stands in it, its treasury and tokens. All of it is public.

    ``game.cities`` and ``view.cities`` return cities. They do not change when the game continues.

    >>> import heptapolis
    >>> game = heptapolis.Game.new(players=3, boards=["Rhodes"], sides=["B"])
    >>> game.cities[0]
    <City Rhodes B, 3 coins, 0 of 2 stages, 0 structures>
    """

    __slots__ = ("_city", "_seat", "_table")

    def __init__(self, seat: int, table: Table) -> None:
        """Wraps a city of a table without secrets that nobody plays on; see ``public_cities``."""
        self._seat = seat
        self._table = table
        self._city = table.cities[seat]

    @property
    def seat(self) -> int:
        """The seat of the city, counted from 0 to the left."""
        return self._seat

    @property
    def left(self) -> int:
        """The seat of the left neighbor."""
        return int(self._city.left)

    @property
    def right(self) -> int:
        """The seat of the right neighbor."""
        return int(self._city.right)

    @property
    def wonder(self) -> str:
        """The short name of the wonder, such as ``Rhodes``."""
        return self._city.side.wonder

    @property
    def side(self) -> str:
        """The side of the board: ``A`` or ``B``, in the second edition ``day`` or ``night``."""
        return self._city.side.name

    @property
    def coins(self) -> int:
        """The coins in the treasury."""
        return int(self._city.coins)

    @property
    def debt(self) -> int:
        """Debt, one point each (Cities)."""
        return int(self._city.debt)

    @property
    def diplomacy(self) -> int:
        """Diplomacy tokens (Cities)."""
        return int(self._city.diplomacy)

    @property
    def structures(self) -> tuple[str, ...]:
        """The names of the structures, in the order built."""
        return tuple([card.name for card in self._city.structures])

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of the leaders in play (Leaders)."""
        return tuple([card.name for card in self._city.leaders])

    @property
    def copied_leader(self) -> str:
        """The name of the neighbor's leader that the city copies; empty if there is none."""
        return "" if self._city.copied_leader is None else self._city.copied_leader.name

    @property
    def stages_built(self) -> int:
        """The number of wonder stages built."""
        return int(self._city.stages)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """All stages of the wonder."""
        return tuple([self._stage(index) for index in range(len(self._city.side.stages))])

    @property
    def next_stage(self) -> Stage | None:
        """The next stage and its cost now; None if the wonder is complete, or there is no stage to copy.

        A stage that can be copied from both neighbors is shown as copied from the left.
        """
        table, city, index = self._table, self._city, int(self._city.stages)
        choices = copy_choices(table, city)
        if not choices:
            return None
        effects = tuple([effect.spec for effect in stage_at(table, city, index, choices[0]).effects])
        return Stage(index + 1, False, plain_cost(stage_cost(table, city, choices[0])), effects, False)

    def _stage(self, index: int) -> Stage:
        table, city = self._table, self._city
        own = shown = city.side.stages[index]
        if index < city.stages:
            shown = built_stage(table, city, index)
        elif index == city.stages and own.copied_from and len(copy_choices(table, city)) == 1:
            shown = stage_at(table, city, index, copy_choices(table, city)[0])
        effects = tuple([effect.spec for effect in shown.effects])
        return Stage(
            index + 1, index < city.stages, plain_cost(shown.cost), effects, shown is own and own.pays_copied_cost
        )

    @property
    def left_tokens(self) -> tuple[int, ...]:
        """The values of the conflict tokens from the left, in the order taken."""
        return self._city.left_tokens

    @property
    def right_tokens(self) -> tuple[int, ...]:
        """The values of the conflict tokens from the right, in the order taken."""
        return self._city.right_tokens

    @property
    def shields(self) -> int:
        """The military strength."""
        return int(strength(self._city))

    @property
    def compasses(self) -> int:
        """Compasses among the science symbols."""
        return int(self._city.compasses)

    @property
    def gears(self) -> int:
        """Gears among the science symbols."""
        return int(self._city.gears)

    @property
    def tablets(self) -> int:
        """Tablets among the science symbols."""
        return int(self._city.tablets)

    @property
    def any_symbols(self) -> int:
        """Science symbols that count as a compass, gear or tablet, whichever scores most."""
        return int(self._city.any_symbols)

    @property
    def masks(self) -> int:
        """Masks, each of which copies a science symbol of a neighbor (Cities)."""
        return int(self._city.masks)

    @property
    def science_points(self) -> int:
        """The points of the science symbols now."""
        return int(symbols_of(self._table, self._city).choose())

    @property
    def produces(self) -> tuple[tuple[str, ...], ...]:
        """The units that the city itself can use in this turn; each entry lists the resources that the unit can be."""
        city = self._city
        effects = [power.spec for power in city.side.powers]
        for card in city.structures[: len(city.structures) - city.fresh_structures]:
            if card.spec.color not in ("brown", "gray"):
                effects += [effect.spec for effect in card.effects]
        for index in range(city.stages - city.fresh_stages):
            effects += [effect.spec for effect in built_stage(self._table, city, index).effects]
        return self.sells + produced_units(effects)

    @property
    def sells(self) -> tuple[tuple[str, ...], ...]:
        """The units that neighbors can buy in this turn; each entry lists the resources that the unit can be."""
        city = self._city
        resource = city.side.spec.resource
        units: tuple[tuple[str, ...], ...] = () if resource is None else ((resource,),)
        for card in city.structures[: len(city.structures) - city.fresh_structures]:
            if card.spec.color in ("brown", "gray"):
                units += produced_units([effect.spec for effect in card.effects])
        return units

    @property
    def left_prices(self) -> TradePrices:
        """What the city pays its left neighbor."""
        city = self._city
        discount = 0 if city.bought_from & FROM_LEFT else int(city.left_rebate)
        return TradePrices(int(city.left_raw_price), int(city.left_goods_price), discount)

    @property
    def right_prices(self) -> TradePrices:
        """What the city pays its right neighbor."""
        city = self._city
        discount = 0 if city.bought_from & FROM_RIGHT else int(city.right_rebate)
        return TradePrices(int(city.right_raw_price), int(city.right_goods_price), discount)

    @property
    def powers_used(self) -> tuple[str, ...]:
        """The powers that the city has used in this age, by the names of their wonders and leaders."""
        return self._city.used

    def __eq__(self, other: object) -> bool:
        """Compares seat, board and everything played there."""
        if not isinstance(other, City):
            return NotImplemented
        return self._seat == other._seat and city_values(self._city) == city_values(other._city)

    def __hash__(self) -> int:
        return hash((self._seat, self.wonder, self.side, self.coins, self.structures))

    def __repr__(self) -> str:
        built = f"{self.stages_built} of {len(self._city.side.stages)} stages, {len(self.structures)} structures"
        return f"<City {self.wonder} {self.side}, {self.coins} coins, {built}>"


def public_cities(rules: Rules, mode: str, cities: Sequence[EngineCity]) -> tuple[City, ...]:
    """Returns all cities of a table as they are now, without the rest of the table."""
    table = seat_cities(rules, mode, [city.copy() for city in cities])
    return tuple([City(seat, table) for seat in range(len(cities))])


def plain_cost(cost: EngineCost) -> Cost:
    """Returns a cost of the engine as a plain value."""
    units = zip(RESOURCES, cost.units, strict=True)
    return Cost(int(cost.coins), {resource: int(number) for resource, number in units if number})


def produced_units(effects: Iterable[EffectSpec]) -> tuple[tuple[str, ...], ...]:
    """Returns the units that effects produce; each entry lists the resources that the unit can be."""
    units: list[tuple[str, ...]] = []
    for effect in effects:
        if effect.kind == "produce":
            resources, amount = effect.args["resources"], effect.args["amount"]
            assert isinstance(resources, tuple) and isinstance(amount, int), "the rulebook checks it"
            units += [resources] * amount
    return tuple(units)

"""A brute-force oracle for payments: it tries every use of every producer, independently of the engine.

A purchase plan assigns a provider to every unit of a cost. All plans are enumerated; those with the fewest bought units
are legal, and each distinct pair of coins to the left and to the right is offered once, with the cheapest part for the
bank.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heptapolis.engine.city import City
from heptapolis.engine.effects.base import Effect
from heptapolis.engine.table import FROM_BANK, FROM_LEFT, FROM_RIGHT, Table
from heptapolis.rulebook.model import RESOURCES

RAW = RESOURCES[:4]
EVERYTHING = frozenset(RESOURCES)


@dataclass(frozen=True)
class Source:
    """One unit per turn: its possible kinds, and its provider."""

    kinds: frozenset[str]
    origin: str  # own, left, right or bank


@dataclass(frozen=True)
class Trade:
    """The trade effects of a city's printed cards."""

    price: dict[tuple[str, str], int]
    rebate: dict[str, int]
    bank_price: int


def _units(effects: list[Effect], origin: str) -> list[Source]:
    found: list[Source] = []
    for effect in effects:
        if effect.spec.kind == "produce":
            kinds, amount = effect.spec.args["resources"], effect.spec.args["amount"]
            assert isinstance(kinds, tuple)
            assert isinstance(amount, int)
            found += [Source(frozenset(kinds), origin)] * amount
    return found


def _board(city: City, origin: str) -> list[Source]:
    resource = city.side.spec.resource
    return [Source(frozenset([resource]), origin)] if resource else []


def _made(city: City, origin: str) -> list[Source]:
    """Production of board, brown and gray cards, which neighbors may buy."""
    found = _board(city, origin)
    for card in city.structures:
        if card.spec.color in ("brown", "gray"):
            found += _units(card.effects, origin)
    return found


def _own_effects(city: City) -> list[Effect]:
    effects = [effect for card in (*city.structures, *city.leaders) for effect in card.effects]
    for stage in city.side.stages[: city.stages]:
        effects += stage.effects
    return effects


def _sources(table: Table, city: City, waived: bool) -> list[Source]:
    found = _board(city, "own") + _units(_own_effects(city), "own")
    made = frozenset(kind for source in _made(city, "own") for kind in source.kinds)
    kinds = [effect.spec.kind for effect in _own_effects(city)]
    if "produce_again" in kinds and made:
        found.append(Source(made, "own"))
    if "produce_missing" in kinds and made != EVERYTHING:
        found.append(Source(EVERYTHING - made, "own"))
    if waived:
        found.append(Source(EVERYTHING, "own"))
    found += _made(table.cities[city.left], "left")
    found += _made(table.cities[city.right], "right")
    if "bank_resource" in kinds and not city.bought_from & FROM_BANK:
        found.append(Source(EVERYTHING, "bank"))
    return found


def _trade(city: City) -> Trade:
    price = {(side, goods): 2 for side in ("left", "right") for goods in ("raw", "manufactured")}
    rebate = {"left": 0, "right": 0}
    bank_price = 0
    for effect in _own_effects(city):
        args = effect.spec.args
        if effect.spec.kind == "price":
            where = args["where"]
            assert isinstance(where, tuple)
            for side in where:
                price[side, str(args["goods"])] = int(str(args["price"]))
        elif effect.spec.kind == "rebate":
            side = str(args["where"])
            rebate[side] = 0 if city.bought_from & (FROM_LEFT if side == "left" else FROM_RIGHT) else 1
        elif effect.spec.kind == "bank_resource":
            bank_price = int(str(args["price"]))
    return Trade(price, rebate, bank_price)


def _plans(units: list[str], sources: list[Source]) -> Iterator[tuple[tuple[str, str], ...]]:
    """All ways to provide the units, as (origin, resource) pairs; equal sources are tried once."""
    if not units:
        yield ()
        return
    tried = set()
    for index, source in enumerate(sources):
        if units[0] in source.kinds and source not in tried:
            tried.add(source)
            rest = sources[:index] + sources[index + 1 :]
            for plan in _plans(units[1:], rest):
                yield ((source.origin, units[0]), *plan)


def payments_by_force(
    table: Table, city: City, cost: dict[str, int], waived: bool, budget: int
) -> list[tuple[int, int, int, int]]:
    """All payments (left, right, bank, selling neighbors) that the contract offers, cheapest first."""
    trade = _trade(city)
    units = [kind for kind in RESOURCES for _ in range(cost.get(kind, 0))]
    best = len(units) + 1
    found: dict[tuple[int, int], tuple[int, int]] = {}
    seen = set()
    for plan in _plans(units, _sources(table, city, waived)):
        shape = tuple(sorted(plan))
        if shape in seen:
            continue
        seen.add(shape)
        bought = [(origin, kind) for origin, kind in plan if origin != "own"]
        if len(bought) > best:
            continue
        if len(bought) < best:
            best = len(bought)
            found = {}
        paid = {"left": 0, "right": 0}
        for side in ("left", "right"):
            goods = [kind for origin, kind in bought if origin == side]
            full = sum(trade.price[side, "raw" if kind in RAW else "manufactured"] for kind in goods)
            paid[side] = max(full - trade.rebate[side], 0) if goods else 0
        bank = trade.bank_price * sum(origin == "bank" for origin, _ in bought)
        sellers = len({origin for origin, _ in bought} & {"left", "right"})
        key = (paid["left"], paid["right"])
        old = found.get(key)
        if old is None or bank < old[0] or (bank == old[0] and sellers > old[1]):
            found[key] = (bank, sellers)
    offers = [
        (left, right, bank, sellers)
        for (left, right), (bank, sellers) in found.items()
        if left + right + bank <= budget
    ]
    return sorted(offers, key=lambda offer: (offer[0] + offer[1] + offer[2], offer[0], offer[2]))


def coins_of_purchase(
    table: Table, city: City, cost: dict[str, int], waived: bool, bought: Mapping[str, Any]
) -> tuple[int, int, int] | None:
    """The price of these goods on the left, on the right and at the bank; None if they do not cover the cost."""
    trade = _trade(city)
    units = [kind for kind in RESOURCES for _ in range(cost.get(kind, 0))]
    wanted = sorted((side, kind) for side, kinds in bought.items() for kind in kinds)
    plans = _plans(units, _sources(table, city, waived))
    if not any(sorted(part for part in plan if part[0] != "own") == wanted for plan in plans):
        return None
    paid = {
        side: max(
            sum(trade.price[side, "raw" if kind in RAW else "manufactured"] for kind in bought[side])
            - trade.rebate[side],
            0,
        )
        for side in ("left", "right")
    }
    return paid["left"], paid["right"], trade.bank_price * len(bought["bank"])

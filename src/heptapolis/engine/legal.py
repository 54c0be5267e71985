"""Legal moves with a card, and the reasons why a card cannot be built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.cards import STAGE_BIT
from heptapolis.engine.errors import Reason
from heptapolis.engine.moves import BUILD, DISCARD, NOT_COPIED, WONDER, Move
from heptapolis.engine.payment import SIDE_BITS, SIDE_MASK, can_pay, cheapest, payments, produces, quote
from heptapolis.engine.resources import NOTHING
from heptapolis.engine.wonder import copy_choices, stage_cost, stage_waived

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.effects.powers import Power
    from heptapolis.engine.payment import Payment
    from heptapolis.engine.resources import Cost
    from heptapolis.engine.table import Table


def cost_of(city: City, card: Card) -> Cost:
    """A structure's cost for this city, ignoring chains and single-use powers."""
    return NOTHING if city.free_colors & card.color_bit else card.cost


def waived(city: City, card: Card) -> bool:
    """Whether the structure needs one resource less in this city."""
    return (city.waives & card.color_bit) != 0


def can_build(table: Table, city: City, card: Card) -> bool:
    """Whether a city can build a structure now by a chain or by paying, without using a power."""
    if city.has(card):
        return False
    if city.chained(card) or card.costs_nothing:
        return True
    return can_pay(table, city, cost_of(city, card), (city.waives & card.color_bit) != 0)


def can_build_stage(table: Table, city: City) -> bool:
    """Whether a city can build its next wonder stage now."""
    if city.stages >= len(city.side.stages):
        return False
    if not city.side.copies:
        return can_pay(table, city, stage_cost(table, city, NOT_COPIED), stage_waived(city))
    for copied in copy_choices(table, city):
        if can_pay(table, city, stage_cost(table, city, copied), stage_waived(city)):
            return True
    return False


def free_by(table: Table, seat: i64, card: Card) -> Power | None:
    """The first power that lets a city build a card for free now.

    No power is offered for a card that is free anyway, or that the city already has.
    """
    city = table.cities[seat]
    if not city.powers or city.has(card) or city.chained(card) or card.costs_nothing:
        return None
    cost = cost_of(city, card)
    if cost.coins == 0 and produces(city, cost):
        return None
    if cost.coins == 0 and can_pay(table, city, cost, waived(city, card)):
        payment = cheapest(table, city, cost, waived(city, card))
        if payment.total() == 0 and payment.bought_from == 0:
            return None  # the city's production with a waived or an extra unit
    for power in city.powers:
        if power.frees(table, seat, card):
            return power
    return None


def plain_trade(city: City, bit: i64) -> bool:
    """Whether only prices matter when buying for a color (or for stages), so that a quote is exact."""
    return not city.special_trade and city.trade_coins == 0 and (city.waives & bit) == 0


def cheapest_build(table: Table, seat: i64, card: Card) -> Move:
    """The move that builds a structure with the cheapest payment. Requires ``can_build``."""
    city = table.cities[seat]
    if city.chained(card):
        return Move(BUILD, card, 0, 0, 0, 0, True)
    if card.costs_nothing:
        return Move(BUILD, card)
    cost = cost_of(city, card)
    if plain_trade(city, card.color_bit):
        price = quote(city, cost)
        return Move(BUILD, card, price & SIDE_MASK, price >> SIDE_BITS)
    payment = cheapest(table, city, cost, waived(city, card))
    return Move(BUILD, card, payment.left, payment.right, payment.bank, payment.bought_from)


def cheapest_stage(table: Table, seat: i64, card: Card) -> Move:
    """The move that builds the next stage with a card at the cheapest payment. Requires ``can_build_stage``."""
    city = table.cities[seat]
    if not city.side.copies and plain_trade(city, STAGE_BIT):
        price = quote(city, stage_cost(table, city, NOT_COPIED))
        return Move(WONDER, card, price & SIDE_MASK, price >> SIDE_BITS)
    best: Move | None = None
    best_total: i64 = 0
    for copied in copy_choices(table, city):
        cost = stage_cost(table, city, copied)
        if can_pay(table, city, cost, stage_waived(city)):
            payment = cheapest(table, city, cost, stage_waived(city))
            total = payment.total() + cost.coins
            if best is None or total < best_total:
                best_total = total
                best = Move(
                    WONDER, card, payment.left, payment.right, payment.bank, payment.bought_from, False, "", copied
                )
    assert best is not None, "asked only when a stage can be built"
    return best


def builds(table: Table, seat: i64, card: Card) -> list[Move]:
    """Every way to build a structure: by chain, by each distinct payment (cheapest first), by a power."""
    city = table.cities[seat]
    if city.has(card):
        return []
    if city.chained(card):
        return [Move(BUILD, card, 0, 0, 0, 0, True)]
    cost = cost_of(city, card)
    moves = [
        Move(BUILD, card, each.left, each.right, each.bank, each.bought_from)
        for each in affordable(table, city, cost, waived(city, card))
    ]
    if city.powers and free_by(table, seat, card) is not None:
        # The player chooses among several powers; sorted by name, not by when the city got them.
        labels = sorted([power.label for power in city.powers if power.frees(table, seat, card)])
        moves += [Move(BUILD, card, 0, 0, 0, 0, False, label) for label in labels]
    return moves


class StageWay:
    """One way to build the next stage: the side it copies and the payment. Independent of the card used."""

    def __init__(self, copied: i64, payment: Payment) -> None:
        self.copied: i64 = copied
        self.payment = payment

    def over(self, card: Card) -> Move:
        """The move that builds the stage with a card."""
        each = self.payment
        return Move(WONDER, card, each.left, each.right, each.bank, each.bought_from, False, "", self.copied)


def stage_ways(table: Table, seat: i64) -> list[StageWay]:
    """Every way to build the next stage now, cheapest first for each side that can be copied."""
    city = table.cities[seat]
    return [
        StageWay(copied, each)
        for copied in copy_choices(table, city)
        for each in affordable(table, city, stage_cost(table, city, copied), stage_waived(city))
    ]


def affordable(table: Table, city: City, cost: Cost, waive: bool) -> list[Payment]:
    """The payments for a cost that the city can afford now, cheapest first."""
    # Checked first: a quote rules out most unaffordable costs without listing all purchases.
    if not can_pay(table, city, cost, waive):
        return []
    return payments(table, city, cost, waive, city.purse() - cost.coins)


def card_moves(table: Table, seat: i64, hand: list[Card]) -> list[Move]:
    """Every move with each distinct card of the hand: build it, build a stage with it, discard it."""
    moves: list[Move] = []
    done: list[Card] = []
    ways = stage_ways(table, seat)
    for card in hand:
        if card in done:
            continue
        done.append(card)
        moves += builds(table, seat, card)
        for way in ways:
            moves.append(way.over(card))
        moves.append(Move(DISCARD, card))
    return moves


def why_not_build(table: Table, seat: i64, card: Card) -> Reason | None:
    """Why a city cannot build a structure now; None if it can."""
    city = table.cities[seat]
    if city.has(card):
        return Reason("move/illegal", "already-built")
    if can_build(table, city, card) or free_by(table, seat, card) is not None:
        return None
    return _why_not_pay(table, city, cost_of(city, card), waived(city, card))


def why_not_stage(table: Table, seat: i64) -> Reason | None:
    """Why a city cannot build its next stage now; None if it can."""
    city = table.cities[seat]
    if city.stages >= len(city.side.stages):
        return Reason("move/illegal", "wonder-complete")
    choices = copy_choices(table, city)
    if not choices:
        return Reason("move/illegal", "no-stage-to-copy")
    if can_build_stage(table, city):
        return None
    return _why_not_pay(table, city, stage_cost(table, city, choices[0]), stage_waived(city))


def _why_not_pay(table: Table, city: City, cost: Cost, waive: bool) -> Reason:
    if city.purse() < cost.coins:
        return Reason("move/illegal", "coins-short", {"needed": cost.coins, "coins": city.purse()})
    found = payments(table, city, cost, waive, 255)
    if not found:
        return Reason("move/illegal", "not-for-sale")
    return Reason("move/illegal", "trade-too-dear", {"needed": found[0].total() + cost.coins, "coins": city.purse()})

"""Resolves a turn: every city pays and places its card, then all gains are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.cards import WHITE
from heptapolis.engine.city import City
from heptapolis.engine.effects.commerce import bank_pays
from heptapolis.engine.moves import BUILD, DISCARD, RECRUIT, WONDER
from heptapolis.engine.packed import LEADER_BACK, age_of, mark_of, seen_by, with_back, with_seat
from heptapolis.engine.payment import open_market, sellers
from heptapolis.engine.wonder import built_stage, stage_at, stage_cost

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card, Side
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table


def found_city(side: Side) -> City:
    """An empty city on a side of a board, with the board's own production and effects."""
    city = City(side, [])
    city.own_raw = side.raw
    city.own_goods = side.goods
    city.sells_raw = side.raw
    city.sells_goods = side.goods
    city.makes = side.makes
    city.left_raw_price = side.trade_price
    city.right_raw_price = side.trade_price
    city.left_goods_price = side.trade_price
    city.right_goods_price = side.trade_price
    for power in side.powers:
        power.stands(city)
        power.serves(city)
    return city


def open_markets(table: Table) -> None:
    """Pools every city's production with its neighbors' for the turn that begins."""
    for city in table.cities:
        open_market(table, city)


def carry_out(table: Table, moves: list[Move | None]) -> None:
    """Reveals and carries out the moves of all cities together.

    Costs were checked against the table before the turn. No placed card changes what others pay, so each city pays and
    places in one step; gains are counted once all cards are placed.
    """
    seat: i64 = 0
    for move in moves:
        if move is not None:
            _pay(table, seat, move)
            _place(table, seat, move)
        seat += 1
    seat = 0
    for move in moves:
        if move is not None:
            _gain(table, seat, move)
        seat += 1


def coins_due(table: Table, city: City, move: Move) -> i64:
    """The coins of the printed cost that a move owes the bank."""
    kind = move.kind
    card = move.card
    if kind == BUILD:
        if move.chained or move.using or card is None or city.free_colors & card.color_bit:
            return 0
        return card.cost.coins
    if kind == WONDER:
        return stage_cost(table, city, move.copied).coins
    if kind == RECRUIT and card is not None:
        return leader_price(table, city, card)
    return 0


def leader_price(table: Table, city: City, leader: Card) -> i64:
    """The price of a leader for this city now."""
    if city.leaders_cost_nothing:
        return 0
    discount = (
        city.leader_discount
        + table.cities[city.left].neighbor_leader_discount
        + table.cities[city.right].neighbor_leader_discount
    )
    return max(leader.cost.coins - discount, 0)


def _place(table: Table, seat: i64, move: Move) -> None:
    kind = move.kind
    card = move.card
    if card is None:
        return
    if kind == BUILD:
        if move.using:
            _use_power(table.cities[seat], move.using)
        build(table, seat, card)
    elif kind == WONDER:
        build_stage(table, seat, card, move.copied)
    elif kind == RECRUIT:
        recruit(table, seat, card)
    elif kind == DISCARD and card.color == WHITE:
        table.sold += (with_seat(card.index, seat),)  # a sold leader leaves the game: leaders cannot be dug up
    elif kind == DISCARD:
        table.put_away(card, table.cities[table.decider(seat)].bit)


def _use_power(city: City, label: str) -> None:
    for power in city.powers:
        if power.label == label and power.once_an_age:
            city.used += (label,)
            return


def build(table: Table, seat: i64, card: Card) -> None:
    """Adds a structure to a city; its coins are paid later."""
    city = table.cities[seat]
    city.structures.append(card)
    city.names_low |= card.name_low
    city.names_high |= card.name_high
    city.colors += card.color_one
    city.fresh_structures += 1
    for effect in card.effects:
        effect.stands(city)
        effect.happens(table, seat)


def build_stage(table: Table, seat: i64, card: Card, copied: i64) -> None:
    """Builds the next stage with a card."""
    city = table.cities[seat]
    stage = stage_at(table, city, city.stages, copied)
    city.stages += 1
    city.fresh_stages += 1
    back = LEADER_BACK if card.color == WHITE else table.age
    city.backs = with_back(city.backs, back, seat == table.free_seat and table.holder == city.left)
    if city.side.copies:
        city.copied += (copied,)
    table.buried[seat] += (card,)
    for effect in stage.effects:
        effect.stands(city)
        effect.happens(table, seat)


def recruit(table: Table, seat: i64, leader: Card) -> None:
    """Puts a leader into play."""
    city = table.cities[seat]
    city.leaders += (leader,)
    city.fresh_leaders += 1
    for effect in leader.effects:
        effect.stands(city)
        effect.happens(table, seat)


def copy_leader(table: Table, seat: i64, leader: Card) -> None:
    """Copies a neighbor's leader as if it were recruited now."""
    city = table.cities[seat]
    city.copied_leader = leader
    city.fresh_copy = True
    for effect in leader.effects:
        effect.stands(city)
        effect.happens(table, seat)
    bank_pays(city, _coins_of(table, seat, leader.effects))


def _pay(table: Table, seat: i64, move: Move) -> None:
    left = move.left
    right = move.right
    city = table.cities[seat]
    city.coins -= left + right + move.bank + coins_due(table, city, move)
    if left > 0:
        neighbor = table.cities[city.left]
        neighbor.coins += left
        neighbor.held += left
    if right > 0:
        neighbor = table.cities[city.right]
        neighbor.coins += right
        neighbor.held += right


def _gain(table: Table, seat: i64, move: Move) -> None:
    city = table.cities[seat]
    kind = move.kind
    card = move.card
    if kind == DISCARD:
        bank_pays(city, table.rules.sale_coins)
    elif kind == BUILD and card is not None:
        bank_pays(city, _coins_of(table, seat, card.effects))
        for rewarding in city.rewards:
            bank_pays(city, rewarding.reward(card, move.chained))
    elif kind == WONDER:
        bank_pays(city, _coins_of(table, seat, built_stage(table, city, city.stages - 1).effects))
    elif kind == RECRUIT and card is not None:
        bank_pays(city, _coins_of(table, seat, card.effects))
    if city.special_trade or city.trade_coins > 0:
        bank_pays(city, sellers(move.bought_from & ~city.bought_from) * city.trade_coins)
        city.bought_from |= move.bought_from


def _coins_of(table: Table, seat: i64, effects: list[Effect]) -> i64:
    coins: i64 = 0
    for effect in effects:
        coins += effect.coins(table, seat)
    return coins


def dig_up(table: Table, seat: i64, card: Card) -> None:
    """Builds a card of the discard pile for free and applies all its effects."""
    take_out(table, card)
    build(table, seat, card)
    city = table.cities[seat]
    bank_pays(city, _coins_of(table, seat, card.effects))
    for rewarding in city.rewards:
        bank_pays(city, rewarding.reward(card, False))


def look_through(table: Table, bit: i64) -> None:
    """Records that a player has seen every card of the discard pile."""
    table.marks = [0] * (len(table.discard) - len(table.marks)) + table.marks
    for index, mark in enumerate(table.marks):
        table.marks[index] = mark_of(seen_by(mark) | bit, age_of(mark))


def take_out(table: Table, card: Card) -> None:
    """Takes the oldest copy of a card out of the discard pile.

    Its back shows the age, but only the digger sees which copy of that age it was: players who knew of one now know one
    less.
    """
    gone = table.discard.index(card)
    assert len(table.marks) == len(table.discard), "a card is dug up only after its player has seen the pile"
    table.discard.pop(gone)
    mark = table.marks.pop(gone)
    unaware = table.everybody & ~seen_by(mark)
    for index, other in enumerate(table.discard):
        if other is card and age_of(table.marks[index]) == age_of(mark):
            known = seen_by(table.marks[index])
            table.marks[index] = mark_of(known & ~unaware, age_of(mark))
            unaware &= ~known
    table.dug += (card,)


def end_turn(table: Table) -> None:
    """Activates what was built this turn; income can now be spent."""
    stale = False
    for city in table.cities:
        if city.fresh_structures > 0:
            index: i64 = len(city.structures) - city.fresh_structures
            while index < len(city.structures):
                for effect in city.structures[index].effects:
                    effect.serves(city)
                index += 1
        while city.fresh_stages > 0:
            for effect in built_stage(table, city, city.stages - city.fresh_stages).effects:
                effect.serves(city)
            city.fresh_stages -= 1
        if city.fresh_leaders > 0:
            for leader in city.leaders[-city.fresh_leaders :]:
                for effect in leader.effects:
                    effect.serves(city)
        if city.fresh_copy and city.copied_leader is not None:
            for effect in city.copied_leader.effects:
                effect.serves(city)
        city.forget_turn()
        if city.market_stale:
            city.market_stale = False
            stale = True
    table.forget_turn()
    if stale:
        open_markets(table)

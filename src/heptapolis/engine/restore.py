"""Lays out a table as it was: cities with what stands in them, and the decision at which the game goes on.

Nothing is paid, drawn or asked while a city is rebuilt; what follows from its cards is derived anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.leaders import CopyLeader, ExtraRecruit
from heptapolis.engine.phases import (
    CHOOSE_SIDE,
    COPY_A_LEADER,
    DIG_UP,
    DRAFT_LEADERS,
    GAME_OVER,
    LAST_CARD,
    PLAY,
    RECRUIT_LEADERS,
    RECRUIT_ONE_MORE,
    SETTLE_DEBTS,
    ask,
    fresh_cards,
)
from heptapolis.engine.setup import seat_cities
from heptapolis.engine.table import LEFT, NOBODY, SEATS
from heptapolis.engine.turn import found_city, open_markets
from heptapolis.engine.wonder import built_stage, copy_choices

if TYPE_CHECKING:
    from heptapolis.engine.printed import Card, Side
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import City, Table


class CityParts:
    """What lies in and before one city, as a position names it. ``lay_out`` makes a city of it."""

    def __init__(self, side: Side) -> None:
        """An empty city without coins."""
        self.side = side
        self.coins = 0
        self.structures: list[Card] = []
        self.leaders: list[Card] = []
        self.copied_leader: Card | None = None
        self.stages = 0
        self.copied: list[int] = []
        self.left_tokens: list[int] = []
        self.right_tokens: list[int] = []
        self.debt = 0
        self.diplomacy = 0
        self.used: list[str] = []
        self.fresh_structures = 0
        self.fresh_stages = 0
        self.fresh_leaders = 0
        self.fresh_copy = False
        self.held = 0
        self.bonus_taken = False
        self.hand: list[Card] = []
        self.buried: list[Card | None] = []
        self.leader_hand: list[Card] = []
        self.draft_hand: list[Card] = []
        self.owes = 0


def lay_out(rules: Rules, mode: str, age: int, parts: list[CityParts]) -> Table:
    """A table with these cities; ``resume`` then says where the game goes on."""
    table = seat_cities(rules, mode, GAME_OVER, [_city(each) for each in parts])
    table.age = age
    for seat, each in enumerate(parts):
        table.hands[seat] = each.hand.copy()
        table.buried[seat] = tuple(each.buried)
        table.leader_hands[seat] = tuple(each.leader_hand)
        table.draft_hands[seat] = tuple(each.draft_hand)
    table.owes = tuple([each.owes for each in parts])
    for seat, each in enumerate(parts):  # stages may copy what a neighbor's board shows, so they come when all boards lie there
        _stages(table, table.cities[seat], each)
    open_markets(table)
    return table


def _city(parts: CityParts) -> City:
    city = found_city(parts.side)
    city.coins = parts.coins
    serving = len(parts.structures) - parts.fresh_structures
    for index, card in enumerate(parts.structures):
        city.structures.append(card)
        city.names_low |= card.name_low
        city.names_high |= card.name_high
        city.colors += card.color_one
        _settle(city, card, index < serving)
    city.leaders = tuple(parts.leaders)
    serving = len(parts.leaders) - parts.fresh_leaders
    for index, leader in enumerate(parts.leaders):
        _settle(city, leader, index < serving)
    if parts.copied_leader is not None:
        city.copied_leader = parts.copied_leader
        _settle(city, parts.copied_leader, not parts.fresh_copy)
    city.left_tokens = tuple(parts.left_tokens)
    city.right_tokens = tuple(parts.right_tokens)
    tokens = [*parts.left_tokens, *parts.right_tokens]
    city.token_points = sum(tokens)
    city.victories = len([token for token in tokens if token > 0])
    city.defeats = len([token for token in tokens if token < 0])
    city.debt = parts.debt
    city.diplomacy = parts.diplomacy
    city.used = tuple(parts.used)
    city.fresh_structures = parts.fresh_structures
    city.fresh_leaders = parts.fresh_leaders
    city.fresh_copy = parts.fresh_copy
    city.held = parts.held
    city.bonus_taken = parts.bonus_taken
    return city


def _settle(city: City, card: Card, serving: bool) -> None:
    for effect in card.effects:
        effect.stands(city)
        if serving:
            effect.serves(city)


def _stages(table: Table, city: City, parts: CityParts) -> None:
    city.fresh_stages = parts.fresh_stages
    if city.side.copies:
        copied = parts.copied.copy()
        while len(copied) < parts.stages:  # where the position does not say: as the board prescribes, else from the left
            city.stages = len(copied)
            choices = copy_choices(table, city)
            copied.append(choices[0] if choices else LEFT)
        city.copied = tuple(copied[: parts.stages])
    city.stages = parts.stages
    serving = parts.stages - parts.fresh_stages
    for index in range(parts.stages):
        for effect in built_stage(table, city, index).effects:
            effect.stands(city)
            if index < serving:
                effect.serves(city)


def resume(table: Table, phase: str, dig_order: list[int]) -> None:
    """Goes on at a decision: the cities that must decide are made pending.

    Args:
        table: laid out, with hands; its turn follows from their size.
        phase: the word of the position contract.
        dig_order: the seats that still dig, in order (phase ``dig``).
    """
    size = max([len(hand) for hand in table.hands])
    table.turn = table.turns if phase in ("last-card", "over") else table.turns + 2 - max(size, 1)
    if phase in ("dig", "copy", "recruit", "debt"):
        _resume_inside_turn(table, phase, size)
    table.first_hands = [hand.copy() for hand in table.hands]
    table.first_turn = table.turn
    if table.free_seat != NOBODY:
        table.first_hands[table.free_seat] += table.draw_pile
    if phase in ("last-card", "dig", "copy", "recruit", "debt") and not table.recruiting:
        table.played.append([None] * table.players)  # this turn's cards were revealed before the position was written
    table.digs = tuple([rank * SEATS + seat for rank, seat in enumerate(dig_order)])
    everybody = list(range(table.players))
    if phase == "over":
        table.over = True
    elif phase == "side":
        ask(table, CHOOSE_SIDE, everybody)
    elif phase == "draft":
        ask(table, DRAFT_LEADERS, [seat for seat in everybody if table.draft_hands[seat]])
        table.first_drafts = table.draft_hands.copy()
    elif phase == "recruit":
        if table.recruits:
            ask(table, RECRUIT_ONE_MORE, list(table.recruits))
        else:
            table.recruiting = True
            ask(table, RECRUIT_LEADERS, [seat for seat in everybody if table.leader_hands[seat]])
    elif phase == "play":
        PLAY.begin(table)
    elif phase == "last-card":
        ask(table, LAST_CARD, [seat for seat in everybody if table.hands[seat]])
    elif phase == "dig":
        ask(table, DIG_UP, dig_order[:1])
    elif phase == "copy":
        ask(table, COPY_A_LEADER, list(table.copies))
    elif phase == "debt":
        ask(table, SETTLE_DEBTS, [seat for seat in everybody if table.owes[seat]])
    if phase != "debt":
        table.owes = ()


def _resume_inside_turn(table: Table, phase: str, size: int) -> None:
    """Queues what this turn still has in store, as what was built in it says."""
    table.recruiting = size == table.turns + 1  # full hands: it happens while leaders are recruited
    table.turn = 1 if table.recruiting else table.turns + 1 - size
    for seat, city in enumerate(table.cities):
        effects = [effect for card in fresh_cards(table, seat) for effect in card.effects]
        if phase in ("dig", "copy") and city.copied_leader is None and any(isinstance(each, CopyLeader) for each in effects):
            table.copies += (seat,)
        for index in range(city.stages - city.fresh_stages, city.stages):
            for effect in built_stage(table, city, index).effects:
                if phase in ("dig", "copy", "recruit") and isinstance(effect, ExtraRecruit):
                    table.recruits += (seat,)


def seat_free_city(table: Table, seat: int, holder: int, draw_pile: list[Card]) -> None:
    """Names the Free City, who plays for it this turn, and what it draws from."""
    table.free_seat = seat
    table.holder = holder
    table.draw_pile = tuple(draw_pile)


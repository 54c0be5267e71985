"""Encodes a player's knowledge as inputs of the net: once per decision, and the changes of each move.

The encoder reads only what the deciding player may know of a table: all cities, the player's own hand (and the
partner's), the player's own choices, and the hands passed on. The latter are an argument, since a view remembers them
and a table does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.bots.sage.features import BOXES, END, FREE_KINDS, MOMENTS, REMOVE, RETURNS, STAGES, Layout, Numbers
from heptapolis.bots.sage.standing import Standing
from heptapolis.engine.conflicts import strength
from heptapolis.engine.legal import can_build
from heptapolis.engine.moves import (
    BUILD,
    COPY,
    DIG,
    DISCARD,
    DRAFT,
    OWN_CITY,
    PASS,
    RECRUIT,
    SETTLE,
    SIDE,
    WONDER,
)
from heptapolis.engine.phases import (
    COPY_A_LEADER,
    DIG_UP,
    DRAFT_LEADERS,
    RECRUIT_LEADERS,
    RECRUIT_ONE_MORE,
    SETTLE_DEBTS,
)
from heptapolis.engine.science import complete_sets
from heptapolis.engine.scoring import card_points, total_points
from heptapolis.engine.table import FREE_CITY, NOBODY, TEAMS
from heptapolis.engine.turn import coins_due
from heptapolis.engine.wonder import stage_at
from heptapolis.rulebook.model import MODES

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.bots.sage.features import Gain, Scale
    from heptapolis.bots.sage.passed_hands import Seen
    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.moves import Move
    from heptapolis.engine.phases import Phase
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table

# Indexes in ``Layout.flags``.
FOR_FREE_CITY: Final = 0
HOLDS_FREE_CARD: Final = 1
PARTNER_LEFT: Final = 2
PARTNER_RIGHT: Final = 3
RECRUITING: Final = 4
DIPLOMACY: Final = 5
LEFT_DIPLOMACY: Final = 6
RIGHT_DIPLOMACY: Final = 7
POWER_USED: Final = 8
USES_POWER: Final = 9
CHAINED: Final = 10
FREE_LEFT: Final = 11
FREE_RIGHT: Final = 12
MASKS: Final = 13
COPIES_LEFT: Final = 14
COPIES_RIGHT: Final = 15


def phase_number(phase: Phase) -> i64:
    """A number for the kind of decision."""
    if phase.is_turn:
        return 0
    if phase.name == "last-card":
        return 1
    if phase is DIG_UP:
        return 2
    if phase is COPY_A_LEADER:
        return 3
    if phase is RECRUIT_ONE_MORE:
        return 4
    if phase is SETTLE_DEBTS:
        return 5
    if phase is RECRUIT_LEADERS:
        return 6
    if phase is DRAFT_LEADERS:
        return 7
    return 8


def totals(table: Table) -> list[int]:
    """The points of all cities if the game ended now."""
    found: list[int] = []
    seat: i64 = 0
    while seat < table.city_count:
        found.append(total_points(table, seat))
        seat += 1
    return found


def moment(table: Table) -> i64:
    """The part of the game: the first age, the second, or the turns left in the third."""
    if table.age < 3:
        return max(table.age - 1, 0)
    return min(2 + table.turns - table.turn, MOMENTS - 1)


class Encoder:
    """Encodes the decisions of one rulebook."""

    def __init__(self, layout: Layout, rules: Rules) -> None:
        self.layout = layout
        self.rules = rules
        self.numbers = Numbers(layout, rules)
        self.ids: list[object] = list(range(layout.size))
        boxes = [place for place, box in enumerate(BOXES) if box in rules.book.expansions]
        self.fixed: list[object] = [layout.editions + (1 if rules.book.edition == "second" else 0)]
        self.fixed += [layout.boxes + place for place in boxes]

    def decision(
        self, table: Table, player: i64, for_city: i64, seen: list[Seen], moves: list[Move], points: list[int]
    ) -> tuple[list[object], list[object]]:
        """Returns the features before a decision, and the changes of its moves as ``Net.evaluate`` takes them.

        Args:
            table: the table; other players' secrets are not read.
            player: the deciding player.
            for_city: the city that the decision is for: the player's own, or the Free City.
            seen: the hands that the player has passed on.
            moves: the moves to compare.
            points: the points of all cities if the game ended now (``totals``).
        """
        standing = Standing(table, player, points)
        base = self._base(table, player, for_city, seen, points, standing)
        changes: list[object] = []
        for move in moves:
            self._change(table, player, for_city, move, standing, changes)
            changes.append(END)
        return base, changes

    def _base(
        self, table: Table, player: i64, for_city: i64, seen: list[Seen], points: list[int], standing: Standing
    ) -> list[object]:
        out = self.fixed.copy()
        layout = self.layout
        numbers = self.numbers
        ids = self.ids
        age = table.age
        count = table.city_count
        city = table.cities[player]
        left = table.cities[city.left]
        right = table.cities[city.right]
        out.append(ids[layout.age_turn + age * 9 + min(table.turn, 8)])
        out.append(ids[layout.players + count])
        out.append(ids[layout.players_age + count * 4 + age])
        out.append(ids[layout.modes + MODES.index(table.mode)])
        out.append(ids[layout.phases + phase_number(table.phase)])
        out.append(ids[layout.turns_left + min(table.turns - table.turn, 8)])
        self._flags(table, player, for_city, city, left, right, out)

        seat: i64 = 0
        while seat < count:
            other = table.cities[seat]
            if seat == player:
                self._cards(other, numbers.own, layout.own_side, out)
            elif seat == city.left:
                self._cards(other, numbers.left, layout.left_side, out)
            elif seat == city.right:
                self._cards(other, numbers.right, layout.right_side, out)
            else:
                self._cards(other, numbers.rest, layout.rest_side, out)
            seat += 1

        layout.own_coins.put(city.coins, out)
        layout.left_coins.put(left.coins, out)
        layout.right_coins.put(right.coins, out)
        color: i64 = 0
        while color < 9:
            self._color(city, color, layout.own_colors, out)
            self._color(left, color, layout.left_colors, out)
            self._color(right, color, layout.right_colors, out)
            color += 1
        symbols = layout.own_symbols
        symbols[0].put(city.compasses, out)
        symbols[1].put(city.gears, out)
        symbols[2].put(city.tablets, out)
        symbols[3].put(city.any_symbols + city.masks, out)
        symbols[4].put(complete_sets(city.compasses, city.gears, city.tablets), out)
        self._symbols(left, layout.left_symbols, out)
        self._symbols(right, layout.right_symbols, out)
        power = strength(city)
        layout.shields.put(power, out)
        layout.left_lead[age].put(power - strength(left), out)
        layout.right_lead[age].put(power - strength(right), out)
        layout.debt.put(city.debt, out)
        own_points: i64 = points[player]
        layout.score.put(own_points, out)
        layout.score_lead.put(own_points - self._best_other(table, player, points), out)
        layout.standing[moment(table)].put(standing.lead, out)

        if not table.preparing:
            for card in table.hands[player]:
                out.append(numbers.hand[card.index])
            receiver = self._receiver(table, player)
            if receiver is not None:
                for card in table.hands[player]:
                    if can_build(table, receiver, card):
                        out.append(numbers.given[card.index])
            partner = table.partner(player)
            if partner != NOBODY:
                for card in table.hands[partner]:
                    out.append(numbers.partner_hand[card.index])
            for hand in seen:
                returns = self._returns(table, player, hand.seat)
                group = numbers.known[returns]
                for card in hand.cards:
                    out.append(group[card.index])
                    if returns < RETURNS - 1 and can_build(table, city, card):
                        out.append(numbers.payable[card.index])
        if self.rules.has_leaders:
            for card in table.leader_hands[player]:
                out.append(numbers.leader_hand[card.index])
            for card in table.draft_hands[player]:
                out.append(numbers.draft_hand[card.index])
        if for_city != player:
            chosen = table.chosen[player]
            if chosen is not None:
                changes: list[object] = []
                self._change(table, player, player, chosen, standing, changes)
                _apply(changes, out)
        return out

    def _flags(
        self, table: Table, player: i64, for_city: i64, city: City, left: City, right: City, out: list[object]
    ) -> None:
        start = self.layout.flags
        ids = self.ids
        if for_city != player:
            out.append(ids[start + FOR_FREE_CITY])
        if table.mode == FREE_CITY:
            if table.holder == player:
                out.append(ids[start + HOLDS_FREE_CARD])
            out.append(ids[start + (FREE_LEFT if city.left == table.free_seat else FREE_RIGHT)])
        if table.mode == TEAMS:
            out.append(ids[start + (PARTNER_LEFT if city.left == table.partner(player) else PARTNER_RIGHT)])
        if table.preparing:
            out.append(ids[start + RECRUITING])
        if city.diplomacy > 0:
            out.append(ids[start + DIPLOMACY])
        if left.diplomacy > 0:
            out.append(ids[start + LEFT_DIPLOMACY])
        if right.diplomacy > 0:
            out.append(ids[start + RIGHT_DIPLOMACY])
        if city.used:
            out.append(ids[start + POWER_USED])
        if city.masks:
            out.append(ids[start + MASKS])

    def _cards(self, city: City, group: list[object], sides: i64, out: list[object]) -> None:
        out += [group[card.index] for card in city.structures]
        out += [group[card.index] for card in city.leaders]
        copied = city.copied_leader
        if copied is not None:
            out.append(group[copied.index])
        start: i64 = self.numbers.sides[city.side]
        start += sides
        stage: i64 = 0
        while stage <= city.stages and stage < STAGES:
            out.append(self.ids[start + stage])
            stage += 1

    def _color(self, city: City, color: i64, scales: list[Scale], out: list[object]) -> None:
        count = city.color_count(color)
        if count > 0:
            scales[color].put(count, out)

    def _symbols(self, city: City, scales: list[Scale], out: list[object]) -> None:
        scales[0].put(city.compasses, out)
        scales[1].put(city.gears, out)
        scales[2].put(city.tablets, out)
        scales[3].put(city.any_symbols + city.masks, out)

    def _best_other(self, table: Table, player: i64, points: list[int]) -> i64:
        """The best points among opponents; for teams, the mean of both partners."""
        best: i64 = -99
        seat: i64 = 0
        while seat < table.city_count:
            if table.mode == TEAMS:
                if seat // 2 != player // 2:
                    team: i64 = points[seat] + points[seat ^ 1]
                    best = max(best, team // 2)
            elif seat != player and seat != table.free_seat:
                value: i64 = points[seat]
                best = max(best, value)
            seat += 1
        return best

    def _receiver(self, table: Table, player: i64) -> City | None:
        """The city that gets the rest of the hand after this turn; None if that is not another player's."""
        if not table.phase.is_turn or table.mode == FREE_CITY or table.turn >= table.turns:
            return None
        step: i64 = 1 if table.age != 2 else -1
        return table.cities[(player + step + table.city_count) % table.city_count]

    def _returns(self, table: Table, player: i64, seat: i64) -> i64:
        """The group of a known hand: when the player will hold it again."""
        if table.mode == FREE_CITY:
            turns: i64 = 1
        elif table.age == 2:
            turns = (seat - player) % table.city_count
        else:
            turns = (player - seat) % table.city_count
        if table.turn + turns > table.turns:
            return RETURNS - 1
        return min(turns, RETURNS - 1) - 1

    def _change(
        self, table: Table, player: i64, for_city: i64, move: Move, standing: Standing, out: list[object]
    ) -> None:
        """Adds the feature changes of a move; the caller adds ``END``."""
        numbers = self.numbers
        layout = self.layout
        kind = move.kind
        card = move.card
        if for_city != player:
            self._change_free_city(table, player, for_city, move, out)
            return
        city = table.cities[player]
        if card is None:
            if kind == PASS:
                out.append(self.ids[layout.kinds[PASS]])
            elif kind == SETTLE:
                layout.settles.put(move.coins, out)
                layout.own_coins.change(city.coins, city.coins - move.coins, out)
                if table.owes:  # payments in a phase of another box leave no debt
                    layout.debt.change(city.debt, city.debt + table.owes[player] - move.coins, out)
            elif kind == SIDE:
                new = numbers.sides[self.rules.board(city.side.wonder).side(move.side)]
                old = numbers.sides[city.side]
                if old != new:
                    start = layout.own_side
                    out.append(REMOVE + start + old)
                    out.append(start + new)
            return
        index = card.index
        out.append(numbers.kinds[kind][index])
        if kind == DRAFT:
            out.append(numbers.no_draft_hand[index])
            out.append(numbers.leader_hand[index])
            return
        if table.phase.is_turn or table.phase.name == "last-card":
            out.append(numbers.no_hand[index])
            receiver = self._receiver(table, player)
            if receiver is not None and can_build(table, receiver, card):
                out.append(numbers.not_given[index])
        elif kind == RECRUIT or (table.preparing and (kind == WONDER or kind == DISCARD)):
            out.append(numbers.no_leader_hand[index])
        coins = city.coins - move.left - move.right - move.bank
        power = standing.power
        points = standing.points
        if kind == DISCARD:
            coins += self.rules.sale_coins
            points += coins // self.rules.coins_per_point - city.coins // self.rules.coins_per_point
        elif kind == WONDER:
            coins -= coins_due(table, city, move)
            stage = stage_at(table, city, city.stages, move.copied)
            start = numbers.sides[city.side] + layout.own_side + min(city.stages + 1, STAGES - 1)
            out.append(self.ids[start])
            if move.copied == 0:
                out.append(self.ids[layout.flags + COPIES_LEFT])
            elif move.copied == 1:
                out.append(self.ids[layout.flags + COPIES_RIGHT])
            coins += self._gain(table, player, numbers.stage_gains[stage], stage.effects, out)
            power += numbers.stage_gains[stage].shields
            points = standing.points_after(move, coins)
        else:
            if kind != DIG and kind != COPY:
                coins -= coins_due(table, city, move)
            if kind != COPY:
                out.append(numbers.own[index])
                color = card.color
                layout.own_colors[color].change(city.color_count(color), city.color_count(color) + 1, out)
            if move.using:
                out.append(self.ids[layout.flags + USES_POWER])
            if move.chained:
                out.append(self.ids[layout.flags + CHAINED])
            coins += self._gain(table, player, numbers.gains[index], card.effects, out)
            if card.scores:
                layout.worth.put(card_points(table, player, card), out)
            power += numbers.gains[index].shields
            points = standing.points_after(move, coins)
        when = moment(table)
        own = points + standing.spoils(power)
        layout.gain[when].put(own - standing.own, out)
        layout.standing[when].change(standing.lead, own - standing.best(power), out)
        layout.own_coins.change(city.coins, coins, out)
        if move.left > 0:
            other = table.cities[city.left].coins
            layout.left_coins.change(other, other + move.left, out)
        if move.right > 0:
            other = table.cities[city.right].coins
            layout.right_coins.change(other, other + move.right, out)

    def _gain(self, table: Table, player: i64, gain: Gain, effects: list[Effect], out: list[object]) -> i64:
        """Adds the immediate effects of a card or stage; returns its coins."""
        layout = self.layout
        city = table.cities[player]
        if gain.shields > 0:
            power = strength(city)
            age = table.age
            layout.shields.change(power, power + gain.shields, out)
            lead = power - strength(table.cities[city.left])
            layout.left_lead[age].change(lead, lead + gain.shields, out)
            lead = power - strength(table.cities[city.right])
            layout.right_lead[age].change(lead, lead + gain.shields, out)
        if gain.compasses | gain.gears | gain.tablets:
            symbols = layout.own_symbols
            compasses = city.compasses + gain.compasses
            gears = city.gears + gain.gears
            tablets = city.tablets + gain.tablets
            symbols[0].change(city.compasses, compasses, out)
            symbols[1].change(city.gears, gears, out)
            symbols[2].change(city.tablets, tablets, out)
            sets = complete_sets(city.compasses, city.gears, city.tablets)
            symbols[4].change(sets, complete_sets(compasses, gears, tablets), out)
        if gain.any_symbols > 0:
            free = city.any_symbols + city.masks
            layout.own_symbols[3].change(free, free + gain.any_symbols, out)
        coins = gain.coins
        for effect in gain.counted:
            coins += effect.coins(table, player)
        return coins

    def _change_free_city(self, table: Table, player: i64, for_city: i64, move: Move, out: list[object]) -> None:
        """Adds the changes of a move for the Free City, a neighbor of both players."""
        numbers = self.numbers
        layout = self.layout
        kind = move.kind
        card = move.card
        own = table.cities[player]
        left = own.left == for_city
        free = table.cities[for_city]
        if card is None:
            if kind == PASS:
                out.append(self.ids[layout.free_kinds[FREE_KINDS - 1]])
            elif kind == SETTLE:
                layout.settles.put(move.coins, out)
            return
        index = card.index
        out.append(numbers.free_kinds[min(kind, FREE_KINDS - 1)][index])
        if table.phase.is_turn:
            out.append(numbers.no_hand[index])
        if kind == BUILD or kind == DIG:
            out.append(numbers.left[index] if left else numbers.right[index])
            color = card.color
            colors = layout.left_colors if left else layout.right_colors
            colors[color].change(free.color_count(color), free.color_count(color) + 1, out)
            gain = numbers.gains[index]
            if gain.shields > 0:
                lead = strength(own) - strength(free)
                leads = layout.left_lead if left else layout.right_lead
                leads[table.age].change(lead, lead - gain.shields, out)
        elif kind == WONDER:
            start = numbers.sides[free.side] + min(free.stages + 1, STAGES - 1)
            start += layout.left_side if left else layout.right_side
            out.append(self.ids[start])
        paid = (
            move.right if left else move.left
        )  # paid to this player: the Free City's other neighbor is on its other side
        if paid > 0:
            layout.own_coins.change(own.coins, own.coins + paid, out)


def _apply(changes: list[object], out: list[object]) -> None:
    """Applies the changes of a move."""
    for each in changes:
        assert isinstance(each, int)
        if each < REMOVE:
            out.append(each)
        elif each - REMOVE in out:
            out.remove(each - REMOVE)


def city_of(player: i64, move: Move) -> i64:
    """The city of a move."""
    return player if move.city == OWN_CITY else move.city

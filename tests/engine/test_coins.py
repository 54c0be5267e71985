"""Accounting for every coin: a ledger of random games, computed from printed values alone."""

from __future__ import annotations

import pytest

from engine.states import COMBINATIONS, new_game
from heptapolis.engine import Move, Rng
from heptapolis.engine.city import City
from heptapolis.engine.effects.base import Effect
from heptapolis.engine.payment import sellers
from heptapolis.engine.table import Table

Combination = tuple[str, tuple[str, ...], str, int]


def of_kind(effects: list[Effect], kind: str) -> list[Effect]:
    return [effect for effect in effects if effect.spec.kind == kind]


def value(effect: Effect, name: str) -> int:
    found = effect.spec.args[name]
    assert isinstance(found, int)
    return found


def counted(old: Table, new: Table, seat: int, effect: Effect) -> int:
    """The items that a card counts: current cards and stages, victories of earlier ages."""
    items, where = effect.spec.args["items"], effect.spec.args["where"]
    assert isinstance(items, tuple)
    assert isinstance(where, tuple)
    city = new.cities[seat]
    seats = {"self": seat, "left": int(city.left), "right": int(city.right)}
    found = 0
    for place in where:
        each, before = new.cities[seats[place]], old.cities[seats[place]]
        found += sum(card.spec.color in items for card in each.structures)
        found += int(each.stages) if "stage" in items else 0
        found += sum(token > 0 for token in (*before.left_tokens, *before.right_tokens)) if "victory" in items else 0
    return found


def printed_effects(old: Table, seat: int, move: Move) -> list[Effect]:
    """The effects of the card or stage that a move builds."""
    city = old.cities[seat]
    if move.action in ("build", "dig", "recruit", "copy"):
        assert move.card is not None
        return list(move.card.effects)
    if move.action != "wonder":
        return []
    stage = city.side.stages[city.stages]
    if stage.copied_from:
        neighbor = old.cities[city.left if move.copied == 0 else city.right]
        stage = neighbor.side.stages[stage.copied_from - 1]
    return list(stage.effects)


def printed_coins(old: Table, seat: int, move: Move) -> int:
    """The coins of the printed cost."""
    city = old.cities[seat]
    if move.action == "build":
        assert move.card is not None
        free = move.chained or move.using or (move.card.spec.color == "purple" and of_kind(serving(city), "free_color"))
        return 0 if free else int(move.card.spec.coins)
    if move.action == "wonder":
        stage = city.side.stages[city.stages]
        if stage.copied_from:
            stage = old.cities[city.left if move.copied == 0 else city.right].side.stages[stage.copied_from - 1]
        return int(stage.cost.coins)
    if move.action == "recruit":
        assert move.card is not None
        own = [*serving(city), *city.side.powers]
        if of_kind(own, "leaders_free"):
            return 0
        off = sum(value(effect, "own") for effect in of_kind(own, "leader_discount"))
        for neighbor in (city.left, city.right):
            powers = [*old.cities[neighbor].side.powers, *serving(old.cities[neighbor])]
            off += sum(value(effect, "neighbors") for effect in of_kind(powers, "leader_discount"))
        return max(int(move.card.spec.coins) - off, 0)
    return 0


def serving(city: City) -> list[Effect]:
    """The effects of leaders recruited before this turn, including a copied one."""
    leaders = list(city.leaders[: len(city.leaders) - city.fresh_leaders])
    if city.copied_leader is not None and not city.fresh_copy:
        leaders.append(city.copied_leader)
    return [effect for leader in leaders for effect in leader.effects]


class Ledger:
    """The expected treasuries after each decision."""

    def __init__(self, table: Table) -> None:
        self.coins = [int(city.coins) for city in table.cities]
        self.bonus_taken = [False] * len(self.coins)  # whether Berenice's coin of this turn is taken
        self.sold = [0] * len(self.coins)  # who has sold to each city in this turn, for Hatshepsut

    def enter(self, old: Table, moves: list[Move | None], new: Table) -> None:
        """Books the moves of a decision and their automatic consequences."""
        bank: list[list[int]] = [[] for _ in self.coins]
        for seat, move in enumerate(moves):
            if move is not None:
                self._pay(old, seat, move)
                self._earn(old, new, seat, move, bank)
        for seat, city in enumerate(new.cities):  # a leader copied automatically
            before = old.cities[seat]
            if city.copied_leader is not before.copied_leader and not _copies(moves[seat]):
                assert city.copied_leader is not None
                self._effects(old, new, seat, list(city.copied_leader.effects), bank)
        self._bank_pays(old, bank)
        if (old.age, old.turn, old.preparing) != (new.age, new.turn, new.preparing) or new.over:
            self._end_turn()
        if new.fought is not old.fought:
            wages: list[list[int]] = [[] for _ in self.coins]
            for seat, city in enumerate(new.cities):
                won = sum(token > 0 for each in new.fought for token in each.taken_by(seat))
                wages[seat] = [won * value(effect, "coins") for effect in of_kind(serving(city), "coins_on_victory")]
            self._bank_pays(new, wages)
            self._end_turn()

    def _end_turn(self) -> None:
        self.bonus_taken = [False] * len(self.coins)
        self.sold = [0] * len(self.coins)

    def _pay(self, old: Table, seat: int, move: Move) -> None:
        city = old.cities[seat]
        self.coins[seat] -= int(move.left + move.right + move.bank) + printed_coins(old, seat, move) + int(move.coins)
        self.coins[city.left] += int(move.left)
        self.coins[city.right] += int(move.right)

    def _earn(self, old: Table, new: Table, seat: int, move: Move, bank: list[list[int]]) -> None:
        card = move.card
        if move.action == "discard":
            bank[seat].append(3)
        self._effects(old, new, seat, printed_effects(old, seat, move), bank)
        standing = serving(old.cities[seat])
        if move.action in ("build", "dig"):
            assert card is not None
            bank[seat] += [value(effect, "coins") for effect in of_kind(standing, "coins_on_chain") if move.chained]
            bank[seat] += [
                value(each, "coins")
                for each in of_kind(standing, "coins_on_color")
                if each.spec.args["color"] == card.spec.color
            ]
        if of_kind(standing, "coin_on_trade"):
            bank[seat].append(int(sellers(move.bought_from & ~self.sold[seat])))
            self.sold[seat] |= int(move.bought_from)

    def _effects(self, old: Table, new: Table, seat: int, effects: list[Effect], bank: list[list[int]]) -> None:
        city = old.cities[seat]
        for effect in of_kind(effects, "coins"):
            bank[seat].append(value(effect, "coins"))
            for neighbor in (city.left, city.right):
                bank[neighbor].append(value(effect, "neighbors"))
        for effect in of_kind(effects, "per"):
            bank[seat].append(value(effect, "coins") * counted(old, new, seat, effect))

    def _bank_pays(self, table: Table, bank: list[list[int]]) -> None:
        for seat, sums in enumerate(bank):
            self.coins[seat] += sum(sums)
            bonus = sum(value(effect, "coins") for effect in of_kind(serving(table.cities[seat]), "bank_bonus"))
            if any(sums) and bonus and not self.bonus_taken[seat]:
                self.coins[seat] += bonus
                self.bonus_taken[seat] = True


def _copies(move: Move | None) -> bool:
    return move is not None and move.action == "copy"


def keep_the_ledger(combination: Combination, seed: int) -> None:
    game = new_game(combination, seed)
    rng = Rng(seed, 3)
    ledger = Ledger(game.table)
    old = game.table.copy()
    moves: list[Move | None] = [None] * len(ledger.coins)
    while not game.over:
        decision = game.pending[rng.below(len(game.pending))]
        legal = [move for move in game.legal(decision.player) if move.city in (-1, decision.city)]
        move = legal[rng.below(len(legal))]  # the engine's own move: it knows of chains and sellers
        game.play(decision.player, move)
        seat = decision.player if move.city < 0 else int(move.city)
        moves[seat] = move
        if game.table.chosen[seat] is None:  # it was the last one missing
            ledger.enter(old, moves, game.table)
            assert [int(city.coins) for city in game.table.cities] == ledger.coins, (
                f"{old.phase} of {old.age}.{old.turn}"
            )
            old = game.table.copy()
            moves = [None] * len(ledger.coins)


@pytest.mark.parametrize("combination", COMBINATIONS, ids=str)
def test_all_coins_are_accounted_for(combination: Combination) -> None:
    """Every treasury after every decision: what was there, less what was paid, plus what neighbors and the bank paid.

    Sales, trade, structures, stages, digs, copied leaders, recruitments, losses and the wages of war.
    """
    for seed in range(2):
        keep_the_ledger(combination, seed)


@pytest.mark.long
@pytest.mark.parametrize("combination", COMBINATIONS, ids=str)
def test_all_coins_are_accounted_for_in_many_games(combination: Combination) -> None:
    for seed in range(100, 130):
        keep_the_ledger(combination, seed)

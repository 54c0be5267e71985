"""Every coin comes from somewhere: a ledger kept beside random games, from printed values alone."""

from __future__ import annotations

import pytest

from engine.states import random_step
from heptapolis.engine import Game, Move, Rng
from heptapolis.engine.city import City
from heptapolis.engine.effects.base import Effect
from heptapolis.engine.payment import sellers
from heptapolis.engine.table import Table
from tables import ALL_BOXES


def of_kind(effects: list[Effect], kind: str) -> list[Effect]:
    return [effect for effect in effects if effect.spec.kind == kind]


def value(effect: Effect, name: str) -> int:
    found = effect.spec.args[name]
    assert isinstance(found, int)
    return found


def counted(table: Table, city: City, effect: Effect) -> int:
    """What a card that pays per item counts, from the cities as they are now."""
    items, where = effect.spec.args["items"], effect.spec.args["where"]
    assert isinstance(items, tuple)
    assert isinstance(where, tuple)
    cities = {"self": city, "left": table.cities[city.left], "right": table.cities[city.right]}
    found = 0
    for place in where:
        each = cities[place]
        found += sum(card.spec.color in items for card in each.structures)
        found += int(each.stages) if "stage" in items else 0
        found += sum(token > 0 for token in (*each.left_tokens, *each.right_tokens)) if "victory" in items else 0
    return found


def printed_effects(table: Table, city: City, move: Move) -> list[Effect]:
    """The effects of what a move has just built in a city."""
    assert move.card is not None
    if move.action == "build":
        return list(move.card.effects)
    if move.action != "wonder":
        return []
    stage = city.side.stages[city.stages - 1]
    if stage.copied_from:
        neighbor = table.cities[city.left if city.copied[-1] == 0 else city.right]
        stage = neighbor.side.stages[stage.copied_from - 1]
    return list(stage.effects)


def bank_pays(table: Table, old: Table, seat: int, move: Move) -> list[int]:
    """The sums that the bank pays a city for its own move; ``old`` is the table before the turn."""
    city = table.cities[seat]
    card = move.card
    assert card is not None
    if move.action == "discard":
        return [3]
    effects = printed_effects(table, city, move)
    sums = [value(effect, "coins") for effect in of_kind(effects, "coins")]
    sums += [value(effect, "coins") * counted(table, city, effect) for effect in of_kind(effects, "per")]
    standing = [effect for leader in old.cities[seat].leaders for effect in leader.effects]
    if move.action == "build":
        sums += [value(effect, "coins") for effect in of_kind(standing, "coins_on_chain") if move.chained]
        sums += [
            value(e, "coins") for e in of_kind(standing, "coins_on_color") if e.spec.args["color"] == card.spec.color
        ]
    sums += [value(effect, "coins") * int(sellers(move.bought_from)) for effect in of_kind(standing, "coin_on_trade")]
    return sums


def printed_coins(old: Table, seat: int, move: Move) -> int:
    """The coins of the printed cost."""
    city = old.cities[seat]
    assert move.card is not None
    if move.action == "build":
        free = (
            move.chained
            or move.using
            or (move.card.spec.color == "purple" and any(leader.name == "Ramses" for leader in city.leaders))
        )
        return 0 if free else int(move.card.spec.coins)
    if move.action == "wonder":
        stage = city.side.stages[city.stages]
        if stage.copied_from:
            stage = old.cities[city.left if move.copied == 0 else city.right].side.stages[stage.copied_from - 1]
        return int(stage.cost.coins)
    return 0


@pytest.mark.parametrize(
    ("edition", "boxes"),
    [("first", ()), ("second", ()), ("first", ("cities",)), ("first", ("leaders",)), ("first", ALL_BOXES)],
)
@pytest.mark.parametrize("players", [3, 4, 7])
def test_the_ledger(edition: str, boxes: tuple[str, ...], players: int) -> None:
    """Every treasury after a turn: what was there, less what was paid, plus what neighbors and the bank paid."""
    checked = 0
    for seed in range(4):
        game = Game.new(players, edition=edition, expansions=boxes, seed=seed)
        rng = Rng(seed, 3)
        while not game.over:
            if game.phase != "play":
                random_step(game, rng)
                continue
            old = game.table.copy()
            moves = []
            for seat in range(players):
                legal = game.legal(seat)
                moves.append(legal[rng.below(len(legal))])
            for seat, move in enumerate(moves):
                game.play(seat, move)
            table = game.table
            if game.phase in ("dig", "copy", "last-card") or table.age != old.age or game.over:
                continue  # more may have happened than this turn's cards
            if game.phase not in ("play", "debt") or any(
                int(city.debt) != int(before.debt) or city.copied_leader is not before.copied_leader
                for city, before in zip(table.cities, old.cities, strict=True)
            ):
                continue
            checked += 1
            for seat, before in enumerate(old.cities):
                move = moves[seat]
                sums = bank_pays(table, old, seat, move)
                for neighbor in (before.left, before.right):
                    for effect in of_kind(printed_effects(table, table.cities[neighbor], moves[neighbor]), "coins"):
                        sums.append(value(effect, "neighbors"))
                bonus = any(leader.name == "Berenice" for leader in before.leaders) and any(sums)
                paid = move.left + move.right + move.bank + printed_coins(old, seat, move)
                received = moves[before.left].right + moves[before.right].left
                assert table.cities[seat].coins == before.coins - paid + received + sum(sums) + bonus
    assert checked > 30

"""Previews of moves, compared with games in which the moves are made."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.oracle import coins_of_purchase
from engine.states import COMBINATIONS, new_game, random_step, state
from engine.test_payments import COST, tables
from engine_game import Game
from heptapolis.engine import Move, Rng
from heptapolis.engine.conflicts import strength
from heptapolis.engine.moves import BUILD, DISCARD, WONDER
from heptapolis.engine.payment import payments, sellers
from heptapolis.engine.resources import Cost
from heptapolis.engine.table import Table
from heptapolis.server.errors import Refused
from heptapolis.server.messages import ServerMessage
from heptapolis.server.messages.json_schema import strict_adapter
from heptapolis.server.tables.hints import production, science_document
from heptapolis.server.tables.previews import previews
from heptapolis.server.tables.purchases import Coins, goods_bought, goods_missing
from serving import hand_of, inside, run, seated
from tables import library_game

pytestmark = pytest.mark.once


@given(table=tables(), cost=COST, waived=st.booleans())
def test_the_goods_of_a_payment_cover_the_cost_for_exactly_its_coins(
    table: Table, cost: dict[str, int], waived: bool
) -> None:
    city = table.cities[0]
    for each in payments(table, city, Cost(0, cost), waived, 255):
        paid = Coins(int(each.left), int(each.right), int(each.bank))
        bought = goods_bought(table, city, Cost(0, cost), waived, paid)
        assert coins_of_purchase(table, city, cost, waived, bought) == (paid.left, paid.right, paid.bank)
        assert bool(bought["left"]) + bool(bought["right"]) == sellers(each.bought_from)


@given(table=tables(), cost=COST, waived=st.booleans())
def test_missing_goods_are_a_smallest_set(table: Table, cost: dict[str, int], waived: bool) -> None:
    city = table.cities[0]

    def payable(without: Counter[str]) -> bool:
        rest = {name: count - without[name] for name, count in cost.items()}
        return bool(payments(table, city, Cost(0, rest), waived, 255))

    missing = Counter(goods_missing(table, city, Cost(0, cost), waived))
    assert payable(missing)
    for fewer in combinations(Counter(cost).elements(), max(missing.total() - 1, 0)):
        assert not missing or not payable(Counter(fewer))


def some_moment(draw: st.DrawFn) -> tuple[Game, Rng]:
    """A game of any boxes after some random decisions, at the beginning of a turn with time left in its age."""
    seed = draw(st.integers(0, 2**32))
    game = new_game(draw(st.sampled_from(COMBINATIONS)), seed)
    rng = Rng(seed, 5)
    for _ in range(draw(st.integers(0, 120))):
        if not game.over:
            random_step(game, rng)
    while not game.over and (game.phase != "play" or any(game.table.chosen) or game.table.turn == game.table.turns):
        random_step(game, rng)
    return game, rng


moments = st.composite(some_moment)()


def played(game: Game, player: int, move: Move) -> Game:
    """Plays the turn, with all other players discarding."""
    trial = game.copy()
    trial.play(player, move)
    while trial.phase == "play" and trial.turn == game.turn:
        other = trial.pending[0].player
        moves = trial.legal(other)
        trial.play(other, next((each for each in moves if each.kind == DISCARD), moves[0]))
    return trial


@given(moment=moments)
def test_preview_matches_a_turn_in_which_others_discard(moment: tuple[Game, Rng]) -> None:
    game, rng = moment
    if game.over:
        return
    table = game.table
    player = rng.below(int(table.city_count) - (table.free_seat >= 0))
    moves = [move for move in game.legal(player) if move.card is not None]
    chosen = moves[rng.below(len(moves))]
    assert chosen.card is not None
    untouched = state(table)
    results = previews(library_game(game), player, chosen.card.name, None, True)
    assert state(table) == untouched
    same = [move for move in moves if move.card is chosen.card]
    assert len(results) == len(same)
    shown = results[same.index(chosen)]
    sale = same.index(next(move for move in same if move.kind == DISCARD))
    trial, sold = played(game, player, chosen), played(game, player, same[sale])
    city = trial.table.cities[player]
    for seat, (after, without) in enumerate(zip(shown["coins"], results[sale]["coins"], strict=True)):
        # Others discard both times. The Free City sells only when it must; a bonus of the bank comes once a turn.
        if seat != player and table.free_seat < 0 and not table.cities[seat].bank_bonus:
            assert after - without == int(trial.table.cities[seat].coins) - int(sold.table.cities[seat].coins)
    if table.free_seat < 0:  # what the Free City builds may pay a neighbor
        assert int(city.coins) == shown["coins"][player]
    if trial.phase != "play":  # something else is to be decided first: a card to dig up, a debt to settle
        return
    assert int(strength(city)) == shown["shields"]
    assert int(city.diplomacy) == shown["diplomacy"]
    assert science_document(trial.table, city) == shown["science"]
    assert shown["prices"] == {
        "left": {"raw": int(city.left_raw_price), "manufactured": int(city.left_goods_price)},
        "right": {"raw": int(city.right_raw_price), "manufactured": int(city.right_goods_price)},
    }
    made_before = Counter(map(tuple, production(table, table.cities[player])[0]))
    made_after = Counter(map(tuple, production(trial.table, city)[0]))
    assert made_after - made_before == Counter(map(tuple, shown["makes"]))
    if chosen.kind not in (BUILD, WONDER):
        assert shown["bought"] == {"left": [], "right": [], "bank": []}


@given(moment=moments)
def test_preview_does_not_depend_on_choices_of_others(moment: tuple[Game, Rng]) -> None:
    game, rng = moment
    if game.over:
        return
    card = next(move.card for move in game.legal(0) if move.card is not None)
    before = previews(library_game(game), 0, card.name, None, True)
    for seat in range(1, int(game.table.city_count)):
        if seat != game.table.free_seat:
            moves = game.legal(seat)
            game.play(seat, moves[rng.below(len(moves))])
    assert previews(library_game(game), 0, card.name, None, True) == before


def test_every_kind_of_decision_can_be_previewed() -> None:
    """Whole games of all boxes: every decision has previews, exactly for its legal moves."""
    kinds = set()
    for number, combination in enumerate(COMBINATIONS[::7]):
        game = new_game(combination, number)
        rng = Rng(number, 6)
        while not game.over:
            decision = game.pending[rng.below(len(game.pending))]
            moves = game.table.phase.moves(game.table, decision.city)
            move = moves[rng.below(len(moves))]
            if move.card is not None:
                city = decision.city if decision.city != decision.player else None
                results = previews(library_game(game), decision.player, move.card.name, city, True)
                known = decision.kind != "draft"
                assert len(results) == sum(each.card is move.card for each in moves) * known
                kinds |= {(decision.kind, each["move"]["action"]) for each in results}
            game.play(decision.player, move)
    assert kinds >= {
        ("play", "build"),
        ("play", "wonder"),
        ("play", "discard"),
        ("recruit", "recruit"),
        ("recruit", "wonder"),
        ("dig", "dig"),
    }


def test_preview_has_the_losses_of_others() -> None:
    game = new_game(("first", ("cities",), "standard", 3), 3)
    table = game.table
    hideout = table.rules.by_name["Hideout"]
    table.hands[0][0] = hideout
    results = previews(library_game(game), 0, "Hideout", None, False)
    assert results[0]["move"]["action"] == "build"
    assert results[0]["losses"][0] == 0
    assert min(results[0]["losses"][1:]) > 0
    assert results[0]["points"] is None
    assert all(each["losses"] == [0, 0, 0] for each in results if each["move"]["action"] == "discard")


def test_a_preview_over_a_socket(tmp_path: Path) -> None:
    async def refused(work: object) -> str:
        with pytest.raises(Refused) as error:
            await work  # type: ignore[misc]
        return error.value.code

    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, {"seats": 3, "show_scores": True})
            assert one.play is not None
            card = hand_of(one)[0]
            seq = one.seq
            answer = await one.ask("preview", moment=0, card=card)
            strict_adapter(ServerMessage).validate_python((answer,))
            legal = [move for move in one.play["view"]["pending"][0]["moves"] if move["card"] == card]
            assert [each["move"] for each in answer["moves"]] == legal
            assert all("points" in each for each in answer["moves"])
            assert one.seq == seq  # nothing has happened
            await one.choose(legal[-1])
            again = await one.ask("preview", moment=0, card=card)
            assert again["moves"] == answer["moves"]
            assert (await one.ask("preview", moment=0, card="Nothing"))["moves"] == []
            assert await refused(one.ask("preview", moment=1, card=card)) == "turn/stale"
            assert await refused(two.ask("preview", moment=0, card=card, city=0)) == "move/not-pending"
            assert await refused(two.ask("preview", moment=0, card=card, city=7)) == "move/not-pending"
            watcher = (await server.guest("Eve")).at(one._table)
            await watcher.connect()
            assert await refused(watcher.ask("preview", moment=0, card=card)) == "seat/none"

    run(main())

"""What the champion learns about the other players of a game from what they do."""

from collections.abc import Callable

import pytest

from heptapolis import Decision, Game, Move, View
from heptapolis.bots import make_bot
from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.sage.choice import UNIT, chances
from heptapolis.bots.sage.opponents import ERROR, Opponents, seen_of
from heptapolis.bots.sage.player import shipped_mind
from heptapolis.bots.sage.search import decide_for_others
from heptapolis.engine.knowledge.sampling import sample_table
from heptapolis.engine.knowledge.views import view
from heptapolis.engine.moves import BUILD, DISCARD, WONDER
from heptapolis.engine.play import new_game
from heptapolis.engine.rng import Rng
from heptapolis.engine.table import Table
from heptapolis.library.internals import engine_view

EITHER = 0.5

Chooser = Callable[[View, Decision], Move]


def learned(others: Chooser, seed: int) -> Opponents:
    """What is known after the first age about two players who decide like this."""
    game = Game.new(players=3, seed=seed)
    sage = make_bot("sage", seed)
    opponents, rng = Opponents(), Rng(seed)
    while game.age == 1:
        seen = engine_view(game.view(0))
        opponents.begin(seen)
        for _ in range(6):
            table = sample_table(seen, rng)
            decide_for_others(table, shipped_mind().player(seen.rules), 0, opponents, [ERROR] * 3, rng)
        for decision in game.pending:
            choose = others if decision.player else sage.choose
            game.play(decision, choose(game.view(decision.player), decision))
    return opponents


def test_who_plays_like_the_net_is_expected_to_go_on_so() -> None:
    net = make_bot("sage", 1)
    known = [each for seed in range(3) for each in learned(net.choose, seed).exact[1:3]]
    assert sum(known) / len(known) > 0.8


def test_who_plays_otherwise_is_expected_to_err() -> None:
    other = make_bot("rules", 1)
    known = [each for seed in range(3) for each in learned(other.choose, seed).exact[1:3]]
    assert sum(known) / len(known) < 0.2


def expected(table: Table, opponents: Opponents) -> tuple[list[int], list[int]]:
    """Expects the move of the second city, knowing its cards; returns what is seen of its best and its worst move."""
    seen = view(table, 0)
    opponents.begin(seen)
    moves = cheapest_moves(table, 1)
    answers = [
        3 * [int(UNIT / 10) * (5 - place)] for place in range(len(moves))
    ]  # each a point worse than the one before
    opponents.expect(1, 1, moves, [each for row in answers for each in row])
    return [seen_of(moves[0])], [seen_of(moves[-1])]


def test_one_move_is_weighed_by_its_chances() -> None:
    """The net's best move is certain for one kind of player and likely for the other."""
    table = new_game(3, seed=4)
    for place, grows in ((0, True), (1, False)):
        opponents = Opponents()
        [best], [worst] = expected(table, opponents)
        opponents.learn(opponents.expectations[1], (best, worst)[place])
        assert (opponents.exact[1] > EITHER) is grows
        assert opponents.exact[0] == opponents.exact[2] == EITHER, "nothing is learned about others"


def test_nobody_is_ever_certain() -> None:
    """A player may change, so a hundred moves like the net's are forgotten after a few others."""
    opponents = Opponents()
    [best], [worst] = expected(new_game(3, seed=4), opponents)
    for _ in range(100):
        opponents.learn(opponents.expectations[1], best)
    assert 0.9 < opponents.exact[1] < 0.99
    for _ in range(10):
        opponents.learn(opponents.expectations[1], worst)
    assert 0.01 < opponents.exact[1] < EITHER


def test_face_down_cards_look_alike() -> None:
    table = new_game(3, seed=4)
    moves = cheapest_moves(table, 0)
    discards = {seen_of(move) for move in moves if move.kind == DISCARD}
    stages = {seen_of(move) for move in moves if move.kind == WONDER}
    builds = [move for move in moves if move.kind == BUILD]
    assert len(discards) == 1 and not discards & stages
    assert len({seen_of(move) for move in builds}) == len({move.card for move in builds if move.card}) > 1
    hidden = next(move for move in moves if move.kind == DISCARD).with_card(None)
    assert {seen_of(hidden)} == discards, "as in a view"


def test_the_last_turn_of_an_age_teaches_nothing() -> None:
    """A view has the moves of its own age only."""
    opponents = Opponents()
    expected(new_game(3, seed=4), opponents)
    game = Game.new(players=3, seed=4)
    bots = [make_bot("sage", seat) for seat in range(3)]
    while game.age == 1:
        for decision in game.pending:
            game.play(decision, bots[decision.player].choose(game.view(decision.player), decision))
    opponents.begin(engine_view(game.view(0)))
    assert opponents.exact == [EITHER] * 8
    assert not opponents.expectations


def test_leaders_are_recruited_unseen() -> None:
    """A view remembers turns only, so nothing is expected of other decisions."""
    game = Game.new(players=3, expansions=["leaders"], seed=4)
    while game.phase != "recruit":
        for decision in game.pending:
            game.play(decision, decision.moves[0])
    seen = engine_view(game.view(0))
    opponents, rng = Opponents(), Rng(1)
    opponents.begin(seen)
    table = sample_table(seen, rng)
    decide_for_others(table, shipped_mind().player(seen.rules), 0, opponents, [ERROR] * 3, rng)
    assert not opponents.expectations
    assert table.pending == table.cities[0].bit, "the others have decided"


def test_another_game_begins_anew() -> None:
    opponents = learned(make_bot("rules", 1).choose, seed=1)
    assert opponents.exact[1:3] != [EITHER, EITHER]
    opponents.begin(engine_view(Game.new(players=3, seed=2).view(0)))
    assert opponents.exact == [EITHER] * 8


def test_tables_are_drawn_by_what_is_known() -> None:
    opponents = Opponents()
    opponents.exact[1], opponents.exact[2] = 0.98, 0.02
    rng = Rng(3)
    drawn = [opponents.errors(rng) for _ in range(500)]
    err = [sum(each[seat] for each in drawn) / (500 * ERROR) for seat in range(3)]
    assert err == pytest.approx([0.5, 0.02, 0.98], abs=0.07)


def test_chances_of_moves() -> None:
    """Ten points are 20 * 2**19 units of worth, which points and margin make up together."""
    answers = [0, 0, 0, int(UNIT / 10), int(UNIT / 10), 0]  # the second move is worth a point more
    assert chances(answers, 0.0) == [0.0, 1.0]
    assert chances(answers, 1.0) == pytest.approx([0.2689, 0.7311], abs=1e-3)

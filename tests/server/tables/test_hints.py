"""The help beside the view, compared with what then happens in a game."""

from __future__ import annotations

import pytest

from engine.states import COMBINATIONS, new_game, random_step
from heptapolis.engine import Rng
from heptapolis.engine.moves import RECRUIT, WONDER
from heptapolis.server.tables.hints import figures, help_document, team_scores
from tables import library_game

pytestmark = pytest.mark.once


def test_leaders_are_passed_in_the_announced_direction() -> None:
    game = new_game(("first", ("leaders",), "standard", 5), 3)
    rng = Rng(3, 5)
    answers = []
    while game.phase == "draft":
        shown = library_game(game)
        help_ = help_document(shown, 0, figures(shown, show_scores=False))
        answers.append((help_["turn"], help_["turns"]))
        before = [set(hand) for hand in game.table.draft_hands]
        moment = len(game.table.drafted)
        while game.phase == "draft" and len(game.table.drafted) == moment:
            random_step(game, rng)
        for city in help_["figures"]:
            assert help_["passes"] != "swap"
            target = city[help_["passes"]]
            assert set(game.table.draft_hands[target]) <= before[city["seat"]]
    assert answers == [(1, 3), (2, 3), (3, 3)]


def test_leaders_have_prices_or_a_reason() -> None:
    states = set()
    for seed in range(6):
        game = new_game(("first", ("leaders", "cities"), "standard", 4), seed)
        rng = Rng(seed, 5)
        while not game.over:
            for decision in game.pending if game.phase == "recruit" else []:
                player = decision.player
                game.table.cities[player].coins = seed
                answers = help_document(library_game(game), player, [])
                moves = game.legal(player)
                recruits = {move.card.name for move in moves if move.kind == RECRUIT and move.card}
                for hint in answers["cards"]:
                    states.add(hint["state"])
                    assert (hint["state"] != "no") == (hint["card"] in recruits)
                    assert (hint["state"] != "no") == (hint["coins"] <= seed)
                assert any(move.kind == WONDER for move in moves) == (answers["stages"][0]["state"] != "no")
            random_step(game, rng)
    assert states >= {"own", "no"}


@pytest.mark.parametrize("combination", [each for each in COMBINATIONS if each[3] in (2, 4, 7)], ids=str)
def test_missing_goods_are_those_nobody_sells(
    combination: tuple[str, tuple[str, ...], str, int],
) -> None:
    game = new_game(combination, 11)
    rng = Rng(11, 5)
    missed = 0
    while not game.over:
        for seat in range(game.table.city_count):
            help_ = help_document(library_game(game), seat, [])
            for hint in (*help_["cards"], *help_["stages"]):
                short = hint["reason"] is not None and hint["reason"]["key"] == "not-for-sale"
                assert bool(hint["missing"]) == short
                missed += short
        random_step(game, rng)
    assert missed > 5


def test_partners_and_their_points_are_told_in_a_team_game_only() -> None:
    for mode, partners in (("teams", [1, 0, 3, 2]), ("standard", [None] * 4)):
        game = new_game(("first", (), mode, 4), 1)
        rng = Rng(1, 5)
        assert [city["partner"] for city in figures(library_game(game), show_scores=False)] == partners
        while not game.over:
            random_step(game, rng)
        totals = [score.total for score in game.scores()]
        teams = [{"seats": [seat, seat + 1], "total": totals[seat] + totals[seat + 1]} for seat in (0, 2)]
        assert team_scores(library_game(game)) == (teams if mode == "teams" else None)

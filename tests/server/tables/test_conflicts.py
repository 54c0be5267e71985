"""Forecasts and results of conflicts in messages match the engine."""

from __future__ import annotations

import pytest

from engine.states import COMBINATIONS, new_game, random_step
from engine_game import Game
from heptapolis.engine import Rng
from heptapolis.record.position.view_document import view_document
from heptapolis.server.messages.game import Reveal
from heptapolis.server.tables.previews import previews
from heptapolis.server.tables.turns import choose_plain
from tables import CityPlan, a_city, a_table, library_game

pytestmark = pytest.mark.once
BOX = ("cities",)


def last_reveal(start: Game) -> Reveal:
    """The reveal after every player discards a card."""
    game = library_game(start)
    while True:
        decision = game.pending[0]
        sale = next(move for move in decision.moves if move.action == "discard")
        outcome = choose_plain(game, decision.player, sale)
        game = outcome.game
        if outcome.reveal is not None:
            return outcome.reveal


def at_the_end(*cities: CityPlan, mode: str = "standard") -> Game:
    return a_table(*cities, boxes=BOX, mode=mode, turn=7)


def test_diplomat_of_a_team_still_fights() -> None:
    """Text 003, Team diplomacy: the log used to say that a fighting diplomat stays out."""
    game = at_the_end(a_city(), a_city(diplomacy=1), a_city(built="Stockade"), a_city(built="Walls"), mode="teams")
    document = last_reveal(game)
    assert document["peace"] == []
    assert document["conflicts"] == [
        {
            "seat": 1,
            "left": 2,
            "shields": 0,
            "left_shields": 1,
            "tokens": [-1],
            "left_tokens": [1],
            "diplomats": [1],
        },
        {
            "seat": 3,
            "left": 0,
            "shields": 2,
            "left_shields": 0,
            "tokens": [1, 1],
            "left_tokens": [-1, -1],
            "diplomats": [],
        },
    ]


def test_conflict_with_the_city_behind_a_diplomat() -> None:
    """Text 003, Diplomacy."""
    game = at_the_end(a_city(), a_city(diplomacy=1, built="Walls"), a_city(built="Stockade"), a_city())
    document = last_reveal(game)
    assert document["peace"] == [1]
    assert [(pair["seat"], pair["left"], pair["tokens"]) for pair in document["conflicts"]] == [
        (0, 2, [-1]),
        (2, 3, [1]),
        (3, 0, []),
    ]


def test_team_conflicts_are_doubled_and_leave_partners_out() -> None:
    """Text 003, Team conflicts: clients used to show single tokens, and a conflict with the partner."""
    game = at_the_end(a_city(built="Stockade"), a_city(), a_city(), a_city(built="Walls"), mode="teams")
    document = view_document(game.table, 0)
    assert [(pair["seat"], pair["left"]) for pair in document["conflicts"]] == [(1, 2), (3, 0)]
    assert document["conflicts"][1]["left_tokens"] == [-1, -1]
    assert document["peace"] == []


def test_preview_has_the_forecast_of_conflicts() -> None:
    """Text 003, Diplomacy: a token of diplomacy keeps its owner out, and the neighbors meet."""
    game = a_table(a_city("Babylon A", hand="Residence"), a_city(built="Walls"), a_city(), a_city(), boxes=BOX)
    build, *_ = previews(library_game(game), 0, "Residence", None, False)
    assert build["peace"] == [0]
    assert [(pair["seat"], pair["left"]) for pair in build["conflicts"]] == [(1, 2), (2, 3), (3, 1)]
    sell = previews(library_game(game), 0, "Residence", None, False)[-1]
    assert sell["peace"] == []
    assert [(pair["seat"], pair["left"]) for pair in sell["conflicts"]] == [(0, 1), (1, 2), (2, 3), (3, 0)]


@pytest.mark.parametrize("combination", [each for each in COMBINATIONS if "cities" in each[1] and each[3] in (2, 4)])
def test_the_last_forecast_comes_true(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    """The forecast before the end of an age matches the tokens that every city gets."""
    for seed in range(2):
        game = new_game(combination, seed)
        rng = Rng(seed, 2)
        while not game.over:
            before = game.copy()
            random_step(game, rng)
            if game.table.fought is not before.table.fought:
                for seat, city in enumerate(game.table.cities):
                    taken = [value for each in game.table.fought for value in each.taken_by(seat)]
                    was = before.table.cities[seat]
                    assert int(city.victories - was.victories) == len([value for value in taken if value > 0])
                    assert int(city.token_points) - int(was.token_points) == sum(taken)

"""The levels answer quickly and rise in strength."""

import time
from itertools import pairwise

import pytest

from bot_tables import play_through
from heptapolis import Decision, Game
from heptapolis.arena.match import match_of
from heptapolis.arena.runner import Processes, run_match
from heptapolis.arena.statistics import match_summary
from heptapolis.bots import LEVELS, level_bot, make_bot


@pytest.mark.parametrize("level", LEVELS)
def test_levels_answer_within_a_second(level: str) -> None:
    """At the largest table with all boxes, in the first turn, when playouts are longest; the best of three tries."""
    game = Game.new(players=8, expansions=("leaders", "cities", "manneken-pis"), seed=2)
    asked: list[tuple[Game, Decision]] = []

    def find_first_turn(game: Game, decision: Decision) -> None:
        if decision.kind == "play" and not asked:
            asked.append((game.copy(), decision))

    play_through(game, [make_bot("random", seed) for seed in range(8)], find_first_turn)
    ((first, decision),) = asked
    bot = make_bot(level_bot(level), 1)
    took = []
    for _ in range(3):
        view = first.view(decision.player)
        start = time.process_time()
        bot.choose(view, first.pending[0])
        took.append(time.process_time() - start)
    assert min(took) < 1


@pytest.mark.long
@pytest.mark.timeout(900)
def test_levels_rise_in_strength() -> None:
    """Each level in a match with two of the level below it: clearly more than par."""
    games = {"normal": 300, "hard": 300, "expert": 300, "sage": 24}
    for lower, higher in pairwise(LEVELS):
        match = match_of([level_bot(higher), level_bot(lower), level_bot(lower)], seed=1)
        found = match_summary(match, run_match(match, games[higher], Processes(2)))
        assert found["bots"][0]["win_share"]["value"] > 0.4, higher


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_weaker_levels_build_wonders_and_contest_wars(level: str) -> None:
    """They err, but play the same game: as many stages and nearly as many shields as the net itself (2.5 and 4.2)."""
    stages = shields = cities = 0
    for seed in range(8):
        game = Game.new(players=3, seed=seed)
        play_through(game, [make_bot(level_bot(level), 3 * seed + seat) for seat in range(3)])
        cities += 3
        stages += sum(city.stages_built for city in game.cities)
        shields += sum(city.shields for city in game.cities)
    assert stages >= 2 * cities
    assert shields >= 3 * cities

"""The game passes OpenSpiel's own tests: random games, the API test, and a playthrough."""

import importlib
import sys
import unittest
from pathlib import Path
from typing import Any

import pytest

from heptapolis.env.agents import Agent

PLAYTHROUGH = Path(__file__).parents[1] / "games" / "openspiel-playthrough.txt"
"""Made by ``python -m open_spiel.python.examples.playthrough``, as OpenSpiel makes those of its own games."""

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]


@pytest.fixture
def pyspiel() -> Any:
    importlib.import_module("heptapolis.openspiel")
    return importlib.import_module("pyspiel")


@pytest.mark.parametrize("name", ["heptapolis(deals=20)", "heptapolis(players=2,expansions=leaders+cities,deals=5)"])
def test_random_games(pyspiel: Any, name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.usefixtures("pyspiel")
def test_openspiels_api_test() -> None:
    from absl import flags  # type: ignore[import-not-found,import-untyped,unused-ignore]

    checks = importlib.import_module("open_spiel.integration_tests.api_test")
    flags.FLAGS([sys.argv[0], "--test_only_games=^heptapolis$"])
    result = unittest.TestResult()
    checks.load_tests(unittest.defaultTestLoader, None, None).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures, result.errors + result.failures


@pytest.mark.usefixtures("pyspiel")
def test_playthrough_is_reproduced() -> None:
    from absl import flags

    flags.FLAGS(sys.argv[:1])
    playthroughs = importlib.import_module("open_spiel.python.algorithms.generate_playthrough")
    expected, found = playthroughs.replay(str(PLAYTHROUGH))
    assert found == expected


def test_information_states_are_what_a_player_has_seen(pyspiel: Any) -> None:
    game = pyspiel.load_game("heptapolis(deals=20)")
    one, two = game.new_initial_state(), game.new_initial_state()
    for state in (one, two):
        state.apply_action(4)
    assert one.information_state_string(1) == two.information_state_string(1)
    legal = [one.legal_actions(player) for player in range(3)]
    one.apply_actions([each[0] for each in legal])
    two.apply_actions([legal[0][-1], legal[1][0], legal[2][0]])
    assert one.information_state_string(0) != two.information_state_string(0), "its own choice differs"
    assert len(one.information_state_tensor(0)) == game.information_state_tensor_shape()[0]


def test_bots_act(pyspiel: Any) -> None:
    state = pyspiel.load_game("heptapolis(deals=20)").new_initial_state()
    state.apply_action(4)
    agent = Agent("sage", 1)
    while not state.is_terminal():
        state.apply_actions([agent.act(state, player) for player in range(3)])
    assert sum(state.returns()) == pytest.approx(0)

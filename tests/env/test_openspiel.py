"""The game passes OpenSpiel's own tests."""

import importlib

import pytest

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(600)]


@pytest.mark.parametrize("name", ["heptapolis(deals=20)", "heptapolis(players=2,expansions=leaders+cities,deals=5)"])
def test_random_games(name: str) -> None:
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("heptapolis.env.openspiel")
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_information_states_are_what_a_player_has_seen() -> None:
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("heptapolis.env.openspiel")
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

"""The environments pass the API checkers of their libraries and agree with the engine."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test  # type: ignore[import-untyped]

from bot_tables import all_tables, name_of
from engine_game import Game
from heptapolis.engine import InvalidOptions, Rng
from heptapolis.env import batched_env, env, parallel_env, single_env
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import WAIT, Coding, action_name, layout

KINDS = [
    {"players": 3},
    {"players": 2},
    {"players": 4, "mode": "teams", "expansions": ("leaders", "cities")},
    {"players": 3, "edition": "second"},
]


def quiet(check: Any, *arguments: Any, **options: Any) -> None:
    """Runs a checker and ignores its warnings about unusual but valid spaces."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(*arguments, **options)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_pettingzoo_aec_api(options: dict[str, Any]) -> None:
    quiet(api_test, env(**options), num_cycles=150)


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_pettingzoo_parallel_api(options: dict[str, Any]) -> None:
    quiet(parallel_api_test, parallel_env(**options), num_cycles=100)


def test_seed_determines_the_game() -> None:
    quiet(seed_test, env, num_cycles=60)


@pytest.mark.parametrize("bots", [("greedy", "random"), ("rules",)], ids=str)
def test_gymnasium_api(bots: tuple[str, ...]) -> None:
    quiet(check_env, single_env(bots=bots), skip_render_check=True)


@pytest.mark.parametrize("options", list(all_tables()), ids=name_of)
def test_every_legal_move_is_one_action(options: dict[str, Any]) -> None:
    """And every action of a mask is legal: the game is played by random actions, the engine checking each move."""
    game = Game.new(seed=21, **options)
    coding = Coding(game.table.rules, int(game.table.city_count))
    episode = Episode(coding, game.table, options["players"])
    rng = Rng(3)
    while not game.over:
        actions = []
        for player, seat in enumerate(episode.seats):
            legal = game.legal(player)
            if seat.city < 0:
                assert not legal
                actions.append(WAIT)
                continue
            assert seat.moves == [move for move in legal if move in seat.moves]
            assert len(set(seat.actions)) == len(seat.moves), "one action for each move, each payment included"
            assert all(0 < action < coding.actions for action in seat.actions)
            actions.append(seat.actions[rng.below(len(seat.actions))])
        episode.act(actions, 0)
    rank, win, margin = episode.results()
    assert sum(rank) == pytest.approx(0)
    assert sum(win) == pytest.approx(1)
    winners = game.winners()
    for player in range(options["players"]):
        assert (win[player] > 0) == (player in winners)
        assert (rank[player] == max(rank)) == (player in winners)
    assert max(margin) >= 0


def test_observations_do_not_show_what_others_hold_or_have_chosen() -> None:
    """Two tables that differ in a hidden hand look the same, and a choice of this turn changes nothing for others."""
    game, other = Game.new(seed=4), Game.new(seed=4)
    other.table.hands[1].reverse()
    other.table.hands[1][0] = other.table.hands[2][0]
    coding = Coding(game.table.rules, 3)
    seen = [bytearray(int(coding.size)) for _ in range(3)]
    coding.observe(seen[0], 0, game.table, 0, 0, [])
    coding.observe(seen[1], 0, other.table, 0, 0, [])
    game.play(1, game.legal(1)[0])
    coding.observe(seen[2], 0, game.table, 0, 0, [])
    assert seen[0] == seen[1] == seen[2]


def test_observation_matches_its_layout() -> None:
    game = Game.new(seed=4)
    coding = Coding(game.table.rules, 3)
    fields = layout(coding)
    starts = [start for _, start, _ in fields]
    assert starts == sorted(starts)
    assert all(start + size == following for (_, start, size), following in zip(fields, starts[1:], strict=False))
    assert fields[-1][1] + fields[-1][2] == coding.size, "every byte has its line"
    seen = bytearray(int(coding.size))
    coding.observe(seen, 0, game.table, 1, 1, [])
    where = {name: (start, size) for name, start, size in fields}
    start, size = where["own hand: copies of each structure"]
    held = [card.name for card in game.table.rules.structures for _ in range(seen[start + card.index])]
    assert sorted(held) == sorted(card.name for card in game.table.hands[1])
    assert seen[where["own city: coins"][0]] == game.table.cities[1].coins
    start, size = where["city 1 to the left: board"]
    assert game.table.rules.boards[list(seen[start : start + size]).index(1)].wonder == game.table.cities[2].side.wonder


def test_actions_have_names() -> None:
    game = Game.new(seed=4)
    coding = Coding(game.table.rules, 3)
    moves = game.legal(0)
    for action, move in zip(coding.actions_of(moves), moves, strict=True):
        assert move.card is not None
        assert action_name(coding, action).startswith(f"{move.action} {move.card.name}")
    assert action_name(coding, WAIT) == "wait"


def test_a_batch_plays_the_same_games_as_one_table() -> None:
    """Rewards, masks and observations of batched games are those of single episodes played with the same actions."""
    games = batched_env(5, players=3, seed=9, reward="margin")
    finished = 0
    for _ in range(60):
        actions = games.random_actions()
        assert np.take_along_axis(games.masks, actions[:, :, None], axis=2).all()
        step = games.step(actions)
        finished += int(step.done.sum())
        assert (step.rewards[~step.done] == 0).all()
        for game in np.flatnonzero(step.done):
            assert step.rewards[game].max() >= 0
        for number, episode in enumerate(games._batch.episodes):
            seen = bytearray(3 * int(games.coding.size))
            episode.observe(seen, 0)
            assert bytes(seen) == step.observations[number].tobytes()
    assert finished >= 10


def test_an_illegal_action_changes_nothing() -> None:
    games = batched_env(2, seed=1)
    before = games.observations.copy()
    actions = games.random_actions()
    actions[1, 2] = WAIT
    with pytest.raises(ValueError, match="game 1, seat 2"):
        games.step(actions)
    assert (games.observations == before).all()
    table = parallel_env()
    table.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0"):
        table.step(dict.fromkeys(table.agents, WAIT))


def test_illegal_action_ends_the_game() -> None:
    game = single_env()
    game.reset(seed=1)
    _, reward, ended, _, info = game.step(np.int64(WAIT))
    assert (reward, ended, info["illegal"]) == (-1.0, True, True)


def test_invalid_options_are_refused() -> None:
    for options in ({"players": 9}, {"reward": "fame"}, {"players": 3, "mode": "teams"}):
        with pytest.raises(InvalidOptions):
            parallel_env(**options)
    with pytest.raises(InvalidOptions):
        single_env(seat=3)

"""The environments pass the API checkers of their libraries and agree with the engine."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test  # type: ignore[import-untyped]

from bot_tables import all_tables, name_of
from engine_game import Game
from heptapolis.bots.playouts.heuristics import candidates
from heptapolis.engine import InvalidOptions, Rng
from heptapolis.env import batched_env, env, parallel_env, single_env
from heptapolis.env.encoding.batch import Episode
from heptapolis.env.encoding.codec import OBSERVATIONS, WAIT, Coding
from heptapolis.env.encoding.observer import Observer
from heptapolis.env.kind import Kind
from heptapolis.env.names import action_name

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
    coding = Coding(game.table.rules, int(game.table.city_count), "all")
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


@pytest.mark.parametrize("options", list(all_tables()), ids=name_of)
def test_cheapest_payments_have_one_action_each(options: dict[str, Any]) -> None:
    """The quick list of actions and the moves made from them are those of the engine's list of moves."""
    game = Game.new(seed=22, **options)
    coding = Coding(game.table.rules, int(game.table.city_count), "cheapest")
    episode = Episode(coding, game.table, options["players"])
    rng = Rng(3)
    while not game.over:
        actions = []
        for player, seat in enumerate(episode.seats):
            if seat.city < 0:
                actions.append(WAIT)
                continue
            legal = game.table.phase.moves(game.table, seat.city)
            expected = candidates(legal)
            assert seat.actions == coding.actions_of(expected)
            for action, move in zip(seat.actions, expected, strict=True):
                if seat.actions.index(action) == expected.index(move):  # a second power shares the action of the first
                    assert episode.move(player, action) == move
            assert {int(coding.action_of(move, legal)) for move in legal} == set(seat.actions)
            actions.append(seat.actions[rng.below(len(seat.actions))])
        episode.act(actions, 0)


def observed(table: Any, player: int) -> bytearray:
    coding = Coding(table.rules, int(table.city_count))
    observer = Observer(coding)
    observer.update(table)
    seen = bytearray(int(coding.size))
    hand = [int(card.index) for card in table.hands[player]]
    observer.write(seen, 0, table, player, player, bytearray(int(coding.structures)), hand)
    return seen


def test_observations_do_not_show_what_others_hold_or_have_chosen() -> None:
    """Two tables that differ in a hidden hand look the same, and a choice of this turn changes nothing for others."""
    game, other = Game.new(seed=4), Game.new(seed=4)
    other.table.hands[1].reverse()
    other.table.hands[1][0] = other.table.hands[2][0]
    seen = [observed(game.table, 0), observed(other.table, 0)]
    game.play(1, game.legal(1)[0])
    assert seen[0] == seen[1] == observed(game.table, 0)


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("expansions", [(), ("leaders", "cities")], ids=str)
def test_every_number_has_its_field_and_name(observation: str, expansions: tuple[str, ...]) -> None:
    kind = Kind(players=3, observation=observation, expansions=expansions)
    starts = [field.start for field in kind.fields]
    assert starts == sorted(starts)
    ends = [field.start + field.size for field in kind.fields]
    assert ends == [*starts[1:], kind.size], "no byte without a field"
    assert len(kind.observation_names) == len(set(kind.observation_names)) == kind.size
    assert len(kind.scales) == kind.size and kind.scales.min() >= 1
    names = [kind.action_name(action) for action in range(kind.actions)]
    assert len(set(names)) == kind.actions
    with pytest.raises(IndexError):
        kind.action_name(kind.actions)


def test_observation_matches_its_layout() -> None:
    game = Game.new(seed=4)
    kind = Kind(players=3)
    seen = np.frombuffer(observed(game.table, 1), np.uint8)
    where = {field.name: field for field in kind.fields}
    hand = where["own hand"]
    held = [card.name for card in game.table.rules.structures for _ in range(seen[hand.start + card.index])]
    assert sorted(held) == sorted(card.name for card in game.table.hands[1])
    assert seen[where["own city: coins"].start] == game.table.cities[1].coins
    described = kind.describe(seen)
    assert described[f"city 1 to the left: board: {game.table.cities[2].side.wonder}"] == 1
    assert described["own city: coins"] == game.table.cities[1].coins


def test_the_information_state_holds_what_a_seat_remembers() -> None:
    """The cards it passed on, who built when, and its own face-down cards."""
    game = Game.new(seed=4)
    kind = Kind(players=3, observation="information")
    passed = [card.name for card in game.table.hands[0]]
    for player in range(3):
        legal = game.legal(player)
        action = "discard" if player == 0 else "build"
        game.play(player, next(move for move in legal if move.action == action))
    episode = Episode(kind.coding, game.table, 3)
    described = kind.describe(kind.observe(episode, 0)["observation"])
    revealed = game.table.played[0]
    assert revealed[0] is not None and revealed[0].card is not None
    passed.remove(revealed[0].card.name)
    left = "city 1 to the left"
    assert [name for name in described if name.startswith(f"{left}: cards that its hand may hold")] == [
        f"{left}: cards that its hand may hold: {card.name}"
        for card in game.table.rules.structures
        if card.name in passed
    ]
    assert described[f"cards known to lie in the discard pile: {revealed[0].card.name}"] == 1
    assert revealed[1] is not None and revealed[1].card is not None
    assert described[f"{left}: turn of this age in which it built: {revealed[1].card.name}"] == 1
    assert described["own city: turns in which it discarded: 1"] == 1


def test_perfect_information_shows_every_hand() -> None:
    kind = Kind(players=3, observation="perfect")
    episode = kind.new_episode(3)
    while not episode.table.phase.is_turn:
        episode.act([seat.actions[0] for seat in episode.seats], 0)
    described = kind.describe(kind.observe(episode, 0)["observation"])
    for card in episode.table.hands[2]:
        assert described[f"city 2 to the left: hand: {card.name}"] >= 1


def test_actions_have_names() -> None:
    game = Game.new(seed=4)
    coding = Coding(game.table.rules, 3, "all")
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
            seen = bytearray(3 * games.kind.size)
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
    for options in (
        {"players": 9},
        {"reward": "fame"},
        {"players": 3, "mode": "teams"},
        {"payments": "some"},
        {"observation": "all"},
        {"dtype": "int8"},
        {"render_mode": "human"},
    ):
        with pytest.raises(InvalidOptions):
            parallel_env(**options)
    with pytest.raises(InvalidOptions):
        single_env(seat=3)

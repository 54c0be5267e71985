"""What learners' libraries expect of the environments: masks, registration, vectors, rendering, copies, rewards."""

import copy
import pickle
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest

from heptapolis.engine import Rng
from heptapolis.env import batched_env, env, parallel_env, single_env, vector_env
from heptapolis.env.agents import Agent
from heptapolis.env.encoding import buffers
from heptapolis.env.rewards import Outcome


def random_actions(table: Any, observations: dict[str, Any]) -> dict[str, int]:
    return {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in observations.items()}


def test_masks_are_where_learners_look_for_them() -> None:
    table = single_env(bots=("random", "random"), flat=True, dtype="float32")
    seen, info = table.reset(seed=3)
    assert seen.dtype == np.float32 and seen.max() <= 13, "scaled: at most 255 by 20"
    assert table.observation_space.contains(seen)
    ended = False
    while not ended:
        masks = table.action_masks()
        assert (masks == info["action_mask"].astype(bool)).all() and masks.any()
        seen, reward, ended, _, info = table.step(np.int64(np.flatnonzero(masks)[0]))
    assert info["score"]["total"] > 0


def test_gymnasium_knows_the_table() -> None:
    table = gymnasium.make("heptapolis/Table-v1", bots=("random", "random"), seat=1)
    _, info = table.reset(seed=1)
    assert info["seat"] == 1
    many = gymnasium.make_vec("heptapolis/Table-v1", num_envs=6, vectorization_mode="vector_entry_point")
    assert many.reset(seed=1)[0].shape[0] == 6


def test_vector_env() -> None:
    many = vector_env(12, players=3, dtype="float32")
    seen, info = many.reset(seed=5)
    assert many.observation_space.contains(seen)
    random = np.random.default_rng(1)
    ended = np.zeros(12, bool)
    rewards = np.zeros(12)
    for _ in range(40):
        actions = (random.random(info["action_mask"].shape) * info["action_mask"]).argmax(1)
        seen, rewards, ended, cut, info = many.step(actions)
        if ended.any():
            break
    assert ended.reshape(4, 3).all(1).any() and not cut.any()
    assert rewards[ended].sum() == pytest.approx(0), "places of whole tables"
    again, _ = many.reset(seed=5)
    assert (again == vector_env(12, players=3, dtype="float32").reset(seed=5)[0]).all()
    with pytest.raises(ValueError, match="multiple of the 3 players"):
        vector_env(4)


@pytest.mark.parametrize("observation", ["table", "information"])
def test_tables_copy_and_pickle(observation: str) -> None:
    table = parallel_env(players=3, observation=observation)
    observations, _ = table.reset(seed=2)
    for _ in range(5):
        observations = table.step(random_actions(table, observations))[0]
    saved = table.get_state()
    twins = [copy.deepcopy(table), pickle.loads(pickle.dumps(table)), table.clone()]
    for _ in range(30):
        actions = random_actions(table, observations)
        step = table.step(actions)
        for twin in twins:
            assert same(twin.step(actions)[0], step[0])
        observations = step[0]
        if not table.agents:
            break
    assert not table.agents
    before = table.set_state(pickle.loads(pickle.dumps(saved)))
    assert same(before, table.set_state(saved)) and table.agents


def same(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return all((one[agent][key] == two[agent][key]).all() for agent in one for key in one[agent])


def test_single_and_batched_games_copy_and_pickle() -> None:
    alone = single_env(bots=("greedy", "random"))
    alone.reset(seed=4)
    state = alone.state()
    twin = pickle.loads(pickle.dumps(alone))
    clone = alone.clone()
    for _ in range(5):
        action = np.int64(np.flatnonzero(alone.action_masks())[0])
        seen = alone.step(action)[0]["observation"]
        assert (seen == twin.step(action)[0]["observation"]).all()
        assert (seen == clone.step(action)[0]["observation"]).all()
    assert alone.set_state(state)["observation"].shape == seen.shape
    many = batched_env(3, seed=8)
    other = pickle.loads(pickle.dumps(many))
    later = many.state()
    for _ in range(25):  # beyond the end of a game: the next deals are the same too
        actions = many.random_actions()
        assert (actions == other.random_actions()).all()
        assert (many.step(actions).observations == other.step(actions).observations).all()
    many.set_state(later)
    assert (many.observations == batched_env(3, seed=8).observations).all()
    many.reset()
    assert (many.observations != batched_env(3, seed=8).observations).any()


def test_tables_are_drawn() -> None:
    for mode in ("ansi", "svg"):
        table = parallel_env(render_mode=mode)
        observations, _ = table.reset(seed=1)
        for _ in range(4):
            observations = table.step(random_actions(table, observations))[0]
        drawn = table.render()
        assert table.episode is not None and drawn is not None
        for city in table.episode.table.cities:
            assert city.side.wonder in drawn
            assert all(card.name in drawn for card in city.structures)
        if mode == "svg":
            assert ElementTree.fromstring(drawn).tag.endswith("svg")
    alone = single_env(render_mode="ansi")
    alone.reset(seed=1)
    assert "Age 1" in (alone.render() or "")


def points(result: Outcome) -> list[float]:
    return [score["total"] / 100 for score in result.scores]


def test_rewards_of_the_caller() -> None:
    games = batched_env(4, seed=2, reward=points)
    ended = 0
    while not ended:
        step = games.step(games.random_actions())
        ended = int(step.done.sum())
    assert (step.rewards[step.done] > 0.05).all() and (step.rewards[~step.done] == 0).all()
    short = batched_env(1, seed=2, reward=lambda result: [1.0])
    with pytest.raises(ValueError, match="1 numbers for 3 players"):
        while True:
            short.step(short.random_actions())


@pytest.mark.parametrize("name", ["greedy", "sage"])
def test_bots_act_in_every_environment(name: str) -> None:
    """Only sides and a first card: sage without its compiled net takes its time."""
    agent = Agent(name, 1)
    many = batched_env(1, seed=1)
    for _ in range(2):
        actions = many.random_actions()
        actions[:, 1] = agent.act(many, 1)
        many.step(actions)
    alone = gymnasium.make("heptapolis/Table-v1", bots=(name, "random"))
    _, info = alone.reset(seed=1)
    action = agent.act(alone)
    assert info["action_mask"][action]
    assert "illegal" not in alone.step(action)[4]
    table = parallel_env()
    observations, _ = table.reset(seed=1)
    assert observations["seat_1"]["action_mask"][agent.act(table, "seat_1")]
    assert agent.act(table, 1) == agent.act(table, "seat_1")
    turns = env()
    turns.reset(seed=1)
    for _ in range(2):
        seen = turns.observe(turns.agent_selection)
        action = agent.act(turns)
        assert seen["action_mask"][action]
        turns.step(action)
    seats = vector_env(6)
    _, info = seats.reset(seed=1)
    for game, chosen in enumerate(agent.act(seats, 2)):
        assert info["action_mask"][game * 3 + 2][chosen]


def test_agents_play_whole_games() -> None:
    """Every seat of an AEC environment in three lines, and a learner's seat in another three."""
    agent = Agent("greedy", 1)
    turns = env(players=3)
    turns.reset(seed=1)
    for _ in turns.agent_iter():
        turns.step(agent.act(turns))
    assert not turns.agents
    alone = single_env(bots=("random", "random"))
    alone.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, info = alone.step(agent.act(alone))
    assert info["score"]["total"] > 0 and "illegal" not in info


def test_agents_need_a_game_and_a_seat() -> None:
    agent = Agent("greedy")
    with pytest.raises(TypeError, match="no running game"):
        agent.act(single_env())
    table = parallel_env()
    table.reset(seed=1)
    with pytest.raises(TypeError, match="name the seat"):
        agent.act(table)


def test_fast_writes_equal_the_plain_ones() -> None:
    """The C module and its twin write the same bytes and refuse the same places."""
    rng = Rng(5)
    for _ in range(200):
        numbers = [int(rng.below(400)) - 60 for _ in range(rng.below(6))]
        places = [int(rng.below(9)) for _ in range(rng.below(6))]
        at = int(rng.below(12)) - 1
        cities, seen = bytearray(range(1, 7)), bytearray(b"\1\2")
        calls: list[tuple[str, tuple[Any, ...]]] = [
            ("put", (at, numbers)),
            ("put_packed", (at, *(int(rng.below(1 << 28)) for _ in range(3)))),
            ("mark", (at, places)),
            ("mask", (at, int(rng.below(12)), places)),
            ("observe", (at, numbers, 5, places[:2], 2, seen, 14, cities, int(rng.below(7)))),
        ]
        for name, arguments in calls:
            found = []
            for prefix in ("", "plain_"):
                buffer = bytearray(b"x" * 30 if name in ("observe", "put_packed") else b"x" * 14)
                try:
                    getattr(buffers, prefix + name)(buffer, *arguments)
                    found.append(bytes(buffer))
                except IndexError:
                    found.append(b"")
            assert found[0] == found[1], (name, arguments)


@pytest.mark.once
def test_the_examples_of_the_guide_run() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    examples = re.findall(r"(?<!-->\n)```python\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    exec("\n".join(examples), {})

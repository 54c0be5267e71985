"""Copies and pickles: equal field by field, independent, and with the same continuation."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from engine.states import COMBINATIONS, new_game, play_out, random_step, state
from engine_game import Game
from heptapolis.engine import IllegalMove, InvalidOptions, Move, Reason, Rng, Score, rules_for
from heptapolis.engine.city import City
from heptapolis.engine.field_lists import CITY_FIELDS, TABLE_FIELDS
from heptapolis.engine.moves import BUILD
from heptapolis.engine.table import Table

GENERATOR = Path(__file__).parents[2] / "tools" / "generate_fields.py"
EVERYTHING = ("first", ("leaders", "cities", "manneken-pis"), "standard", 5)


def midway(combination: tuple[str, tuple[str, ...], str, int] = EVERYTHING, steps: int = 70, seed: int = 5) -> Game:
    """A game after some random decisions."""
    game = new_game(combination, seed)
    rng = Rng(seed, 1)
    for _ in range(steps):
        random_step(game, rng)
    return game


def other_value(value: object, number: int) -> object:
    """A value of the same kind that no fresh object has."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return 1000 + number
    if isinstance(value, str):
        return f"word {number}"
    if isinstance(value, tuple):
        return (number,)
    if isinstance(value, list):
        return [*value, *value]
    if isinstance(value, dict):
        return {"a key": number}
    return value


def test_generated_code_is_up_to_date() -> None:
    """Copies, views and field lists match the declared fields."""
    done = subprocess.run(
        [sys.executable, GENERATOR, "--check"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_field_lists_match_the_objects() -> None:
    """The field lists match the fields of the objects, compiled or not."""
    table = midway().table
    for thing, fields in ((table, TABLE_FIELDS), (table.cities[0], CITY_FIELDS), (table.copy(), TABLE_FIELDS)):
        compiled = [name for each in type(thing).__mro__ for name in getattr(each, "__mypyc_attrs__", ())]
        declared = [name for each in type(thing).__mro__ for name in getattr(each, "__annotations__", ())]
        assert sorted(set(compiled or declared)) == sorted(fields)
        assert all(hasattr(thing, name) for name in fields)


def test_city_copy_has_every_field() -> None:
    """Sets every field to a different value and compares the copy."""
    city = City(rules_for("first").boards[0].sides[0], [rules_for("first").cards[3]])
    city.copied_leader = rules_for("first").cards[5]
    for number, name in enumerate(CITY_FIELDS):
        setattr(city, name, other_value(getattr(city, name), number))
    twin = city.copy()
    for name in CITY_FIELDS:
        assert getattr(twin, name) == getattr(city, name), name
    assert twin.structures is not city.structures


def test_table_copy_has_every_field() -> None:
    """The same for the table."""
    table = midway().table
    for number, name in enumerate(TABLE_FIELDS):
        if name not in ("cities", "schedule", "rules", "mode", "phase", "nothing_chosen"):
            setattr(table, name, other_value(getattr(table, name), number))
    twin = table.copy()
    before, after = state(table), state(twin)
    for name in TABLE_FIELDS:
        if name not in ("city_count", "everybody"):  # these follow from the cities
            assert after[name] == before[name], name
    for name in ("hands", "discard", "chosen", "buried", "leader_hands", "draft_hands", "played", "cities", "marks"):
        assert getattr(twin, name) is not getattr(table, name), name


@pytest.mark.parametrize("combination", COMBINATIONS[::7], ids=str)
def test_a_copy_plays_to_the_same_end(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    """Moves in one do not affect the other."""
    for steps in (0, 7, 40):
        game = midway(combination, steps)
        twin = game.copy()
        before = state(game.table)
        assert state(twin.table) == before
        play_out(twin, Rng(11))
        assert state(game.table) == before
        play_out(game, Rng(11))
        assert state(game.table) == state(twin.table)
        assert game.scores() == twin.scores()


def test_copies_at_every_step() -> None:
    """A copy is equal in every phase, also with unrevealed choices."""
    game = midway(steps=0)
    rng = Rng(8)
    phases = set()
    while not game.over:
        phases.add(game.phase)
        assert state(game.copy().table) == state(game.table)
        random_step(game, rng)
    assert {"draft", "recruit", "play", "debt"} <= phases


@pytest.mark.parametrize("combination", COMBINATIONS[::9], ids=str)
@pytest.mark.parametrize("way", ["pickle", "deepcopy", "copy"])
def test_tables_can_be_pickled(combination: tuple[str, tuple[str, ...], str, int], way: str) -> None:
    """Pickled and deep-copied tables are equal, use the very same cards and boards, and play to the same end."""
    for steps in (1, 23, 44):
        game = midway(combination, steps)
        ways = {"pickle": lambda table: pickle.loads(pickle.dumps(table)), "deepcopy": copy.deepcopy, "copy": copy.copy}
        twin = Game(ways[way](game.table))
        assert isinstance(twin.table, Table)
        assert state(twin.table) == state(game.table)
        assert twin.table.rules is game.table.rules
        assert twin.table.phase is game.table.phase
        for one, other in zip(game.table.cities, twin.table.cities, strict=True):
            assert one.side is other.side
            assert all(a is b for a, b in zip(one.structures, other.structures, strict=True))
            assert all(
                a is b for a, b in zip((*one.powers, *one.rewards), (*other.powers, *other.rewards), strict=True)
            )
        before = state(game.table)
        play_out(twin, Rng(4))
        assert state(game.table) == before
        play_out(game, Rng(4))
        assert state(twin.table) == state(game.table)


def test_small_values_can_be_pickled() -> None:
    """Moves, scores, reasons and errors pickle to equal values; cards to themselves."""
    game = midway()
    decision = game.pending[0]
    for move in game.legal(decision.player):
        again = pickle.loads(pickle.dumps(move))
        assert again == move
        assert repr(again) == repr(move)
        assert (again.bought_from, again.chained) == (move.bought_from, move.chained)
        assert again.card is move.card
        assert hash(again) == hash(move)
        assert copy.deepcopy(move) == move
    score = game.scores()[1]
    assert pickle.loads(pickle.dumps(score)) == score
    reason = Reason("move/illegal", "coins-short", {"needed": 3, "coins": 1})
    assert pickle.loads(pickle.dumps(reason)) == reason
    for error in (IllegalMove("move/illegal", "a sentence"), InvalidOptions("rules/combination", "another")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (again.code, again.message) == (error.code, error.message)
    for box in ((), ("cities", "leaders")):
        for card in rules_for("first", box).cards:
            assert pickle.loads(pickle.dumps(card)) is card
            assert copy.deepcopy(card) is card


def test_random_generator_can_be_pickled() -> None:
    """The generator continues with the same numbers."""
    rng = Rng(77)
    rng.word()
    first, second = rng.copy(), pickle.loads(pickle.dumps(rng))
    assert [first.below(1000) for _ in range(50)] == [second.below(1000) for _ in range(50)]


def test_values_are_immutable() -> None:
    """What leaves the engine is frozen."""
    move = Move(BUILD, rules_for("first").cards[0])
    for thing, name in ((move, "left"), (Score(0), "seat")):
        with pytest.raises(AttributeError):
            setattr(thing, name, 3)
    assert isinstance(midway().table, Table)

"""Positions round-trip to the same decisions and the same continuation, in every phase of every box."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heptapolis import Decision, Game
from heptapolis.library.internals import table_of
from heptapolis.record import read_move, write_move, write_pending
from heptapolis.record.moves import plain_move
from record.boxes import allowed_tables, chosen_by, new_game, random_move

pytestmark = pytest.mark.once

TABLES = allowed_tables()


def assert_same(game: Game, other: Game) -> None:
    assert other.position() == game.position()
    assert write_pending(table_of(other)) == write_pending(table_of(game))
    assert [decision.moves for decision in other.pending] == [decision.moves for decision in game.pending]


def read_decision(game: Game, city: int) -> Decision:
    return next(decision for decision in game.pending if decision.city == city)


def follow(game: Game, seed: int) -> Counter[str]:
    """Plays a game to its end, writes and reads it at each decision, and sometimes continues with the copy."""
    rng = random.Random(seed)
    phases: Counter[str] = Counter()
    while not game.over:
        phases[game.phase] += 1
        read = Game.from_position(json.dumps(game.position()))
        assert_same(game, read)
        decision, move = random_move(game, rng)
        written = write_move(decision.player, chosen_by(game, decision, move), table_of(game))
        player, city, found = read_move(table_of(read), written)
        assert (player, city, plain_move(found)) == (decision.player, decision.city, move)
        game.play(decision, move)
        read.play(read_decision(read, city), move)
        assert_same(game, read)
        if rng.random() < 0.5:
            game = read
    read = Game.from_position(game.position())
    assert_same(game, read)
    assert read.scores() == game.scores()
    assert read.winners() == game.winners()
    return phases


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("mode", ["standard", "teams", "free-city"])
@settings(max_examples=settings().max_examples // 4)  # each example is a whole game
@given(st.data(), st.integers(0, 2**128 - 1))
def test_every_moment_reads_back(mode: str, data: st.DataObject, seed: int) -> None:
    table = data.draw(st.sampled_from([table for table in TABLES if table[2] == mode]))
    follow(new_game(table, seed), seed)


# Boards and boxes that reach rare phases soon, and the phases that must occur.
BUSY = ("Halicarnassus", "Babylon", "Rome", "Manneken Pis", "Olympia", "Petra")
RARE = {"draft", "recruit", "play", "last-card", "dig", "copy", "debt"}


@pytest.mark.parametrize("mode", ["standard", "teams", "free-city"])
def test_rare_phases_round_trip(mode: str) -> None:
    """A dig after a last card, an extra recruitment after a dig, a debt after both: each is met and read back."""
    boxes = ("leaders", "cities", "manneken-pis")
    met: Counter[str] = Counter()
    for seed in range(12):
        rng = random.Random(seed)
        players = 2 if mode == "free-city" else 4
        boards = rng.sample(BUSY, players + (mode == "free-city"))
        sides = ["A" if board == "Manneken Pis" else rng.choice("BBBA") for board in boards]
        met += follow(Game.new(players, "first", boxes, mode, seed, boards, sides), seed)
    assert set(met) == RARE


def test_side_phase_round_trips() -> None:
    game = Game.new(3, "second", seed=5)
    assert game.phase == "side"
    assert "side" not in json.dumps(game.position()["seats"])
    assert_same(game, Game.from_position(game.position()))


def test_whole_games_through_documents() -> None:
    """A whole game in which nothing but the printed document is carried from one decision to the next."""
    rng = random.Random(8)
    game = new_game(("first", ("leaders", "cities"), "standard", 5), 8)
    document = game.position()
    while not game.over:
        game = Game.from_position(document)
        game.play(*random_move(game, rng))
        document = game.position()
    assert game.age == 3
    assert all(score.total for score in game.scores())


@pytest.mark.parametrize("card", ["Palace", "Workers Guild"])
def test_surplus_copies_round_trip(card: str) -> None:
    """A later age is dealt in full, also after a position that already shows its cards; what comes of it reads back."""
    seats = [
        {"wonder": "Rhodes", "side": "A", "hand": ["Quarry", "Temple"]},
        {"wonder": "Giza", "side": "A", "hand": ["Loom", "Statue"]},
        {"wonder": "Babylon", "side": "A", "hand": ["Press", "Library"]},
    ]
    copies = 2 if card == "Palace" else 1
    met = set()
    for seed in range(6):
        position: dict[str, object] = {
            "format": "heptapolis-position/1",
            "edition": "first",
            "age": 2,
            "seats": seats,
            "discard": [card] * copies,
            "seed": seed,
        }
        game = Game.from_position(position)
        for decision in game.pending:
            game.play(decision, decision.moves[-1])
        document = game.position()
        met.add("surplus" in document)
        assert_same(game, Game.from_position(document))
    assert True in met

"""Whatever is written reads back to the same decisions and the same future, in every phase of every box."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heptapolis.engine import Game
from heptapolis.record import read_move, read_position, write_move, write_pending, write_position
from record.boxes import allowed_tables, new_game, random_move

TABLES = allowed_tables()


def assert_same(game: Game, other: Game) -> None:
    assert write_position(other) == write_position(game)
    assert write_pending(other) == write_pending(game)
    for player in range(int(game.table.city_count)):
        assert other.legal(player) == game.legal(player)


def follow(game: Game, seed: int) -> Counter[str]:
    """Plays a game to its end; at each decision it is written and read, and now and then goes on as it was read."""
    rng = random.Random(seed)
    phases: Counter[str] = Counter()
    while not game.over:
        phases[game.phase] += 1
        read = read_position(json.loads(json.dumps(write_position(game))))
        assert_same(game, read)
        player, move = random_move(game, rng)
        written = write_move(player, move, game.table)
        assert read_move(read, written) == (player, move)
        game.play(player, move)
        read.play(player, move)
        assert_same(game, read)
        if rng.random() < 0.5:
            game = read
    read = read_position(write_position(game))
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


# Boards and boxes with which the rare phases come soon, and what must be met on the way.
BUSY = ("Halicarnassus", "Babylon", "Rome", "Manneken Pis", "Olympia", "Petra")
RARE = {"draft", "recruit", "play", "last-card", "dig", "copy", "debt"}


@pytest.mark.parametrize("mode", ["standard", "teams", "free-city"])
def test_the_rare_phases_read_back(mode: str) -> None:
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


def test_side_reads_back() -> None:
    game = Game.new(3, "second", seed=5)
    assert game.phase == "side"
    assert "side" not in json.dumps(write_position(game)["seats"])
    assert_same(game, read_position(write_position(game)))


def test_a_long_way_by_documents_alone() -> None:
    """A whole game in which nothing but the printed document is carried from one decision to the next."""
    rng = random.Random(8)
    game = new_game(("first", ("leaders", "cities"), "standard", 5), 8)
    document = write_position(game)
    while not game.over:
        game = read_position(document)
        player, move = random_move(game, rng)
        game.play(player, move)
        document = write_position(game)
    assert game.age == 3
    assert all(score.total for score in game.scores())


@pytest.mark.parametrize("card", ["Palace", "Workers Guild"])
def test_copies_beyond_the_box_read_back(card: str) -> None:
    """A later age is dealt in full, also after a position that already shows its cards; what comes of it reads back."""
    seats = [
        {"wonder": "Rhodes", "side": "A", "hand": ["Quarry", "Temple"]},
        {"wonder": "Giza", "side": "A", "hand": ["Loom", "Statue"]},
        {"wonder": "Babylon", "side": "A", "hand": ["Press", "Library"]},
    ]
    copies = 2 if card == "Palace" else 1
    met = set()
    for seed in range(6):
        position = {
            "format": "heptapolis-position/1",
            "edition": "first",
            "age": 2,
            "seats": seats,
            "discard": [card] * copies,
            "seed": seed,
        }
        game = read_position(position)
        for player in range(3):
            game.play(player, game.legal(player)[-1])
        document = write_position(game)
        met.add("surplus" in document)
        assert_same(game, read_position(document))
    assert True in met

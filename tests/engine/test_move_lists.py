"""Number and order of legal moves in fixed positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.states import new_game
from engine_game import Game
from heptapolis.engine import Rng
from tables import a_city, a_table, offered

LISTS = Path(__file__).parent / "move_lists.json"


def positions() -> dict[str, Game]:
    """Fixed positions, each with much to choose from."""
    rich = "Clay Pool, Timber Yard, Loom"
    return {
        "two sellers": a_table(
            a_city("Rhodes A", hand="Palace, Library, Temple, Stables, Forum", coins=12),
            a_city("Giza A", built="Lumber Yard, Clay Pit, Glassworks"),
            a_city("Ephesus B", built="Quarry, Tree Farm, Loom, Glassworks"),
            age=2,
            turn=3,
        ),
        "discounts": a_table(
            a_city(
                "Olympia B",
                stages=1,
                built="Marketplace, East Trading Post",
                hand="Palace, University, Town Hall",
                coins=9,
            ),
            a_city("Giza A", built=rich),
            a_city("Alexandria B", built="Ore Vein, Stone Pit, Press"),
            age=3,
        ),
        "powers": a_table(
            a_city(
                "Olympia A", stages=2, leaders="Caligula, Leonidas", hand="Capitol, Walls, Altar, Lair, Senate", coins=5
            ),
            a_city("Rhodes A", built=rich),
            a_city("Alexandria A", built="Ore Vein"),
            boxes=("leaders", "cities"),
            age=2,
        ),
        "docks and bank": a_table(
            a_city(
                "Giza A",
                leaders="Bilkis, Hammurabi",
                built="Clandestine Dock West, Clandestine Dock East, Secret Warehouse",
                hand="Palace, Temple, Pantheon",
                coins=7,
            ),
            a_city("Rhodes A", built=rich),
            a_city("Alexandria A", built="Ore Vein, Clay Pool, Press"),
            boxes=("leaders", "cities"),
            age=3,
        ),
        "second edition": a_table(
            a_city(
                "Olympia day", stages=2, hand="Palace, Castrum, Ludus, Gardens, Workers Guild", built="Theater", coins=6
            ),
            a_city("Giza night", built=rich),
            a_city("Babylon night", built="Ore Vein, Press"),
            edition="second",
            age=3,
        ),
        "recruiting": a_table(
            a_city("Rome B", built="Lumber Yard", leader_hand="Solomon, Plato, Nero", coins=4),
            a_city("Giza A", built="Clay Pool", leader_hand="Midas"),
            a_city("Babylon A", leader_hand="Varro"),
            boxes=("leaders",),
            phase="recruit",
        ),
        "manneken": a_table(
            a_city(
                "Manneken Pis A", stages=2, copied=[0, 1], built="Quarry, Foundry, Glassworks", hand="Altar", coins=8
            ),
            a_city("Giza A", built=rich),
            a_city("Halicarnassus B", built="Ore Vein, Press"),
            boxes=("manneken-pis",),
            turn=5,
        ),
    }


def lists() -> dict[str, list[str]]:
    return {name: offered(game, 0) for name, game in positions().items()}


def test_the_order_of_moves() -> None:
    """Position contract, Commands: a fixed order. ``PYTHONPATH=tests python -m engine.test_move_lists`` writes it."""
    assert lists() == json.loads(LISTS.read_text(encoding="utf-8"))


def perft(game: Game, turns: int) -> int:
    """The number of ways in which the next decisions of the whole table can go."""
    if turns == 0 or game.over:
        return 1
    pending = game.pending
    left = turns - 1 if len(pending) == 1 else turns  # the last one to choose ends the decision
    total = 0
    for move in game.legal(pending[0].player):
        after = game.copy()
        after.play(pending[0].player, move)
        total += perft(after, left)
    return total


@pytest.mark.parametrize(
    ("combination", "seed", "expected"),
    [
        (("first", (), "standard", 3), 1, 60),
        (("second", (), "standard", 3), 2, 441),
        (("first", (), "free-city", 2), 3, 52),
        (("first", ("cities",), "standard", 3), 4, 36),
    ],
)
def test_counts_of_the_last_turn(combination: tuple[str, tuple[str, ...], str, int], seed: int, expected: int) -> None:
    """All ways in which the last turn of an age can go, after a random game up to it."""
    game = last_turn(combination, seed)
    assert perft(game, 1) == expected


def last_turn(combination: tuple[str, tuple[str, ...], str, int], seed: int) -> Game:
    """A random game at the start of the last turn of its second age."""
    game = new_game(combination, seed)
    rng = Rng(seed, 5)
    while not (game.age == 2 and game.phase == "play" and game.turn == game.table.turns and not any(game.table.chosen)):
        decision = game.pending[0]
        moves = game.legal(decision.player)
        game.play(decision.player, moves[rng.below(len(moves))])
    return game


@pytest.mark.parametrize(
    ("players", "edition", "expected"),
    [
        (3, "first", [12, 14, 12]),
        (4, "first", [13, 14, 13, 13]),
        (5, "first", [10, 13, 12, 12, 11]),
        (7, "first", [12, 10, 12, 13, 10, 11, 9]),
        (3, "second", [12, 13, 13]),
    ],
)
def test_counts_of_the_first_turn(players: int, edition: str, expected: list[int]) -> None:
    """How many moves each seat has at the start, by seed 0 on the first sides."""
    side = "A" if edition == "first" else "day"
    game = Game.new(players, edition=edition, seed=0, sides=[side] * players)
    assert [len(game.legal(seat)) for seat in range(players)] == expected


if __name__ == "__main__":
    LISTS.write_text(json.dumps(lists(), indent=1) + "\n", encoding="utf-8")

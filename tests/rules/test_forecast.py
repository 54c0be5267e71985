"""The forecast of conflicts: who would fight whom now, for which tokens; it matches the end of the age."""

import pickle

import pytest

from engine.states import COMBINATIONS, new_game, random_step
from engine_game import Game
from heptapolis.engine import Rng
from heptapolis.engine.conflicts import Conflict, next_conflicts, resolve_conflicts
from heptapolis.engine.table import NOBODY
from tables import a_city, a_table, do, take_turn, tokens

BOX = ("cities",)
SHIELDS = {0: "", 1: "Stockade", 2: "Walls", 3: "Walls, Stockade", 4: "Walls, Stables"}
Pair = tuple[int, int, tuple[int, ...], tuple[int, ...]]


def cities(*plans: tuple[int, int], mode: str = "standard", age: int = 1) -> Game:
    """A table of cities with (shields, diplomacy tokens)."""
    return a_table(
        *(a_city(built=SHIELDS[shields], diplomacy=held) for shields, held in plans), boxes=BOX, mode=mode, age=age
    )


def pairs(game: Game) -> list[Pair]:
    """Who meets whom on the left, and what both take."""
    found = next_conflicts(game.table)
    return [(each.seat, each.left, each.taken_by(each.seat), each.taken_by(each.left)) for each in found]


def test_both_neighbors_are_met() -> None:
    """R097; text 002, End of an age: 3, 5 and 2 shields around the table, in the second age."""
    game = a_table(a_city(built=SHIELDS[3]), a_city(built="Walls, Stables, Stockade"), a_city(built=SHIELDS[2]), age=2)
    assert pairs(game) == [(0, 1, (-1,), (3,)), (1, 2, (3,), (-1,)), (2, 0, (-1,), (3,))]
    assert [(each.shields, each.left_shields) for each in next_conflicts(game.table)] == [(3, 5), (5, 2), (2, 3)]


def test_equal_shields_have_no_winner() -> None:
    """Text 002, End of an age: no token is taken."""
    found = next_conflicts(cities((1, 0), (1, 0), (1, 0)).table)
    assert {each.winner for each in found} == {NOBODY}
    assert {each.taken_by(seat) for each in found for seat in range(3)} == {()}


def test_neighbors_of_a_diplomat_meet() -> None:
    """Text 003, Diplomacy: beside a diplomat the city behind is met."""
    game = cities((2, 0), (4, 1), (1, 0), (0, 0))
    assert pairs(game) == [(0, 2, (1,), (-1,)), (2, 3, (1,), (-1,)), (3, 0, (-1,), (1,))]
    assert game.view(None).staying_out == [1]


def test_forecast_with_two_or_one_remaining_city() -> None:
    """R158, R159; text 003, Diplomacy: two left meet once, one left not at all."""
    assert pairs(cities((2, 0), (4, 1), (1, 0))) == [(0, 2, (1,), (-1,))]
    assert pairs(cities((2, 0), (4, 1), (1, 1))) == []
    assert pairs(cities((2, 1), (4, 1), (1, 1))) == []


def test_partners_do_not_meet() -> None:
    """Text 003, Team conflicts: each meets the other neighbor, for two tokens."""
    game = cities((4, 0), (2, 0), (1, 0), (0, 0), mode="teams", age=2)
    assert pairs(game) == [(1, 2, (3, 3), (-1, -1)), (3, 0, (-1, -1), (3, 3))]


def test_a_diplomat_in_a_team_fights_for_one_token() -> None:
    """R189, R190; text 003, Team diplomacy: the diplomat and the opponent take one token, the partner still two."""
    game = cities((4, 0), (2, 1), (1, 0), (0, 0), mode="teams")
    assert pairs(game) == [(1, 2, (1,), (-1,)), (3, 0, (-1, -1), (1, 1))]
    assert [each.diplomats for each in next_conflicts(game.table)] == [(1,), ()]
    assert game.view(None).staying_out == []


def test_the_victor_takes_tomyris_defeats() -> None:
    """Leaders, Tomyris: the victor takes the defeat token, too."""
    game = a_table(a_city(leaders="Tomyris"), a_city(built=SHIELDS[1]), a_city(), boxes=("leaders",), phase="play")
    assert pairs(game)[0] == (0, 1, (), (1, -1))


def test_semiramis_counts_defeats_as_shields() -> None:
    """Text 003, Semiramis: each defeat held before the conflict is a shield."""
    game = a_table(
        a_city(leaders="Semiramis", tokens=(-1, -1)), a_city(built=SHIELDS[1]), a_city(), boxes=("leaders", "cities")
    )
    assert pairs(game)[0] == (0, 1, (1,), (-1,))


def test_nothing_is_forecast_after_the_game() -> None:
    """Text 002, End of the game: the last conflicts are fought."""
    game = a_table(a_city(built=SHIELDS[1]), a_city(), a_city(), age=3, turn=6)
    take_turn(game)
    assert game.over
    assert (next_conflicts(game.table), game.view(0).conflicts) == ([], [])
    assert [each.winner for each in game.view(0).fought] == [0, NOBODY, 0]


def test_last_conflicts_are_kept_until_the_next_age_ends() -> None:
    """Text 003, Diplomacy: who fought, and who kept out, as it was when the age ended."""
    game = a_table(
        a_city(built="Stockade, Foundry, Ore Vein"),
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein"),
        a_city(),
        a_city(),
        boxes=BOX,
        turn=7,
        discard="Residence",
    )
    take_turn(game, "", "wonder Palace")
    do(game, 1, "dig Residence")
    assert game.age == 2
    assert game.table.stayed_out == (1,)
    assert [(each.seat, each.left) for each in game.table.fought] == [(0, 2), (2, 3), (3, 0)]
    assert game.view(2).fought == game.table.fought == game.copy().table.fought
    assert tokens(game, 0) == ([1], [1])


def test_a_conflict_is_a_value() -> None:
    """Position contract, Views: what a view holds can be compared, kept and sent."""
    one = Conflict(0, 1, 3, 2, 2, 5, 1)
    assert one == Conflict(0, 1, 3, 2, 2, 5, 1) != Conflict(0, 1, 3, 2, 1, 5, 1)
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(one) == hash(Conflict(0, 1, 3, 2, 2, 5, 1))
    assert repr(one) == "<conflict: city 0, 3 shields, takes (5, 5); city 1, 2 shields, takes (-1, -1)>"


@pytest.mark.parametrize("combination", [each for each in COMBINATIONS if each[3] in (2, 3, 4, 8)])
def test_every_age_ends_as_forecast(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    """Texts 002 and 003, Conflicts: at any moment of a game, the forecast is what fighting now would bring."""
    game = new_game(combination, 5)
    rng = Rng(5, 1)
    while not game.over:
        told = game.view(0).conflicts
        table = game.table.copy()
        resolve_conflicts(table)
        assert list(table.fought) == told
        for seat, (before, after) in enumerate(zip(game.table.cities, table.cities, strict=True)):
            left = [value for each in told if each.seat == seat for value in each.taken_by(seat)]
            right = [value for each in told if each.left == seat for value in each.taken_by(seat)]
            assert (*before.left_tokens, *left) == after.left_tokens
            assert (*before.right_tokens, *right) == after.right_tokens
        random_step(game, rng)

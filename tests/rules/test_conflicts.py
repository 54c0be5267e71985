"""Conflicts at the end of an age."""

import pytest

from tables import a_city, a_table, all_tokens, points, take_turn, tokens

SHIELDS = {0: "", 1: "Stockade", 2: "Walls", 3: "Walls, Stockade", 4: "Walls, Stables", 5: "Walls, Stables, Stockade"}


def after_conflict(*shields: int, age: int = 1, edition: str = "first") -> list[list[int]]:
    """All tokens after the conflict of an age between cities with these shields."""
    game = a_table(*(a_city(built=SHIELDS[each]) for each in shields), turn=6, age=age, edition=edition)
    take_turn(game)
    return all_tokens(game)


def test_example_of_alexandria() -> None:
    """Text 002, End of an age (example): 3 shields between 5 on the left and 2 on the right after age II."""
    game = a_table(
        a_city("Alexandria A", built=SHIELDS[3]),
        a_city("Rhodes A", built=SHIELDS[5]),
        a_city("Ephesus A", built=SHIELDS[2]),
        turn=6,
        age=2,
    )
    take_turn(game)
    assert tokens(game, 0) == ([-1], [3])


def test_example_of_the_second_edition() -> None:
    """R232; text 001, Conflicts (example): 4 shields, of cards and wonder, against 5 and 2."""
    game = a_table(
        a_city("Rhodes day", stages=2, built="Walls"),
        a_city("Giza day", built=SHIELDS[5]),
        a_city("Ephesus day", built=SHIELDS[2]),
        turn=6,
        age=2,
        edition="second",
    )
    take_turn(game)
    assert tokens(game, 0) == ([-1], [3])


def test_each_neighbor_is_a_separate_conflict() -> None:
    """R097: 3, 5 and 2 shields around the table."""
    assert after_conflict(3, 5, 2, age=2) == [[3, -1], [3, 3], [-1, -1]]


@pytest.mark.parametrize(("age", "victory"), [(1, 1), (2, 3), (3, 5)])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_victories_by_age(age: int, victory: int, edition: str) -> None:
    """Texts 002 and 001, End of an age: 1, 3, 5; a defeat is -1 in every age (R101)."""
    assert after_conflict(1, 0, 0, age=age, edition=edition) == [[victory, victory], [-1], [-1]]


@pytest.mark.parametrize("age", [1, 2, 3])
def test_equal_shields_give_nothing(age: int) -> None:
    """Text 002, End of an age; 004 Dutch lost a word."""
    assert after_conflict(2, 2, 2, age=age) == [[], [], []]


def test_shields_last() -> None:
    """R099: one shield of the first age counts in the second."""
    game = a_table(a_city(built="Stockade"), a_city(), a_city(), turn=6)
    take_turn(game)
    assert tokens(game, 0) == ([1], [1])
    for _ in range(6):
        take_turn(game)
    assert tokens(game, 0) == ([1, 3], [1, 3])


def test_all_kinds_of_shields_count() -> None:
    """R100: red card, stage, black card and leader add up."""
    game = a_table(
        a_city("Rhodes A", stages=2, built="Stockade, Militia", leaders="Hannibal"),
        a_city(built=SHIELDS[5]),
        a_city(),
        boxes=("cities", "leaders"),
        turn=7,
    )
    take_turn(game)
    assert tokens(game, 0) == ([1], [1])


def test_tokens_never_run_out() -> None:
    """R004: seven players, and as many defeats as there are."""
    shields = [5, 0, 4, 0, 3, 0, 2]
    assert sum(token == -1 for city in after_conflict(*shields) for token in city) == 7


def test_a_shield_built_in_the_last_turn_fights() -> None:
    """Text 002, End of an age: the conflict comes after the sixth turn."""
    game = a_table(a_city("Olympia A", hand="Stockade"), a_city(), a_city(), turn=6)
    take_turn(game, "build Stockade")
    assert tokens(game, 0) == ([1], [1])


def test_sum_may_be_negative() -> None:
    """R101; text 002, Totalling, 1 (example: 1, 3, 5 and three defeats make 6)."""
    assert points(a_table(a_city(tokens=(1, 3, 5, -1, -1, -1)), a_city(), a_city()), 0, "military") == 6
    assert points(a_table(a_city(tokens=(-1, -1)), a_city(), a_city()), 0, "military") == -2

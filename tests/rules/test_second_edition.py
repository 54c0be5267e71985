"""What only the second edition (2020) has: its boards, and free builds by color and by turn."""

import pytest

from engine_game import Game
from tables import a_city, a_table, asked, can, coins, do, offered, pile, points, prices, structures, take_turn

OTHERS = ("Giza day", "Rhodes day")


def olympia(side: str, stages: int, hand: str, *, built: str = "", turn: int = 3, age: int = 1) -> Game:
    return a_table(
        a_city(f"Olympia {side}", stages=stages, hand=hand, built=built, coins=0),
        *(a_city(board) for board in OTHERS),
        turn=turn,
        age=age,
        edition="second",
    )


@pytest.mark.parametrize("card", ["Walls", "Library", "Palace", "Workers Guild", "Quarry"])
def test_olympia_by_day_frees_the_first_card_of_each_color(card: str) -> None:
    """R221, R227; FAQ: any of the seven colors, coins waived too."""
    assert can(olympia("day", 2, card), 0, f"build {card} using Olympia")


def test_olympia_by_day_asks_again_for_another_color_but_not_for_the_same() -> None:
    """R221: the right is not used up; it is there as long as the color is missing in the city."""
    game = olympia("day", 2, "Walls, Library", built="Stockade")
    assert not can(game, 0, "build Walls")
    assert can(game, 0, "build Library using Olympia")
    take_turn(game, "build Library using Olympia")
    assert game.table.cities[0].used == ()


def test_olympia_by_day_does_not_free_stages() -> None:
    """R221: stages are no color."""
    game = olympia("day", 2, "Altar")
    assert not can(game, 0, "wonder Altar")


def test_olympia_by_day_serves_from_the_next_turn() -> None:
    """R068, carried over: the stage frees cards from the turn after it."""
    game = olympia("day", 1, "Walls", built="Sawmill")
    assert not can(game, 0, "build Walls")


@pytest.mark.parametrize(("turn", "free"), [(1, True), (2, False), (6, False)])
def test_olympia_by_night_frees_the_first_card_of_an_age(turn: int, free: bool) -> None:
    """docs/rulings.md, The two editions; FAQ: the card of the first turn."""
    assert can(olympia("night", 1, "Walls", turn=turn, age=2), 0, "build Walls using Olympia") is free


@pytest.mark.parametrize(("turn", "free"), [(1, True), (3, False), (6, True)])
def test_olympia_by_night_frees_the_last_card_too(turn: int, free: bool) -> None:
    """docs/rulings.md, The two editions: with the second stage the card of the last turn."""
    assert can(olympia("night", 2, "Walls", turn=turn, age=2), 0, "build Walls using Olympia") is free


def test_the_first_card_means_the_first_turn() -> None:
    """docs/rulings.md: who sells or buries the card of the first turn does not keep the right for the second."""
    game = olympia("night", 1, "Walls", turn=1, age=2)
    take_turn(game, "discard Palace")
    game.table.hands[0][0] = game.table.rules.by_name["Walls"]
    assert not can(game, 0, "build Walls")


def test_olympia_by_night_points() -> None:
    """docs/rulings.md, The two editions: 2, 3 and 5."""
    assert [points(olympia("night", stages, "Altar"), 0, "wonder") for stages in range(4)] == [0, 2, 5, 10]


def test_babylon_by_night_plays_the_last_card_from_this_age_on() -> None:
    """R225: the first stage, built in the first age, serves three times."""
    game = a_table(
        a_city("Babylon night", built="Quarry", hand="Palace, Altar"),
        a_city("Giza day"),
        a_city("Rhodes day"),
        turn=6,
        edition="second",
    )
    take_turn(game, "wonder Palace")
    assert asked(game) == [(0, "last-card", 0)]
    do(game, 0, "build Altar")
    for age in (2, 3):
        assert game.age == age
        for _ in range(6):
            take_turn(game)
        assert asked(game) == [(0, "last-card", 0)]
        do(game, 0, "pass")
    assert game.over


def test_babylons_extra_card_is_paid() -> None:
    """R226: three stones that nobody has: it may be sold, not built."""
    game = a_table(
        a_city("Babylon night", stages=1, hand="Loom, Walls", coins=0),
        a_city("Ephesus day"),
        a_city("Rhodes day"),
        turn=6,
        age=2,
        edition="second",
    )
    take_turn(game, "build Loom")
    assert offered(game, 0) == ["discard Walls", "pass"]


def test_babylon_by_night_has_two_stages() -> None:
    """docs/rulings.md, The two editions: the last card, then a symbol of choice."""
    game = a_table(
        a_city("Babylon night", stages=2, built="Workshop, Apothecary"), a_city(), a_city(), edition="second"
    )
    assert points(game, 0, "science") == 10
    assert not can(game, 0, "wonder Palace")


@pytest.mark.parametrize(("wonder", "resource"), [("Babylon", "Stockade"), ("Olympia", "Guard Tower")])
def test_starting_resources_that_changed(wonder: str, resource: str) -> None:
    """docs/rulings.md, The two editions: Babylon makes wood, Olympia clay."""
    game = a_table(
        a_city(f"{wonder} day", hand=resource, coins=0), a_city("Giza day"), a_city("Rhodes day"), edition="second"
    )
    assert prices(game, 0, f"build {resource}") == [(0, 0)]


@pytest.mark.parametrize("side", ["day", "night"])
def test_mausoleum(side: str) -> None:
    """Text 001, end of an age; boards: the pick is made as in the first edition."""
    stages = 1 if side == "day" else 0
    game = a_table(
        a_city(f"Halicarnassus {side}", stages=stages, built="Glassworks, Press, Brickyard"),
        a_city(),
        a_city(),
        edition="second",
        discard="Altar",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Altar")
    assert structures(game, 0)[-1] == "Altar"
    assert "Altar" not in pile(game)


def test_selling_gives_three_coins() -> None:
    """Text 001, 2.C."""
    game = a_table(a_city(), a_city(), a_city(), edition="second")
    take_turn(game)
    assert coins(game) == [6, 6, 6]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("Rhodes day", (10, 2)),
        ("Rhodes night", (7, 2)),
        ("Giza night", (20, 0)),
        ("Ephesus night", (10, 0)),
        ("Alexandria day", (10, 0)),
        ("Alexandria night", (7, 0)),
        ("Halicarnassus night", (3, 0)),
        ("Giza day", (15, 0)),
        ("Olympia day", (10, 0)),
        ("Babylon day", (10, 0)),
    ],
)
def test_points_and_shields_of_complete_wonders(board: str, expected: tuple[int, int]) -> None:
    """Data of the second edition: what all stages of a side are worth."""
    game = a_table(
        a_city(board, stages=4 if board == "Giza night" else 2 if board == "Rhodes night" else 3),
        a_city(),
        a_city(),
        edition="second",
    )
    assert (points(game, 0, "wonder"), game.table.cities[0].shields) == expected

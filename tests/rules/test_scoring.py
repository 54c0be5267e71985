"""Points at the end: treasury, wonder, blue and yellow cards, the sum, and who wins."""

import pytest

from tables import a_city, a_table, coins, points, take_turn

ALEXANDRIA = "Altar, Aqueduct, Town Hall, Chamber of Commerce, Loom, Glassworks"


def test_the_example_of_alexandria() -> None:
    """Text 002, Totalling the points, examples 1 to 6, in one city."""
    science = "Apothecary, Dispensary, Lodge, Workshop, Laboratory, Scriptorium"
    game = a_table(
        a_city("Alexandria A", stages=3, coins=14, tokens=(1, 3, 5, -1, -1, -1), built=f"{ALEXANDRIA}, {science}"),
        a_city(),
        a_city(),
        age=3,
    )
    score = game.scores()[0]
    assert (score["military"], score["treasury"], score["wonder"]) == (6, 4, 10)
    assert (score["civilian"], score["science"], score["commerce"]) == (13, 21, 4)
    assert score.total == 6 + 4 + 10 + 13 + 21 + 4


def test_the_example_sheet_of_the_second_edition() -> None:
    """Text 001, Counting the points: nine coins make 3 points; symbols 3, 2 and 1 make 21."""
    game = a_table(
        a_city(coins=9, built="Apothecary, Dispensary, Lodge, Workshop, Laboratory, Scriptorium"),
        a_city(),
        a_city(),
        edition="second",
        age=3,
    )
    assert points(game, 0, "treasury") == 3
    assert points(game, 0, "science") == 21


@pytest.mark.parametrize(("treasury", "expected"), [(0, 0), (2, 0), (3, 1), (14, 4), (15, 5)])
def test_a_point_for_three_coins(treasury: int, expected: int) -> None:
    """R104; text 002, Totalling, 2."""
    assert points(a_table(a_city(coins=treasury), a_city(), a_city()), 0, "treasury") == expected


@pytest.mark.parametrize(
    ("card", "built", "stages", "gained", "worth"),
    [
        ("Arena", "Quarry, Ore Vein", 2, 6, 2),
        ("Haven", "Lumber Yard, Ore Vein, Stone Pit, Quarry, Loom", 0, 4, 4),
        ("Chamber of Commerce", "Brickyard, Press, Loom", 0, 4, 4),
        ("Lighthouse", "Stone Pit, Glassworks, Tavern", 0, 2, 2),
    ],
)
def test_yellow_cards_of_the_third_age(card: str, built: str, stages: int, gained: int, worth: int) -> None:
    """R093, R094; text 002, Symbols, Age III: coins now, points at the end; the Lighthouse counts itself."""
    game = a_table(
        a_city("Giza B", built=built, stages=stages, hand=card, coins=0), a_city("Rhodes A"), a_city("Ephesus A"), age=3
    )
    take_turn(game, f"build {card}")
    assert coins(game)[0] == gained
    assert points(game, 0, "commerce") == worth


def test_coins_now_points_later() -> None:
    """R093: an Arena with two stages gives 6 coins; with a third one it is worth 3 points."""
    game = a_table(
        a_city("Giza B", built="Quarry, Ore Vein, Brickyard, Clay Pool", stages=2, hand="Arena", coins=0),
        a_city(),
        a_city(),
        age=3,
    )
    take_turn(game, "build Arena")
    take_turn(game, "wonder Palace")
    assert coins(game)[0] == 6
    assert points(game, 0, "commerce") == 3


def test_ludus() -> None:
    """Second edition, card list: coins when built and points at the end for red cards."""
    game = a_table(
        a_city("Giza day", built="Stone Pit, Ore Vein, Stockade, Barracks", hand="Ludus", coins=0),
        a_city(),
        a_city(),
        edition="second",
        age=3,
    )
    take_turn(game, "build Ludus")
    assert coins(game)[0] == 6
    assert points(game, 0, "commerce") == 2


def test_categories_add_up() -> None:
    """R105: the order of counting does not matter."""
    game = a_table(
        a_city("Giza A", stages=1, built="Altar, Workers Guild, Workshop", tokens=(3, -1), coins=7),
        a_city(built="Loom, Stone Pit"),
        a_city(),
    )
    score = game.scores()[0]
    assert sum(score.points) == score.total == 2 + 2 + 3 + 2 + 1 + 1


@pytest.mark.parametrize("edition", ["first", "second"])
def test_most_points_win(edition: str) -> None:
    """Texts 002 and 001, End of the game."""
    game = a_table(a_city(built="Altar", coins=0), a_city(coins=0), a_city(coins=2), edition=edition)
    assert game.winners() == [0]


@pytest.mark.parametrize("edition", ["first", "second"])
def test_coins_break_a_tie(edition: str) -> None:
    """R106: 4 coins and 3 coins are a point each; the fourth coin decides."""
    game = a_table(a_city(coins=3), a_city(coins=4), a_city(coins=0), edition=edition)
    assert [score.total for score in game.scores()] == [1, 1, 0]
    assert game.winners() == [1]


@pytest.mark.parametrize("edition", ["first", "second"])
def test_equal_coins_share_the_victory(edition: str) -> None:
    """R229; text 001, End of the game; texts 000 and 004 Dutch."""
    game = a_table(a_city(coins=4), a_city(coins=4), a_city(coins=3), edition=edition)
    assert game.winners() == [0, 1]


def test_blue_cards() -> None:
    """Text 002, Totalling, 4: points as printed, other colors have none of their own."""
    game = a_table(a_city(built="Pantheon, Senate, Loom, Stockade"), a_city(), a_city(), age=3)
    score = game.scores()[0]
    assert (score["civilian"], score["commerce"], score["science"], score["guilds"]) == (13, 0, 0, 0)

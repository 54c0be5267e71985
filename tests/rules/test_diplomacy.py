"""Diplomacy tokens."""

import pytest

from tables import a_city, a_table, all_tokens, do, points, take_turn, tokens

BOX = ("cities",)
SHIELDS = {0: "", 1: "Stockade", 2: "Walls", 3: "Walls, Stockade", 4: "Walls, Stables"}


def after_conflict(*cities: tuple[int, int], age: int = 1) -> tuple[list[list[int]], list[int]]:
    """Tokens and remaining diplomacy after a conflict of cities with (shields, diplomacy tokens)."""
    game = a_table(
        *(a_city(built=SHIELDS[shields], diplomacy=held) for shields, held in cities),
        boxes=BOX,
        turn=7 if len(cities) < 8 else 6,
        age=age,
    )
    take_turn(game)
    return all_tokens(game), [int(city.diplomacy) for city in game.table.cities]


@pytest.mark.parametrize(
    ("card", "makes", "worth"),
    [("Residence", "Clay Pool", 1), ("Consulate", "Clay Pool, Press", 2), ("Embassy", "Stone Pit, Loom, Press", 3)],
)
def test_cards_give_a_token_at_once(card: str, makes: str, worth: int) -> None:
    """Text 003, Diplomacy and Cards."""
    game = a_table(a_city("Rhodes A", built=makes, hand=card), a_city(), a_city(), boxes=BOX)
    take_turn(game, f"build {card}")
    assert game.table.cities[0].diplomacy == 1
    assert points(game, 0, "cities") == worth


def test_example_of_tina() -> None:
    """Text 003, Diplomacy (first example): Tina sits out; Cyril and Kurt beside her meet as neighbors."""
    game = a_table(
        a_city("Babylon A", hand="Residence"),
        a_city(built=SHIELDS[2]),
        a_city(built=SHIELDS[1]),
        a_city(),
        turn=7,
        boxes=BOX,
    )
    take_turn(game, "build Residence")
    assert all_tokens(game) == [[], [1, 1], [1, -1], [-1, -1]]
    assert game.table.cities[0].diplomacy == 0


def test_two_remaining_cities_meet_once() -> None:
    """Text 003, Diplomacy (second example): Kurt and Alex sit out; Tina beats Cyril and takes one token of age II."""
    assert after_conflict((0, 1), (3, 0), (4, 1), (1, 0), age=2)[0] == [[], [3], [], [-1]]


def test_three_players_one_diplomat() -> None:
    """R159: the others fight once, not twice."""
    assert after_conflict((4, 1), (3, 0), (1, 0))[0] == [[], [1], [-1]]


def test_one_remaining_city_fights_nobody() -> None:
    """R158: the tokens are spent all the same."""
    assert after_conflict((0, 1), (3, 1), (1, 0)) == ([[], [], []], [0, 0, 0])
    assert after_conflict((0, 1), (3, 1), (1, 1)) == ([[], [], []], [0, 0, 0])


def test_diplomacy_is_compulsory() -> None:
    """R156: the strongest gets nothing either."""
    found, left = after_conflict((4, 1), (0, 0), (0, 0), (0, 0), age=3)
    assert found[0] == []
    assert left[0] == 0


def test_one_diplomacy_token_per_conflict() -> None:
    """Text 003, Diplomacy, clarification: several may be held, one is handed in each time."""
    assert after_conflict((0, 2), (1, 0), (0, 0))[1] == [1, 0, 0]


def test_five_players_two_diplomats_apart() -> None:
    """Text 003, Diplomacy: everybody left still has two opponents; the ring closes over the gaps."""
    found, _ = after_conflict((1, 0), (4, 1), (2, 0), (4, 1), (0, 0))
    assert found == [[1, -1], [], [1, 1], [], [-1, -1]]


def test_byzantium() -> None:
    """Text 003, Wonders: a token with the second stage of side A, with both of side B."""
    game = a_table(a_city("Byzantium A", stages=1, built="Sawmill, Press"), a_city(), a_city(), boxes=BOX)
    take_turn(game, "wonder Palace")
    assert game.table.cities[0].diplomacy == 1
    assert points(game, 0, "wonder") == 5
    game = a_table(
        a_city("Byzantium B", built="Lumber Yard, Foundry, Ore Vein, Glassworks, Press, Clay Pool, Loom"),
        a_city(),
        a_city(),
        boxes=BOX,
    )
    take_turn(game, "wonder Palace")
    take_turn(game, "wonder Palace")
    assert game.table.cities[0].diplomacy == 2
    assert points(game, 0, "wonder") == 7


@pytest.mark.parametrize("age", [2, 3])
def test_dug_up_diplomacy(age: int) -> None:
    """Text 003, questions: a card of an earlier age gives a token for the next conflict."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein, Walls"),
        a_city(),
        a_city(),
        boxes=BOX,
        age=age,
        turn=7,
        discard="Residence",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Residence")
    assert all_tokens(game)[0] == []


def test_guilds_keep_their_neighbors() -> None:
    """R160: with a diplomat between, Strategists still count the tokens of the city next door."""
    game = a_table(
        a_city(built="Strategists Guild"),
        a_city(diplomacy=1, tokens=(-1,)),
        a_city(tokens=(-1, -1)),
        a_city(),
        boxes=BOX,
        age=3,
    )
    assert points(game, 0, "guilds") == 1


def test_the_token_lies_on_the_diplomats_side() -> None:
    """docs/rulings.md: a token won over a diplomat's head lies where the diplomat sits."""
    game = a_table(a_city(built=SHIELDS[2]), a_city(diplomacy=1), a_city(), a_city(), boxes=BOX, turn=7)
    take_turn(game)
    assert tokens(game, 0) == ([1], [1])
    assert tokens(game, 2) == ([], [-1])

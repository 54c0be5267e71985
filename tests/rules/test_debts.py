"""Money losses and debt."""

import pytest

from engine_game import Game
from tables import a_city, a_table, asked, coins, do, offered, points, take_turn

BOX = ("cities",)


def debts(game: Game) -> list[int]:
    return [int(city.debt) for city in game.table.cities]


def test_example_of_the_lair() -> None:
    """R140, R141; text 003, Debts (example): Kurt's Lair costs 2; Joan pays, Cyril has one coin, Tina keeps hers."""
    game = a_table(
        a_city("Olympia A", built="Glassworks", hand="Lair"),  # Kurt
        a_city("Giza A", coins=5, hand="Loom"),  # Joan
        a_city("Rhodes A", coins=1, hand="Loom"),  # Cyril
        a_city("Babylon A", coins=4, hand="Loom"),  # Tina
        boxes=BOX,
        age=2,
    )
    take_turn(game, "build Lair", "build Loom", "build Loom", "build Loom")
    assert asked(game) == [(1, "debt", 1), (2, "debt", 2), (3, "debt", 3)]
    assert offered(game, 2) == ["settle 0", "settle 1"]
    do(game, 1, "settle 2")
    do(game, 2, "settle 1")
    do(game, 3, "settle 0")
    assert coins(game) == [3, 3, 0, 4]
    assert debts(game) == [0, 0, 1, 2]


def test_losses_of_several_add_up() -> None:
    """R140: each player is exempt from the loss of their own card only."""
    game = a_table(
        a_city(hand="Hideout", coins=9), a_city(hand="Hideout", coins=9), a_city(hand="Loom", coins=9), boxes=BOX
    )
    game.table.hands[1][0] = game.table.rules.by_name["Hideout"]
    take_turn(game, "build Hideout", "build Hideout", "build Loom")
    assert game.table.owes == (1, 1, 2)


def test_income_of_the_turn_pays_losses() -> None:
    """R143; text 003, Debts, important: after trade and income."""
    game = a_table(
        a_city("Giza A", coins=0, hand="Loom"),
        a_city("Rhodes A", hand="Hideout"),
        a_city("Babylon A", hand="Baths"),
        boxes=BOX,
    )
    take_turn(game, "build Loom", "build Hideout", "build Baths <2")
    assert offered(game, 0) == ["settle 0", "settle 1"]
    do(game, 0, "settle 1")
    do(game, 2, "settle 0")
    assert coins(game)[0] == 1
    assert debts(game) == [0, 0, 1]


def test_a_city_without_coins_is_not_asked() -> None:
    """Position contract, What is asked: the debt is taken unasked."""
    game = a_table(a_city(hand="Hideout"), a_city(coins=0, hand="Loom"), a_city(coins=0, hand="Loom"), boxes=BOX)
    take_turn(game, "build Hideout", "build Loom", "build Loom")
    assert game.phase == "play"
    assert debts(game) == [0, 1, 1]


def test_debt_stays() -> None:
    """R145, R149; text 003, End of the game (example): 5 coins and 3 debts make -2."""
    game = a_table(a_city(coins=5, debt=3), a_city(), a_city(), boxes=BOX)
    assert points(game, 0, "treasury") == -2
    assert points(a_table(a_city(coins=20, debt=2), a_city(), a_city(), boxes=BOX), 0, "treasury") == 4


@pytest.mark.parametrize(
    ("card", "makes", "loss", "worth"),
    [
        ("Hideout", "", 1, 2),
        ("Lair", "Lumber Yard, Glassworks", 2, 3),
        ("Brotherhood", "Sawmill, Ore Vein, Loom", 3, 4),
    ],
)
def test_fixed_losses(card: str, makes: str, loss: int, worth: int) -> None:
    """R146; text 003, Cards: 1, 2 and 3 coins, and points."""
    game = a_table(a_city(built=makes, hand=card), a_city(), a_city(), boxes=BOX, age=3)
    take_turn(game, f"build {card}")
    assert game.table.owes == (0, loss, loss)
    assert points(game, 0, "cities") == worth


def test_petra_b() -> None:
    """R146, R187; text 003, Wonders: the stage costs the three opponents 2 each."""
    game = a_table(a_city("Petra B", built="Brickyard, Foundry"), a_city(), a_city(), a_city(), boxes=BOX)
    take_turn(game, "wonder Palace")
    assert game.table.owes == (0, 2, 2, 2)
    assert points(game, 0, "wonder") == 3


@pytest.mark.parametrize(
    ("card", "makes"),
    [("Sepulcher", "Stone Pit, Glassworks, Loom"), ("Cenotaph", "Stone Pit, Brickyard, Glassworks, Loom")],
)
def test_losses_by_victories(card: str, makes: str) -> None:
    """Text 003, Cards: one coin a victory token, whatever its value; own tokens and defeats do not matter."""
    game = a_table(
        a_city(built=makes, hand=card, tokens=(5, 5)),
        a_city(tokens=(1, 3, 5, -1)),
        a_city(tokens=(-1, -1)),
        boxes=BOX,
        age=3,
    )
    take_turn(game, f"build {card}")
    assert game.table.owes == (0, 3, 0)
    assert asked(game) == [(1, "debt", 1)]


def test_builders_union_counts_stages_of_this_turn() -> None:
    """R148: two stages, and a third one built in the same turn."""
    game = a_table(
        a_city("Rhodes A", built="Lumber Yard, Clay Pool, Glassworks, Press", hand="Builders' Union"),
        a_city("Giza A", stages=2, built="Quarry, Stone Pit"),
        a_city("Ephesus A"),
        boxes=BOX,
        age=3,
    )
    take_turn(game, "build Builders' Union", "wonder Palace")
    assert game.table.owes == (0, 3, 0)


def test_dug_up_loss() -> None:
    """R150: it is lost at the end of the turn in which it is dug up."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein"), a_city(), a_city(), boxes=BOX, discard="Hideout"
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Hideout")
    assert game.table.owes == (0, 1, 1)


def test_losses_come_last() -> None:
    """docs/rulings.md, Cities; text 003, Debts, important: after the extra card and after the digs."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Loom, Hideout"),
        a_city("Halicarnassus B", built="Foundry"),
        a_city("Giza A"),
        boxes=BOX,
        turn=7,
        discard="Altar",
    )
    take_turn(game, "build Loom", "wonder Palace")
    assert game.phase == "last-card"
    do(game, 0, "build Hideout")
    assert game.phase == "dig"
    do(game, 1, "dig Altar")
    assert asked(game) == [(1, "debt", 1), (2, "debt", 2)]
    do(game, 1, "settle 1")
    do(game, 2, "settle 1")
    assert game.age == 2


def test_all_debtors_settle_at_once() -> None:
    """Position contract, What is asked: in any order, and a choice may be changed."""
    game = a_table(a_city(hand="Hideout"), a_city(), a_city(), boxes=BOX)
    take_turn(game, "build Hideout")
    do(game, 2, "settle 0")
    game.withdraw(2)
    do(game, 2, "settle 1")
    do(game, 1, "settle 0")
    assert debts(game) == [0, 1, 0]


def test_losses_during_recruitment() -> None:
    """docs/rulings.md: a stage built over a leader costs the others their coins before the first turn."""
    game = a_table(
        a_city("Petra B", built="Brickyard, Foundry", leader_hand="Nero"),
        a_city(leader_hand="Plato"),
        a_city(leader_hand="Midas"),
        boxes=("leaders", "cities"),
        phase="recruit",
    )
    take_turn(game, "wonder Nero", "discard Plato", "discard Midas")
    assert asked(game) == [(1, "debt", 1), (2, "debt", 2)]
    do(game, 1, "settle 2")
    do(game, 2, "settle 2")
    assert game.phase == "play"
    assert game.turn == 1

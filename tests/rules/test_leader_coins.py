"""Leaders that bring coins, and those that trade."""

import pytest

from heptapolis.engine.payment import sellers
from rules.leaders_at_work import BOTH, BOX, OTHERS, recruits, with_leader
from tables import (
    a_city,
    a_table,
    coins,
    do,
    take_turn,
    ways,
)


def test_croesus() -> None:
    """Leaders: six coins at once."""
    assert coins(recruits("Croesus", coins=1))[0] == 6


def test_maecenas() -> None:
    """Leaders: leaders cost nothing from then on."""
    game = a_table(
        a_city(coins=0, leaders="Maecenas", leader_hand="Pericles"),
        a_city(leader_hand="Midas"),
        a_city(leader_hand="Varro"),
        boxes=BOX,
        phase="recruit",
        age=2,
    )
    take_turn(game, "recruit Pericles")
    assert coins(game)[0] == 0


def test_vitruvius() -> None:
    """Leaders: two coins for each structure built by a chain."""
    game = with_leader("Vitruvius", hand="Aqueduct", built="Baths")
    take_turn(game, "build Aqueduct")
    assert coins(game)[0] == 2
    paid = with_leader("Vitruvius", hand="Altar")
    take_turn(paid, "build Altar")
    assert coins(paid)[0] == 0


def test_xenophon() -> None:
    """Leaders: two coins for each yellow structure."""
    game = with_leader("Xenophon", hand="Tavern")
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 7


def test_diocletian() -> None:
    """R202; text 003, Leaders: two coins for each black card built after he came, also when it is free."""
    game = with_leader("Diocletian, Caligula", hand="Mercenaries", built="Militia, Lair")
    take_turn(game, "build Mercenaries using Caligula")
    assert coins(game)[0] == 2


def test_diocletian_and_a_dug_up_card() -> None:
    """R202: built from the discard pile is built."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", leaders="Diocletian", coins=0),
        *OTHERS,
        boxes=BOTH,
        discard="Militia",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Militia")
    assert coins(game)[0] == 2


@pytest.mark.parametrize(("move", "expected"), [("discard Palace", 4), ("build Tavern", 6), ("build Altar", 0)])
def test_berenice(move: str, expected: int) -> None:
    """R196; text 003, Leaders (examples): a sale brings 4, a Tavern 6."""
    game = with_leader("Berenice", hand="Tavern, Altar")
    take_turn(game, move)
    assert coins(game)[0] == expected


def test_berenice_adds_nothing_to_trade() -> None:
    """R196; text 003, Leaders, clarification: coins of neighbors are not the bank's."""
    game = a_table(
        a_city("Giza A", leaders="Berenice", built="Stone Pit", hand="Altar", coins=0),
        a_city("Alexandria A", hand="Library", built="Loom", coins=4),
        a_city("Ephesus A"),
        boxes=BOTH,
    )
    take_turn(game, "build Altar", "build Library >4")
    assert coins(game)[0] == 4


def test_berenice_once_per_turn() -> None:
    """Text 003, Leaders and questions: with Xenophon and a Tavern there is one bonus, and one more in the next turn."""
    game = a_table(
        a_city("Giza A", leaders="Berenice, Xenophon", hand="Tavern", coins=0),
        a_city("Alexandria A"),
        a_city("Ephesus A", hand="Altar"),
        boxes=BOTH,
    )
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 5 + 2 + 1
    take_turn(game, "discard Palace")
    assert coins(game)[0] == 8 + 4


def test_berenice_and_nero() -> None:
    """Text 003, questions: a conflict is a turn of its own, with one bonus for both victories."""
    game = a_table(
        a_city(leaders="Berenice, Nero", built="Walls", hand="Tavern", coins=0), a_city(), a_city(), boxes=BOTH, turn=7
    )
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 6 + 4 + 1


def test_berenice_beside_a_gambling_den() -> None:
    """Text 003, Leaders: what the bank pays for a neighbor's card counts as well."""
    game = a_table(a_city(leaders="Berenice", hand="Altar", coins=0), a_city(hand="Gambling Den"), a_city(), boxes=BOTH)
    take_turn(game, "build Altar", "build Gambling Den")
    assert coins(game)[0] == 2


def test_berenice_works_from_the_next_turn() -> None:
    """Text 003, Leaders: nothing in the turn of her own arrival."""
    assert not recruits("Berenice", coins=2).table.cities[0].bonus_taken
    assert coins(recruits("Berenice", coins=2))[0] == 0


def test_bilkis() -> None:
    """Leaders; position contract, Moves: a resource a turn from the bank for a coin, as one of the purchases."""
    game = a_table(
        a_city("Giza A", leaders="Bilkis", hand="Stockade, Workshop, Caravansery", coins=4),
        a_city("Rhodes A"),
        a_city("Ephesus A", built="Lumber Yard"),
        boxes=BOX,
    )
    assert [repr(move) for move in ways(game, 0, "build Stockade")] == ["build Stockade bank 1", "build Stockade >2"]
    assert [repr(move) for move in ways(game, 0, "build Workshop")] == ["build Workshop bank 1"]
    assert [repr(move) for move in ways(game, 0, "build Caravansery")] == ["build Caravansery >2 bank 1"]
    take_turn(game, "build Workshop bank 1")
    assert coins(game) == [3, 6, 6]


def test_hatshepsut() -> None:
    """Leaders; R199: a coin for each neighbor bought from, however much."""
    game = a_table(
        a_city("Giza A", leaders="Hatshepsut", hand="Temple", coins=6),
        a_city("Babylon A", built="Lumber Yard"),
        a_city("Alexandria A"),
        boxes=BOX,
        age=2,
    )
    take_turn(game, "build Temple <4 >2")
    assert coins(game)[0] == 2


def test_hatshepsut_and_berenice() -> None:
    """R199; text 003, questions: two sellers and one bonus."""
    game = a_table(
        a_city("Giza A", leaders="Hatshepsut, Berenice", hand="Temple", coins=6),
        a_city("Babylon A", built="Lumber Yard"),
        a_city("Alexandria A"),
        boxes=BOTH,
        age=2,
    )
    take_turn(game, "build Temple <4 >2")
    assert coins(game)[0] == 3


def test_hatshepsut_with_a_free_purchase() -> None:
    """docs/rulings.md, Leaders: a purchase for nothing is a purchase."""
    game = a_table(
        a_city(
            "Giza A", leaders="Hatshepsut", built="West Trading Post, Clandestine Dock West", hand="Stockade", coins=0
        ),
        a_city("Olympia A"),
        a_city("Ephesus A"),
        boxes=BOTH,
    )
    take_turn(game, "build Stockade")
    assert coins(game)[0] == 1


def test_hatshepsut_and_the_bank() -> None:
    """Leaders: Bilkis' resource comes from no neighbor."""
    game = a_table(
        a_city("Giza A", leaders="Hatshepsut, Bilkis", hand="Workshop", coins=1),
        a_city("Rhodes A"),
        a_city("Ephesus A"),
        boxes=BOX,
    )
    take_turn(game, "build Workshop bank 1")
    assert coins(game)[0] == 0


def test_hatshepsut_with_equal_payments() -> None:
    """docs/rulings.md: of purchases that cost the same on both sides, the one with more sellers counts."""
    game = a_table(
        a_city(
            "Giza A",
            leaders="Hatshepsut",
            built="West Trading Post, East Trading Post, Clandestine Dock West, Clandestine Dock East",
            hand="Caravansery",
            coins=1,
        ),
        a_city("Olympia A", built="Lumber Yard"),
        a_city("Babylon A", built="Sawmill"),
        boxes=BOTH,
        age=2,
    )
    (move,) = [move for move in ways(game, 0, "build Caravansery") if (move.left, move.right) == (0, 0)]
    assert sellers(move.bought_from) == 2


def test_hatshepsut_with_equal_payments_of_other_goods() -> None:
    """docs/rulings.md: one coin to the left buys two goods there, or one of them there and one for nothing here."""
    game = a_table(
        a_city(
            "Olympia B",
            leaders="Hatshepsut",
            built="East Trading Post, Marketplace, Clandestine Dock West, Clandestine Dock East, Black Market",
            hand="Courtesans Guild",
            coins=1,
        ),
        a_city("Giza A", built="Clay Pool, Glassworks, Loom"),
        a_city("Alexandria A"),
        boxes=BOTH,
        age=3,
    )
    take_turn(game, "build Courtesans Guild <1")  # glass on the right, clay on the left; the market makes the textile
    assert coins(game)[0] == 1 - 1 + 2


def test_berenice_after_nero() -> None:
    """R196; text 003, questions: the conflict is a turn of its own, so the next turn has its bonus, too."""
    game = a_table(a_city(leaders="Berenice, Nero", built="Walls", coins=0), a_city(), a_city(), boxes=BOTH, turn=7)
    take_turn(game)
    assert (game.age, coins(game)[0]) == (2, 4 + 4 + 1)
    take_turn(game)
    assert coins(game)[0] == 9 + 4

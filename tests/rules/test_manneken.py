"""Manneken Pis: a board that copies its neighbors'."""

import pytest

from engine_game import Game
from tables import a_city, a_table, asked, can, coins, do, offered, points, prices, structures, take_turn

BOX = ("manneken-pis",)
RICH = "Sawmill, Quarry, Brickyard, Foundry, Loom, Glassworks, Press, Lumber Yard, Stone Pit, Clay Pool, Ore Vein"


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize(("boxes", "expected"), [(BOX, 7), ((*BOX, "leaders"), 10), ((*BOX, "cities"), 7)])
def test_four_coins_more_and_no_resource(side: str, boxes: tuple[str, ...], expected: int) -> None:
    """R209, R211; text 004, sheet of Manneken Pis."""
    game = Game.new(3, expansions=boxes, boards=["Manneken Pis"], sides=[side])
    city = game.table.cities[0]
    assert city.coins == expected
    assert (city.own_raw, city.own_goods, city.sells_raw, city.sells_goods, city.makes) == (0, 0, 0, 0, 0)


def test_effects_are_copied_whether_or_not_they_were_built() -> None:
    """R213; text 004, clarifications: stage 1 from the left, stage 2 from the right; the owners are not affected."""
    game = a_table(a_city("Manneken Pis A", built=RICH, coins=0), a_city("Ephesus B"), a_city("Rhodes A"), boxes=BOX)
    take_turn(game, "wonder Palace")
    assert coins(game)[0] == 4  # Ephesus B, stage 1
    take_turn(game, "wonder Palace")
    assert game.table.cities[0].shields == 2  # Rhodes A, stage 2
    assert game.table.cities[2].shields == 0
    assert [city.stages for city in game.table.cities] == [2, 0, 0]
    assert points(game, 0, "wonder") == 2


def test_the_copied_stage_is_paid() -> None:
    """R213: the promo's own costs are not on record, so the copied stage's cost is due."""
    game = a_table(
        a_city("Manneken Pis A", built="Quarry", coins=0), a_city("Ephesus B"), a_city("Rhodes A"), boxes=BOX
    )
    assert prices(game, 0, "wonder Palace") == [(0, 0)]
    game = a_table(
        a_city("Manneken Pis A", built="Sawmill", coins=0), a_city("Ephesus B"), a_city("Rhodes A"), boxes=BOX
    )
    assert not can(game, 0, "wonder Palace")


def test_the_third_stage_is_a_choice() -> None:
    """R218; text 004: left or right, fixed when it is built."""
    game = a_table(
        a_city("Manneken Pis A", stages=2, built=RICH, coins=0, copied=[0, 1]),
        a_city("Giza B"),
        a_city("Halicarnassus B"),
        boxes=BOX,
        discard="Altar",
    )
    assert [words for words in offered(game, 0) if words.startswith("wonder")] == [
        "wonder Palace copying left",
        "wonder Palace copying right",
    ]
    left = game.copy()
    take_turn(left, "wonder Palace copying left")
    assert points(left, 0, "wonder") == points(game, 0, "wonder") + 5
    assert left.phase == "play"
    take_turn(game, "wonder Palace copying right")
    assert asked(game) == [(0, "dig", 0)]


@pytest.mark.parametrize(
    ("left", "right", "offers"),
    [
        ("Rhodes B", "Giza B", ["wonder Palace copying right"]),
        ("Giza B", "Rhodes B", ["wonder Palace copying left"]),
        ("Rhodes B", "Petra B", []),
    ],
)
def test_a_board_without_that_stage_is_not_offered(left: str, right: str, offers: list[str]) -> None:
    """R217: the other side is taken; if neither has it, the stage cannot be built."""
    game = a_table(
        a_city("Manneken Pis A", stages=2, built=RICH, copied=[0, 1], coins=20),
        a_city(left),
        a_city(right),
        boxes=(*BOX, "cities"),
    )
    assert [words for words in offered(game, 0) if words.startswith("wonder")] == offers
    if offers:
        before = points(game, 0, "wonder")
        take_turn(game, offers[0])
        assert points(game, 0, "wonder") == before + 5


def test_copying_babylon() -> None:
    """R215: stage 2 of Babylon B built on the last turn lets Manneken Pis play both cards."""
    game = a_table(
        a_city("Manneken Pis A", stages=1, built=RICH, hand="Palace, Altar", copied=[0]),
        a_city("Giza A"),
        a_city("Babylon B"),
        turn=6,
        boxes=BOX,
    )
    take_turn(game, "wonder Palace")
    assert asked(game) == [(0, "last-card", 0)]
    do(game, 0, "build Altar")
    assert structures(game, 0)[-1] == "Altar"


def test_copying_olympia() -> None:
    """Position contract, Moves: the free build is used under the name of the board it was copied from."""
    game = a_table(
        a_city("Manneken Pis A", stages=2, hand="Walls", copied=[0, 1], coins=0),
        a_city("Giza A"),
        a_city("Olympia A"),
        boxes=BOX,
    )
    assert can(game, 0, "build Walls using Olympia")


def test_copied_production_is_private() -> None:
    """Text 002, Wonders; text 004: the copied effect is the stage's, which nobody can buy from."""
    game = a_table(
        a_city("Manneken Pis A", stages=2, hand="Baths", copied=[0, 1], coins=0),
        a_city("Rhodes A", hand="Baths", coins=9),
        a_city("Alexandria A"),
        boxes=BOX,
    )
    assert can(game, 0, "build Baths")
    assert not can(game, 1, "build Baths")


def test_the_mausoleum_digs_before_its_copy() -> None:
    """Text 004, clarifications: in the same turn the owner of the Mausoleum chooses first."""
    game = a_table(
        a_city("Manneken Pis A", built=RICH, coins=0),
        a_city("Halicarnassus B", built=RICH),
        a_city("Giza A"),
        boxes=BOX,
        discard="Altar, Theater",
    )
    take_turn(game, "wonder Palace", "wonder Palace")
    assert asked(game) == [(1, "dig", 1)]
    do(game, 1, "dig Altar")
    assert asked(game) == [(0, "dig", 0)]
    assert not can(game, 0, "dig Altar")
    do(game, 0, "dig Theater")
    assert structures(game, 0)[-1] == "Theater"


def test_copying_petra() -> None:
    """Text 003, Wonders: the loss hits everybody but Manneken Pis; the 7 coins of Petra A are due."""
    game = a_table(
        a_city("Manneken Pis A", built="Brickyard, Foundry", coins=0),
        a_city("Petra B"),
        a_city("Giza A"),
        boxes=(*BOX, "cities"),
    )
    take_turn(game, "wonder Palace")
    assert asked(game) == [(1, "debt", 1), (2, "debt", 2)]
    game = a_table(
        a_city("Manneken Pis A", stages=1, coins=7, copied=[0]),
        a_city("Giza A"),
        a_city("Petra A"),
        boxes=(*BOX, "cities"),
    )
    take_turn(game, "wonder Palace")
    assert coins(game)[0] == 0
    assert points(game, 0, "wonder") == 3 + 7


def test_side_b() -> None:
    """R219; text 004: one stage for one of each resource; 7 coins, 7 points, a shield."""
    game = a_table(
        a_city("Manneken Pis B", built="Lumber Yard, Stone Pit, Clay Pool, Ore Vein", coins=6),
        a_city("Ephesus A"),
        a_city("Alexandria A", built="Loom"),
        boxes=BOX,
    )
    assert prices(game, 0, "wonder Palace") == [(2, 4)]
    take_turn(game, "wonder Palace")
    city = game.table.cities[0]
    assert (city.coins, city.shields, city.stages) == (7, 1, 1)
    assert points(game, 0, "wonder") == 7
    assert not can(game, 0, "wonder Palace")


def test_solomon_on_a_copying_board_digs_like_any_solomon() -> None:
    """R208; text 004, clarifications: only the dig that the board has copied comes last, not the leader's."""
    game = a_table(
        a_city("Manneken Pis A", leaders="Solomon", fresh_leaders=1),
        a_city(leaders="Solomon", fresh_leaders=1),
        a_city(),
        boxes=(*BOX, "leaders"),
        phase="dig",
        discard="Altar, Baths",
    )
    assert asked(game) == [(0, "dig", 0)]
    do(game, 0, "dig Altar")
    assert asked(game) == [(1, "dig", 1)]

"""Wonders, side A of the first edition, and what holds for all stages."""

import pytest

from tables import (
    a_city,
    a_table,
    asked,
    can,
    coins,
    do,
    hand,
    offered,
    pile,
    points,
    prices,
    structures,
    take_turn,
    tokens,
)

RICH = "Sawmill, Quarry, Brickyard, Foundry, Loom, Glassworks, Press, Lumber Yard, Stone Pit, Clay Pool, Ore Vein"


def test_example_of_alexandria() -> None:
    """Text 002, 2.b (example): two ore build the second stage over any card; the card is no structure."""
    game = a_table(a_city("Alexandria A", stages=1, built="Foundry", hand="Altar", coins=0), a_city(), a_city())
    take_turn(game, "wonder Altar")
    assert game.table.cities[0].stages == 2
    assert structures(game, 0) == ["Foundry"]
    assert [card.name for card in game.table.buried[0] if card] == ["Altar"]
    assert "Altar" not in pile(game)


def test_stages_are_built_in_order() -> None:
    """R050; text 002, 2.b, clarifications."""
    game = a_table(a_city("Giza A", built=RICH, hand="Altar", coins=0), a_city(), a_city())
    for built in range(1, 4):
        take_turn(game, "wonder Palace")
        assert game.table.cities[0].stages == built
    assert not can(game, 0, "wonder Palace")
    assert points(game, 0, "wonder") == 15


def test_stage_cost_is_on_the_board() -> None:
    """R051; text 002, 2.b: two wood for the first stage of Rhodes, whatever lies under it."""
    game = a_table(a_city("Rhodes A", built="Sawmill", hand="Palace", coins=0), a_city(), a_city())
    assert prices(game, 0, "wonder Palace") == [(0, 0)]


def test_a_wonder_is_never_compulsory() -> None:
    """R050; text 002, 2.b, clarifications: a stage stands beside the other uses of a card."""
    game = a_table(a_city("Giza A", built="Stone Pit", hand="Altar"), a_city(), a_city())
    assert [words for words in offered(game, 0) if "Altar" in words] == ["build Altar", "wonder Altar", "discard Altar"]


def test_buried_cards_are_no_structures() -> None:
    """Text 002, 2.b: no points, no chain, and the same name may still be built."""
    game = a_table(
        a_city("Giza A", built="Stone Pit", hand="Scriptorium", coins=9),
        a_city("Ephesus A"),
        a_city("Rhodes A", hand="Library"),
    )
    take_turn(game, "wonder Scriptorium")
    assert points(game, 0, "science") == 0
    assert not can(game, 0, "build Library")


@pytest.mark.parametrize("wonder", ["Rhodes", "Alexandria", "Ephesus", "Babylon", "Olympia", "Halicarnassus", "Giza"])
def test_first_and_third_stage(wonder: str) -> None:
    """Text 002, Wonders, side A: 3 and 7 points on every board."""
    game = a_table(a_city(f"{wonder} A", stages=3), a_city(), a_city())
    second = 5 if wonder == "Giza" else 0
    assert points(game, 0, "wonder") == 3 + second + 7


def test_colossus() -> None:
    """R100; text 002, Wonders: two shields in every conflict."""
    game = a_table(a_city("Rhodes A", stages=2), a_city(built="Stockade, Barracks"), a_city(), turn=6, age=1)
    take_turn(game)
    assert tokens(game, 0) == ([], [1])  # equal with the left neighbor


def test_lighthouse_of_alexandria() -> None:
    """Text 002, Wonders: one raw material of choice each turn."""
    game = a_table(
        a_city("Alexandria A", stages=2, hand="Stockade, Barracks, Caravansery", coins=0), a_city(), a_city()
    )
    assert can(game, 0, "build Stockade")
    assert can(game, 0, "build Barracks")
    assert not can(game, 0, "build Caravansery")


def test_temple_of_ephesus() -> None:
    """R054; text 002, Wonders: nine coins at once, one time, to be spent from the next turn on."""
    game = a_table(
        a_city("Ephesus A", stages=1, built="Sawmill", hand="Altar", coins=1), a_city(), a_city(hand="Altar")
    )
    take_turn(game, "wonder Altar")
    assert coins(game)[0] == 10
    take_turn(game, "build Altar")
    assert coins(game)[0] == 10


def test_gardens_of_babylon() -> None:
    """Text 002, Wonders: a symbol of choice, chosen at the end."""
    game = a_table(a_city("Babylon A", stages=2, built="Apothecary, Workshop"), a_city(), a_city())
    assert points(game, 0, "science") == 3 + 7
    game = a_table(a_city("Babylon A", stages=2, built="Apothecary, Dispensary"), a_city(), a_city())
    assert points(game, 0, "science") == 9


def test_olympia_builds_one_structure_per_age_for_free() -> None:
    """Text 002, Wonders; R067: coins are waived too."""
    game = a_table(
        a_city("Olympia A", stages=2, hand="Foundry, Walls", coins=0),
        a_city("Ephesus A", hand="Walls"),
        a_city("Halicarnassus A"),
        age=2,
    )
    assert "build Foundry using Olympia" in offered(game, 0)
    take_turn(game, "build Foundry using Olympia")
    assert structures(game, 0) == ["Foundry"]
    assert coins(game)[0] == 0
    assert "Walls" in hand(game, 0)
    assert not can(game, 0, "build Walls")  # used in this age


def test_olympia_can_build_free_again_in_the_next_age() -> None:
    """Text 002, Wonders: once in each age."""
    game = a_table(
        a_city("Olympia A", stages=2, hand="Baths, Walls", coins=0),
        a_city("Ephesus A"),
        a_city("Halicarnassus A"),
        turn=6,
    )
    take_turn(game, "build Baths using Olympia")
    assert game.age == 2
    game.table.hands[0][0] = game.table.rules.by_name["Aqueduct"]
    game.table.hands[0][1] = game.table.rules.by_name["Walls"]
    assert "build Walls using Olympia" in offered(game, 0)


def test_olympia_frees_structures_of_the_hand_only() -> None:
    """R067: never a stage."""
    game = a_table(a_city("Olympia A", stages=2, hand="Walls", coins=0), a_city("Ephesus A"), a_city("Halicarnassus A"))
    assert not can(game, 0, "wonder Walls")
    assert can(game, 0, "build Walls")


def test_olympia_works_from_the_next_turn() -> None:
    """R068: stage built on turn 4, free build on turn 5 of the same age."""
    game = a_table(
        a_city("Olympia A", stages=1, built="Quarry", hand="Fortifications", coins=0),
        a_city("Ephesus A"),
        a_city("Halicarnassus A", hand="Fortifications"),
        turn=4,
    )
    assert not can(game, 0, "build Fortifications")
    take_turn(game, "wonder Palace")
    assert offered(game, 0)[:1] == ["build Fortifications using Olympia"]


def test_olympia_built_on_the_last_turn_loses_this_age() -> None:
    """R068: nothing of the first age is carried over; the second age has its own right."""
    game = a_table(
        a_city("Olympia A", stages=1, built="Quarry", coins=0), a_city("Ephesus A"), a_city("Halicarnassus A"), turn=6
    )
    take_turn(game, "wonder Palace")
    assert game.age == 2
    assert not game.table.cities[0].used
    game.table.hands[0][:2] = [game.table.rules.by_name[name] for name in ("Statue", "Temple")]
    do(game, 0, "build Statue using Olympia")
    do(game, 1, offered(game, 1)[-1])
    do(game, 2, offered(game, 2)[-1])
    assert game.table.cities[0].used == ("Olympia",)


def test_olympia_cannot_build_a_name_twice() -> None:
    """R069."""
    game = a_table(a_city("Olympia A", stages=2, built="Baths", hand="Baths"), a_city(), a_city())
    assert not can(game, 0, "build Baths")


def test_olympia_may_free_a_guild() -> None:
    """R070."""
    game = a_table(
        a_city("Olympia A", stages=2, hand="Workers Guild", coins=0), a_city("Ephesus A"), a_city("Alexandria A"), age=3
    )
    take_turn(game, "build Workers Guild using Olympia")
    assert structures(game, 0) == ["Workers Guild"]


@pytest.mark.parametrize(("card", "built"), [("Altar", ""), ("Aqueduct", "Baths"), ("Stockade", "")])
def test_olympia_is_not_offered_for_free_cards(card: str, built: str) -> None:
    """Position contract, Moves: no cost, a chain, or own production and no coins."""
    game = a_table(a_city("Olympia A", stages=2, hand=card, built=built), a_city(), a_city())
    assert [words for words in offered(game, 0) if words.startswith(f"build {card}")] == [f"build {card}"]


def test_olympia_is_offered_beside_a_purchase() -> None:
    """Position contract, Moves: who could buy may also use the power; the payments come first."""
    game = a_table(a_city("Olympia A", stages=2, hand="Baths"), a_city("Giza A"), a_city("Rhodes A"))
    assert [words for words in offered(game, 0) if "Baths" in words][:2] == [
        "build Baths <2",
        "build Baths using Olympia",
    ]


def test_olympia_is_offered_beside_a_free_purchase() -> None:
    """Position contract, Moves; text 003, Clandestine Dock: a resource bought at price 0 is bought, not made."""
    game = a_table(
        a_city("Olympia A", stages=2, hand="Baths", built="West Trading Post, Clandestine Dock West"),
        a_city("Giza A"),
        a_city("Rhodes A"),
        boxes=("cities",),
    )
    assert [words for words in offered(game, 0) if "Baths" in words][:2] == ["build Baths", "build Baths using Olympia"]


def test_mausoleum_digs_at_the_end_of_the_turn() -> None:
    """R077; text 002, Wonders: also what is discarded in this very turn."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", hand="Altar", coins=0),
        a_city("Giza A", hand="Tavern"),
        a_city("Rhodes A"),
    )
    take_turn(game, "wonder Altar", "discard Tavern")
    assert asked(game) == [(0, "dig", 0)]
    assert offered(game, 0) == ["dig Tavern", "dig Palace", "pass"]
    do(game, 0, "dig Tavern")
    assert coins(game)[0] == 5
    assert structures(game, 0)[-1] == "Tavern"
    assert pile(game) == ["Palace"]
    assert game.phase == "play"


def test_mausoleum_may_decline() -> None:
    """R083: the pick is an offer."""
    game = a_table(a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein"), a_city(), a_city(), discard="Altar")
    take_turn(game, "wonder Palace")
    do(game, 0, "pass")
    assert structures(game, 0) == ["Foundry", "Ore Vein"]
    assert "Altar" in pile(game)


def test_mausoleum_on_the_last_turn_sees_the_last_cards() -> None:
    """R087; text 002, Wonders, clarification: the pick comes before conflicts and points."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", coins=0),
        a_city("Giza A", hand="Altar, Town Hall", coins=0),
        a_city("Rhodes A", coins=0),
        age=3,
        turn=6,
    )
    take_turn(game, "wonder Palace", "build Altar")
    do(game, 0, "dig Town Hall")
    assert game.over
    assert points(game, 0, "civilian") == 6


def test_dug_up_shields_fight_in_this_age() -> None:
    """R084: a structure from the pile has all its effects at once."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein"), a_city(), a_city(), turn=6, discard="Barracks"
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Barracks")
    assert tokens(game, 0) == ([1], [1])


def test_dug_up_vineyard() -> None:
    """R084: own two brown cards, left three, right one: six coins."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", coins=0),
        a_city(built="Quarry, Stone Pit, Sawmill"),
        a_city(built="Lumber Yard"),
        age=2,
        discard="Vineyard",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Vineyard")
    assert coins(game)[0] == 6


def test_vineyard_does_not_count_a_neighbors_dug_up_card() -> None:
    """R088: the pick comes after everybody has been paid."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein"),
        a_city(hand="Vineyard", coins=0),
        a_city(),
        age=2,
        discard="Sawmill",
    )
    take_turn(game, "wonder Palace", "build Vineyard")
    do(game, 0, "dig Sawmill")
    assert coins(game)[1] == 2


def test_dug_up_production_serves_next_turn() -> None:
    """R084: it pays from the turn after."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", coins=0),
        a_city("Rhodes A"),
        a_city("Ephesus A", hand="Baths"),
        discard="Stone Pit",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Stone Pit")
    assert prices(game, 0, "build Baths") == [(0, 0)]


def test_no_dig_without_a_card_to_dig() -> None:
    """R081; position contract, What is asked: buried cards are not in the pile."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein, Altar"),
        a_city(hand="Loom"),
        a_city(hand="Loom"),
        discard="Altar",
    )
    take_turn(game, "wonder Palace", "build Loom", "build Loom")
    assert game.phase == "play"


@pytest.mark.parametrize("card", ["Barracks", "Workers Guild", "Hideout"])
def test_cards_of_any_age_and_color_can_be_dug_up(card: str) -> None:
    """R085; text 003, questions: an old card, a guild, a black card."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein"),
        a_city(coins=0),
        a_city(coins=0),
        age=3,
        discard=card,
        boxes=("cities",),
    )
    take_turn(game, "wonder Palace")
    do(game, 0, f"dig {card}")
    assert structures(game, 0)[-1] == card

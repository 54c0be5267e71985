"""Once-per-turn effects count once over all decisions of a turn.

Who plays the last card of an age too plays both cards in the same turn (text 002, Babylon B). Digs, copied leaders and
Rome's extra leader belong to the turn that they follow.
"""

import json

import pytest

from engine_game import Game
from heptapolis.record import read_position, write_position
from rules.leaders_at_work import BOTH, BOX
from tables import CityPlan, a_city, a_table, asked, can, coins, do, offered, prices, take_turn

LAST = {(): 6, ("leaders",): 6, ("cities",): 7, BOTH: 7}  # the last turn of an age, by boxes


def babylon(
    hand: str,
    *,
    left: CityPlan | None = None,
    right: CityPlan | None = None,
    boxes: tuple[str, ...] = BOTH,
    age: int = 1,
    built: str = "",
    leaders: str = "",
    coins: int = 12,
) -> Game:
    """The last turn of an age; seat 0 plays both cards of its hand."""
    return a_table(
        a_city("Babylon B", stages=2, hand=hand, built=built, leaders=leaders, coins=coins),
        left or a_city("Giza A", built="Lumber Yard"),
        right or a_city("Rhodes A"),
        boxes=boxes,
        age=age,
        turn=LAST[boxes],
    )


@pytest.mark.parametrize(("dock", "side"), [("West", "<"), ("East", ">")])
def test_dock_applies_to_one_of_two_cards(dock: str, side: str) -> None:
    """R170, R172; text 003, Clandestine Dock: each turn the first resource, so 1 coin and then 2."""
    seller, other = a_city("Giza A", built="Lumber Yard"), a_city("Rhodes A")
    game = babylon(
        "Baths, Stockade",
        built=f"Clandestine Dock {dock}",
        left=seller if side == "<" else other,
        right=other if side == "<" else seller,
        boxes=("cities",),
    )
    assert can(game, 0, f"build Stockade {side}1")
    take_turn(game, f"build Baths {side}1")
    assert [words for words in offered(game, 0) if "Stockade" in words and "build" in words] == [
        f"build Stockade {side}2"
    ]
    do(game, 0, f"build Stockade {side}2")
    assert coins(game)[0] == 12 - 1 - 2


def test_unused_dock_applies_to_the_extra_card() -> None:
    """R172; text 003: the first resource of the turn may be one for the extra card."""
    game = babylon("Altar, Stockade", built="Clandestine Dock West", boxes=("cities",))
    take_turn(game, "build Altar")
    assert prices(game, 0, "build Stockade") == [(1, 0)]


def test_each_dock_applies_to_its_own_neighbor() -> None:
    """R173; text 003: a purchase on one side does not use up the other side's dock."""
    game = babylon("Baths, Barracks", built="Clandestine Dock West, Clandestine Dock East", boxes=("cities",))
    take_turn(game, "build Baths <1")
    assert prices(game, 0, "build Barracks") == [(0, 1)]


def test_free_first_resource_uses_the_dock() -> None:
    """R170; text 003: with a trading post the first resource costs nothing, and it is used up all the same."""
    game = babylon("Baths, Stockade", built="West Trading Post, Clandestine Dock West", boxes=("cities",), coins=1)
    take_turn(game, "build Baths")
    assert coins(game)[0] == 1
    assert prices(game, 0, "build Stockade") == [(1, 0)]


def test_docks_reset_every_turn() -> None:
    """R170; text 003: each turn, so in the first turn of the next age again."""
    game = babylon("Baths, Stockade", built="Clandestine Dock West", boxes=("cities",))
    take_turn(game, "build Baths <1")
    do(game, 0, "build Stockade <2")
    assert (game.age, game.turn) == (2, 1)
    assert game.table.cities[0].bought_from == 0


@pytest.mark.parametrize("leader", ["", "Hatshepsut", "Bilkis"])
def test_position_stores_who_has_sold(leader: str) -> None:
    """Position contract, A seat; docs/rulings.md: a position read back knows what the turn has used up."""
    game = babylon("Temple, Stables", built="Clandestine Dock West", leaders=leader, age=2)
    take_turn(game, "build Temple <1 bank 1" if leader == "Bilkis" else "discard Temple")
    game.table.discard.clear()  # the cards that filled the hands up are more than the box holds
    document = write_position(game.table)
    again = Game(read_position(document))
    assert offered(again, 0) == offered(game, 0)
    assert again.table.cities[0].bought_from == game.table.cities[0].bought_from == (5 if leader == "Bilkis" else 0)
    assert ("bought" in json.dumps(document)) == (leader == "Bilkis")


def test_bilkis_once_per_turn() -> None:
    """Leaders, Bilkis: one resource a turn, over both cards."""
    game = babylon("Workshop, Apothecary", leaders="Bilkis", boxes=BOX, left=a_city("Giza A"))
    assert can(game, 0, "build Apothecary bank 1")
    take_turn(game, "build Workshop bank 1")
    assert not can(game, 0, "build Apothecary")
    unused = babylon("Altar, Apothecary", leaders="Bilkis", boxes=BOX, left=a_city("Giza A"))
    take_turn(unused, "build Altar")
    assert can(unused, 0, "build Apothecary bank 1")


def test_hatshepsut_once_per_neighbor_and_turn() -> None:
    """Leaders, Hatshepsut; R199: a coin for each neighbor bought from in the turn, not for each of two cards."""
    game = babylon("Baths, Walls", leaders="Hatshepsut", boxes=BOX, left=a_city("Giza A", built="Quarry"), age=2)
    take_turn(game, "build Baths <2")
    assert coins(game)[0] == 12 - 2 + 1
    do(game, 0, "build Walls <6")
    assert coins(game)[0] == 11 - 6


def test_hatshepsut_at_most_two_coins_per_turn() -> None:
    """Leaders, Hatshepsut; R199: one neighbor with the first card, both with the extra card, two coins in all."""
    game = babylon("Baths, Stables", leaders="Hatshepsut", boxes=BOX, left=a_city("Giza A", built="Lumber Yard"), age=2)
    take_turn(game, "build Baths <2")
    do(game, 0, "build Stables <2 >2")
    assert coins(game)[0] == 12 - 2 + 1 - 4 + 1


def test_berenice_once_for_two_cards() -> None:
    """R196; text 003, Berenice: at most one coin a turn, over both cards."""
    game = babylon("Tavern, Altar", leaders="Berenice", coins=0)
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 6
    do(game, 0, "discard Altar")
    assert coins(game)[0] == 6 + 3


def test_berenice_and_a_dig() -> None:
    """R196; text 003, Berenice: the card dug up at the end of the turn belongs to the turn."""
    game = a_table(
        a_city("Halicarnassus B", built="Foundry, Ore Vein", leaders="Berenice", coins=0),
        a_city(hand="Gambling Den"),
        a_city(),
        boxes=BOTH,
        discard="Tavern",
    )
    take_turn(game, "wonder Palace", "build Gambling Den")
    assert coins(game)[0] == 1 + 1
    do(game, 0, "dig Tavern")
    assert coins(game)[0] == 2 + 5


def test_berenice_and_a_copied_leader() -> None:
    """R196; text 003, Berenice: what a leader copied in the turn brings belongs to the turn."""
    game = a_table(
        a_city(
            "Rhodes A",
            built="Lumber Yard, Clay Pool, Glassworks, Loom",
            hand="Courtesans Guild",
            leaders="Berenice, Xenophon",
            coins=0,
        ),
        a_city(leaders="Croesus", hand="Gambling House", coins=9),
        a_city(),
        boxes=BOTH,
        age=3,
    )
    take_turn(game, "build Courtesans Guild", "build Gambling House")
    assert coins(game)[0] == 2 + 1 + 6


def test_berenice_and_romes_extra_leader() -> None:
    """R196; text 003, Berenice: the leader recruited right after the stage belongs to the turn."""
    game = a_table(
        a_city(
            "Rome B", stages=1, built="Stone Pit, Clay Pool, Loom", leaders="Berenice", leader_hand="Croesus", coins=0
        ),
        a_city(hand="Gambling Den"),
        a_city(),
        boxes=BOTH,
    )
    take_turn(game, "wonder Palace", "build Gambling Den")
    assert coins(game)[0] == 1 + 1
    do(game, 0, "recruit Croesus")
    assert coins(game)[0] == 2 + 6


def test_once_per_age_power_applies_to_one_of_two_cards() -> None:
    """R200; text 003, Caligula: one black card an age, also when two are played in the last turn."""
    game = babylon("Mercenaries, Lair", leaders="Caligula", coins=0, age=2)
    assert can(game, 0, "build Lair using Caligula")
    take_turn(game, "build Mercenaries using Caligula")
    assert offered(game, 0) == ["discard Lair", "pass"]


def rome(*, coins: int) -> Game:
    """Rome B builds its second stage, and the left neighbor buys clay from it for two coins."""
    game = a_table(
        a_city("Rome B", stages=1, built="Stone Pit, Clay Pool, Loom", leader_hand="Caesar", coins=coins),
        a_city("Giza A", hand="Residence", coins=9),
        a_city("Ephesus A", coins=9),
        boxes=BOTH,
    )
    take_turn(game, "wonder Palace", "build Residence >2")
    return game


def test_rome_cannot_recruit_with_income_of_the_turn() -> None:
    """R062; text 002, Commerce: coins that neighbors pay are spent from the next turn on, for a leader, too."""
    poor = rome(coins=1)  # Caesar costs Rome 3
    assert poor.phase == "play"
    assert coins(poor)[0] == 3
    assert [card.name for card in poor.table.leader_hands[0]] == ["Caesar"]
    rich = rome(coins=3)
    assert asked(rich) == [(0, "recruit", 0)]
    do(rich, 0, "recruit Caesar")
    assert coins(rich)[0] == 2


def test_rome_recruits_with_coins_of_the_bank() -> None:
    """R062; text 002, Commerce: only what comes from neighbors waits for the next turn."""
    game = a_table(
        a_city("Rome B", stages=1, built="Stone Pit, Clay Pool, Loom", leader_hand="Caesar", coins=2),
        a_city(hand="Gambling Den"),
        a_city(),
        boxes=BOTH,
    )
    take_turn(game, "wonder Palace", "build Gambling Den")
    assert asked(game) == [(0, "recruit", 0)]


def test_vineyard_does_not_count_a_neighbors_extra_card() -> None:
    """docs/rulings.md, The order inside a turn: coins are counted at the reveal, before the extra card is played."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Altar, Sawmill"),
        a_city("Giza A", hand="Vineyard", coins=0),
        a_city("Rhodes A"),
        age=2,
        turn=6,
    )
    take_turn(game, "build Altar", "build Vineyard")
    do(game, 0, "build Sawmill")
    assert coins(game)[1] == 0


def test_choice_card_can_choose_again_for_the_extra_card() -> None:
    """R064; docs/rulings.md: the extra card is a second construction, for which a choice card may give the other."""
    game = babylon(
        "Stockade, Barracks", built="Caravansery", boxes=(), left=a_city("Giza A"), right=a_city("Ephesus A")
    )
    take_turn(game, "build Stockade")
    assert can(game, 0, "build Barracks")


def test_a_symbol_is_sold_for_each_card() -> None:
    """R064, R230; docs/rulings.md: what was bought for the first card is bought and paid again for the extra card."""
    game = babylon("Barracks, Stables", boxes=(), age=2)
    take_turn(game, "build Barracks >2")
    assert prices(game, 0, "build Stables") == [(2, 2)]

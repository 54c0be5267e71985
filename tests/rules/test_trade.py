"""Trade: what neighbors sell, at what price, and when the money comes."""

import pytest

from tables import a_city, a_table, can, coins, prices, structures, take_turn


def test_example_a_one_unit_from_each_neighbor() -> None:
    """Text 002, Commerce, example A: what the city lacks is bought for 2 coins on each side."""
    game = a_table(
        a_city("Alexandria A", built="Lumber Yard", hand="University", coins=4),
        a_city("Olympia A"),
        a_city("Ephesus A"),
        age=3,
    )
    assert prices(game, 0, "build University") == [(2, 2)]
    take_turn(game, "build University")
    assert coins(game) == [0, 3 + 2 + 3, 3 + 2 + 3]  # the neighbors have sold a card each


def test_example_b_selling_does_not_hinder_building() -> None:
    """R040; text 002, Commerce, example B: eight coins for stones that also build the seller's own Library."""
    game = a_table(
        a_city("Rhodes A", built="Quarry, Loom", hand="Library", coins=0),
        a_city("Giza A", hand="Aqueduct", coins=4, built="Marketplace"),
        a_city("Ephesus A", hand="Library", built="Loom", coins=4),
        age=2,
    )
    take_turn(game, "build Library", "build Aqueduct >4", "build Library <4")
    assert coins(game) == [8, 0, 0]
    assert [structures(game, seat)[-1] for seat in range(3)] == ["Library", "Aqueduct", "Library"]


def test_example_c_income_cannot_be_spent_at_once() -> None:
    """Text 002, Commerce, example C: the coins of this turn buy the clay for the Forum a turn later, not now."""
    game = a_table(
        a_city("Babylon A", built="Glassworks", hand="Forum", coins=1),
        a_city("Rhodes A", built="Clay Pool, Ore Vein", hand="Dispensary", coins=2),
        a_city("Ephesus A", coins=0),
        age=2,
    )
    assert not can(game, 0, "build Forum")
    take_turn(game, "discard Palace", "build Dispensary")
    assert coins(game)[:2] == [1 + 2 + 3, 0]


@pytest.mark.parametrize("edition", ["first", "second"])
def test_two_coins_a_unit_to_the_owner(edition: str) -> None:
    """R024, R042: two units of wood from the left for a wonder stage."""
    side = "A" if edition == "first" else "day"
    game = a_table(
        a_city(f"Rhodes {side}", coins=4), a_city(f"Ephesus {side}", built="Sawmill"), a_city(), edition=edition
    )
    assert prices(game, 0, "wonder Palace") == [(4, 0)]
    take_turn(game, "wonder Palace")
    assert coins(game) == [0, 3 + 4 + 3, 6]
    assert game.table.cities[0].stages == 1


def test_only_board_brown_and_gray_are_sold() -> None:
    """Text 002, Commerce; text 001, Buying: not what yellow cards and wonder stages give."""
    buyer = a_city("Giza A", hand="School, Stockade", coins=9)
    seller = a_city("Alexandria B", stages=2, built="Forum, Caravansery")
    game = a_table(buyer, seller, a_city("Rhodes A"), age=2)
    assert not can(game, 0, "build School")
    assert not can(game, 0, "build Stockade")


def test_private_production_of_alexandria() -> None:
    """R058; text 002, Wonders, side B: a raw material and a good of choice each turn, for the owner alone."""
    game = a_table(a_city("Alexandria B", stages=2, hand="School", coins=0), a_city("Giza A", hand="School"), a_city())
    assert prices(game, 0, "build School") == [(0, 0)]
    assert not can(game, 1, "build School")


def test_black_production_is_private() -> None:
    """R181: nobody buys from a Secret Warehouse or a Black Market."""
    game = a_table(
        a_city("Giza A", hand="Stockade, Aqueduct", coins=9),
        a_city("Rhodes A", built="Secret Warehouse, Black Market"),
        a_city("Ephesus A"),
        boxes=("cities",),
    )
    assert not can(game, 0, "build Stockade")


def test_a_neighbors_choice_card_sells_either() -> None:
    """Text 002, Symbols, Age I: the buyer chooses the resource, whatever the owner uses; but only one of both."""
    game = a_table(
        a_city("Giza A", hand="Stockade, Guard Tower, Temple", coins=9, built="Glassworks"),
        a_city("Ephesus A", built="Tree Farm", hand="Stockade"),
        a_city("Rhodes A"),
    )
    assert prices(game, 0, "build Stockade") == [(2, 0)]
    assert prices(game, 0, "build Guard Tower") == [(2, 0)]
    assert not can(game, 0, "build Temple")  # wood and clay from one card
    take_turn(game, "build Guard Tower", "build Stockade")
    assert structures(game, 0)[-1] == "Guard Tower"
    assert structures(game, 1)[-1] == "Stockade"


def test_a_symbol_is_sold_once_to_each_buyer() -> None:
    """R230; text 001, Buying: one stone symbol gives a buyer one stone a turn, and both neighbors may buy it."""
    cities = (
        a_city("Babylon A", hand="Walls, Baths", coins=9),
        a_city("Giza A", built="Stone Pit"),
        a_city("Ephesus A", hand="Baths", coins=9),
    )
    game = a_table(*cities)
    assert not can(game, 0, "build Walls")  # three stones wanted, two for sale
    take_turn(game, "build Baths <2", "discard Palace", "build Baths >2")
    assert coins(game) == [7, 3 + 4 + 3, 7]


def test_nothing_built_this_turn_is_for_sale() -> None:
    """R230; text 001, Buying, notes."""
    game = a_table(
        a_city("Babylon A", hand="Baths, Altar"),
        a_city("Rhodes A", hand="Stone Pit"),
        a_city("Ephesus A", hand="Baths"),
    )
    assert not can(game, 0, "build Baths")
    take_turn(game, "build Altar", "build Stone Pit")
    assert prices(game, 0, "build Baths") == [(2, 0)]


def test_sellers_cannot_refuse() -> None:
    """R029: the seller is not asked."""
    game = a_table(a_city("Babylon A", hand="Baths"), a_city("Giza A"), a_city("Rhodes A"))
    take_turn(game, "build Baths <2")
    assert [kind for _, kind, _ in [(d.player, d.kind, d.city) for d in game.pending]] == ["play"] * 3
    assert coins(game)[1] == 3 + 2 + 3


def test_the_buyer_chooses_between_neighbors() -> None:
    """R030; text 002, Clarifications: also the dearer one; the cheaper one comes first."""
    game = a_table(
        a_city("Giza A", built="West Trading Post", hand="Stockade"),
        a_city("Rhodes A", built="Lumber Yard"),
        a_city("Olympia A"),
    )
    assert prices(game, 0, "build Stockade") == [(1, 0), (0, 2)]


def test_equal_prices_pay_the_left_neighbor_less_first() -> None:
    """Position contract, Moves: the order on a tie."""
    game = a_table(a_city("Giza A", hand="Stockade"), a_city("Rhodes A", built="Lumber Yard"), a_city("Olympia A"))
    assert prices(game, 0, "build Stockade") == [(0, 2), (2, 0)]


def test_only_missing_resources_are_bought() -> None:
    """R031, R193: what the city makes is not bought."""
    game = a_table(a_city("Babylon A", built="Stone Pit", hand="Baths"), a_city("Giza A"), a_city("Rhodes A"))
    assert prices(game, 0, "build Baths") == [(0, 0)]


def test_bought_resources_are_gone_after_the_turn() -> None:
    """R032: the same stone is bought again for the next structure."""
    game = a_table(
        a_city("Babylon A", hand="Baths", coins=2), a_city("Giza A"), a_city("Ephesus A", hand="Baths, Palace, Walls")
    )
    take_turn(game, "build Baths")
    assert coins(game)[0] == 0
    assert not can(game, 0, "build Walls")


@pytest.mark.parametrize(
    ("built", "clay_left", "clay_right"),
    [
        ("East Trading Post", 2, 1),
        ("West Trading Post", 1, 2),
        ("East Trading Post, West Trading Post", 1, 1),
        ("Marketplace", 2, 2),
    ],
)
def test_trading_posts(built: str, clay_left: int, clay_right: int) -> None:
    """R033; texts 002 and 004 French, Symbols: east is the right neighbor, west the left; raw materials at 1."""
    game = a_table(
        a_city("Giza A", built=built, hand="Forum", coins=4),
        a_city("Ephesus A", built="Clay Pool"),
        a_city("Babylon A"),
    )
    if "Trading" in built:
        assert can(game, 0, "build Forum")  # a chain
    game = a_table(
        a_city("Giza A", built=built, hand="Siege Workshop", coins=9),
        a_city("Ephesus A", built="Clay Pool, Lumber Yard"),
        a_city("Babylon A", built="Clay Pool"),
        age=3,
    )
    wood_left = clay_left
    assert prices(game, 0, "build Siege Workshop") == [(clay_left + wood_left, 2 * clay_right)]


def test_marketplace_is_for_goods_only() -> None:
    """R034; text 002, Symbols: glass from the left and papyrus from the right for 1 each, wood still 2."""
    game = a_table(
        a_city("Giza A", built="Marketplace, Lumber Yard", hand="University", coins=9),
        a_city("Alexandria A"),
        a_city("Ephesus A", built="Lumber Yard"),
        age=3,
    )
    assert prices(game, 0, "build University") == [(1, 1 + 2)]


def test_discounts_begin_a_turn_later() -> None:
    """R035; text 002, Symbols."""
    game = a_table(
        a_city("Giza A", hand="East Trading Post, Guard Tower"),
        a_city("Rhodes A"),
        a_city("Babylon A", hand="Guard Tower"),
    )
    assert prices(game, 0, "build Guard Tower") == [(0, 2)]
    take_turn(game, "build East Trading Post")
    assert prices(game, 0, "build Guard Tower") == [(0, 1)]


def test_olympia_b_equals_both_trading_posts() -> None:
    """R036; text 002, Wonders, side B: the price stays 1 with a trading post beside it, which may still be built."""
    game = a_table(
        a_city("Olympia B", stages=1, built="East Trading Post", hand="Barracks, West Trading Post"),
        a_city("Ephesus A", built="Ore Vein"),
        a_city("Rhodes A"),
    )
    assert prices(game, 0, "build Barracks") == [(0, 1), (1, 0)]
    assert can(game, 0, "build West Trading Post")


def test_only_direct_neighbors_trade() -> None:
    """R041: papyrus across the table is out of reach."""
    game = a_table(
        a_city("Rhodes A", hand="Scriptorium", coins=9), a_city("Giza A"), a_city("Ephesus A"), a_city("Babylon A")
    )
    assert not can(game, 0, "build Scriptorium")


def test_left_is_the_next_seat_clockwise() -> None:
    """Position contract: seat 1 sits to the left of seat 0."""
    game = a_table(a_city("Rhodes A", hand="Scriptorium"), a_city("Ephesus A"), a_city("Giza A"), a_city("Babylon A"))
    assert prices(game, 0, "build Scriptorium") == [(2, 0)]


def test_trade_with_a_diplomat_between() -> None:
    """R160, R041: diplomacy changes who fights, not who trades."""
    game = a_table(
        a_city("Rhodes A", hand="Scriptorium", coins=9),
        a_city("Giza A", diplomacy=1),
        a_city("Ephesus A"),
        a_city("Babylon A"),
        boxes=("cities",),
    )
    assert not can(game, 0, "build Scriptorium")

"""Black cards: production, rebates, masks, coins, shields, points. Losses and diplomacy have chapters of their own."""

import pytest

from tables import a_city, a_table, can, coins, points, prices, structures, take_turn

BOX = ("cities",)


@pytest.mark.parametrize(
    ("card", "makes", "price", "shields"),
    [("Militia", "", 3, 2), ("Mercenaries", "Press", 4, 3), ("Contingent", "Loom", 5, 5)],
)
def test_hired_shields(card: str, makes: str, price: int, shields: int) -> None:
    """Text 003, Cards: 2, 3 and 5."""
    game = a_table(a_city(built=makes, hand=card, coins=price), a_city(), a_city(), boxes=BOX)
    take_turn(game, f"build {card}")
    assert (game.table.cities[0].shields, coins(game)[0]) == (shields, 0)


@pytest.mark.parametrize(
    ("card", "makes", "price", "worth"),
    [
        ("Gates of the City", "Lumber Yard", 1, 4),
        ("Tabularium", "Lumber Yard, Ore Vein, Loom", 2, 6),
        ("Capitol", "Quarry, Brickyard, Glassworks, Press", 2, 8),
    ],
)
def test_plain_points(card: str, makes: str, price: int, worth: int) -> None:
    """Printed cards; position contract, Scores: black points are written under cities."""
    game = a_table(a_city(built=makes, hand=card, coins=price), a_city(), a_city(), boxes=BOX)
    take_turn(game, f"build {card}")
    assert (points(game, 0, "cities"), coins(game)[0]) == (worth, 0)


@pytest.mark.parametrize(
    ("card", "price", "own", "next_door"), [("Gambling Den", 0, 6, 1), ("Gambling House", 1, 9, 2)]
)
def test_gambling(card: str, price: int, own: int, next_door: int) -> None:
    """R153; text 003, Cards: the bank pays the owner and both neighbors, nobody else."""
    game = a_table(
        a_city(hand=card, coins=price), a_city(hand="Loom"), a_city(hand="Loom"), a_city(hand="Loom"), boxes=BOX
    )
    take_turn(game, f"build {card}", "build Loom", "build Loom", "build Loom")
    assert coins(game) == [own, 3 + next_door, 3, 3 + next_door]


def test_secret_society() -> None:
    """R185; text 003, Symbols: itself included; a coin each when built, a point each at the end."""
    game = a_table(
        a_city("Giza A", built="Militia, Lair, Press", hand="Secret Society", coins=0),
        a_city(),
        a_city(hand="Gambling Den"),
        boxes=BOX,
        age=3,
    )
    take_turn(game, "build Secret Society")
    assert coins(game)[0] == 3
    game = a_table(
        a_city(built="Militia, Spy Ring, Gambling Den, Secret Society"), a_city(), a_city(), boxes=BOX, age=3
    )
    assert points(game, 0, "cities") == 4


def test_slave_market() -> None:
    """R185; text 003, Symbols: victory tokens, three when built and five at the end."""
    game = a_table(
        a_city(built="Sawmill, Foundry", hand="Slave Market", tokens=(1, 3, -1, 3), coins=0),
        a_city(),
        a_city(),
        boxes=BOX,
        age=3,
    )
    take_turn(game, "build Slave Market")
    assert coins(game)[0] == 3
    game = a_table(a_city(built="Slave Market", tokens=(1, 3, 3, 5, 5, -1)), a_city(), a_city(), boxes=BOX, age=3)
    assert points(game, 0, "cities") == 5


def test_architect_cabinet() -> None:
    """Text 003, Cards: stages without resources, but Petra's coins are due."""
    game = a_table(a_city("Giza A", built="Architect Cabinet", coins=0), a_city(), a_city(), boxes=BOX)
    assert prices(game, 0, "wonder Palace") == [(0, 0)]
    assert points(game, 0, "cities") == 2
    game = a_table(a_city("Petra A", stages=1, built="Architect Cabinet", coins=6), a_city(), a_city(), boxes=BOX)
    assert not can(game, 0, "wonder Palace")
    game = a_table(a_city("Petra A", stages=1, built="Architect Cabinet", coins=7), a_city(), a_city(), boxes=BOX)
    take_turn(game, "wonder Palace")
    assert coins(game)[0] == 0


@pytest.mark.parametrize(("side", "stages", "price", "worth"), [("A", 1, 7, 10), ("B", 1, 14, 17)])
def test_petra(side: str, stages: int, price: int, worth: int) -> None:
    """R187; text 003, Wonders: 7 coins for 7 points, 14 for 14."""
    game = a_table(a_city(f"Petra {side}", stages=stages, coins=price), a_city(), a_city(), boxes=BOX)
    take_turn(game, "wonder Palace")
    assert coins(game)[0] == 0
    assert points(game, 0, "wonder") == worth
    poor = a_table(a_city(f"Petra {side}", stages=stages, coins=price - 1), a_city(), a_city(), boxes=BOX)
    assert not can(poor, 0, "wonder Palace")


def test_warehouse_doubles_what_the_city_makes() -> None:
    """R174: board ore, a vein and the Warehouse make three ore; the stone is bought."""
    game = a_table(
        a_city("Rhodes A", built="Ore Vein, Secret Warehouse", hand="Fortifications", coins=2),
        a_city("Giza A"),
        a_city("Ephesus A"),
        boxes=BOX,
        age=3,
    )
    assert prices(game, 0, "build Fortifications") == [(2, 0)]


def test_warehouse_does_not_double_yellow_production() -> None:
    """Text 003, Cards, clarification: one raw material from the Caravansery; the Warehouse can only give papyrus."""
    game = a_table(
        a_city("Ephesus A", built="Caravansery, Secret Warehouse", hand="Stockade, Archery Range", coins=0),
        a_city("Giza A"),
        a_city("Babylon A"),
        boxes=BOX,
        age=2,
    )
    assert can(game, 0, "build Stockade")
    assert not can(game, 0, "build Archery Range")


def test_warehouse_with_a_choice_card() -> None:
    """R176: the Warehouse may give the other resource than the card does."""
    game = a_table(
        a_city("Alexandria A", built="Tree Farm, Secret Warehouse", hand="Temple", coins=0),
        a_city("Rhodes A"),
        a_city("Giza A"),
        boxes=BOX,
        age=2,
    )
    assert prices(game, 0, "build Temple") == [(0, 0)]


@pytest.mark.parametrize(
    ("card", "offered"),
    [
        ("Barracks", True),
        ("Workshop", True),
        ("Apothecary", True),
        ("Scriptorium", True),
        ("Stockade", True),
        ("Caravansery", False),
        ("Walls", False),
    ],
)
def test_black_market_makes_what_is_missing(card: str, offered: bool) -> None:
    """R178: a choice card makes both its resources, so neither comes from the Black Market."""
    game = a_table(
        a_city("Giza A", built="Tree Farm, Black Market", hand=card, coins=0),
        a_city("Rhodes A"),
        a_city("Ephesus A"),
        boxes=BOX,
    )
    assert can(game, 0, f"build {card}") is offered


def test_black_market_ignores_yellow_production() -> None:
    """Text 003, Cards, clarification: wood from the Caravansery is still missing, so both together give two wood."""
    game = a_table(
        a_city("Ephesus B", stages=1, built="Caravansery, Black Market", coins=0),
        a_city("Giza A"),
        a_city("Rhodes A"),
        boxes=BOX,
        age=2,
    )
    assert prices(game, 0, "wonder Palace") == [(0, 0)]


def test_city_without_production() -> None:
    """R180: Manneken Pis without brown or gray cards."""
    boxes = ("cities", "manneken-pis")
    others = (a_city("Giza A"), a_city("Rhodes A"))
    for card in ("Stockade", "Workshop", "Scriptorium", "Baths"):
        market = a_table(a_city("Manneken Pis B", built="Black Market", hand=card, coins=0), *others, boxes=boxes)
        assert can(market, 0, f"build {card}")
        warehouse = a_table(
            a_city("Manneken Pis B", built="Secret Warehouse", hand=card, coins=0), *others, boxes=boxes
        )
        assert not can(warehouse, 0, f"build {card}")


def test_city_with_every_resource() -> None:
    """R180: all seven resources in the city, so the Black Market gives no second one."""
    makes = "Lumber Yard, Stone Pit, Clay Pool, Loom, Glassworks, Press, Black Market"
    game = a_table(
        a_city("Rhodes A", built=makes, hand="Caravansery", coins=0), a_city("Giza A"), a_city("Ephesus A"), boxes=BOX
    )
    assert not can(game, 0, "build Caravansery")


def test_example_of_the_dock() -> None:
    """R170; text 003, Cards (example): Marketplace and Dock East; textile and stone from the right cost 2 in all."""
    game = a_table(
        a_city("Ephesus A", built="Marketplace, Clandestine Dock East, Glassworks", hand="Sepulcher", coins=2),
        a_city("Rhodes A"),
        a_city("Halicarnassus A", built="Stone Pit"),
        boxes=BOX,
        age=2,
    )
    assert prices(game, 0, "build Sepulcher") == [(0, 2)]


@pytest.mark.parametrize(
    ("docks", "expected"),
    [
        ("Clandestine Dock West", [(1, 2)]),
        ("Clandestine Dock East", [(2, 1)]),
        ("Clandestine Dock West, Clandestine Dock East", [(1, 1)]),  # R173
        ("Clandestine Dock East, Clandestine Dock West, East Trading Post, West Trading Post", [(0, 0)]),
    ],
)
def test_docks_save_a_coin_on_their_side(docks: str, expected: list[tuple[int, int]]) -> None:
    """R172, R173: one clay from each side; with trading posts the price falls to nothing."""
    game = a_table(
        a_city("Ephesus A", built=docks, hand="Laboratory", coins=4),
        a_city("Rhodes A", built="Clay Pool"),
        a_city("Babylon A"),
        boxes=BOX,
        age=2,
    )
    assert prices(game, 0, "build Laboratory") == expected


def test_dock_saves_one_coin_per_turn() -> None:
    """R170: only the first resource; two stones from the left cost 3."""
    game = a_table(
        a_city("Giza A", built="Clandestine Dock West", hand="Aqueduct", coins=3),
        a_city("Rhodes A", built="Quarry"),
        a_city("Ephesus A"),
        boxes=BOX,
        age=2,
    )
    assert prices(game, 0, "build Aqueduct") == [(3, 0)]


def test_dock_works_from_the_next_turn() -> None:
    """docs/rulings.md, The order inside a turn: new discounts work a turn later."""
    game = a_table(
        a_city("Giza A", hand="Clandestine Dock West, Stockade", coins=3),
        a_city("Olympia A"),
        a_city("Ephesus A", hand="Stockade"),
        boxes=BOX,
    )
    assert prices(game, 0, "build Stockade") == [(2, 0)]
    take_turn(game, "build Clandestine Dock West")
    assert prices(game, 0, "build Stockade") == [(1, 0)]


@pytest.mark.parametrize(("left", "expected"), [("Apothecary", 1), ("Apothecary, Dispensary", 4), ("", 0)])
def test_example_of_the_masks(left: str, expected: int) -> None:
    """Text 003, Cards (example of Alex): two masks and one compass next door; then two of them."""
    game = a_table(a_city(built="Pigeon Loft, Spy Ring"), a_city(built=left), a_city(), boxes=BOX, age=3)
    assert points(game, 0, "science") == expected


def test_two_copies_of_a_card_are_two_cards() -> None:
    """R164: a Workshop on each side gives two gears."""
    game = a_table(
        a_city(built="Pigeon Loft, Spy Ring"), a_city(built="Workshop"), a_city(built="Workshop"), boxes=BOX, age=3
    )
    assert points(game, 0, "science") == 4


def test_mask_may_copy_a_card_the_city_owns() -> None:
    """R165: and only green cards, never the symbol of a stage."""
    game = a_table(
        a_city(built="Pigeon Loft, Workshop"),
        a_city("Babylon A", stages=2, built="Workshop"),
        a_city(),
        boxes=BOX,
        age=3,
    )
    assert points(game, 0, "science") == 4
    game = a_table(
        a_city(built="Pigeon Loft"),
        a_city("Babylon A", stages=2, built="Scientists Guild, Spy Ring"),
        a_city(),
        boxes=BOX,
        age=3,
    )
    assert points(game, 0, "science") == 0


def test_a_leaders_symbol_cannot_be_masked() -> None:
    """R165: Euclid next door is no green card."""
    game = a_table(a_city(built="Pigeon Loft"), a_city(leaders="Euclid"), a_city(), boxes=("cities", "leaders"), age=3)
    assert points(game, 0, "science") == 0


def test_two_players_may_copy_the_same_card() -> None:
    """R168."""
    game = a_table(a_city(built="Pigeon Loft"), a_city(built="Lodge"), a_city(built="Spy Ring"), boxes=BOX, age=3)
    assert [points(game, seat, "science") for seat in range(3)] == [1, 1, 1]


def test_cards_with_one_mask() -> None:
    """R169: Pigeon Loft, Spy Ring and Torture Chamber have one mask each."""
    game = a_table(a_city(built="Pigeon Loft, Spy Ring, Torture Chamber"), a_city(), a_city(), boxes=BOX, age=3)
    assert game.table.cities[0].masks == 3


def test_masks_and_free_symbols_are_chosen_together() -> None:
    """Position contract, Choices with one right answer: the mask takes the gear for the set, Babylon the tablet."""
    game = a_table(
        a_city("Babylon A", stages=2, built="Pigeon Loft, Apothecary"),
        a_city(built="Workshop, Lodge"),
        a_city(),
        boxes=BOX,
        age=3,
    )
    assert points(game, 0, "science") == 10


def test_torture_chamber_and_spy_ring_are_paid() -> None:
    """Printed cards: coins and resources together."""
    game = a_table(
        a_city("Rhodes A", built="Ore Vein, Glassworks", hand="Torture Chamber", coins=3),
        a_city(),
        a_city(),
        boxes=BOX,
        age=3,
    )
    take_turn(game, "build Torture Chamber")
    assert coins(game)[0] == 0
    assert structures(game, 0)[-1] == "Torture Chamber"

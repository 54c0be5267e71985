"""Cities, Leaders and Manneken Pis, against rulebook texts 003 and 004 and the print."""

import pytest

from heptapolis.rulebook import EffectSpec, load

CITIES, LEADERS, MANNEKEN = (load("first", [box]) for box in ("cities", "leaders", "manneken-pis"))
EVERYTHING = load("first", ["leaders", "cities", "manneken-pis"])


def shown(effects: tuple[EffectSpec, ...]) -> list[tuple[str, dict[str, object]]]:
    return [(effect.kind, dict(effect.args)) for effect in effects]


def points(number: int) -> tuple[str, dict[str, object]]:
    return ("points", {"points": number})


def loss(coins: int, per: str = "none") -> tuple[str, dict[str, object]]:
    return ("loss", {"coins": coins, "per": per})


DIPLOMACY: tuple[str, dict[str, object]] = ("diplomacy", {"tokens": 1})


def test_contents_of_cities() -> None:
    """Text 003, Contents: nine black cards an age, three guilds, two wonders; its six leaders need the other box."""
    black = [card for card in CITIES.cards if card.color == "black"]
    assert len(black) == 27
    for age in (1, 2, 3):
        assert sum(age in card.copies for card in black) == 9
    guilds = [card.name for card in CITIES.cards if card.color == "purple" and card.box == "cities"]
    assert guilds == ["Counterfeiters Guild", "Guild of Shadows", "Mourners Guild"]
    assert [board.wonder for board in CITIES.boards if board.box == "cities"] == ["Petra", "Byzantium"]
    assert CITIES.leaders == ()


def test_contents_of_leaders() -> None:
    """Contents of the Leaders box: four guilds, Rome and 36 leaders."""
    guilds = [card.name for card in LEADERS.cards if card.box == "leaders"]
    assert guilds == ["Architects Guild", "Diplomats Guild", "Gamers Guild", "Courtesans Guild"]
    assert [board.wonder for board in LEADERS.boards if board.box == "leaders"] == ["Rome"]
    assert len(LEADERS.leaders) == 36
    assert all(leader.color == "white" and leader.copies == {} for leader in LEADERS.leaders)


def test_both_boxes_together() -> None:
    """Text 003, Description of the leaders: six more of them; ten, four and three guilds."""
    assert len(EVERYTHING.leaders) == 42
    joined = [leader.name for leader in EVERYTHING.leaders if leader.box == "cities"]
    assert joined == ["Berenice", "Caligula", "Darius", "Diocletian", "Aspasia", "Semiramis"]
    assert sum(card.color == "purple" for card in EVERYTHING.cards) == 17
    assert len(EVERYTHING.boards) == 11


def test_numbers_that_change() -> None:
    """Text 003, Game overview: hands of eight; Leaders: six coins at the start."""
    assert (CITIES.start_coins, CITIES.hand_size) == (3, 8)
    assert (LEADERS.start_coins, LEADERS.hand_size) == (6, 7)
    assert (MANNEKEN.start_coins, MANNEKEN.hand_size) == (3, 7)
    assert (EVERYTHING.start_coins, EVERYTHING.hand_size) == (6, 8)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pigeon Loft", [("mask", {})]),
        ("Spy Ring", [("mask", {})]),
        ("Torture Chamber", [("mask", {})]),
        ("Gambling Den", [("coins", {"coins": 6, "neighbors": 1})]),
        ("Gambling House", [("coins", {"coins": 9, "neighbors": 2})]),
        ("Militia", [("shields", {"shields": 2})]),
        ("Mercenaries", [("shields", {"shields": 3})]),
        ("Contingent", [("shields", {"shields": 5})]),
        ("Hideout", [points(2), loss(1)]),
        ("Lair", [points(3), loss(2)]),
        ("Brotherhood", [points(4), loss(3)]),
        ("Residence", [points(1), DIPLOMACY]),
        ("Consulate", [points(2), DIPLOMACY]),
        ("Embassy", [points(3), DIPLOMACY]),
        ("Clandestine Dock East", [("rebate", {"where": "right"})]),
        ("Clandestine Dock West", [("rebate", {"where": "left"})]),
        ("Sepulcher", [points(4), loss(1, "victory")]),
        ("Cenotaph", [points(5), loss(1, "victory")]),
        ("Builders' Union", [points(4), loss(1, "stage")]),
        ("Architect Cabinet", [points(2), ("stages_without_resources", {})]),
        ("Secret Warehouse", [("produce_again", {})]),
        ("Black Market", [("produce_missing", {})]),
        ("Secret Society", [("per", {"items": ("black",), "where": ("self",), "coins": 1, "points": 1})]),
        ("Slave Market", [("per", {"items": ("victory",), "where": ("self",), "coins": 1, "points": 1})]),
        ("Gates of the City", [points(4)]),
        ("Tabularium", [points(6)]),
        ("Capitol", [points(8)]),
        ("Counterfeiters Guild", [points(5), loss(3)]),
        ("Guild of Shadows", [("per", {"items": ("black",), "where": ("left", "right"), "coins": 0, "points": 1})]),
        ("Mourners Guild", [("per", {"items": ("victory",), "where": ("left", "right"), "coins": 0, "points": 1})]),
    ],
)
def test_effects_of_cities(name: str, expected: list[tuple[str, dict[str, object]]]) -> None:
    """Text 003, Description of the cards, of the guilds and of the symbols; points of black cards by the print."""
    assert shown(CITIES.card(name).effects) == expected


@pytest.mark.parametrize(
    ("wonder", "side", "expected"),
    [
        ("Petra", "A", [(0, [points(3)]), (7, [points(7)]), (0, [points(7)])]),
        ("Petra", "B", [(0, [points(3), loss(2)]), (14, [points(14)])]),
        ("Byzantium", "A", [(0, [points(3)]), (0, [points(2), DIPLOMACY]), (0, [points(7)])]),
        ("Byzantium", "B", [(0, [points(3), DIPLOMACY]), (0, [points(4), DIPLOMACY])]),
    ],
)
def test_wonders_of_cities(wonder: str, side: str, expected: list[tuple[int, list[object]]]) -> None:
    """Text 003, Description of the wonders."""
    stages = CITIES.board(wonder).sides[side].stages
    assert [(stage.coins, shown(stage.effects)) for stage in stages] == expected


def test_no_chains_in_the_expansions() -> None:
    """Printed cards: neither black cards nor the guilds carry a chain."""
    for card in EVERYTHING.cards:
        if card.box != "base-first":
            assert card.chain_from == card.chain_to == ()


@pytest.mark.parametrize(
    ("name", "coins", "expected"),
    [
        ("Berenice", 2, [("bank_bonus", {"coins": 1})]),
        ("Caligula", 3, [("free_color_per_age", {"color": "black"})]),
        ("Darius", 4, [("per", {"items": ("black",), "where": ("self",), "coins": 0, "points": 1})]),
        ("Diocletian", 2, [("coins_on_color", {"color": "black", "coins": 2})]),
        ("Aspasia", 3, [points(2), DIPLOMACY]),
        ("Semiramis", 2, [("defeats_as_shields", {})]),
        ("Aristotle", 3, [("set_bonus", {"points": 3})]),
        ("Bilkis", 4, [("bank_resource", {"price": 1})]),
        ("Hatshepsut", 2, [("coin_on_trade", {"coins": 1})]),
        ("Imhotep", 3, [("waive", {"on": "stage"})]),
        ("Maecenas", 1, [("leaders_free", {})]),
        ("Midas", 3, [("per", {"items": ("three-coins",), "where": ("self",), "coins": 0, "points": 1})]),
        ("Nero", 1, [("coins_on_victory", {"coins": 2})]),
        ("Ramses", 5, [("free_color", {"color": "purple"})]),
        ("Solomon", 3, [("dig", {})]),
        ("Tomyris", 4, [("defeats_to_victor", {})]),
        ("Vitruvius", 1, [("coins_on_chain", {"coins": 2})]),
        ("Xenophon", 2, [("coins_on_color", {"color": "yellow", "coins": 2})]),
        ("Justinian", 3, [("per_set", {"items": ("blue", "red", "green"), "points": 3})]),
        (
            "Plato",
            4,
            [("per_set", {"items": ("brown", "gray", "blue", "yellow", "red", "green", "purple"), "points": 7})],
        ),
    ],
)
def test_leaders(name: str, coins: int, expected: list[tuple[str, dict[str, object]]]) -> None:
    """Text 003, Description of the leaders, for the six of Cities; printed cards for the others."""
    leader = EVERYTHING.card(name)
    assert (leader.coins, leader.cost) == (coins, {})
    assert shown(leader.effects) == expected


def test_guilds_of_leaders() -> None:
    """Printed cards."""
    both: dict[str, object] = {"where": ("left", "right"), "coins": 0}
    assert shown(LEADERS.card("Architects Guild").effects) == [("per", {"items": ("purple",), "points": 3, **both})]
    assert shown(LEADERS.card("Diplomats Guild").effects) == [("per", {"items": ("white",), "points": 1, **both})]
    assert shown(LEADERS.card("Courtesans Guild").effects) == [("copy_leader", {})]
    assert LEADERS.card("Gamers Guild").effects == LEADERS.card("Midas").effects


def test_rome() -> None:
    """Printed board: no resource, and a power from the start on both sides."""
    sides = LEADERS.board("Rome").sides
    assert {name: side.resource for name, side in sides.items()} == {"A": None, "B": None}
    assert shown(sides["A"].powers) == [("leaders_free", {})]
    assert shown(sides["B"].powers) == [("leader_discount", {"own": 2, "neighbors": 1})]
    assert [shown(stage.effects) for stage in sides["A"].stages] == [[points(4)], [points(6)]]
    assert [shown(stage.effects) for stage in sides["B"].stages] == [
        [("coins", {"coins": 5, "neighbors": 0}), ("draw_leaders", {"leaders": 4})],
        [points(3), ("extra_recruit", {})],
        [points(3), ("extra_recruit", {})],
    ]


def test_only_rome_and_manneken_pis_are_special_from_the_start() -> None:
    """No other board lacks a resource, brings coins or has a power before its first stage."""
    for board in EVERYTHING.boards:
        for side in board.sides.values():
            assert (side.resource is None) == (board.wonder in ("Rome", "Manneken Pis"))
            assert bool(side.powers) == (board.wonder == "Rome")
            assert bool(side.extra_coins) == (board.wonder == "Manneken Pis")
            assert side.pays_copied_cost == (board.wonder == "Manneken Pis" and side.name == "A")


def test_manneken_pis() -> None:
    """Text 004, sheet of Manneken Pis: 4 coins more; A copies left, right, either; B wants all seven resources."""
    sides = MANNEKEN.board("Manneken Pis").sides
    assert [side.extra_coins for side in sides.values()] == [4, 4]
    copies = [shown(stage.effects) for stage in sides["A"].stages]
    assert copies == [
        [("copy_stage", {"neighbor": neighbor, "stage": stage})]
        for stage, neighbor in enumerate(("left", "right", "either"), 1)
    ]
    (stage,) = sides["B"].stages
    assert list(stage.cost.values()) == [1] * 7
    assert shown(stage.effects) == [("coins", {"coins": 7, "neighbors": 0}), points(7), ("shields", {"shields": 1})]

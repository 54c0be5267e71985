"""Each leader: points, symbols, shields, cheaper structures, and Solomon's dig."""

import re
from pathlib import Path

import pytest

from heptapolis.engine import rules_for
from rules.leaders_at_work import BOTH, BOX, OTHERS, recruits, with_leader
from tables import (
    ALL_BOXES,
    a_city,
    a_table,
    all_tokens,
    asked,
    can,
    coins,
    do,
    offered,
    points,
    prices,
    structures,
    take_turn,
    ways,
)


@pytest.mark.parametrize(
    ("leader", "price", "city", "expected"),
    [
        ("Alexander", 3, {"tokens": (1, 3, 5, -1)}, 3),
        ("Amytis", 4, {"stages": 2}, 4),
        ("Cleopatra", 4, {}, 5),
        ("Darius", 4, {"built": "Militia, Lair, Spy Ring, Capitol", "stages": 1}, 4),  # R201: not what is buried
        ("Hiram", 3, {"built": "Workers Guild, Spies Guild"}, 4),
        ("Hypatia", 4, {"built": "Workshop, Study, School"}, 3),
        ("Justinian", 3, {"built": "Altar, Baths, Stockade, Walls, Workshop, School"}, 6),
        ("Midas", 3, {"coins": 13}, 4),
        ("Nebuchadnezzar", 4, {"built": "Altar, Baths, Palace"}, 3),
        ("Nefertiti", 3, {}, 4),
        ("Pericles", 6, {"built": "Stockade, Walls"}, 4),
        ("Phidias", 3, {"built": "Quarry, Mine, Sawmill"}, 3),
        ("Plato", 4, {"built": "Quarry, Loom, Altar, Tavern, Stockade, Workshop, Workers Guild, Baths"}, 7),
        ("Praxiteles", 3, {"built": "Loom, Press"}, 4),
        ("Sappho", 1, {}, 2),
        ("Varro", 3, {"built": "Tavern, Forum, Vineyard"}, 3),
        ("Zenobia", 2, {}, 3),
        ("Aspasia", 3, {}, 2),
    ],
)
def test_leaders_with_points(leader: str, price: int, city: dict[str, object], expected: int) -> None:
    """R201; text 003, Leaders, and printed leaders: points for the owner's city, written under leaders."""
    game = a_table(a_city("Giza A", leaders=leader, **city), a_city(), a_city(), boxes=BOTH, age=3)  # type: ignore[arg-type]
    assert points(game, 0, "leaders") == expected
    assert rules_for("first", BOTH).by_name[leader].cost.coins == price


def test_justinian_and_plato_count_full_sets() -> None:
    """Leaders: the rarest color decides."""
    game = a_table(
        a_city(leaders="Justinian, Plato", built="Altar, Baths, Stockade, Workshop"), a_city(), a_city(), boxes=BOTH
    )
    assert points(game, 0, "leaders") == 3


@pytest.mark.parametrize(
    ("leader", "symbol"),
    [("Euclid", "Workshop, School"), ("Pythagoras", "Apothecary, School"), ("Ptolemy", "Apothecary, Workshop")],
)
def test_leaders_with_a_symbol(leader: str, symbol: str) -> None:
    """Leaders: compass, gear, tablet; each completes the set; points count under science."""
    game = a_table(a_city(leaders=leader, built=symbol), a_city(), a_city(), boxes=BOTH)
    assert points(game, 0, "science") == 10
    assert points(game, 0, "leaders") == 0
    assert rules_for("first", BOTH).by_name[leader].cost.coins == 5


def test_aristotle() -> None:
    """Leaders: a set is worth 10 instead of 7; position contract, Scores: the bonus is written under leaders."""
    game = a_table(
        a_city(leaders="Aristotle", built="Apothecary, Workshop, School, Library, Lodge, Study"),
        a_city(),
        a_city(),
        boxes=BOTH,
    )
    assert points(game, 0, "science") == 12 + 14
    assert points(game, 0, "leaders") == 6


@pytest.mark.parametrize(("leader", "shields"), [("Caesar", 2), ("Hannibal", 1)])
def test_leaders_with_shields(leader: str, shields: int) -> None:
    """Leaders: shields at once."""
    assert recruits(leader).table.cities[0].shields == shields


def test_nero() -> None:
    """Leaders: two coins for each victory token."""
    game = a_table(
        a_city(leaders="Nero", built="Stockade", coins=0, hand="Loom"),
        a_city(),
        a_city(built="Walls"),
        boxes=BOX,
        turn=6,
    )
    take_turn(game, "build Loom")
    assert all_tokens(game)[0] == [1, -1]
    assert coins(game)[0] == 2


def test_tomyris() -> None:
    """Leaders; docs/rulings.md: the victor takes the defeat token, too."""
    game = a_table(a_city(leaders="Tomyris"), a_city(built="Stockade"), a_city(), boxes=BOX, turn=6)
    take_turn(game)
    assert all_tokens(game) == [[], [1, 1, -1], [-1]]


def test_semiramis() -> None:
    """Text 003, Leaders: each defeat token held counts as a shield in later conflicts."""
    game = a_table(
        a_city(leaders="Semiramis", tokens=(-1, -1)),
        a_city(built="Stockade"),
        a_city(built="Walls"),
        boxes=BOTH,
        turn=7,
        age=2,
    )
    take_turn(game)
    assert all_tokens(game)[0] == [3, -1, -1]


def test_semiramis_does_not_count_defeats_of_the_same_conflict() -> None:
    """docs/rulings.md: all conflicts of an age are fought at once, with the tokens held before."""
    game = a_table(a_city(leaders="Semiramis"), a_city(built="Stockade"), a_city(built="Stockade"), boxes=BOTH, turn=7)
    take_turn(game)
    assert all_tokens(game)[0] == [-1, -1]


def test_aspasia() -> None:
    """R203; text 003, Leaders: a diplomacy token when recruited; the first conflict is sat out."""
    game = recruits("Aspasia")
    assert game.table.cities[0].diplomacy == 1


@pytest.mark.parametrize(
    ("leader", "card", "makes"),
    [
        ("Archimedes", "Library", "Loom"),  # two stones and a textile; Giza has one stone
        ("Hammurabi", "Aqueduct", "Stone Pit"),
        ("Leonidas", "Walls", "Stone Pit"),
    ],
)
def test_one_resource_less(leader: str, card: str, makes: str) -> None:
    """Leaders: green, blue and red structures need one resource less, of the owner's choice."""
    assert prices(with_leader(leader, hand=card, built=makes), 0, f"build {card}") == [(0, 0)]
    assert not can(with_leader("Zenobia", hand=card, built=makes), 0, f"build {card}")


def test_one_resource_less_for_one_color_only() -> None:
    """Leaders: Leonidas does not help with blue structures."""
    assert not can(with_leader("Leonidas", hand="Aqueduct", built="Stone Pit"), 0, "build Aqueduct")


def test_the_waived_unit_saves_the_dearest_purchase() -> None:
    """Position contract, Payments offered: the smallest purchase over all choices of the waived unit."""
    game = a_table(
        a_city("Rhodes A", leaders="Hammurabi", built="Marketplace", hand="Temple", coins=9),  # wood, clay, glass
        a_city("Alexandria A"),
        a_city("Babylon A", built="Lumber Yard"),
        boxes=BOX,
        age=2,
    )
    assert prices(game, 0, "build Temple") == [(1, 2), (0, 4)]


def test_imhotep() -> None:
    """R206; text 003, questions: a stage needs one resource less, but all of Petra's coins."""
    assert prices(with_leader("Imhotep"), 0, "wonder Palace") == [(0, 0)]  # Giza A: two stones
    game = a_table(a_city("Petra A", stages=1, leaders="Imhotep", coins=6), *OTHERS, boxes=BOTH)
    assert not can(game, 0, "wonder Palace")


def test_ramses() -> None:
    """Leaders: guilds cost nothing; that is no chain, so Vitruvius pays nothing."""
    game = a_table(
        a_city("Giza A", leaders="Ramses, Vitruvius", hand="Workers Guild", coins=0), *OTHERS, boxes=BOTH, age=3
    )
    assert offered(game, 0)[0] == "build Workers Guild"
    take_turn(game, "build Workers Guild")
    assert coins(game)[0] == 0


def test_caligula() -> None:
    """R200; text 003, Leaders: one black card an age for nothing, coins and resources."""
    game = a_table(
        a_city("Giza A", leaders="Caligula", hand="Torture Chamber", coins=0),
        a_city("Alexandria A"),
        a_city("Ephesus A", hand="Contingent, Palace"),
        boxes=BOTH,
        age=3,
    )
    take_turn(game, "build Torture Chamber using Caligula")
    assert structures(game, 0) == ["Torture Chamber"]
    assert not can(game, 0, "build Contingent")
    assert game.table.cities[0].used == ("Caligula",)


def test_caligula_frees_black_cards_only_and_renews_each_age() -> None:
    """R200: no other color; the right of an age is not carried over."""
    game = a_table(
        a_city("Giza A", leaders="Caligula", hand="Mercenaries, Walls", coins=0, used=["Caligula"]),
        *OTHERS,
        boxes=BOTH,
        age=2,
        turn=7,
    )
    assert not can(game, 0, "build Mercenaries")
    take_turn(game)
    assert game.table.cities[0].used == ()
    assert not can(with_leader("Caligula", hand="Walls"), 0, "build Walls")


def test_two_powers_are_two_offers() -> None:
    """Position contract, Moves: Olympia's own right or Caligula's, whichever is to be used up."""
    game = a_table(
        a_city("Olympia A", stages=2, leaders="Caligula", hand="Mercenaries", coins=0), *OTHERS, boxes=BOTH, age=2
    )
    assert [repr(move) for move in ways(game, 0, "build Mercenaries")] == [
        "build Mercenaries using Caligula",
        "build Mercenaries using Olympia",
    ]
    take_turn(game, "build Mercenaries using Caligula")
    assert game.table.cities[0].used == ("Caligula",)


def test_solomon() -> None:
    """R208; Leaders: recruited, he builds a card of the discard pile for nothing."""
    game = recruits("Solomon", discard="Altar")
    assert asked(game) == [(0, "dig", 0)]
    do(game, 0, "dig Altar")
    assert structures(game, 0) == ["Altar"]
    assert game.phase == "play"


def test_solomon_before_the_first_discard() -> None:
    """Position contract, What is asked: nothing to dig, nothing asked."""
    assert recruits("Solomon").phase == "play"


def test_halicarnassus_digs_before_solomon() -> None:
    """R208: and a copied dig of Manneken Pis comes last."""
    game = a_table(
        a_city("Manneken Pis A", built="Foundry, Brickyard", leader_hand="Midas"),
        a_city("Halicarnassus B", built="Foundry", leader_hand="Nero"),
        a_city("Giza A", leader_hand="Solomon"),
        boxes=ALL_BOXES,
        phase="recruit",
        age=2,
        discard="Altar, Theater, Loom",
    )
    take_turn(game, "wonder Midas", "wonder Nero", "recruit Solomon")
    assert asked(game) == [(1, "dig", 1)]
    do(game, 1, "dig Altar")
    assert asked(game) == [(2, "dig", 2)]
    do(game, 2, "dig Theater")
    assert asked(game) == [(0, "dig", 0)]
    do(game, 0, "dig Loom")
    assert game.phase == "play"


def test_every_leader_is_tested() -> None:
    """Printed leaders: all 42 names occur in the chapters about them."""
    here = Path(__file__).parent
    text = "".join(
        (here / name).read_text(encoding="utf-8") for name in ("test_each_leader.py", "test_leader_coins.py")
    )
    assert [
        leader.name for leader in rules_for("first", BOTH).leaders if not re.search(f'"{leader.name}[",]', text)
    ] == []

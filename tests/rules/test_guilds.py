"""Guilds of all boxes."""

import pytest

from tables import a_city, a_table, points, take_turn


@pytest.mark.parametrize(
    ("guild", "left", "right", "expected"),
    [
        ("Workers Guild", "Lumber Yard, Quarry", "Ore Vein", 3),
        ("Craftsmens Guild", "Loom, Press", "Loom", 6),
        ("Traders Guild", "Tavern", "Vineyard, Forum", 3),
        ("Philosophers Guild", "Workshop", "Library, School", 3),
        ("Spies Guild", "Walls, Stables", "Stockade", 3),
        ("Magistrates Guild", "Altar, Palace", "", 2),
    ],
)
def test_neighbors_cards(guild: str, left: str, right: str, expected: int) -> None:
    """R115; text 002, Guilds: a point per card of a neighbor, two for gray ones; the owner's cards do not count."""
    own = "Lumber Yard, Loom, Tavern, Workshop, Stockade, Altar"
    game = a_table(a_city(built=f"{own}, {guild}"), a_city(built=left), a_city(built=right), age=3)
    assert points(game, 0, "guilds") == expected


def test_guilds_count_at_the_end() -> None:
    """R116: blue cards that a neighbor builds later count."""
    game = a_table(a_city(built="Magistrates Guild"), a_city(hand="Altar"), a_city(hand="Theater"), age=3, turn=6)
    assert points(game, 0, "guilds") == 0
    take_turn(game, "", "build Altar", "build Theater")
    assert points(game, 0, "guilds") == 2


def test_builders() -> None:
    """R117: stages of both neighbors and of the owner."""
    game = a_table(
        a_city("Rhodes A", stages=3, built="Builders Guild"), a_city("Ephesus A", stages=2), a_city("Giza B", stages=4)
    )
    assert points(game, 0, "guilds") == 9


def test_strategists() -> None:
    """R119: defeat tokens of the neighbors, not of the owner; victories do not count."""
    game = a_table(
        a_city(built="Strategists Guild", tokens=(-1,) * 4),
        a_city(tokens=(-1, -1, 5, -1)),
        a_city(tokens=(3, -1)),
        age=3,
    )
    assert points(game, 0, "guilds") == 4


def test_shipowners() -> None:
    """Text 002, Guilds: own brown, gray and purple cards, itself included."""
    game = a_table(a_city(built="Lumber Yard, Loom, Workers Guild, Shipowners Guild"), a_city(), a_city(), age=3)
    assert points(game, 0, "guilds") == 4


def test_scientists() -> None:
    """Text 002, Guilds: one more symbol of choice, written under science."""
    game = a_table(a_city(built="Workshop, Apothecary, Scientists Guild"), a_city(), a_city(), age=3)
    assert (points(game, 0, "guilds"), points(game, 0, "science")) == (0, 10)


def test_philosophers_count_cards_only() -> None:
    """R120: not the symbol of Babylon's stage."""
    game = a_table(
        a_city(built="Philosophers Guild"),
        a_city("Babylon A", stages=2, built="Workshop, Study"),
        a_city(built="School"),
        age=3,
    )
    assert points(game, 0, "guilds") == 3


def test_boards_are_no_cards() -> None:
    """Text 002, Guilds, clarification."""
    game = a_table(a_city(built="Workers Guild, Craftsmens Guild"), a_city("Giza A"), a_city("Ephesus A"), age=3)
    assert points(game, 0, "guilds") == 0


def test_only_direct_neighbors_count() -> None:
    """Text 002, Guilds, note: with four players the city across the table does not."""
    game = a_table(
        a_city(built="Magistrates Guild"), a_city(), a_city(built="Altar, Baths"), a_city(built="Theater"), age=3
    )
    assert points(game, 0, "guilds") == 1


@pytest.mark.parametrize(("stages", "expected"), [(3, 7), (2, 0), (0, 0)])
def test_decorators(stages: int, expected: int) -> None:
    """R233; second edition: 7 points for a complete wonder."""
    game = a_table(
        a_city("Giza day", stages=stages, built="Decorators Guild"), a_city(), a_city(), edition="second", age=3
    )
    assert points(game, 0, "guilds") == expected


def test_mourners_and_shadows() -> None:
    """R186; text 003, Guilds: victory tokens next door whatever their value; black cards next door."""
    game = a_table(
        a_city(built="Mourners Guild, Guild of Shadows"),
        a_city(tokens=(1, 3, 5, -1), built="Militia, Hideout"),
        a_city(tokens=(3,), built="Militia, Lair, Spy Ring"),
        boxes=("cities",),
        age=3,
    )
    assert points(game, 0, "guilds") == 4 + 5


def test_counterfeiters() -> None:
    """R146; text 003, Guilds: 5 points, and everybody else loses 3 coins."""
    game = a_table(
        a_city("Rhodes A", built="Foundry, Glassworks, Loom", hand="Counterfeiters Guild"),
        a_city(),
        a_city(),
        boxes=("cities",),
        age=3,
    )
    take_turn(game, "build Counterfeiters Guild")
    assert points(game, 0, "guilds") == 5
    assert game.table.owes == (0, 3, 3)


@pytest.mark.parametrize(
    ("guild", "expected"),
    [("Architects Guild", 9), ("Diplomats Guild", 3), ("Gamers Guild", 4), ("Courtesans Guild", 0)],
)
def test_guilds_of_leaders(guild: str, expected: int) -> None:
    """Leaders, guilds: 3 a purple card next door, 1 a leader next door, 1 for three own coins."""
    game = a_table(
        a_city(built=guild, coins=14),
        a_city(built="Workers Guild, Spies Guild", leaders="Nero, Hiram"),
        a_city(built="Traders Guild", leaders="Plato"),
        boxes=("leaders",),
        age=3,
    )
    assert points(game, 0, "guilds") == expected

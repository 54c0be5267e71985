"""Chains: structures that are free because another one was built."""

import pytest

from tables import a_city, a_table, can, coins, do, offered, prices, structures, take_turn, ways


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        ("Scriptorium", "Library"),
        ("Scriptorium", "Courthouse"),
        ("Apothecary", "Stables"),
        ("Theater", "Statue"),
        ("Statue", "Gardens"),
        ("West Trading Post", "Forum"),  # one of two parents is enough
        ("East Trading Post", "Forum"),
    ],
)
def test_chains_of_the_first_edition(parent: str, child: str) -> None:
    """R043, R044; text 002, Cards cost and Free construction (examples): the whole cost is waived."""
    game = a_table(a_city("Giza A", built=parent, hand=child, coins=0), a_city(), a_city(), age=2)
    (move,) = ways(game, 0, f"build {child}")
    assert move.chained
    assert (move.left, move.right) == (0, 0)
    take_turn(game, f"build {child}")
    assert structures(game, 0) == [parent, child]
    assert coins(game)[0] == 0


def test_the_first_edition_chains_from_one_age_to_the_next() -> None:
    """R049: a Theater alone does not make the Gardens free."""
    game = a_table(a_city("Giza A", built="Theater", hand="Gardens", coins=0), a_city(), a_city(), age=3)
    assert not can(game, 0, "build Gardens")


def test_the_second_edition_chains_by_symbol() -> None:
    """R049, R231; text 001, Building, D (example): the Theater of the first age makes the Gardens of the third free."""
    game = a_table(
        a_city("Giza day", built="Theater", hand="Gardens", coins=0), a_city(), a_city(), edition="second", age=3
    )
    assert ways(game, 0, "build Gardens")[0].chained


@pytest.mark.parametrize("child", ["Dispensary", "Stables"])
def test_a_card_with_two_symbols(child: str) -> None:
    """R231; text 001, Building, D, notes: one card may begin two chains."""
    game = a_table(
        a_city("Giza day", built="Apothecary", hand=child, coins=0), a_city(), a_city(), edition="second", age=2
    )
    assert can(game, 0, f"build {child}")


def test_a_chained_card_is_offered_free_only() -> None:
    """R045: paying for it would only give coins away."""
    game = a_table(
        a_city("Rhodes A", built="Scriptorium", hand="Library"), a_city("Giza A", built="Stone Pit, Loom"), a_city()
    )
    assert [words for words in offered(game, 0) if words.startswith("build Library")] == ["build Library"]


def test_card_without_its_parent_is_paid() -> None:
    """Text 001, Building, D, notes; text 002, Cards cost."""
    game = a_table(a_city("Giza A", built="Stone Pit, Loom", hand="Library", coins=0), a_city(), a_city(), age=2)
    assert prices(game, 0, "build Library") == [(0, 0)]
    assert not ways(game, 0, "build Library")[0].chained


def test_chain_does_not_allow_a_duplicate() -> None:
    """R047: Library and Scriptorium stand; a second Library is refused."""
    game = a_table(a_city(built="Scriptorium, Library", hand="Library"), a_city(), a_city(), age=2)
    assert not can(game, 0, "build Library")


def test_a_dug_up_card_begins_a_chain_at_once() -> None:
    """R048: a Scriptorium taken from the discard pile in the second age makes the Library of the next turn free."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", coins=0),
        a_city("Giza A"),
        a_city("Rhodes A", hand="Library"),
        a_city("Ephesus A"),
        age=2,
        turn=3,
        discard="Scriptorium",
    )
    game.table.hands[1][0] = game.table.rules.by_name["Library"]  # the second age passes to the right
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Scriptorium")
    assert ways(game, 0, "build Library")[0].chained


def test_parent_built_this_turn_does_not_count() -> None:
    """R048; docs/rulings.md, The order inside a turn: legality is judged by the table at the start of the turn."""
    game = a_table(a_city("Giza A", hand="Statue, Theater", coins=0), a_city("Ephesus A"), a_city("Babylon A"), age=2)
    assert not can(game, 0, "build Statue")

"""The cost of structures: coins, own production, free cards; and no duplicate structures."""

import pytest

from tables import a_city, a_table, can, coins, do, offered, pile, prices, structures, take_turn


def test_resources_of_giza() -> None:
    """Text 002, Production (example): what Giza makes pays Barracks or Scriptorium, not an Aqueduct."""
    game = a_table(
        a_city(
            "Giza A",
            built="Stone Pit, Clay Pool, Ore Vein, Press, Loom",
            hand="Barracks, Scriptorium, Aqueduct",
            coins=0,
        ),
        a_city("Rhodes A"),
        a_city("Ephesus A"),
    )
    assert can(game, 0, "build Barracks")
    assert can(game, 0, "build Scriptorium")
    assert not can(game, 0, "build Aqueduct")


def test_resources_of_the_second_edition() -> None:
    """Text 001, Building, C (example): no clay, so Barracks or Scriptorium, but no Guard Tower."""
    game = a_table(
        a_city("Giza day", built="Stone Pit, Ore Vein, Press", hand="Barracks, Scriptorium, Guard Tower"),
        a_city("Alexandria day"),
        a_city("Ephesus day"),
        edition="second",
    )
    assert can(game, 0, "build Barracks")
    assert can(game, 0, "build Scriptorium")
    assert not can(game, 0, "build Guard Tower")


@pytest.mark.parametrize(
    ("card", "makes", "payable"),
    [
        ("Marketplace", "", True),  # nothing
        ("Mine", "", True),  # one coin
        ("Baths", "Stone Pit", True),
        ("Arena", "Quarry, Ore Vein", True),
        ("Arena", "Quarry", False),
    ],
)
def test_costs_of_the_examples(card: str, makes: str, payable: bool) -> None:
    """Text 002, Cards cost (example)."""
    game = a_table(
        a_city("Alexandria A", built=makes, hand=card, coins=1), a_city("Ephesus A"), a_city("Halicarnassus A")
    )
    assert can(game, 0, f"build {card}") is payable


def test_stables_want_clay_wood_and_ore_or_the_apothecary() -> None:
    """Text 002, Cards cost (example); texts 000 and 004 Dutch misprint stone for clay."""
    makes = "Clay Pool, Lumber Yard, Ore Vein"
    others = (a_city("Ephesus A"), a_city("Halicarnassus A"))
    assert can(a_table(a_city("Giza A", built=makes, hand="Stables"), *others), 0, "build Stables")
    assert can(a_table(a_city("Giza A", built="Apothecary", hand="Stables"), *others), 0, "build Stables")
    assert not can(
        a_table(a_city("Giza A", built="Lumber Yard, Ore Vein", hand="Stables"), *others), 0, "build Stables"
    )


def test_production_is_not_used_up() -> None:
    """R011; text 002, Production: the stone that paid the Baths helps to pay the first stage a turn later."""
    game = a_table(a_city("Giza A", built="Stone Pit", hand="Baths", coins=0), a_city("Rhodes A"), a_city("Ephesus A"))
    take_turn(game, "build Baths")
    assert prices(game, 0, "wonder Palace") == [(0, 0)]


def test_each_symbol_counts_once_a_turn() -> None:
    """R012: two stones do not make three."""
    game = a_table(
        a_city("Giza A", built="Stone Pit", hand="Aqueduct", coins=9), a_city("Rhodes A"), a_city("Ephesus A")
    )
    assert not can(game, 0, "build Aqueduct")


def test_coins_go_to_the_bank() -> None:
    """R013; text 002, Coin cost (example): a Timber Yard costs one coin, which no neighbor gets."""
    game = a_table(a_city(hand="Timber Yard"), a_city(hand="Altar"), a_city(hand="Altar"))
    take_turn(game, "build Timber Yard", "build Altar", "build Altar")
    assert coins(game) == [2, 3, 3]


def test_coin_cost_must_be_paid() -> None:
    """Text 002, Coin cost."""
    assert not can(a_table(a_city(hand="Timber Yard", coins=0), a_city(), a_city()), 0, "build Timber Yard")


def test_a_choice_card_gives_one_unit() -> None:
    """R016; text 002, Symbols, Age I: wood or clay, not both."""
    game = a_table(
        a_city("Giza A", built="Tree Farm, Ore Vein", hand="Stables, Stockade, Guard Tower"),
        a_city("Ephesus A"),
        a_city("Halicarnassus A"),
    )
    assert not can(game, 0, "build Stables")
    assert can(game, 0, "build Stockade")
    assert can(game, 0, "build Guard Tower")


def test_a_double_card_gives_two_units() -> None:
    """R017; text 002, Symbols, Age II."""
    game = a_table(a_city("Giza A", built="Sawmill", hand="Caravansery", coins=0), a_city(), a_city())
    assert prices(game, 0, "build Caravansery") == [(0, 0)]


def test_free_card_cannot_be_built_twice() -> None:
    """R020: a second Loom cannot be built, though it costs nothing."""
    game = a_table(a_city(built="Loom", hand="Loom"), a_city(), a_city(), age=2)
    assert not can(game, 0, "build Loom")


@pytest.mark.parametrize("edition", ["first", "second"])
def test_card_cannot_be_built_twice(edition: str) -> None:
    """Text 002, 2.a; text 001, 2.A: also when the structure could be paid."""
    game = a_table(a_city(built="Stone Pit, Baths", hand="Baths"), a_city(), a_city(), edition=edition)
    assert not can(game, 0, "build Baths")
    assert "discard Baths" in offered(game, 0)


def test_unbuildable_card_can_only_be_discarded() -> None:
    """R021; text 002, 2.c, note: only selling is left, for three coins."""
    game = a_table(a_city("Giza A", hand="Academy", coins=0), a_city("Rhodes A"), a_city("Ephesus A"))
    assert [words for words in offered(game, 0) if "Academy" in words] == ["discard Academy"]
    take_turn(game, "discard Academy")
    assert coins(game)[0] == 3
    assert "Academy" in pile(game)


def test_discarding_is_always_possible() -> None:
    """R089; text 002, 2.c: any card for three coins, into the discard pile."""
    game = a_table(a_city(hand="Palace"), a_city(), a_city())
    take_turn(game, "discard Palace")
    assert coins(game)[0] == 6
    assert pile(game)[0] == "Palace"


def test_production_starts_in_the_next_turn() -> None:
    """R038: a Stone Pit of this turn pays from the next turn on."""
    game = a_table(
        a_city("Babylon A", hand="Stone Pit, Baths", coins=0),
        a_city("Rhodes A", hand="Baths"),
        a_city("Ephesus A", hand="Baths"),
    )
    assert not can(game, 0, "build Baths")
    take_turn(game, "build Stone Pit")
    assert prices(game, 0, "build Baths") == [(0, 0)]


def test_a_discarded_card_can_be_chosen_in_secret() -> None:
    """R008: a choice stands until the last one has chosen; nothing of it shows before."""
    game = a_table(a_city(hand="Altar"), a_city(hand="Altar"), a_city(hand="Altar"))
    do(game, 0, "build Altar")
    do(game, 1, "build Altar")
    assert [structures(game, seat) for seat in range(3)] == [[], [], []]
    do(game, 2, "build Altar")
    assert [structures(game, seat) for seat in range(3)] == [["Altar"]] * 3

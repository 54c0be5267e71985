"""Wonders, side B of the first edition."""

import pytest

from tables import a_city, a_table, asked, can, coins, do, offered, pile, points, prices, structures, take_turn, ways

RICH = "Sawmill, Quarry, Brickyard, Foundry, Loom, Glassworks, Press, Lumber Yard, Stone Pit, Clay Pool, Ore Vein"


def stage_by_stage(board: str, stages: int) -> tuple[list[int], int]:
    """The treasury after each stage, from nothing, and the points of the wonder."""
    game = a_table(
        a_city(board, built=RICH, coins=0), a_city("Manneken Pis B"), a_city("Giza A"), boxes=("manneken-pis",)
    )
    treasury = []
    for _ in range(stages):
        take_turn(game, "wonder Palace")
        treasury.append(coins(game)[0])
    return treasury, points(game, 0, "wonder")


def test_colossus() -> None:
    """R056; text 002, Wonders, side B: a shield each, 3 and 4 coins, 3 and 4 points."""
    assert stage_by_stage("Rhodes B", 2) == ([3, 7], 7)
    assert a_table(a_city("Rhodes B", stages=2), a_city(), a_city()).table.cities[0].shields == 2


def test_pyramids() -> None:
    """R057: four stages worth 3, 5, 5 and 7."""
    values = [points(a_table(a_city("Giza B", stages=n), a_city(), a_city()), 0, "wonder") for n in range(5)]
    assert values == [0, 3, 8, 13, 20]
    arena = a_table(a_city("Giza B", stages=4, built="Arena"), a_city(), a_city())
    assert points(arena, 0, "commerce") == 4


def test_temple() -> None:
    """Text 002, Wonders, side B: 4 coins each, 2, 3 and 5 points (004 Dutch misprints 2, 4, 4)."""
    assert stage_by_stage("Ephesus B", 3) == ([4, 8, 12], 10)


def test_lighthouse() -> None:
    """Text 002, Wonders, side B: a raw material, a manufactured good, 7 points."""
    game = a_table(
        a_city("Alexandria B", stages=3, hand="School, Scriptorium", coins=0), a_city("Rhodes A"), a_city("Giza A")
    )
    assert prices(game, 0, "build School") == [(0, 0)]
    assert points(game, 0, "wonder") == 7


def test_babylon_plays_both_last_cards() -> None:
    """Text 002, Wonders, side B: the seventh card is built at its cost, sold, or put under the wonder."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Guard Tower, Altar", built="Brickyard, Press"),
        a_city("Rhodes A"),
        a_city("Giza A"),
        turn=6,
    )
    take_turn(game, "build Guard Tower")
    assert asked(game) == [(0, "last-card", 0)]
    assert offered(game, 0) == ["build Altar", "wonder Altar", "discard Altar", "pass"]
    do(game, 0, "build Altar")
    assert structures(game, 0)[-2:] == ["Guard Tower", "Altar"]
    assert game.age == 2


def test_babylon_in_the_turn_of_its_stage() -> None:
    """Text 002, Wonders, side B, clarification: the stage built on the sixth turn serves for the seventh card."""
    game = a_table(
        a_city("Babylon B", stages=1, hand="Loom, Altar", built="Sawmill, Glassworks"), a_city(), a_city(), turn=6
    )
    take_turn(game, "wonder Loom")
    do(game, 0, "build Altar")
    assert structures(game, 0)[-1] == "Altar"


def test_babylon_without_the_stage_discards() -> None:
    """Text 002, Special case: sixth turn."""
    game = a_table(a_city("Babylon B", stages=1, hand="Loom, Altar"), a_city(), a_city(), turn=6)
    take_turn(game, "build Loom")
    assert game.age == 2
    assert "Altar" in pile(game)


def test_babylon_may_pass() -> None:
    """R065: it is discarded without payment."""
    game = a_table(a_city("Babylon B", stages=2, hand="Loom, Altar"), a_city(), a_city(), turn=6)
    take_turn(game, "build Loom")
    do(game, 0, "pass")
    assert coins(game)[0] == 3
    assert "Altar" in pile(game)


def test_babylon_sells_the_extra_card() -> None:
    """Text 002, Wonders, side B."""
    game = a_table(a_city("Babylon B", stages=2, hand="Loom, Altar"), a_city(), a_city(), turn=6)
    take_turn(game, "build Loom")
    do(game, 0, "discard Altar")
    assert coins(game)[0] == 6


def test_babylon_cannot_spend_income_of_the_turn() -> None:
    """R062: coins from neighbors in the sixth turn do not pay the extra card."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Loom, Barracks", coins=0, built="Clay Pool"),
        a_city("Rhodes A", hand="Forum, Palace", coins=4),
        a_city("Giza A"),
        turn=6,
    )
    take_turn(game, "build Loom", "build Forum >4")
    assert coins(game)[0] == 4
    assert not can(game, 0, "build Barracks")
    assert can(game, 0, "discard Barracks")


def test_babylon_spends_coins_of_the_bank() -> None:
    """R062: only what neighbors paid is held back; three coins for the first card buy for the second."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Palace, Barracks", coins=0), a_city("Rhodes A"), a_city("Giza A"), turn=6
    )
    take_turn(game, "discard Palace")
    assert prices(game, 0, "build Barracks") == [(2, 0)]


def test_babylon_has_no_discount_of_the_same_turn() -> None:
    """R063: a Marketplace as sixth card does not yet make the glass for the seventh cheaper."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Marketplace, Workshop"), a_city("Rhodes A"), a_city("Alexandria A"), turn=6
    )
    take_turn(game, "build Marketplace")
    assert prices(game, 0, "build Workshop") == [(0, 2)]


def test_babylon_has_no_production_of_the_same_turn() -> None:
    """R063, R064: what the sixth card makes does not yet pay the seventh."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Stone Pit, Baths", coins=0), a_city("Rhodes A"), a_city("Ephesus A"), turn=6
    )
    take_turn(game, "build Stone Pit")
    assert not can(game, 0, "build Baths")


def test_babylons_production_serves_both_cards() -> None:
    """R064: one clay pays a Guard Tower and then again a structure that wants clay."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Guard Tower, Residence", coins=0),
        a_city("Rhodes A"),
        a_city("Giza A"),
        turn=7,
        boxes=("cities",),
    )
    take_turn(game, "build Guard Tower")
    assert prices(game, 0, "build Residence") == [(0, 0)]


def test_with_cities_the_extra_card_is_the_eighth() -> None:
    """R137: seven turns, two cards in hand on the seventh."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Loom, Altar"), a_city(), a_city(), a_city(), turn=7, boxes=("cities",)
    )
    take_turn(game, "build Loom")
    assert asked(game) == [(0, "last-card", 0)]


def test_cabinet_of_the_same_turn_does_not_help_the_extra_card() -> None:
    """R184; text 003, Architect Cabinet: stages are free of resources after it is played."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Architect Cabinet, Altar", built="Press"),
        a_city("Rhodes A"),
        a_city("Giza A"),
        age=2,
        turn=7,
        boxes=("cities",),
    )
    take_turn(game, "build Architect Cabinet")
    assert not can(game, 0, "wonder Altar")


def test_babylon_comes_before_halicarnassus() -> None:
    """R079: the extra card is played during the turn, the pick comes at its end."""
    game = a_table(
        a_city("Babylon B", stages=2, hand="Loom, Arsenal"),
        a_city("Halicarnassus B", built="Foundry"),
        a_city("Giza A"),
        turn=6,
        age=3,
    )
    take_turn(game, "build Loom", "wonder Palace")
    assert asked(game) == [(0, "last-card", 0)]
    do(game, 0, "discard Arsenal")
    assert asked(game) == [(1, "dig", 1)]
    assert can(game, 1, "dig Arsenal")


def test_babylons_symbol() -> None:
    """Text 002, Wonders, side B, third stage."""
    game = a_table(a_city("Babylon B", stages=3, built="Workshop, Apothecary"), a_city(), a_city())
    assert points(game, 0, "science") == 10


def test_mausoleum_digs_three_times() -> None:
    """R086: 2, 1 and 0 points, and a pick each."""
    game = a_table(a_city("Halicarnassus B", built=RICH), a_city(), a_city(), discard="Altar, Theater, Baths")
    for card in ("Altar", "Theater", "Baths"):
        take_turn(game, "wonder Palace")
        do(game, 0, f"dig {card}")
    assert structures(game, 0)[-3:] == ["Altar", "Theater", "Baths"]
    assert points(game, 0, "wonder") == 3


def test_olympia_points() -> None:
    """Text 002, Wonders, side B: 5 points for the second stage."""
    assert points(a_table(a_city("Olympia B", stages=2), a_city(), a_city()), 0, "wonder") == 5


def test_olympia_copies_the_best_guild() -> None:
    """R071; text 002, Wonders, side B: six blue cards next door beat four red ones."""
    blue = "Altar, Theater, Baths"
    red = "Stockade, Barracks"
    game = a_table(
        a_city("Olympia B", stages=3, coins=0),
        a_city(built=f"Magistrates Guild, {blue}, {red}"),
        a_city(built=f"Spies Guild, {blue}, {red}"),
        age=3,
    )
    assert points(game, 0, "guilds") == 6


def test_olympia_copies_the_shipowners() -> None:
    """R074: three brown, two gray, one purple, and the copy itself."""
    game = a_table(
        a_city("Olympia B", stages=3, built="Lumber Yard, Stone Pit, Ore Vein, Loom, Press, Workers Guild"),
        a_city(),
        a_city(built="Shipowners Guild"),
        age=3,
    )
    assert points(game, 0, "guilds") == 7


def test_olympia_copies_the_scientists() -> None:
    """Text 002, Wonders, side B; position contract, Scores: the copied symbol counts under science."""
    game = a_table(
        a_city("Olympia B", stages=3, built="Apothecary, Workshop"), a_city(built="Scientists Guild"), a_city(), age=3
    )
    assert points(game, 0, "science") == 10
    assert points(game, 0, "guilds") == 0


@pytest.mark.parametrize(("red", "expected"), [(1, (0, 10)), (9, (9, 2))])
def test_olympia_weighs_symbols_against_points(red: int, expected: tuple[int, int]) -> None:
    """Position contract, Choices with one right answer: eight more points of science beat one red card, not nine."""
    reds = ", ".join(
        [
            "Stockade",
            "Barracks",
            "Guard Tower",
            "Walls",
            "Training Ground",
            "Stables",
            "Archery Range",
            "Circus",
            "Arsenal",
        ][:red]
    )
    game = a_table(
        a_city("Olympia B", stages=3, built="Apothecary, Workshop"),
        a_city(built=f"Scientists Guild, Spies Guild, {reds}"),
        a_city(),
        age=3,
    )
    assert (points(game, 0, "guilds"), points(game, 0, "science")) == expected


def test_olympia_copies_the_builders() -> None:
    """Text 002, Wonders, side B: counted as if it stood in Olympia, with Olympia's own neighbors."""
    game = a_table(a_city("Olympia B", stages=3), a_city(stages=1, built="Builders Guild"), a_city(stages=2), age=3)
    assert points(game, 0, "guilds") == 6


def test_olympia_without_a_guild_next_door() -> None:
    """R075: worth nothing, and a guild across the table cannot be copied."""
    game = a_table(a_city("Olympia B", stages=3), a_city(), a_city(built="Shipowners Guild"), a_city(), age=3)
    assert points(game, 0, "guilds") == 0


def test_a_copied_guild_is_no_purple_card() -> None:
    """R075; text 002, Wonders, side B: nothing changes for others."""
    game = a_table(
        a_city("Olympia B", stages=3),
        a_city(built="Architects Guild, Shipowners Guild"),
        a_city(),
        age=3,
        boxes=("leaders",),
    )
    assert points(game, 1, "guilds") == 0 + 2


def test_olympia_copies_nothing_before_the_stage_is_built() -> None:
    """Text 002, Wonders: an unbuilt stage does nothing."""
    game = a_table(a_city("Olympia B", stages=2), a_city(built="Shipowners Guild"), a_city(), age=3)
    assert points(game, 0, "guilds") == 0
    assert ways(game, 0, "build Palace") == []

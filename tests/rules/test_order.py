"""The order of phases inside one turn, and what is asked in each."""

from engine_game import Game
from tables import ALL_BOXES, a_city, a_table, asked, coins, do, offered, pile, points, take_turn


def a_full_turn() -> Game:
    """The last turn of an age in which everything happens that can."""
    return a_table(
        a_city("Babylon B", stages=2, hand="Loom, Hideout", coins=5),
        a_city("Halicarnassus B", built="Foundry", coins=5),
        a_city("Rome B", stages=1, built="Stone Pit, Clay Pool, Loom", leader_hand="Nero, Croesus", coins=5),
        a_city(
            "Rhodes A",
            built="Lumber Yard, Clay Pool, Glassworks, Loom",
            hand="Courtesans Guild",
            coins=5,
            leaders="Plato",
        ),
        a_city("Giza A", leaders="Caesar, Cleopatra", coins=5),
        boxes=ALL_BOXES,
        age=3,
        turn=7,
        discard="Altar",
    )


def test_the_order_of_phases() -> None:
    """Position contract, Order of phases: last card, leftovers, digs, copies, Rome's recruit, debts, conflicts."""
    game = a_full_turn()
    take_turn(game, "build Loom", "wonder Palace", "wonder Palace", "build Courtesans Guild")
    assert asked(game) == [(0, "last-card", 0)]
    do(game, 0, "build Hideout")
    assert asked(game) == [(1, "dig", 1)]
    assert "Palace" in pile(game)  # the others' last cards lie there already
    do(game, 1, "dig Altar")
    assert asked(game) == [(3, "copy", 3)]
    do(game, 3, "copy Caesar")
    assert asked(game) == [(2, "recruit", 2)]
    do(game, 2, "recruit Croesus")
    assert asked(game) == [(seat, "debt", seat) for seat in (1, 2, 3, 4)]
    for seat in (1, 2, 3, 4):
        do(game, seat, "settle 1")
    assert game.over
    assert game.table.cities[3].victories == 1  # Caesar's shields, copied in this turn, have beaten Rome


def test_croesus_pays_a_loss_of_the_same_turn() -> None:
    """R143; text 003, Debts: losses come after all income."""
    game = a_full_turn()
    take_turn(game, "build Loom", "wonder Palace", "wonder Palace", "build Courtesans Guild")
    do(game, 0, "build Hideout")
    do(game, 1, "pass")
    do(game, 3, "copy Cleopatra")
    before = coins(game)[2]
    do(game, 2, "recruit Croesus")
    assert coins(game)[2] == before + 6  # a leader at 1 coin, 2 less in Rome
    assert offered(game, 2) == ["settle 0", "settle 1"]


def test_a_copied_leader_fights_at_once() -> None:
    """docs/rulings.md: shields and coins at once, powers from the next turn on, points at the end."""
    game = a_full_turn()
    take_turn(game, "build Loom", "wonder Palace", "wonder Palace", "build Courtesans Guild")
    do(game, 0, "pass")
    do(game, 1, "pass")
    do(game, 3, "copy Cleopatra")
    assert points(game, 3, "leaders") == 5  # Plato's set is not complete


def test_a_dug_up_courtesans_guild_copies() -> None:
    """docs/rulings.md: built is built, also from the discard pile."""
    game = a_table(
        a_city("Halicarnassus B", built="Foundry"),
        a_city(leaders="Caesar, Plato"),
        a_city(),
        boxes=("leaders",),
        age=3,
        discard="Courtesans Guild",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Courtesans Guild")
    assert asked(game) == [(0, "copy", 0)]
    do(game, 0, "copy Caesar")
    assert game.phase == "play"


def test_rome_next_door_to_two_players() -> None:
    """docs/rulings.md: Rome B as the Free City makes leaders one coin cheaper for both players."""
    game = a_table(
        a_city("Giza A", leader_hand="Caesar", coins=4),
        a_city("Ephesus A", leader_hand="Pericles", coins=5),
        a_city("Rome B"),
        boxes=("leaders",),
        mode="free-city",
        phase="recruit",
    )
    take_turn(game, "recruit Caesar", "recruit Pericles")
    assert coins(game)[:2] == [0, 0]


def test_a_copied_counterfeiters_guild_costs_nobody_anything() -> None:
    """docs/rulings.md: copied at the end it is 5 points; losses belong to the turn of building."""
    game = a_table(
        a_city("Olympia B", stages=3), a_city(built="Counterfeiters Guild"), a_city(), boxes=("cities",), age=3
    )
    assert points(game, 0, "guilds") == 5
    assert [city.debt for city in game.table.cities] == [0, 0, 0]


def test_the_discard_pile_is_face_down() -> None:
    """R010; text 002, 2.c: only its size shows; whoever digs sees it."""
    game = a_table(a_city("Halicarnassus B", built="Foundry"), a_city(), a_city(), discard="Altar, Loom")
    for seat in (0, 1, None):
        assert (game.view(seat).discard, game.view(seat).discard_size) == (None, 2)
    take_turn(game, "wonder Palace")
    assert {card.name for card in game.view(0).discard or ()} == {"Altar", "Loom", "Palace"}
    assert game.view(1).discard is None

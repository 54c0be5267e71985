"""Leaders: the draft, recruiting, Rome, and the guild that copies a leader."""

from engine_game import Game
from heptapolis.engine import rules_for
from rules.leaders_at_work import BOTH, BOX
from tables import (
    a_city,
    a_table,
    asked,
    can,
    coins,
    do,
    offered,
    points,
    structures,
    take_turn,
)


def test_the_draft_goes_to_the_right() -> None:
    """Rules of Leaders: four cards, one is kept, the others go on to the right; the last one stays unasked."""
    game = Game.new(3, expansions=BOX, seed=5)
    dealt = [list(cards) for cards in game.table.draft_hands]
    assert [len(cards) for cards in dealt] == [4, 4, 4]
    for seat in range(3):
        do(game, seat, f"draft {dealt[seat][0].name}")
    assert [list(cards) for cards in game.table.draft_hands] == [dealt[1][1:], dealt[2][1:], dealt[0][1:]]
    for _ in range(2):
        for seat in range(3):
            game.play(seat, game.legal(seat)[0])
    assert game.phase == "recruit"
    assert [len(cards) for cards in game.table.leader_hands] == [4, 4, 4]
    everybody = [card for cards in game.table.leader_hands for card in cards]
    assert len(set(everybody)) == 12
    assert len(game.table.leader_box) == 36 - 12


def test_six_coins_at_the_start() -> None:
    """Rules of Leaders."""
    assert set(coins(Game.new(4, expansions=BOX, seed=1, boards=["Giza", "Rhodes", "Rome", "Babylon"]))) == {6}


def test_leaders_of_cities_join_with_both_boxes() -> None:
    """Text 003, Leaders; position contract, Combinations."""
    assert len(rules_for("first", BOX).leaders) == 36
    assert len(rules_for("first", BOTH).leaders) == 42
    assert rules_for("first", ["cities"]).leaders == []


def test_one_leader_before_each_age_and_one_left_over() -> None:
    """Rules of Leaders: three of four are used."""
    game = Game.new(3, expansions=BOX, seed=2, boards=["Giza", "Rhodes", "Babylon"], sides=["A", "A", "A"])
    recruitments = 0
    while not game.over:
        if game.phase == "recruit":
            recruitments += 1
            assert [len(cards) for cards in game.table.leader_hands] == [5 - recruitments] * 3
        for seat in range(3):
            sales = [move for move in game.legal(seat) if move.action in ("draft", "discard")]
            game.play(seat, sales[0])
    assert recruitments == 3
    assert [len(cards) for cards in game.table.leader_hands] == [1, 1, 1]


def test_three_uses_of_a_leader() -> None:
    """Rules of Leaders: recruited for coins, put under the wonder at its price, or sold for three coins."""
    game = a_table(
        a_city("Giza A", built="Stone Pit", coins=6, leader_hand="Caesar, Pericles"),
        a_city(leader_hand="Midas"),
        a_city(leader_hand="Varro"),
        boxes=BOX,
        phase="recruit",
    )
    assert offered(game, 0) == [
        "recruit Caesar", "wonder Caesar", "discard Caesar", "recruit Pericles", "wonder Pericles", "discard Pericles",
    ]  # fmt: skip
    sold = game.copy()
    take_turn(sold, "discard Caesar")
    assert coins(sold)[0] == 9
    assert sold.table.discard == []  # R207: leaders are in no discard pile
    buried = game.copy()
    take_turn(buried, "wonder Caesar")
    assert buried.table.cities[0].stages == 1
    assert buried.table.cities[0].leaders == ()
    take_turn(game, "recruit Pericles")
    assert coins(game)[0] == 0
    assert [leader.name for leader in game.table.cities[0].leaders] == ["Pericles"]
    assert game.phase == "play"


def test_a_leader_that_cannot_be_paid() -> None:
    """Rules of Leaders: the price is due in coins."""
    game = a_table(
        a_city(coins=4, leader_hand="Caesar"),
        a_city(leader_hand="Midas"),
        a_city(leader_hand="Varro"),
        boxes=BOX,
        phase="recruit",
    )
    assert not can(game, 0, "recruit Caesar")


def test_hands_are_dealt_before_recruiting() -> None:
    """Position contract, Order of phases."""
    game = Game.new(3, expansions=BOX, seed=2)
    while game.phase == "draft":
        decision = game.pending[0]
        game.play(decision.player, game.legal(decision.player)[0])
    assert game.phase == "recruit"
    assert [len(cards) for cards in game.table.hands] == [7, 7, 7]


def test_a_sold_leader_cannot_be_dug_up() -> None:
    """R207: Halicarnassus builds a stage over a leader and finds age cards only."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", leader_hand="Nero"),
        a_city(leader_hand="Midas"),
        a_city(leader_hand="Varro"),
        boxes=BOX,
        phase="recruit",
        age=2,
        discard="Altar",
    )
    take_turn(game, "wonder Nero")
    assert offered(game, 0) == ["dig Altar", "pass"]


def test_rome_a() -> None:
    """Leaders, Rome A: leaders cost nothing; 4 and 6 points."""
    game = a_table(
        a_city("Rome A", coins=0, stages=2, leader_hand="Pericles"),
        a_city(leader_hand="Midas"),
        a_city(leader_hand="Varro"),
        boxes=BOX,
        phase="recruit",
    )
    take_turn(game, "recruit Pericles")
    assert coins(game)[0] == 0
    assert points(game, 0, "wonder") == 10


def test_rome_b_makes_leaders_cheaper() -> None:
    """Leaders, Rome B: two coins less for the owner, one less for the neighbors; never below nothing."""
    game = a_table(
        a_city("Rome B", leader_hand="Caesar"),
        a_city(leader_hand="Pericles", coins=5),
        a_city(leader_hand="Zenobia", coins=2),
        a_city(leader_hand="Sappho", coins=0),
        boxes=BOX,
        phase="recruit",
    )
    take_turn(game, "recruit Caesar", "recruit Pericles", "recruit Zenobia", "recruit Sappho")
    assert coins(game) == [0, 0, 0, 0]


def test_rome_b_draws_leaders() -> None:
    """Leaders, Rome B, stage 1: five coins and the next four leaders of the box."""
    game = a_table(
        a_city("Rome B", built="Lumber Yard, Clay Pool", coins=0),
        a_city(),
        a_city(),
        boxes=BOX,
        leader_box="Nero, Plato, Hiram, Midas, Varro",
    )
    take_turn(game, "wonder Palace")
    assert coins(game)[0] == 5
    assert [card.name for card in game.table.leader_hands[0]] == ["Nero", "Plato", "Hiram", "Midas"]
    assert [card.name for card in game.table.leader_box] == ["Varro"]


def rome(leader_hand: str, coins: int) -> Game:
    game = a_table(
        a_city("Rome B", stages=1, built="Stone Pit, Clay Pool, Loom", leader_hand=leader_hand, coins=coins),
        a_city(),
        a_city(),
        boxes=BOX,
        discard="Altar",
    )
    take_turn(game, "wonder Palace")
    return game


def test_rome_b_recruits_once_more() -> None:
    """Leaders, Rome B, stages 2 and 3: a leader more at its price, right after the stage."""
    game = rome("Nero, Caesar, Pericles", coins=3)
    assert asked(game) == [(0, "recruit", 0)]
    assert offered(game, 0) == ["recruit Nero", "recruit Caesar", "pass"]
    do(game, 0, "recruit Caesar")
    assert coins(game)[0] == 0
    assert game.table.cities[0].shields == 2
    assert game.phase == "play"
    assert game.turn == 2


def test_rome_b_may_pass() -> None:
    """Position contract, Moves: not asked when only passing remains."""
    game = rome("Caesar", coins=3)
    do(game, 0, "pass")
    assert [card.name for card in game.table.leader_hands[0]] == ["Caesar"]
    assert rome("Pericles", coins=3).phase == "play"


def test_solomon_by_rome_digs_in_the_same_turn() -> None:
    """Leaders, Rome B and Solomon: the dig follows the recruitment."""
    game = rome("Solomon", coins=3)
    do(game, 0, "recruit Solomon")
    assert asked(game) == [(0, "dig", 0)]


def courtesans(left: str, right: str = "", **more: object) -> Game:
    game = a_table(
        a_city("Rhodes A", built="Lumber Yard, Clay Pool, Glassworks, Loom", hand="Courtesans Guild", coins=0, **more),  # type: ignore[arg-type]
        a_city(leaders=left),
        a_city(leaders=right),
        boxes=BOTH,
        age=3,
        discard="Altar",
    )
    take_turn(game, "build Courtesans Guild")
    return game


def test_courtesans_copy_a_leader() -> None:
    """Leaders, guilds: one of a neighbor's leaders, as if recruited then."""
    game = courtesans("Caesar, Croesus", "Cleopatra")
    assert asked(game) == [(0, "copy", 0)]
    assert offered(game, 0) == ["copy Caesar", "copy Croesus", "copy Cleopatra"]
    coined = game.copy()
    do(coined, 0, "copy Croesus")
    assert coins(coined)[0] == 6
    do(game, 0, "copy Caesar")
    assert game.table.cities[0].shields == 2
    assert game.table.cities[0].leaders == ()
    assert game.phase == "play"


def test_courtesans_with_one_candidate_or_none() -> None:
    """Position contract, What is asked."""
    game = courtesans("Cleopatra")
    assert game.phase == "play"
    assert points(game, 0, "leaders") == 5
    assert courtesans("").table.cities[0].copied_leader is None


def test_courtesans_copy_solomon() -> None:
    """Leaders, guilds: as if recruited then, so he digs."""
    game = courtesans("Solomon")
    assert asked(game) == [(0, "dig", 0)]
    do(game, 0, "dig Altar")
    assert structures(game, 0)[-1] == "Altar"


def test_a_copied_leaders_power_serves_from_the_next_turn() -> None:
    """docs/rulings.md: like any leader's."""
    game = courtesans("Ramses")
    assert game.table.cities[0].free_colors != 0
    assert not game.table.cities[0].fresh_copy


def test_a_copied_courtesans_guild_is_worth_nothing() -> None:
    """docs/rulings.md: Olympia B copies guilds at the end, when nobody can be recruited any more."""
    game = a_table(
        a_city("Olympia B", stages=3),
        a_city(built="Courtesans Guild", leaders="Cleopatra", copied_leader="Nefertiti"),
        a_city(leaders="Plato"),
        boxes=BOX,
        age=3,
    )
    assert points(game, 0, "guilds") == 0
    assert points(game, 1, "leaders") == 5 + 4

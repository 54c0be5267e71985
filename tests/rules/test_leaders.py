"""Leaders: the draft, recruiting, and each of the 42 leaders."""

import pytest

from heptapolis.engine import Game, rules_for
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

BOX = ("leaders",)
BOTH = ("leaders", "cities")
OTHERS = (a_city("Alexandria A"), a_city("Ephesus A"))


def recruits(leader: str, coins: int = 10, *, discard: str = "", boxes: tuple[str, ...] = BOTH, **more: object) -> Game:
    """A game in which seat 0 has just recruited a leader before the first age; the others have sold theirs."""
    game = a_table(
        a_city("Giza A", coins=coins, leader_hand=leader, **more),  # type: ignore[arg-type]
        a_city("Alexandria A", leader_hand="Midas" if leader != "Midas" else "Plato"),
        a_city("Ephesus A", leader_hand="Varro" if leader != "Varro" else "Plato"),
        boxes=boxes,
        phase="recruit",
        discard=discard,
    )
    take_turn(game, f"recruit {leader}")
    return game


def with_leader(
    leader: str, *, hand: str = "", built: str = "", coins: int = 0, board: str = "Giza A", **more: object
) -> Game:
    """A game in which seat 0 has had a leader for some time."""
    return a_table(a_city(board, leaders=leader, hand=hand, built=built, coins=coins, **more), *OTHERS, boxes=BOTH)  # type: ignore[arg-type]


# The draft and recruiting


def test_the_draft_goes_to_the_right() -> None:
    """Expansion facts, Leaders: four cards, one is kept, the others go on to the right; the last one stays unasked."""
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
    """Expansion facts, Leaders."""
    assert set(coins(Game.new(4, expansions=BOX, seed=1, boards=["Giza", "Rhodes", "Rome", "Babylon"]))) == {6}


def test_the_six_of_cities_join_when_both_boxes_are_in() -> None:
    """Text 003, Leaders; position contract, Combinations."""
    assert len(rules_for("first", BOX).leaders) == 36
    assert len(rules_for("first", BOTH).leaders) == 42
    assert rules_for("first", ["cities"]).leaders == []


def test_one_leader_before_each_age_and_one_left_over() -> None:
    """Expansion facts, Leaders: three of four are used."""
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
    """Expansion facts, Leaders: recruited for coins, put under the wonder at its price, or sold for three coins."""
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
    """Expansion facts, Leaders: the price is due in coins."""
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
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", leader_hand="Nero"), a_city(leader_hand="Midas"), a_city(leader_hand="Varro"),
        boxes=BOX, phase="recruit", age=2, discard="Altar",
    )  # fmt: skip
    take_turn(game, "wonder Nero")
    assert offered(game, 0) == ["dig Altar", "pass"]


# Points


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
    """Expansion facts and text 003, Leaders: points for what stands in the own city, written under leaders."""
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


# Shields and conflicts


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


# Cheaper structures


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


# Coins


def test_croesus() -> None:
    """Leaders: six coins at once."""
    assert coins(recruits("Croesus", coins=1))[0] == 6


def test_maecenas() -> None:
    """Leaders: leaders cost nothing from then on."""
    game = a_table(
        a_city(coins=0, leaders="Maecenas", leader_hand="Pericles"),
        a_city(leader_hand="Midas"),
        a_city(leader_hand="Varro"),
        boxes=BOX,
        phase="recruit",
        age=2,
    )
    take_turn(game, "recruit Pericles")
    assert coins(game)[0] == 0


def test_vitruvius() -> None:
    """Leaders: two coins for each structure built by a chain."""
    game = with_leader("Vitruvius", hand="Aqueduct", built="Baths")
    take_turn(game, "build Aqueduct")
    assert coins(game)[0] == 2
    paid = with_leader("Vitruvius", hand="Altar")
    take_turn(paid, "build Altar")
    assert coins(paid)[0] == 0


def test_xenophon() -> None:
    """Leaders: two coins for each yellow structure."""
    game = with_leader("Xenophon", hand="Tavern")
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 7


def test_diocletian() -> None:
    """R202; text 003, Leaders: two coins for each black card built after he came, also when it is free."""
    game = with_leader("Diocletian, Caligula", hand="Mercenaries", built="Militia, Lair")
    take_turn(game, "build Mercenaries using Caligula")
    assert coins(game)[0] == 2


def test_diocletian_and_a_dug_up_card() -> None:
    """R202: built from the discard pile is built."""
    game = a_table(
        a_city("Halicarnassus A", stages=1, built="Foundry, Ore Vein", leaders="Diocletian", coins=0),
        *OTHERS,
        boxes=BOTH,
        discard="Militia",
    )
    take_turn(game, "wonder Palace")
    do(game, 0, "dig Militia")
    assert coins(game)[0] == 2


@pytest.mark.parametrize(("move", "expected"), [("discard Palace", 4), ("build Tavern", 6), ("build Altar", 0)])
def test_berenice(move: str, expected: int) -> None:
    """R196; text 003, Leaders (examples): a sale brings 4, a Tavern 6."""
    game = with_leader("Berenice", hand="Tavern, Altar")
    take_turn(game, move)
    assert coins(game)[0] == expected


def test_berenice_adds_nothing_to_trade() -> None:
    """R196; text 003, Leaders, clarification: coins of neighbors are not the bank's."""
    game = a_table(
        a_city("Giza A", leaders="Berenice", built="Stone Pit", hand="Altar", coins=0),
        a_city("Alexandria A", hand="Library", built="Loom", coins=4),
        a_city("Ephesus A"),
        boxes=BOTH,
    )
    take_turn(game, "build Altar", "build Library >4")
    assert coins(game)[0] == 4


def test_berenice_once_a_turn() -> None:
    """Text 003, Leaders and questions: with Xenophon and a Tavern there is one bonus, and one more in the next turn."""
    game = a_table(
        a_city("Giza A", leaders="Berenice, Xenophon", hand="Tavern", coins=0),
        a_city("Alexandria A"),
        a_city("Ephesus A", hand="Altar"),
        boxes=BOTH,
    )
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 5 + 2 + 1
    take_turn(game, "discard Palace")
    assert coins(game)[0] == 8 + 4


def test_berenice_and_nero() -> None:
    """Text 003, questions: a conflict is a turn of its own, with one bonus for both victories."""
    game = a_table(
        a_city(leaders="Berenice, Nero", built="Walls", hand="Tavern", coins=0), a_city(), a_city(), boxes=BOTH, turn=7
    )
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 6 + 4 + 1


def test_berenice_beside_a_gambling_den() -> None:
    """Text 003, Leaders: what the bank pays for a neighbor's card counts as well."""
    game = a_table(a_city(leaders="Berenice", hand="Altar", coins=0), a_city(hand="Gambling Den"), a_city(), boxes=BOTH)
    take_turn(game, "build Altar", "build Gambling Den")
    assert coins(game)[0] == 2


def test_berenice_begins_after_she_has_come() -> None:
    """Text 003, Leaders: nothing in the turn of her own arrival."""
    assert not recruits("Berenice", coins=2).table.cities[0].bonus_taken
    assert coins(recruits("Berenice", coins=2))[0] == 0


# Trade


def test_bilkis() -> None:
    """Leaders; position contract, Moves: one resource a turn from the bank for a coin, beside trade, counted as a purchase."""
    game = a_table(
        a_city("Giza A", leaders="Bilkis", hand="Stockade, Workshop, Caravansery", coins=4),
        a_city("Rhodes A"),
        a_city("Ephesus A", built="Lumber Yard"),
        boxes=BOX,
    )
    assert [repr(move) for move in ways(game, 0, "build Stockade")] == ["build Stockade bank 1", "build Stockade >2"]
    assert [repr(move) for move in ways(game, 0, "build Workshop")] == ["build Workshop bank 1"]
    assert [repr(move) for move in ways(game, 0, "build Caravansery")] == ["build Caravansery >2 bank 1"]
    take_turn(game, "build Workshop bank 1")
    assert coins(game) == [3, 6, 6]


def test_hatshepsut() -> None:
    """Leaders; R199: a coin for each neighbor bought from, however much."""
    game = a_table(
        a_city("Giza A", leaders="Hatshepsut", hand="Temple", coins=6),
        a_city("Babylon A", built="Lumber Yard"),
        a_city("Alexandria A"),
        boxes=BOX,
        age=2,
    )
    take_turn(game, "build Temple <4 >2")
    assert coins(game)[0] == 2


def test_hatshepsut_and_berenice() -> None:
    """R199; text 003, questions: two suppliers and one bonus."""
    game = a_table(
        a_city("Giza A", leaders="Hatshepsut, Berenice", hand="Temple", coins=6),
        a_city("Babylon A", built="Lumber Yard"),
        a_city("Alexandria A"),
        boxes=BOTH,
        age=2,
    )
    take_turn(game, "build Temple <4 >2")
    assert coins(game)[0] == 3


def test_hatshepsut_at_price_nothing() -> None:
    """Rulings, section 4, 11: a purchase for nothing is a purchase."""
    game = a_table(
        a_city(
            "Giza A", leaders="Hatshepsut", built="West Trading Post, Clandestine Dock West", hand="Stockade", coins=0
        ),
        a_city("Olympia A"),
        a_city("Ephesus A"),
        boxes=BOTH,
    )
    take_turn(game, "build Stockade")
    assert coins(game)[0] == 1


def test_hatshepsut_and_the_bank() -> None:
    """Leaders: Bilkis' resource comes from no neighbor."""
    game = a_table(
        a_city("Giza A", leaders="Hatshepsut, Bilkis", hand="Workshop", coins=1),
        a_city("Rhodes A"),
        a_city("Ephesus A"),
        boxes=BOX,
    )
    take_turn(game, "build Workshop bank 1")
    assert coins(game)[0] == 0


def test_hatshepsut_with_equal_payments() -> None:
    """docs/rulings.md: of purchases that cost the same on both sides, the one with more suppliers counts."""
    game = a_table(
        a_city(
            "Giza A",
            leaders="Hatshepsut",
            built="West Trading Post, East Trading Post, Clandestine Dock West, Clandestine Dock East",
            hand="Caravansery",
            coins=1,
        ),
        a_city("Olympia A", built="Lumber Yard"),
        a_city("Babylon A", built="Sawmill"),
        boxes=BOTH,
        age=2,
    )
    (move,) = [move for move in ways(game, 0, "build Caravansery") if (move.left, move.right) == (0, 0)]
    assert move.suppliers == 2


# Solomon


def test_solomon() -> None:
    """R208; expansion facts: recruited, he builds a card of the discard pile for nothing."""
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


# Rome


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
    """Leaders, Rome B: two coins less for the owner, one less for the neighbors, nothing for others; never below nothing."""
    game = a_table(
        a_city("Rome B", leader_hand="Caesar"), a_city(leader_hand="Pericles", coins=5), a_city(leader_hand="Zenobia", coins=2), a_city(leader_hand="Sappho", coins=0),
        boxes=BOX, phase="recruit",
    )  # fmt: skip
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


def test_rome_b_may_pass_and_is_not_asked_for_nothing() -> None:
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


# Courtesans Guild


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


def test_every_leader_is_tested() -> None:
    """All 42 names occur in this file."""
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    assert [
        leader.name
        for leader in rules_for("first", BOTH).leaders
        if f'"{leader.name}"' not in text and f'"{leader.name},' not in text
    ] == []

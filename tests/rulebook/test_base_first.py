"""Cards and boards of the first edition, compared with the rulebook texts."""

import pytest

from heptapolis.rulebook import BoardSpec, CardSpec, EffectSpec, load
from heptapolis.rulebook.model import RAW_MATERIALS

FIRST = load("first")


def effects(*pairs: tuple[str, int]) -> tuple[EffectSpec, ...]:
    """Plain effects by kind and number."""
    built = []
    for kind, number in pairs:
        args: dict[str, int] = {kind: number}
        if kind == "coins":
            args["neighbors"] = 0
        built.append(EffectSpec(kind, args))
    return tuple(built)


def only_effect(card: CardSpec) -> EffectSpec:
    (effect,) = card.effects
    return effect


def test_box_contents() -> None:
    """Texts 002 and 004, Contents: 49 + 49 + 50 cards and seven boards; text 002, Game set-up: ten guilds."""
    for age, expected in ((1, 49), (2, 49), (3, 40)):
        assert sum(len(card.copies.get(age, ())) for card in FIRST.cards) == expected
    assert sum(card.color == "purple" for card in FIRST.cards) == 10
    assert [board.wonder for board in FIRST.boards] == [
        "Rhodes",
        "Alexandria",
        "Ephesus",
        "Babylon",
        "Olympia",
        "Halicarnassus",
        "Giza",
    ]
    assert FIRST.leaders == ()


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_seven_cards_a_player_in_every_age(edition: str, players: int) -> None:
    """Text 002, Game set-up, note; text 001, Preparation: what is kept is dealt completely, with players + 2 guilds."""
    for age in (1, 2, 3):
        deck = [count for card in load(edition).cards for count in card.copies.get(age, ()) if count <= players]
        guilds = players + 2 if age == 3 else 0
        assert len(deck) + guilds == 7 * players


def test_numbers_of_the_game() -> None:
    """Text 002: set-up (3 coins), action c (3 coins), Commerce (2 coins), Totalling the points, Conflict tokens."""
    assert (FIRST.start_coins, FIRST.sale_coins, FIRST.trade_price, FIRST.hand_size) == (3, 3, 2, 7)
    assert (FIRST.coins_per_point, FIRST.set_points) == (3, 7)
    assert FIRST.victory_tokens == {1: 1, 2: 3, 3: 5}


@pytest.mark.parametrize(
    ("name", "coins", "cost"),
    [
        ("Marketplace", 0, {}),  # Cards cost
        ("Mine", 1, {}),
        ("Baths", 0, {"stone": 1}),
        ("Arena", 0, {"stone": 2, "ore": 1}),
        ("Stables", 0, {"wood": 1, "clay": 1, "ore": 1}),  # clay: 002 and 004 French against 000 and 004 Dutch
        ("Timber Yard", 1, {}),  # Coin cost
        ("East Trading Post", 0, {}),  # Free construction
        ("Barracks", 0, {"ore": 1}),  # Production
        ("Scriptorium", 0, {"papyrus": 1}),
        ("Aqueduct", 0, {"stone": 3}),
        ("University", 0, {"wood": 2, "glass": 1, "papyrus": 1}),  # Commerce, example A
        ("Library", 0, {"stone": 2, "textile": 1}),  # example B
        ("Forum", 0, {"clay": 2}),  # example C
    ],
)
def test_costs_named_in_examples(name: str, coins: int, cost: dict[str, int]) -> None:
    """Text 002, examples of the sections named beside each card."""
    card = FIRST.card(name)
    assert (card.coins, card.cost) == (coins, cost)


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        ("Apothecary", "Stables"),
        ("Scriptorium", "Library"),
        ("Scriptorium", "Courthouse"),
        ("Theater", "Statue"),
        ("Statue", "Gardens"),
    ],
)
def test_chains_named_in_examples(parent: str, child: str) -> None:
    """Text 002, Cards cost and Free construction (chains)."""
    assert child in FIRST.card(parent).chain_to
    assert parent in FIRST.card(child).chain_from


def test_forum_has_two_parents() -> None:
    """Printed card: either trading post makes the Forum free."""
    assert FIRST.card("Forum").chain_from == ("East Trading Post", "West Trading Post")


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("Lumber Yard", {1: (3, 4)}),
        ("Stone Pit", {1: (3, 5)}),
        ("Clay Pool", {1: (3, 5)}),
        ("Ore Vein", {1: (3, 4)}),
        ("Tree Farm", {1: (6,)}),
        ("Excavation", {1: (4,)}),
        ("Clay Pit", {1: (3,)}),
        ("Timber Yard", {1: (3,)}),
        ("Forest Cave", {1: (5,)}),
        ("Mine", {1: (6,)}),
        ("Sawmill", {2: (3, 4)}),
        ("Quarry", {2: (3, 4)}),
        ("Brickyard", {2: (3, 4)}),
        ("Foundry", {2: (3, 4)}),
        ("Loom", {1: (3, 6), 2: (3, 5)}),
        ("Glassworks", {1: (3, 6), 2: (3, 5)}),
        ("Press", {1: (3, 6), 2: (3, 5)}),
        ("Palace", {3: (3, 7)}),
        ("Workers Guild", {3: ()}),
    ],
)
def test_copies_in_the_card_list(name: str, copies: dict[int, tuple[int, ...]]) -> None:
    """Text 004, card list: the player counts it prints. A card of two ages is one card."""
    assert FIRST.card(name).copies == copies


@pytest.mark.parametrize(("name", "points"), [("Altar", 2), ("Aqueduct", 5), ("Town Hall", 6), ("Palace", 8)])
def test_points_of_civilian_structures(name: str, points: int) -> None:
    """Text 002, Totalling the points, 4; Palace: text 004, card list."""
    assert FIRST.card(name).effects == effects(("points", points))


@pytest.mark.parametrize("edition", ["first", "second"])
def test_four_green_cards_a_symbol(edition: str) -> None:
    """Text 002, Scientific structures, note."""
    symbols = [only_effect(card).args["symbol"] for card in load(edition).cards if card.color == "green"]
    assert {symbol: symbols.count(symbol) for symbol in symbols} == {"compass": 4, "gear": 4, "tablet": 4}


def test_shields_by_age() -> None:
    """Text 002, Description of the symbols: one, two and three shields in ages I, II and III."""
    for card in FIRST.cards:
        if card.color == "red":
            (age,) = card.copies
            assert card.effects == effects(("shields", age))


def test_trade_discounts() -> None:
    """Text 002, Description of the symbols, Age I; text 004 French: east is to the right."""
    east, west, market = (FIRST.card(n) for n in ("East Trading Post", "West Trading Post", "Marketplace"))
    assert only_effect(east) == EffectSpec("price", {"price": 1, "goods": "raw", "where": ("right",)})
    assert only_effect(west) == EffectSpec("price", {"price": 1, "goods": "raw", "where": ("left",)})
    assert only_effect(market) == EffectSpec("price", {"price": 1, "goods": "manufactured", "where": ("left", "right")})


@pytest.mark.parametrize(
    ("name", "items", "where", "coins", "points"),
    [
        ("Vineyard", ("brown",), ("self", "left", "right"), 1, 0),
        ("Bazaar", ("gray",), ("self", "left", "right"), 2, 0),
        ("Arena", ("stage",), ("self",), 3, 1),
        ("Haven", ("brown",), ("self",), 1, 1),
        ("Chamber of Commerce", ("gray",), ("self",), 2, 2),
        ("Lighthouse", ("yellow",), ("self",), 1, 1),
        ("Spies Guild", ("red",), ("left", "right"), 0, 1),
        ("Magistrates Guild", ("blue",), ("left", "right"), 0, 1),
        ("Workers Guild", ("brown",), ("left", "right"), 0, 1),
        ("Craftsmens Guild", ("gray",), ("left", "right"), 0, 2),
        ("Traders Guild", ("yellow",), ("left", "right"), 0, 1),
        ("Philosophers Guild", ("green",), ("left", "right"), 0, 1),
        ("Strategists Guild", ("defeat",), ("left", "right"), 0, 1),
        ("Shipowners Guild", ("brown", "gray", "purple"), ("self",), 0, 1),
        ("Builders Guild", ("stage",), ("self", "left", "right"), 0, 1),
    ],
)
def test_items_counted_by_cards(
    name: str, items: tuple[str, ...], where: tuple[str, ...], coins: int, points: int
) -> None:
    """Text 002, Description of the symbols, Age II, Age III and Guilds."""
    expected = EffectSpec("per", {"items": items, "where": where, "coins": coins, "points": points})
    assert only_effect(FIRST.card(name)) == expected


def test_scientists_guild_gives_any_symbol() -> None:
    """Text 002, Description of the symbols, Guilds."""
    assert only_effect(FIRST.card("Scientists Guild")) == EffectSpec("science", {"symbol": "any"})


def test_choice_producers() -> None:
    """Text 002, Description of the symbols: two raw materials, all four (Caravansery), all three goods (Forum)."""
    assert only_effect(FIRST.card("Caravansery")).args["resources"] == ("wood", "stone", "clay", "ore")
    assert only_effect(FIRST.card("Forum")).args["resources"] == ("glass", "textile", "papyrus")
    assert only_effect(FIRST.card("Sawmill")).args == {"resources": ("wood",), "amount": 2}
    brown = [card for card in FIRST.cards if card.color == "brown"]
    choices = [card for card in brown if only_effect(card).args["resources"] not in {(raw,) for raw in RAW_MATERIALS}]
    assert len(choices) == 6
    assert all(card.coins == 1 for card in choices)


@pytest.mark.parametrize("board", FIRST.boards, ids=lambda board: board.wonder)
def test_sides_a(board: BoardSpec) -> None:
    """Text 002, Description of the wonders, side A: 3 points, a power, 7 points."""
    first, _, third = board.sides["A"].stages
    assert first.effects == effects(("points", 3))
    assert third.effects == effects(("points", 7))


RAW = EffectSpec("produce", {"resources": ("wood", "stone", "clay", "ore"), "amount": 1})
GOODS = EffectSpec("produce", {"resources": ("glass", "textile", "papyrus"), "amount": 1})
ANY = EffectSpec("science", {"symbol": "any"})
DIG = EffectSpec("dig", {})
PRICE = EffectSpec("price", {"price": 1, "goods": "raw", "where": ("left", "right")})


@pytest.mark.parametrize(
    ("wonder", "power"),
    [
        ("Rhodes", effects(("shields", 2))),
        ("Alexandria", (RAW,)),
        ("Ephesus", effects(("coins", 9))),
        ("Babylon", (ANY,)),
        ("Olympia", (EffectSpec("free_once_per_age", {}),)),
        ("Halicarnassus", (DIG,)),
        ("Giza", effects(("points", 5))),
    ],
)
def test_second_stage_of_sides_a(wonder: str, power: tuple[EffectSpec, ...]) -> None:
    """Text 002, Description of the wonders, side A."""
    assert FIRST.board(wonder).sides["A"].stages[1].effects == power


@pytest.mark.parametrize(
    ("wonder", "stages"),
    [
        (
            "Rhodes",
            [
                effects(("shields", 1), ("coins", 3), ("points", 3)),
                effects(("shields", 1), ("coins", 4), ("points", 4)),
            ],
        ),
        ("Alexandria", [(RAW,), (GOODS,), effects(("points", 7))]),
        (
            "Ephesus",  # 2, 3, 5 points: 000, 002 and 004 French against 004 Dutch
            [
                effects(("coins", 4), ("points", 2)),
                effects(("coins", 4), ("points", 3)),
                effects(("coins", 4), ("points", 5)),
            ],
        ),
        ("Babylon", [effects(("points", 3)), (EffectSpec("last_card", {}),), (ANY,)]),
        ("Olympia", [(PRICE,), effects(("points", 5)), (EffectSpec("copy_guild", {}),)]),
        ("Halicarnassus", [(*effects(("points", 2)), DIG), (*effects(("points", 1)), DIG), (DIG,)]),
        ("Giza", [effects(("points", 3)), effects(("points", 5)), effects(("points", 5)), effects(("points", 7))]),
    ],
)
def test_sides_b(wonder: str, stages: list[tuple[EffectSpec, ...]]) -> None:
    """Text 002, Description of the wonders, side B."""
    assert [stage.effects for stage in FIRST.board(wonder).sides["B"].stages] == stages


def test_boards_start_with_a_resource() -> None:
    """Text 002, Game elements: one resource a board, the same on both sides; action 2.b: Alexandria's second stage."""
    made = {board.wonder: {side.resource for side in board.sides.values()} for board in FIRST.boards}
    assert made == {
        "Rhodes": {"ore"},
        "Alexandria": {"glass"},
        "Ephesus": {"papyrus"},
        "Babylon": {"clay"},
        "Olympia": {"wood"},
        "Halicarnassus": {"textile"},
        "Giza": {"stone"},
    }
    assert FIRST.board("Alexandria").sides["A"].stages[1].cost == {"ore": 2}

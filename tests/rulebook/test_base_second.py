"""The second edition's cards and boards, against rulebook text 001 and the print."""

import pytest

from heptapolis.rulebook import EffectSpec, load

FIRST, SECOND = load("first"), load("second")


def test_box_contents() -> None:
    """Text 001, Contents: 148 age cards and seven wonders."""
    for age, expected in ((1, 49), (2, 49), (3, 40)):
        assert sum(len(card.copies.get(age, ())) for card in SECOND.cards) == expected
    assert sum(card.color == "purple" for card in SECOND.cards) == 10
    assert len(SECOND.boards) == 7
    assert all(tuple(board.sides) == ("day", "night") for board in SECOND.boards)


def test_numbers_of_the_game() -> None:
    """Text 001: Preparation, Sell the card, Buying resources, Overview of an age, Scoring, Conflict tokens."""
    assert (SECOND.start_coins, SECOND.sale_coins, SECOND.trade_price, SECOND.hand_size) == (3, 3, 2, 7)
    assert (SECOND.coins_per_point, SECOND.set_points) == (3, 7)
    assert SECOND.victory_tokens == {1: 1, 2: 3, 3: 5}


def test_theater_leads_to_gardens() -> None:
    """Text 001, Free through chains: two ages apart, by one symbol."""
    theater, gardens = SECOND.card("Theater"), SECOND.card("Gardens")
    assert theater.symbols_out == gardens.symbols_in
    assert gardens.chain_from == ("Theater",)
    assert theater.chain_to == ("Gardens",)


def test_cards_with_two_symbols() -> None:
    """Text 001, Free through chains, last note: some cards open two chains, each with a symbol of its own."""
    two = [card for card in SECOND.cards if len(card.symbols_out) == 2]
    assert {card.name for card in two} == {
        "Apothecary",
        "Workshop",
        "Scriptorium",
        "Dispensary",
        "Laboratory",
        "Library",
        "School",
    }
    assert all(len(card.chain_to) == 2 for card in two)


def test_one_symbol_on_two_cards() -> None:
    """Printed cards: both trading posts give the symbol that the Forum asks for."""
    assert SECOND.card("East Trading Post").symbols_out == SECOND.card("West Trading Post").symbols_out
    assert SECOND.card("Forum").chain_from == ("East Trading Post", "West Trading Post")


def test_chains_by_symbol_agree_with_names() -> None:
    """Every child of a card knows the card as its parent, and the other way round."""
    for card in SECOND.cards:
        assert all(card.name in SECOND.card(child).chain_from for child in card.chain_to)
        assert all(card.name in SECOND.card(parent).chain_to for parent in card.chain_from)


@pytest.mark.parametrize(
    ("name", "coins", "cost"),
    [
        ("Lumber Yard", 0, {}),  # Free
        ("Excavation", 1, {}),  # Coins
        ("Barracks", 0, {"ore": 1}),  # Resources, example
        ("Scriptorium", 0, {"papyrus": 1}),
        ("Guard Tower", 0, {"clay": 1}),
        ("Fortifications", 0, {"clay": 1, "ore": 3}),  # printed cards that differ from the first edition
        ("Spies Guild", 0, {"clay": 2, "glass": 1}),
        ("Builders Guild", 0, {"stone": 3, "clay": 2, "glass": 1}),
        ("Castrum", 0, {"wood": 1, "clay": 2, "papyrus": 1}),
    ],
)
def test_costs(name: str, coins: int, cost: dict[str, int]) -> None:
    """Text 001, Construction, examples of the sections named; the rest by the printed cards."""
    card = SECOND.card(name)
    assert (card.coins, card.cost) == (coins, cost)


def test_new_cards() -> None:
    """Printed cards: four came, two went."""
    first, second = ({card.name for card in box.cards} for box in (FIRST, SECOND))
    assert second - first == {"Well", "Ludus", "Castrum", "Decorators Guild"}
    assert first - second == {"Pawnshop", "Strategists Guild"}


def test_new_effects() -> None:
    """Printed cards: points for a complete wonder, and coins for red cards."""
    assert SECOND.card("Decorators Guild").effects == (EffectSpec("complete", {"points": 7}),)
    ludus = EffectSpec("per", {"items": ("red",), "where": ("self",), "coins": 3, "points": 1})
    assert SECOND.card("Ludus").effects == (ludus,)


def test_start_resources() -> None:
    """Printed boards: Babylon and Olympia have exchanged theirs."""
    made = {board.wonder: {side.resource for side in board.sides.values()} for board in SECOND.boards}
    assert made == {
        "Rhodes": {"ore"},
        "Alexandria": {"glass"},
        "Ephesus": {"papyrus"},
        "Babylon": {"wood"},
        "Olympia": {"clay"},
        "Halicarnassus": {"textile"},
        "Giza": {"stone"},
    }


def test_powers_of_olympia() -> None:
    """Printed board: free builds by color on the day side, by turn on the night side."""
    olympia = SECOND.board("Olympia")
    kinds = {name: [[e.kind for e in stage.effects] for stage in side.stages] for name, side in olympia.sides.items()}
    assert kinds == {
        "day": [["points"], ["free_first_of_color"], ["points"]],
        "night": [["points", "free_first_of_age"], ["points", "free_last_of_age"], ["points"]],
    }


def test_two_to_four_stages() -> None:
    """Text 001, Wonder boards: two, three or four stages."""
    counts = {len(side.stages) for board in SECOND.boards for side in board.sides.values()}
    assert counts == {2, 3, 4}
    assert len(SECOND.board("Babylon").sides["night"].stages) == 2

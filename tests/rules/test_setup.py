"""Set-up and the deal: decks, hands, boards, sides, treasuries."""

import pytest

from engine_game import Game
from heptapolis.engine import InvalidOptions, rules_for
from heptapolis.engine.rng import Rng
from heptapolis.engine.setup import age_deck, hands_of_age
from tables import ALL_BOXES

COUNTS = [3, 4, 5, 6, 7]


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("players", COUNTS)
def test_seven_cards_each_and_nothing_left(edition: str, players: int) -> None:
    """R001, R006; texts 002 and 001, Set-up: every card in play is dealt."""
    rules = rules_for(edition)
    for age in (1, 2, 3):
        hands = hands_of_age(rules, players, age, seed=players)
        assert [len(hand) for hand in hands] == [7] * players
        assert sorted(card.name for hand in hands for card in hand) == sorted(
            card.name for card in age_deck(rules, players, age, Rng(players, age))
        )


@pytest.mark.parametrize("players", COUNTS)
def test_guilds_are_players_and_two(players: int) -> None:
    """R002; text 002, Set-up (table of guilds); text 001, Preparation (example: 7 guilds for 5)."""
    for edition in ("first", "second"):
        third = [card for hand in hands_of_age(rules_for(edition), players, 3, seed=1) for card in hand]
        assert sum(card.spec.color == "purple" for card in third) == players + 2
        assert not [card for card in third if card.spec.color in ("brown", "gray")]


def test_six_players_leave_two_guilds_in_the_box() -> None:
    """R002: 34 other cards and 8 of 10 guilds; which two are missing changes with the seed."""
    rules = rules_for("first")
    missing = set()
    for seed in range(20):
        third = {card.name for hand in hands_of_age(rules, 6, 3, seed) for card in hand}
        missing.add(frozenset(guild.name for guild in rules.guilds) - third)
    assert {len(names) for names in missing} == {2}
    assert len(missing) > 10
    assert len(rules.deck(3, 6)) == 34


def test_four_players_use_the_cards_for_three_and_four() -> None:
    """Text 002, Cards cost (example); text 001, Preparation, the same for five."""
    first = rules_for("first").deck(1, 4)
    assert len(first) == 28
    assert [card.name for card in first].count("Tavern") == 1
    assert len(rules_for("second").deck(1, 5)) == 35


@pytest.mark.parametrize("players", COUNTS)
def test_three_coins_each(players: int) -> None:
    """R003; text 002, Set-up, Coins."""
    assert [city.coins for city in Game.new(players, seed=1).table.cities] == [3] * players


def test_treasuries_have_no_limit() -> None:
    """R003, R004; text 002, Game elements: coins are a number; tokens do not run out either."""
    game = Game.new(7, seed=3)
    game.table.cities[0].coins = 1000
    assert game.scores()[0]["treasury"] == 333


def test_the_first_edition_deals_the_side_too() -> None:
    """R005; text 002, Set-up, Wonders: nobody is asked, and both sides come up."""
    sides = {(city.side.wonder, city.side.name) for seed in range(60) for city in Game.new(7, seed=seed).table.cities}
    assert len(sides) == 14
    assert Game.new(3, seed=1).phase == "play"


def test_the_second_edition_asks_for_the_side() -> None:
    """R005; text 001, Preparation: the board is random, its owner chooses day or night."""
    game = Game.new(3, edition="second", seed=1)
    assert [decision.kind for decision in game.pending] == ["side"] * 3
    for seat, side in enumerate(("night", "day", "night")):
        (move,) = [move for move in game.legal(seat) if move.side == side]
        game.play(seat, move)
    assert [city.side.name for city in game.table.cities] == ["night", "day", "night"]
    assert game.phase == "play"
    assert [city.coins for city in game.table.cities] == [3, 3, 3]


def test_boards_may_be_chosen() -> None:
    """Text 002, Set-up, Wonders, notes."""
    game = Game.new(3, seed=5, boards=["Giza", None, "Rhodes"], sides=["B", None, "A"])
    cities = game.table.cities
    assert (cities[0].side.wonder, cities[0].side.name) == ("Giza", "B")
    assert (cities[2].side.wonder, cities[2].side.name) == ("Rhodes", "A")
    assert len({city.side.wonder for city in cities}) == 3


def test_boards_are_unique() -> None:
    """Text 002, Set-up, Wonders: one card a board."""
    for seed in range(10):
        assert len({city.side.wonder for city in Game.new(7, seed=seed).table.cities}) == 7
    with pytest.raises(InvalidOptions, match="twice"):
        Game.new(3, boards=["Giza", "Giza"])


def test_no_two_players_in_the_second_edition() -> None:
    """R228; text 001: three to seven players."""
    with pytest.raises(InvalidOptions):
        Game.new(2, edition="second")
    with pytest.raises(InvalidOptions):
        Game.new(8, edition="second")


@pytest.mark.parametrize(
    ("players", "boxes", "mode"),
    [
        (1, (), "standard"),
        (2, (), "standard"),
        (8, (), "standard"),
        (8, ("leaders",), "standard"),
        (9, ("cities",), "standard"),
        (3, (), "free-city"),
        (5, (), "teams"),
        (8, (), "teams"),
        (2, (), "teams"),
        (3, (), "solo"),
        (3, ("armada",), "standard"),
        (3, ("cities", "cities"), "standard"),
    ],
)
def test_invalid_combinations_are_refused(players: int, boxes: tuple[str, ...], mode: str) -> None:
    """Position contract, Combinations."""
    with pytest.raises(InvalidOptions) as refused:
        Game.new(players, expansions=boxes, mode=mode)
    assert refused.value.code == "rules/combination"


@pytest.mark.parametrize(
    ("board", "box"),
    [("Rome", "leaders"), ("Petra", "cities"), ("Byzantium", "cities"), ("Manneken Pis", "manneken-pis")],
)
def test_boards_need_their_box(board: str, box: str) -> None:
    """Position contract, Combinations."""
    assert Game.new(3, expansions=[box], boards=[board]).table.cities[0].side.wonder == board
    with pytest.raises(InvalidOptions):
        Game.new(3, expansions=[other for other in ALL_BOXES if other != box], boards=[board])


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_cities_adds_a_black_card_a_player(players: int) -> None:
    """R135, R136; text 003, Preparation (example: six black cards an age and 8 guilds for six players)."""
    rules = rules_for("first", ["cities"])
    for age in (1, 2, 3):
        hands = hands_of_age(rules, players, age, seed=9)
        assert [len(hand) for hand in hands] == [8] * players
        dealt = [card for hand in hands for card in hand]
        black = [card for card in dealt if card.spec.color == "black"]
        assert len(black) == len(set(black)) == players
        if age == 3:
            assert sum(card.spec.color == "purple" for card in dealt) == players + 2
    assert len(rules.guilds) == 13


def test_leaders_and_cities_have_seventeen_guilds() -> None:
    """R210: ten, four and three; seven players use nine of them."""
    rules = rules_for("first", ["leaders", "cities"])
    assert len(rules.guilds) == 17
    assert [drawn.count(7) for drawn in rules.drawn[3] if drawn.color == "purple"] == [9]


@pytest.mark.parametrize(("boxes", "coins"), [((), 3), (("cities",), 3), (("leaders",), 6), (("leaders", "cities"), 6)])
def test_starting_coins(boxes: tuple[str, ...], coins: int) -> None:
    """R209: six coins with Leaders."""
    assert [
        city.coins for city in Game.new(3, expansions=boxes, boards=["Giza", "Rhodes", "Babylon"]).table.cities
    ] == [coins] * 3

"""Eight players, with Cities."""

from engine_game import Game
from heptapolis.engine import rules_for
from heptapolis.engine.setup import hands_of_age
from tables import a_city, a_table, all_tokens, asked, do, take_turn

BOX = ("cities",)


def test_eight_players_are_set_up_like_seven() -> None:
    """R139; text 003, Rules for 8 players: all base cards, 9 guilds, 7 black cards an age, hands of 7."""
    rules = rules_for("first", BOX)
    for age in (1, 2, 3):
        hands = hands_of_age(rules, 8, age, seed=6)
        assert [len(hand) for hand in hands] == [7] * 8
        dealt = [card for hand in hands for card in hand]
        assert sum(card.spec.color == "black" for card in dealt) == 7
        assert sum(card.spec.color == "purple" for card in dealt) == (9 if age == 3 else 0)
        base = [card for card in dealt if card.spec.color not in ("black", "purple")]
        assert sorted(card.name for card in base) == sorted(card.name for card in rules.deck(age, 7))


def test_eight_players_have_six_turns() -> None:
    """Text 003, Rules for 8 players: six cards are played as in the base game."""
    game = Game.new(8, expansions=BOX, seed=1)
    assert game.table.turns == 6
    turns = 0
    while game.age == 1:
        if game.phase == "play":
            turns += 1
            take_turn(game)
        else:
            decision = game.pending[0]
            game.play(decision.player, game.legal(decision.player)[0])
    assert turns == 6


def test_conflicts_around_the_whole_table() -> None:
    """Text 002, End of an age: seat 7 and seat 0 are neighbors."""
    game = a_table(a_city(built="Stockade"), *(a_city() for _ in range(7)), boxes=BOX, turn=6)
    take_turn(game)
    assert all_tokens(game) == [[1, 1], [-1], [], [], [], [], [], [-1]]


def test_the_extra_card_is_the_seventh() -> None:
    """R137, carried over: with hands of seven, Babylon B's extra card is the seventh."""
    game = a_table(a_city("Babylon B", stages=2, hand="Loom, Altar"), *(a_city() for _ in range(7)), boxes=BOX, turn=6)
    take_turn(game, "build Loom")
    assert asked(game) == [(0, "last-card", 0)]
    do(game, 0, "build Altar")
    assert game.age == 2

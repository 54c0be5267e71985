"""Turns: passing hands, the last card of an age, simultaneous effects."""

import pytest

from engine_game import Game
from heptapolis.engine import Rng
from tables import a_city, a_table, coins, do, hand, offered, pile, structures, take_turn


@pytest.mark.parametrize(("age", "to"), [(1, 1), (2, 3), (3, 1)])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_hands_go_left_right_left(edition: str, age: int, to: int) -> None:
    """R007; texts 002 and 001, 3: with seats clockwise, seat 0's left neighbor is seat 1."""
    game = a_table(a_city(hand="Altar"), a_city(), a_city(), a_city(), age=age, edition=edition)
    take_turn(game, "discard Palace")
    assert [seat for seat in range(4) if "Altar" in hand(game, seat)] == [to]


def test_hands_shrink_from_seven_to_two() -> None:
    """R006; text 002, Special case: sixth turn (example of Sophie)."""
    game = Game.new(3, seed=4)
    sizes = []
    for _ in range(6):
        sizes.append([len(cards) for cards in game.table.hands])
        take_turn(game)
    assert sizes == [[size] * 3 for size in (7, 6, 5, 4, 3, 2)]
    assert game.age == 2
    assert [len(cards) for cards in game.table.hands] == [7, 7, 7]


def test_the_last_card_is_discarded_unpaid() -> None:
    """R009; text 002, Special case: sixth turn."""
    game = a_table(a_city(hand="Loom, Palace"), a_city(hand="Loom, Altar"), a_city(hand="Loom, Baths"), turn=6)
    take_turn(game, "build Loom", "build Loom", "build Loom")
    assert coins(game) == [3, 3, 3]
    assert pile(game) == ["Palace", "Altar", "Baths"]


def test_the_pile_lasts_the_whole_game() -> None:
    """R090: two cards sold and three left over make five after the first age."""
    game = a_table(
        a_city(hand="Loom, Altar"),
        a_city(hand="Theater, Baths"),
        a_city(hand="Press, Tavern"),
        turn=6,
        discard="Stockade",
    )
    take_turn(game, "build Loom", "build Theater", "discard Press")
    assert sorted(pile(game)) == sorted(["Stockade", "Press", "Altar", "Baths", "Tavern"])
    assert game.age == 2


def test_vineyard_counts_what_neighbors_build_now() -> None:
    """Text 002, Symbols, Age II, clarification; 004 Dutch names the wrong card."""
    game = a_table(
        a_city(built="Lumber Yard", hand="Vineyard", coins=0),
        a_city(built="Stone Pit", hand="Quarry"),
        a_city(hand="Foundry"),
        age=2,
    )
    take_turn(game, "build Vineyard", "build Quarry", "build Foundry")
    assert coins(game)[0] == 1 + 2 + 1


def test_bazaar_counts_what_neighbors_build_now() -> None:
    """R092: own one gray, right one, and one more on each side this turn: eight coins."""
    game = a_table(
        a_city(built="Loom", hand="Bazaar", coins=0), a_city(hand="Press"), a_city(built="Loom", hand="Press"), age=2
    )
    take_turn(game, "build Bazaar", "build Press", "build Press")
    assert coins(game)[0] == 8


def test_order_of_seats_does_not_matter() -> None:
    """docs/rulings.md, The order inside a turn: all cards are placed before anything is counted."""
    for first in range(3):
        cities = [a_city(hand="Vineyard", coins=0), a_city(hand="Quarry"), a_city(hand="Foundry")]
        words = ["build Vineyard", "build Quarry", "build Foundry"]
        turned = cities[first:] + cities[:first]
        game = a_table(*turned, age=2)
        take_turn(game, *(words[first:] + words[:first]))
        assert coins(game)[-first] == 2


def test_boards_are_no_cards() -> None:
    """Text 002, Wonders and Guilds, clarifications: a board's resource is no brown or gray card."""
    game = a_table(a_city("Giza A", hand="Vineyard", coins=0), a_city("Rhodes A"), a_city("Babylon A"), age=2)
    take_turn(game, "build Vineyard")
    assert coins(game)[0] == 0


def test_coins_of_a_card_come_once() -> None:
    """R096: a Tavern pays five coins when built and never again."""
    game = a_table(a_city(hand="Tavern"), a_city(hand="Altar"), a_city(hand="Loom, Altar"))
    take_turn(game, "build Tavern", "build Altar", "build Altar")
    assert coins(game)[0] == 8
    take_turn(game, "build Loom", "discard Palace", "discard Palace")
    assert coins(game)[0] == 8


def test_coins_gained_this_turn_cannot_be_spent() -> None:
    """docs/rulings.md, The order inside a turn: the treasury of the start of the turn pays."""
    game = a_table(a_city(hand="Tavern, Mine", coins=0), a_city(), a_city())
    assert "build Mine" not in offered(game, 0)
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 5


def test_choices_may_come_in_any_order() -> None:
    """R008: the result does not depend on who chooses first."""
    games = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        game = Game.new(3, seed=11)
        rng = Rng(5)
        for _ in range(6):
            moves = {seat: game.legal(seat) for seat in range(3)}
            chosen = {seat: moves[seat][rng.below(len(moves[seat]))] for seat in range(3)}
            for seat in order:
                game.play(seat, chosen[seat])
            if game.phase != "play":
                break
        games.append([[card.name for card in city.structures] + [city.coins] for city in game.table.cities])
    assert games[0] == games[1] == games[2]


def test_a_choice_can_be_changed_or_taken_back() -> None:
    """Position contract, Commands: as long as another seat is pending."""
    game = a_table(a_city(hand="Altar, Theater"), a_city(hand="Altar"), a_city(hand="Altar"))
    do(game, 0, "build Altar")
    assert [decision.player for decision in game.pending] == [1, 2]
    game.withdraw(0)
    assert [decision.player for decision in game.pending] == [0, 1, 2]
    do(game, 0, "build Altar")
    theater = next(move for move in game.table.phase.moves(game.table, 0) if repr(move) == "build Theater")
    game.play(0, theater)
    do(game, 1, "build Altar")
    do(game, 2, "build Altar")
    assert structures(game, 0) == ["Theater"]


def test_a_game_has_eighteen_turns() -> None:
    """R006; text 002, Overview: three ages of six turns, then the points."""
    game = Game.new(5, seed=2)
    turns = 0
    while not game.over:
        take_turn(game)
        turns += 1
        while game.phase not in ("play", "over"):
            take_turn(game)
    assert turns == 18
    assert game.pending == []
    assert len(game.winners()) >= 1

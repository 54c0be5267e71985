"""Two players and the Free City. The Free City is seat 2: seat 0 sits to its left, seat 1 to its right."""

from typing import Any

import pytest

from engine_game import Game
from heptapolis.bots.playouts.policies import BUILDER, UNIFORM, choose
from heptapolis.engine import IllegalMove, Move, Rng
from heptapolis.engine.moves import WONDER
from heptapolis.engine.phases import commit
from tables import (
    a_city,
    a_table,
    all_tokens,
    asked,
    can,
    coins,
    do,
    hand,
    offered,
    pile,
    prices,
    structures,
    take_turn,
)


def two(
    own: str = "", other: str = "", *, free: str = "Rhodes A", holder: int = 0, draw: str = "", **more: Any
) -> Game:
    """Two players with these hands, the Free City at a board, and the top of its draw pile."""
    city = more.pop("city", {})
    return a_table(
        a_city("Alexandria A", hand=own, coins=more.pop("coins", 3), built=more.pop("built", "")),
        a_city("Ephesus A", hand=other, built=more.pop("right", "")),
        a_city(free, **city),
        mode="free-city",
        holder=holder,
        draw_pile=draw,
        **more,
    )


def test_free_city_set_up() -> None:
    """R121; text 002, Variant for two, set-up: three hands of seven, one of them the draw pile; three coins each."""
    game = Game.new(2, seed=8)
    assert coins(game) == [3, 3, 3]
    assert [len(cards) for cards in game.table.hands] == [8, 7, 0]  # the holder has drawn
    assert len(game.table.draw_pile) == 6
    dealt = [card for cards in game.table.hands for card in cards] + list(game.table.draw_pile)
    assert sorted(card.name for card in dealt) == sorted(card.name for card in game.table.rules.deck(1, 3))


def test_the_holder_draws_and_plays_two_cards() -> None:
    """R122; text 002, 1: then both have six, and the other player holds the Free City card."""
    game = two("Loom", "Altar", draw="Stone Pit, Press")
    assert hand(game, 0)[-1] == "Stone Pit"
    do(game, 0, "build Loom")
    do(game, 1, "build Altar")
    do(game, 0, "build Stone Pit for the Free City")
    assert structures(game, 2) == ["Stone Pit"]
    assert game.table.holder == 1
    assert [len(cards) for cards in game.table.hands] == [6, 7, 0]
    assert hand(game, 1)[-1] == "Press"


def test_holder_chooses_own_card_first() -> None:
    """Text 002, 1, clarification: the Free City's card is chosen after the holder's own; it cannot be the same."""
    game = two("Loom")
    assert asked(game) == [(0, "play", 0), (1, "play", 1)]
    do(game, 0, "build Loom")
    assert asked(game) == [(1, "play", 1), (0, "play", 2)]
    assert not can(game, 0, "build Loom for the Free City")


def test_changing_own_card_withdraws_the_free_citys_card() -> None:
    """Position contract, Commands."""
    game = two("Loom, Altar", draw="Stone Pit")
    do(game, 0, "build Loom")
    do(game, 0, "build Altar for the Free City")
    assert asked(game) == [(1, "play", 1)]
    game.withdraw(0)
    assert asked(game) == [(0, "play", 0), (1, "play", 1)]
    do(game, 0, "build Loom")
    do(game, 0, "build Stone Pit for the Free City")
    again = next(move for move in game.table.phase.moves(game.table, 0) if repr(move) == "build Altar")
    game.play(0, again)
    assert asked(game) == [(1, "play", 1), (0, "play", 2)]


def test_free_city_discards_only_if_it_cannot_play() -> None:
    """Text 002, 1, clarification."""
    game = two("Loom, Altar", draw="Stone Pit")
    do(game, 0, "build Loom")
    assert "discard Palace for the Free City" not in offered(game, 0)
    assert set(offered(game, 0)) == {"build Altar for the Free City", "build Stone Pit for the Free City"}
    game = two("Loom", city={"coins": 0})
    do(game, 0, "build Loom")
    assert offered(game, 0) == ["discard Palace for the Free City"]


def test_a_stage_counts_as_playing() -> None:
    """Text 002, 1, clarification: building its wonder is playing; any card will do."""
    game = two("Loom", city={"built": "Sawmill"})
    do(game, 0, "build Loom")
    assert offered(game, 0) == ["wonder Palace for the Free City"]


def test_free_city_must_use_a_chain() -> None:
    """R045; texts 002, 000 and 004, Rules for the Free City: a chained card is built, not buried and not sold."""
    game = two("Loom, Library", city={"built": "Scriptorium, Quarry, Sawmill"}, age=2)
    do(game, 0, "build Loom")
    assert offered(game, 0) == ["build Library for the Free City", "wonder Palace for the Free City"]
    with pytest.raises(IllegalMove, match="not-offered"):
        game.play(0, Move(WONDER, game.table.rules.by_name["Library"], city=2))


def test_only_a_usable_chain_binds_the_free_city() -> None:
    """R045; text 002, Rules for the Free City: a name that stands there cannot be built again, so it may be buried."""
    game = two("Loom, Library", city={"built": "Scriptorium, Library, Sawmill"}, age=2)
    do(game, 0, "build Loom")
    assert offered(game, 0) == ["wonder Library for the Free City", "wonder Palace for the Free City"]


def test_chain_of_the_free_citys_extra_card() -> None:
    """R045, R134: the extra card that a chain makes free is built, or left alone."""
    game = a_table(
        a_city("Alexandria A", hand="Loom"),
        a_city("Ephesus A"),
        a_city("Babylon B", stages=2, built="Scriptorium, Loom, Glassworks, Press"),
        mode="free-city",
        age=2,
        turn=6,
        draw_pile="Palace, Library",
    )
    do(game, 0, "build Loom")
    do(game, 1, "discard Palace")
    do(game, 0, "discard Palace for the Free City")
    assert game.phase == "last-card"
    assert offered(game, 0) == ["build Library for the Free City", "pass for the Free City"]


@pytest.mark.parametrize("policy", [UNIFORM, BUILDER])
def test_simple_policies_keep_to_the_chains(policy: int) -> None:
    """R045: what plays at full speed without listing the moves makes none that is not listed."""
    for seed in range(60):
        table = Game.new(2, expansions=("cities",), seed=seed).table
        rng = Rng(seed)
        while not table.over:
            seat = next(each for each in range(3) if table.pending & table.cities[each].bit)
            move = choose(table, seat, policy, rng)
            assert move in table.phase.moves(table, seat)
            commit(table, seat, move)


def test_holder_chooses_the_free_citys_seller() -> None:
    """R127; text 002, Rules for the Free City: whatever it costs."""
    game = two(
        "Loom, Stockade", free="Giza A", built="Lumber Yard", right="Lumber Yard", city={"built": "West Trading Post"}
    )
    do(game, 0, "build Loom")
    assert prices(game, 0, "build Stockade") == [(1, 0), (0, 2)]


def test_treasury_of_the_free_city() -> None:
    """R128: it pays from its own treasury and keeps what it is paid."""
    game = two("Baths, Stockade", free="Giza A", city={"coins": 0}, right="Lumber Yard")
    do(game, 0, "build Baths >2")  # stone from the Free City, which sits on seat 0's right
    assert not can(game, 0, "build Stockade")
    do(game, 0, "discard Palace for the Free City")
    do(game, 1, "discard Palace")
    assert coins(game)[2] == 5


def test_free_city_prices_and_stock_at_the_start_of_the_turn() -> None:
    """R126: what the Free City builds now is not for sale now."""
    game = two("Baths, Stone Pit")
    assert not can(game, 0, "build Baths")


@pytest.mark.parametrize("age", [1, 2, 3])
def test_hands_are_swapped_in_every_age(age: int) -> None:
    """R131."""
    game = two("Loom, Altar", "Press, Theater", age=age)
    take_turn(game, "build Loom", "build Press")
    do(game, 0, "build Altar for the Free City")
    assert "Theater" in hand(game, 0)


@pytest.mark.parametrize("seed", range(3))
def test_who_begins_an_age(seed: int) -> None:
    """Text 002, End of an age: left of the Free City, right, left; the example names the wrong side."""
    game = Game.new(2, seed=seed)
    first: list[int] = []
    while not game.over:
        if game.phase == "play" and game.turn == 1 and len(first) < game.age:
            first.append(int(game.table.holder))
        decision = game.pending[0]
        game.play(decision.player, game.legal(decision.player)[-1])
    assert first == [0, 1, 0]


def test_three_cards_go_at_the_end_of_an_age() -> None:
    """Text 002, note on the sixth turn: the last card of the draw pile goes with the players' last ones."""
    game = two("Loom, Altar", "Press, Theater", draw="Stone Pit, Baths", turn=6)
    do(game, 0, "build Loom")
    do(game, 0, "build Stone Pit for the Free City")
    do(game, 1, "build Press")
    assert sorted(pile(game)) == ["Altar", "Baths", "Theater"]
    assert game.age == 2
    assert game.table.holder == 1


def test_conflicts_with_the_free_city() -> None:
    """R103: shields 1, 0 and 2 in the first age."""
    game = two("Loom, Altar", "Press, Theater", built="Stockade", city={"built": "Walls"}, draw="Stone Pit", turn=6)
    do(game, 0, "build Loom")
    do(game, 0, "build Stone Pit for the Free City")
    do(game, 1, "build Press")
    assert all_tokens(game) == [[1, -1], [-1, -1], [1, 1]]


def test_only_the_players_win() -> None:
    """R132: the Free City may have more points."""
    game = two(city={"built": "Palace, Senate", "coins": 30})
    assert game.scores()[2].total > max(game.scores()[0].total, game.scores()[1].total)
    assert game.winners() == [0, 1]


def test_free_city_with_halicarnassus() -> None:
    """R133: the holder of this turn picks for it."""
    game = two("Loom", "Press", free="Halicarnassus B", city={"built": "Foundry"}, discard="Altar", holder=1)
    do(game, 0, "build Loom")
    do(game, 1, "build Press")
    do(game, 1, "wonder Palace for the Free City")
    assert asked(game) == [(1, "dig", 2)]
    assert offered(game, 1) == ["dig Altar for the Free City", "pass for the Free City"]
    do(game, 1, "dig Altar for the Free City")
    assert structures(game, 2)[-1] == "Altar"


def test_free_city_with_babylon() -> None:
    """R134: the last card of the draw pile, played by the holder of the sixth turn; sold only if it must be."""
    game = two(
        "Loom, Altar", "Press, Theater", free="Babylon B", city={"stages": 2}, draw="Stone Pit, Guard Tower", turn=6
    )
    do(game, 0, "build Loom")
    do(game, 0, "build Stone Pit for the Free City")
    do(game, 1, "build Press")
    assert asked(game) == [(0, "last-card", 2)]
    assert offered(game, 0) == ["build Guard Tower for the Free City", "pass for the Free City"]
    do(game, 0, "build Guard Tower for the Free City")
    assert structures(game, 2)[-1] == "Guard Tower"


def test_holder_settles_the_free_citys_losses() -> None:
    """R152; text 003, Rules for two players."""
    game = two("Loom", "Hideout", draw="Stone Pit", boxes=("cities",))
    do(game, 0, "build Loom")
    do(game, 0, "build Stone Pit for the Free City")
    do(game, 1, "build Hideout")
    assert asked(game) == [(0, "debt", 0), (0, "debt", 2)]
    do(game, 0, "settle 1")
    do(game, 0, "settle 0 for the Free City")
    assert coins(game) == [2, 3, 3]
    assert [city.debt for city in game.table.cities] == [0, 0, 1]


def test_free_citys_loss_cards_hit_both_players() -> None:
    """Text 003, Rules for two players: also the one who chose the card."""
    game = two("Loom, Hideout", "Press", boxes=("cities",))
    do(game, 0, "build Loom")
    do(game, 0, "build Hideout for the Free City")
    do(game, 1, "build Press")
    assert asked(game) == [(0, "debt", 0), (1, "debt", 1)]


def test_diplomacy_of_the_free_city() -> None:
    """R162; text 003, Rules for two players: the two players meet once."""
    game = two(
        "Loom, Altar",
        "Press, Theater",
        built="Walls, Stables",
        right="Stockade",
        city={"diplomacy": 1},
        draw="Stone Pit",
        turn=7,
        age=2,
        boxes=("cities",),
    )
    do(game, 0, "build Loom")
    do(game, 0, "build Stone Pit for the Free City")
    do(game, 1, "build Press")
    assert all_tokens(game) == [[3], [-1], []]
    assert game.table.cities[2].diplomacy == 0


def test_free_city_game_has_three_black_cards_per_age() -> None:
    """Position contract, Combinations: hands of eight, three black cards."""
    game = Game.new(2, expansions=["cities"], seed=3)
    dealt = [card for cards in game.table.hands for card in cards] + list(game.table.draw_pile)
    assert len(dealt) == 24
    assert sum(card.spec.color == "black" for card in dealt) == 3


def test_free_city_has_no_leaders() -> None:
    """docs/rulings.md: it starts with the same coins."""
    game = Game.new(2, expansions=["leaders"], seed=3, boards=["Giza", "Rhodes", "Rome"], sides=["A", "A", "B"])
    assert coins(game) == [6, 6, 6]
    assert asked(game) == [(0, "draft", 0), (1, "draft", 1)]
    while game.phase == "draft":
        decision = game.pending[0]
        game.play(decision.player, game.legal(decision.player)[0])
    assert [len(cards) for cards in game.table.leader_hands] == [4, 4, 0]
    assert asked(game) == [(0, "recruit", 0), (1, "recruit", 1)]


def test_the_free_city_as_rome() -> None:
    """docs/rulings.md: Rome B as the Free City takes its coins, draws no leader and recruits none."""
    game = two(
        "Loom",
        "Press",
        free="Rome B",
        city={"built": "Lumber Yard, Clay Pool", "coins": 0},
        boxes=("leaders",),
        leader_box="Nero, Plato, Hiram, Midas",
    )
    do(game, 0, "build Loom")
    do(game, 0, "wonder Palace for the Free City")
    do(game, 1, "build Press")
    assert coins(game)[2] == 5
    assert game.table.leader_hands[2] == ()
    assert game.phase == "play"


def test_only_the_holder_plays_for_the_free_city() -> None:
    """Text 002, 1: only the holder of its card."""
    game = two("Loom", "Press")
    do(game, 0, "build Loom")
    move = game.legal(0)[0]
    with pytest.raises(IllegalMove):
        game.play(1, move)
    with pytest.raises(IllegalMove):
        game.play(2, move)

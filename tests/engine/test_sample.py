"""Sampled tables: complete, playable, and identical to the real one in the seat's view."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.states import COMBINATIONS, new_game, play_out, random_step, state
from engine_game import Game
from heptapolis.engine import IllegalMove, Rng, View, sample_table, view
from heptapolis.engine.cards import Card
from heptapolis.engine.packed import number_of
from heptapolis.engine.table import Table
from heptapolis.record import read_position
from heptapolis.record.position.view_document import write_view
from tables import a_city, a_table, do, hand, take_turn

Combination = tuple[str, tuple[str, ...], str, int]


def undecided(game: Game, seat: int | None) -> Game:
    """The same game without the other seats' choices, which a sampled table does not have."""
    before = game.copy()
    table = before.table
    for player in range(int(table.city_count)):
        if player != seat and any(
            table.chosen[city] is not None and table.decider(city) == player for city in range(int(table.city_count))
        ):
            before.withdraw(player)
    return before


def on_the_table(table: Table) -> Counter[Card]:
    """All dealt cards of the table, wherever they are."""
    cards: Counter[Card] = Counter(table.discard)
    cards.update(table.draw_pile)
    cards.update(table.leader_box)
    cards.update(table.rules.cards[number_of(entry)] for entry in table.sold)
    for seat, city in enumerate(table.cities):
        cards.update((*city.structures, *city.leaders))
        cards.update((*table.hands[seat], *table.leader_hands[seat], *table.draft_hands[seat]))
        cards.update(card for card in table.buried[seat] if card is not None)
    return cards


def in_the_box(table: Table) -> Counter[Card]:
    """The possible number of copies of each card on the table."""
    cards: Counter[Card] = Counter(table.rules.leaders)
    for age in range(1, table.age + 1):
        cards.update(table.rules.deck(age, table.city_count))
        for drawn in table.rules.drawn[age]:
            cards.update(drawn.cards)
    return cards


SECRET = {
    "hands",
    "discard",
    "marks",
    "dug",
    "sold",
    "buried",
    "deals",
    "seed",
    "leader_hands",
    "draft_hands",
    "leader_box",
    "draw_pile",
    "drawn",
    "first_hands",
    "played",
    "first_drafts",
    "drafted",
}
"""What a sampled table may have otherwise. Any other field of a table, a new one too, is public and the same."""


def check(game: Game, seat: int | None, rng: Rng) -> Table:
    """Samples a table and compares it with the seat's view."""
    sampled = sample_table(game.view(seat), rng)
    seen = undecided(game, seat).view(seat)
    again = view(sampled, seat)
    assert write_view(again) == write_view(seen)
    assert again == seen
    cards = on_the_table(sampled)
    assert cards <= in_the_box(sampled), "more copies than were dealt"
    assert cards.total() == on_the_table(game.table).total()
    assert [len(each) for each in sampled.hands] == [len(each) for each in game.table.hands]
    ours, theirs = state(sampled), state(undecided(game, seat).table)
    assert [name for name in ours if name not in SECRET and ours[name] != theirs[name]] == []
    return sampled


def follow(combination: Combination, seed: int, every: int) -> int:
    """Plays a random game and checks samples; returns their number."""
    game = new_game(combination, seed)
    rng = Rng(seed, 5)
    checked = step = 0
    seats: list[int | None] = [None, *range(int(game.table.city_count))]
    while not game.over:
        random_step(game, rng)
        step += 1
        if step % every == 0:
            sampled = check(game, seats[checked % len(seats)], rng)
            checked += 1
            if checked % 8 == 0:
                other = Game(sampled)
                play_out(other, rng)
                assert other.over
    return checked


@pytest.mark.parametrize("combination", COMBINATIONS[::2], ids=str)
def test_a_sample_looks_like_the_table(combination: Combination) -> None:
    """At every kind of decision, for every seat and for spectators; and every sample plays to its end."""
    assert follow(combination, 3, 3) > 10


@pytest.mark.long
@pytest.mark.parametrize("combination", COMBINATIONS, ids=str)
def test_samples_at_every_table(combination: Combination) -> None:
    for seed in range(6):
        assert follow(combination, seed, 1) > 30


@given(combination=st.sampled_from(COMBINATIONS), seed=st.integers(0, 2**64), steps=st.integers(0, 150))
def test_a_sample_at_any_moment(combination: Combination, seed: int, steps: int) -> None:
    game = new_game(combination, seed)
    rng = Rng(seed, 5)
    for _ in range(steps):
        if not game.over:
            random_step(game, rng)
    check(game, int(rng.below(game.table.city_count)), rng)


@pytest.mark.parametrize("board", ["Halicarnassus", "Babylon", "Rome"])
@pytest.mark.parametrize("mode", ["free-city", "standard", "teams"])
def test_boards_that_look_into_hidden_places(board: str, mode: str) -> None:
    """Text 002, Halicarnassus and Babylon, text 003, Rome: digs, last cards and drawn leaders teach a seat."""
    players = {"free-city": 2, "standard": 3, "teams": 4}[mode]
    phases = set()
    for seed in range(12):
        boards = [board] if seed % 2 else [None, board]
        game = Game.new(
            players, expansions=["leaders"], mode=mode, seed=seed, boards=boards, sides=["B"] * (players + 1)
        )
        rng = Rng(seed, 3)
        while not game.over:
            random_step(game, rng)
            phases.add(game.phase)
            if game.age > 1 or game.turn > 4 or game.table.preparing:
                check(game, int(rng.below(game.table.city_count)), rng)
    assert phases >= {"draft", "recruit", "play", "over"}
    assert board != "Halicarnassus" or "dig" in phases
    assert board != "Babylon" or "last-card" in phases


def test_a_sample_leaves_the_view_alone() -> None:
    """Sampling twice from one view gives two tables, and playing on one of them changes neither view nor the other."""
    game = new_game(("first", ("leaders", "cities"), "standard", 4), 2)
    rng = Rng(2)
    for _ in range(60):
        random_step(game, rng)
    seen = game.view(1)
    document = write_view(seen)
    one, two = sample_table(seen, Rng(1)), sample_table(seen, Rng(1))
    assert state(one) == state(two)
    before = state(two)
    play_out(Game(one), rng)
    assert state(two) == before
    assert write_view(seen) == document
    assert state(sample_table(seen, Rng(1))) == before


def test_own_choice_is_kept_and_others_decide_again() -> None:
    """A choice is secret until all are revealed: only the seat's own is known to it."""
    game = Game.new(4, seed=1)
    for seat in (1, 2):
        game.play(seat, game.legal(seat)[0])
    sampled = Game(sample_table(game.view(1), Rng(4)))
    assert [decision.player for decision in sampled.pending] == [0, 2, 3]
    assert sampled.table.chosen[1] == game.table.chosen[1]
    with pytest.raises(IllegalMove):
        sampled.withdraw(2)


def test_passed_hand_stays_in_place() -> None:
    """A hand passed on, from which nothing was hidden, is dealt exactly; one with a hidden card in every way."""
    game = a_table(
        a_city("Rhodes A", hand="Altar, Baths, Theater, Tavern, Pawnshop, Loom, Press"),
        a_city("Giza A", hand="Stockade"),
        a_city("Ephesus A", hand="Stockade"),
    )
    take_turn(game, "discard Press")
    seen = game.view(0)
    for seed in range(20):
        assert Counter(sample_table(seen, Rng(seed)).hands[1]) == Counter(game.table.hands[1])
    do(game, 0, f"discard {hand(game, 0)[0]}")
    do(game, 1, "discard Altar")
    do(game, 2, f"discard {hand(game, 2)[0]}")
    seen = game.view(0)
    rng = Rng(1)
    gone: Counter[str] = Counter()
    for _ in range(3000):
        sampled = sample_table(seen, rng)
        held = {card.name for card in sampled.hands[2]}
        (missing,) = {"Altar", "Baths", "Theater", "Tavern", "Pawnshop", "Loom"} - held
        assert missing in [card.name for card in sampled.discard]
        gone[missing] += 1
    assert len(gone) == 6 and all(400 < count < 600 for count in gone.values())


def test_unseen_hands_are_dealt_evenly() -> None:
    """At the first turn every card not in hand is as likely in each other hand."""
    game = Game.new(3, seed=3)
    seen = game.view(0)
    rng = Rng(2)
    with_seat_1: Counter[str] = Counter()
    for _ in range(2000):
        with_seat_1.update(card.name for card in sample_table(seen, rng).hands[1])
    others = Counter(card.name for seat in (1, 2) for card in game.table.hands[seat])
    for name, copies in others.items():
        assert abs(with_seat_1[name] - 1000 * copies) < 150, name


def test_undealt_guilds_are_dealt_evenly() -> None:
    """Text 002, preparation: of the guilds as many as players and two more; which ones, nobody knows."""
    game = Game.new(3, seed=3)
    rng = Rng(1)
    while game.age < 3:
        random_step(game, rng)
    seen = game.view(0)
    own = [card for card in seen.hand if card.spec.color == "purple"]
    dealt: Counter[str] = Counter()
    for _ in range(2000):
        sampled = sample_table(seen, rng)
        guilds = [card.name for each in sampled.hands for card in each if card.spec.color == "purple"]
        assert len(guilds) == 5 and len(set(guilds)) == 5
        dealt.update(guilds)
    share = 2000 * (5 - len(own)) / (10 - len(own))
    for card in game.table.rules.guilds:
        expected = 2000 if card in own else share
        assert abs(dealt[card.name] - expected) < 150


def test_later_ages_get_a_new_deal() -> None:
    """What lies in later ages is not on the table yet, and differs from sample to sample."""
    game = Game.new(3, seed=3)
    seen = game.view(0)
    rng = Rng(1)
    hands = []
    for _ in range(5):
        other = Game(sample_table(seen, rng))
        while other.age < 2:
            random_step(other, rng)
        hands.append([card.name for card in other.table.hands[0]])
    assert len({tuple(each) for each in hands}) == 5
    assert game.table.seed != sample_table(seen, rng).seed


@given(seed=st.integers(0, 2**32))
def test_positions_that_no_deal_gives(seed: int) -> None:
    """A position written by hand may hold what this table would not use; a sample is playable all the same."""
    table = read_position(odd_position(Rng(seed)))
    for seat in (0, 1, None):
        rng = Rng(seed, 1)
        seen = view(table, seat)
        sampled = sample_table(seen, rng)
        assert view(sampled, seat) == seen
        play_out(Game(sampled), rng)


def odd_position(rng: Rng) -> dict[str, object]:
    """Three cities with cards of larger tables, wonders whose cards nobody knows, and discards without a past."""
    hands = [
        ["Palace", "Palace", "Arena", "Study", "Senate"],
        ["Arsenal", "Arsenal", "Lodge", "Town Hall", "Gardens"],
        ["Pantheon", "Haven", "University", "Circus", "Chamber of Commerce"],
    ]
    pile = ["Tavern", "Pawnshop", "Loom", "Forum", "Vineyard", "Lodge", "Haven", "Altar", "Altar"]
    return {
        "format": "heptapolis-position/1",
        "edition": "first",
        "age": 3,
        "seats": [
            {
                "wonder": "Rhodes",
                "side": "A",
                "stages": int(rng.below(4)),
                "hand": hands[0],
                "built": ["Loom", "Press"],
            },
            {"wonder": "Giza", "side": "B", "stages": int(rng.below(5)), "hand": hands[1], "built": ["Loom"]},
            {"wonder": "Ephesus", "side": "A", "coins": 9, "hand": hands[2], "built": ["Glassworks", "Press"]},
        ],
        "discard": [name for name in pile if rng.below(3)],
        "seed": 4,
    }


def test_a_table_full_of_one_card_still_gives_a_sample() -> None:
    """When the box has no card left for a place, it is filled all the same."""
    game = a_table(a_city(), a_city(), a_city(), a_city(), age=3)  # every hand is full of the same card
    seen: View = game.view(2)
    sampled = sample_table(seen, Rng(1))
    assert [len(each) for each in sampled.hands] == [7, 7, 7, 7]
    play_out(Game(sampled), Rng(2))


def test_card_of_two_ages_is_removed_from_the_right_deck() -> None:
    """Text 002, card list: three players have one Loom in each of two ages; who holds the second one has seen it."""
    seen = 0
    for seed in range(60):
        game = Game.new(3, seed=seed)
        while game.age == 1:
            for seat in range(3):
                take = next(move for move in game.legal(seat) if move.action == "discard")
                game.play(seat, take)
        view = game.view(0)
        if "Loom" not in hand(game, 0) or "Loom" in [card.name for cards in view.known_discards for card in cards]:
            continue
        seen += 1
        for sample in range(5):
            table = sample_table(view, Rng(sample))
            assert not any(card.name == "Loom" for held in table.hands[1:] for card in held)
            assert [card.name for card in table.discard].count("Loom") == 1
    assert seen >= 5

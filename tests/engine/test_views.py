"""What a seat may see and what not: rulebook texts 001 and 002, hands, discards and wonder stages."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.states import COMBINATIONS, new_game, random_step, state
from engine.twins import Twins, a_start
from engine_game import Game
from heptapolis.engine import Rng, View, sample_table, view
from heptapolis.engine.turn import look_through, take_out
from heptapolis.record import read_position, write_position
from heptapolis.record.position.view_document import compact_view, view_document, write_view
from tables import a_city, a_table, do, hand, take_turn

TWIN_TABLES = [
    ("first", (), "standard", 3),
    ("first", (), "standard", 5),
    ("first", ("cities",), "standard", 4),
    ("first", (), "teams", 4),
    ("first", ("cities",), "teams", 6),
    ("second", (), "standard", 4),
    ("first", ("leaders",), "standard", 3),
    ("first", ("leaders", "cities"), "standard", 5),
    ("first", ("leaders", "cities"), "teams", 4),
]


def names_in(value: object) -> set[str]:
    """Every text in a document."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {name for each in value.values() for name in names_in(each)}
    if isinstance(value, list):
        return {name for each in value for name in names_in(each)}
    return set()


def sell_first(game: Game, *seats: int) -> None:
    """These players discard the first card of their hand."""
    for seat in seats:
        do(game, seat, f"discard {hand(game, seat)[0]}")


def known(view: View) -> list[tuple[int, int, list[str]]]:
    return [(each.seat, each.size, sorted(card.name for card in each.cards)) for each in view.known_hands]


@given(
    table=st.sampled_from(TWIN_TABLES),
    seed=st.integers(0, 2**32),
    steps=st.integers(1, 150),
    seat=st.integers(0, 2),
)
def test_what_was_never_seen_changes_nothing(
    table: tuple[str, tuple[str, ...], str, int], seed: int, steps: int, seat: int
) -> None:
    """Texts 001 and 002, the choice is secret and discards lie face down: games that differ only there look alike."""
    edition, boxes, mode, players = table
    random = Random(seed)
    twins = Twins(a_start(edition, boxes, mode, players, seed), seat, steps, random)
    before = twins.replay()
    twins.exchange(random)
    for step, (moment, other) in enumerate(zip(before, twins.replay(), strict=True)):
        if not moment.over and (step % 7 == 0 or step > len(before) - 4):
            assert moment.view(seat) == other.view(seat)
            assert view_document(moment.table, seat) == view_document(other.table, seat)
            assert view_document(moment.table, None) == view_document(other.table, None)
            assert state(sample_table(moment.view(seat), Rng(seed))) == state(sample_table(other.view(seat), Rng(seed)))


def test_twin_games_differ_in_hidden_cards() -> None:
    """The test above has something to find: cards are exchanged in hands, discards, wonders and later ages."""
    different = {"hands": 0, "discard": 0, "buried": 0, "deals": 0}
    for seed in range(6):
        random = Random(seed)
        twins = Twins(a_start("first", (), "standard", 6, seed), 0, 50, random)
        before = twins.replay()[-1].table
        assert twins.exchange(random) > 30
        after = twins.replay()[-1].table
        for name in different:
            different[name] += getattr(before, name) != getattr(after, name)
    assert min(different.values()) >= 3


@pytest.mark.parametrize(("steps", "fields"), [(9, ("draft_hands",)), (90, ("leader_hands", "leader_box", "sold"))])
def test_twin_games_differ_in_hidden_leaders(steps: int, fields: tuple[str, ...]) -> None:
    """In what is drafted, in what others keep or have sold, and in what is left in the box."""
    different = dict.fromkeys(fields, 0)
    for seed in range(8):
        random = Random(seed)
        twins = Twins(a_start("first", ("leaders",), "standard", 5, seed), 0, steps, random)
        before = twins.replay()[-1].table
        twins.exchange(random)
        after = twins.replay()[-1].table
        for name in fields:
            different[name] += getattr(before, name) != getattr(after, name)
    assert min(different.values()) >= 3


@pytest.mark.parametrize("combination", COMBINATIONS[::3], ids=str)
def test_no_view_names_a_card_that_its_seat_never_saw(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    """Text 002, preparation and age overview, and text 003, teams: who sees what, followed through a whole game."""
    follow_sight(combination, 11)


@pytest.mark.long
@pytest.mark.parametrize("combination", COMBINATIONS, ids=str)
def test_no_view_at_any_table_names_a_card_never_seen(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    for seed in range(3):
        follow_sight(combination, seed)


def follow_sight(combination: tuple[str, tuple[str, ...], str, int], seed: int) -> None:
    """Plays a game and compares every view with what its seat has seen so far."""
    game = new_game(combination, seed)
    rng = Rng(seed, 7)
    table = game.table
    players: list[int | None] = [None, *(seat for seat in range(int(table.city_count)) if seat != table.free_seat)]
    cards = {card.name for card in table.rules.cards}
    seen: dict[int | None, set[str]] = {seat: set() for seat in players}
    while not game.over:
        for seat in players:
            shown = names_in(view_document(game.table, seat)) & cards
            assert shown <= seen[seat] | public(game) | in_sight(game, seat)
            seen[seat] |= in_sight(game, seat)
        random_step(game, rng)
    for seat in players:
        everything = names_in(view_document(game.table, seat))
        assert {card.name for card in table.discard} <= everything
        assert {card.name for buried in table.buried for card in buried if card is not None} <= everything
        assert {card.name for leaders in table.leader_hands for card in leaders} <= everything


def public(game: Game) -> set[str]:
    """The public cards."""
    table = game.table
    return {card.name for city in table.cities for card in (*city.structures, *city.leaders)}


def in_sight(game: Game, seat: int | None) -> set[str]:
    """The cards that a player sees: hand, partner's hand, and the discard pile while digging."""
    table = game.table
    if seat is None:
        return set()
    cards = []
    for each in (seat, int(table.partner(seat))):
        if each >= 0:
            cards += [*table.leader_hands[each], *table.draft_hands[each]]
            cards += [] if table.preparing else table.hands[each]
    if seat == table.holder:
        cards += table.hands[table.free_seat]
    if game.phase == "dig" and game.pending[0].player == seat:
        cards += table.discard
    return {card.name for card in cards}


def test_a_spectator_sees_no_hand() -> None:
    """Text 002, choosing a card: hands are secret."""
    game = Game.new(5, expansions=["leaders", "cities"], seed=3)
    rng = Rng(3)
    while not game.over:
        view = game.view(None)
        assert not any(view.hands) and not any(view.leader_hands) and not any(view.draft_hands)
        assert view.discard is None and not view.moves and not view.known_hands
        assert view.hand == ()
        random_step(game, rng)
    assert game.view(None).discard == tuple(game.table.discard)


def test_a_hand_passed_on_is_remembered() -> None:
    """Text 002, hand over to the neighbor: to the left in the first age, and around the table."""
    game = Game.new(3, seed=5, boards=["Rhodes", "Giza", "Ephesus"], sides=["A", "A", "A"])
    assert known(game.view(0)) == []
    first = hand(game, 0)
    sell_first(game, 0, 1, 2)
    assert known(game.view(0)) == [(1, 6, sorted(first[1:]))]
    second = hand(game, 0)
    sell_first(game, 0, 1, 2)
    # What the neighbor sold lies face down: it may be any of the six.
    assert known(game.view(0)) == [(1, 5, sorted(second[1:])), (2, 5, sorted(first[1:]))]
    assert known(game.view(1)) != known(game.view(0))
    sell_first(game, 0, 1, 2)
    # The first hand is back, and shows which two are missing.
    view = game.view(0)
    assert [where for where, _, _ in known(view)] == [1, 2]
    assert sorted(card.name for card in view.hand) == sorted(first[3:])
    missing = next(group for group in view.memory.groups if len(group.cards) == 2)
    assert sorted(card.name for card in missing.cards) == sorted(first[1:3])


def test_a_card_built_is_no_longer_in_the_hand() -> None:
    """Text 002, building a structure: it lies face up, so whoever passed it on knows that it is gone."""
    game = a_table(
        a_city("Rhodes A", hand="Altar, Baths, Theater, Tavern, Pawnshop, Loom, Press"),
        a_city("Giza A", hand="Stockade"),
        a_city("Ephesus A", hand="Stockade"),
    )
    take_turn(game, "discard Press")
    assert known(game.view(0)) == [(1, 6, ["Altar", "Baths", "Loom", "Pawnshop", "Tavern", "Theater"])]
    take_turn(game, "", "build Altar")
    assert known(game.view(0))[1] == (2, 5, ["Baths", "Loom", "Pawnshop", "Tavern", "Theater"])
    assert game.view(0).last_moves[1] is not None
    assert repr(game.view(0).last_moves[1]) == "build Altar"
    assert repr(game.view(0).last_moves[2]) == "discard"
    assert repr(game.view(2).last_moves[2]) == "discard Palace"


def test_hands_go_right_in_the_second_age() -> None:
    """Text 002, hand over to the neighbor: in the second age to the right."""
    game = a_table(a_city(hand="Forum, Temple"), a_city(), a_city(), a_city(), age=2)
    take_turn(game, "discard Temple")
    assert [(each.seat, each.size) for each in game.view(0).known_hands] == [(3, 6)]


def test_choices_are_hidden_from_others() -> None:
    """Text 002, choosing a card: chosen cards lie face down until everybody has chosen."""
    game = Game.new(3, seed=1)
    move = game.legal(1)[0]
    game.play(1, move)
    assert game.view(1).chosen == (None, move, None)
    assert game.view(0).chosen == (None, None, None)
    assert game.view(0).has_chosen == game.view(None).has_chosen == (1,)
    assert game.view(0).moves == tuple(game.legal(0))
    assert game.view(1).moves == ()
    assert view_document(game.table, 1)["chosen"] == [{"player": 1, **_without_player(game, 1)}]
    assert view_document(game.table, 0)["chosen"] == view_document(game.table, None)["chosen"] == []
    assert "chosen" not in compact_view(view_document(game.table, 0))


def _without_player(game: Game, seat: int) -> dict[str, object]:
    written = view_document(game.table, seat)["chosen"]
    assert isinstance(written, list)
    return {name: value for name, value in written[0].items() if name != "player"}


def test_owner_knows_buried_cards() -> None:
    """Text 002, building a stage: the card used is placed face down."""
    game = a_table(a_city("Rhodes A", built="Lumber Yard, Tree Farm", hand="Tavern, Altar"), a_city(), a_city())
    take_turn(game, "wonder Tavern")
    assert [card.name for card in game.view(0).buried[0] if card] == ["Tavern"]
    for seat in (1, 2, None):
        assert game.view(seat).buried[0] == (None,)
        assert "Tavern" not in names_in(view_document(game.table, seat))
    assert view_document(game.table, 0)["seats"][0]["buried"] == ["Tavern"]


def test_only_the_digger_sees_the_discard_pile_and_remembers_it() -> None:
    """Text 002, Halicarnassus: its owner looks through the discards; for the others they stay face down."""
    game = a_table(
        a_city("Halicarnassus A", stages=2, fresh_stages=1),
        a_city(),
        a_city(),
        age=2,
        turn=2,
        phase="dig",
        discard="Tavern, Altar, Baths",
        dig_order=(0,),
    )
    assert [card.name for card in game.view(0).discard or ()] == ["Tavern", "Altar", "Baths"]
    assert view_document(game.table, 0)["discard"] == ["Tavern", "Altar", "Baths"]
    for seat in (1, 2, None):
        assert game.view(seat).discard is None
        assert view_document(game.table, seat)["discard"] == 3
        assert not names_in(view_document(game.table, seat)) & {"Tavern", "Altar", "Baths"}
    do(game, 0, "dig Altar")
    assert game.view(0).discard is None
    assert view_document(game.table, 0)["known_discards"] == ["Tavern", "Baths"]
    assert view_document(game.table, 1)["known_discards"] == []


def test_knowing_a_discard_ends_when_a_double_of_it_is_dug_up() -> None:
    """Text 002, Halicarnassus: nobody but the digger sees which of two equal cards is taken."""
    game = Game.new(7, seed=2, boards=["Halicarnassus"], sides=["A"])
    table = game.table
    altar = table.rules.by_name["Altar"]
    for seat in (2, 1):
        table.put_away(altar, table.cities[seat].bit)
    assert game.view(1).known_discards[1] == game.view(2).known_discards[1] == (altar,)
    look_through(table, table.cities[0].bit)
    take_out(table, altar)
    assert [game.view(seat).known_discards[1] for seat in (0, 1, 2)] == [(altar,), (), ()]


def test_who_knows_two_doubles_still_knows_one_when_a_third_is_dug_up() -> None:
    """Text 002, Halicarnassus: whoever knew of copies counts one less, for it may have been one of them."""
    game = Game.new(7, seed=2, boards=["Halicarnassus"], sides=["A"])
    table = game.table
    altar = table.rules.by_name["Altar"]
    for seat in (2, 1, 1):
        table.put_away(altar, table.cities[seat].bit)
    look_through(table, table.cities[0].bit)
    take_out(table, altar)
    assert [game.view(seat).known_discards[1] for seat in (0, 1, 2)] == [(altar, altar), (altar,), ()]


def test_a_double_of_another_age_has_another_back() -> None:
    """Text 002, Cards: the back shows the age, so a copy of another age is not the one that was dug up."""
    game = Game.new(3, seed=2, boards=["Halicarnassus"], sides=["A"])
    table = game.table
    loom = table.rules.by_name["Loom"]
    table.put_away(loom, table.cities[2].bit)
    table.age = 2
    table.put_away(loom, table.cities[1].bit)
    look_through(table, table.cities[0].bit)
    take_out(table, loom)
    assert [game.view(1).known_discards[age] for age in (1, 2)] == [(), (loom,)]
    assert [game.view(2).known_discards[age] for age in (1, 2)] == [(), ()]


def test_the_draw_is_remembered_in_a_game_that_began_between_two_turns() -> None:
    """Text 002, two players, 1: the holder has seen the card drawn for the Free City, and passes it on."""
    game = a_table(
        a_city("Halicarnassus A", stages=2, fresh_stages=1, hand="Tavern, Loom, Press, Glassworks, Stockade"),
        a_city("Giza A", hand="Barracks, Workshop, Apothecary, Pawnshop, Guard Tower"),
        a_city("Ephesus A"),
        mode="free-city",
        phase="dig",
        turn=2,
        dig_order=(0,),
        discard="Altar",
        draw_pile="Baths, Theater, Marketplace, Scriptorium, Stone Pit",
    )
    do(game, 0, "pass")
    assert (game.turn, game.table.holder) == (3, 1)
    take_turn(game, "discard Barracks", "discard Tavern")
    do(game, 1, "build Loom for the Free City")
    assert known(game.view(1)) == [(0, 4, ["Baths", "Glassworks", "Press", "Stockade"])]


def test_own_discards_are_remembered_in_later_ages() -> None:
    """Text 002, discarding for coins: face down, but its owner has seen it; so has the owner of a card left over."""
    game = Game.new(4, seed=8, boards=["Rhodes", "Giza", "Ephesus", "Olympia"], sides=["A"] * 4)
    put_away: list[str] = []
    while game.age < 3:
        held = hand(game, 1)
        put_away += held[:2] if game.turn == 6 else held[:1]
        sell_first(game, 0, 1, 2, 3)
    remembered = [card.name for cards in game.view(1).known_discards for card in cards]
    assert remembered == put_away
    assert game.view(1).hidden_discards == (0, 21, 21, 0)
    assert game.view(1).discard_size == 56


def test_new_hands_are_hidden_while_leaders_are_recruited() -> None:
    """Text 003, Leaders before each age: hands are taken up when the recruitment is over."""
    game = Game.new(3, expansions=["leaders"], seed=4)
    rng = Rng(4)
    met = 0
    while not game.over:
        if game.table.preparing:
            met += 1
            for seat in range(3):
                view = game.view(seat)
                assert view.hands == (None, None, None) and view.hand_sizes == (7, 7, 7)
                written = view_document(game.table, seat)["seats"]
                assert isinstance(written, list)
                assert [each["hand"] for each in written] == [7, 7, 7]
        elif game.phase == "play":
            assert [hand is not None for hand in game.view(1).hands] == [False, True, False]
        random_step(game, rng)
    assert met >= 9


def test_leaders_passed_on_in_the_draft_are_remembered() -> None:
    """Text 003, drafting leaders: one is kept, the others go to the right."""
    game = Game.new(5, expansions=["leaders"], seed=4)
    dealt = [card.name for card in game.table.draft_hands[2]]
    for seat in range(5):
        do(game, seat, f"draft {game.table.draft_hands[seat][0].name}")
    (first,) = game.view(2).known_leaders
    assert (first.seats, sorted(card.name for card in first.cards)) == ((1, 1, 1), sorted(dealt[1:]))
    while game.phase == "draft":
        for seat in range(5):
            if game.phase == "draft":
                do(game, seat, f"draft {game.table.draft_hands[seat][0].name}")
    three, two, one = game.view(2).known_leaders
    assert (three.seats, two.seats, one.seats) == ((0, 1, 4), (0, 1), (1,))
    assert sorted(card.name for card in three.cards) == sorted(dealt[1:])
    for group in (three, two, one):
        held = {card for seat in group.seats for card in game.table.leader_hands[seat]}
        assert set(group.cards) <= held


def test_partners_see_each_others_hands() -> None:
    """Text 003, teams: partners may show each other their cards."""
    game = Game.new(4, expansions=["leaders", "cities"], mode="teams", seed=2)
    rng = Rng(2)
    while not game.over:
        view = game.view(2)
        assert [hand is not None for hand in view.leader_hands] == [False, False, True, True]
        if game.phase == "play":
            assert view.hands[3] == tuple(game.table.hands[3])
            assert view.hands[0] is view.hands[1] is None
            written = view_document(game.table, 2)["seats"]
            assert isinstance(written, list)
            assert written[3]["hand"] == hand(game, 3) and written[1]["hand"] == len(hand(game, 1))
        assert view.chosen[3] is None
        random_step(game, rng)


def test_the_card_drawn_for_the_free_city_is_seen_by_its_holder() -> None:
    """Text 002, the game for two: the holder draws a card and adds it to the hand."""
    game = Game.new(2, seed=6)
    table = game.table
    holder = int(table.holder)
    other = 1 - holder
    assert table.drawn is not None
    assert game.view(holder).drawn is table.drawn
    assert game.view(holder).hand[-1] is table.drawn
    assert game.view(other).drawn is game.view(None).drawn is None
    assert game.view(other).hand_sizes[holder] == 8
    mine, theirs = view_document(game.table, holder), view_document(game.table, other)
    assert mine["free_city"] == {"seat": 2, "holder": holder, "draw_pile": 7, "drawn": table.drawn.name}
    assert theirs["free_city"] == {"seat": 2, "holder": holder, "draw_pile": 7, "drawn": None}
    assert compact_view(theirs)["free_city"] == {"seat": 2, "holder": holder, "draw_pile": 7}
    assert [each["hand"] for each in theirs["seats"] if isinstance(each["hand"], int)] == [7, 0]
    do(game, holder, f"discard {hand(game, holder)[0]}")
    assert game.view(holder).moves == tuple(game.legal(holder))
    assert all(move.city == 2 for move in game.view(holder).moves)
    assert view_document(game.table, holder)["pending"][0]["city"] == 2


def test_a_hand_that_went_to_the_holder_may_hold_another_card() -> None:
    """Text 002, the game for two: hands are swapped, and what the opponent draws is not seen."""
    game = Game.new(2, seed=6)
    rng = Rng(1)
    met = 0
    while not game.over:
        view = game.view(0)
        if game.phase == "play" and game.turn > 1:
            (passed,) = view.known_hands
            assert passed.seat == 1
            held = [card for card in game.table.hands[1] if card is not game.table.drawn]
            assert all(card in passed.cards for card in held)
            assert passed.size == 8 - game.turn
            met += 1
        random_step(game, rng)
    assert met > 10


@pytest.mark.parametrize("combination", COMBINATIONS[::4], ids=str)
def test_views_are_values(combination: tuple[str, tuple[str, ...], str, int]) -> None:
    """A view pickles, deep-copies, compares by what is seen, and its document is plain JSON."""
    game = new_game(combination, 9)
    rng = Rng(9)
    steps = 0
    while not game.over:
        random_step(game, rng)
        steps += 1
        if steps % 5 == 0:
            seat = int(rng.below(game.table.city_count))
            view = game.view(seat)
            for twin in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view), game.copy().view(seat)):
                assert twin == view and hash(twin) == hash(view)
                assert write_view(twin) == write_view(view)
            assert view != game.view(None)
            document = write_view(view)
            assert json.loads(json.dumps(document)) == document
            ours, theirs = sample_table(view, Rng(5)), sample_table(pickle.loads(pickle.dumps(view)), Rng(5))
            assert ours.hands == theirs.hands and ours.discard == theirs.discard and ours.seed == theirs.seed


def test_view_does_not_change_with_the_game() -> None:
    """A view is of one moment: the game going on does not change it."""
    game = Game.new(3, seed=2)
    view = game.view(0)
    document = write_view(view)
    rng = Rng(2)
    for _ in range(30):
        random_step(game, rng)
    assert write_view(view) == document


def test_after_the_game_everything_is_shown() -> None:
    """The contract of views: after the game nothing is secret."""
    game = Game.new(4, expansions=["leaders", "cities"], seed=5)
    rng = Rng(5)
    while not game.over:
        random_step(game, rng)
    for seat in (0, None):
        view = game.view(seat)
        assert view.discard == tuple(game.table.discard)
        assert view.buried == tuple(game.table.buried)
        assert view.leader_hands == tuple(game.table.leader_hands)
        assert view.known_hands == () and view.hidden_discards == (0, 0, 0, 0)
        assert write_view(view)["pending"] == []


@given(
    combination=st.sampled_from(COMBINATIONS),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 200),
    seat=st.integers(0, 7),
)
def test_positions_that_differ_in_secrets_give_one_view(
    combination: tuple[str, tuple[str, ...], str, int], seed: int, steps: int, seat: int
) -> None:
    """The contract of views: hands, leaders, discards, buried cards, piles, deals and the seed, exchanged at once."""
    game = new_game(combination, seed)
    rng = Rng(seed, 3)
    for _ in range(steps):
        random_step(game, rng)
        if game.over:
            return
    document = write_position(game.table)
    document.pop("chosen", None)
    seat %= combination[3]
    other = with_other_secrets(document, seat, Random(seed))
    for viewer in (seat, None):
        assert view_document(read_position(document), viewer) == view_document(read_position(other), viewer)
    assert view(read_position(document), seat) == view(read_position(other), seat)


def with_other_secrets(document: dict[str, object], seat: int, random: Random) -> dict[str, object]:
    """The same position to a seat's eyes, with all that it does not see mixed."""
    other: dict[str, Any] = copy.deepcopy(document)
    hidden = [city for number, city in enumerate(other["seats"]) if number != seat]
    if other["mode"] == "teams":
        hidden = [city for number, city in enumerate(other["seats"]) if number // 2 != seat // 2]
    phase = other["phase"]
    cards: list[list[str]] = [city["hand"] for city in hidden]
    recruiting = phase == "recruit" and not other.get("queued", {}).get("recruit")
    if recruiting and all(len(city["hand"]) == len(hidden[0]["hand"]) > 5 for city in hidden):
        cards.append(other["seats"][seat]["hand"])
    if not (phase == "dig" and _digger(other) == seat):
        cards.append(other["discard"])
    if "free_city" in other:
        free = other["free_city"]
        if free["holder"] != seat or phase != "play":
            cards.append(free["draw_pile"])
    mix(cards, random)
    if phase not in ("recruit", "dig", "copy"):  # who is asked to recruit once more follows from what he can pay
        mix(
            [city[field] for city in hidden for field in ("leader_hand", "draft_hand") if field in city]
            + [other.get("leader_box", [])],
            random,
        )
    for city in hidden:
        city.pop("buried", None)
    other["seed"] = random.getrandbits(60)
    other.pop("deals", None)
    return other


def _digger(document: dict[str, Any]) -> int:
    digger: int = document["dig_order"][0]
    free = document.get("free_city", {})
    return int(free["holder"]) if free.get("seat") == digger else digger


def mix(places: list[list[str]], random: Random) -> None:
    """Deals the cards of these places again, with the same number in each."""
    cards = [name for place in places for name in place]
    random.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]

"""A person's game against bots: choices, undo, reveals and records."""

import random
from pathlib import Path
from typing import Any

import pytest

from heptapolis import CATEGORIES, Decision, InvalidRecord, Move, Reveal
from heptapolis.library.internals import table_of
from heptapolis.record.game.text_format import read_record
from heptapolis.rulebook import LANGUAGES
from heptapolis.terminal import describe
from heptapolis.terminal.match import YOU, Match, clash
from heptapolis.terminal.panels.table import conflict
from heptapolis.terminal.rows import rows_of, why_no_stage
from heptapolis.terminal.words import Words
from terminal.players import a_match

pytestmark = pytest.mark.once

MANNEKEN: dict[str, Any] = {
    "players": 3,
    "expansions": ("leaders", "manneken-pis"),
    "boards": ("Manneken Pis",),
    "sides": ("A",),
}
MIXES: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 7},
    {"players": 4, "edition": "second"},
    {"players": 2},
    {"players": 2, "expansions": ("leaders", "cities", "manneken-pis")},
    {"players": 8, "expansions": ("leaders", "cities", "manneken-pis")},
    {"players": 4, "expansions": ("cities",), "mode": "teams"},
    {"players": 6, "expansions": ("leaders",), "mode": "teams"},
    MANNEKEN,
    {"players": 3, "expansions": ("leaders", "cities"), "boards": ("Rome",), "sides": ("B",)},
    {"players": 3, "boards": ("Babylon",), "sides": ("B",)},
    {"players": 3, "boards": ("Halicarnassus",), "sides": ("B",)},
]


def kind_of(match: Match, decision: Decision, offered: list[Move]) -> str:
    if decision.city == match.game.free_city:
        return "free-city"
    if match.recruits_once_more:
        return "recruit-more"
    sides = {move.copying for move in offered if move.action == "wonder" and move.copying}
    return "copy-side" if len(sides) == 2 else decision.kind


def play_to_end(match: Match, chance: random.Random) -> list[str]:
    """Plays at random through the rows that a person sees; returns the kinds of all decisions."""
    kinds = []
    match.bots_choose()
    while not match.game.over:
        decision = match.asked
        if decision is None:
            match.reveal()
            match.bots_choose()
            continue
        rows = rows_of(match)
        offered = [move for row in rows for moves in row.uses.values() for move in moves]
        assert sorted(map(repr, offered)) == sorted(map(repr, match.options)), "every legal move has its place"
        for row in rows:
            assert (row.why_not is None) == ("take" in row.uses) or decision.city == match.game.free_city
        if not any("stage" in row.uses for row in rows) and decision.kind in ("play", "last-card"):
            assert why_no_stage(match) is not None or decision.city == match.game.free_city
        kinds.append(kind_of(match, decision, offered))
        match.choose(chance.choice(offered))
    return kinds


@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_whole_games_of_every_kind(mix: dict[str, Any], tmp_path: Path) -> None:
    for seed in range(3):
        path = tmp_path / f"{seed}.txt"
        match = a_match(path, seed=seed, **mix)
        play_to_end(match, random.Random(seed))
        record = read_record(path.read_text(encoding="utf-8"))
        assert record.result is not None
        assert list(record.result.scores) == match.game.scores()
        check_reveals(match)


def check_reveals(match: Match) -> None:
    ends = [reveal for reveal in match.reveals if reveal.age_ended]
    assert [reveal.age for reveal in ends] == [1, 2, 3]
    for seat, city in enumerate(match.game.cities):
        for side, tokens in (("left", city.left_tokens), ("right", city.right_tokens)):
            met = [clash(reveal.conflicts, seat, side) for reveal in ends]
            assert tuple(token for each in met if each is not None for token in each.tokens) == tuple(tokens)


KINDS = {
    "side",
    "draft",
    "recruit",
    "recruit-more",
    "play",
    "free-city",
    "last-card",
    "dig",
    "copy",
    "copy-side",
    "debt",
}


def test_every_kind_of_decision_is_asked_somewhere() -> None:
    """Whatever a box can ask of a player reaches the person in some game, the side of a copied stage included."""
    seen: set[str] = set()
    games = [(seed, mix) for seed in (0, 1) for mix in MIXES]
    for seed, mix in [*games, (9, MANNEKEN)]:
        seen |= set(play_to_end(a_match(seed=seed, **mix), random.Random(seed)))
    assert seen == KINDS


def test_a_choice_can_be_taken_back_until_the_reveal() -> None:
    match = a_match()
    match.bots_choose()
    assert not match.take_back()
    first, other = match.options[0], match.options[-1]
    match.choose(first)
    assert match.ready and match.asked is None
    assert match.has_chosen == [True, True, True]
    assert match.take_back()
    assert not match.ready
    assert match.has_chosen == [False, True, True]
    match.choose(other)
    reveal = match.reveal()
    assert reveal.moves[YOU] == other
    assert not match.take_back()
    assert (match.game.turn, reveal.at) == (2, "I.1")


def test_the_holder_chooses_for_the_free_city_after_the_own_card() -> None:
    """Text 002, rules for two players: first the player's card, then the Free City's; both can be undone."""
    match = a_match(players=2)
    match.bots_choose()
    game = match.game
    while game.holder != YOU:
        match.choose(match.options[0])
        match.reveal()
        match.bots_choose()
    own = match.options[0]
    match.choose(own)
    assert match.asked is not None and match.asked.city == game.free_city
    assert own.card not in {move.card for move in match.options} or game.hands[YOU].count(own.card) > 1
    assert not match.ready
    match.choose(match.options[0])
    assert match.ready
    assert match.take_back() and match.asked is not None and match.asked.city == game.free_city
    assert match.take_back() and match.asked is not None and match.asked.city == YOU


def test_resume_continues_the_recorded_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = a_match(path, seed=5)
    match.bots_choose()
    for _ in range(8):
        match.choose(match.options[0])
        match.reveal()
        match.bots_choose()
    again = Match.resume(path)
    assert again.level == "random"
    assert (again.game.age, again.game.turn) == (match.game.age, match.game.turn)
    assert again.game.hands[YOU] == match.game.hands[YOU]
    play_to_end(again, random.Random(1))
    assert read_record(path.read_text(encoding="utf-8")).result is not None


def test_resume_refuses_invalid_records(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, the game was fun.", encoding="utf-8")
    with pytest.raises(InvalidRecord):
        Match.resume(path)


def secrets_in(reveal: Reveal, match: Match, words: Words) -> list[str]:
    game = match.game
    found = []
    for seat, move in enumerate(reveal.moves):
        if seat == YOU or seat == game.free_city or move is None or not move.card:
            continue
        if move.action in ("discard", "wonder", "draft"):
            told = describe.sentence(reveal, seat, game, words) + describe.lesson(reveal, seat, game, words)
            told += describe.short_move(reveal, seat, game, words)
            if words.name(move.card) in told:
                found.append(told)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_face_down_cards_are_not_shown(language: str) -> None:
    match = a_match(players=5, expansions=("leaders", "cities"), seed=9)
    play_to_end(match, random.Random(2))
    words = Words(language)
    hidden = [move for reveal in match.reveals for move in reveal.moves if move and move.action == "discard"]
    assert hidden, "somebody discards in a whole game"
    assert [text for reveal in match.reveals for text in secrets_in(reveal, match, words)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_point_has_a_source_in_words(language: str) -> None:
    match = a_match(players=8, expansions=("leaders", "cities"), seed=4)
    play_to_end(match, random.Random(4))
    words = Words(language)
    for seat in range(8):
        for source in match.game.breakdown(seat):
            assert source.category in CATEGORIES
            assert describe.source_text(source, words).strip()


def test_a_clash_names_both_sides_alike() -> None:
    """What one city meets on its left, the other one meets on its right, with the shields changed about."""
    match = a_match(players=4, expansions=("cities",), seed=2)
    play_to_end(match, random.Random(3))
    (*_, last) = [reveal.conflicts for reveal in match.reveals if reveal.conflicts]
    for seat in range(4):
        met = clash(last, seat, "left")
        if met is not None:
            back = clash(last, met.foe, "right")
            assert back is not None
            assert (back.foe, back.ours, back.theirs) == (seat, met.theirs, met.ours)


def test_direction_of_passing() -> None:
    """Text 002, overview of an age: left, in the second age right; two players swap; leaders go to the right."""
    assert describe.passing(a_match().game) == "left"
    assert describe.passing(a_match(players=2).game) == "swap"
    drafted = a_match(expansions=("leaders",))
    assert describe.passing(drafted.game) == "right"
    match = a_match()
    while match.game.age < 2:
        match.bots_choose()
        match.choose(match.options[-1])
        match.bots_choose()
        match.reveal()
    assert describe.passing(match.game) == "right"


def test_the_terminal_shows_no_conflict_with_a_partner_and_doubled_tokens() -> None:
    """Text 003, Team conflicts."""
    match = a_match(players=4, mode="teams", expansions=("cities",), seed=2)
    table = table_of(match.game)
    table.cities[3].shields = 2  # the right neighbor of seat 0; seat 1 is the partner
    words = Words("en")
    assert "no conflict here" in conflict(match, "left", words, 60).plain
    assert "0:2 −2  (win +2)" in conflict(match, "right", words, 60).plain
    table.cities[3].diplomacy = 1
    assert "0:2 −1  (win +1)" in conflict(match, "right", words, 60).plain

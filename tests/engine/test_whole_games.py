"""Random games at every kind of table: cards and totals stay consistent, and every game ends."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.states import COMBINATIONS, fingerprint, new_game, plain, random_step
from engine_game import Game
from heptapolis.engine import Rng
from heptapolis.engine.cards import Card
from heptapolis.engine.city import City
from heptapolis.engine.field_lists import CITY_FIELDS
from heptapolis.engine.restore import lay_out
from heptapolis.engine.setup import deal
from heptapolis.engine.table import Table
from heptapolis.engine.turn import found_city
from heptapolis.rulebook.model import COLORS

GOLDEN = Path(__file__).parent / "golden.json"
Combination = tuple[str, tuple[str, ...], str, int]


def label(combination: Combination) -> str:
    edition, boxes, mode, players = combination
    return f"{edition} {'+'.join(boxes) or 'base'} {mode} {players}"


def age_cards(table: Table) -> Counter[str]:
    """All age cards on the table."""
    found: Counter[str] = Counter()
    for city in table.cities:
        found.update(card.name for card in city.structures)
    for hand in table.hands:
        found.update(card.name for card in hand)
    found.update(card.name for card in table.discard)
    found.update(card.name for card in table.draw_pile)
    for cards in table.buried:
        found.update(card.name for card in cards if card is not None and card.spec.color != "white")
    return found


def leaders_of(table: Table) -> list[Card]:
    """All leaders in the game, including those under wonders."""
    found = [card for city in table.cities for card in city.leaders]
    found += [card for cards in (*table.leader_hands, *table.draft_hands, table.leader_box) for card in cards]
    return found + [card for cards in table.buried for card in cards if card is not None and card.spec.color == "white"]


def check_city(table: Table, city: City) -> None:
    """Running totals equal those computed from the printed cards."""
    printed = [*city.structures, *city.leaders] + ([city.copied_leader] if city.copied_leader else [])
    colors = Counter(card.spec.color for card in city.structures)
    assert {color: city.color_count(index) for index, color in enumerate(COLORS) if city.color_count(index)} == colors
    assert len({card.name for card in city.structures}) == len(city.structures)
    if not city.side.copies:
        effects = [effect for card in printed for effect in card.effects]
        effects += [effect for stage in city.side.stages[: city.stages] for effect in stage.effects]
        assert city.shields == sum(int(str(e.spec.args["shields"])) for e in effects if e.spec.kind == "shields")
        symbols = Counter(str(e.spec.args["symbol"]) for e in effects if e.spec.kind == "science")
        assert (city.compasses, city.gears, city.tablets, city.any_symbols) == (
            symbols["compass"], symbols["gear"], symbols["tablet"], symbols["any"],
        )  # fmt: skip
    tokens = [*city.left_tokens, *city.right_tokens]
    assert city.victories == sum(token > 0 for token in tokens)
    assert city.defeats == sum(token < 0 for token in tokens)
    assert city.coins >= 0
    assert (city.held, city.bonus_taken, city.bought_from) == (0, False, 0)


def played_again(city: City) -> City:
    """A city in which the same was played, with nothing derived."""
    fresh = found_city(city.side)
    for name, kind in CITY_FIELDS.items():
        if kind != "Derived":
            setattr(fresh, name, getattr(city, name))
    return fresh


def check_derivation(table: Table) -> None:
    """Every city equals one rebuilt from its moves."""
    again = lay_out(table.rules, table.mode, int(table.age), [played_again(city) for city in table.cities])
    for city, fresh in zip(table.cities, again.cities, strict=True):
        old, new = plain(city), plain(fresh)
        assert isinstance(old, dict)
        assert isinstance(new, dict)
        for name in ("powers", "rewards"):  # in whatever order they came
            old[name], new[name] = sorted(old[name]), sorted(new[name])
        del old["market_stale"], new["market_stale"]  # a note for the next market
        assert old == new


def markets_are_open(game: Game) -> bool:
    """At the start of a turn: what neighbors sell is pooled then, so only then do the pools equal a fresh table's."""
    return game.phase == "play" and all(move is None for move in game.table.chosen)


@pytest.mark.parametrize("combination", COMBINATIONS, ids=label)
def test_random_game_conserves_cards_and_totals(combination: Combination) -> None:
    """All cards and leaders are accounted for at every step; totals equal a fresh derivation at every turn."""
    play_and_check(combination, seed=len(combination[1]) * 10 + combination[3])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("combination", COMBINATIONS, ids=label)
def test_many_random_games_conserve_cards_and_totals(combination: Combination, seed: int) -> None:
    """The same for every combination, many times."""
    play_and_check(combination, 1000 + seed)


def play_and_check(combination: Combination, seed: int) -> None:
    game = new_game(combination, seed)
    table = game.table
    rng = Rng(seed, 7)
    leaders = {card.name for card in leaders_of(table)}
    assert leaders == {card.name for card in table.rules.leaders}
    dealt: Counter[str] = Counter()
    ages_seen = 0
    steps = 0
    while not game.over:
        if table.age > ages_seen and game.phase not in ("side", "draft"):
            ages_seen = int(table.age)
            for hand in deal(table, ages_seen):
                dealt.update(card.name for card in hand)
        if ages_seen:
            assert age_cards(table) == dealt
        if markets_are_open(game):
            check_derivation(table)
            for city in table.cities:
                check_city(table, city)
        random_step(game, rng)
        steps += 1
        assert steps < 2000
    assert ages_seen == 3
    assert age_cards(table) == dealt
    remaining = leaders_of(table)
    assert len(remaining) == len({card.name for card in remaining})
    sold_leaders = len(table.rules.leaders) - len(remaining)
    assert 0 <= sold_leaders <= 3 * len(table.cities)
    assert all(not hand for hand in table.hands)
    scores = game.scores()
    assert all(score.total == sum(score.points) for score in scores)
    winners = game.winners()
    assert winners
    assert table.free_seat not in winners or combination[2] != "free-city"
    if combination[2] == "standard":
        best = max((score.total, int(table.cities[score.seat].coins)) for score in scores)
        assert winners == [score.seat for score in scores if (score.total, int(table.cities[score.seat].coins)) == best]


def test_games_match_golden_fingerprints() -> None:
    """Fingerprints of whole games, compiled or not. ``PYTHONPATH=tests python -m engine.golden`` rewrites them."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert list(golden) == [label(combination) for combination in COMBINATIONS]
    changed = [label(each) for each in COMBINATIONS[::2] if fingerprint(each, seed=2**100 + 17) != golden[label(each)]]
    assert changed == []


@pytest.mark.long
def test_all_games_match_golden_fingerprints() -> None:
    """The other half of the fingerprints."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert {label(each): fingerprint(each, seed=2**100 + 17) for each in COMBINATIONS} == golden

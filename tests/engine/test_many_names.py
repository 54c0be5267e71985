"""A rulebook with more structure names than fit into two words of bits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heptapolis.bots.playouts.policies import BUILDER, UNIFORM, play_out
from heptapolis.engine import Rng, rules_for
from heptapolis.engine.phases import begin_game
from heptapolis.engine.rules import Rules
from heptapolis.engine.scoring import totals
from heptapolis.engine.setup import new_table
from heptapolis.engine.turn import build

BITS = 120


def large_rules() -> Rules:
    """The base game, in which every card has three twins of other names; twins chain to twins."""
    rules = rules_for("first")
    cards = list(rules.book.cards)
    for twin in ("second", "third", "fourth"):
        cards += [
            replace(
                card,
                name=f"{card.name} ({twin})",
                chain_from=tuple(f"{name} ({twin})" for name in card.chain_from),
                chain_to=tuple(f"{name} ({twin})" for name in card.chain_to),
            )
            for card in rules.book.cards
            if card.color != "purple"
        ]
    return Rules(replace(rules.book, cards=tuple(cards)), rules.boxes)


LARGE = large_rules()


def test_there_are_more_names_than_bits() -> None:
    assert len(LARGE.structures) > 2 * BITS


@pytest.mark.parametrize("twin", ["second", "third", "fourth"])
def test_names_and_chains_beyond_the_bits(twin: str) -> None:
    """Text 002, Construction: no city builds two structures of one name; a chain makes the named one free."""
    table = new_table(LARGE, "standard", 3, 1)
    city = table.cities[0]
    altar, temple, other = (LARGE.by_name[name] for name in (f"Altar ({twin})", f"Temple ({twin})", "Temple"))
    assert not city.has(altar)
    assert not city.chained(temple)
    build(table, 0, altar)
    assert city.has(altar)
    assert city.copy().has(altar)
    assert city.chained(temple)
    assert not city.chained(other)
    assert not city.has(LARGE.by_name["Altar"])


@pytest.mark.parametrize("policy", [UNIFORM, BUILDER])
def test_whole_games(policy: int) -> None:
    """Games are played to the end, and no name ever stands twice in a city."""
    beyond = 0
    for seed in range(12):
        table = new_table(LARGE, "standard", 4, seed)
        begin_game(table)
        play_out(table, policy, Rng(seed, 3))
        assert len(totals(table)) == 4
        for city in table.cities:
            assert len(set(city.structures)) == len(city.structures)
            beyond += sum(card.shares_bit for card in city.structures)
    assert beyond > 50

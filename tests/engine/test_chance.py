"""Randomness: it depends on the seed alone, any seed works, and every order is equally likely."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.states import state
from engine_game import Game
from heptapolis.engine import Rng, rules_for
from heptapolis.engine.setup import deal, hands_of_age, shuffled

BIG = 2**128 - 1


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32, 2**63, 2**64, 2**96 + 5, BIG])
def test_every_seed_gives_a_deal(seed: int) -> None:
    """Up to 128 bits, and the same game each time."""
    one, two = Game.new(4, seed=seed), Game.new(4, seed=seed)
    assert state(one.table) == state(two.table)


def test_every_bit_of_a_seed_counts() -> None:
    """Seeds that differ in one bit deal different hands."""
    deals = {str(hands_of_age(rules_for("first"), 3, 1, 2**bit)) for bit in range(128)}
    assert len(deals) == 128


def test_ages_and_boards_are_dealt_independently() -> None:
    """The later ages do not depend on what was chosen or which boards lie there."""
    one = Game.new(3, seed=9, boards=["Giza", "Rhodes", "Babylon"])
    two = Game.new(3, seed=9, boards=["Ephesus", "Olympia", "Alexandria"])
    for age in (1, 2, 3):
        assert deal(one.table, age) == deal(two.table, age)


def test_the_order_of_a_shuffle_is_fair() -> None:
    """Each card comes first about equally often."""
    cards = rules_for("first").cards[:6]
    rng = Rng(5)
    first = Counter(shuffled(cards, rng)[0].name for _ in range(6000))
    assert all(850 < count < 1150 for count in first.values())
    assert len(first) == 6


def test_numbers_stay_below_their_limit() -> None:
    """Every number from 0 on, none beyond; about equally often."""
    rng = Rng(3)
    found = Counter(rng.below(7) for _ in range(7000))
    assert sorted(found) == list(range(7))
    assert all(850 < count < 1150 for count in found.values())


def test_generator_gives_known_numbers() -> None:
    """The generator itself, on every platform: the first words of three seeds."""
    assert [[Rng(seed, stream).word() for stream in (0, 1)] for seed in (0, 1, BIG)] == [
        [724540816, 2436770488],
        [2398981055, 3595517606],
        [2669287769, 648957331],
    ]


def test_fresh_seeds_use_all_bits() -> None:
    """A seed for another generator has 128 bits."""
    rng = Rng(1)
    assert max(rng.seed().bit_length() for _ in range(50)) == 128

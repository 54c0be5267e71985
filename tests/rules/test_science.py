"""Scientific symbols."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heptapolis.engine.science import Symbols, symbol_points
from tables import a_city, a_table, points

COMPASS = "Apothecary, Dispensary, Lodge, Academy"
GEAR = "Workshop, Laboratory, Observatory, Study"
TABLET = "Scriptorium, Library, School, University"


@pytest.mark.parametrize(
    ("symbols", "expected"),
    [((3, 2, 1), 21), ((3, 2, 2), 31), ((0, 0, 0), 0), ((4, 4, 4), 76), ((5, 0, 0), 25), ((6, 0, 0), 36)],
)
def test_families_and_sets(symbols: tuple[int, int, int], expected: int) -> None:
    """R108; text 002, Totalling, 5 (examples): Alexandria's six structures, then one more; five and six alike."""
    assert symbol_points(*symbols, 7) == expected


def test_twelve_green_cards() -> None:
    """Text 002, Totalling, 5: four cards of each symbol."""
    assert points(a_table(a_city(built=f"{COMPASS}, {GEAR}, {TABLET}"), a_city(), a_city()), 0, "science") == 76


@pytest.mark.parametrize(("free", "expected"), [(1, 1), (2, 4), (3, 10)])
def test_free_symbols_alone(free: int, expected: int) -> None:
    """R113."""
    assert Symbols(0, 0, 0, free, 7, 0).choose() == expected


def test_six_of_a_kind_beat_two_of_five() -> None:
    """R112: four of each and two free symbols."""
    assert Symbols(4, 4, 4, 2, 7, 0).choose() == 96


def test_babylon_and_the_scientists() -> None:
    """Text 002, Totalling, 5, notes: both give a symbol of choice, chosen together at the end."""
    game = a_table(a_city("Babylon A", stages=2, built=f"{GEAR}, Scientists Guild"), a_city(), a_city(), age=3)
    assert points(game, 0, "science") == 36


@given(
    symbols=st.tuples(*[st.integers(0, 5)] * 3),
    free=st.integers(0, 4),
    masks=st.integers(0, 3),
    next_door=st.tuples(*[st.integers(0, 3)] * 3),
    bonus=st.sampled_from([0, 3]),
)
def test_the_best_choice(
    symbols: tuple[int, int, int], free: int, masks: int, next_door: tuple[int, int, int], bonus: int
) -> None:
    """Position contract, Choices with one right answer: no assignment of free symbols and masks is worth more."""
    best = 0
    for copied in itertools.product(*(range(min(masks, each) + 1) for each in next_door)):
        if sum(copied) > masks:
            continue
        for chosen in itertools.combinations_with_replacement(range(3), free):
            c, g, t = (symbols[k] + copied[k] + chosen.count(k) for k in range(3))
            best = max(best, c * c + g * g + t * t + (7 + bonus) * min(c, g, t))
    found = Symbols(*symbols, free, 7, bonus)
    found.masks = masks
    found.masked_compasses, found.masked_gears, found.masked_tablets = next_door
    assert found.choose() == best

"""Moves as text: what is written reads back, and what is no move is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heptapolis import Move, UnreadableMove
from heptapolis.rulebook import load

CARDS = [card.name for card in load("first", ("leaders", "cities", "manneken-pis")).cards]
AMOUNTS = st.integers(0, 9999)
COSTS = st.builds(
    Move,
    st.sampled_from(["build", "wonder"]),
    st.sampled_from(CARDS),
    AMOUNTS,
    AMOUNTS,
    AMOUNTS,
    using=st.sampled_from(["", "Olympia", "Caligula"]),
    copying=st.sampled_from(["", "left", "right"]),
)
OTHERS = st.one_of(
    st.builds(Move, st.sampled_from(["discard", "dig", "copy", "draft", "recruit"]), st.sampled_from(CARDS)),
    st.builds(Move, st.just("settle"), coins=AMOUNTS),
    st.builds(Move, st.just("side"), side=st.sampled_from(["A", "B", "day", "night"])),
    st.just(Move("pass")),
)


@given(st.one_of(COSTS, OTHERS))
def test_a_move_reads_back(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert hash(Move.parse(str(move))) == hash(move)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move("build", "Altar"), "build Altar"),
        (Move("build", "Baths", right=2), "build Baths >2"),
        (Move("wonder", "Lumber Yard", left=2, right=4, bank=1), "wonder Lumber Yard <2 >4 bank 1"),
        (Move("build", "Palace", using="Olympia"), "build Palace using Olympia"),
        (Move("wonder", "Altar", copying="left"), "wonder Altar copying left"),
        (Move("settle", coins=0), "settle 0"),
        (Move("side", side="night"), "side night"),
        (Move("pass"), "pass"),
    ],
)
def test_the_notation_of_records(move: Move, text: str) -> None:
    assert str(move) == text
    assert Move.parse(text) == move


@pytest.mark.parametrize(
    "text", ["", "build", "build ", "settle", "settle -1", "settle 12345", "side", "side A B", "Build Altar", "pass 1"]
)
def test_invalid_move_texts(text: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        Move.parse(text)
    assert error.value.code == "move/unreadable"


def test_a_chain_makes_no_other_move() -> None:
    assert Move("build", "Temple", chained=True) == Move("build", "Temple")

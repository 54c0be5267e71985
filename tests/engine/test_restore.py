"""Tables restored from a position: where in the age the game continues."""

import pytest

from engine_game import Game
from tables import a_city, a_table, do, take_turn


def last_turn_of_an_age(boxes: tuple[str, ...]) -> Game:
    """Babylon has played the card of the last turn; the extra card and a dig are still to come."""
    return a_table(
        a_city("Babylon B", stages=2, hand="Altar", built="Tavern", fresh_structures=1),
        a_city("Halicarnassus A", stages=2, fresh_stages=1),
        a_city(),
        boxes=boxes,
        phase="last-card",
        discard="Baths",
    )


@pytest.mark.parametrize(("boxes", "turns"), [((), 6), (("cities",), 7)])
def test_the_extra_card_is_played_in_the_last_turn(boxes: tuple[str, ...], turns: int) -> None:
    """Position contract, Order of phases: the extra card and what follows it belong to the last turn of the age."""
    game = last_turn_of_an_age(boxes)
    assert (game.phase, game.age, game.turn) == ("last-card", 1, turns)
    assert game.view(0).turn == turns
    do(game, 0, "build Altar")
    assert (game.phase, game.turn) == ("dig", turns)
    do(game, 1, "dig Baths")
    assert (game.phase, game.age, game.turn) == ("play", 2, 1)


@pytest.mark.parametrize("phase", ["dig", "debt"])
def test_dig_and_debt_belong_to_the_last_turn(phase: str) -> None:
    """Position contract, A seat: hands of the last turn are gone when a card is dug up or a loss is settled."""
    game = a_table(
        a_city("Halicarnassus A", stages=2, fresh_stages=1),
        a_city(),
        a_city(),
        boxes=("cities",),
        phase=phase,
        discard="Baths",
        owes=(1, 0, 0) if phase == "debt" else (),
    )
    assert (game.phase, game.turn) == (phase, 7)
    do(game, 0, "pass" if phase == "dig" else "settle 1")
    assert (game.age, game.turn) == (2, 1)


def test_dig_belongs_to_the_turn_before_it() -> None:
    """Position contract, A seat: after a reveal hands are written before they are passed on."""
    hand = "Altar, Tavern, Loom, Press, Glassworks"
    game = a_table(
        a_city("Halicarnassus A", stages=2, fresh_stages=1, hand=hand),
        a_city(hand=hand),
        a_city(hand=hand),
        phase="dig",
        discard="Baths",
    )
    assert (game.phase, game.turn) == ("dig", 2)
    do(game, 0, "pass")
    assert (game.phase, game.turn) == ("play", 3)
    take_turn(game)
    assert game.turn == 4

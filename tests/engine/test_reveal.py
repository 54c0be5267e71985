"""A reveal equals the difference between the tables before and after a phase."""

import pickle

import pytest

from engine.states import COMBINATIONS
from engine_game import Game
from heptapolis.engine import Reveal, Rng

KINDS = [kind for kind in COMBINATIONS if kind[3] in (2, 3, 4, 7)]


def random_game(kind: tuple[str, tuple[str, ...], str, int], seed: int) -> list[tuple[Game, Reveal, Game]]:
    """Plays a random game; each reveal with the game before the last choice and after it."""
    edition, boxes, mode, players = kind
    game = Game.new(players, edition, boxes, mode, seed)
    rng = Rng(seed)
    found = []
    while not game.over:
        decision = game.pending[0]
        moves = [move for move in game.legal(decision.player) if move.city in (-1, decision.city)]
        before = game.copy()
        reveal = game.play(decision.player, moves[rng.below(len(moves))])
        if reveal is not None:
            found.append((before, reveal, game.copy()))
        else:
            assert game.phase == before.phase
    return found


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_reveal_is_the_difference_between_two_tables(kind: tuple[str, tuple[str, ...], str, int]) -> None:
    for before, reveal, after in random_game(kind, 11):
        old, new = before.view(None).cities, after.view(None).cities
        assert (reveal.at, reveal.age, reveal.turn, reveal.phase) == (
            before.moment,
            before.age,
            before.turn,
            before.phase,
        )
        assert reveal.coins == tuple(city.coins for city in new)
        assert reveal.gained == tuple(now.coins - then.coins for then, now in zip(old, new, strict=True))
        assert reveal.debts == tuple(now.debt - then.debt for then, now in zip(old, new, strict=True))
        assert reveal.age_ended == (after.over or after.age > before.age)
        assert reveal.game_over == after.over
        taken = [0] * len(new)
        for conflict in reveal.conflicts:
            for seat in (conflict.seat, conflict.left):
                taken[seat] += len(conflict.taken_by(seat))
        assert taken == [
            now.victories + now.defeats - then.victories - then.defeats for then, now in zip(old, new, strict=True)
        ]
        assert pickle.loads(pickle.dumps(reveal)) == reveal


def test_face_down_cards_are_left_out_of_what_everybody_sees() -> None:
    hidden = shown = 0
    for _, reveal, _ in random_game(("first", ("leaders", "cities"), "standard", 3), 5):
        for seat, move in enumerate(reveal.moves):
            seen = reveal.seen(seat)
            if move is None or move.card is None:
                assert seen == move
            elif move.action in ("build", "dig", "copy", "recruit"):
                assert seen == move
                shown += 1
            else:
                assert seen is not None
                assert (seen.card, seen.action) == (None, move.action)
                hidden += 1
    assert shown and hidden


def test_a_choice_that_is_not_the_last_reveals_nothing() -> None:
    game = Game.new(players=3, seed=1)
    assert game.play(0, game.legal(0)[0]) is None
    assert game.play(2, game.legal(2)[0]) is None
    reveal = game.play(1, game.legal(1)[0])
    assert reveal is not None
    assert all(move is not None for move in reveal.moves)

"""The inputs of the net are the same from a table (training) and from a view (play)."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from bot_tables import all_tables, name_of
from engine_game import Game
from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.playouts.heuristics import candidates
from heptapolis.bots.sage.encoder import Encoder, totals
from heptapolis.bots.sage.features import END, REMOVE, Layout, full_vocabulary
from heptapolis.bots.sage.passed_hands import remembered_hands, seen_hands, seen_table
from heptapolis.engine import Rng
from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.rules import Rules
from heptapolis.engine.table import Table


@cache
def layout() -> Layout:
    return Layout(full_vocabulary())


@cache
def encoder(rules: Rules) -> Encoder:
    return Encoder(layout(), rules)


def numbers(features: list[object]) -> list[int]:
    return sorted(int(str(each)) for each in features)


def from_table(table: Table, seat: int) -> tuple[list[int], list[object]]:
    """A decision as training encodes it."""
    player = table.decider(seat)
    code = encoder(table.rules)
    moves = cheapest_moves(table, seat)
    base, changes = code.decision(table, player, seat, seen_hands(table, player), moves, totals(table))
    return numbers(base), changes


def from_view(game: Game, seat: int) -> tuple[list[int], list[object]]:
    """The same decision as a bot encodes it."""
    player = game.table.decider(seat)
    view = game.view(player)
    table = seen_table(view)
    code = encoder(view.rules)
    moves = candidates([move for move in view.moves if (move.city == seat) == (seat == view.free_seat)])
    base, changes = code.decision(table, player, seat, remembered_hands(view), moves, totals(table))
    return numbers(base), changes


@pytest.mark.parametrize("options", list(all_tables()), ids=name_of)
def test_encoding_of_table_equals_encoding_of_view(options: dict[str, Any]) -> None:
    """Every decision of a random game, encoded both ways; what a move removes was there."""
    game = Game.new(seed=21, **options)
    table = game.table
    rng = Rng(4)
    while not table.over:
        seat = waiting(table)[0]
        base, changes = from_table(table, seat)
        assert (base, changes) == from_view(game, seat)
        assert 0 <= base[0] and base[-1] < layout().size
        left = Counter(base)
        for change in numbers_in_order(changes):
            if change == END:
                left = Counter(base)
            elif change < REMOVE:
                left[change] += 1
            else:
                left[change - REMOVE] -= 1
                assert left[change - REMOVE] >= 0
        moves = table.phase.moves(table, seat)
        commit(table, seat, moves[rng.below(len(moves))])


def numbers_in_order(features: list[object]) -> list[int]:
    return [int(str(each)) for each in features]


@pytest.mark.parametrize("options", list(all_tables())[::3], ids=name_of)
def test_cheapest_moves_are_the_candidates(options: dict[str, Any]) -> None:
    """The fast list of cheapest moves has the same moves in the same order."""
    game = Game.new(seed=22, **options)
    table = game.table
    rng = Rng(5)
    while not table.over:
        seat = waiting(table)[0]
        moves = table.phase.moves(table, seat)
        assert cheapest_moves(table, seat) == candidates(moves)
        commit(table, seat, moves[rng.below(len(moves))])


def test_unknown_names_do_not_renumber_features() -> None:
    """A net knows the names that it was trained with; whatever comes later is the unknown card."""
    vocabulary = full_vocabulary()
    game = Game.new(seed=1)
    card = game.table.hands[0][0]
    places = [name for name in vocabulary.cards if name != card.name]
    vocabulary.cards[:] = places
    code = Encoder(Layout(vocabulary), game.table.rules)
    base = numbers_in_order(code.decision(game.table, 0, 0, [], [], totals(game.table))[0])
    assert code.layout.hand in base, "the unknown card"

"""All allowed combinations of boxes and modes, and random games with them."""

from __future__ import annotations

import random
from itertools import chain, combinations

from heptapolis import Decision, Game, Move
from heptapolis.engine.moves import Move as EngineMove
from heptapolis.library.internals import table_of
from heptapolis.record.moves import find_legal

BOXES = ("leaders", "cities", "manneken-pis")
BOX_MIXES = list(chain.from_iterable(combinations(BOXES, count) for count in range(4)))


def allowed_tables() -> list[tuple[str, tuple[str, ...], str, int]]:
    """Edition, boxes, mode and number of players of every kind of game."""
    tables: list[tuple[str, tuple[str, ...], str, int]] = [("second", (), "standard", count) for count in range(3, 8)]
    for boxes in BOX_MIXES:
        most = 8 if "cities" in boxes else 7
        tables += [("first", boxes, "standard", count) for count in range(3, most + 1)]
        tables += [("first", boxes, "teams", count) for count in range(4, most + 1, 2)]
        tables.append(("first", boxes, "free-city", 2))
    return tables


def new_game(table: tuple[str, tuple[str, ...], str, int], seed: int) -> Game:
    """A new game of a kind."""
    edition, boxes, mode, players = table
    return Game.new(players, edition, boxes, mode, seed)


def random_move(game: Game, rng: random.Random) -> tuple[Decision, Move]:
    """A random decision that prefers building to discarding, so that cities grow."""
    decision = rng.choice(game.pending)
    useful = [move for move in decision.moves if move.action not in ("discard", "pass")]
    return decision, rng.choice(useful if useful and rng.random() < 0.85 else decision.moves)


def chosen_by(game: Game, decision: Decision, move: Move) -> EngineMove:
    """A legal move in the engine's form, as ``write_move`` takes it."""
    found = find_legal(table_of(game), decision.player, decision.city, move)
    assert isinstance(found, EngineMove)
    return found

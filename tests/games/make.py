"""Plays the golden games and writes their records next to this file: ``python tests/games/make.py``.

One game for each kind of table; boards and sides rotate so that each is played often. Later engines are compared with
these records: rewrite them only after a correction of a rule or of the printed data, and review the difference.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from heptapolis import Decision, Game, GameRecord, InvalidOptions, Move
from heptapolis.engine import MODES, Rng, rules_for
from heptapolis.engine.rules import check_combination
from heptapolis.rulebook import editions, expansions

HERE = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal")
PLAYERS = range(2, 9)
TAME = ("discard", "pass")
TAME_ONE_IN = 10  # probability of a discard or pass although something else is legal


class Kind(NamedTuple):
    """A kind of table."""

    edition: str
    expansions: tuple[str, ...]
    mode: str
    players: int

    @property
    def file(self) -> str:
        """The name of its record."""
        return "-".join((self.edition, *self.expansions, self.mode, str(self.players))) + ".record"


def kinds() -> Iterator[Kind]:
    """Every kind of table that the engine allows."""
    mixes = [mix for size in range(len(expansions()) + 1) for mix in itertools.combinations(expansions(), size)]
    for edition, mix, mode, players in itertools.product(editions(), mixes, MODES, PLAYERS):
        try:
            check_combination(rules_for(edition, mix), mode, players)
        except InvalidOptions:
            continue
        yield Kind(edition, mix, mode, players)


def golden_game(kind: Kind, number: int) -> GameRecord:
    """The golden game of a kind of table; the number turns the boards."""
    seed = 2010 + number  # with these, every card is built in some game
    rules = rules_for(kind.edition, kind.expansions)
    cities = kind.players + (kind.mode == "free-city")
    # The newest boxes bring the last boards: start near them, so that each is on the table when its box is.
    places = [(seat - 1 - number % 3) % len(rules.boards) for seat in range(cities)]
    boards = [rules.boards[place] for place in places]
    sides = [board.sides[(place + number) % 2].name for place, board in zip(places, boards, strict=True)]
    chosen = [] if rules.owners_choose_sides and kind.players == 5 else sides
    game = Game.new(
        kind.players, kind.edition, kind.expansions, kind.mode, seed, [board.wonder for board in boards], chosen
    )
    rng = Rng(seed, 99)
    while not game.over:
        pending = game.pending
        player = pending[0].player
        game.play(*choose([each for each in pending if each.player == player], rng))
    return game.record(NAMES)


def choose(decisions: list[Decision], rng: Rng) -> tuple[Decision, Move]:
    """Mostly a move that builds, at any payment, so that the records contain every kind of move."""
    moves = [(decision, move) for decision in decisions for move in decision.moves]
    bold = [(decision, move) for decision, move in moves if move.action not in TAME]
    if bold and rng.below(TAME_ONE_IN):
        moves = bold
    return moves[rng.below(len(moves))]


def main() -> None:
    """Writes all records and removes those of tables that no longer exist."""
    texts = {kind.file: str(golden_game(kind, number)) for number, kind in enumerate(kinds())}
    for path in HERE.glob("*.record"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
    sys.stdout.write(f"{len(texts)} games\n")


if __name__ == "__main__":
    main()

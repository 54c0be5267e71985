"""The ladder's bots play legal moves in every decision, from the view of their seat alone."""

from typing import Any

import pytest

from bot_tables import all_tables, name_of, play_through
from heptapolis import Decision, Game
from heptapolis.bots import make_bot


@pytest.mark.parametrize("spec", ["random", "greedy", "rules"])
@pytest.mark.parametrize("options", list(all_tables()), ids=name_of)
def test_ladder_bots_play_legal_moves(spec: str, options: dict[str, Any]) -> None:
    game = Game.new(seed=3, **options)
    play_through(game, [make_bot(spec, seed) for seed in range(8)])
    assert game.over


def test_tested_tables_cover_every_kind_of_decision() -> None:
    kinds: set[str] = set()

    def note(game: Game, decision: Decision) -> None:
        kinds.add(decision.kind + (" for the Free City" if decision.city != decision.player else ""))

    for number, options in enumerate(all_tables()):
        for seed in (number, number + 1000):
            play_through(Game.new(seed=seed, **options), [make_bot("random", each) for each in range(8)], note)
    assert kinds >= {"side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt", "play for the Free City"}

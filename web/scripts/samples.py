"""Writes the sample documents of the gallery and of the client's tests, using the real rules.

Run from the root of the project: ``PYTHONPATH=src python web/scripts/samples.py``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heptapolis.bots.playouts.policies import BUILDER, choose
from heptapolis.engine import Game, Rng
from heptapolis.server.http.rulebooks import rulebook_data
from heptapolis.server.messages.game import Reveal
from heptapolis.server.messages.server_messages import Play
from heptapolis.server.messages.words import Edition
from heptapolis.server.tables.hints import figures
from heptapolis.server.tables.serializers import play_document
from heptapolis.server.tables.state import OVER, PLAYING, TableState
from heptapolis.server.tables.turns import reveal_message

OUT = Path(__file__).parent.parent / "src" / "samples"
BOARDS = ["Alexandria", "Halicarnassus", "Giza", "Rhodes", "Ephesus", "Babylon", "Olympia"]
NAMES = ["Iris", "Eleni", "Ada", "Talos", "Lin", "Max", "Marcus"]
SINCE = 1_794_700_900_000


def rulebook_document(edition: Edition, *expansions: str) -> Any:
    """A rulebook without the sentences that explain effects, which make up half of it."""

    def without_text(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: "" if name == "text" else without_text(each) for name, each in value.items()}
        return [without_text(each) for each in value] if isinstance(value, list) else value

    return without_text(rulebook_data(edition, expansions, "en"))


def play(game: Game, moment: int) -> Play:
    """What seat 0 gets."""
    state = TableState("sample", status=OVER if game.over else PLAYING, game=game, moment=moment, moment_at=SINCE)
    return play_document(state, 0, grace_ms=60_000, public=figures(game, show_scores=True))


def step(game: Game, rng: Rng, moment: int) -> Reveal:
    """Lets everybody choose once; returns what was revealed."""
    revealed = None
    while revealed is None:
        decision = game.pending[0]
        revealed = game.play(decision.player, choose(game.table, decision.city, BUILDER, rng))
    message = reveal_message(revealed, game.age if revealed.age_ended and not revealed.game_over else None)
    message["seq"], message["moment"] = moment + 1, moment
    return message


def write(name: str, document: object) -> None:
    """Stores a sample, one line."""
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / name).write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Write every sample."""
    write("rulebook.json", rulebook_document("first", "leaders", "cities", "manneken-pis"))
    write("rulebook-second.json", rulebook_document("second"))
    game = Game.new(7, "first", ["leaders", "cities"], seed=235, boards=BOARDS, sides=["A"] * 7)
    rng = Rng(3)
    moment, reveals, conflict = 0, [], None
    while not (game.age == 3 and game.phase == "play" and game.turn == 1):
        told = step(game, rng, moment)
        moment += 1
        if told["phase"] == "play":
            reveals.append(told)
        if told["conflicts"]:
            conflict = told
    write("play.json", {"names": NAMES, "play": play(game, moment), "reveal": reveals[-1], "conflict": conflict})
    while not game.over:
        step(game, rng, moment)
        moment += 1
    write("over.json", {"names": NAMES, "play": play(game, moment)})


if __name__ == "__main__":
    main()

"""Writes the sample documents of the gallery and of the client's tests, by the real rules.

Run from the root of the project: ``PYTHONPATH=src python web/scripts/samples.py``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heptapolis.bots.playouts.policies import BUILDER, choose
from heptapolis.engine import Game, Rng
from heptapolis.record.position.view_document import view_document
from heptapolis.rulebook import EffectSpec, Rulebook, display_name, load, terms, title
from heptapolis.server.tables.hints import help_document, result_document
from heptapolis.server.tables.turns import players_waiting, reveal

OUT = Path(__file__).parent.parent / "src" / "samples"
BOARDS = ["Alexandria", "Halicarnassus", "Giza", "Rhodes", "Ephesus", "Babylon", "Olympia"]
NAMES = ["Iris", "Eleni", "Ada", "Talos", "Lin", "Max", "Marcus"]


def effect(spec: EffectSpec) -> dict[str, Any]:
    """An effect as the protocol writes it; the sentence is left empty, since the server writes it."""
    args = {name: list(value) if isinstance(value, tuple) else value for name, value in spec.args.items()}
    return {"kind": spec.kind, "args": args, "text": ""}


def rulebook_document(book: Rulebook, language: str) -> dict[str, Any]:
    """The part of ``RulebookData`` that components show."""

    def card(spec: Any) -> dict[str, Any]:
        return {
            "card": spec.name,
            "name": display_name(spec.name, language),
            "color": spec.color,
            "box": spec.box,
            "ages": {str(age): list(counts) for age, counts in spec.copies.items()},
            "coins": spec.coins,
            "cost": dict(spec.cost),
            "effects": [effect(each) for each in spec.effects],
            "chain_from": list(spec.chain_from),
            "chain_to": list(spec.chain_to),
            "symbols_in": list(spec.symbols_in),
            "symbols_out": list(spec.symbols_out),
        }

    def side(spec: Any) -> dict[str, Any]:
        return {
            "side": spec.name,
            "resource": spec.resource,
            "extra_coins": spec.extra_coins,
            "powers": [effect(each) for each in spec.powers],
            "stages": [
                {"coins": stage.coins, "cost": dict(stage.cost), "effects": [effect(each) for each in stage.effects]}
                for stage in spec.stages
            ],
            "pays_copied_cost": spec.pays_copied_cost,
        }

    return {
        "language": language,
        "edition": book.edition,
        "expansions": list(book.expansions),
        "fingerprint": book.fingerprint,
        "cards": [card(spec) for spec in book.cards],
        "leaders": [card(spec) for spec in book.leaders],
        "boards": [
            {
                "wonder": board.wonder,
                "name": display_name(board.wonder, language),
                "title": title(board.wonder, language),
                "box": board.box,
                "sides": [side(each) for each in board.sides.values()],
            }
            for board in book.boards
        ],
        "terms": dict(terms(language)),
        "start_coins": book.start_coins,
        "sale_coins": book.sale_coins,
        "trade_price": book.trade_price,
        "hand_size": book.hand_size,
        "victory_tokens": {str(age): value for age, value in book.victory_tokens.items()},
        "coins_per_point": book.coins_per_point,
        "set_points": book.set_points,
    }


def play_document(game: Game, moment: int) -> dict[str, Any]:
    """What seat 0 gets."""
    document: dict[str, Any] = {
        "moment": moment,
        "view": view_document(game, 0),
        "help": help_document(game, 0, True),
        "you": 0,
        "waiting": players_waiting(game),
        "deadline": None,
        "since": 1794700900000,
    }
    if game.over:
        document["result"] = result_document(game, "sample")
    return document


def step(game: Game, rng: Rng) -> dict[str, Any]:
    """Lets everybody choose once; what was revealed."""
    old = game.table.copy()
    chosen: list[Any] = list(game.table.chosen)
    while game.pending:
        decision = game.pending[0]
        move = choose(game.table, decision.city, BUILDER, rng)
        chosen[decision.city] = move
        last = len(game.pending) == 1
        if last:
            old = game.table.copy()
        game.play(decision.player, move)
        if last:
            break
    return reveal(old, chosen, game)


def write(name: str, document: object) -> None:
    """Stores a sample, one line."""
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / name).write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main() -> None:
    """Write every sample."""
    boxes = ["leaders", "cities", "manneken-pis"]
    write("rulebook.json", rulebook_document(load("first", boxes), "en"))
    write("rulebook-second.json", rulebook_document(load("second"), "en"))
    game = Game.new(7, "first", ["leaders", "cities"], seed=235, boards=BOARDS, sides=["A"] * 7)
    rng = Rng(3)
    moment, reveals, conflict = 0, [], None
    while not (game.age == 3 and game.phase == "play" and game.turn == 1):
        told = {"seq": moment + 1, "moment": moment, **step(game, rng)}
        moment += 1
        if told["phase"] == "play":
            reveals.append(told)
        if told.get("conflicts"):
            conflict = told
    write(
        "play.json", {"names": NAMES, "play": play_document(game, moment), "reveal": reveals[-1], "conflict": conflict}
    )
    while not game.over:
        step(game, rng)
        moment += 1
    write("over.json", {"names": NAMES, "play": play_document(game, moment)})


if __name__ == "__main__":
    main()

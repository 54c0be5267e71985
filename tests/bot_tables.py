"""All kinds of tables, for tests that try each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from heptapolis import Decision, Game, Move, View
from heptapolis.bots import Bot

BOXES = ((), ("leaders",), ("cities",), ("manneken-pis",), ("leaders", "cities", "manneken-pis"))


def all_tables() -> Iterator[dict[str, Any]]:
    """Options of every edition, mode and count, with each box alone and with all of them."""
    for boxes in BOXES:
        counts = [(count, "standard") for count in range(3, 9 if "cities" in boxes else 8)]
        counts += [(2, "free-city"), (4, "teams"), (6, "teams")] + ([(8, "teams")] if "cities" in boxes else [])
        for players, mode in counts:
            yield {"players": players, "mode": mode, "edition": "first", "expansions": boxes}
    for players in range(3, 8):
        yield {"players": players, "mode": "standard", "edition": "second", "expansions": ()}


def name_of(options: dict[str, Any]) -> str:
    """A short name for a kind of table."""
    return "-".join([options["edition"], options["mode"], str(options["players"]), *options["expansions"]])


def play_through(game: Game, bots: list[Bot], watch: Callable[[Game, Decision], None] | None = None) -> None:
    """Plays a game to its end, one decision after the other; the game refuses illegal moves."""
    while not game.over:
        decision = game.pending[0]
        if watch is not None:
            watch(game, decision)
        game.play(decision, bots[decision.player].choose(game.view(decision.player), decision))


class _LastMoveBot:
    """Always plays the last legal move."""

    def choose(self, view: View, decision: Decision) -> Move:
        return decision.moves[-1]


def last_move_bot(seed: int, options: Mapping[str, str]) -> Bot:
    """A factory like those of other packages."""
    return _LastMoveBot()

"""How long the coach takes: advice for every decision of one seat in whole games with 3, 5 and 7 players.

python bench/advice.py

The target is one second on the clock for an answer (the coach's own half of a view, three moves with a reason each).
"""

from __future__ import annotations

import time
from statistics import median

import click

from heptapolis import Game
from heptapolis.analysis.judging import advise
from heptapolis.bots import make_bot


def times(players: int, boxes: tuple[str, ...], seed: int) -> list[tuple[float, float]]:
    """Milliseconds on the clock and of CPU time for each decision of the first seat."""
    game = Game.new(players=players, expansions=boxes, seed=seed)
    bots = [make_bot("sage", seat) for seat in range(players)]
    found = []
    while not game.over:
        for decision in game.pending:
            seen = game.view(decision.player)
            if decision.player == 0:
                began, used = time.perf_counter(), time.process_time()
                advise(seen)
                found.append((1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)))
            game.play(decision, bots[decision.player].choose(seen, decision))
    return found


def main() -> None:
    """Prints a line for each kind of table."""
    for players, boxes in ((3, ()), (5, ()), (7, ()), (7, ("leaders", "cities"))):
        found = times(players, boxes, 1)
        clock, cpu = ([each[part] for each in found] for part in (0, 1))
        name = " ".join([f"{players} players", *boxes])
        click.echo(
            f"{name:28} {len(found):3} answers: median {median(clock):4.0f} ms, worst {max(clock):4.0f} ms; "
            f"CPU median {median(cpu):4.0f} ms, worst {max(cpu):4.0f} ms"
        )


if __name__ == "__main__":
    main()

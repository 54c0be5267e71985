"""Measures how much the bots lose by the sage's judgment: ``python tools/measure_levels.py [--games N] [--write]``.

Every level plays games against itself, every decision is judged, and two tables are printed: how the levels played, and
how often chances to win came true. ``--write`` also puts the thresholds of the marks into ``analysis/marks.py`` and the
tables into ``docs/analysis.md``. Do this again with every new net.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

from heptapolis import Game
from heptapolis.analysis import DEFAULT, Analysis, JudgedDecision, analyse, net_version
from heptapolis.analysis.marks import ONE_OF, THRESHOLDS, mark_of
from heptapolis.bots import LEVELS, SearchBudget, make_bot

ROOT = Path(__file__).parents[1]
SEARCHING = "sage-1:cpu_ms=100"
"""The level sage, by CPU time, so that a busy machine does not make it weaker."""

BOTS = {"random": "random", "greedy": "greedy", **LEVELS, "sage": SEARCHING}
PEOPLE_LIKE = ("easy", "normal", "hard", "expert")
"""The levels whose losses give the thresholds."""


class Spread(NamedTuple):
    """How one bot played."""

    name: str
    decisions: list[JudgedDecision]
    accuracies: list[float]
    chances: list[tuple[float, float]]
    """Of each decision of the last age: the chance to win that the sage gave its player, and the share won."""


def played(spec: str, players: int, seed: int) -> Game:
    """A whole game of equal bots."""
    game = Game.new(players=players, seed=seed)
    bots = [make_bot(spec, seed=1000 * seed + seat) for seat in range(players)]
    while not game.over:
        decision = game.pending[0]
        game.play(decision, bots[decision.player].choose(game.view(decision.player), decision))
    return game


def measure(name: str, players: int, games: int, budget: SearchBudget) -> Spread:
    """Analyses games of one bot. The deals are the same for all bots, and no training uses them."""
    spread = Spread(name, [], [], [])
    for number in range(games):
        found = analyse(played(BOTS[name], players, 15_000_000 + number).record(), budget)
        add(spread, found)
        sys.stderr.write(f"{name}: game {number + 1} of {games}, {found.seconds} s\n")
    return spread


def add(spread: Spread, found: Analysis) -> None:
    """Adds the analysis of a finished game."""
    spread.decisions.extend([each for each in found.decisions if each.choices > 1])
    spread.accuracies.extend([each for each in found.accuracy if each is not None])
    won = found.turns[-1].win
    last = [each for each in found.decisions if each.moment.startswith("III.")]
    spread.chances.extend([(each.best[0].win, won[each.seat]) for each in last])


def quantile(values: list[float], share: float) -> float:
    """The value that so large a share of the others does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def thresholds(spreads: list[Spread]) -> dict[str, float]:
    """For each mark, the loss that the levels reach in one of so many decisions, in tenths of a point."""
    losses = [each.loss.points for spread in spreads if spread.name in PEOPLE_LIKE for each in spread.decisions]
    return {mark: round(quantile(losses, 1 - 1 / often), 1) for mark, often in ONE_OF.items()}


def table(spreads: list[Spread]) -> str:
    """The spread of all bots in Markdown."""
    lines = [
        "| bot | decisions | accuracy (middle 80 %) | mean loss | best move | slips | mistakes | blunders |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for spread in spreads:
        losses = [each.loss.points for each in spread.decisions]
        marks = [mark_of(loss) for loss in losses]
        shares = [f"{100 * marks.count(mark) / len(marks):.0f} %" for mark in THRESHOLDS]
        accuracies = spread.accuracies
        lines.append(
            f"| {spread.name} | {len(losses)} | {sum(accuracies) / len(accuracies):.0f} "
            f"({quantile(accuracies, 0.1):.0f}-{quantile(accuracies, 0.9):.0f}) | {sum(losses) / len(losses):.2f} "
            f"| {100 * losses.count(0.0) / len(losses):.0f} % | {' | '.join(shares)} |"
        )
    return "\n".join(lines)


def chances_table(spreads: list[Spread]) -> str:
    """How often chances to win in the last age came true, in Markdown."""
    lines = ["| chance given | decisions | mean chance | won |", "| --- | --- | --- | --- |"]
    chances = [each for spread in spreads for each in spread.chances]
    for low in range(0, 100, 10):
        found = [(win, won) for win, won in chances if low <= 100 * win < low + 10 or (low == 90 and win >= 1)]
        if found:
            mean, won = (100 * sum(values) / len(found) for values in zip(*found, strict=True))
            lines.append(f"| {low} to {low + 10} % | {len(found)} | {mean:.0f} % | {won:.0f} % |")
    return "\n".join(lines)


def replaced(path: Path, pattern: str, text: str) -> None:
    """Puts a text into a file in place of the one that a pattern finds.

    Raises:
        ValueError: There is no such place.
    """
    content = path.read_text(encoding="utf-8")
    changed, count = re.subn(pattern, lambda _: text, content, count=1, flags=re.DOTALL)
    if not count:
        raise ValueError(f"nothing to replace in {path}")
    path.write_text(changed, encoding="utf-8")


def main() -> None:
    """Measures all bots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games for each bot")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--playouts", type=int, default=DEFAULT.playouts, help="for each decision")
    parser.add_argument("--write", action="store_true", help="into marks.py and docs/analysis.md")
    options = parser.parse_args()
    budget = SearchBudget(playouts=options.playouts)
    report([measure(name, options.players, options.games, budget) for name in BOTS], options)


def report(spreads: list[Spread], options: argparse.Namespace) -> None:
    """Prints what was measured, and writes it where it belongs if asked to."""
    found = thresholds(spreads)
    version, fingerprint = net_version()
    where = f"{options.games} games of each level, {options.players} players, {options.playouts} playouts, "
    where += f"net {version} {fingerprint}"
    if options.write:
        marks = ROOT / "src" / "heptapolis" / "analysis" / "marks.py"
        numbers = ", ".join(f'"{mark}": {loss}' for mark, loss in found.items())
        replaced(marks, r"THRESHOLDS: Final = \{[^}]*\}", f"THRESHOLDS: Final = {{{numbers}}}")
        replaced(marks, r'MEASURED: Final = "[^"]*"', f'MEASURED: Final = "{where}"')
        THRESHOLDS.update(found)  # for the shares of marks in the table
        page = ROOT / "docs" / "analysis.md"
        inner = f"<!-- measured -->\n{where}.\n\n{table(spreads)}\n<!-- end -->"
        replaced(page, r"<!-- measured -->.*?<!-- end -->", inner)
        inner = f"<!-- chances -->\n{chances_table(spreads)}\n<!-- end -->"
        replaced(page, r"<!-- chances -->.*?<!-- end -->", inner)
    sys.stdout.write(f"{where}\nthresholds: {found}\n\n{table(spreads)}\n\n{chances_table(spreads)}\n")


if __name__ == "__main__":
    main()

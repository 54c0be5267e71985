"""Analyses whole games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from time import process_time
from typing import TYPE_CHECKING, Final
from zlib import crc32

from heptapolis import Game
from heptapolis.analysis.judging import DEFAULT, judge
from heptapolis.analysis.marks import accuracy
from heptapolis.analysis.model import Analysis, Forecast, JudgedDecision, Turning
from heptapolis.engine.table import TEAMS
from heptapolis.record.game.text_format import read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from heptapolis import GameRecord, Move, View
    from heptapolis.bots import SearchBudget

WORK: Final = 130_000
"""The most playouts × decisions × cities that a game gets: about 40 CPU seconds."""

TURNINGS: Final = 3
"""The number of decisive moments to list."""


def analyse(
    record: GameRecord | str,
    budget: SearchBudget | None = None,
    progress: Callable[[int, int], object] | None = None,
    seed: int = 0,
) -> Analysis:
    """Judges every decision of a recorded game, each by what its seat could know then.

    >>> import heptapolis
    >>> from heptapolis.bots import SearchBudget
    >>> game = heptapolis.Game.new(players=3, seed=7)
    >>> for decision in game.pending:
    ...     reveal = game.play(decision, decision.moves[0])
    >>> found = analyse(game.record(), SearchBudget(playouts=4))
    >>> [decision.moment for decision in found.decisions], len(found.turns)
    (['I.1', 'I.1', 'I.1'], 1)

    Args:
        record: The record, or its text; the game need not be over.
        budget: The search budget for each decision; by default ``default_budget``. A budget in playouts only gives
            the same analysis each time.
        progress: Called after each decision with the number of decisions judged so far and the total.
        seed: The seed of the search.

    Raises:
        InvalidRecord: The text is not a game record.
        ValueError: The budget is empty.
    """
    if isinstance(record, str):
        record = read_record(record)
    budget = budget or default_budget(record)
    began = process_time()
    total = count_decisions(record)
    decisions: list[JudgedDecision] = []
    for each in decided(record):
        judged = judge(each.view, each.move, budget, seed)
        decisions.append(replace(judged, line=each.line, moment=each.moment))
        if progress is not None:
            progress(len(decisions), total)
    return assemble(record, decisions, budget, process_time() - began)


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of a recorded game: where it stands in the record, what its seat saw, and the move made."""

    line: int
    moment: str
    city: int
    view: View
    move: Move


def decided(record: GameRecord) -> Iterator[Decided]:
    """Yields every decision of a game, in the order of the record."""
    game = Game.from_record(record.without_moves())
    names = moments(record)
    for number, line in enumerate(record.lines):
        for city, move in enumerate(line.moves):
            if move is not None:
                decision = next(each for each in game.pending if each.city == city)
                yield Decided(number, names[number], city, game.view(decision.player), move)
                game.play(decision, move)


def assemble(record: GameRecord, decisions: Sequence[JudgedDecision], budget: SearchBudget, seconds: float) -> Analysis:
    """Returns the analysis of a game, as far as its decisions have been judged, in ``seconds`` of CPU time.

    While decisions are missing at the end, the forecast ends at the last line that is whole, and nothing is said of the
    game as a whole: no accuracy, no decisive moments.
    """
    game = Game.from_record(record)
    names = moments(record)
    whole = len(decisions) == count_decisions(record)
    if not whole:
        names = names[: _whole_lines(record, len(decisions))]
    turns = _forecasts(game, names, [each for each in decisions if each.line < len(names)])
    if whole and game.over:
        turns.append(_result(game, len(names)))
    version, fingerprint = net_version()
    return Analysis(
        game.players,
        game.edition,
        game.expansions,
        game.mode,
        f"{version}{_words(budget)}",
        version,
        fingerprint,
        tuple(decisions),
        tuple(turns),
        tuple(
            [
                accuracy([each for each in decisions if each.seat == seat]) if whole else None
                for seat in range(game.players)
            ]
        ),
        tuple(_turnings(turns) if whole else ()),
        round(seconds, 2),
    )


def _whole_lines(record: GameRecord, decisions: int) -> int:
    """How many lines the first decisions of a record fill."""
    for number, line in enumerate(record.lines):
        decisions -= sum(move is not None for move in line.moves)
        if decisions < 0:
            return number
    return len(record.lines)


def count_decisions(record: GameRecord) -> int:
    """Returns how many decisions a record has."""
    return sum(move is not None for line in record.lines for move in line.moves)


def default_budget(record: GameRecord) -> SearchBudget:
    """Returns the search budget for each decision of a game: smaller in long games with many players.

    Any game takes less than a minute on one core.
    """
    playouts = WORK // max(1, count_decisions(record) * len(record.seats))
    return replace(DEFAULT, playouts=min(DEFAULT.playouts, playouts))


@cache
def net_version() -> tuple[str, str]:
    """Returns the version of the sage's net and a fingerprint of its weights."""
    from heptapolis.bots.sage.net import shipped_net  # imported here, so that the net is loaded only when needed

    net = shipped_net()
    return str(net.header["version"]), f"{crc32(net.weights):08x}"


def moments(record: GameRecord) -> list[str]:
    """Returns the moment of each line, in the form that ``Game.from_record(record, at=...)`` takes."""
    seen: Counter[str] = Counter()
    found = []
    for line in record.lines:
        seen[line.at] += 1
        found.append(line.at if seen[line.at] == 1 else f"{line.at} #{seen[line.at]}")
    return found


def _words(budget: SearchBudget) -> str:
    """The budget as a bot's options."""
    limits = {"playouts": budget.playouts, "ms": budget.ms, "cpu_ms": budget.cpu_ms}
    return ":" + ",".join(f"{name}={limit:g}" for name, limit in limits.items() if limit)


def _forecasts(game: Game, names: Sequence[str], decisions: Sequence[JudgedDecision]) -> list[Forecast]:
    """Each player's forecast before each line.

    A player without a decision in a line keeps the forecast of the last decision, or gets that of the first one.
    """
    by_line: list[dict[int, tuple[float, float]]] = [{} for _ in names]
    for each in decisions:
        by_line[each.line].setdefault(each.seat, (each.best[0].points, each.best[0].win))
    known: dict[int, tuple[float, float]] = {}
    for line in reversed(by_line):
        known |= line
    found = []
    for number, line in enumerate(by_line):
        known |= line
        if len(known) == game.players:
            seats = [known[seat] for seat in range(game.players)]
            shares = sum(win for _, win in seats) / (2 if game.mode == TEAMS else 1) or 1.0
            win = tuple([round(chance / shares, 4) for _, chance in seats])
            found.append(Forecast(number, names[number], tuple([points for points, _ in seats]), win))
    return found


def _result(game: Game, line: int) -> Forecast:
    scores, winners = game.scores(), game.winners()
    points = []
    for seat in range(game.players):
        partner = game.partner(seat)
        points.append(float(scores[seat].total + (0 if partner is None else scores[partner].total)))
    share = (2 if game.mode == TEAMS else 1) / len(winners)
    win = [round(share, 4) if seat in winners else 0.0 for seat in range(game.players)]
    return Forecast(line, game.moment, tuple(points), tuple(win))


def _turnings(turns: Sequence[Forecast]) -> list[Turning]:
    """The moments after which the chances to win changed most, in game order."""
    found: list[tuple[float, Turning]] = []
    for now, then in zip(turns, turns[1:], strict=False):
        changes = [round(after - before, 4) for before, after in zip(now.win, then.win, strict=True)]
        seat = max(range(len(changes)), key=lambda each: abs(changes[each]))
        swing = sum(abs(change) for change in changes)
        if swing > 0:
            found.append((swing, Turning(now.line, now.moment, seat, changes[seat])))
    found.sort(key=lambda each: -each[0])
    return sorted([turning for _, turning in found[:TURNINGS]], key=lambda each: each.line)

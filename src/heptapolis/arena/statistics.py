"""Results of a match: win shares, points and margins, with intervals by bootstrap over deals."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from heptapolis.engine import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from heptapolis.arena.match import GameResult, Match, SeatResult
    from heptapolis.arena.runner import Block

RESAMPLES: Final = 2000
CONFIDENCE: Final = 0.95
CHUNK: Final = 200  # resamples at a time, to limit memory


def match_summary(match: Match, blocks: Iterable[Block]) -> dict[str, Any]:
    """The document that `heptapolis arena --json` prints.

    The intervals resample whole deals, since the games of one deal are not independent.
    """
    ordered = sorted(blocks, key=lambda block: block[0].deal)
    names = list(dict.fromkeys(match.bots))
    return {
        "players": match.players,
        "edition": match.edition,
        "expansions": list(match.expansions),
        "mode": match.mode,
        "games": sum(len(block) for block in ordered),
        "deals": len(ordered),
        "seed": match.seed,
        "winner_points": interval(np.array([np.mean([_winner(game) for game in block]) for block in ordered])),
        "bots": [_bot(name, ordered) for name in names],
        "boards": _boards(names, ordered),
        "seats": _seats(names, ordered),
    }


def _bot(name: str, blocks: list[Block]) -> dict[str, Any]:
    seats = [seat for block in blocks for game in block for seat in game.seats if seat.bot == name]
    times = np.array([each for seat in seats for each in seat.milliseconds])
    cpu_times = np.array([each for seat in seats for each in seat.cpu_milliseconds])
    return {
        "name": name,
        "win_share": interval(per_deal(blocks, name, "win_share")),
        "mean_points": interval(per_deal(blocks, name, "total")),
        "margin": _mean([seat.margin for seat in seats]),
        "margin_interval": interval(per_deal(blocks, name, "margin")),
        "ms_per_move": {"p50": _percentile(times, 50), "p95": _percentile(times, 95)},
        "cpu_ms_per_move": {
            "mean": _mean(cpu_times.tolist()),
            "p50": _percentile(cpu_times, 50),
            "p95": _percentile(cpu_times, 95),
        },
        "replaced_moves": sum(sum(seat.replaced.values()) for seat in seats),
        "replaced": _reasons(seats),
        "points": {category: _mean([seat.points[category] for seat in seats]) for category in CATEGORIES},
        "seats": len(seats),
    }


def _winner(game: GameResult) -> float:
    """The mean points of the winners."""
    return float(np.mean([seat.total for seat in game.seats if seat.win_share > 0]))


def _reasons(seats: list[SeatResult]) -> dict[str, int]:
    reasons: dict[str, int] = {}
    for seat in seats:
        for reason, count in seat.replaced.items():
            reasons[reason] = reasons.get(reason, 0) + count
    return dict(sorted(reasons.items()))


def per_deal(blocks: list[Block], name: str, field: str) -> NDArray[np.float64]:
    """The mean of a figure over all seats of the bot, for each deal."""
    return np.array(
        [
            np.mean([getattr(seat, field) for game in block for seat in game.seats if seat.bot == name])
            for block in blocks
        ]
    )


def interval(values: NDArray[np.float64]) -> dict[str, float | None]:
    """The mean over deals, with a 95 % bootstrap interval. The resamples are seeded, so results are repeatable."""
    count = len(values)
    if count == 0:
        return {"value": None, "low": None, "high": None}
    random = np.random.default_rng(count)
    means = np.concatenate(
        [values[random.integers(count, size=(CHUNK, count))].mean(axis=1) for _ in range(RESAMPLES // CHUNK)]
    )
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return {"value": float(values.mean()), "low": float(low), "high": float(high)}


def _percentile(values: NDArray[np.float64], percent: float) -> float | None:
    return round(float(np.percentile(values, percent)), 3) if len(values) else None


def _mean(values: list[int] | list[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _boards(names: list[str], blocks: list[Block]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str, str], list[SeatResult]] = defaultdict(list)
    for block in blocks:
        for game in block:
            for seat in game.seats:
                found[(seat.wonder, seat.side, seat.bot)].append(seat)
    return [
        {"wonder": wonder, "side": side, "bot": bot, **_shares(seats)}
        for (wonder, side, bot), seats in sorted(
            found.items(), key=lambda entry: (entry[0][:2], names.index(entry[0][2]))
        )
    ]


def _seats(names: list[str], blocks: list[Block]) -> list[dict[str, Any]]:
    found: dict[tuple[int, str], list[SeatResult]] = defaultdict(list)
    for block in blocks:
        for game in block:
            for place, seat in enumerate(game.seats):
                found[(place, seat.bot)].append(seat)
    return [
        {"seat": place, "bot": bot, **_shares(seats)}
        for (place, bot), seats in sorted(found.items(), key=lambda entry: (entry[0][0], names.index(entry[0][1])))
    ]


def _shares(seats: list[SeatResult]) -> dict[str, Any]:
    return {
        "seats": len(seats),
        "win_share": _mean([seat.win_share for seat in seats]),
        "mean_total": _mean([seat.total for seat in seats]),
    }

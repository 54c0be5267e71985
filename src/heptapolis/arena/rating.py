"""Ratings of bots from their finishing orders in all games, by the Plackett-Luce model.

In this model, each place goes to one of the remaining bots with a probability proportional to its strength.
Ratings use the scale of chess: 400 points more mean ten times the strength. Comparisons between seats of the same bot
cancel out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from heptapolis.engine.table import TEAMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from heptapolis.arena.match import GameResult, Match
    from heptapolis.arena.runner import Block

SCALE: Final = 400.0
RATING_RESAMPLES: Final = 200
FIT_ROUNDS: Final = 500
CLOSE: Final = 1e-7
PRIOR: Final = 0.5  # weight of a win and a loss against an average bot, which keeps ratings finite

Placing = tuple[int, tuple[int, ...]]
"""Who took a place, and who could have taken it."""


def placings_of(match: Match, game: GameResult, names: list[str]) -> list[tuple[Placing, float]]:
    """The places of a game in order, each with its weight; a tie counts half for each order.

    Teams are ranked by their sum, each partner against each opponent.
    """
    seats = range(len(game.seats))
    if match.mode == TEAMS:
        sums = [game.seats[seat].total + game.seats[seat ^ 1].total for seat in seats]
    else:
        sums = [seat.total for seat in game.seats]
    found: list[tuple[Placing, float]] = []
    for seat in seats:
        rivals = [other for other in seats if other != seat and not (match.mode == TEAMS and other == seat ^ 1)]
        behind = tuple(names.index(game.seats[other].bot) for other in rivals if sums[other] < sums[seat])
        level = [other for other in rivals if sums[other] == sums[seat]]
        me = names.index(game.seats[seat].bot)
        if level:  # tied seats count half for each of the two orders
            also = tuple(names.index(game.seats[other].bot) for other in level)
            found.append(((me, (me, *behind, *also)), 0.5))
            if behind:
                found.append(((me, (me, *behind)), 0.5))
        elif behind:
            found.append(((me, (me, *behind)), 1.0))
    return found


def fit(placings: Sequence[tuple[Placing, float]], count: int) -> NDArray[np.float64]:
    """Maximum-likelihood ratings with mean 0, by Hunter's minorization-maximization with a weak prior."""
    wins = np.full(count, PRIOR)
    left: dict[tuple[int, ...], float] = {}
    for (taker, present), weight in placings:
        wins[taker] += weight
        key = tuple(sorted(present))
        left[key] = left.get(key, 0.0) + weight
    groups = [(np.bincount(key, minlength=count).astype(float), weight) for key, weight in left.items()]
    members = np.array([group for group, _ in groups]).reshape(len(groups), count)
    weights = np.array([weight for _, weight in groups])
    strength = np.ones(count)
    for _ in range(FIT_ROUNDS):
        before = strength
        asked = members.T @ (weights / (members @ strength)) + 2 * PRIOR / (strength + 1.0)
        strength = wins / asked
        strength /= np.exp(np.log(strength).mean())
        if np.abs(np.log(strength / before)).max() < CLOSE:
            break
    return SCALE * np.log10(strength)


def rate(matches: Sequence[tuple[Match, list[Block]]]) -> list[dict[str, Any]]:
    """Ratings of all bots in these matches, strongest first, with 95 % intervals by bootstrap over deals."""
    names = sorted({name for match, _ in matches for name in match.bots})
    deals = [
        [placing for game in block for placing in placings_of(match, game, names)]
        for match, blocks in matches
        for block in blocks
    ]
    best = fit([placing for deal in deals for placing in deal], len(names))
    random = np.random.default_rng(len(deals))
    merged = [_merged(deal) for deal in deals]
    resampled = np.array(
        [
            fit(
                [placing for index in random.integers(len(deals), size=len(deals)) for placing in merged[index]],
                len(names),
            )
            for _ in range(RATING_RESAMPLES if deals else 0)
        ]
    ).reshape(-1, len(names))
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0) if len(resampled) else (best, best)
    games = {name: sum(name in match.bots for match, _ in matches) for name in names}
    played = {
        name: sum(len(block) for match, blocks in matches if name in match.bots for block in blocks) for name in games
    }
    return sorted(
        (
            {
                "name": name,
                "rating": {"value": float(best[place]), "low": float(low[place]), "high": float(high[place])},
                "games": played[name],
            }
            for place, name in enumerate(names)
        ),
        key=lambda entry: -entry["rating"]["value"],
    )


def _merged(placings: list[tuple[Placing, float]]) -> list[tuple[Placing, float]]:
    """Merges equal placings by adding their weights."""
    sums: dict[Placing, float] = {}
    for (taker, present), weight in placings:
        key = (taker, tuple(sorted(present)))
        sums[key] = sums.get(key, 0.0) + weight
    return list(sums.items())

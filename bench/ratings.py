"""A community of known strength plays rated games: do the ratings order it rightly?

python bench/ratings.py                       200 players, 5,000 games; prints the rank correlation
python bench/ratings.py --plot docs/images/ratings.svg

Every game goes through the server's own code and a SQLite database, as when a table ends. Strengths are drawn from a
normal distribution, activity is uneven (some play ten times as often as others), tables have two to seven seats, and
every fourth seat has a bot of some level. A result is drawn from the model: each place goes to one of the remaining
players with a probability that grows with strength. The target is a rank correlation of 0.9 after all games.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from math import exp, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from sqlalchemy import select

from heptapolis.server.ratings.model import ANCHORS, BETA, SCALE, START_MU, Strength
from heptapolis.server.statistics.facts import CATEGORIES, GameFacts, SeatFacts
from heptapolis.server.statistics.tallies import add_games
from heptapolis.server.storage.database import migrate, open_engine, reading, transaction
from heptapolis.server.storage.schema import ratings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncEngine

TARGET: Final = 0.9
SPREAD: Final = 6.0
"""The standard deviation of true strengths: 180 points of rating."""
HOUR: Final = 3_600_000
BATCH: Final = 100
WIDTH, HEIGHT, EDGE = 640, 420, 56


def ranks(numbers: Sequence[float]) -> list[int]:
    """The rank of each number."""
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    found = [0] * len(numbers)
    for rank, index in enumerate(order):
        found[index] = rank
    return found


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's rank correlation."""
    count = len(first)
    gaps = sum((a - b) ** 2 for a, b in zip(ranks(first), ranks(second), strict=True))
    return 1 - 6 * gaps / (count * (count**2 - 1))


def finishing_order(strengths: Sequence[float], rng: random.Random) -> list[int]:
    """Who comes first, second, ...: drawn from the model without uncertainty."""
    scale = sqrt(len(strengths)) * BETA
    left = list(range(len(strengths)))
    order = []
    while left:
        weights = [exp((strengths[each] - START_MU) / scale) for each in left]
        chosen = rng.choices(left, weights)[0]
        left.remove(chosen)
        order.append(chosen)
    return order


def game(number: int, true: Sequence[float], active: Sequence[float], rng: random.Random) -> GameFacts:
    """One rated game."""
    size = rng.choice((2, 3, 3, 4, 4, 5, 6, 7))
    bots = sum(rng.random() < 0.25 for _ in range(size - 1))
    people: list[int] = []
    while len(people) < size - bots:
        who = rng.choices(range(len(true)), active)[0]
        if who not in people:
            people.append(who)
    levels = [rng.choice(list(ANCHORS)) for _ in range(bots)]
    order = finishing_order([*(true[who] for who in people), *(ANCHORS[level].mu for level in levels)], rng)
    seats = tuple(
        SeatFacts(
            seat=seat,
            person=name(people[who]) if who < len(people) else None,
            bot=None if who < len(people) else levels[who - len(people)],
            wonder="Giza",
            side="A",
            place=1 + seat,
            won=seat == 0,
            total=60 - seat,
            points=dict.fromkeys(CATEGORIES, 0),
        )
        for seat, who in enumerate(order)
    )
    return GameFacts(
        table_id=f"{number:022d}",
        ended=1_700_000_000_000 + number * HOUR,
        public=True,
        edition="first",
        boxes="",
        mode="standard",
        seats=seats,
        seconds=1_200,
        margin=1,
        helped=False,
        rated="yes",
        company=len(people) > 1,
        counted=True,
    )


def name(number: int) -> str:
    """The id of a simulated person."""
    return f"player-{number}"


async def known_of(engine: AsyncEngine, count: int) -> list[tuple[Strength, int]]:
    """What the server knows about each player, and after how many games."""
    async with reading(engine) as connection:
        rows = {row.person: row for row in await connection.execute(select(ratings))}
    return [
        (Strength(rows[name(n)].mu, rows[name(n)].sigma), rows[name(n)].games) if name(n) in rows else (Strength(), 0)
        for n in range(count)
    ]


async def simulate(url: str, players: int, count: int, seed: int, plot: Path | None) -> bool:
    """Plays all games, prints how well the ratings order the players, and returns whether that is good enough."""
    engine = open_engine(url)
    await migrate(engine)
    rng = random.Random(seed)
    true = [rng.gauss(START_MU, SPREAD) for _ in range(players)]
    active = [10 ** rng.random() for _ in range(players)]
    begun = time.process_time()
    found = 0.0
    for start in range(0, count, BATCH):
        batch = [game(number, true, active, rng) for number in range(start, min(count, start + BATCH))]
        async with transaction(engine) as connection:
            await connection.run_sync(add_games, batch)
        done = start + len(batch)
        if done % 500 == 0 or done == count:
            known = await known_of(engine, players)
            found = rank_correlation(true, [strength.mu for strength, _ in known])
            click.echo(f"{done} games: rank correlation {found:.3f}")
    spent = time.process_time() - begun
    played = sorted(games for _, games in known)
    inside = sum(abs(strength.mu - mu) <= 1.96 * strength.sigma for (strength, _), mu in zip(known, true, strict=True))
    click.echo(f"games a player: {played[0]} to {played[-1]}, half of them at least {played[len(played) // 2]}")
    click.echo(f"true rating within the shown interval: {100 * inside / players:.0f} % of the players")
    click.echo(f"{1000 * spent / count:.1f} ms of CPU time a game, with all statistics")
    if plot is not None:
        plot.write_text(drawing(true, known, found))
    await engine.dispose()
    return found >= TARGET


def drawing(true: Sequence[float], known: Sequence[tuple[Strength, int]], found: float) -> str:
    """True and found ratings as SVG, with their intervals."""
    shown = [Strength(mu).rating for mu in true]
    low = min(*shown, *(strength.rating for strength, _ in known)) // 100 * 100
    high = -(-max(*shown, *(strength.rating for strength, _ in known)) // 100) * 100

    def x(rating: float) -> float:
        return EDGE + (rating - low) / (high - low) * (WIDTH - EDGE - 16)

    def y(rating: float) -> float:
        return HEIGHT - EDGE - (rating - low) / (high - low) * (HEIGHT - EDGE - 40)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>Ratings of {len(true)} simulated players: rank correlation {found:.3f}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{EDGE}" y="22" font-size="14">Found rating (95 % interval) by true rating: '
        f"rank correlation {found:.3f}</text>",
    ]
    for rating in range(low, high + 1, 200):
        parts.append(
            f'<path d="M{x(rating):.1f} {y(low):.1f}V{y(high):.1f}M{x(low):.1f} {y(rating):.1f}H{x(high):.1f}" '
            'stroke="#ddd"/>'
        )
        parts.append(f'<text x="{x(rating):.1f}" y="{y(low) + 18:.1f}" text-anchor="middle">{rating}</text>')
        parts.append(f'<text x="{EDGE - 8}" y="{y(rating) + 4:.1f}" text-anchor="end">{rating}</text>')
    parts.append(
        f'<path d="M{x(low):.1f} {y(low):.1f}L{x(high):.1f} {y(high):.1f}" stroke="#888" stroke-dasharray="4 4"/>'
    )
    for rating, (strength, _) in zip(shown, known, strict=True):
        top, end = (min(high, max(low, strength.rating + way * 1.96 * SCALE * strength.sigma)) for way in (1, -1))
        parts.append(f'<path d="M{x(rating):.1f} {y(top):.1f}V{y(end):.1f}" stroke="#4a79c4" stroke-opacity=".3"/>')
        parts.append(f'<circle cx="{x(rating):.1f}" cy="{y(strength.rating):.1f}" r="2.5" fill="#2a5298"/>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">true rating</text></svg>')
    return "\n".join(parts) + "\n"


def main() -> int:
    """Reads the arguments and runs the simulation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--plot", type=Path, help="write a plot as SVG")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        good = asyncio.run(simulate(url, asked.players, asked.games, asked.seed, asked.plot))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

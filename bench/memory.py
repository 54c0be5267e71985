"""Memory of live games: ``python bench/memory.py`` prints the memory of 10,000 games and its ratio to the limit."""

from __future__ import annotations

from pathlib import Path

import click

from heptapolis.arena.bench import positions


def resident_mb() -> float:
    """The resident memory of this process (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


@click.command()
@click.option("--games", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("--limit", type=float, default=200.0, show_default=True, help="Megabytes that the games may take.")
def main(games: int, limit: float) -> None:
    """Measure the memory of three-player games at all stages of play."""
    positions(10)  # rulebooks and code are not counted
    before = resident_mb()
    alive = positions(games)
    taken = resident_mb() - before
    click.echo(
        f"{len(alive):,} games: {taken:.1f} MB, {1000 * taken / games:.1f} kB each, {taken / limit:.2f} of the limit"
    )


if __name__ == "__main__":
    main()

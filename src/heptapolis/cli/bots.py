"""`heptapolis bots`: list the bots, what they do, and their measured strength."""

from __future__ import annotations

import click
from rich.table import Table

from heptapolis.bots import LEVELS, all_bots
from heptapolis.bots.ratings import RATINGS
from heptapolis.cli.documents import tables_console


@click.command()
def bots() -> None:
    """List the bots, what they do and how strong they are.

    A bot is named with its options after colons: `mc:playouts=1000`, `ismcts:ms=200`, `program:./my-bot:ms=500`.
    """
    console = tables_console()
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("bot", no_wrap=True)
    table.add_column("options")
    table.add_column("rating", justify="right", no_wrap=True)
    table.add_column("what it does")
    for name, entry in all_bots().items():
        table.add_row(name, " ".join(entry.options), "\n".join(ratings_of(name)) or "-", entry.description)
    console.print(table)
    console.print(f"\nLevels for people: {', '.join(f'{level} = {spec}' for level, spec in LEVELS.items())}.")
    console.print(
        "Ratings: three players, first edition, 400 points more are ten times the strength (docs/strength.md)."
    )


def ratings_of(name: str) -> list[str]:
    """The measured ratings of a bot, with the options used."""
    return [
        f"{rating:+.0f}" if spec == name else f"{spec.partition(':')[2]} {rating:+.0f}"
        for spec, rating in RATINGS.items()
        if spec.partition(":")[0] == name
    ]

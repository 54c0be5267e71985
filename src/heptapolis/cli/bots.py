"""`heptapolis bots`: list the bots, what they do, and their measured strength; start a bot of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import click
from rich.table import Table

from heptapolis.bots import LEVELS, all_bots
from heptapolis.bots.ratings import RATINGS
from heptapolis.cli.bot_template import files
from heptapolis.cli.documents import tables_console


@click.group(invoke_without_command=True)
@click.pass_context
def bots(context: click.Context) -> None:
    """List the bots, what they do and how strong they are.

    A bot is named with its options after colons: `mc:playouts=1000`, `ismcts:ms=200`, `program:./my-bot:ms=500`.
    """
    if context.invoked_subcommand is not None:
        return
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


@bots.command()
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Write a package with a bot of your own and a test into FOLDER; the bot gets the folder's name."""
    name = folder.absolute().name
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise click.UsageError(f"{name!r} is no name for a bot: small letters, digits, - and _, a letter first")
    if name in all_bots():
        raise click.UsageError(f"there is a bot {name!r} already")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"{folder} exists and is not an empty folder")
    for path, text in files(name).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    click.echo(f"wrote {folder}; next: cd {folder} && pip install -e . && heptapolis arena --bots {name},greedy,greedy")

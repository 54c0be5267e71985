"""`heptapolis simulate`: play many games with a simple policy and print averages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from heptapolis.arena.simulation import Simulation, simulation_summary
from heptapolis.arena.simulation import simulate as play_all
from heptapolis.bots.playouts.policies import POLICIES
from heptapolis.cli.documents import json_option, progress_bar, tables_console, write_document
from heptapolis.cli.outputs import check_folder, check_json
from heptapolis.engine import MODES
from heptapolis.rulebook import editions, expansions


def box_list(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Parses a comma-separated list of boxes."""
    boxes = tuple(box.strip() for box in value.split(",") if box.strip())
    for box in boxes:
        if box not in expansions():
            raise click.BadParameter(f"there is no box {box!r}; there are {', '.join(expansions())}")
    return boxes


@click.command()
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Number of games.")
@click.option("--players", type=click.IntRange(2, 8), default=3, show_default=True, help="Number of players.")
@click.option("--edition", type=click.Choice(editions()), default="first", show_default=True)
@click.option(
    "--expansions",
    callback=box_list,
    default="",
    metavar="BOXES",
    help="Comma-separated: leaders,cities,manneken-pis.",
)
@click.option("--mode", type=click.Choice(MODES), help="The default depends on the number of players.")
@click.option(
    "--policy", type=click.Choice(POLICIES), default="uniform", show_default=True, help="The policy of all seats."
)
@click.option("--seed", type=click.IntRange(0, 2**128 - 1), default=0, help="The same seed plays the same games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help="A folder for the games' records.")
@json_option
def simulate(
    games: int,
    players: int,
    edition: str,
    expansions: tuple[str, ...],
    mode: str | None,
    policy: str,
    seed: int,
    jobs: int,
    records: Path | None,
    json_file: str | None,
) -> None:
    """Play many games and print the averages."""
    check_folder("--records", records)
    check_json(json_file)
    simulation = Simulation(players, edition, expansions, mode or "", policy, seed)
    with progress_bar("games", games) as progress:
        tally = play_all(simulation, games, min(jobs, 4 * (os.cpu_count() or 1)), records, progress)
    document = simulation_summary(simulation, tally)
    if json_file is not None:
        write_document(document, json_file)
        return
    console = tables_console()
    what = f"{document['players']} players, {document['edition']} edition, {document['mode']}"
    boxes = "".join(f", {box}" for box in expansions)
    console.print(f"{games} games: {what}{boxes}; policy {policy}, seed {seed}", highlight=False)
    console.print(points_table(document))
    console.print(boards_table(document))


def points_table(document: dict[str, Any]) -> Table:
    """Mean points by category."""
    table = Table()
    table.add_column("points a city")
    table.add_column("mean", justify="right")
    for category, points in document["mean"].items():
        table.add_row(category, f"{points:.2f}", style="bold" if category == "total" else "")
    table.add_section()
    table.add_row("stages built", f"{document['stages_built']:.2f}")
    table.add_row("cards sold", f"{document['discards']:.2f}")
    return table


def boards_table(document: dict[str, Any]) -> Table:
    """A table of results by board and side."""
    table = Table()
    table.add_column("wonder")
    table.add_column("side")
    for column in ("seats", "win share", "mean points"):
        table.add_column(column, justify="right")
    for board in document["boards"]:
        shares = (f"{board['win_share']:.1%}", f"{board['mean_total']:.2f}")
        table.add_row(board["wonder"], board["side"], str(board["seats"]), *shares)
    return table

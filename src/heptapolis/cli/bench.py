"""`heptapolis bench`: measure the speed of the engine on this machine."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import click
from rich.table import Table

from heptapolis.arena.bench import measure
from heptapolis.cli.documents import json_option, spinner, tables_console, write_document

# Benchmarks of other packages. Each function prepares the work and returns a function that does some milliseconds of it
# and returns the number of units done. A missing package is reported as null.
OTHERS = {
    "playouts_per_second": ("heptapolis.bots.benchmarks", "playouts"),
    "env_decisions_per_second": ("heptapolis.env.benchmarks", "decisions"),
    "env_numpy_decisions_per_second": ("heptapolis.env.benchmarks", "numpy_decisions"),
    "env_parallel_decisions_per_second": ("heptapolis.env.benchmarks", "parallel_decisions"),
    "openspiel_gin_rummy_decisions_per_second": ("heptapolis.env.benchmarks", "gin_rummy_decisions"),
    "rlcard_uno_decisions_per_second": ("heptapolis.env.benchmarks", "uno_decisions"),
}


def other_work() -> dict[str, Callable[[], Callable[[], int]]]:
    """The benchmarks of `OTHERS` whose packages and extras are installed."""
    found: dict[str, Callable[[], Callable[[], int]]] = {}
    for figure, (module, function) in OTHERS.items():
        try:
            if importlib.util.find_spec(module) is not None:
                found[figure] = getattr(importlib.import_module(module), function)
        except ModuleNotFoundError:
            continue
    return found


@click.command()
@click.option(
    "--seconds", type=click.FloatRange(0.01, 60), default=1.0, show_default=True, help="CPU seconds per figure."
)
@json_option
def bench(seconds: float, json_file: str | None) -> None:
    """Measure how fast the engine plays, per second of CPU time on one core."""
    with spinner("measuring") as progress:
        found = measure(seconds, other_work(), lambda what: progress(f"measuring {what}"))
    if json_file is not None:
        write_document(found, json_file)
        return
    tables_console().print(figures_table(found))


def figures_table(found: dict[str, Any]) -> Table:
    """A table with one row for each figure."""
    engine = "compiled" if found["compiled"] else "interpreted"
    table = Table(caption=f"Python {found['python']}, engine {engine}")
    table.add_column("figure")
    table.add_column("on one core", justify="right")
    for policy, rates in found["games_per_second"].items():
        for players, games in rates.items():
            table.add_row(f"games by {policy}, {players} players", f"{games:,} / s")
    for players, games in found["expansions_games_per_second"]["uniform"].items():
        table.add_row(f"games by uniform with both boxes, {players} players", f"{games:,} / s")
    for name, what in (
        ("copy_us", "copy of a game"),
        ("legal_us", "legal moves of a seat"),
        ("view_us", "view of a seat"),
    ):
        table.add_row(what, f"{found[name]:.2f} us")
    for name, what, package in (
        ("playouts_per_second", "playouts in search", ""),
        ("env_decisions_per_second", "batched decisions, own random actions", ""),
        ("env_numpy_decisions_per_second", "batched decisions, numpy chooses from masks", "heptapolis[env]"),
        ("env_parallel_decisions_per_second", "PettingZoo decisions, parallel", "heptapolis[env]"),
        ("openspiel_gin_rummy_decisions_per_second", "OpenSpiel's gin rummy, decisions", "open_spiel"),
        ("rlcard_uno_decisions_per_second", "RLCard's uno, decisions", "rlcard"),
    ):
        missing = f"not installed: pip install '{package}'" if package else "-"
        table.add_row(what, missing if found[name] is None else f"{found[name]:,} / s")
    return table

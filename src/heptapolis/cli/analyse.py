"""`heptapolis analyse`: the sage's analysis of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from heptapolis.analysis import MARKS, analyse, count_decisions, sentence, write_analysis
from heptapolis.analysis.page import costly, html_page
from heptapolis.bots import SearchBudget
from heptapolis.cli.documents import json_option, progress_bar, tables_console, write_document
from heptapolis.cli.record import load_or_exit
from heptapolis.cli.record_view import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.analysis import Analysis


@click.command("analyse")
@click.argument("file")
@click.option(
    "--ms",
    type=click.FloatRange(min=0, min_open=True, max=60_000),
    help="CPU milliseconds for each decision, instead of a fixed number of playouts.",
)
@json_option
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write one page with the curves.")
def analyse_command(file: str, ms: float | None, json_file: str | None, html: Path | None) -> None:
    """Judge every decision of a recorded game; FILE may be - for standard input."""
    record = load_or_exit(file)
    names = [name_of(record, seat) for seat in range(len(record.seats))]
    budget = None if ms is None else SearchBudget(cpu_ms=ms)
    with progress_bar("decisions", count_decisions(record)) as progress:
        found = analyse(record, budget, lambda done, total: progress(1))
    if html is not None:
        html.write_text(html_page(found, names), encoding="utf-8")
    if json_file is not None:
        write_document(write_analysis(found, "en", names), json_file)
    elif html is None:
        show(found, names)


def show(found: Analysis, names: Sequence[str]) -> None:
    """Prints the accuracy, the decisive moments and the costliest moves."""
    console = tables_console()
    console.print(f"judged by {found.evaluator} in {found.seconds} s of CPU time", highlight=False)
    table = Table()
    table.add_column("player")
    for column in ("accuracy", *(f"{mark}s" for mark in MARKS)):
        table.add_column(column, justify="right")
    for seat, figure in enumerate(found.accuracy):
        marks = [each.mark for each in found.decisions if each.seat == seat]
        shown = "-" if figure is None else f"{figure:.0f}"
        table.add_row(Text(names[seat]), shown, *(str(marks.count(mark)) for mark in MARKS))
    console.print(table)
    for turning in found.turnings:
        console.print(
            f"{turning.moment} decided: {names[turning.seat]} {100 * turning.change:+.0f} % chance to win",
            highlight=False,
            markup=False,
        )
    moves = Table()
    for column in ("moment", "player", "mark", "move, and what was better"):
        moves.add_column(column, overflow="fold")
    for each in costly(found):
        why = " ".join(sentence(reason, "en", names) for reason in each.reasons)
        move = Text.assemble(str(each.move), (f"\n{each.best[0].move}. {why}", "dim"))
        moves.add_row(each.moment, Text(names[each.seat]), f"{each.mark} -{each.loss.points:.1f}", move)
    console.print(moves if moves.row_count else "no slip in this game")

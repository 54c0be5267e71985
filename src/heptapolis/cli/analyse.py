"""`heptapolis analyse`: the sage's analysis of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from heptapolis.analysis import MARKS, analyse, count_decisions, sentence, write_analysis
from heptapolis.analysis.page import Words, costly, html_page, signed
from heptapolis.analysis.sentences import decimal, moment_words, move_words
from heptapolis.bots import SearchBudget
from heptapolis.cli.documents import json_option, progress_bar, tables_console, write_document
from heptapolis.cli.outputs import check_file, check_json
from heptapolis.cli.record import load_or_exit
from heptapolis.cli.record_view import name_of
from heptapolis.engine.table import FREE_CITY
from heptapolis.rulebook.naming import LANGUAGES, display_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import GameRecord
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
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of all texts."
)
def analyse_command(file: str, ms: float | None, json_file: str | None, html: Path | None, language: str) -> None:
    """Judge every decision of a recorded game; FILE may be - for standard input."""
    check_file("--html", html)
    check_json(json_file)
    record = load_or_exit(file)
    words = Words(language)
    names = [city_name(record, seat, words) for seat in range(len(record.seats))]
    budget = None if ms is None else SearchBudget(cpu_ms=ms)
    with progress_bar("decisions", count_decisions(record)) as progress:
        found = analyse(record, budget, lambda done, total: progress(1))
    if html is not None:
        html.write_text(html_page(found, names, language), encoding="utf-8")
    if json_file is not None:
        write_document(write_analysis(found, language, names), json_file)
    elif html is None:
        show(found, names, words)


def city_name(record: GameRecord, seat: int, words: Words) -> str:
    """The name of a seat, or of its wonder if it has none."""
    if record.seats[seat].name:
        return name_of(record, seat)
    if record.mode == FREE_CITY and seat == len(record.seats) - 1:
        return words("free-city")
    return display_name(record.seats[seat].wonder, words.language)


def show(found: Analysis, names: Sequence[str], words: Words) -> None:
    """Prints the accuracy, the decisive moments and the costliest moves."""
    language = words.language
    console = tables_console()
    console.print(words("time", evaluator=found.evaluator, seconds=found.seconds), highlight=False, markup=False)
    table = Table()
    table.add_column(words("player"))
    for column in ("accuracy", *(f"{mark}s" for mark in MARKS)):
        table.add_column(words(column), justify="right")
    for seat, figure in enumerate(found.accuracy):
        marks = [each.mark for each in found.decisions if each.seat == seat]
        shown = "-" if figure is None else f"{figure:.0f}"
        table.add_row(Text(names[seat]), shown, *(str(marks.count(mark)) for mark in MARKS))
    console.print(table)
    if found.turnings:
        console.print(words("decided"), highlight=False, markup=False)
    for turning in found.turnings:
        change = words("change", amount=signed(100 * turning.change))
        moment = moment_words(turning.moment, language)
        console.print(f"{moment}  {names[turning.seat]} {change}", highlight=False, markup=False)
    moves = Table()
    for column in ("moment", "player", "mark", "move"):
        moves.add_column(words(column), overflow="fold")
    for each in costly(found):
        why = " ".join(sentence(reason, language, names) for reason in each.reasons)
        better = words("better", move=move_words(each.best[0].move, language))
        move = Text.assemble(move_words(each.move, language), (f"\n{better} {why}", "dim"))
        mark = f"{words(str(each.mark))} −{decimal(each.loss.points, language)}"
        moves.add_row(moment_words(each.moment, language), Text(names[each.seat]), mark, move)
    console.print(moves if moves.row_count else words("no-slip"))

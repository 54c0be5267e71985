"""`heptapolis record`: check, show and convert recorded games."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import click
from rich.console import Console

from heptapolis import Game, GameRecord, HeptapolisError, RulebookWarning
from heptapolis.cli.record_replay import walk
from heptapolis.cli.record_view import city_panels, score_race, score_sheet, seats_table, turns_table
from heptapolis.engine.table import FREE_CITY
from heptapolis.record.game.files import record_from_bytes
from heptapolis.record.game.json_format import record_document
from heptapolis.record.game.replay import at_moment
from heptapolis.record.game.text_format import write_record
from heptapolis.record.position.json_input import LARGEST

FAULTY = 1
"""Exit status if a record is invalid."""


class BadFile(click.ClickException):
    """A file cannot be read or is not a game record; the exit status is 2."""

    exit_code = 2


def load(file: str) -> GameRecord:
    """Reads a record from a file, or from standard input for `-`; warns if it names another rulebook.

    Raises:
        InvalidRecord: The file is not a record; the message gives line and reason.
    """
    if file == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(LARGEST + 1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", RulebookWarning)
        found = record_from_bytes(data)
    for warning in caught:
        click.echo(f"{file}: warning: {warning.message}", err=True)
    return found


def load_or_exit(file: str) -> GameRecord:
    """Reads a record from a file, or from standard input for `-`.

    Raises:
        BadFile: The file is not a record; the message gives line and reason.
    """
    try:
        return load(file)
    except (HeptapolisError, OSError, ValueError) as error:
        raise BadFile(f"{file}: {error}") from error


@click.group()
def record() -> None:
    """Check, show and convert recorded games, as text or as JSON; FILE may be - for standard input."""


@record.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.pass_context
def check(context: click.Context, files: tuple[str, ...]) -> None:
    """Replay games and report the first error of each, with its line."""
    status = 0
    for file in files:
        try:
            found = load(file)
        except (HeptapolisError, OSError) as error:
            click.echo(f"{file}: {error}", err=True)
            status = FAULTY
        else:
            click.echo(f"{file}: {in_short(found)}")
    context.exit(status)


def in_short(found: GameRecord) -> str:
    """Summarizes a game in one line."""
    boxes = "".join(f", {box}" for box in found.expansions)
    table = f"{found.edition} edition{boxes}, {found.mode}, {len(found.seats)} seats"
    if found.result is None:
        return f"good, unfinished after {len(found.lines)} lines: {table}"
    points = ", ".join(str(score.total) for score in found.result.scores)
    return f"good, {points} points, won by seat {' and '.join(map(str, found.result.winners))}: {table}"


@record.command()
@click.argument("file")
@click.option("--turn", "label", help="Show the table at this moment: II.3, 'III.6 dig', over.")
def show(file: str, label: str | None) -> None:
    """Show a game: who played, every turn, the score race and the score sheet; or the table at one moment."""
    found = load(file)
    console = Console()
    console.print(in_short(found), highlight=False, markup=False)
    console.print(seats_table(found))
    if label is None:
        console.print(turns_table(found))
        console.print(score_race(found))
        console.print(score_sheet(found, Game.from_record(found)))
        return
    step = at_moment(found, label)
    console.print(f"{step.at}, before what is decided then", highlight=False)
    for panel in city_panels(found, Game.from_record(found, at=label)):
        console.print(panel)
    if step.line is not None:
        console.print(turns_table(found, step.index))


@record.command()
@click.argument("file")
@click.option("--seat", type=click.IntRange(0), help="Show what this seat knew; by default all hands.")
def replay(file: str, seat: int | None) -> None:
    """Walk through a game with the keys; without a terminal, print every moment."""
    found = load_or_exit(file)
    players = len(found.seats) - (found.mode == FREE_CITY)
    if seat is not None and seat >= players:
        raise click.BadParameter(f"the seats are 0 to {players - 1}.", param_hint="--seat")
    walk(found, seat, Console())


@record.command()
@click.argument("file")
@click.option("--to", "form", type=click.Choice(["json", "record", "position"]), required=True, help="What to write.")
@click.option("--at", "label", help="The moment of the position: II.3, 'III.6 dig'; by default after the last line.")
def convert(file: str, form: str, label: str | None) -> None:
    """Print a game in another form: JSON, a record as text, or the position at a moment."""
    if label is not None and form != "position":
        raise click.UsageError("--at goes with --to position.")
    found = load(file)
    if form == "record":
        click.echo(write_record(found), nl=False)
    elif form == "json":
        click.echo(json.dumps(record_document(found), indent=1))
    else:
        game = Game.from_record(found, at=label or "")
        click.echo(json.dumps(game.position()))

"""Output for all commands: `--json [FILE]` for scripts, tables for people, progress on standard error."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

STDOUT = "-"

json_option = click.option(
    "--json",
    "json_file",
    is_flag=False,
    flag_value=STDOUT,
    metavar="[FILE]",
    help="Print one JSON document and nothing else, or write it to a file.",
)
"""`--json` alone prints, `--json FILE` writes; the parameter `json_file` says which."""


PIPE_WIDTH = 1000
"""Wide enough that no table wraps where it is piped to another program or a file."""


def tables_console() -> Console:
    """A console for tables: as wide as the terminal, and without wrapping in a pipe."""
    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def write_document(document: object, json_file: str) -> None:
    """Prints a document, or writes it to the file that `--json` names."""
    text = json.dumps(document, indent=2)
    if json_file == STDOUT:
        click.echo(text)
    else:
        Path(json_file).write_text(f"{text}\n", encoding="utf-8")


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], Any]]:
    """A progress bar on standard error if that is a terminal. Yields a function to call with the steps done."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda steps: progress.advance(task, steps)


@contextmanager
def spinner(what: str) -> Iterator[Callable[[str], Any]]:
    """A status line on standard error if that is a terminal. Yields a function that sets its text."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status(what) as status:
        yield status.update

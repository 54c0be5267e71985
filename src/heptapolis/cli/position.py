"""`heptapolis position`: questions about one position. JSON in, JSON out; see docs/position.md."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NoReturn

import click

from heptapolis.engine import HeptapolisError, InvalidPosition
from heptapolis.record.position.answers import answer_legal, answer_play, answer_score, answer_view, write_error
from heptapolis.record.position.json_input import LARGEST, read_document

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = 2
"""Exit status after an error."""


class PositionGroup(click.Group):
    """A group that reports every error as JSON, usage errors included."""

    def invoke(self, ctx: click.Context) -> object:
        """Runs the subcommand."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            refuse(InvalidPosition("format/value", error.format_message()))


def refuse(error: HeptapolisError) -> NoReturn:
    """Exits with one JSON object on standard error."""
    click.echo(json.dumps(write_error(error)), err=True)
    click.get_current_context().exit(REFUSED)


def answer(file: str, of: Callable[[object], dict[str, object]]) -> None:
    """Prints the answer for the document in a file."""
    try:
        found = of(read_document(read_bytes(file)))
    except HeptapolisError as error:
        refuse(error)
    click.echo(json.dumps(found))


def read_bytes(file: str) -> bytes:
    """Reads a file, or standard input for ``-``, but never more than the size limit plus one byte.

    Raises:
        InvalidPosition: ``document/unreadable``.
    """
    try:
        if file == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with open(file, "rb") as opened:
            return opened.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InvalidPosition("document/unreadable", f"The file cannot be read: {reason}.") from None


@click.group(cls=PositionGroup)
def position() -> None:
    """Questions about one position, a JSON document: legal moves, the next position, scores, views."""


@position.command()
@click.argument("file")
def legal(file: str) -> None:
    """Print who must decide now, with every legal move."""
    answer(file, answer_legal)


@position.command()
@click.argument("file")
def play(file: str) -> None:
    """Make moves: FILE holds {"position": ..., "moves": [...]}."""
    answer(file, answer_play)


@position.command()
@click.argument("file")
def score(file: str) -> None:
    """Print the scores if the game ended now."""
    answer(file, answer_score)


@position.command()
@click.argument("file")
@click.option("--seat", required=True, help='The seat that looks, or "none" for a spectator.')
def view(file: str, seat: str) -> None:
    """Print what a seat may see, or a spectator."""
    if seat != "none" and not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        refuse(InvalidPosition("format/value", "--seat is the number of a seat, or none."))
    answer(file, lambda document: answer_view(document, None if seat == "none" else int(seat)))

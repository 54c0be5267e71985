"""`heptapolis record replay`: a recorded game, moment by moment."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from rich.table import Table
from rich.text import Text

from heptapolis import Game
from heptapolis.cli.record_view import city_panels, name_of, score_sheet
from heptapolis.record.moves import NOBODY_ASKED

if TYPE_CHECKING:
    from rich.console import Console

    from heptapolis import GameRecord, Reveal

NEXT, BACK, NEXT_AGE, BACK_AGE, START, END, QUIT = "next", "back", "next age", "back an age", "start", "end", "quit"

KEYS = {
    "\x1b[C": NEXT,
    " ": NEXT,
    "\r": NEXT,
    "n": NEXT,
    "\x1b[D": BACK,
    "p": BACK,
    "\x1b[6~": NEXT_AGE,
    "]": NEXT_AGE,
    "\x1b[5~": BACK_AGE,
    "[": BACK_AGE,
    "\x1b[H": START,
    "g": START,
    "\x1b[F": END,
    "G": END,
    "q": QUIT,
    "\x1b": QUIT,
    "\x04": QUIT,
}

HELP = "right/left: a step, page down/up: an age, home/end, q: quit"


@dataclass(frozen=True)
class Frame:
    """A game before one of its lines, or after the last one."""

    game: Game
    reveal: Reveal | None
    """What was revealed next; None after the last line."""

    @property
    def age(self) -> str:
        """The age, or the draft, as moments name it."""
        return self.game.moment.partition(".")[0]


def frames(record: GameRecord) -> list[Frame]:
    """Returns every moment of a game."""
    game = Game.from_record(record.without_moves())
    found = []
    for line in record.lines:
        before, reveal = game.copy(), None
        for city, move in enumerate(line.moves):
            if move is not None:
                reveal = game.play(next(each for each in game.pending if each.city == city), move)
        found.append(Frame(before, reveal))
    return [*found, Frame(game, None)]


def walk(record: GameRecord, seat: int | None, console: Console) -> None:
    """Steps through the moments by key; without a terminal, prints all of them."""
    found = frames(record)
    if not (sys.stdin.isatty() and console.is_terminal):
        for frame in found:
            show(record, frame, seat, console)
        return
    at = 0
    while True:
        console.clear()
        show(record, found[at], seat, console)
        console.print(f"{at + 1} of {len(found)}   {HELP}", style="dim", highlight=False)
        wish = KEYS.get(click.getchar(), "")
        if wish == QUIT:
            return
        at = moved(found, at, wish)


def moved(found: list[Frame], at: int, wish: str) -> int:
    """The index after a key press."""
    last = len(found) - 1
    if wish == NEXT_AGE:
        return next((place for place in range(at + 1, last + 1) if found[place].age != found[at].age), last)
    if wish == BACK_AGE:
        before = found[max(0, at - 1)].age
        return next(place for place in range(last + 1) if found[place].age == before)
    return {NEXT: min(at + 1, last), BACK: max(at - 1, 0), START: 0, END: last}.get(wish, at)


def show(record: GameRecord, frame: Frame, seat: int | None, console: Console) -> None:
    """Prints one moment: the table and the moves made then."""
    game = frame.game
    seen = "all hands" if seat is None else f"seen by {name_of(record, seat)}"
    console.print(f"{game.moment}, {seen}", style="bold", highlight=False, markup=False)
    for panel in city_panels(record, game, seat):
        console.print(panel)
    if frame.reveal is None:
        console.print(score_sheet(record, game))
        return
    table = Table()
    for city in range(len(record.seats)):
        table.add_column(Text(name_of(record, city)), overflow="fold")
    table.add_row(*(Text(decided(frame.reveal, city, seat)) for city in range(len(record.seats))))
    console.print(table)


def decided(reveal: Reveal, city: int, seat: int | None) -> str:
    """The move of a city as a seat sees it: without a face-down card, unless the seat played it."""
    own = seat is None or reveal.deciders[city] == seat
    move = reveal.moves[city] if own else reveal.seen(city)
    return NOBODY_ASKED if move is None else str(move)

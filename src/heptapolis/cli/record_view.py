"""Recorded games as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heptapolis import CATEGORIES
from heptapolis.engine.table import FREE_CITY
from heptapolis.record.moves import NOBODY_ASKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import Game, GameRecord

# Colors as terminals have them; the names of the cards say the same without any.
STYLES = {
    "brown": "yellow4",
    "gray": "bright_black",
    "blue": "blue",
    "yellow": "yellow",
    "red": "red",
    "green": "green",
    "purple": "magenta",
    "black": "bold",
    "white": "cyan",
}


def name_of(record: GameRecord, seat: int) -> str:
    """The name of a seat, without control characters: records may come from anywhere."""
    name = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in record.seats[seat].name)
    return name or ("Free City" if record.mode == FREE_CITY else record.seats[seat].wonder)


def seats_table(record: GameRecord) -> Table:
    """A table of seats, names and boards."""
    table = Table()
    table.add_column("seat", justify="right")
    table.add_column("player")
    table.add_column("board")
    for number, seat in enumerate(record.seats):
        board = f"{seat.wonder} {seat.side}" if seat.side else f"{seat.wonder}, side chosen by its owner"
        table.add_row(str(number), Text(name_of(record, number)), board)
    return table


def turns_table(record: GameRecord, only: int | None = None) -> Table:
    """A table of all lines of a record, or one line: the moment and each seat's move."""
    table = Table()
    table.add_column("turn", no_wrap=True)
    for seat in range(len(record.seats)):
        table.add_column(Text(name_of(record, seat)), overflow="fold")
    before = ""
    for index, line in enumerate(record.lines):
        age = line.at.partition(".")[0]
        if age != before and before and only is None:
            table.add_section()
        before = age
        if only is None or index == only:
            moves = (NOBODY_ASKED if move is None else str(move) for move in line.moves)
            table.add_row(line.at, *(Text(words) for words in moves))
    return table


def score_sheet(record: GameRecord, game: Game) -> Table:
    """Points by category at the end of the record. A star marks the winners."""
    scores = game.scores()
    winners = game.winners() if game.over else []
    table = Table(caption="* wins" if game.over else "as if the game ended now")
    table.add_column("points")
    for seat in range(len(scores)):
        star = " *" if seat in winners else ""
        table.add_column(Text(name_of(record, seat) + star), justify="right")
    for category in CATEGORIES:
        rows = [score[category] for score in scores]
        if any(rows) or category not in ("cities", "leaders"):
            table.add_row(category, *(str(points) for points in rows))
    table.add_section()
    table.add_row("total", *(str(score.total) for score in scores), style="bold")
    return table


def city_panels(record: GameRecord, game: Game) -> list[Panel]:
    """Each city and its hand at one moment. A recorded game has no secrets."""
    return [_city_panel(record, game, seat) for seat in range(len(record.seats))]


def _city_panel(record: GameRecord, game: Game, seat: int) -> Panel:
    city = game.cities[seat]
    tokens = [*city.left_tokens, *city.right_tokens]
    facts = [f"{city.coins} coins", f"{city.stages_built} of {len(city.stages)} stages", f"{city.shields} shields"]
    if tokens:
        facts.append("tokens " + " ".join(f"{token:+}" for token in tokens))
    if city.debt:
        facts.append(f"debt {city.debt}")
    if city.diplomacy:
        facts.append(f"diplomacy {city.diplomacy}")
    text = Text(", ".join(facts))
    for what, cards in (
        ("built", city.structures),
        ("leaders", city.leaders),
        ("hand", game.hands[seat]),
        ("leaders in hand", game.leader_hands[seat]),
        ("to draft", game.draft_hands[seat]),
    ):
        if cards:
            text.append(f"\n{what}: ")
            text.append_text(_colored(game, cards))
    return Panel(text, title=Text(f"{seat}  {name_of(record, seat)}: {city.wonder} {city.side}"), title_align="left")


def _colored(game: Game, cards: Sequence[str]) -> Text:
    return Text(", ").join(Text(card, STYLES[game.card(card).color]) for card in cards)

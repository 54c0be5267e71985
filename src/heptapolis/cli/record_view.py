"""Recorded games as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heptapolis import CATEGORIES, Game
from heptapolis.engine.table import FREE_CITY
from heptapolis.record.moves import NOBODY_ASKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import GameRecord, View

# Terminal colors; the output is complete without them.
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

BARS = "▁▂▃▄▅▆▇█"


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


def score_race(record: GameRecord) -> Table:
    """The points as if the game had ended after each line: a chart, and the points after each age."""
    game = Game.from_record(record.without_moves())
    curves: list[list[int]] = [[] for _ in record.seats]
    ages: dict[str, list[int]] = {}
    for line in record.lines:
        for city, move in enumerate(line.moves):
            if move is not None:
                game.play(next(each for each in game.pending if each.city == city), move)
        totals = [score.total for score in game.scores()]
        ages[line.at.partition(".")[0]] = totals
        for curve, total in zip(curves, totals, strict=True):
            curve.append(total)
    ages = {age: totals for age, totals in ages.items() if age in ("I", "II", "III")}
    low = min((min(curve) for curve in curves if curve), default=0)
    high = max((max(curve) for curve in curves if curve), default=0)
    table = Table(caption="points as if the game had ended then")
    table.add_column("score race")
    table.add_column("", no_wrap=True)
    for age in ages:
        table.add_column(f"after {age}", justify="right")
    for seat, curve in enumerate(curves):
        steps = [(len(BARS) - 1) * (points - low) // max(1, high - low) for points in curve]
        points = (str(totals[seat]) for totals in ages.values())
        table.add_row(Text(name_of(record, seat)), "".join(BARS[step] for step in steps), *points)
    return table


def city_panels(record: GameRecord, game: Game, viewer: int | None = None) -> list[Panel]:
    """Each city at one moment, with all hands or, for a viewer, what that seat knows of them."""
    view = None if viewer is None else game.view(viewer)
    return [_city_panel(record, game, seat, view) for seat in range(len(record.seats))]


def _city_panel(record: GameRecord, game: Game, seat: int, view: View | None) -> Panel:
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
    held = _all_hands(game, seat) if view is None else _known_hands(view, seat)
    for what, cards in (("built", city.structures), ("leaders", city.leaders), *held):
        if cards:
            text.append(f"\n{what}: ")
            text.append_text(_colored(game, cards))
    return Panel(text, title=Text(f"{seat}  {name_of(record, seat)}: {city.wonder} {city.side}"), title_align="left")


def _all_hands(game: Game, seat: int) -> list[tuple[str, Sequence[str]]]:
    return [
        ("hand", game.hands[seat]),
        ("leaders in hand", game.leader_hands[seat]),
        ("to draft", game.draft_hands[seat]),
    ]


def _known_hands(view: View, seat: int) -> list[tuple[str, Sequence[str]]]:
    """What a view shows of a seat's cards; for a hand passed on, the cards that it may contain."""
    found: list[tuple[str, Sequence[str]]] = [
        ("hand", view.hands[seat] or ()),
        ("leaders in hand", view.leader_hands[seat] or ()),
        ("to draft", view.draft_hands[seat] or ()),
    ]
    if view.hands[seat] is None:
        found += [(f"hand, {each.size} of these", each.cards) for each in view.known_hands if each.seat == seat]
    return found


def _colored(game: Game, cards: Sequence[str]) -> Text:
    return Text(", ").join(Text(card, STYLES[game.card(card).color]) for card in cards)

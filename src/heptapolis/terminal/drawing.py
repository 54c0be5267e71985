"""Draws the whole screen from the state of the app; nothing here changes the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Static

from heptapolis.terminal import describe, signs
from heptapolis.terminal.match import YOU
from heptapolis.terminal.panels import choice, score, table
from heptapolis.terminal.panels.paint import DIM, GOLD, fit, wrapped
from heptapolis.terminal.rows import rows_of
from heptapolis.terminal.state import LEAST_WIDTH

if TYPE_CHECKING:
    from heptapolis.terminal.app import TableApp

LEAST_HEIGHT = 24
"""On a smaller screen, a message asks for a larger one; the same holds below `LEAST_WIDTH`."""

ROOMY_HEIGHT = 30
TALL_HEIGHT = 40

LEAST_TABLE = 10
"""The minimum height of the upper half, including head and keys."""

KEYS = {
    "?": "help",
    "Tab": "city",
    "P": "payment",
    "U": "back",
    "S": "score",
    "L": "log",
    "R": "steps",
    "Q": "quit",
}
"""The keys shown in the last line, and the text key of each."""


def info_width(width: int) -> int:
    """The width of the panel at the lower right, including its frame."""
    return max(width * 36 // 100, 31)


class Drawing:
    """Draws the screen of an app part by part; parts that have not changed are skipped."""

    def __init__(self, app: TableApp) -> None:
        self.app = app
        self._drawn: dict[str, tuple[str, int]] = {}

    def draw(self) -> None:
        """Redraws the screen."""
        if not self.app.screen_stack:
            return
        root = self.app.screen_stack[0]
        width, height = self.app.window or self.app.size
        small = width < LEAST_WIDTH or height < LEAST_HEIGHT
        root.set_class(small, "small")
        if small:
            message = self.app.words(
                "small.message", width=width, height=height, least_width=LEAST_WIDTH, least_height=LEAST_HEIGHT
            )
            root.query_one("#small", Static).update(message)
            return
        with self.app.match.reconsidered():
            self.app.rows = rows_of(self.app.match)
        self.app.cursor.row = min(self.app.cursor.row, max(len(self.app.rows) - 1, 0))
        self._draw_top(width, height)
        self._draw_bottom(width, height)

    def _draw_top(self, width: int, height: int) -> None:
        match, words = self.app.match, self.app.words
        cities = match.game.cities
        own = cities[YOU]
        others = table.others(match, words, width)
        bottom = self.bottom_height(width, height)
        room = height - bottom - 3 - len(others) - 2  # frames, head, last turn, keys
        side = max(width * 27 // 100, 24)
        middle = width - 2 * side
        self._put("head", [table.head(match, words, width)])
        self._put("others", others)
        strip = self.app.screen_stack[0].query_one("#others")
        if strip.display != bool(others):
            strip.display = bool(others)
        for name, seat in (("left", own.left), ("right", own.right)):
            arrow = signs.LEFT if name == "left" else signs.RIGHT
            lines = table.neighbor(match, name, words, side - 4, room)
            self._put(name, lines[:room], f"{arrow} {describe.side_name(cities[seat], words)}{self._mark(seat)}")
            self._widen(name, side)
        city = self.app.cursor.city
        title = f"{describe.city_name(match.game, city, words)} · {words.term('side.' + cities[city].side)}"
        self._put("own", table.own_city(match, city, words, middle - 4, room)[:room], title)
        self._put("last", [choice.last_turn(match, words, width)])

    def bottom_height(self, width: int, height: int) -> int:
        """Height of the lower half with its frame; larger while there is a text to read."""
        usual = 11 if height < ROOMY_HEIGHT else 12 if height < TALL_HEIGHT else 15
        if self.app.pages:
            needed = len(self.app.pages[0].lines(width - info_width(width) - 4)) + 2
        elif self.app.score_shown:
            needed = len(score.score(self.app.match, 0, 0, self.app.words, width - info_width(width) - 4)) + 2
        else:
            needed = usual
        return max(usual, min(needed, height - LEAST_TABLE))

    def _mark(self, seat: int) -> str:
        """A label for a special neighbor: the Free City or the partner."""
        game = self.app.match.game
        if seat == game.free_city:
            return f" {signs.SYMBOL_SIGNS['free-city']}"
        return f" {signs.SYMBOL_SIGNS['team']}" if seat == game.partner(YOU) else ""

    def _draw_bottom(self, width: int, height: int) -> None:
        match, words = self.app.match, self.app.words
        right = info_width(width)
        left = width - right - 4
        room = self.bottom_height(width, height) - 2
        self._widen("info", right)
        root = self.app.screen_stack[0]
        root.query_one("#hand").set_class(bool(self.app.pages), "page")
        if self.app.pages:
            page = self.app.pages[0]
            self._put("hand", page.lines(left)[-room:], page.title)
            self._put("info", self._page_keys(page.more(), right - 4), "")
        elif self.app.score_shown:
            at = (self.app.cursor.score_row, self.app.cursor.score_seat)
            name = words("panel.score_end" if match.game.over else "panel.score_now")
            self._put("hand", score.score(match, *at, words, left)[:room], name)
            self._put("info", score.sources(match, *at, words, right - 4)[:room], words("panel.sources"))
        else:
            question = describe.question(match, words)
            row = self.app.rows[self.app.cursor.row] if self.app.rows else None
            title = words.name(row.card.name) if row is not None and row.card is not None else ""
            with match.reconsidered() as taken:
                lines = choice.hand(match, self.app.rows, self.app.cursor.row, words, left, room, taken)
                about = choice.info(match, row, self.app.cursor.variants, words, right - 4, room)
            if row is not None and row.holds(taken):
                about = choice.chosen(match, words, right - 4)[:room]
            self._put("hand", lines, question)
            self._put("info", about, title)
        self._put("keys", [self._keys(width)])
        lower = root.query_one("#bottom")
        if lower.styles.height is None or lower.styles.height.value != room + 2:
            lower.styles.height = room + 2

    def _page_keys(self, more: bool, width: int) -> list[Text]:
        keys = [("⏎", "info.next" if more else "info.go_on"), ("Esc", "info.skip"), ("R", "info.steps")]
        lines = []
        for key, text in keys[: 3 if self.app.steps else 1]:
            lines += wrapped(Text.assemble((f"{key} ", f"bold {GOLD}"), self.app.words(text)), width, "  ")
        return lines

    def _keys(self, width: int) -> Text:
        if self.app.notice:
            return fit(Text(f" {self.app.notice}", f"bold {GOLD}"), width)
        line = Text()
        for key, text in KEYS.items():
            line.append(f" {key}", f"bold {GOLD}").append(f" {self.app.words('key.' + text)} ", DIM)
        line.rstrip()
        return fit(line, width)

    def _widen(self, part: str, width: int) -> None:
        widget = self.app.screen_stack[0].query_one(f"#{part}")
        if widget.styles.width is None or widget.styles.width.value != width:
            widget.styles.width = width

    def _put(self, part: str, lines: list[Text], title: str | None = None) -> None:
        widget = self.app.screen_stack[0].query_one(f"#{part}", Static)
        text = Text("\n").join(lines)
        if self._drawn.get(part) != (text.markup, len(lines)):
            self._drawn[part] = (text.markup, len(lines))
            widget.update(text, layout=part == "others")  # the only part whose height depends on its content
        if title is not None:
            widget.border_title = Text(title).markup if title else ""

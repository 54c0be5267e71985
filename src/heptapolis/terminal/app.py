"""The full-screen app: handles keys and clicks; bots choose in a worker thread."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from heptapolis.terminal import describe
from heptapolis.terminal.drawing import Drawing
from heptapolis.terminal.lookup import HelpScreen, LogScreen
from heptapolis.terminal.match import YOU
from heptapolis.terminal.panels import choice, score
from heptapolis.terminal.panels.paint import wrapped
from heptapolis.terminal.rows import SELL, STAGE, TAKE, why_no_stage
from heptapolis.terminal.state import Cursor, Page

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size

    from heptapolis import Reveal
    from heptapolis.terminal.match import Match
    from heptapolis.terminal.rows import Row
    from heptapolis.terminal.words import Words


def _intro(paragraphs: list[str], width: int) -> list[list[Text]]:
    return [wrapped(Text(paragraph), width) for paragraph in paragraphs]


def _conflicts(reveal: Reveal, match: Match, words: Words, width: int) -> list[list[Text]]:
    return [choice.conflicts(reveal, match, words, width)]


class Panel(Static):
    """A framed part of the screen that forwards clicks to the app."""

    def on_click(self, event: events.Click) -> None:
        """Forwards the clicked line to the app."""
        app = self.app
        if isinstance(app, TableApp):
            app.clicked(self.id or "", event.y - 1)


class TableApp(App[None]):
    """One game on the full screen."""

    TITLE = "Heptapolis"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar = [
        *(Binding(str(number), f"pick({number - 1})", show=False) for number in range(1, 10)),
        Binding("up,k,K", "move(-1)", show=False),
        Binding("down,j,J", "move(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("b,B", "use('take')", show=False),
        Binding("w,W", "use('stage')", show=False),
        Binding("d,D", "use('sell')", show=False),
        Binding("p,P", "payment", show=False),
        Binding("u,U,backspace", "take_back", show=False),
        Binding("enter,space", "confirm", show=False),
        Binding("escape", "skip", show=False),
        Binding("question_mark,h,H,f1", "help", show=False),
        Binding("l,L", "log", show=False),
        Binding("s,S", "score", show=False),
        Binding("r,R", "steps", show=False),
        Binding("tab", "city(1)", show=False, priority=True),
        Binding("shift+tab", "city(-1)", show=False, priority=True),
        Binding("q,Q", "quit", show=False),
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(self, match: Match, words: Words, *, lessons: bool = False) -> None:
        """With ``lessons`` (a first game) moves are revealed one by one, each with an explanation."""
        super().__init__()
        self.match = match
        self.words = words
        self.steps = lessons
        self.lessons = lessons
        self.cursor = Cursor()
        self.pages: list[Page] = []
        self.rows: list[Row] = []
        self.score_shown = False
        self.notice = ""
        self.reveal_wanted = False
        self.window: Size | None = None
        self.drawing = Drawing(self)

    def compose(self) -> ComposeResult:
        """The widgets from top to bottom."""
        yield Static(id="small")
        with Vertical(id="table"):
            yield Static(id="head")
            yield Static(id="others")
            with Horizontal(id="cities"):
                yield Panel(id="left")
                yield Panel(id="own")
                yield Panel(id="right")
            yield Static(id="last")
            with Horizontal(id="bottom"):
                yield Panel(id="hand")
                yield Panel(id="info")
            yield Static(id="keys")

    def on_mount(self) -> None:
        """Starts or resumes the game."""
        if self.lessons and not self.match.reveals and not self.match.game.record().lines:
            text = self.words("first.intro").splitlines()
            pages = partial(_intro, text)
            self.pages.append(Page(self.words("first.title"), pages, len(text)))
        self.score_shown = self.match.game.over
        self.think()

    def on_resize(self, event: events.Resize) -> None:
        """Redraws at the new size; ``self.size`` is updated only after this call."""
        self.window = event.size
        self.draw()

    # ---- the course of the game -----------------------------------------------------------------------------------

    def think(self) -> None:
        """Starts the worker in which the bots choose, one after the other."""
        self.draw()
        self.run_worker(self._bots_choose(), exclusive=True, group="bots")

    async def _bots_choose(self) -> None:
        match = self.match
        while True:
            if (decision := match.bot_decision) is not None:
                move = await asyncio.to_thread(match.bot_move, decision)
                reveal = match.play(decision, move)
                if reveal is not None:
                    self.turned(reveal)
            elif self.reveal_wanted and match.ready:
                self.turned(match.reveal())
            else:
                return
            self.draw()

    def reveal(self) -> None:
        """Reveals all choices, shows the result, and starts the bots on the next decision."""
        self.turned(self.match.reveal())
        self.think()

    def turned(self, reveal: Reveal) -> None:
        """Queues the text to read after a reveal and moves the cursor to the new hand."""
        self.cursor = Cursor(score_seat=self.cursor.score_seat)
        self.notice = ""
        self.reveal_wanted = False
        if self.steps and reveal.phase != "draft":  # drafted cards are face down: nothing to show
            told = partial(choice.told, reveal, self.match, self.words, lessons=self.lessons)
            self.pages.append(Page(f"{self.words('panel.reveal')} {describe.moment(reveal, self.words)}", told))
        if reveal.age_ended:
            name = self.words("conflict.title", age=describe.NUMERALS[reveal.age])
            fought = partial(_conflicts, reveal, self.match, self.words)
            self.pages.append(Page(name, fought))
        if self.match.game.over:
            self.score_shown = True

    def draw(self) -> None:
        """Redraws the screen."""
        self.drawing.draw()

    # ---- keys and clicks ------------------------------------------------------------------------------------------

    def action_pick(self, number: int) -> None:
        """Selects a row of the hand."""
        if not self.pages and not self.score_shown and number < len(self.rows):
            self.cursor.row, self.cursor.variants, self.notice = number, {}, ""
            self.draw()

    def action_move(self, step: int) -> None:
        """Moves the selection up or down."""
        if self.score_shown and not self.pages:
            self.cursor.score_row = (self.cursor.score_row + step) % len(score.score_rows(self.match))
            self.draw()
        elif self.rows:
            self.action_pick((self.cursor.row + step) % len(self.rows))

    def action_turn(self, step: int) -> None:
        """Selects the next city on the score sheet, or the next payment."""
        if self.score_shown and not self.pages:
            self.cursor.score_seat = (self.cursor.score_seat + step) % len(self.match.game.cities)
            self.cursor.city = self.cursor.score_seat
            self.draw()
        else:
            self.action_city(step)

    def action_city(self, step: int) -> None:
        """Shows the next city in the middle."""
        self.cursor.city = (self.cursor.city + step) % len(self.match.game.cities)
        self.draw()

    def action_use(self, use: str) -> None:
        """Chooses an action for the selected row, or explains why it is not possible."""
        if self.pages or self.score_shown or not self.rows:
            return
        row = self.rows[self.cursor.row]
        moves = row.uses.get(use, [])
        if moves:
            if self.match.asked is None:  # replaces the previous choice
                self.match.take_back()
            self.match.choose(moves[self.cursor.variants.get(use, 0) % len(moves)])
            self.cursor.variants, self.notice = {}, ""
            if self.match.asked is not None:  # the Free City's card is chosen after the player's own
                self.cursor.row = 0
        else:
            with self.match.reconsidered():
                why = row.why_not if use == TAKE else why_no_stage(self.match) if use == STAGE else None
            self.notice = describe.reason(why, self.words) if why else self.words("plain.not_offered")
        self.draw()

    def action_payment(self) -> None:
        """Selects the next payment of the chosen move, or of the action that has several."""
        if self.pages or self.score_shown:
            return
        row = self.rows[self.cursor.row] if self.rows else None
        if row is None:
            return
        with self.match.reconsidered() as taken:
            pass
        use = next((each for each in (TAKE, STAGE, SELL) if len(row.uses.get(each, [])) > 1), "")
        if taken is not None and row.holds(taken):
            same = next(moves for moves in row.uses.values() if taken in moves)
            self.match.take_back()
            self.match.choose(same[(same.index(taken) + 1) % len(same)])
            self.notice = self.words("info.one_payment") if len(same) == 1 else ""
        elif use:
            self.cursor.variants[use] = self.cursor.variants.get(use, 0) + 1
        else:
            self.notice = self.words("info.one_payment")
        self.draw()

    def action_take_back(self) -> None:
        """Takes back the latest choice."""
        self.reveal_wanted = False
        if self.match.take_back():
            self.notice = self.words("plain.taken_back")
        self.draw()

    def action_confirm(self) -> None:
        """Continues: next paragraph, reveal, or the first action of the selected row."""
        if self.pages:
            if self.pages[0].more():
                self.pages[0].shown += 1
            else:
                self.pages.pop(0)
            self.draw()
        elif self.score_shown:
            if not self.match.game.over:
                self.action_score()
        elif self.match.ready:
            self.reveal()
        elif self.match.asked is None and self.match.staged:
            self.reveal_wanted = True
        elif self.rows:
            row = self.rows[self.cursor.row]
            self.action_use(row.only_use if row.only_use and row.why_not is None else TAKE)

    def action_skip(self) -> None:
        """Skips the text being read."""
        self.pages.clear()
        self.score_shown = self.match.game.over
        self.draw()

    def action_score(self) -> None:
        """Shows or hides the score if the game ended now."""
        self.score_shown = not self.score_shown or self.match.game.over
        self.draw()

    def action_steps(self) -> None:
        """Toggles between revealing city by city and all at once."""
        self.steps = not self.steps
        self.notice = self.words("first.steps_on" if self.steps else "first.steps_off")
        self.draw()

    def action_help(self) -> None:
        """Explains the selected card, or everything else."""
        card = self.rows[self.cursor.row].card if self.rows else None
        self.push_screen(HelpScreen(self.match.game, self.words, card.name if card else ""))

    def action_log(self) -> None:
        """Opens the log."""
        self.push_screen(LogScreen(self.match, self.words))

    async def action_quit(self) -> None:
        """Quits; the record holds everything that was revealed."""
        self.match.save()
        self.exit()

    def clicked(self, panel: str, line: int) -> None:
        """Handles a click: selects a row or a cell, shows a city, or continues."""
        if panel == "hand" and self.pages:
            self.action_confirm()
        elif panel == "hand" and self.score_shown and 1 <= line <= len(score.score_rows(self.match)):
            self.cursor.score_row = line - 1
            self.draw()
        elif panel == "hand" and 0 <= line < len(self.rows):
            self.action_pick(line)
        elif panel == "info" and self.match.ready:
            self.action_confirm()
        elif panel in ("left", "right"):
            own = self.match.game.cities[YOU]
            self.cursor.city = int(own.left if panel == "left" else own.right)
            self.draw()
        elif panel == "own":
            self.cursor.city = YOU
            self.draw()

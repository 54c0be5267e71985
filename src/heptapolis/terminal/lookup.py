"""Two screens over the table: help and log."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from heptapolis.terminal import describe
from heptapolis.terminal.help import entries, find
from heptapolis.terminal.panels import choice

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from heptapolis import Game
    from heptapolis.terminal.help import Entry
    from heptapolis.terminal.match import Match
    from heptapolis.terminal.words import Words


class HelpScreen(ModalScreen[None]):
    """A searchable list of all symbols, boards and cards; it opens at the selected card if there is one."""

    BINDINGS: ClassVar = [
        Binding("escape,question_mark,f1", "dismiss", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
        Binding("down", "step(1)", show=False, priority=True),
    ]

    def __init__(self, game: Game, words: Words, card: str) -> None:
        """``card`` is the English name of the card to show first, or ''."""
        super().__init__()
        self.words = words
        self.all = entries(game, words)
        if card:
            self.all.sort(key=lambda entry: entry.key != card)
        self.found: list[Entry] = self.all

    def compose(self) -> ComposeResult:
        """A search field, the list, and the explanation."""
        with Vertical(id="help") as box:
            box.border_title = self.words("help.title")
            yield Input(placeholder=self.words("help.search"), id="find")
            with Horizontal():
                yield OptionList(id="found")
                with VerticalScroll(id="text"):
                    yield Static(id="entry")

    def on_mount(self) -> None:
        """Lists everything."""
        self.list_entries()
        self.query_one("#find", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Lists the entries that match the search."""
        self.found = find(self.all, event.value) if event.value else self.all
        self.list_entries()

    def list_entries(self) -> None:
        """Shows the list and its first entry."""
        chosen = self.query_one("#found", OptionList)
        chosen.clear_options()
        chosen.add_options([Option(Text(f"{each.sign} {each.title}", each.paint)) for each in self.found])
        chosen.highlighted = 0 if self.found else None
        self.show_entry(0)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explains the highlighted entry."""
        self.show_entry(event.option_index)

    def show_entry(self, index: int) -> None:
        """Explains one entry."""
        text = Text()
        if index < len(self.found):
            entry = self.found[index]
            text.append(f"{entry.sign} {entry.title}\n\n", f"bold {entry.paint}".strip())
            text.append("\n".join(entry.lines))
        self.query_one("#entry", Static).update(text)

    def action_step(self, step: int) -> None:
        """Moves to the next entry; the search field keeps the focus."""
        chosen = self.query_one("#found", OptionList)
        if self.found:
            chosen.highlighted = ((chosen.highlighted or 0) + step) % len(self.found)


class LogScreen(ModalScreen[None]):
    """The moves of all cities by turn, newest last."""

    BINDINGS: ClassVar = [Binding("escape,l,L,q,Q,enter", "dismiss", show=False, priority=True)]

    def __init__(self, match: Match, words: Words) -> None:
        """Shows the reveals of a match since it was opened."""
        super().__init__()
        self.match = match
        self.words = words

    def compose(self) -> ComposeResult:
        """One long text, which is written when its width is known."""
        with VerticalScroll(id="log") as box:
            box.border_title = self.words("key.log")
            yield Static()

    def on_resize(self) -> None:
        """Writes the text for the width of the window and scrolls to its end."""
        box = self.query_one("#log", VerticalScroll)
        self.query_one(Static).update(self._text(box.scrollable_content_region.width) or self.words("last.none"))
        box.scroll_end(animate=False)

    def _text(self, width: int) -> Text:
        text = Text()
        for reveal in self.match.reveals:
            text.append(f"{describe.moment(reveal, self.words)}\n", "bold #f2cc5b")
            for paragraph in choice.told(reveal, self.match, self.words, width, lessons=False):
                text.append_text(Text("\n").join(paragraph)).append("\n")
            if reveal.age_ended:
                text.append_text(Text("\n").join(choice.conflicts(reveal, self.match, self.words, width))).append("\n")
        return text

"""State of the screen between key presses: the cursor and the text to read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heptapolis.terminal.match import YOU

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

LEAST_WIDTH = 80
"""The minimum width of the screen."""


@dataclass
class Page:
    """Text to read before the game continues, paragraph by paragraph."""

    title: str
    paragraphs: Callable[[int], list[list[Text]]]
    """The paragraphs, in lines of a given width."""
    shown: int = 1
    """How many paragraphs are on the screen."""

    def lines(self, width: int) -> list[Text]:
        """The lines on the screen."""
        return [line for paragraph in self.paragraphs(width)[: self.shown] for line in paragraph]

    def more(self) -> bool:
        """Whether there are more paragraphs."""
        return self.shown < len(self.paragraphs(LEAST_WIDTH))


@dataclass
class Cursor:
    """What the player has selected."""

    row: int = 0
    variants: dict[str, int] = field(default_factory=dict)
    """The selected payment, by use."""
    city: int = YOU
    """The city shown in the middle."""
    score_row: int = 0
    score_seat: int = YOU

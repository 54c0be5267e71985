"""Makes the pictures of the terminal game in docs/images: `python tools/terminal_screenshot.py [FOLDER]`.

A bot plays the person's seat too, so the same seed gives the same pictures.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heptapolis import Game
from heptapolis.bots import make_bot
from heptapolis.terminal.app import TableApp
from heptapolis.terminal.match import YOU, Match
from heptapolis.terminal.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

IMAGES = Path(__file__).parent.parent / "docs" / "images"
SIZE = (100, 30)


def played_on(match: Match, age: int, turn: int) -> Match:
    """The match at the start of a turn, or at the end of the game if it is never reached."""
    stand_in = make_bot("normal", 1)
    match.bots_choose()
    while not match.game.over and (match.game.age, match.game.turn) < (age, turn):
        while (decision := match.asked) is not None:
            match.choose(stand_in.choose(match.trial.view(YOU), decision))
        match.reveal()
        match.bots_choose()
    return match


async def picture(file: Path, match: Match, keys: Sequence[str], language: str, *, lessons: bool = False) -> None:
    """Draws the match after some keys into a file."""
    app = TableApp(match, Words(language), lessons=lessons)
    async with app.run_test(size=SIZE) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press(*keys)
        await app.workers.wait_for_complete()
        await pilot.pause()
        drawn = app.export_screenshot(title="Heptapolis")
    file.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", encoding="utf-8")


def a_match(**options: Any) -> Match:
    """An unrecorded game against normal bots."""
    return Match.start(Game.new(**options), "normal")


def main(folder: Path = IMAGES) -> None:
    """Writes every picture into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    middle = played_on(a_match(players=5, seed=11), 2, 2)
    asyncio.run(picture(folder / "terminal.svg", middle, ["3"], "en"))
    end = played_on(a_match(players=4, seed=21, expansions=("leaders", "cities")), 4, 1)
    asyncio.run(picture(folder / "terminal-score.svg", end, ["escape", "down", "down", "down", "down"], "en"))
    first = played_on(a_match(players=3, seed=31, sides=("A", "A", "A")), 1, 2)
    asyncio.run(picture(folder / "terminal-first-game.svg", first, ["1", "d", *["enter"] * 3], "fr", lessons=True))
    asyncio.run(picture(folder / "terminal-help.svg", played_on(a_match(players=3, seed=11), 2, 2), ["2", "?"], "de"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)

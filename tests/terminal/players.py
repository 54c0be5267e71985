"""A player for the tests: makes matches, and plays them on the screen by pressing keys, like anybody else."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from heptapolis.engine import Game
from heptapolis.terminal.app import TableApp
from heptapolis.terminal.match import Match
from heptapolis.terminal.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.pilot import Pilot


def a_match(path: Path | None = None, level: str = "random", **options: Any) -> Match:
    """A new game against quick bots."""
    return Match.start(Game.new(**{"players": 3, "seed": 1, **options}), level, path=path)


def an_app(match: Match, language: str = "en", *, lessons: bool = False) -> TableApp:
    return TableApp(match, Words(language), lessons=lessons)


async def settle(pilot: Pilot[None]) -> None:
    """Waits until the bots have chosen and everything is drawn."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def choose_something(pilot: Pilot[None], chance: random.Random) -> str:
    """Presses keys until something is chosen; gives the kind of the decision."""
    app = pilot.app
    assert isinstance(app, TableApp)
    decision = app.match.asked
    assert decision is not None
    row = chance.choice([index for index, each in enumerate(app.rows) if each.uses])
    if row < 9:
        await pilot.press(str(row + 1))
    else:
        await pilot.press("1", *["up"] * (len(app.rows) - row))
    before = len(app.match.staged)
    for key in chance.choice(["wbd", "bwd", "dbw", "pbwd"]):
        await pilot.press(key)
        if len(app.match.staged) > before:
            break
    assert len(app.match.staged) == before + 1, "every row has a use"
    return decision.kind


async def play_on(
    pilot: Pilot[None], chance: random.Random, until: Callable[[TableApp], bool] = lambda app: app.match.game.over
) -> list[str]:
    """Plays by keys until something holds; gives the kinds of everything that was decided."""
    app = pilot.app
    assert isinstance(app, TableApp)
    kinds = []
    await settle(pilot)
    while not until(app):
        if app.pages:
            await pilot.press("enter")
        elif app.match.ready:
            await pilot.press("enter")
            await settle(pilot)
        elif app.match.asked is not None:
            kinds.append(await choose_something(pilot, chance))
        else:
            await settle(pilot)
    return kinds


def screen_text(app: TableApp) -> str:
    """Everything on the screen as plain lines."""
    lines = []
    for y in range(app.size.height):
        strip = app.screen._compositor.render_strips()[y]
        lines.append(strip.text)
    return "\n".join(lines)

"""Creates matches and plays them on the screen by pressing keys."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from heptapolis import Game
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


async def type_keys(pilot: Pilot[None], keys: list[str]) -> None:
    """Presses keys without waiting in between, then waits once.

    The pilot's own `press` waits several times for each key, which makes whole games slow.
    """
    for key in keys:
        pilot.app.simulate_key(key)
    await pilot.pause()
    await settle(pilot)


def a_choice(app: TableApp, chance: random.Random) -> list[str]:
    """Keys that choose a legal move, sometimes after an impossible one."""
    possible = [(index, row) for index, row in enumerate(app.rows) if row.uses]
    index, row = chance.choice(possible)
    keys = [str(index + 1)] if index < 9 else ["1", *["up"] * (len(app.rows) - index)]
    letters = {"take": "b", "stage": "w", "sell": "d"}
    if chance.random() < 0.2:
        keys += [letter for use, letter in letters.items() if use not in row.uses]
    if chance.random() < 0.3:
        keys.append("p")
    return [*keys, letters[chance.choice(list(row.uses))]]


async def choose_something(pilot: Pilot[None], chance: random.Random) -> str:
    """Presses keys that choose a move; returns the kind of the decision."""
    app = pilot.app
    assert isinstance(app, TableApp)
    decision = app.match.asked
    assert decision is not None
    before = len(app.match.staged)
    await type_keys(pilot, a_choice(app, chance))
    assert len(app.match.staged) == before + 1, "one thing is chosen"
    return decision.kind


async def play_on(
    pilot: Pilot[None], chance: random.Random, until: Callable[[TableApp], bool] = lambda app: app.match.game.over
) -> list[str]:
    """Plays by keys until a condition holds; returns the kinds of all decisions."""
    app = pilot.app
    assert isinstance(app, TableApp)
    kinds = []
    await settle(pilot)
    while not until(app):
        if not app.pages and app.match.asked is not None:
            kinds.append(await choose_something(pilot, chance))
        else:
            await type_keys(pilot, ["enter"])
    return kinds


def screen_text(app: TableApp) -> str:
    """Everything on the screen as plain lines."""
    lines = []
    for y in range(app.size.height):
        strip = app.screen._compositor.render_strips()[y]
        lines.append(strip.text)
    return "\n".join(lines)

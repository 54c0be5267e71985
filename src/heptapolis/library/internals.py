"""The engine objects behind the library's types, for Heptapolis' own packages only.

Fast bots, and packages that explain the rules, work on the engine's own table and views. Other programs should not use
this module: it may change at any time. A test lists who may import it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heptapolis.engine import View as EngineView
    from heptapolis.engine.table import Table
    from heptapolis.library.games import Game
    from heptapolis.library.views import View


def table_of(game: Game) -> Table:
    """Returns the engine's table of a game. Changing it changes the game."""
    return game._table


def engine_view(view: View) -> EngineView:
    """Returns the engine's view behind a view."""
    return view._seen

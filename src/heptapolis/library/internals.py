"""What lies behind the library's types, for the packages of Heptapolis itself.

Bots that must be fast, and programs that explain the rules, work on the engine's own table and views. Whoever uses
the library has no need of this module, and it may change at any time. A test lists who may import it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heptapolis.engine import View as EngineView
    from heptapolis.engine.table import Table
    from heptapolis.library.games import Game
    from heptapolis.library.views import View


def table_of(game: Game) -> Table:
    """Returns the table on which a game is played. Whoever changes it changes the game."""
    return game._table


def engine_view(view: View) -> EngineView:
    """Returns the engine's form of a view."""
    return view._seen

"""The interface of bots: a bot gets a view and a decision and returns a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from heptapolis import HeptapolisError
from heptapolis.engine.moves import OWN_CITY
from heptapolis.library.internals import engine_view
from heptapolis.record.moves import plain_move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heptapolis import Decision, Move, View
    from heptapolis.engine.knowledge.views import View as EngineView
    from heptapolis.engine.moves import Move as EngineMove


@runtime_checkable
class Bot(Protocol):
    """A player with its own random generator and time budget. It sees only what its seat may see."""

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns one of ``decision.moves``; ``view.seat`` is the seat that decides."""
        ...


@runtime_checkable
class EngineBot(Protocol):
    """A built-in bot. It works on the engine's own views and moves, for speed."""

    def pick(self, view: EngineView, moves: Sequence[EngineMove]) -> EngineMove:
        """Returns one of the moves, all of which are legal and for the same city."""
        ...


class AdaptedBot:
    """Adapts an ``EngineBot`` to the ``Bot`` interface."""

    def __init__(self, bot: EngineBot) -> None:
        self._bot = bot

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns the move that the bot picks."""
        seen = engine_view(view)
        for_city = OWN_CITY if decision.city == decision.player else decision.city
        return plain_move(self._bot.pick(seen, [move for move in seen.moves if move.city == for_city]))

    def __repr__(self) -> str:
        return repr(self._bot)


class BotFactory(Protocol):
    """The factory behind a name in the registry."""

    def __call__(self, seed: int, options: Mapping[str, str]) -> Bot | EngineBot:
        """Returns a bot for one game.

        Raises:
            UnknownBot: An option is unknown, or its value is invalid.
        """
        ...


class UnknownBot(HeptapolisError, ValueError):
    """There is no such bot, or it has no such option."""


def decided_city(view: EngineView, moves: Sequence[EngineMove]) -> int:
    """Returns the city that a decision is for: the seat's own, or the Free City."""
    assert view.seat is not None, "a spectator decides nothing"
    return view.seat if moves[0].city == OWN_CITY else int(moves[0].city)

"""What a bot is: something that gets a view and a decision, and answers with a legal move."""

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
    """A player. It brings its own random generator and its budget, and sees only what its seat may see."""

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns one of ``decision.moves``; ``view.seat`` is the seat that decides."""
        ...


@runtime_checkable
class EngineBot(Protocol):
    """A bot of ours that works on the engine's own views and moves, since it has to be fast."""

    def pick(self, view: EngineView, moves: Sequence[EngineMove]) -> EngineMove:
        """Returns one of the moves, all of which are legal and for the same city."""
        ...


class AdaptedBot:
    """A bot of ours for those who ask in the words of the library."""

    def __init__(self, bot: EngineBot) -> None:
        """Wraps a bot that works on the engine's views and moves."""
        self._bot = bot

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns the move that the bot picks."""
        seen = engine_view(view)
        for_city = OWN_CITY if decision.city == decision.player else decision.city
        return plain_move(self._bot.pick(seen, [move for move in seen.moves if move.city == for_city]))

    def __repr__(self) -> str:
        """Shows the bot itself."""
        return repr(self._bot)


class BotFactory(Protocol):
    """What stands behind a name in the registry."""

    def __call__(self, seed: int, options: Mapping[str, str]) -> Bot | EngineBot:
        """Returns a bot for one game.

        Raises:
            UnknownBot: It does not have an option, or a value does not fit.
        """
        ...


class UnknownBot(HeptapolisError, ValueError):
    """There is no such bot, or it has no such option."""


def decided_city(view: EngineView, moves: Sequence[EngineMove]) -> int:
    """Returns the city that a decision is for: the seat's own, or the Free City."""
    assert view.seat is not None, "a spectator decides nothing"
    return view.seat if moves[0].city == OWN_CITY else int(moves[0].city)

"""What a bot is: something that gets a view and its legal moves and answers with one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from heptapolis.engine import HeptapolisError
from heptapolis.engine.moves import OWN_CITY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heptapolis.engine import Move
    from heptapolis.engine.knowledge.views import View


@runtime_checkable
class Bot(Protocol):
    """A player. It brings its own random generator and its budget, and never sees the table."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """One of the moves, all of which are legal and for the same city; ``view.seat`` is the seat that decides."""
        ...


class BotFactory(Protocol):
    """What stands behind a name in the registry."""

    def __call__(self, seed: int, options: Mapping[str, str]) -> Bot:
        """A bot for one game.

        Raises:
            UnknownBot: an option that it does not have, or a value that does not fit.
        """
        ...


class UnknownBot(HeptapolisError):
    """There is no such bot, or it has no such option."""


def decided_city(view: View, moves: Sequence[Move]) -> int:
    """The city that a decision is for: the seat's own, or the Free City."""
    assert view.seat is not None, "a spectator decides nothing"
    return view.seat if moves[0].city == OWN_CITY else int(moves[0].city)


def one_decision(moves: Sequence[Move]) -> list[Move]:
    """The moves of the first city among them: whoever decides for two cities at once decides one after the other."""
    return [move for move in moves if move.city == moves[0].city]

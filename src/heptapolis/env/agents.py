"""Bots as agents in every environment: `sage`, `rules`, a program, or a bot of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heptapolis import View
from heptapolis.bots import Bot, make_bot
from heptapolis.engine import view
from heptapolis.engine.errors import Reason
from heptapolis.engine.table import NOBODY
from heptapolis.env.encoding.codec import WAIT
from heptapolis.record.moves import find_legal, refusal

if TYPE_CHECKING:
    from heptapolis.engine.moves import Move
    from heptapolis.env.encoding.batch import Episode


class Agent:
    """A bot that plays a seat of an environment; it sees only what that seat may see.

    >>> from heptapolis.env import parallel_env
    >>> table = parallel_env(players=3)
    >>> observations, infos = table.reset(seed=1)
    >>> table.action_name(Agent("greedy", seed=1).act(table, "seat_0"))
    'build Baths'
    """

    def __init__(self, bot: str | Bot, seed: int = 0) -> None:
        """``bot`` is a bot or its name, such as ``sage`` or ``rules``.

        Raises:
            UnknownBot: There is no such bot.
        """
        self.name = bot if isinstance(bot, str) else type(bot).__name__
        self.bot = make_bot(bot, seed) if isinstance(bot, str) else bot

    def act(self, environment: Any, seat: int | str | None = None) -> Any:
        """The bot's action now, for ``step`` of any environment; also for a state of OpenSpiel.

        Args:
            environment: it may be wrapped. In a batched or vector environment the actions of a seat in all games are
                returned as an array.
            seat: a number or PettingZoo's name. Not needed for ``single_env``, where it is the learner's, and in the
                AEC environment, where it is the one whose turn it is; there a seat of a finished game gets None.

        Raises:
            TypeError: No game is running, or the seat must be named.
            IllegalMove: The bot chose an illegal move.
        """
        inner = getattr(environment, "unwrapped", environment)
        if seat is None:
            seat = getattr(environment, "agent_selection", getattr(inner, "place", None))
        if seat is None:
            raise TypeError(f"name the seat: {type(inner).__name__} has several")
        number = int(seat.removeprefix("seat_")) if isinstance(seat, str) else seat
        if hasattr(inner, "agent_actions"):
            return inner.agent_actions(self, number)
        episode = getattr(inner, "episode", None)
        if episode is None:
            raise TypeError(f"{type(inner).__name__} has no running game: call reset first")
        if hasattr(environment, "agent_selection") and episode.table.over:
            return None
        return self.action(episode, number)

    def move(self, episode: Episode, player: int) -> Move | None:
        """The bot's move in a game; None if the player has no decision.

        Raises:
            IllegalMove: The bot chose an illegal move.
        """
        city = episode.seats[player].city
        if city == NOBODY:
            return None
        seen = View(view(episode.table, player))
        decision = next(each for each in seen.pending if each.city == city)
        chosen = self.bot.choose(seen, decision)
        found = find_legal(episode.table, player, city, chosen)
        if isinstance(found, Reason):
            raise refusal(player, chosen, found)
        return found

    def action(self, episode: Episode, player: int) -> int:
        """The bot's action in a game. With ``payments="cheapest"`` what the bot would pay is not part of it."""
        move = self.move(episode, player)
        if move is None:
            return WAIT
        city = episode.seats[player].city
        return int(episode.coding.action_of(move, episode.table.phase.moves(episode.table, city)))

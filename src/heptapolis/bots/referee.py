"""The referee replaces and counts a bot's bad answers, so that the game always continues."""

from __future__ import annotations

import logging
from collections import Counter
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from heptapolis.bots.ladder import GreedyBot
from heptapolis.bots.program import CannotStart, IllegalAnswer
from heptapolis.bots.protocol import AdaptedBot

if TYPE_CHECKING:
    from heptapolis import Decision, Move, View
    from heptapolis.bots.protocol import Bot

log = logging.getLogger(__name__)


class Refereed:
    """A bot whose bad answers are replaced by moves of `greedy`.

    An answer is bad if it raises an exception, is not a legal move, or exceeds the time limit. A program that cannot be
    started gives no answers at all: that error is passed on.
    """

    def __init__(self, bot: Bot, seed: int, limit_ms: float | None = None) -> None:
        """``limit_ms`` is the time limit of a decision, if there is one."""
        self._bot = bot
        self._stand_in = AdaptedBot(GreedyBot(seed))
        self._limit_ms = limit_ms
        self.decisions = 0
        self.replaced: Counter[str] = Counter()
        """Replaced decisions by reason: crashed, illegal or late."""
        self.first_errors: dict[str, str] = {}
        """What was wrong the first time, by reason."""
        self.milliseconds: list[float] = []
        """How long the bot took for each decision with more than one legal move."""
        self.cpu_milliseconds: list[float] = []
        """The CPU time of this process for the same decisions."""

    @property
    def replaced_moves(self) -> int:
        """The number of decisions that `greedy` took instead."""
        return self.replaced.total()

    def choose(self, view: View, decision: Decision) -> Move:
        """Returns the bot's move if it is legal and in time, else `greedy`'s.

        Raises:
            CannotStart: The bot is a program that cannot be started.
        """
        legal = decision.moves
        self.decisions += 1
        start = perf_counter()
        cpu_start = process_time()
        wrong = error_text = ""
        chosen: object = None
        try:
            chosen = self._bot.choose(view, decision)
        except CannotStart:
            raise
        except Exception as error:  # a bot may be third-party code: whatever it raises must not end the game
            wrong = "crashed"
            if isinstance(error, TimeoutError | IllegalAnswer):
                wrong = "late" if isinstance(error, TimeoutError) else "illegal"
            error_text = str(error) or type(error).__name__
            log.debug("the bot %r failed", self._bot, exc_info=error)
        taken = (perf_counter() - start) * 1000
        if len(legal) > 1:
            self.milliseconds.append(taken)
            self.cpu_milliseconds.append((process_time() - cpu_start) * 1000)
        if not wrong and self._limit_ms is not None and taken > self._limit_ms:
            wrong, error_text = "late", f"{taken:.0f} ms for a decision, the limit is {self._limit_ms:g} ms"
        if not wrong:
            for move in legal:
                if move == chosen:
                    return move
            wrong, error_text = "illegal", f"not among the legal moves: {chosen!r:.200}"
        self.replaced[wrong] += 1
        self.first_errors.setdefault(wrong, error_text)
        return self._stand_in.choose(view, decision)

"""The bot `sage`: the net alone, or with a search."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from heptapolis.bots.playouts.heuristics import candidates
from heptapolis.bots.playouts.search import Budget
from heptapolis.bots.sage.choice import Player, best_place, drawn_place
from heptapolis.bots.sage.encoder import Encoder, city_of, totals
from heptapolis.bots.sage.net import NetFile, shipped_net
from heptapolis.bots.sage.opponents import Opponents
from heptapolis.bots.sage.passed_hands import remembered_hands, seen_table
from heptapolis.bots.sage.search import Candidate, best_first, judged, search, to_choose_from
from heptapolis.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.bots.sage.net import Evaluator
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table


class Mind:
    """A net with an encoder for every rulebook used so far."""

    def __init__(self, file: NetFile, plain: bool = False) -> None:
        """``plain`` forces pure Python instead of the C module."""
        self.net: Evaluator = file.net(plain)
        self.layout = file.layout()
        self.players: dict[tuple[str, tuple[str, ...]], Player] = {}

    def player(self, rules: Rules) -> Player:
        """Returns the net with the encoder of a rulebook."""
        found = self.players.get(rules.key)
        if found is None:
            found = Player(self.net, Encoder(self.layout, rules))
            self.players[rules.key] = found
        return found

    def answers(self, view: View, table: Table, moves: list[Move]) -> list[int]:
        """Returns the net's answers for some moves of one decision."""
        assert view.seat is not None, "a spectator decides nothing"
        player = self.player(view.rules)
        seat = city_of(view.seat, moves[0])
        seen = remembered_hands(view)
        base, changes = player.encoder.decision(table, view.seat, seat, seen, moves, totals(table))
        return player.net.evaluate(base, changes)


@cache
def shipped_mind() -> Mind:
    """The net that comes with the package; read once per process."""
    return Mind(shipped_net())


class SageBot:
    """The champion. Without a budget it decides by the net alone and is deterministic."""

    def __init__(self, seed: int, budget: tuple[int, float, float], noise: float, mind: Mind) -> None:
        """Creates a bot.

        Args:
            seed: The seed of all random choices.
            budget: The limits of the search: playouts, milliseconds, CPU milliseconds. All zero means no search.
            noise: How far a weaker player misjudges moves, in points.
            mind: The net.
        """
        self._rng = Rng(seed)
        self._budget = budget
        self._noise = noise
        self._mind = mind
        self._opponents = Opponents()

    def pick(self, view: View, moves: Sequence[Move]) -> Move:
        """Returns the best move according to the net, and to the search if there is a budget."""
        legal = list(moves)
        choices = candidates(legal)
        if len(choices) == 1 and len(legal) == 1:
            return choices[0]
        table = seen_table(view)
        answers = self._mind.answers(view, table, choices)
        if self._noise > 0.0:
            return choices[drawn_place(answers, self._noise, self._rng)]
        if max(self._budget) > 0 and len(choices) > 1:
            assert view.seat is not None, "a spectator decides nothing"
            player = self._mind.player(view.rules)
            seat = city_of(view.seat, choices[0])
            compared = to_choose_from(judged(choices, answers))
            budget = Budget(*self._budget)
            self._opponents.begin(view)
            best = search(view, player, seat, compared, budget, self._rng, True, self._opponents).move
        else:
            best = choices[best_place(answers)]
        return self._best_payment(view, table, legal, best)

    def _best_payment(self, view: View, table: Table, legal: list[Move], best: Move) -> Move:
        """Of payments with equal cost, the one that gives the coins to the better neighbor."""
        same = [move for move in legal if _alike(move, best)]
        if len(same) == 1:
            return best
        return same[best_place(self._mind.answers(view, table, same))]


def _alike(move: Move, other: Move) -> bool:
    """Whether two moves differ only in who is paid."""
    return (
        move.kind == other.kind
        and move.card is other.card
        and move.using == other.using
        and move.copied == other.copied
        and move.coins == other.coins
        and move.side == other.side
        and move.left + move.right + move.bank == other.left + other.right + other.bank
    )


def evaluated(view: View, choices: list[Move], budget: tuple[int, float, float], seed: int) -> list[Candidate]:
    """Some moves of a decision as evaluated by net and search, best first."""
    assert view.seat is not None, "a spectator decides nothing"
    mind = shipped_mind()
    found = judged(choices, mind.answers(view, seen_table(view), choices))
    if max(budget) > 0 and len(found) > 1:
        player = mind.player(view.rules)
        seat = city_of(view.seat, choices[0])
        best = search(view, player, seat, found, Budget(*budget), Rng(seed), False, Opponents())
        found = [best, *best_first([each for each in found if each is not best])]
    return found


def sage_bot(seed: int, budget: tuple[int, float, float], noise: float, net: str = "") -> SageBot:
    """Creates the champion of this version, or one with the net of a file.

    Raises:
        BadNet: The file is not a net.
        OSError: The file cannot be read.
    """
    return SageBot(seed, budget, noise, mind_of(net) if net else shipped_mind())


@cache
def mind_of(path: str) -> Mind:
    """The net of a file; read once per process."""
    with open(path, "rb") as file:
        return Mind(NetFile.read(file.read()))

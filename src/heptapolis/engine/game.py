"""A game as others use it: who must decide, what may be decided, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.errors import IllegalMove, Reason
from heptapolis.engine.knowledge.views import View, view
from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.phases import waiting
from heptapolis.engine.play import decide, legal_move, new_game, take_back
from heptapolis.engine.reveal import Reveal, moment
from heptapolis.engine.scoring import scores, totals, winners

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from heptapolis.engine.moves import Move
    from heptapolis.engine.score_sheet import Score
    from heptapolis.engine.table import Table


class Decision:
    """Something a player must decide now."""

    def __init__(self, player: int, kind: str, city: int) -> None:
        """``city`` is the city it is for: the player's own, or the Free City."""
        self._player = player
        self._kind = kind
        self._city = city

    @property
    def player(self) -> int:
        """Who decides."""
        return self._player

    @property
    def kind(self) -> str:
        """What is decided: side, draft, recruit, play, last-card, dig, copy or debt."""
        return self._kind

    @property
    def city(self) -> int:
        """The city it is for."""
        return self._city

    def __eq__(self, other: object) -> bool:
        """Equal when player, kind and city are."""
        return isinstance(other, Decision) and (self._player, self._kind, self._city) == (
            other._player,
            other._kind,
            other._city,
        )

    def __hash__(self) -> int:
        """By player, kind and city."""
        return hash((self._player, self._kind, self._city))

    def __repr__(self) -> str:
        """Player, kind and city."""
        return f"Decision(player={self._player}, kind={self._kind!r}, city={self._city})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles by its values."""
        return Decision, (self._player, self._kind, self._city)


class Game:
    """One game from set-up to the last conflict.

    >>> game = Game.new(players=3, seed=7)
    >>> [decision.kind for decision in game.pending]
    ['play', 'play', 'play']
    """

    def __init__(self, table: Table) -> None:
        """A game that goes on from a table; ``new`` starts one."""
        self._table = table

    @staticmethod
    def new(
        players: int = 3,
        edition: str = "first",
        expansions: Iterable[str] = (),
        mode: str = "",
        seed: int = 0,
        boards: Sequence[str | None] = (),
        sides: Sequence[str | None] = (),
    ) -> Game:
        """A new game.

        Args:
            players: 2 to 7, with Cities up to 8. Two play the variant with the Free City, which sits last.
            edition: ``first`` (2010) or ``second`` (2020).
            expansions: any of ``leaders``, ``cities``, ``manneken-pis``.
            mode: ``standard``, ``free-city`` or ``teams``; by default what fits the number of players.
            seed: decides every shuffle; any whole number below 2**128.
            boards: wonders by seat, random where None or missing.
            sides: sides by seat, random where None or missing (in the second edition their owners are asked).

        Raises:
            InvalidOptions: these do not go together.
        """
        return Game(new_game(players, edition, expansions, mode, seed, boards, sides))

    @property
    def table(self) -> Table:
        """The table itself, secrets included: for the engine's own friends, never for a player."""
        return self._table

    @property
    def over(self) -> bool:
        """Whether the last conflict has been fought."""
        return self._table.over

    @property
    def age(self) -> int:
        """The age being played."""
        return self._table.age

    @property
    def turn(self) -> int:
        """The turn of the age, counted from 1."""
        return self._table.turn

    @property
    def phase(self) -> str:
        """What is being decided; ``over`` at the end."""
        return self._table.phase.name

    @property
    def moment(self) -> str:
        """When the game stands, as records write it: ``draft.1``, ``II.3``, ``III.6 dig``, ``over``."""
        return moment(self._table)

    @property
    def pending(self) -> list[Decision]:
        """Everything that must be decided now, by city."""
        table = self._table
        return [Decision(table.decider(seat), table.phase.name, seat) for seat in waiting(table)]

    def legal(self, player: int) -> list[Move]:
        """Every move a player may make now, in a fixed order; none when nothing is asked of the player."""
        moves: list[Move] = []
        for decision in self.pending:
            if decision.player == player:
                moves += self._table.phase.moves(self._table, decision.city)
        return moves

    def why_not(self, player: int, move: Move) -> Reason | None:
        """Why a move is not allowed now; None if it is legal."""
        found = legal_move(self._table, player, player if move.city == OWN_CITY else move.city, move)
        return found if isinstance(found, Reason) else None

    def play(self, player: int, move: Move) -> Reveal | None:
        """Makes a move, or replaces the one chosen before; the phase is carried out when the last player has chosen.

        Returns:
            What was revealed, if this was the last choice missing; else None.

        Raises:
            IllegalMove: nothing has changed.
        """
        city = player if move.city == OWN_CITY else move.city
        found = legal_move(self._table, player, city, move)
        if isinstance(found, Reason):
            raise IllegalMove(found.code, f"{move!r} by seat {player}: {found.key}")
        return decide(self._table, city, found)

    def withdraw(self, player: int) -> None:
        """Takes back what a player has chosen, as long as somebody else has not chosen yet.

        Raises:
            IllegalMove: nothing to take back.
        """
        if not take_back(self._table, player):
            raise IllegalMove("move/not-pending", f"seat {player} has chosen nothing that could be taken back")

    def scores(self) -> list[Score]:
        """The points of every city as if the game ended now."""
        return scores(self._table)

    def winners(self) -> list[int]:
        """The seats that win as if the game ended now."""
        return winners(self._table, totals(self._table))

    def view(self, seat: int | None) -> View:
        """What a seat may see now; ``None`` is a spectator."""
        return view(self._table, seat)

    def copy(self) -> Game:
        """The same game, to be played on alone."""
        return Game(self._table.copy())

    def __copy__(self) -> Game:
        """The same game, to be played on alone."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        """The same game, to be played on alone."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with its table."""
        return Game, (self._table,)

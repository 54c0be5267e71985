"""Decisions and their legal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis.record.moves import Move


class Decision:
    """A decision that a player must make now, with its legal moves.

    >>> import heptapolis
    >>> game = heptapolis.Game.new(players=3, seed=7)
    >>> game.pending[0]
    Decision(player=0, kind='play', city=0)
    >>> for decision in game.pending:
    ...     reveal = game.play(decision, decision.moves[0])
    """

    __slots__ = ("_city", "_kind", "_moves", "_number", "_player")

    def __init__(
        self,
        player: int,
        kind: str,
        city: int,
        moves: tuple[Move, ...] | Callable[[], tuple[Move, ...]],
        number: int | None = None,
    ) -> None:
        """Creates a decision. Use ``Game.pending`` or ``View.pending`` instead.

        Args:
            player: Who decides.
            kind: What is decided.
            city: The city decided for.
            moves: The legal moves, or a function that lists them on first access.
            number: The number of reveals in the game so far; None if unknown.
        """
        self._player = player
        self._kind = kind
        self._city = city
        self._moves = moves
        self._number = number

    @property
    def player(self) -> int:
        """The seat of the player who decides."""
        return self._player

    @property
    def kind(self) -> str:
        """What is decided: ``side``, ``draft``, ``recruit``, ``play``, ``last-card``, ``dig``, ``copy`` or ``debt``."""
        return self._kind

    @property
    def city(self) -> int:
        """The seat of the city decided for: the player's own, or the Free City."""
        return self._city

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, at least one, in a fixed order.

        The first access lists them. If the decision is no longer open by then, there are none.
        """
        if callable(self._moves):
            self._moves = self._moves()
        return self._moves

    def belongs_to(self, phase: str, number: int) -> bool:
        """Returns whether the decision belongs to this phase and this number of reveals, as far as known."""
        return self._kind == phase and self._number in (None, number)

    def __eq__(self, other: object) -> bool:
        """Compares player, kind and city."""
        if not isinstance(other, Decision):
            return NotImplemented
        return (self._player, self._kind, self._city) == (other._player, other._kind, other._city)

    def __hash__(self) -> int:
        return hash((self._player, self._kind, self._city))

    def __repr__(self) -> str:
        return f"Decision(player={self._player}, kind={self._kind!r}, city={self._city})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the decision with its moves, without its game."""
        return Decision, (self._player, self._kind, self._city, self.moves, self._number)

"""Moves: a player's decisions as small immutable values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card

BUILD: Final = 0
WONDER: Final = 1
DISCARD: Final = 2
PASS: Final = 3
DIG: Final = 4
COPY: Final = 5
SETTLE: Final = 6
SIDE: Final = 7
DRAFT: Final = 8
RECRUIT: Final = 9

ACTIONS: Final = ("build", "wonder", "discard", "pass", "dig", "copy", "settle", "side", "draft", "recruit")

NOT_COPIED: Final = -1
OWN_CITY: Final = -1


class Move:
    """One decision of one player. Immutable."""

    def __init__(
        self,
        kind: i64,
        card: Card | None = None,
        left: i64 = 0,
        right: i64 = 0,
        bank: i64 = 0,
        bought_from: i64 = 0,
        chained: bool = False,
        using: str = "",
        copied: i64 = NOT_COPIED,
        coins: i64 = 0,
        side: str = "",
        city: i64 = OWN_CITY,
    ) -> None:
        """A move of this kind (``BUILD``, ``WONDER``, ...); arguments that do not apply to it keep their defaults."""
        self._kind: i64 = kind
        self._card = card
        self._left: i64 = left
        self._right: i64 = right
        self._bank: i64 = bank
        self._bought_from: i64 = bought_from
        self._chained: bool = chained
        self._using = using
        self._copied: i64 = copied
        self._coins: i64 = coins
        self._side = side
        self._city: i64 = city

    @property
    def kind(self) -> i64:
        """``BUILD``, ``WONDER``, ..."""
        return self._kind

    @property
    def action(self) -> str:
        """The kind as a word: build, wonder, discard, pass, dig, copy, settle, side, draft, recruit."""
        return ACTIONS[self._kind]

    @property
    def card(self) -> Card | None:
        """The card used."""
        return self._card

    @property
    def left(self) -> i64:
        """Coins to the left neighbor."""
        return self._left

    @property
    def right(self) -> i64:
        """Coins to the right neighbor."""
        return self._right

    @property
    def bank(self) -> i64:
        """Coins to the bank for a resource bought there, without the printed cost."""
        return self._bank

    @property
    def bought_from(self) -> i64:
        """Bits of those who sell something, at price 0 too: FROM_LEFT, FROM_RIGHT, FROM_BANK. Follows from the payment.

        ``cheapest_build`` and ``cheapest_stage`` omit them where nothing depends on them.
        """
        return self._bought_from

    @property
    def chained(self) -> bool:
        """Whether a chain makes the structure free. Follows from the city."""
        return self._chained

    @property
    def using(self) -> str:
        """The power that makes the structure free, or ''."""
        return self._using

    @property
    def copied(self) -> i64:
        """The neighbor whose stage is copied: LEFT, RIGHT or NOT_COPIED."""
        return self._copied

    @property
    def coins(self) -> i64:
        """``SETTLE``: the coins paid; the rest becomes debt."""
        return self._coins

    @property
    def side(self) -> str:
        """``SIDE``: the side chosen."""
        return self._side

    @property
    def city(self) -> i64:
        """The Free City's seat when the move is made for it."""
        return self._city

    def for_city(self, seat: i64) -> Move:
        """The same move, made for the Free City."""
        move = self.with_card(self._card)
        move._city = seat
        return move

    def with_card(self, card: Card | None) -> Move:
        """The same move with another card, or with None as others see a face-down card."""
        return Move(
            self._kind,
            card,
            self._left,
            self._right,
            self._bank,
            self._bought_from,
            self._chained,
            self._using,
            self._copied,
            self._coins,
            self._side,
            self._city,
        )

    def _key(self) -> tuple[object, ...]:
        return (
            self._kind,
            self._card,
            self._left,
            self._right,
            self._bank,
            self._using,
            self._copied,
            self._coins,
            self._side,
            self._city,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        """As in a record: ``wonder Lumber Yard <2``."""
        words = [self.action]
        if self._card is not None:
            words.append(self._card.name)
        if self._side:
            words.append(self._side)
        if self._kind == SETTLE:
            words.append(str(self._coins))
        if self._left:
            words.append(f"<{self._left}")
        if self._right:
            words.append(f">{self._right}")
        if self._bank:
            words.append(f"bank {self._bank}")
        if self._using:
            words.append(f"using {self._using}")
        if self._copied != NOT_COPIED:
            words.append("copying left" if self._copied == 0 else "copying right")
        if self._city != OWN_CITY:
            words.append("for the Free City")
        return " ".join(words)

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (
            self._kind,
            self._card,
            self._left,
            self._right,
            self._bank,
            self._bought_from,
            self._chained,
            self._using,
            self._copied,
            self._coins,
            self._side,
            self._city,
        )

"""Moves as plain values, and their notation in records: ``wonder Lumber Yard <2``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from heptapolis.engine.errors import IllegalMove, Reason, UnreadableMove
from heptapolis.engine.moves import ACTIONS, NOT_COPIED, OWN_CITY
from heptapolis.engine.moves import Move as EngineMove
from heptapolis.engine.play import decide, legal_move, why_not_asked
from heptapolis.engine.table import LEFT, RIGHT

if TYPE_CHECKING:
    from heptapolis.engine import Rules
    from heptapolis.engine.reveal import Reveal
    from heptapolis.engine.table import Table

NOBODY_ASKED: Final = "-"
"""The mark in a record for a city without a decision."""

COPY_WORDS: Final = {"left": LEFT, "right": RIGHT}
LARGEST_AMOUNT: Final = 9999  # the most coins in the notation

REASONS: Final = {
    "already-built": "the city already has it",
    "coins-short": "it costs {needed} coins, and only {coins} can be spent",
    "not-for-sale": "the neighbors do not sell what it lacks",
    "trade-too-dear": "it takes at least {needed} coins, and only {coins} can be spent",
    "wonder-complete": "the wonder is complete",
    "no-stage-to-copy": "no neighbor has that stage",
    "nothing-to-decide": "there is nothing to decide",
    "own-card-first": "choose the card for your own city first",
    "no-such-payment": "it cannot be paid like that",
    "no-such-card": "the card is not there to be used",
    "not-offered": "it is not among the legal moves",
}
"""The engine's reasons by key, each as the end of a sentence: "seat 2 cannot build Library: ..."."""

_AMOUNT = r"(\d{1,4})"
_WITH_COST: Final = re.compile(
    rf"(build|wonder) (.+?)(?: <{_AMOUNT})?(?: >{_AMOUNT})?(?: bank {_AMOUNT})?"
    r"(?: using (.+?))?(?: copying (left|right))?",
    re.ASCII,
)
_WITH_CARD: Final = re.compile(r"(discard|dig|copy|draft|recruit) (.+)", re.ASCII)
_SETTLE: Final = re.compile(rf"settle {_AMOUNT}", re.ASCII)
_SIDE: Final = re.compile(r"side (\S+)", re.ASCII)


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """What a player decides: an action, the card used and the payment.

    A move is a plain value that belongs to no game: it can be created, compared, stored and sent. Only playing it shows
    whether it is legal. ``str(move)`` writes the notation of game records, ``Move.parse`` reads it.

    >>> move = Move("build", "Baths", right=2)
    >>> str(move)
    'build Baths >2'
    >>> Move.parse("build Baths >2") == move
    True
    """

    action: str
    """``build``, ``wonder``, ``discard``, ``pass``, ``dig``, ``copy``, ``settle``, ``side``, ``draft`` or ``recruit``.
    """
    card: str = ""
    """The English name of the card used; empty if none."""
    left: int = 0
    """Coins to the left neighbor."""
    right: int = 0
    """Coins to the right neighbor."""
    bank: int = 0
    """Coins to the bank for a resource bought there, without the printed cost."""
    using: str = ""
    """The power that makes the structure free, by the name of its wonder or leader."""
    copying: str = ""
    """For a wonder stage that copies a neighbor's: ``left`` or ``right``."""
    coins: int = 0
    """For ``settle``: the coins paid. The rest becomes debt."""
    side: str = ""
    """For ``side``: the side chosen."""
    chained: bool = field(default=False, compare=False)
    """Whether a chain makes the structure free. Equality ignores this, because it follows from the city."""

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads a move in the notation of ``str(move)`` and game records.

        >>> Move.parse("wonder Lumber Yard <2").left
        2

        Raises:
            UnreadableMove: The text is not a move.
        """
        if text == "pass":
            return cls("pass")
        if found := _WITH_COST.fullmatch(text):
            action, card, left, right, bank, using, copying = found.groups()
            paid = int(left or 0), int(right or 0), int(bank or 0)
            return cls(action, card, *paid, using=using or "", copying=copying or "")
        if found := _WITH_CARD.fullmatch(text):
            return cls(found[1], found[2])
        if found := _SETTLE.fullmatch(text):
            return cls("settle", coins=int(found[1]))
        if found := _SIDE.fullmatch(text):
            return cls("side", side=found[1])
        raise UnreadableMove("move/unreadable", f"{_shortened(text)!a} is not a move")

    def __str__(self) -> str:
        """Writes the move in the notation of game records.

        Payments follow the card: ``<`` to the left neighbor, ``>`` to the right one, ``bank`` for a resource
        bought there.
        """
        words = [f"{self.action}"]
        if self.card:
            words.append(f"{self.card}")
        if self.side:
            words.append(f"{self.side}")
        if self.action == "settle":
            words.append(f"{self.coins}")
        if self.left:
            words.append(f"<{self.left}")
        if self.right:
            words.append(f">{self.right}")
        if self.bank:
            words.append(f"bank {self.bank}")
        if self.using:
            words.append(f"using {self.using}")
        if self.copying:
            words.append(f"copying {self.copying}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}..."


def find_legal(table: Table, player: int, city: int, move: Move) -> EngineMove | Reason:
    """Returns the legal move of a player for a city that equals a plain move, or the reason why there is none."""
    wanted = engine_move(move, table.rules, city if city == table.free_seat else OWN_CITY)
    if wanted is not None:
        return legal_move(table, player, city, wanted)
    unknown = _is_text(move.card) and move.card != "" and move.card not in table.rules.by_name
    nonsense = Reason("move/illegal", "no-such-card" if unknown else "not-offered")
    return why_not_asked(table, player, city) or nonsense


def play_move(table: Table, player: int, city: int, move: Move) -> Reveal | None:
    """Makes a move for a city, or replaces an unrevealed one.

    Returns:
        What was revealed, if this was the last missing choice; else None.

    Raises:
        IllegalMove: The move is illegal; nothing has changed.
    """
    found = find_legal(table, player, city, move)
    if isinstance(found, Reason):
        raise refusal(player, move, found)
    return decide(table, city, found)


def refusal(player: int, move: Move, reason: Reason) -> IllegalMove:
    """Returns the error for a move that is not allowed."""
    return IllegalMove(reason.code, f"seat {player} cannot {_shortened(str(move))}: {reason_text(reason)}")


def reason_text(reason: Reason) -> str:
    """Returns a reason as the end of a sentence."""
    return REASONS[reason.key].format(**reason.figures)


def plain_move(move: EngineMove) -> Move:
    """Returns a move of the engine as a plain value."""
    return Move(
        ACTIONS[move.kind],
        "" if move.card is None else move.card.name,
        int(move.left),
        int(move.right),
        int(move.bank),
        move.using,
        "" if move.copied == NOT_COPIED else "left" if move.copied == LEFT else "right",
        int(move.coins),
        move.side,
        move.chained,
    )


def engine_move(move: Move, rules: Rules, for_city: int = OWN_CITY) -> EngineMove | None:
    """Returns a move in the engine's form; None if it names something unknown to these rules.

    Args:
        move: A plain move.
        rules: The rules of the game.
        for_city: The seat of the Free City if the move is for it.
    """
    words = (move.action, move.card, move.using, move.copying, move.side)
    amounts = (move.left, move.right, move.bank, move.coins)
    if not all(map(_is_text, words)) or not all(map(_is_amount, amounts)):
        return None
    card = rules.by_name.get(move.card)
    if move.action not in ACTIONS or (move.card and card is None) or move.copying not in ("", *COPY_WORDS):
        return None
    return EngineMove(
        ACTIONS.index(move.action),
        card,
        move.left,
        move.right,
        move.bank,
        chained=bool(move.chained),
        using=move.using,
        copied=COPY_WORDS[move.copying] if move.copying else NOT_COPIED,
        coins=move.coins,
        side=move.side,
        city=for_city,
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= LARGEST_AMOUNT

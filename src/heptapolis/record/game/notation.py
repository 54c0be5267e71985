"""Moves in words, as a game record writes them: ``wonder Lumber Yard <2``.

The words of a move are those of ``repr(move)``; whose move it is follows from its place in the line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from heptapolis.record.move_json import NO_CARD, NO_CITY, ParsedMove, ParsedPay

if TYPE_CHECKING:
    from heptapolis.engine import Move

NOBODY_ASKED: Final = "-"
"""Stands for a city of which nothing is asked."""

_AMOUNT = r"(\d{1,4})"
_WITH_COST: Final = re.compile(
    rf"(build|wonder) (.+?)(?: <{_AMOUNT})?(?: >{_AMOUNT})?(?: bank {_AMOUNT})?"
    r"(?: using (.+?))?(?: copying (left|right))?",
    re.ASCII,
)
_WITH_CARD: Final = re.compile(r"(discard|dig|copy|draft|recruit) (.+)", re.ASCII)
_SETTLE: Final = re.compile(rf"settle {_AMOUNT}", re.ASCII)
_SIDE: Final = re.compile(r"side (\S+)", re.ASCII)


def move_words(move: Move) -> str:
    """A move as a record writes it.

    Payments follow the card: ``<`` to the left neighbor, ``>`` to the right one, ``bank`` for a resource bought there.
    """
    return repr(move).removesuffix(" for the Free City")


def read_words(words: str, player: int, city: int = NO_CITY) -> ParsedMove | None:
    """What the words of a move say, not yet held against a game; None if they are no move.

    Args:
        words: as ``move_words`` writes them.
        player: who decides.
        city: the Free City's seat, when it is decided for it.
    """

    def text(
        action: str,
        card: str = NO_CARD,
        pay: ParsedPay | None = None,
        using: str = "",
        copy: str = "",
        coins: int = 0,
        side: str = "",
    ) -> ParsedMove:
        return ParsedMove(player, action, card, pay, using, copy, city, coins, side)

    if words == "pass":
        return text("pass")
    if found := _WITH_COST.fullmatch(words):
        action, card, left, right, bank, using, copy = found.groups()
        pay = ParsedPay(int(left or 0), int(right or 0), int(bank or 0))
        return text(action, card, pay, using=using or "", copy=copy or "")
    if found := _WITH_CARD.fullmatch(words):
        return text(found[1], found[2])
    if found := _SETTLE.fullmatch(words):
        return text("settle", coins=int(found[1]))
    if found := _SIDE.fullmatch(words):
        return text("side", side=found[1])
    return None

"""Moves as JSON. Without a payment, reading uses the cheapest one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from heptapolis.engine import IllegalMove, InvalidPosition
from heptapolis.engine.legal import why_not_build, why_not_stage
from heptapolis.engine.moves import ACTIONS, BUILD, NOT_COPIED, OWN_CITY, SETTLE, WONDER
from heptapolis.engine.phases import waiting
from heptapolis.engine.table import LEFT
from heptapolis.record.moves import COPY_WORDS, REASONS, Move, reason_text
from heptapolis.record.position.fields import Fields, shown

if TYPE_CHECKING:
    from heptapolis.engine import Reason, View
    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move as EngineMove
    from heptapolis.engine.table import Table
    from heptapolis.record.json_types import Action, MoveDocument, Side

WITH_CARD: Final = ("card", "city")
ACTION_FIELDS: Final = {
    "build": ("card", "pay", "using", "city"),
    "wonder": ("card", "pay", "copy", "city"),
    "discard": WITH_CARD,
    "dig": WITH_CARD,
    "copy": WITH_CARD,
    "draft": ("card",),
    "recruit": ("card",),
    "pass": ("city",),
    "settle": ("coins", "city"),
    "side": ("side",),
}
"""The fields of each action besides player and action."""

ANY_FIELD: Final = frozenset({"player", "action", *(name for names in ACTION_FIELDS.values() for name in names)})

NO_CITY: Final = -1


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as written in a document."""

    player: int
    city: int
    """The city of the move; ``NO_CITY`` for the player's own."""
    move: Move
    pays: bool
    """Whether the payment is given; if not, the cheapest one is used."""

    @property
    def for_city(self) -> int:
        """The city of the move, also if it is the player's own."""
        return self.player if self.city == NO_CITY else self.city


def parse_move(value: object, place: str) -> WrittenMove:
    """Reads the fields of a move.

    Raises:
        InvalidPosition: ``format/unknown-field`` or ``format/value``.
    """
    action = Fields(value, place, ANY_FIELD).word("action", among=ACTIONS)
    known = ACTION_FIELDS[action]
    fields = Fields(value, place, ("player", "action", *known))
    player = fields.whole("player")
    card = fields.word("card") if "card" in known else ""
    left, right, bank = _parse_pay(fields.values["pay"], fields.at("pay")) if "pay" in fields else (0, 0, 0)
    move = Move(
        action,
        card,
        left,
        right,
        bank,
        using=fields.word("using", ""),
        copying=fields.word("copy", among=tuple(COPY_WORDS)) if "copy" in fields else "",
        coins=fields.whole("coins") if "coins" in known else 0,
        side=fields.word("side") if "side" in known else "",
    )
    return WrittenMove(player, fields.whole("city", NO_CITY), move, "pay" in fields)


def _parse_pay(value: object, place: str) -> tuple[int, int, int]:
    fields = Fields(value, place, ("left", "right", "bank"))
    return fields.whole("left", 0), fields.whole("right", 0), fields.whole("bank", 0)


def read_move(table: Table, value: object) -> tuple[int, int, EngineMove]:
    """Returns the player, the city and the legal move that a document names.

    Without ``pay``, the cheapest payment; on a tie the one with less for the left neighbor, then for the bank.

    Raises:
        InvalidPosition: The document is unreadable or names an unknown card.
        IllegalMove: ``move/not-pending``, ``move/illegal`` or ``move/payment``.
    """
    written = parse_move(value, "the move")
    return written.player, written.for_city, find_move(table, written)


def find_move(table: Table, written: WrittenMove) -> EngineMove:
    """Returns the legal move for a written move; raises as ``read_move``."""
    _check_asked(table, written)
    city, wanted = written.for_city, written.move
    card = _card(table, wanted)
    offered = table.phase.moves(table, city)
    found = [
        move for move in offered if move.action == wanted.action and move.card is card and move.using == wanted.using
    ]
    if wanted.copying:
        found = [move for move in found if move.copied == COPY_WORDS[wanted.copying]]
    if wanted.action == "settle":
        found = [move for move in found if move.coins == wanted.coins]
    if wanted.action == "side":
        found = [move for move in found if move.side == wanted.side]
    if not found:
        raise IllegalMove("move/illegal", f"{_attempt(written)}: {_why_not(table, city, card, wanted, offered)}.")
    if len({move.copied for move in found}) > 1:
        raise IllegalMove("move/illegal", f"{_attempt(written)} without saying which side is copied.")
    if not written.pays:
        return min(found, key=_price)
    for move in found:
        if (move.left, move.right, move.bank) == (wanted.left, wanted.right, wanted.bank):
            return move
    amounts = f"{wanted.left} to the left, {wanted.right} to the right"
    amounts += f", {wanted.bank} to the bank" if wanted.bank else ""
    raise IllegalMove("move/payment", f"{_attempt(written)} by paying {amounts}.")


def _price(move: EngineMove) -> tuple[int, int, int]:
    return (move.left + move.right + move.bank, move.left, move.bank)


def _check_asked(table: Table, written: WrittenMove) -> None:
    """Refuses a move for a city without a decision, or one that has chosen already."""
    city = written.for_city
    decides = city < table.city_count and table.decider(city) == written.player
    if decides and city in waiting(table):
        return
    if decides and not table.over and table.chosen[city] is not None:
        raise IllegalMove("move/not-pending", f"Seat {written.player} has chosen already.")
    what = "nothing" if written.city == NO_CITY else f"nothing for city {written.city}"
    raise IllegalMove("move/not-pending", f"Seat {written.player} has {what} to decide now.")


def _card(table: Table, move: Move) -> Card | None:
    if move.action not in ACTION_FIELDS or "card" not in ACTION_FIELDS[move.action]:
        return None
    card = table.rules.by_name.get(move.card)
    if card is None:
        raise InvalidPosition("card/unknown", f"No box in use has a card called {shown(move.card)}.")
    return card


def _attempt(written: WrittenMove) -> str:
    move = written.move
    what = {"settle": f"settle with {move.coins} coins", "side": f"choose the side {shown(move.side)}"}.get(
        move.action, f"{move.action} {move.card}".strip()
    )
    whose = "" if written.city == NO_CITY else f" for city {written.city}"
    return f"Seat {written.player} cannot {what}{whose}"


def _why_not(table: Table, city: int, card: Card | None, wanted: Move, offered: list[EngineMove]) -> str:
    if card is not None and not any(move.card is card for move in offered):
        return REASONS["no-such-card"]
    if wanted.using:
        return f"{shown(wanted.using)} does not make it free"
    if wanted.copying and any(move.card is card and move.kind == WONDER for move in offered):
        return f"its stage is not copied from the {wanted.copying}"
    if not any(move.action == wanted.action for move in offered) and wanted.action not in ("build", "wonder"):
        return f"what is to be decided is: {table.phase.name}"
    reason: Reason | None = None
    if card is not None and wanted.action == "build":
        reason = why_not_build(table, city, card)
    elif wanted.action == "wonder":
        reason = why_not_stage(table, city)
    return REASONS["not-offered"] if reason is None else reason_text(reason)


def write_move(player: int, move: EngineMove, table: Table | View) -> MoveDocument:
    """Returns a pending or chosen move as JSON.

    The side that a stage copies is written only if the board leaves the choice.
    """
    written: MoveDocument = {"player": player, "action": cast("Action", move.action)}
    if move.card is not None:
        written["card"] = move.card.name
    if move.kind == WONDER or (move.kind == BUILD and not move.chained and not move.using):
        written["pay"] = {"left": int(move.left), "right": int(move.right)}
        if move.bank:
            written["pay"]["bank"] = int(move.bank)
    if move.using:
        written["using"] = move.using
    if move.copied != NOT_COPIED and _copies_either(table, player if move.city == OWN_CITY else move.city):
        written["copy"] = "left" if move.copied == LEFT else "right"
    if move.kind == SETTLE:
        written["coins"] = int(move.coins)
    if move.side:
        written["side"] = cast("Side", move.side)
    if move.city != OWN_CITY:
        written["city"] = int(move.city)
    return written


def _copies_either(table: Table | View, seat: int) -> bool:
    city = table.cities[seat]
    stage = city.side.stages[city.stages]
    return stage.copies_left and stage.copies_right

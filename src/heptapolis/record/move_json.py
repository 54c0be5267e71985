"""Moves as JSON: written in full, read with the cheapest payment where none is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from heptapolis.engine import IllegalMove, InvalidPosition
from heptapolis.engine.legal import why_not_build, why_not_stage
from heptapolis.engine.moves import ACTIONS, BUILD, NOT_COPIED, OWN_CITY, SETTLE, WONDER, Move
from heptapolis.engine.table import LEFT, RIGHT
from heptapolis.record.position.fields import Fields, shown

if TYPE_CHECKING:
    from heptapolis.engine import Decision, Game, Reason, View
    from heptapolis.engine.cards import Card
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
"""What a move of each action says beside player and action."""

NO_CARD: Final = ""
NO_CITY: Final = -1
COPY_WORDS: Final = {"left": LEFT, "right": RIGHT}

# A reason of the engine as the sentence that goes on with "seat 2 cannot build Library: ...".
REASONS: Final = {
    "already-built": "it stands in the city already",
    "coins-short": "it costs {needed} coins, and only {coins} can be spent",
    "not-for-sale": "the neighbors do not sell what it lacks",
    "trade-too-dear": "it takes at least {needed} coins, and only {coins} can be spent",
    "wonder-complete": "the wonder is complete",
    "no-stage-to-copy": "no neighbor has that stage",
}


@dataclass(frozen=True, slots=True)
class ParsedPay:
    """What goes to the neighbors and, for a resource, to the bank."""

    left: int
    right: int
    bank: int


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """A move as written; names are not yet cards, and payments may be missing."""

    player: int
    action: str
    card: str
    pay: ParsedPay | None
    using: str
    copy: str
    city: int
    coins: int
    side: str


def parse_move(value: object, place: str) -> ParsedMove:
    """Reads the fields of a move.

    Raises:
        InvalidPosition: ``format/unknown-field`` or ``format/value``.
    """
    anything = ("player", "action", *{name for names in ACTION_FIELDS.values() for name in names})
    action = Fields(value, place, anything).word("action", among=ACTIONS)
    known = ACTION_FIELDS[action]
    fields = Fields(value, place, ("player", "action", *known))
    return ParsedMove(
        player=fields.whole("player"),
        action=action,
        card=fields.word("card") if "card" in known else NO_CARD,
        pay=_parse_pay(fields.values["pay"], fields.at("pay")) if "pay" in fields else None,
        using=fields.word("using", ""),
        copy=fields.word("copy", among=tuple(COPY_WORDS)) if "copy" in fields else "",
        city=fields.whole("city", NO_CITY),
        coins=fields.whole("coins") if "coins" in known else 0,
        side=fields.word("side") if "side" in known else "",
    )


def _parse_pay(value: object, place: str) -> ParsedPay:
    fields = Fields(value, place, ("left", "right", "bank"))
    return ParsedPay(fields.whole("left", 0), fields.whole("right", 0), fields.whole("bank", 0))


def read_move(game: Game, value: object) -> tuple[int, Move]:
    """The player and the legal move that a document names.

    Without ``pay`` it is the cheapest payment; on a tie the left neighbor gets less, then the bank.

    Raises:
        InvalidPosition: it cannot be read, or names a card that nobody knows.
        IllegalMove: ``move/not-pending``, ``move/illegal`` or ``move/payment``.
    """
    decision, move = find_move(game, parse_move(value, "the move"))
    return decision.player, move


def find_move(game: Game, text: ParsedMove) -> tuple[Decision, Move]:
    """The decision that a written move answers, and the legal move that it names; raises as ``read_move``."""
    decision = _decision(game, text)
    table = game.table
    card = _card(table, text)
    offered = table.phase.moves(table, decision.city)
    found = [move for move in offered if move.action == text.action and move.card is card and move.using == text.using]
    if text.copy:
        found = [move for move in found if move.copied == COPY_WORDS[text.copy]]
    if text.action == "settle":
        found = [move for move in found if move.coins == text.coins]
    if text.action == "side":
        found = [move for move in found if move.side == text.side]
    if not found:
        raise IllegalMove("move/illegal", f"{_attempt(text)}: {_why_not(table, decision.city, card, text, offered)}.")
    if len({move.copied for move in found}) > 1:
        raise IllegalMove("move/illegal", f"{_attempt(text)} without saying which side is copied.")
    pay = text.pay
    if pay is None:
        return decision, min(found, key=_price)
    for move in found:
        if (move.left, move.right, move.bank) == (pay.left, pay.right, pay.bank):
            return decision, move
    amounts = f"{pay.left} to the left, {pay.right} to the right" + (f", {pay.bank} to the bank" if pay.bank else "")
    raise IllegalMove("move/payment", f"{_attempt(text)} by paying {amounts}.")


def _price(move: Move) -> tuple[int, int, int]:
    return (move.left + move.right + move.bank, move.left, move.bank)


def _decision(game: Game, text: ParsedMove) -> Decision:
    city = text.player if text.city == NO_CITY else text.city
    for decision in game.pending:
        if decision.player == text.player and decision.city == city:
            return decision
    table = game.table
    if (
        not table.over
        and city < table.city_count
        and table.chosen[city] is not None
        and table.decider(city) == text.player
    ):
        raise IllegalMove("move/not-pending", f"Seat {text.player} has chosen already.")
    what = "nothing" if text.city == NO_CITY else f"nothing for city {text.city}"
    raise IllegalMove("move/not-pending", f"Seat {text.player} has {what} to decide now.")


def _card(table: Table, text: ParsedMove) -> Card | None:
    if text.action not in ACTION_FIELDS or "card" not in ACTION_FIELDS[text.action]:
        return None
    card = table.rules.by_name.get(text.card)
    if card is None:
        raise InvalidPosition("card/unknown", f"No box in use has a card called {shown(text.card)}.")
    return card


def _attempt(text: ParsedMove) -> str:
    what = {"settle": f"settle with {text.coins} coins", "side": f"choose the side {shown(text.side)}"}.get(
        text.action, f"{text.action} {text.card}".strip()
    )
    whose = "" if text.city == NO_CITY else f" for city {text.city}"
    return f"Seat {text.player} cannot {what}{whose}"


def _why_not(table: Table, seat: int, card: Card | None, text: ParsedMove, offered: list[Move]) -> str:
    if card is not None and not any(move.card is card for move in offered):
        return "the card is not there to be used"
    if text.using:
        return f"{shown(text.using)} does not make it free"
    if text.copy and any(move.card is card and move.kind == WONDER for move in offered):
        return f"its stage is not copied from the {text.copy}"
    if not any(move.action == text.action for move in offered) and text.action not in ("build", "wonder"):
        return f"what is to be decided is: {table.phase.name}"
    reason: Reason | None = None
    if card is not None and text.action == "build":
        reason = why_not_build(table, seat, card)
    elif text.action == "wonder":
        reason = why_not_stage(table, seat)
    if reason is not None and reason.key in REASONS:
        return REASONS[reason.key].format(**reason.figures)
    return "it is not among the legal moves"


def write_move(player: int, move: Move, table: Table | View) -> MoveDocument:
    """A move that is pending or chosen at a table, as JSON.

    The table says whether the side that a stage copies is a choice; where the board prescribes it, it is not shown.
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

"""A decision as a list of rows: one for each card (or side, or amount), with its actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heptapolis.engine.candidates import copyable, diggable, free_city_hand
from heptapolis.engine.errors import Reason
from heptapolis.engine.legal import why_not_build, why_not_stage
from heptapolis.engine.moves import DISCARD, WONDER
from heptapolis.engine.turn import leader_price

if TYPE_CHECKING:
    from heptapolis.engine import Decision, Game, Move
    from heptapolis.engine.cards import Card
    from heptapolis.terminal.match import Match

TAKE, STAGE, SELL = "take", "stage", "sell"
"""Uses of a row: its first one (build, recruit, keep, dig up, copy, turn to, pay, pass), a wonder stage, a sale."""


@dataclass(slots=True)
class Row:
    """One row to choose, with the moves of each action, cheapest first."""

    card: Card | None
    copies: int = 1
    """How many equal cards the hand holds."""
    uses: dict[str, list[Move]] = field(default_factory=dict)
    why_not: Reason | None = None
    """Why the first use is not possible."""

    @property
    def first(self) -> Move:
        """Any move of this row, to say what kind of row it is."""
        return next(iter(self.uses.values()))[0]

    def holds(self, move: Move | None) -> bool:
        """Whether a move is one of this row's."""
        return move is not None and any(move in moves for moves in self.uses.values())

    @property
    def only_use(self) -> str:
        """The single use of the row, or '' when there are several or none."""
        return next(iter(self.uses)) if len(self.uses) == 1 else ""


def use_of(move: Move) -> str:
    """The use that a move belongs to."""
    return STAGE if move.kind == WONDER else SELL if move.kind == DISCARD else TAKE


def rows_of(match: Match) -> list[Row]:
    """Everything the person can choose from now, in the order of the hand."""
    decision = match.asked
    if decision is None:
        return []
    game = match.trial
    rows: dict[str, Row] = {}
    for card in cards_of(game, decision):
        if card.name in rows:
            rows[card.name].copies += 1
        else:
            rows[card.name] = Row(card, why_not=_why_not(game, decision, card))
    loose: list[Row] = []
    for move in match.options:
        if move.card is not None:
            rows[move.card.name].uses.setdefault(use_of(move), []).append(move)
        else:
            loose.append(Row(None, uses={TAKE: [move]}))
    for row in rows.values():
        if TAKE in row.uses:
            row.why_not = None
    return [*rows.values(), *loose]


def cards_of(game: Game, decision: Decision) -> list[Card]:
    """The cards a decision is about."""
    table = game.table
    city = decision.city
    match decision.kind:
        case "play":
            return free_city_hand(table) if city == table.free_seat else table.hands[city]
        case "last-card":
            return table.hands[city]
        case "recruit":
            return list(table.leader_hands[city])
        case "draft":
            return list(table.draft_hands[city])
        case "dig":
            return diggable(table, city)
        case "copy":
            return copyable(table, city)
    return []


def _why_not(game: Game, decision: Decision, card: Card) -> Reason | None:
    table = game.table
    if decision.kind in ("play", "last-card"):
        return why_not_build(table, decision.city, card)
    if decision.kind == "recruit":
        city = table.cities[decision.city]
        price = leader_price(table, city, card)
        if price > city.purse():
            return Reason("move/illegal", "coins-short", {"needed": int(price), "coins": int(city.purse())})
    return None


def why_no_stage(match: Match) -> Reason | None:
    """Why the next wonder stage cannot be built; None if it can, or if there is none."""
    decision = match.asked
    if decision is None or decision.kind not in ("play", "last-card", "recruit") or match.recruits_once_more:
        return None
    return why_not_stage(match.trial.table, decision.city)

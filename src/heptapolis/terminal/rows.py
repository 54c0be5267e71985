"""A decision as a list of rows: one for each card (or side, or amount), with its actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heptapolis import Move

if TYPE_CHECKING:
    from heptapolis import Card, Decision, Game, Reason
    from heptapolis.terminal.match import Match

TAKE, STAGE, SELL = "take", "stage", "sell"
"""Uses of a row: the first one (build, recruit, keep, dig up, copy, turn to, pay, pass), wonder stage, discard."""


@dataclass(slots=True)
class Row:
    """One row to choose, with the moves of each action, cheapest first."""

    card: Card | None
    copies: int = 1
    """The number of equal cards in the hand."""
    uses: dict[str, list[Move]] = field(default_factory=dict)
    why_not: Reason | None = None
    """Why the first use is not possible."""

    @property
    def first(self) -> Move:
        """Any move of this row, to tell its kind."""
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
    return STAGE if move.action == "wonder" else SELL if move.action == "discard" else TAKE


def rows_of(match: Match) -> list[Row]:
    """The person's options now, in the order of the hand."""
    decision = match.asked
    if decision is None:
        return []
    game = match.trial
    rows: dict[str, Row] = {}
    for name in cards_of(game, decision):
        if name in rows:
            rows[name].copies += 1
        else:
            rows[name] = Row(game.card(name), why_not=_why_not(game, decision, name))
    loose: list[Row] = []
    for move in match.options:
        if move.card:
            rows[move.card].uses.setdefault(use_of(move), []).append(move)
        else:
            loose.append(Row(None, uses={TAKE: [move]}))
    for row in rows.values():
        if TAKE in row.uses:
            row.why_not = None
    return [*rows.values(), *loose]


def cards_of(game: Game, decision: Decision) -> list[str]:
    """The cards a decision is about."""
    city = decision.city
    match decision.kind:
        case "play" if city == game.free_city:
            hand = list(game.hands[decision.player])
            own = game.chosen[decision.player]
            if own is not None:
                hand.remove(own.card)
            return hand
        case "play" | "last-card":
            return list(game.hands[city])
        case "recruit":
            return list(game.leader_hands[city])
    return list(dict.fromkeys(move.card for move in decision.moves if move.card))


def _why_not(game: Game, decision: Decision, card: str) -> Reason | None:
    """Why the first use of a card is not possible; None if it is, perhaps with another payment."""
    action = {"play": "build", "last-card": "build", "recruit": "recruit"}.get(decision.kind)
    return None if action is None else _unless_payable(game.why_not(decision, Move(action, card)))


def _unless_payable(why: Reason | None) -> Reason | None:
    return None if why is None or why.code == "move/payment" else why


def why_no_stage(match: Match) -> Reason | None:
    """Why the next wonder stage cannot be built with any card; None if it can, or if it is not offered."""
    decision = match.asked
    if decision is None or decision.kind not in ("play", "last-card", "recruit") or match.recruits_once_more:
        return None
    return _unless_payable(match.trial.why_not(decision, Move("wonder", decision.moves[0].card)))

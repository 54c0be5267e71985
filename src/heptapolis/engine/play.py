"""Playing a game: start it, check moves, make them and take them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.errors import Reason
from heptapolis.engine.legal import cost_of, why_not_build, why_not_stage
from heptapolis.engine.moves import BUILD, RECRUIT, WONDER
from heptapolis.engine.phases import begin_game, withdraw
from heptapolis.engine.resources import NOTHING, Cost
from heptapolis.engine.reveal import play
from heptapolis.engine.rules import rules_for
from heptapolis.engine.setup import new_table
from heptapolis.engine.table import FREE_CITY, NOBODY, STANDARD
from heptapolis.engine.turn import leader_price
from heptapolis.engine.wonder import stage_cost

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move
    from heptapolis.engine.reveal import Reveal
    from heptapolis.engine.table import Table


def new_game(
    players: int = 3,
    edition: str = "first",
    expansions: Iterable[str] = (),
    mode: str = "",
    seed: int = 0,
    boards: Sequence[str | None] = (),
    sides: Sequence[str | None] = (),
) -> Table:
    """A table at the first decision of a new game.

    Args:
        players: People at the table; the Free City is added in the last seat.
        edition: ``first`` or ``second``.
        expansions: Any of ``heptapolis.rulebook.expansions(edition)``.
        mode: ``standard``, ``free-city`` or ``teams``; by default what fits the number of players.
        seed: Decides every shuffle.
        boards: Wonders by seat, random where None or missing.
        sides: Sides by seat, random where None or missing (in the second edition the owners choose).

    Raises:
        InvalidOptions: The options do not go together.
    """
    rules = rules_for(edition, expansions)
    mode = mode or (FREE_CITY if players == 2 else STANDARD)
    table = new_table(rules, mode, players, seed, boards, sides)
    begin_game(table)
    return table


def why_not_asked(table: Table, player: int, city: int) -> Reason | None:
    """Why a player has nothing to decide for a city now; None if there is a decision, pending or made."""
    if table.over or not 0 <= city < table.city_count or table.decider(city) != player:
        return Reason("move/not-pending", "nothing-to-decide")
    if not (table.pending & table.cities[city].bit or table.chosen[city] is not None):
        return Reason("move/not-pending", "nothing-to-decide")
    if city == table.free_seat and table.phase.is_turn and table.pending & table.cities[player].bit:
        return Reason("move/not-pending", "own-card-first")
    return None


def legal_move(table: Table, player: int, city: int, move: Move) -> Move | Reason:
    """The legal move of a player for a city that equals ``move``, or why there is none.

    Pass the result to ``decide``: only the legal move has the fields derived from the payment.
    """
    reason = why_not_asked(table, player, city)
    if reason is not None:
        return reason
    moves = table.phase.moves(table, city)
    for legal in moves:
        if legal == move:
            return legal
    return _why_not_among(table, city, move, moves)


def decide(table: Table, city: int, move: Move) -> Reveal | None:
    """Makes a legal move for a city, or replaces its earlier choice.

    Returns:
        What was revealed, if this was the last missing choice.
    """
    if table.chosen[city] is not None:
        withdraw(table, city)
    return play(table, city, move)


def _why_not_among(table: Table, city: int, move: Move, moves: list[Move]) -> Reason:
    """Why a move is not among the legal ones."""
    card = move.card
    if move.kind in (BUILD, WONDER) and any(
        each.kind == move.kind and each.card is card and each.using == move.using and each.copied == move.copied
        for each in moves
    ):
        return Reason("move/payment", "no-such-payment")
    if card is not None and not any(each.card is card for each in moves) and not _at_hand(table, city, card):
        return Reason("move/illegal", "no-such-card")
    reason: Reason | None = None
    if card is not None and move.kind == BUILD and not move.using:
        reason = why_not_build(table, city, card)
    elif move.kind == WONDER:
        reason = why_not_stage(table, city)
    elif card is not None and move.kind == RECRUIT and table.phase.name == "recruit":
        price = leader_price(table, table.cities[city], card)
        reason = Reason("move/illegal", "coins-short", {"needed": price, "coins": table.cities[city].purse()})
    return reason or Reason("move/illegal", "not-offered")


def _at_hand(table: Table, city: int, card: Card) -> bool:
    """Whether a card is available to a city in this phase, legal or not."""
    if table.phase.name == "recruit":
        return card in table.leader_hands[city]
    return table.phase.name in ("play", "last-card") and (
        card in table.hands[city] or card in table.hands[table.decider(city)]
    )


def take_back(table: Table, player: int, only: int = NOBODY) -> bool:
    """Takes back a player's choices for all cities or for one; False if there are none."""
    cities = [
        city
        for city in range(table.city_count)
        if table.decider(city) == player and table.chosen[city] is not None and only in (NOBODY, city)
    ]
    for city in cities:
        withdraw(table, city)
    return len(cities) > 0


def cost_of_move(table: Table, city: int, move: Move) -> Cost:
    """The cost of a legal move after chains, powers and discounts."""
    card = move.card
    if move.kind == BUILD and card is not None and not move.chained and not move.using:
        return cost_of(table.cities[city], card)
    if move.kind == WONDER:
        return stage_cost(table, table.cities[city], move.copied)
    if move.kind == RECRUIT and card is not None:
        return Cost(leader_price(table, table.cities[city], card), {})
    return NOTHING

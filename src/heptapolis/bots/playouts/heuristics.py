"""The immediate value of moves: the heuristics of `greedy` and `rules`.

They use public information and the deciding city's hand only: no other hand, no face-down card, no later deal. So the
answer is the same for all tables that look the same to the deciding player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.conflicts import next_conflicts, resolve_conflicts
from heptapolis.engine.effects.base import number, words
from heptapolis.engine.effects.points import Shields
from heptapolis.engine.effects.production import Produce
from heptapolis.engine.moves import BUILD, COPY, DIG, DISCARD, DRAFT, PASS, RECRUIT, SIDE, WONDER
from heptapolis.engine.scoring import TREASURY, card_points, points_by_category
from heptapolis.engine.table import Table
from heptapolis.engine.turn import carry_out, copy_leader, dig_up, look_through, recruit
from heptapolis.rulebook.model import COLORS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.moves import Move
    from heptapolis.engine.rng import Rng

POINT: Final = 100  # one point in the units of ``worth``
COIN: Final = 1  # coins only break ties: they are for building

BLUE: Final = COLORS.index("blue")
RED: Final = COLORS.index("red")
GREEN: Final = COLORS.index("green")

# The ranks of `rules`, lowest first. A civilian structure adds its points to its rank.
ANY_SCIENCE: Final = 1
ANY_CIVILIAN: Final = 10
TAKES_THE_LEAD: Final = 100
LACKING_RESOURCE: Final = 200
SEVERAL_RESOURCES: Final = 300


def public_table(view: View) -> Table:
    """The table as a seat sees it: all cities and its own hand; hidden cards are missing.

    This is enough to evaluate a decision, not to play on.
    """
    count = len(view.cities)
    table = Table(
        view.schedule,
        [city.copy() for city in view.cities],
        view.asked,
        [None] * count,
        [list(hand) if hand is not None else [] for hand in view.hands],
        list(view.discard) if view.discard is not None else [],
        [],
        [()] * count,
        [hand if hand is not None else () for hand in view.leader_hands],
        [hand if hand is not None else () for hand in view.draft_hands],
        [],
    )
    table.show_same(view)
    return table


def worth(table: Table, seat: i64) -> i64:
    """The value of a city if the age and the game ended now.

    Resolves the conflicts on the given table, which changes it.
    """
    resolve_conflicts(table)
    city = table.cities[seat]
    points = points_by_category(table, seat)
    return (sum(points) - points[TREASURY] - city.debt) * POINT + city.coins * COIN


def worth_after(table: Table, seat: i64, move: Move) -> i64:
    """The worth of a city after this move alone."""
    after = table.copy()
    after.chosen = after.nothing_chosen.copy()
    kind = move.kind
    card = move.card
    city = after.cities[seat]
    if kind == BUILD or kind == WONDER or kind == DISCARD or kind == RECRUIT:
        moves: list[Move | None] = after.nothing_chosen.copy()
        moves[seat] = move
        carry_out(after, moves)
    elif kind == DIG and card is not None:
        look_through(after, city.bit)
        dig_up(after, seat, card)
    elif kind == COPY and card is not None:
        copy_leader(after, seat, card)
    elif kind == DRAFT and card is not None:
        recruit(after, seat, card)
    else:
        after.phase.try_out(after, seat, move)
    return worth(after, seat)


def candidates(moves: list[Move]) -> list[Move]:
    """The moves without more expensive payments for the same action. A power is kept beside a payment."""
    kept: list[Move] = []
    last: Move | None = None
    for move in moves:
        if (
            last is None
            or last.card is not move.card
            or last.kind != move.kind
            or last.copied != move.copied
            or last.using != move.using
            or move.card is None
        ):
            kept.append(move)
        last = move
    return kept


def greedy(table: Table, seat: i64, moves: list[Move], rng: Rng) -> Move:
    """The move of `greedy`: a wonder stage if possible, else the best immediate worth.

    A stage is built with the card that is worth least.
    """
    if len(moves) == 1:
        return moves[0]
    if moves[0].kind == SIDE:
        return moves[rng.below(len(moves))]
    choices = candidates(moves)
    stages = [move for move in choices if move.kind == WONDER]
    if stages:
        return _least_missed(table, seat, choices, stages)
    return best_at_once(table, seat, choices)


def best_at_once(table: Table, seat: i64, choices: list[Move]) -> Move:
    """The move with the best immediate worth; discards and passes only if nothing else is legal."""
    active = [move for move in choices if move.kind != DISCARD and move.kind != PASS]
    if not active:
        active = choices
    best = active[0]
    most: i64 = -(2**40)
    for move in active:
        value = worth_after(table, seat, move)
        if value > most:
            most = value
            best = move
    return best


def _least_missed(table: Table, seat: i64, choices: list[Move], stages: list[Move]) -> Move:
    """The stage with the card that is worth least; the first one if several copied sides are offered."""
    best = stages[0]
    least: i64 = 2**40
    for stage in stages:
        value: i64 = -(2**30)  # a card that cannot be built comes first
        for move in choices:
            if move.card is stage.card and (move.kind == BUILD or move.kind == RECRUIT):
                value = max(value, worth_after(table, seat, move))
        if value < least:
            least = value
            best = stage
    return best


def rules(table: Table, seat: i64, moves: list[Move], rng: Rng) -> Move:
    """The move of `rules`.

    In the first two ages, in this order: a card that gives more than one resource; one that gives a resource the city
    does not produce; a red card that takes the lead over a neighbor; the best blue card; a green card; anything else
    that can be built, stages included. In the last age and in other decisions: the best immediate worth.
    """
    if len(moves) == 1:
        return moves[0]
    if moves[0].kind == SIDE:
        return moves[rng.below(len(moves))]
    choices = candidates(moves)
    if table.age < 3 and not table.preparing:
        builds = [move for move in choices if move.kind == BUILD]
        if builds:
            return _by_the_list(table, seat, builds, choices, rng)
    return best_at_once(table, seat, choices)


def _by_the_list(table: Table, seat: i64, builds: list[Move], choices: list[Move], rng: Rng) -> Move:
    best: Move | None = None
    best_rank: i64 = 0
    for move in builds:
        card = move.card
        assert card is not None, "a build move has a card"
        rank = _rank(table, seat, card)
        if rank > best_rank:
            best_rank = rank
            best = move
    if best is not None:
        return best
    others = [move for move in choices if move.kind == BUILD or move.kind == WONDER]
    return others[rng.below(len(others))]


def _rank(table: Table, seat: i64, card: Card) -> i64:
    """The rank of a card in the list of `rules`, highest first; 0 if it is not in the list."""
    city = table.cities[seat]
    lacking = False
    shields: i64 = 0
    for effect in card.effects:
        if isinstance(effect, Produce):
            if number(effect.spec, "amount") > 1 or len(words(effect.spec, "resources")) > 1:
                return SEVERAL_RESOURCES
            if effect.bits & ~city.makes:
                lacking = True
        elif isinstance(effect, Shields):
            shields += effect.amount
    if lacking:
        return LACKING_RESOURCE
    if card.color == RED:
        return TAKES_THE_LEAD if takes_the_lead(table, seat, shields) else 0
    if card.color == BLUE:
        return ANY_CIVILIAN + card_points(table, seat, card)
    return ANY_SCIENCE if card.color == GREEN else 0


def takes_the_lead(table: Table, seat: i64, shields: i64) -> bool:
    """Whether this many more shields win a conflict that would not be won now."""
    won = _victories(table, seat)
    city = table.cities[seat]
    city.shields += shields
    more = _victories(table, seat) > won
    city.shields -= shields
    return more


def _victories(table: Table, seat: i64) -> int:
    return len([each for each in next_conflicts(table) if each.winner == seat])

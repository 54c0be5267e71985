"""Reasons for a move: what it changes on the table that its seat sees, compared with another move.

The engine carries out the move alone on the public table, and this module compares the tables before and after. It uses
no card that the seat does not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from heptapolis.analysis.model import MoveReason
from heptapolis.bots.playouts.heuristics import POINT, public_table, worth, worth_after
from heptapolis.engine.breakdown import breakdown
from heptapolis.engine.conflicts import next_conflicts
from heptapolis.engine.knowledge.card_groups import seat_after
from heptapolis.engine.legal import can_build, cheapest_build
from heptapolis.engine.scoring import MILITARY, SCIENCE, TREASURY, points_by_category
from heptapolis.engine.turn import carry_out, copy_leader, dig_up, end_turn, look_through
from heptapolis.library.internals import engine_view
from heptapolis.record.moves import plain_move
from heptapolis.rulebook import RESOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from heptapolis import Move, View
    from heptapolis.analysis.model import JudgedMove
    from heptapolis.engine.cards import Card
    from heptapolis.engine.moves import Move as EngineMove
    from heptapolis.engine.table import Table
    from heptapolis.rulebook import EffectSpec

MOST: Final = 2
"""The most reasons for one move."""

WANTED: Final = 3
"""A card that brings the next player at least this many points at once is worth denying."""

MANY_CARDS: Final = 3
"""A resource is mentioned if at least this many cards of later ages need it."""

OPENED: Final = 2
"""A resource that nobody sells is mentioned if at least this many cards of the hand can be built with it."""

MANY_COINS: Final = 2
"""Fewer coins are not mentioned."""

KEYS: Final = (
    "free-by-chain",
    "free-by-power",
    "free-by-digging",
    "opens-chain",
    "builds-stage",
    "wins-war",
    "saves-war",
    "completes-set",
    "more-science",
    "more-points",
    "more-coins",
    "new-resource",
    "opens-cards",
    "stage-resource",
    "cheaper-trade",
    "last-copy",
    "denies",
    "pays-neighbor",
    "avoids-debt",
    "expects-more",
    "equal",
    "only-move",
)
"""Every kind of reason; ``texts/`` has a sentence for each."""


AMOUNTS: Final = ("completes-set", "more-science", "more-points", "more-coins")
"""Kinds that apply only to the move with the larger amount."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A reason and its weight, roughly in points."""

    reason: MoveReason
    weight: float


class Facts:
    """The effects of the moves of one decision."""

    def __init__(self, view: View, city: int) -> None:
        """Takes the view of a seat and the city that it decides for."""
        self._view = view
        self._city = city
        self._seen = engine_view(view)
        self._moves: dict[Move, EngineMove] = {plain_move(move): move for move in reversed(self._seen.moves)}
        self._found: dict[Move, list[Fact]] = {}

    @cached_property
    def _table(self) -> Table:
        return public_table(self._seen)

    def reasons(self, judged: JudgedMove, rival: JudgedMove | None) -> tuple[MoveReason, ...]:
        """Returns up to two reasons for a move against another one.

        What both moves do is not a reason. If nothing else differs, the reason is the sage's estimate.
        """
        if rival is None:
            return (MoveReason("only-move"),)
        theirs = self.of(rival.move)
        found = [fact for fact in self.of(judged.move) if not any(_covers(other, fact) for other in theirs)]
        found += self._payment(judged.move, rival.move)
        found.sort(key=lambda fact: -fact.weight)
        if found:
            by_key = {fact.reason.key: fact.reason for fact in reversed(found)}  # the heaviest reason of each kind
            return tuple([fact.reason for fact in found if by_key[fact.reason.key] is fact.reason][:MOST])
        tenths = round(10 * (judged.worth - rival.worth))
        return (MoveReason("expects-more", {"tenths": tenths}) if tenths >= 5 else MoveReason("equal"),)

    def of(self, move: Move) -> list[Fact]:
        """Returns all reasons for a move by itself."""
        if move not in self._found:
            own = self._city == self._view.seat and move in self._moves
            self._found[move] = list(self._all(move)) if own else []
        return self._found[move]

    def _all(self, move: Move) -> Iterator[Fact]:
        if move.action == "settle":
            if move.coins == self._view.owes[self._city]:
                yield _fact("avoids-debt", 1.0)
            return
        after = self._after(self._moves[move])
        if after is None:
            return
        yield from self._free(move)
        yield from self._changes(move, after)
        yield from self._wars(after)
        if move.action in ("build", "dig"):
            yield from self._chains(move.card)
            yield from self._last_copy(move.card)
        if move.action == "wonder":
            yield _fact("builds-stage", 1.5, stage=self._view.cities[self._city].stages_built + 1)
        else:
            yield from self._production(self._view.card(move.card).effects if move.action != "discard" else ())
            yield from self._opened(move, after)
        yield from self._denied(move)

    def _after(self, move: EngineMove) -> Table | None:
        """The table after this move alone; None if the move has no effect yet."""
        action = plain_move(move).action
        after = self._table.copy()
        after.chosen = after.nothing_chosen.copy()
        if action in ("build", "wonder", "discard", "recruit"):
            moves: list[EngineMove | None] = after.nothing_chosen.copy()
            moves[self._city] = move
            carry_out(after, moves)
        elif action == "dig" and move.card is not None:
            look_through(after, after.cities[self._city].bit)
            dig_up(after, self._city, move.card)
        elif action == "copy" and move.card is not None:
            copy_leader(after, self._city, move.card)
        else:
            return None
        return after

    def _free(self, move: Move) -> Iterator[Fact]:
        if move.action == "dig":
            yield _fact("free-by-digging", 1.0)
        if move.action != "build":
            return
        card = self._view.card(move.card)
        saved = 0.5 + 0.5 * (card.coins + sum(card.cost.values()))
        if self._moves[move].chained:
            standing = self._view.cities[self._city].structures
            source = next((name for name in card.chain_from if name in standing), None)
            if source is not None:
                yield _fact("free-by-chain", saved, card=move.card, source=source)
        elif move.using:
            yield _fact("free-by-power", saved, card=move.card, power=move.using)

    def _changes(self, move: Move, after: Table) -> Iterator[Fact]:
        city, table = self._city, self._table
        old, new = points_by_category(table, city), points_by_category(after, city)
        science = new[SCIENCE] - old[SCIENCE]
        points = sum(new) - sum(old) - science - sum(new[row] - old[row] for row in (MILITARY, TREASURY))
        if _sets(after, city) > _sets(table, city):
            yield _fact("completes-set", science, points=science)
        elif science > 1:
            yield _fact("more-science", science, points=science)
        if points > 1:
            yield _fact("more-points", points, points=points)
        before = int(table.cities[city].coins)
        coins = int(after.cities[city].coins) - before
        if coins >= MANY_COINS:
            yield _fact("more-coins", coins / 3 + (1.0 if before < 3 else 0.0), coins=coins)

    def _wars(self, after: Table) -> Iterator[Fact]:
        old = {(each.seat, each.left): each for each in next_conflicts(self._table)}
        for new in next_conflicts(after):
            before = old.get((new.seat, new.left))
            if before is None or self._city not in (new.seat, new.left):
                continue
            other = new.left if new.seat == self._city else new.seat
            if new.winner == self._city and before.winner != self._city:
                stake = new.victory * new.tokens
                yield self._about("wins-war", stake + 1.0, other, points=stake)
            elif before.winner == other and new.winner not in (other, self._city):
                yield self._about("saves-war", new.victory, other)

    def _chains(self, name: str) -> Iterator[Fact]:
        """Cards of later ages that the structure makes free, without those that are free already."""
        seen = self._seen
        standing = {*self._view.cities[self._city].structures}
        for target in self._view.card(name).chain_to:
            later = range(int(seen.age) + 1, 4)
            if not any(card.name == target for age in later for card in seen.rules.deck(age, len(seen.cities))):
                continue
            sources = {*self._view.card(target).chain_from}
            if target not in standing and not sources & standing:
                yield _fact("opens-chain", 1.5, card=name, target=target)

    def _last_copy(self, name: str) -> Iterator[Fact]:
        """Whether all other copies of the card are built and no later age deals one."""
        seen = self._seen
        copies = [sum(card.name == name for card in seen.rules.deck(age, len(seen.cities))) for age in (1, 2, 3)]
        dealt = sum(copies[: seen.age])
        built = sum(city.structures.count(name) for city in self._view.cities)
        if dealt > 1 and sum(copies) == dealt and built == dealt - 1:
            yield _fact("last-copy", 0.5, card=name, copies=dealt)

    def _production(self, effects: Iterable[EffectSpec]) -> Iterator[Fact]:
        city = self._view.cities[self._city]
        made = {resource for unit in city.produces for resource in unit}
        effects = tuple(effects)
        given = {each for effect in effects if effect.kind == "produce" for each in _words(effect, "resources")}
        fresh = [resource for resource in RESOURCES if resource in given - made]
        for stage in city.stages:
            needed = [resource for resource in fresh if resource in stage.cost.resources]
            if needed and not stage.built and not stage.cost_open:
                yield _fact("stage-resource", 1.5, resource=needed[0], stage=stage.number)
                break
        wanting = {resource: self._later_cards(resource) for resource in fresh}
        most = max(fresh, key=lambda resource: wanting[resource], default=None)
        if most is not None and wanting[most] >= MANY_CARDS:
            yield _fact("new-resource", 1.0 + wanting[most] / 10, resource=most, n=wanting[most])
        if any(effect.kind in ("price", "rebate") for effect in effects):
            yield _fact("cheaper-trade", 1.0)

    def _opened(self, move: Move, after: Table) -> Iterator[Fact]:
        """Cards of this hand that need a resource which only this move brings within reach."""
        if self._seen.phase != "play" or move.action != "build":
            return
        cities = self._view.cities
        own, table = cities[self._city], self._table
        reached = {each for units in (own.produces, cities[own.left].sells, cities[own.right].sells) for each in units}
        given = {
            each
            for effect in self._view.card(move.card).effects
            if effect.kind == "produce"
            for each in _words(effect, "resources")
        }
        fresh = given.difference(*reached)
        if not fresh:
            return
        then = after.copy()
        end_turn(then)
        opened = [
            card
            for card in dict.fromkeys(table.hands[self._city])
            if not can_build(table, table.cities[self._city], card) and can_build(then, then.cities[self._city], card)
        ]
        counted = {each: sum(each in card.spec.cost for card in opened) for each in RESOURCES if each in fresh}
        most = max(counted, key=lambda resource: counted[resource])
        if counted[most] >= OPENED:
            yield _fact("opens-cards", 1.0 + 0.5 * counted[most], resource=most, n=counted[most])

    def _later_cards(self, resource: str) -> int:
        """The number of different cards of later ages that cost this resource, without guilds and black cards."""
        seen = self._seen
        later = {card for age in range(int(seen.age) + 1, 4) for card in seen.rules.deck(age, len(seen.cities))}
        return sum(resource in card.spec.cost for card in later)

    def _denied(self, move: Move) -> Iterator[Fact]:
        found = self._wanted
        if found is not None and found[0] == move.card:
            _, points, other = found
            yield self._about("denies", points / 2, other, card=move.card, points=points)

    @cached_property
    def _wanted(self) -> tuple[str, int, int] | None:
        """The card of this hand that brings the next player the most points at once, the points, and that player."""
        seen, table = self._seen, self._table
        hand = table.hands[self._city]
        if seen.phase != "play" or seen.turn >= seen.turns or self._city != seen.seat:
            return None
        other = int(seat_after(table, self._city, 1))
        if other in (self._city, int(table.partner(self._city))):
            return None
        gains = [(_gain(table, other, card), card.name) for card in dict.fromkeys(hand)]
        points, name = max(gains, default=(0, ""))
        rivals = [each for each, card in gains if card != name]
        if points < WANTED or points <= max(rivals, default=0):
            return None
        return name, points, other

    def _payment(self, move: Move, rival: Move) -> list[Fact]:
        """A reason if the other move pays a neighbor more, and both neighbors together more."""
        saved = rival.left + rival.right - move.left - move.right
        same = (move.action, move.card) == (rival.action, rival.card)
        if self._city != self._view.seat or saved < (1 if same else MANY_COINS):
            return []
        city = self._view.cities[self._city]
        coins, other = max((rival.left - move.left, city.left), (rival.right - move.right, city.right))
        if other == self._table.partner(self._city):
            return []
        return [self._about("pays-neighbor", coins / 3, other, coins=coins)]

    def _about(self, key: str, weight: float, other: int, **params: str | int) -> Fact:
        """A fact about another city."""
        return _fact(key, weight, **params, seat=int(other), city=self._view.cities[other].wonder)


def _covers(other: Fact, fact: Fact) -> bool:
    """Whether the other move has the same reason, with at least the same amount."""
    if other.reason.key in AMOUNTS:
        return other.reason.key == fact.reason.key and other.weight >= fact.weight
    return other.reason == fact.reason


def _fact(key: str, weight: float, **params: str | int) -> Fact:
    return Fact(MoveReason(key, params), float(weight))


def _words(effect: EffectSpec, name: str) -> tuple[str, ...]:
    found = effect.args[name]
    assert isinstance(found, tuple), "the rulebook checks it"
    return found


def _sets(table: Table, city: int) -> int:
    """The number of sets of three different symbols in a city."""
    return sum(int(source.count) for source in breakdown(table, city) if source.kind == "sets")


def _gain(table: Table, seat: int, card: Card) -> int:
    """The points that a city gains at once by building a card now, conflicts included, coins not counted."""
    city = table.cities[seat]
    if city.has(card) or not can_build(table, city, card):
        return 0
    after = worth_after(table, seat, cheapest_build(table, seat, card))
    return round((int(after) - int(worth(table.copy(), seat))) / POINT)  # there a coin counts a hundredth of a point

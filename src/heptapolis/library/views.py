"""Views: what one seat may see of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.table import NOBODY
from heptapolis.library.cards import Card, cards_of
from heptapolis.library.cities import City, public_cities
from heptapolis.library.decisions import Decision
from heptapolis.library.reveals import Conflict, conflict_of
from heptapolis.record.moves import Move, plain_move
from heptapolis.record.position.view_document import write_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis.engine import View as EngineView
    from heptapolis.engine.cards import Card as EngineCard
    from heptapolis.engine.moves import Move as EngineMove
    from heptapolis.record.json_types import ViewDocument


@dataclass(frozen=True, slots=True)
class KnownHand:
    """A hand that the seat has passed on."""

    seat: int
    """Where the hand is now."""
    size: int
    """How many cards it holds."""
    cards: tuple[str, ...]
    """The cards passed on, without those built since. The hand is a subset of them."""


@dataclass(frozen=True, slots=True)
class KnownLeaders:
    """Leaders that the seat has passed on in the draft."""

    seats: tuple[int, ...]
    """The seats that have one of them each; a seat listed twice has two."""
    cards: tuple[str, ...]
    """As many leaders as seats."""


class View:
    """What one seat, or a spectator, may see of a game at one moment.

    A view contains no secrets: what the seat does not see is a count or is missing. It does not change when the game
    continues. ``game.view(seat)`` returns one.

    >>> import heptapolis
    >>> view = heptapolis.Game.new(players=3, seed=7).view(1)
    >>> view
    <View of seat 1, age 1, turn 1, play>
    >>> view.hand_sizes, len(view.hand), view.hands[0]
    ((7, 7, 7), 7, None)
    """

    def __init__(self, seen: EngineView) -> None:
        """Wraps a view of the engine."""
        self._seen = seen

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator."""
        return self._seen.seat

    @property
    def edition(self) -> str:
        """``first`` or ``second``."""
        return self._seen.rules.key[0]

    @property
    def expansions(self) -> tuple[str, ...]:
        """The expansions in use."""
        return self._seen.rules.key[1]

    @property
    def mode(self) -> str:
        """``standard``, ``free-city`` or ``teams``."""
        return self._seen.mode

    @property
    def players(self) -> int:
        """The number of players; the Free City is not counted."""
        return len(self._seen.cities) - (self._seen.free_seat != NOBODY)

    @property
    def age(self) -> int:
        """The age being played, from 1 to 3."""
        return int(self._seen.age)

    @property
    def turn(self) -> int:
        """The turn of the age, counted from 1."""
        return int(self._seen.turn)

    @property
    def turns(self) -> int:
        """The number of turns in the age."""
        return int(self._seen.turns)

    @property
    def phase(self) -> str:
        """What is being decided, as in ``Decision.kind``; ``over`` at the end."""
        return self._seen.phase

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._seen.over

    @cached_property
    def cities(self) -> tuple[City, ...]:
        """All cities by seat, the Free City included."""
        seen = self._seen
        return public_cities(seen.rules, seen.mode, seen.cities)

    @property
    def free_city(self) -> int | None:
        """The seat of the Free City; None if there is none."""
        return _seat(self._seen.free_seat)

    @property
    def holder(self) -> int | None:
        """The player who decides for the Free City in this turn; None if there is none."""
        return _seat(self._seen.holder)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The cities with a missing decision."""
        return self._seen.waiting

    @property
    def has_chosen(self) -> tuple[int, ...]:
        """The cities with a move that is chosen but not yet revealed."""
        return self._seen.has_chosen

    @cached_property
    def chosen(self) -> tuple[Move | None, ...]:
        """The moves that this seat has chosen, by city; None if it has not."""
        return _moves(self._seen.chosen)

    @cached_property
    def last_moves(self) -> tuple[Move | None, ...]:
        """The moves last revealed in this age, by city.

        Face-down cards have no name here, unless this seat played them.
        """
        return _moves(self._seen.last_moves)

    @cached_property
    def pending(self) -> tuple[Decision, ...]:
        """The decisions that this seat must make now."""
        if self.seat is None:
            return ()
        seat, found = self.seat, []
        for city in dict.fromkeys(move.city for move in self._seen.moves):
            moves = tuple([plain_move(move) for move in self._seen.moves if move.city == city])
            for_city = seat if city == OWN_CITY else int(city)
            found.append(Decision(seat, self.phase, for_city, moves))
        return tuple(found)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the first pending decision; empty if there is none."""
        return self.pending[0].moves if self.pending else ()

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own hand; empty for a spectator, and while leaders are recruited before an age."""
        return (self.hands[self.seat] if self.seat is not None else None) or ()

    @cached_property
    def hands(self) -> tuple[tuple[str, ...] | None, ...]:
        """Hands by city; None where this seat does not see them."""
        return _hands(self._seen.hands)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand, by city."""
        return self._seen.hand_sizes

    @cached_property
    def leader_hands(self) -> tuple[tuple[str, ...] | None, ...]:
        """Leaders in hand by city; None where this seat does not see them."""
        return _hands(self._seen.leader_hands)

    @property
    def leader_hand_sizes(self) -> tuple[int, ...]:
        """The number of leaders in each hand, by city."""
        return self._seen.leader_hand_sizes

    @cached_property
    def draft_hands(self) -> tuple[tuple[str, ...] | None, ...]:
        """Leaders to draft from, by city; None where this seat does not see them."""
        return _hands(self._seen.draft_hands)

    @property
    def draft_hand_sizes(self) -> tuple[int, ...]:
        """The number of leaders to draft from, by city."""
        return self._seen.draft_hand_sizes

    @cached_property
    def buried(self) -> tuple[tuple[str | None, ...], ...]:
        """The cards under the wonder stages, by city; None where this seat does not know a card."""
        return tuple([tuple([None if card is None else card.name for card in cards]) for cards in self._seen.buried])

    @property
    def discard_size(self) -> int:
        """The number of cards in the discard pile."""
        return int(self._seen.discard_size)

    @property
    def discard(self) -> tuple[str, ...] | None:
        """The discard pile, oldest card first; None unless this seat is digging or the game is over."""
        return None if self._seen.discard is None else _names(self._seen.discard)

    @property
    def known_discards(self) -> tuple[str, ...]:
        """The cards that this seat knows are in the discard pile."""
        return tuple([card.name for cards in self._seen.known_discards for card in cards])

    @property
    def draw_pile_size(self) -> int:
        """The number of cards left to draw for the Free City."""
        return int(self._seen.draw_pile_size)

    @property
    def drawn(self) -> str:
        """The card that this seat has drawn for the Free City in this turn; empty if none."""
        return "" if self._seen.drawn is None else self._seen.drawn.name

    @property
    def owes(self) -> tuple[int, ...]:
        """The coins that each city must settle now; empty if none."""
        return self._seen.owes

    @property
    def known_hands(self) -> tuple[KnownHand, ...]:
        """What this seat knows about the hands that it passed on in this age."""
        return tuple([KnownHand(hand.seat, hand.size, _names(hand.cards)) for hand in self._seen.known_hands])

    @property
    def known_leaders(self) -> tuple[KnownLeaders, ...]:
        """What this seat knows about the leaders that it passed on in the draft."""
        return tuple([KnownLeaders(known.seats, _names(known.cards)) for known in self._seen.known_leaders])

    def next_conflicts(self) -> tuple[Conflict, ...]:
        """Returns the conflicts as if the age ended now; empty if the game is over."""
        return tuple([conflict_of(each) for each in self._seen.conflicts])

    def card(self, name: str) -> Card:
        """Returns the printed card with this name.

        Raises:
            KeyError: The game has no such card.
        """
        return cards_of(*self._seen.rules.key)[name]

    def document(self) -> ViewDocument:
        """Returns the view as a JSON document, ``heptapolis-view/1``; docs/views.md describes it."""
        return write_view(self._seen)

    def __eq__(self, other: object) -> bool:
        """Compares everything visible."""
        if not isinstance(other, View):
            return NotImplemented
        return self._seen == other._seen

    def __hash__(self) -> int:
        return hash(self._seen)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}, age {self.age}, turn {self.turn}, {self.phase}>"

    def __reduce__(self) -> tuple[object, ...]:
        return View, (self._seen,)


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _names(cards: Iterable[EngineCard]) -> tuple[str, ...]:
    return tuple([card.name for card in cards])


def _hands(hands: Iterable[Iterable[EngineCard] | None]) -> tuple[tuple[str, ...] | None, ...]:
    return tuple([None if hand is None else _names(hand) for hand in hands])


def _moves(moves: Iterable[EngineMove | None]) -> tuple[Move | None, ...]:
    return tuple([None if move is None else plain_move(move) for move in moves])

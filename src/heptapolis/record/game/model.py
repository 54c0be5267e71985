"""A whole game as a value: seats, deal, moves and result.

A record contains the deal itself and not only the seed, so it stays valid if shuffling changes. ``text_format`` and
``json_format`` read and write it, ``replay`` replays it.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from heptapolis.engine import HeptapolisError, InvalidOptions, rules_for
from heptapolis.engine.phases import begin_game
from heptapolis.engine.rules import check_combination
from heptapolis.engine.setup import LEADERS_EACH, deal, new_table
from heptapolis.engine.table import FREE_CITY
from heptapolis.rulebook import AGES, editions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from heptapolis.engine import Rules, Score
    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table
    from heptapolis.record.moves import Move

RECORD_FORMAT: Final = "heptapolis-record/1"
NOTE: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)

CardNames = tuple[str, ...]
"""Printed names of cards, in dealt order."""


class InvalidRecord(HeptapolisError, ValueError):
    """A text or document is not a game record; gives the place and the reason."""

    def __init__(self, code: str, reason: str, place: str = "") -> None:
        """``place`` is a line (``line 12``) or a field (``deal II 0``); the message begins with it."""
        super().__init__(code, f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.place = place

    def __reduce__(self) -> tuple[object, ...]:
        return InvalidRecord, (self.code, self.reason, self.place)


class RulebookWarning(UserWarning):
    """A record was played with other rulebook data, but replays to the same result."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat of a recorded game."""

    wonder: str
    """The board."""
    side: str
    """The side set from the start; empty if the owners chose it by a move."""
    name: str
    """Who played; empty for the Free City."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards in dealt order."""

    hands: tuple[tuple[CardNames, ...], ...]
    """The hands of each age, by seat; for the Free City the draw pile, top card first."""
    leaders: tuple[CardNames, ...] = ()
    """The leaders dealt for the draft, by seat, none for the Free City; empty without Leaders."""
    leader_box: CardNames = ()
    """The leaders left in the box, in drawing order."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the moves that were revealed together."""

    at: str
    """The moment, as ``notation.moment`` writes it."""
    moves: tuple[Move | None, ...]
    """By city; None for a city without a decision."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    scores: tuple[Score, ...]
    """Points by city, the Free City's included."""
    winners: tuple[int, ...]
    """The seats that won."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game, as far as it has been revealed."""

    rulebook: str
    """The fingerprint of the rulebook data."""
    edition: str
    expansions: tuple[str, ...]
    mode: str
    seed: int
    """The seed of the deal; a replay does not use it."""
    seats: tuple[SeatLine, ...]
    deal: Deal
    lines: tuple[Line, ...] = ()
    result: Result | None = None
    """None if the game is not over."""
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Additional notes by short key, such as bots, date and settings."""

    def without_moves(self) -> GameRecord:
        """Returns the record of the same game before its first decision."""
        return replace(self, lines=(), result=None)

    def with_names(self, names: Sequence[str], notes: Mapping[str, str]) -> GameRecord:
        """Returns the record with these names by seat, if given, and with additional notes.

        The Free City has no name.
        """
        free_seat = len(self.seats) - 1 if self.mode == FREE_CITY else None
        seats = [
            replace(seat, name=names[number]) if number < len(names) and number != free_seat else seat
            for number, seat in enumerate(self.seats)
        ]
        return replace(self, seats=tuple(seats), notes={**self.notes, **notes})

    def start(self) -> Table:
        """Returns the table before the first decision.

        Raises:
            InvalidRecord: The options do not fit together, or the boxes cannot give this deal.
        """
        rules = self._rules()
        players = len(self.seats) - 1 if self.mode == FREE_CITY else len(self.seats)
        try:
            check_combination(rules, self.mode, players)
        except InvalidOptions as error:
            raise InvalidRecord(error.code, error.message, "mode") from error
        check_seats(self, rules)
        for key in self.notes:
            if not NOTE.fullmatch(key):
                raise InvalidRecord("record/syntax", f"a note is named by a short word, not {key!a}", "note")
        check_deal(self, rules)
        boards = [seat.wonder for seat in self.seats]
        sides = [seat.side or None for seat in self.seats]
        table = new_table(rules, self.mode, players, self.seed, boards, sides)
        table.deals = [[_cards(rules, hand) for hand in hands] for hands in self.deal.hands]
        if self.deal.leaders:
            table.draft_hands = [tuple(_cards(rules, hand)) for hand in self.deal.leaders]
            table.leader_box = tuple(_cards(rules, self.deal.leader_box))
        begin_game(table)
        return table

    def __str__(self) -> str:
        """Returns the record as text, which ``Game.from_record`` reads."""
        from heptapolis.record.game.text_format import write_record  # that module imports this one

        return write_record(self)

    def _rules(self) -> Rules:
        """The rules of the record's boxes."""
        try:
            rules = rules_for(self.edition, self.expansions)
        except InvalidOptions as error:
            place = "boxes" if self.edition in editions() else "edition"
            raise InvalidRecord(error.code, error.message, place) from error
        if self.expansions != rules.key[1]:
            raise InvalidRecord(
                "record/syntax", f"the boxes are written in this order: {', '.join(rules.key[1])}", "boxes"
            )
        return rules


def other_rulebook(record: GameRecord, table: Table) -> str:
    """Returns a warning if a record names another rulebook than its replay used; else an empty text."""
    here = table.rules.book.fingerprint
    return (
        "" if record.rulebook == here else f"played with the rulebook {record.rulebook}, and the one at hand is {here}"
    )


def warn_of_rulebook(record: GameRecord, table: Table) -> None:
    """Warns if a correctly replayed record names another rulebook."""
    difference = other_rulebook(record, table)
    if difference:
        warnings.warn(f"{difference}; its replay agrees", RulebookWarning, stacklevel=4)


def new_record(table: Table) -> GameRecord:
    """Returns the record of a game before its first decision.

    Args:
        table: A table from ``new_game``. Players are named after their wonders.

    Raises:
        InvalidRecord: The game has begun, so its first deal is no longer known.
    """
    begun = (
        table.age > 1 or table.turn > 1 or table.played or table.drafted or any(table.chosen) or any(table.leader_hands)
    )
    if begun or any(city.structures or city.stages for city in table.cities):
        raise InvalidRecord("record/begun", "a record begins with the game, and this game has been played on already")
    chosen_by_owner = table.phase.name == "side"
    seats = [
        SeatLine(
            city.side.wonder,
            "" if chosen_by_owner else city.side.name,
            "" if seat == table.free_seat else city.side.wonder,
        )
        for seat, city in enumerate(table.cities)
    ]
    edition, expansions = table.rules.key
    return GameRecord(
        rulebook=table.rules.book.fingerprint,
        edition=edition,
        expansions=expansions,
        mode=table.mode,
        seed=table.seed,
        seats=tuple(seats),
        deal=Deal(
            hands=tuple(tuple(_names(hand) for hand in deal(table, age)) for age in AGES),
            leaders=tuple(_names(hand) for hand in table.draft_hands) if table.rules.has_leaders else (),
            leader_box=_names(table.leader_box),
        ),
    )


def _names(cards: Sequence[Card]) -> CardNames:
    return tuple([card.name for card in cards])


def _cards(rules: Rules, names: CardNames) -> list[Card]:
    return [rules.by_name[name] for name in names]


def check_seats(record: GameRecord, rules: Rules) -> None:
    """Checks that the boxes of the game have these boards and sides.

    Raises:
        InvalidRecord: ``card/unknown``, ``card/duplicate`` or ``record/syntax``.
    """
    boards = {board.wonder: board for board in rules.boards}
    seen: set[str] = set()
    chosen_by_owner = rules.owners_choose_sides and not any(seat.side for seat in record.seats)
    for number, seat in enumerate(record.seats):
        place = f"seat {number}"
        if seat.wonder not in boards:
            raise InvalidRecord("card/unknown", f"no box in use has a board called {seat.wonder!a}", place)
        if seat.wonder in seen:
            raise InvalidRecord("card/duplicate", f"the board {seat.wonder} is at two seats", place)
        seen.add(seat.wonder)
        sides = [side.name for side in boards[seat.wonder].sides]
        if seat.side not in sides and not chosen_by_owner:
            raise InvalidRecord("record/syntax", f"the side of {seat.wonder} is one of {', '.join(sides)}", place)


def check_deal(record: GameRecord, rules: Rules) -> None:
    """Checks that the boxes of the game can give this deal.

    Raises:
        InvalidRecord: ``record/deal`` or ``card/unknown``.
    """
    cities = len(record.seats)
    if len(record.deal.hands) != len(AGES):
        raise InvalidRecord("record/deal", "a deal has the hands of three ages", "deal")
    for age, hands in zip(AGES, record.deal.hands, strict=True):
        place = f"deal {'I' * age}"
        if len(hands) != cities:
            raise InvalidRecord("record/deal", f"{cities} hands are dealt, not {len(hands)}", place)
        for seat, hand in enumerate(hands):
            _check_names(rules, hand, f"{place} {seat}")
            if len(hand) != rules.hand_size(cities):
                reason = f"a hand has {rules.hand_size(cities)} cards, not {len(hand)}"
                raise InvalidRecord("record/deal", reason, f"{place} {seat}")
        _check_deck(rules, cities, age, Counter(name for hand in hands for name in hand), place)
    _check_leaders(record, rules)


def _check_names(rules: Rules, names: CardNames, place: str) -> None:
    for name in names:
        if name not in rules.by_name:
            raise InvalidRecord("card/unknown", f"no box in use has a card called {name!a}", place)


def _check_deck(rules: Rules, cities: int, age: int, dealt: Counter[str], place: str) -> None:
    deck = Counter(card.name for card in rules.deck(age, cities))
    for drawn in rules.drawn[age]:
        found = [card.name for card in drawn.cards if dealt[card.name]]
        due = drawn.count(cities)
        if len(found) != due:
            kind = "guilds" if drawn.color == "purple" else f"{drawn.color} cards"
            reason = f"{due} {kind} are drawn for the age, not {len(found)}"
            raise InvalidRecord("record/deal", reason, place)
        deck.update(found)
    for name in sorted(deck.keys() | dealt.keys()):
        if deck[name] != dealt[name]:
            raise InvalidRecord(
                "record/deal", f"{name} is dealt {dealt[name]} times, and the deck has {deck[name]}", place
            )


def _check_leaders(record: GameRecord, rules: Rules) -> None:
    dealt = record.deal.leaders
    if not rules.has_leaders:
        if dealt or record.deal.leader_box:
            raise InvalidRecord("record/deal", "the leaders are not among the boxes of this game", "leaders")
        return
    if len(dealt) != len(record.seats):
        raise InvalidRecord(
            "record/deal", f"leaders are dealt to {len(record.seats)} seats, not {len(dealt)}", "leaders"
        )
    for seat, hand in enumerate(dealt):
        _check_names(rules, hand, f"leaders {seat}")
        due = 0 if record.mode == FREE_CITY and seat == len(dealt) - 1 else LEADERS_EACH
        if len(hand) != due:
            raise InvalidRecord(
                "record/deal", f"{due} leaders are dealt to this seat, not {len(hand)}", f"leaders {seat}"
            )
    _check_names(rules, record.deal.leader_box, "leader box")
    everyone = [name for hand in (*dealt, record.deal.leader_box) for name in hand]
    if sorted(everyone) != sorted(_names(rules.leaders)):
        raise InvalidRecord("record/deal", "hands and box together must contain every leader once", "leader box")

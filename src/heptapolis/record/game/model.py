"""A whole game as a value: the table it was played at, the deal, what was decided, and how it ended.

A record holds the deal itself and not only the seed, so that it outlives every change of shuffling. It is text
(``game_text``), JSON (``game_json``) or a game to be played again (``replay``).
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
    """A text or document that is no record of a game: the place at fault and the reason."""

    def __init__(self, code: str, reason: str, place: str = "") -> None:
        """``place`` is a line (``line 12``) or a field (``deal II 0``); the message begins with it."""
        super().__init__(code, f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.place = place

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles with all it says."""
        return InvalidRecord, (self.code, self.reason, self.place)


class RulebookWarning(UserWarning):
    """A record names another rulebook than the one at hand, and replays with the same result all the same."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat of a recorded game."""

    wonder: str
    """The board."""
    side: str
    """The side that lay up from the start; empty where the owners chose, as their moves say."""
    name: str
    """Who played; empty for the Free City."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Every card in the order in which chance laid it."""

    hands: tuple[tuple[CardNames, ...], ...]
    """The hands of each age, by seat; the Free City's is the draw pile, top first."""
    leaders: tuple[CardNames, ...] = ()
    """The leaders dealt for the draft, by seat; the Free City gets none. Empty without the box."""
    leader_box: CardNames = ()
    """The leaders left in the box, in the order in which they are drawn."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of moves: everything that was decided and revealed together."""

    at: str
    """The moment, as ``notation.moment`` writes it."""
    moves: tuple[Move | None, ...]
    """By city; None where nothing was asked."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    scores: tuple[Score, ...]
    """Points by city, the Free City's included."""
    winners: tuple[int, ...]
    """The seats that won."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game, or as much of it as has been revealed."""

    rulebook: str
    """The fingerprint of what was printed on the cards that were played."""
    edition: str
    expansions: tuple[str, ...]
    mode: str
    seed: int
    """Where the deal came from; nothing is drawn from it again."""
    seats: tuple[SeatLine, ...]
    deal: Deal
    lines: tuple[Line, ...] = ()
    result: Result | None = None
    """None for a game that is not over."""
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What else is worth knowing, by a short word: who sat where, when, with which settings."""

    def without_moves(self) -> GameRecord:
        """Returns the record of the same game before its first decision."""
        return replace(self, lines=(), result=None)

    def with_names(self, names: Sequence[str], notes: Mapping[str, str]) -> GameRecord:
        """Returns the record with these names by seat, where given, and with these notes in addition.

        The Free City has no name.
        """
        free_seat = len(self.seats) - 1 if self.mode == FREE_CITY else None
        seats = [
            replace(seat, name=names[number]) if number < len(names) and number != free_seat else seat
            for number, seat in enumerate(self.seats)
        ]
        return replace(self, seats=tuple(seats), notes={**self.notes, **notes})

    def start(self) -> Table:
        """The table before the first decision.

        Raises:
            InvalidRecord: no such game, or a deal that the boxes cannot give.
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
        from heptapolis.record.game.text_format import write_record  # which imports this module

        return write_record(self)

    def _rules(self) -> Rules:
        """The rules of its boxes."""
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
    """Says that a record names another rulebook than the one of its replay; empty if it does not."""
    here = table.rules.book.fingerprint
    return (
        "" if record.rulebook == here else f"played with the rulebook {record.rulebook}, and the one at hand is {here}"
    )


def warn_of_rulebook(record: GameRecord, table: Table) -> None:
    """Warns if a record, which has been replayed without a fault, names another rulebook."""
    difference = other_rulebook(record, table)
    if difference:
        warnings.warn(f"{difference}; its replay agrees", RulebookWarning, stacklevel=4)


def new_record(table: Table) -> GameRecord:
    """The record of a game in which nothing has been decided yet.

    Args:
        table: as ``new_game`` makes it. Players are called by their wonders.

    Raises:
        InvalidRecord: the game has begun; its first deal is not known any more.
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
    """Refuses boards and sides that the boxes of the game do not have.

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
            raise InvalidRecord("card/duplicate", f"the board {seat.wonder} lies at two seats", place)
        seen.add(seat.wonder)
        sides = [side.name for side in boards[seat.wonder].sides]
        if seat.side not in sides and not chosen_by_owner:
            raise InvalidRecord("record/syntax", f"the side of {seat.wonder} is one of {', '.join(sides)}", place)


def check_deal(record: GameRecord, rules: Rules) -> None:
    """Refuses a deal that the boxes of the game cannot give.

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
        raise InvalidRecord("record/deal", "hands and box together hold every leader once", "leader box")

"""Reads positions: validates a document against the rulebook and sets up the table.

Checks run in a fixed order, so that the same mistake always gets the same error: field values, rules, boards and
stages, card names, numbers of copies, hand sizes, moves already chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine import IllegalMove, InvalidOptions, InvalidPosition, rules_for
from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.restore import lay_out, queued_by_effects, resume, seat_free_city
from heptapolis.engine.rng import Rng
from heptapolis.engine.rules import check_combination
from heptapolis.engine.setup import LEADERS_STREAM, deal_leaders, shuffled
from heptapolis.engine.table import FREE_CITY, NOBODY
from heptapolis.record.move_json import find_move
from heptapolis.record.position import card_names
from heptapolis.record.position.cities import CityReader, check_boards, check_box_fields
from heptapolis.record.position.document import AFTER_REVEAL, PHASES, Fresh, read_sheet
from heptapolis.record.position.hand_sizes import check_hands

if TYPE_CHECKING:
    from heptapolis.engine import Rules
    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table
    from heptapolis.record.position.document import Sheet


def read_position(document: object) -> Table:
    """Reads the table from a position.

    Raises:
        InvalidPosition: The document is not a position; the code gives the reason.
    """
    sheet = read_sheet(document)
    _check_phase(sheet)
    rules = _rules(sheet)
    check_boards(sheet, rules)
    reader = _Reader(sheet, rules)
    check_hands(sheet, rules)
    table = reader.table()
    _choose(table, sheet)
    return table


def _check_phase(sheet: Sheet) -> None:
    """Refuses fields that belong to another phase.

    Raises:
        InvalidPosition: ``format/value``.
    """
    phase = sheet.phase
    if phase in ("side", "draft") and sheet.age != 1:
        raise InvalidPosition("format/value", f"Phase {phase} comes before the first age, not in age {sheet.age}.")
    if phase == "over" and sheet.age != 3:
        raise InvalidPosition("format/value", "The game is over after the third age, not before.")
    if sheet.dig_order and phase != "dig":
        raise InvalidPosition("format/value", f"dig_order belongs to phase dig, not to {phase}.")
    if sheet.queued is not None and phase in PHASES and phase not in ("last-card", "dig", "copy", "recruit"):
        raise InvalidPosition("format/value", f"Nothing is queued in phase {phase}.")
    for age in sheet.deals:
        if age <= sheet.age:
            raise InvalidPosition("format/value", f"deals are of later ages; age {age} is dealt already.")
    for index, seat in enumerate(sheet.seats):
        place = f"seats[{index}]"
        fresh = seat.fresh
        if phase in PHASES and phase not in AFTER_REVEAL and fresh != Fresh():
            raise InvalidPosition("format/value", f"{place}.fresh: in phase {phase} nothing is of this turn.")
        if seat.owes and phase != "debt":
            raise InvalidPosition("format/value", f"{place}.owes belongs to phase debt, not to {phase}.")
        if seat.draft_hand and phase != "draft":
            raise InvalidPosition("format/value", f"{place}.draft_hand belongs to phase draft, not to {phase}.")
        if phase == "side" and (seat.built or seat.stages or seat.tokens):
            raise InvalidPosition("format/value", f"{place}: nothing is built before the sides are chosen.")


def _rules(sheet: Sheet) -> Rules:
    """The rules of the edition and boxes.

    Raises:
        InvalidPosition: ``rules/combination``.
    """
    free = sheet.free_city
    players = len(sheet.seats) - 1 if sheet.mode == FREE_CITY else len(sheet.seats)
    try:
        rules = rules_for(sheet.edition, sheet.expansions)
        check_combination(rules, sheet.mode, players)
    except InvalidOptions as error:
        raise InvalidPosition(error.code, f"{error.message[:1].upper()}{error.message[1:]}.") from None
    if sheet.mode == FREE_CITY and free is None:
        raise InvalidPosition("format/value", "free_city is missing: mode free-city says where the Free City sits.")
    if sheet.mode != FREE_CITY and free is not None:
        raise InvalidPosition("rules/combination", f"There is no Free City in mode {sheet.mode}.")
    phase = sheet.phase
    if phase == "side" and not rules.owners_choose_sides:
        raise InvalidPosition("rules/combination", "Sides are chosen in the second edition only.")
    if phase in ("draft", "recruit", "copy") and not rules.has_leaders:
        raise InvalidPosition("rules/combination", f"There is no phase {phase} without the box leaders.")
    if phase == "debt" and not rules.has_box("cities"):
        raise InvalidPosition("rules/combination", "There is no phase debt without the box cities.")
    if phase not in [each.name for each in rules.schedule(sheet.mode).phases()]:
        raise InvalidPosition("rules/combination", f"There is no phase {phase} with these boxes.")
    if not rules.has_registered_box() and (sheet.queues or any(seat.counters for seat in sheet.seats)):
        raise InvalidPosition("rules/combination", "counters and queues come with other boxes.")
    check_box_fields(sheet, rules)
    return rules


class _Reader:
    """The cards of a position, looked up and counted."""

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        self.sheet = sheet
        self.rules = rules
        self.cities = [CityReader(sheet, rules, seat) for seat in range(len(sheet.seats))]
        pile = card_names.any_cards(rules, sheet.discard, "discard")
        self.discard = [card for card in pile if card.spec.color != "white"]
        self.draw_pile: list[Card] = []
        if sheet.free_city is not None:
            self.draw_pile = card_names.structures(rules, sheet.free_city.draw_pile, "free_city.draw_pile")
        self.deals = {
            age: [card_names.structures(rules, hand, f"deals.{age}[{seat}]") for seat, hand in enumerate(hands)]
            for age, hands in sheet.deals.items()
        }
        self.box = None if sheet.leader_box is None else card_names.leaders(rules, sheet.leader_box, "leader_box")
        card_names.structures(rules, list(sheet.surplus), "surplus")
        for city in self.cities:
            city.check_doubles()
        everything = [*pile, *self.draw_pile, *(self.box or [])]
        for hands in self.deals.values():
            everything += [card for hand in hands for card in hand]
        for city in self.cities:
            everything += city.cards()
        self._check_surplus()
        card_names.no_more_than_the_box(everything, sheet.surplus)
        self.seen = set(everything)

    def _check_surplus(self) -> None:
        """Allows copies beyond the box only if a later age's deal, always a complete deck, brought them."""
        for name, extra in self.sheet.surplus.items():
            card = self.rules.by_name[name]
            dealt = 0
            for age in range(2, self.sheet.age + 1):
                drawn = card.spec.color in ("purple", "black") and age in card.spec.copies
                dealt += 1 if drawn else self.rules.deck(age, len(self.cities)).count(card)
            if extra > dealt:
                raise InvalidPosition("card/too-many", f"surplus: {name} was dealt {dealt} times at most.")

    def table(self) -> Table:
        """Returns the table at its decision."""
        sheet = self.sheet
        table = lay_out(self.rules, sheet.mode, sheet.age, [reader.city() for reader in self.cities])
        for seat, reader in enumerate(self.cities):
            reader.lay_secrets(table, seat)
        table.owes = tuple([seat.owes for seat in sheet.seats])
        table.queues = dict(sheet.queues)
        table.seed = sheet.seed
        table.discard = self.discard
        first: list[list[Card]] = []
        if sheet.phase in ("side", "draft") and any(table.hands):
            first = table.hands
            table.hands = [[] for _ in first]
            if sheet.free_city is not None:
                first[sheet.free_city.seat] = self.draw_pile
                self.draw_pile = []
        if first or self.deals:
            table.deals = [first, self.deals.get(2, []), self.deals.get(3, [])]
        if sheet.free_city is not None:
            seat_free_city(table, sheet.free_city.seat, sheet.free_city.holder, self.draw_pile)
        if self.rules.has_leaders:
            self._leader_box(table)
        if sheet.queued is None:
            resume(table, sheet.phase, sheet.dig_order)
            return table
        copies, recruits = queued_by_effects(table, sheet.phase)
        for said, allowed in ((sheet.queued.copy, copies), (sheet.queued.recruit, recruits)):
            if len(set(said)) < len(said) or not set(said) <= set(allowed):
                raise InvalidPosition("format/value", "queued names a seat that has nothing to come in this turn.")
        resume(table, sheet.phase, sheet.dig_order, sheet.queued.copy, sheet.queued.recruit)
        return table

    def _leader_box(self, table: Table) -> None:
        if self.box is not None:
            table.leader_box = tuple(self.box)
        elif self.sheet.phase == "draft" and not any(card.spec.color == "white" for card in self.seen):
            deal_leaders(table)
        else:
            rest = [leader for leader in self.rules.leaders if leader not in self.seen]
            table.leader_box = tuple(shuffled(rest, Rng(table.seed, LEADERS_STREAM)))


def _choose(table: Table, sheet: Sheet) -> None:
    """Makes the moves that are chosen but not yet carried out.

    Raises:
        InvalidPosition: A move is illegal, or no choice is missing.
    """
    for index, written in enumerate(sheet.chosen):
        try:
            move = find_move(table, written)
        except (IllegalMove, InvalidPosition) as error:
            raise InvalidPosition(error.code, f"chosen[{index}]: {error.message}") from None
        if len(waiting(table)) == 1 and not _free_city_follows(table, written.for_city):
            raise InvalidPosition(
                "format/value", "chosen: when everybody has chosen, the moves are carried out at once."
            )
        commit(table, written.for_city, move)


def _free_city_follows(table: Table, city: int) -> bool:
    """Whether the choice for the Free City follows this one."""
    return table.phase.name == "play" and city == table.holder and table.free_seat != NOBODY

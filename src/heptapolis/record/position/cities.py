"""The seats of a position: boards, stages and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine import InvalidPosition
from heptapolis.engine.effects.leaders import CopyLeader
from heptapolis.engine.table import LEFT, RIGHT
from heptapolis.engine.turn import found_city
from heptapolis.record.position import card_names
from heptapolis.record.position.document import SELLERS
from heptapolis.record.position.fields import shown
from heptapolis.rulebook import expansions, load

if TYPE_CHECKING:
    from heptapolis.engine import Rules
    from heptapolis.engine.cards import Card, Side, Stage
    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table
    from heptapolis.record.position.document import SeatSheet, Sheet


def check_box_fields(sheet: Sheet, rules: Rules) -> None:
    """Refuses fields of boxes that are not in use.

    Raises:
        InvalidPosition: ``rules/combination``; ``card/unknown`` for a board that no box has.
    """
    known = [board.wonder for board in rules.boards]
    for index, seat in enumerate(sheet.seats):
        place = f"seats[{index}]"
        if seat.wonder not in known:
            _refuse_board(sheet, seat.wonder, place)
        if not rules.has_box("cities") and (seat.debt or seat.diplomacy):
            raise InvalidPosition("rules/combination", f"{place}: debt and diplomacy come with the box cities.")
        leading = seat.leaders or seat.leader_hand or seat.draft_hand
        if sheet.free_city is not None and index == sheet.free_city.seat and leading:
            raise InvalidPosition("rules/combination", f"{place}: the Free City has no leaders.")
    if sheet.leader_box is not None and not rules.has_leaders:
        raise InvalidPosition("rules/combination", "There is no leader_box without the box leaders.")


def _refuse_board(sheet: Sheet, wonder: str, place: str) -> None:
    every_board = load("first", expansions("first")).boards
    if wonder in [board.wonder for board in every_board]:
        raise InvalidPosition("rules/combination", f"{place}: {wonder} belongs to a box that is not in use.")
    raise InvalidPosition("card/unknown", f"{place}: there is no board {shown(wonder)}.")


def side_of(rules: Rules, seat: SeatSheet) -> Side:
    """The side of the board in use; the first one before it is chosen."""
    board = rules.board(seat.wonder)
    return board.side(seat.side) if seat.side else board.sides[0]


def check_boards(sheet: Sheet, rules: Rules) -> None:
    """Checks sides, stages and copied stages.

    Raises:
        InvalidPosition: ``format/value``; ``card/duplicate`` for a board used twice.
    """
    for index, seat in enumerate(sheet.seats):
        names = [side.name for side in rules.board(seat.wonder).sides]
        if seat.side and seat.side not in names:
            raise _wrong(index, f"side of {seat.wonder} is {' or '.join(names)}, not {shown(seat.side)}")
    sides = [side_of(rules, seat) for seat in sheet.seats]
    labels = card_names.power_names(rules)
    for index, seat in enumerate(sheet.seats):
        stages = sides[index].stages
        if seat.stages > len(stages):
            raise _wrong(index, f"stages are {seat.stages}, but {seat.wonder} {seat.side} has {len(stages)}")
        _check_copied(sides, index, seat)
        fresh = seat.fresh
        for what, new, all_of_them in (
            ("stages", fresh.stages, seat.stages),
            ("built", fresh.built, len(seat.built)),
            ("leaders", fresh.leaders, len(seat.leaders)),
        ):
            if new > all_of_them:
                raise _wrong(index, f"fresh.{what} is {new}, more than there are")
        if fresh.held > seat.coins:
            raise _wrong(index, f"fresh.held is {fresh.held}, more than the coins that are there")
        if len(seat.buried) > seat.stages:
            raise _wrong(index, "buried are more cards than stages")
        if len(set(seat.used)) < len(seat.used) or not labels.issuperset(seat.used):
            raise _wrong(index, f"used are powers that make a card free ({', '.join(sorted(labels))}), each once")
    wonders = [seat.wonder for seat in sheet.seats]
    for wonder in wonders:
        if wonders.count(wonder) > 1:
            raise InvalidPosition("card/duplicate", f"The board {wonder} is there twice.")


def _check_copied(sides: list[Side], index: int, seat: SeatSheet) -> None:
    """Checks that the neighbors have the stages that were copied."""
    side = sides[index]
    if not side.copies:
        if seat.copied:
            raise _wrong(index, f"copied: {seat.wonder} {seat.side} copies no stages")
        return
    if len(seat.copied) > seat.stages:
        raise _wrong(index, "copied are more stages than there are")
    left = sides[(index + 1) % len(sides)]
    right = sides[index - 1]
    for number, stage in enumerate(side.stages[: seat.stages]):
        allowed = [
            word
            for word, neighbor, may in (("left", left, stage.copies_left), ("right", right, stage.copies_right))
            if may and _has_stage(neighbor, stage)
        ]
        if not allowed:
            raise _wrong(index, f"stages: no neighbor has a stage that stage {number + 1} could copy")
        if number < len(seat.copied) and seat.copied[number] not in allowed:
            raise _wrong(index, f"copied: stage {number + 1} copies {' or '.join(allowed)}")


def _has_stage(neighbor: Side, stage: Stage) -> bool:
    return stage.copied_from <= len(neighbor.stages)


def _wrong(index: int, what: str) -> InvalidPosition:
    return InvalidPosition("format/value", f"seats[{index}].{what}.")


class CityReader:
    """One seat with its names resolved to cards."""

    def __init__(self, sheet: Sheet, rules: Rules, index: int) -> None:
        """Looks up every card.

        Raises:
            InvalidPosition: ``card/unknown``.
        """
        seat = sheet.seats[index]
        place = f"seats[{index}]"
        self.place = place
        self.seat = seat
        self.side = side_of(rules, seat)
        self.built = card_names.structures(rules, seat.built, f"{place}.built")
        self.hand = card_names.structures(rules, seat.hand, f"{place}.hand")
        self.buried = card_names.any_cards(rules, seat.buried, f"{place}.buried")
        self.leaders = card_names.leaders(rules, seat.leaders, f"{place}.leaders")
        self.leader_hand = card_names.leaders(rules, seat.leader_hand, f"{place}.leader_hand")
        self.draft_hand = card_names.leaders(rules, seat.draft_hand, f"{place}.draft_hand")
        self.copied_leader: Card | None = None
        if seat.copied_leader:
            self.copied_leader = card_names.leaders(rules, [seat.copied_leader], f"{place}.copied_leader")[0]

    def check_doubles(self) -> None:
        """Refuses a city with the same name twice.

        Raises:
            InvalidPosition: ``card/duplicate``.
        """
        card_names.no_name_twice(self.built, f"{self.place}.built")
        card_names.no_name_twice(self.leaders, f"{self.place}.leaders")

    def cards(self) -> list[Card]:
        """All cards of the seat; a copied leader belongs to the neighbor."""
        return [*self.built, *self.hand, *self.buried, *self.leaders, *self.leader_hand, *self.draft_hand]

    def city(self) -> City:
        """Returns the city with everything public."""
        seat = self.seat
        city = found_city(self.side)
        city.coins = seat.coins
        city.structures = self.built
        city.leaders = tuple(self.leaders)
        city.copied_leader = self.copied_leader
        city.stages = seat.stages
        city.copied = tuple([LEFT if word == "left" else RIGHT for word in seat.copied])
        sides = seat.token_sides or ["left"] * len(seat.tokens)
        city.left_tokens = tuple([token for token, side in zip(seat.tokens, sides, strict=True) if side == "left"])
        city.right_tokens = tuple([token for token, side in zip(seat.tokens, sides, strict=True) if side == "right"])
        city.debt = seat.debt
        city.diplomacy = seat.diplomacy
        city.used = tuple(seat.used)
        city.counters = dict(seat.counters)
        city.fresh_structures = seat.fresh.built
        city.fresh_stages = seat.fresh.stages
        city.fresh_leaders = seat.fresh.leaders
        city.held = seat.fresh.held
        city.bonus_taken = seat.fresh.bonus
        city.bought_from = sum(SELLERS[seller] for seller in seat.fresh.bought)
        # A leader is copied in the turn in which the guild that copies it is built.
        fresh = self.built[len(self.built) - seat.fresh.built :]
        copies = any(isinstance(effect, CopyLeader) for card in fresh for effect in card.effects)
        city.fresh_copy = self.copied_leader is not None and copies
        return city

    def lay_secrets(self, table: Table, seat: int) -> None:
        """Sets the seat's hands and the cards under its stages."""
        table.hands[seat] = self.hand
        table.leader_hands[seat] = tuple(self.leader_hand)
        table.draft_hands[seat] = tuple(self.draft_hand)
        unknown: list[Card | None] = [None] * (self.seat.stages - len(self.buried))  # the unknown ones are the oldest
        table.buried[seat] = (*unknown, *self.buried)

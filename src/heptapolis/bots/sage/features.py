"""The inputs of the net: which number means what.

The numbers follow from a list of names, the *vocabulary*: cards and board sides of all boxes. A net file contains the
vocabulary it was trained with, so that a box added later changes no number. Unknown names are number 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.effects.commerce import Coins
from heptapolis.engine.effects.points import Per
from heptapolis.engine.moves import ACTIONS
from heptapolis.engine.rules import rules_for
from heptapolis.engine.turn import found_city

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card, Side, Stage
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.rules import Rules

BOXES: Final = ("leaders", "cities", "manneken-pis")  # the boxes that the nets were trained with

REMOVE: Final = 32768  # added to a feature that a move removes
END: Final[object] = -1  # ends the changes of a move

STAGES: Final = 5  # of a board side: the board itself and up to four stages
RETURNS: Final = 5  # when a hand comes back: in 1, 2, 3, 4 or more turns, never
COLORS: Final = 9
FREE_KINDS: Final = 4  # build, wonder, discard and anything else, for the Free City

COINS: Final = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30]
FEW_COINS: Final = [1, 2, 3, 4, 6, 8, 10, 14, 20]
COUNT: Final = [1, 2, 3, 4, 5, 6, 7, 8]
LEAD: Final = [-7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7]
SCORE: Final = [2 * step for step in range(1, 41)]
SCORE_LEAD: Final = [2 * step for step in range(-15, 16)]
WORTH: Final = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18]
DEBT: Final = [1, 2, 3, 5, 7, 10]
GAIN: Final = [-4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 23, 26, 30]
STANDING: Final = [-24, -20, -17, -14, -12, -10, *range(-8, 9), 10, 12, 14, 17, 20, 24]
MOMENTS: Final = 8  # the first age, the second, and the turns left in the third


class Vocabulary:
    """The names that a net knows."""

    def __init__(self, cards: list[str], sides: list[str]) -> None:
        """Cards as written by ``card_key``, sides by ``side_key``. The first of each stands for unknown names."""
        self.cards = cards
        self.sides = sides


def card_key(card: Card, second: bool) -> str:
    """A card's name, marked if the second edition prints a different card under it."""
    if second:
        first = rules_for("first").by_name.get(card.name)
        if first is not None and first.spec.effects != card.spec.effects:
            return f"{card.name} (second)"
    return card.name


def side_key(edition: str, side: Side) -> str:
    """Edition, wonder and side."""
    return f"{edition}/{side.wonder}/{side.name}"


def full_vocabulary() -> Vocabulary:
    """The names of every box."""
    cards: set[str] = set()
    sides: set[str] = set()
    for rules in (rules_for("first", BOXES), rules_for("second")):
        edition = rules.book.edition
        cards |= {card_key(card, edition == "second") for card in rules.cards}
        sides |= {side_key(edition, side) for board in rules.boards for side in board.sides}
    return Vocabulary(["", *sorted(cards)], ["", *sorted(sides)])


class Scale:
    """Encodes a number as features: one for each threshold it reaches."""

    def __init__(self, start: int, thresholds: list[int]) -> None:
        """``start`` is the feature of the first threshold."""
        self.thresholds = thresholds
        self.adds: list[object] = [start + place for place in range(len(thresholds))]
        self.removes: list[object] = [REMOVE + start + place for place in range(len(thresholds))]
        self.upto: list[list[object]] = [self.adds[:count] for count in range(len(thresholds) + 1)]
        self.lowest: i64 = thresholds[0]
        self.highest: i64 = thresholds[-1]
        self.levels: list[int] = [
            len([each for each in thresholds if each <= value]) for value in range(thresholds[0], thresholds[-1] + 1)
        ]

    def level(self, value: i64) -> i64:
        """The number of thresholds that a number reaches."""
        if value < self.lowest:
            return 0
        if value >= self.highest:
            return len(self.adds)
        return self.levels[value - self.lowest]

    def put(self, value: i64, out: list[object]) -> None:
        """Adds the features of a number."""
        if value >= self.lowest:
            out += self.upto[self.level(value)]

    def change(self, before: i64, after: i64, out: list[object]) -> None:
        """Adds the feature changes when the number changes."""
        if before == after:
            return
        old = self.level(before)
        new = self.level(after)
        while old < new:
            out.append(self.adds[old])
            old += 1
        while new < old:
            old -= 1
            out.append(self.removes[old])


class Gain:
    """The immediate effects of a card or stage."""

    def __init__(self, effects: list[Effect], side: Side) -> None:
        """Derived by building in an empty city."""
        city = found_city(side)
        shields = city.shields
        compasses = city.compasses
        gears = city.gears
        tablets = city.tablets
        free = city.any_symbols
        for effect in effects:
            effect.stands(city)
        self.shields: i64 = city.shields - shields
        self.compasses: i64 = city.compasses - compasses
        self.gears: i64 = city.gears - gears
        self.tablets: i64 = city.tablets - tablets
        self.any_symbols: i64 = city.any_symbols - free
        self.coins: i64 = 0  # printed coins
        self.counted: list[Effect] = []  # effects that pay coins for something on the table
        for effect in effects:
            if isinstance(effect, Coins):
                self.coins += effect.amount
            elif isinstance(effect, Per) and effect.coins_each:
                self.counted.append(effect)


class Layout:
    """The numbering of all features."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.size: int = 0
        self.cards: int = len(vocabulary.cards)
        self.sides: int = len(vocabulary.sides)
        self.age_turn = self._block(4 * 9)
        self.players = self._block(9)
        self.players_age = self._block(9 * 4)
        self.modes = self._block(3)
        self.editions = self._block(2)
        self.boxes = self._block(len(BOXES))
        self.phases = self._block(10)
        self.turns_left = self._block(9)
        self.flags = self._block(16)
        self.own = self._block(self.cards)
        self.left = self._block(self.cards)
        self.right = self._block(self.cards)
        self.rest = self._block(self.cards)
        self.hand = self._block(self.cards)
        self.partner_hand = self._block(self.cards)
        self.leader_hand = self._block(self.cards)
        self.draft_hand = self._block(self.cards)
        self.known = [self._block(self.cards) for _ in range(RETURNS)]
        self.kinds = [self._block(self.cards) for _ in ACTIONS]
        self.free_kinds = [self._block(self.cards) for _ in range(FREE_KINDS)]
        self.own_side = self._block(self.sides * STAGES)
        self.left_side = self._block(self.sides * STAGES)
        self.right_side = self._block(self.sides * STAGES)
        self.rest_side = self._block(self.sides * STAGES)
        self.own_coins = self.scale(COINS)
        self.left_coins = self.scale(FEW_COINS)
        self.right_coins = self.scale(FEW_COINS)
        self.own_colors = [self.scale(COUNT) for _ in range(COLORS)]
        self.left_colors = [self.scale(COUNT) for _ in range(COLORS)]
        self.right_colors = [self.scale(COUNT) for _ in range(COLORS)]
        self.own_symbols = [self.scale(COUNT) for _ in range(5)]  # compasses, gears, tablets, free ones, sets
        self.left_symbols = [self.scale(COUNT) for _ in range(4)]
        self.right_symbols = [self.scale(COUNT) for _ in range(4)]
        self.shields = self.scale(COUNT)
        self.left_lead = [self.scale(LEAD) for _ in range(4)]  # by age
        self.right_lead = [self.scale(LEAD) for _ in range(4)]
        self.score = self.scale(SCORE)
        self.score_lead = self.scale(SCORE_LEAD)
        self.worth = self.scale(WORTH)
        self.debt = self.scale(DEBT)
        self.settles = self.scale(COUNT)
        self.gain = [self.scale(GAIN) for _ in range(MOMENTS)]
        self.standing = [self.scale(STANDING) for _ in range(MOMENTS)]
        self.payable = self._block(self.cards)  # cards of hands that come back, which the city could build now
        self.given = self._block(self.cards)  # cards of the own hand that the next player could build now

    def _block(self, size: int) -> int:
        start = self.size
        self.size += size
        return start

    def scale(self, thresholds: list[int]) -> Scale:
        """Adds a scale."""
        return Scale(self._block(len(thresholds)), thresholds)


class Numbers:
    """The features of one rulebook's cards and boards."""

    def __init__(self, layout: Layout, rules: Rules) -> None:
        edition = rules.book.edition
        names = {name: place for place, name in enumerate(layout.vocabulary.cards)}
        places = [names.get(card_key(card, edition == "second"), 0) for card in rules.cards]
        self.own: list[object] = [layout.own + place for place in places]
        self.left: list[object] = [layout.left + place for place in places]
        self.right: list[object] = [layout.right + place for place in places]
        self.rest: list[object] = [layout.rest + place for place in places]
        self.hand: list[object] = [layout.hand + place for place in places]
        self.no_hand: list[object] = [REMOVE + layout.hand + place for place in places]
        self.partner_hand: list[object] = [layout.partner_hand + place for place in places]
        self.leader_hand: list[object] = [layout.leader_hand + place for place in places]
        self.no_leader_hand: list[object] = [REMOVE + layout.leader_hand + place for place in places]
        self.draft_hand: list[object] = [layout.draft_hand + place for place in places]
        self.no_draft_hand: list[object] = [REMOVE + layout.draft_hand + place for place in places]
        self.known: list[list[object]] = [[start + place for place in places] for start in layout.known]
        self.payable: list[object] = [layout.payable + place for place in places]
        self.given: list[object] = [layout.given + place for place in places]
        self.not_given: list[object] = [REMOVE + layout.given + place for place in places]
        self.kinds: list[list[object]] = [[start + place for place in places] for start in layout.kinds]
        self.free_kinds: list[list[object]] = [[start + place for place in places] for start in layout.free_kinds]
        sides = {name: place for place, name in enumerate(layout.vocabulary.sides)}
        self.sides: dict[Side, int] = {
            side: STAGES * sides.get(side_key(edition, side), 0) for board in rules.boards for side in board.sides
        }
        blank = rules.boards[0].sides[0]
        self.gains: list[Gain] = [Gain(card.effects, blank) for card in rules.cards]
        self.stage_gains: dict[Stage, Gain] = {
            stage: Gain(stage.effects, blank) for board in rules.boards for side in board.sides for stage in side.stages
        }

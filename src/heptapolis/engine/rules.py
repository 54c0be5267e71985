"""The playable rulebook: cards, boards and decks of one edition with its boxes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from heptapolis.engine.boxes.box import Box
from heptapolis.engine.cards import Board, Card, Side, Stage
from heptapolis.engine.effects.base import BOARD, LEADER, PRIVATE, SOLD, Printed
from heptapolis.engine.errors import InvalidOptions
from heptapolis.engine.resources import Cost
from heptapolis.engine.schedule import Schedule
from heptapolis.engine.table import FREE_CITY, STANDARD, TEAMS
from heptapolis.rulebook import RulebookError, load
from heptapolis.rulebook.boxes import changes, registered, shelf
from heptapolis.rulebook.model import MODES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis.engine.effects.base import Effect, EffectMaker
    from heptapolis.rulebook.box import BoxHead
    from heptapolis.rulebook.model import BoardSpec, CardSpec, Draw, EffectSpec, Rulebook, SideSpec, StageSpec

MOST_BASE_PLAYERS: Final = 7  # larger tables use the decks for seven


class DrawnCards:
    """Cards of one color of which some are drawn for the deck of an age."""

    def __init__(self, draw: Draw, age: int, structures: list[Card]) -> None:
        """The cards of the color printed for the age."""
        self.color = draw.color
        self.cards = [card for card in structures if card.spec.color == draw.color and age in card.spec.copies]
        self.beyond_players = draw.beyond_players

    def count(self, cities: int) -> int:
        """How many are drawn for this number of cities."""
        return min(cities, MOST_BASE_PLAYERS) + self.beyond_players


class Rules:
    """The cards, boards and decks of one edition with the boxes added to it."""

    def __init__(self, book: Rulebook, boxes: list[Box]) -> None:
        """Builds every effect and links the chains."""
        self.book = book
        self.boxes = boxes
        self.key: tuple[str, tuple[str, ...]] = (book.edition, book.expansions)
        self.effects: dict[str, EffectMaker] = {}
        for box in boxes:
            self.effects.update(box.effects())
        self.cards: list[Card] = []
        self.by_name: dict[str, Card] = {}
        for spec in book.cards:
            self._add(spec, SOLD if spec.color in ("brown", "gray") else PRIVATE)
        self.structures: list[Card] = self.cards.copy()
        self.leaders: list[Card] = [self._add(spec, LEADER) for spec in book.leaders]
        for card in self.structures:
            card.link([self.by_name[name] for name in card.spec.chain_from])
        self.boards: list[Board] = [self._board(spec) for spec in book.boards]
        self.guilds: list[Card] = [card for card in self.structures if card.spec.color == "purple"]
        self.victories: list[int] = [book.victory_tokens.get(age, 0) for age in range(4)]  # by age
        self.coins_per_point: int = book.coins_per_point
        self.set_points: int = book.set_points
        self.sale_coins: int = book.sale_coins
        self.start_coins: int = book.start_coins
        self.owners_choose_sides: bool = book.owners_choose_sides
        self.has_leaders: bool = book.deals_leaders
        self.drawn: list[list[DrawnCards]] = [
            [DrawnCards(draw, age, self.structures) for draw in book.draws if age in draw.ages] for age in range(4)
        ]  # by age
        self.decks: dict[tuple[int, int], list[Card]] = {}
        self.schedules: dict[str, Schedule] = {}

    def _add(self, spec: CardSpec, place: str) -> Card:
        card = Card(spec, len(self.cards), self.key, [self._effect(each, spec.name, place) for each in spec.effects])
        self.cards.append(card)
        self.by_name[card.name] = card
        return card

    def _effect(self, spec: EffectSpec, printed_on: str, place: str) -> Effect:
        return self.effects[spec.kind](spec, Printed(printed_on, place))

    def _board(self, spec: BoardSpec) -> Board:
        return Board(spec, [self._side(spec, side) for side in spec.sides.values()])

    def _side(self, board: BoardSpec, spec: SideSpec) -> Side:
        powers = [self._effect(each, board.wonder, BOARD) for each in spec.powers]
        stages = [self._stage(board, spec, stage) for stage in spec.stages]
        return Side(board, spec, powers, stages, self.book.trade_price)

    def _stage(self, board: BoardSpec, side: SideSpec, spec: StageSpec) -> Stage:
        stage = Stage(Cost(spec.coins, spec.cost), [self._effect(each, board.wonder, BOARD) for each in spec.effects])
        for each in spec.effects:
            if each.kind == "copy_stage":
                copied = each.args["stage"]
                assert isinstance(copied, int), "the loader checks it"
                stage.copied_from = copied
                stage.copies_left = each.args["neighbor"] != "right"
                stage.copies_right = each.args["neighbor"] != "left"
                stage.pays_copied_cost = side.pays_copied_cost
        return stage

    def has_registered_box(self) -> bool:
        """Whether a third-party box is in use."""
        return any(self.has_box(head.name) for head in registered())

    def has_box(self, name: str) -> bool:
        """Whether an expansion is in use."""
        return name in self.book.expansions

    def schedule(self, mode: str) -> Schedule:
        """The phases of a game in this mode, in order. Cached."""
        if mode not in self.schedules:
            self.schedules[mode] = _schedule(self, mode)
        return self.schedules[mode]

    def board(self, wonder: str) -> Board:
        """The board of a wonder.

        Raises:
            KeyError: no box in use has it.
        """
        for board in self.boards:
            if board.wonder == wonder:
                return board
        raise KeyError(wonder)

    def deck(self, age: int, cities: int) -> list[Card]:
        """The cards in every deal of an age for this number of cities: without guilds and black cards."""
        players = min(cities, MOST_BASE_PLAYERS)
        if (age, players) not in self.decks:
            self.decks[(age, players)] = [
                card
                for card in self.structures
                for from_players in card.spec.copies.get(age, ())
                if from_players <= players
            ]
        return self.decks[(age, players)]

    def hand_size(self, cities: int) -> int:
        """Cards per hand: one more with the black cards, except at the largest table."""
        return self.book.hand_size if cities <= MOST_BASE_PLAYERS else self.book.hand_size - 1


def _schedule(rules: Rules, mode: str) -> Schedule:
    # Imported here to avoid a cycle: phases import the table, which imports the rules.
    from heptapolis.engine.phases.cards import PLAY
    from heptapolis.engine.phases.flow import GAME_OVER

    schedule = Schedule(rules, mode, PLAY, GAME_OVER)
    for box in rules.boxes:
        schedule.add(box)
    return schedule


def _box(head: BoxHead) -> Box:
    """The rules of a box: the ``BOX`` of its module, or an empty ``Box``."""
    module = head.code()
    if module is None:
        return Box()
    found: object = getattr(module, "BOX", None)
    if not isinstance(found, Box):
        raise RulebookError("has no BOX, a Box of heptapolis.engine.boxes.box", file=head.rules)
    return found


@cache
def _rules(edition: str, expansions: tuple[str, ...]) -> Rules:
    return Rules(load(edition, expansions), [_box(head) for head in shelf().opened(edition, expansions)])


@cache
def _checked_rules(edition: str, boxes: tuple[str, ...], shelf_changes: int) -> Rules:
    """The rules for boxes in any order. Cached until a box is registered or removed."""
    known = shelf()
    if edition not in known.bases:
        among = " and ".join(known.bases)
        raise InvalidOptions("rules/combination", f"there is no edition {edition!r}; editions are {among}")
    for box in boxes:
        if box not in known.expansions:
            among = ", ".join(known.expansions)
            raise InvalidOptions("rules/combination", f"there is no box {box!r}; boxes are {among}")
    if len(set(boxes)) < len(boxes):
        raise InvalidOptions("rules/combination", "a box is named twice")
    going = known.going_with(edition)
    if boxes and not going:
        raise InvalidOptions("rules/combination", f"the {edition} edition is played without further boxes")
    for box in boxes:
        if box not in going:
            raise InvalidOptions("rules/combination", f"the box {box} does not go with the {edition} edition")
    try:
        return _rules(edition, tuple(box for box in going if box in boxes))
    except RulebookError as error:
        raise InvalidOptions("rules/combination", str(error)) from error


def rules_for(edition: str, expansions: Iterable[str] = ()) -> Rules:
    """The rules of an edition with its boxes (one may be given as a plain string). Cached.

    Raises:
        InvalidOptions: unknown edition or box, or a box that does not go with the edition.
    """
    boxes = (expansions,) if isinstance(expansions, str) else tuple(expansions)
    return _checked_rules(edition, boxes, changes())


def phases_of_registered_boxes() -> list[str]:
    """The names of the phases that third-party boxes add."""
    found: list[str] = []
    for head in registered():
        if not head.is_base:
            found += [phase.name for phase in rules_for(head.editions[0], [head.name]).schedule(STANDARD).phases()]
    return found


def check_combination(rules: Rules, mode: str, players: int) -> None:
    """Rejects a table that the rulebooks do not allow.

    Args:
        rules: edition and boxes.
        mode: ``standard``, ``free-city`` or ``teams``.
        players: people at the table, the Free City not counted.

    Raises:
        InvalidOptions: ``rules/combination``.
    """
    most = rules.book.most_players
    if mode not in MODES:
        raise InvalidOptions("rules/combination", f"there is no mode {mode!r}; modes are {', '.join(MODES)}")
    if mode not in rules.book.modes:
        raise InvalidOptions("rules/combination", f"the {rules.book.edition} edition has no mode {mode}")
    if mode == STANDARD and not 3 <= players <= most:
        raise InvalidOptions(
            "rules/combination", f"a standard game with these boxes takes 3 to {most} players, not {players}"
        )
    if mode == FREE_CITY and players != 2:
        raise InvalidOptions("rules/combination", f"the game with the Free City takes 2 players, not {players}")
    if mode == TEAMS and (players not in (4, 6, 8) or players > most):
        raise InvalidOptions("rules/combination", f"teams take 4, 6 or (with Cities) 8 players, not {players}")


def card_at(box: tuple[str, tuple[str, ...]], index: int) -> Card:
    """The card of a pickled reference."""
    return rules_for(box[0], box[1]).cards[index]

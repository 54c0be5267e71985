"""The rulebook made ready to play: cards, boards and decks of one edition with its boxes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from heptapolis.engine.cards import NAMES_A_WORD, Board, Card, Side, Stage
from heptapolis.engine.effects import BOARD, LEADER, PRIVATE, SOLD, effect
from heptapolis.engine.errors import InvalidOptions
from heptapolis.engine.resources import Cost
from heptapolis.engine.schedule import Schedule
from heptapolis.engine.table import FREE_CITY, STANDARD, TEAMS
from heptapolis.rulebook import RulebookError, load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis.rulebook.model import BoardSpec, CardSpec, Rulebook, SideSpec, StageSpec

EDITIONS: Final = ("first", "second")
EXPANSIONS: Final = ("leaders", "cities", "manneken-pis")
MODES: Final = (STANDARD, FREE_CITY, TEAMS)
MOST_BASE_PLAYERS: Final = 7  # larger tables use the decks for seven


class Rules:
    """The cards, boards and decks of one edition with the boxes added to it."""

    def __init__(self, book: Rulebook) -> None:
        """Builds every effect and links the chains."""
        self.book = book
        self.key: tuple[str, tuple[str, ...]] = (book.edition, book.expansions)
        self.cards: list[Card] = []
        self.by_name: dict[str, Card] = {}
        for spec in book.cards:
            self._add(spec, SOLD if spec.color in ("brown", "gray") else PRIVATE)
        assert len(self.cards) <= 2 * NAMES_A_WORD, "the names in a city are the bits of two words"
        self.structures: list[Card] = self.cards.copy()
        self.leaders: list[Card] = [self._add(spec, LEADER) for spec in book.leaders]
        for card in self.structures:
            card.link([self.by_name[name] for name in card.spec.chain_from])
        self.boards: list[Board] = [_board(spec, book.trade_price) for spec in book.boards]
        self.guilds: list[Card] = [card for card in self.structures if card.spec.color == "purple"]
        self.victories: list[int] = [book.victory_tokens.get(age, 0) for age in range(4)]  # by age
        self.coins_per_point: int = book.coins_per_point
        self.set_points: int = book.set_points
        self.sale_coins: int = book.sale_coins
        self.start_coins: int = book.start_coins
        self.owners_choose_sides: bool = book.edition == "second"
        self.has_leaders: bool = "leaders" in book.expansions
        self.has_cities: bool = "cities" in book.expansions
        black = [card for card in self.structures if card.spec.color == "black"]
        self.black_by_age: list[list[Card]] = [[card for card in black if age in card.spec.copies] for age in range(4)]
        self.decks: dict[tuple[int, int], list[Card]] = {}
        self.schedules: dict[str, Schedule] = {}

    def _add(self, spec: CardSpec, place: str) -> Card:
        card = Card(spec, len(self.cards), self.key, [effect(each, spec.name, place) for each in spec.effects])
        self.cards.append(card)
        self.by_name[card.name] = card
        return card

    def schedule(self, mode: str) -> Schedule:
        """The phases of a game in this mode, in their order; the same object each time."""
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

    def black(self, age: int) -> list[Card]:
        """The black cards of an age."""
        return self.black_by_age[age]

    def deck(self, age: int, cities: int) -> list[Card]:
        """The cards of an age for so many cities that are in every deal: without guilds and black cards."""
        players = min(cities, MOST_BASE_PLAYERS)
        if (age, players) not in self.decks:
            self.decks[(age, players)] = [
                card
                for card in self.structures
                for from_players in card.spec.copies.get(age, ())
                if from_players <= players
            ]
        return self.decks[(age, players)]

    def guilds_used(self, cities: int) -> int:
        """How many guilds join the third age."""
        return min(cities, MOST_BASE_PLAYERS) + 2

    def black_used(self, cities: int) -> int:
        """How many black cards join each age."""
        return min(cities, MOST_BASE_PLAYERS) if self.has_cities else 0

    def hand_size(self, cities: int) -> int:
        """How many cards are dealt to each: one more with the black cards, except at the largest table."""
        return self.book.hand_size if cities <= MOST_BASE_PLAYERS else self.book.hand_size - 1


def _board(spec: BoardSpec, trade_price: int) -> Board:
    return Board(spec, [_side(spec, side, trade_price) for side in spec.sides.values()])


def _side(board: BoardSpec, spec: SideSpec, trade_price: int) -> Side:
    powers = [effect(each, board.wonder, BOARD) for each in spec.powers]
    return Side(board, spec, powers, [_stage(board, spec, stage) for stage in spec.stages], trade_price)


def _stage(board: BoardSpec, side: SideSpec, spec: StageSpec) -> Stage:
    stage = Stage(Cost(spec.coins, spec.cost), [effect(each, board.wonder, BOARD) for each in spec.effects])
    for each in spec.effects:
        if each.kind == "copy_stage":
            copied = each.args["stage"]
            assert isinstance(copied, int), "the loader checks it"
            stage.copied_from = copied
            stage.copies_left = each.args["neighbor"] != "right"
            stage.copies_right = each.args["neighbor"] != "left"
            stage.pays_copied_cost = side.pays_copied_cost
    return stage


def _schedule(rules: Rules, mode: str) -> Schedule:
    # Not at the top of the file: phases need a table, and a table needs its rules.
    from heptapolis.engine.boxes import base_game, cities, leaders
    from heptapolis.engine.phases.cards import PLAY
    from heptapolis.engine.phases.flow import GAME_OVER

    schedule = Schedule(rules, mode, PLAY, GAME_OVER)
    schedule.add(base_game.BOX)
    if rules.has_leaders:
        schedule.add(leaders.BOX)
    if rules.has_cities:
        schedule.add(cities.BOX)
    return schedule


@cache
def _rules(edition: str, expansions: tuple[str, ...]) -> Rules:
    return Rules(load(edition, expansions))


def rules_for(edition: str, expansions: Iterable[str] = ()) -> Rules:
    """The rules of an edition with its boxes (one may be given as a plain string); the same object each time.

    Raises:
        InvalidOptions: unknown edition or box, or a box that does not go with the edition.
    """
    boxes = [expansions] if isinstance(expansions, str) else list(expansions)
    if edition not in EDITIONS:
        raise InvalidOptions("rules/combination", f"there is no edition {edition!r}; editions are first and second")
    for box in boxes:
        if box not in EXPANSIONS:
            raise InvalidOptions("rules/combination", f"there is no box {box!r}; boxes are {', '.join(EXPANSIONS)}")
    if len(set(boxes)) < len(boxes):
        raise InvalidOptions("rules/combination", "a box is named twice")
    if edition == "second" and boxes:
        raise InvalidOptions("rules/combination", "the second edition is played without further boxes")
    try:
        return _rules(edition, tuple(box for box in EXPANSIONS if box in boxes))
    except RulebookError as error:
        raise InvalidOptions("rules/combination", str(error)) from error


def check_combination(rules: Rules, mode: str, players: int) -> None:
    """Refuses a table that the rulebooks do not know.

    Args:
        rules: edition and boxes.
        mode: ``standard``, ``free-city`` or ``teams``.
        players: people at the table, the Free City not counted.

    Raises:
        InvalidOptions: ``rules/combination``.
    """
    most = 8 if rules.has_cities else 7
    if mode not in MODES:
        raise InvalidOptions("rules/combination", f"there is no mode {mode!r}; modes are {', '.join(MODES)}")
    if rules.book.edition == "second" and mode != STANDARD:
        raise InvalidOptions("rules/combination", f"the second edition has no mode {mode}")
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

"""Games: set-up, decisions, state, scores and records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from heptapolis.engine.breakdown import breakdown
from heptapolis.engine.conflicts import next_conflicts
from heptapolis.engine.errors import IllegalMove, Reason
from heptapolis.engine.knowledge.sampling import sample_table
from heptapolis.engine.knowledge.views import view
from heptapolis.engine.phases import waiting
from heptapolis.engine.play import cost_of_move, new_game, take_back, why_not_asked
from heptapolis.engine.reveal import moment
from heptapolis.engine.rng import Rng
from heptapolis.engine.scoring import scores, totals, winners
from heptapolis.engine.setup import deal
from heptapolis.engine.table import NOBODY
from heptapolis.library.cards import Card, cards_of
from heptapolis.library.cities import City, Cost, plain_cost, public_cities
from heptapolis.library.decisions import Decision
from heptapolis.library.reveals import Conflict, Reveal, conflict_of, reveal_of
from heptapolis.library.views import View
from heptapolis.record.game.model import GameRecord, InvalidRecord, Line, new_record
from heptapolis.record.game.replay import Recorder, at_moment, replayed
from heptapolis.record.game.text_format import read_record
from heptapolis.record.moves import Move, find_legal, plain_move, refusal
from heptapolis.record.position.json_input import read_document
from heptapolis.record.position.reading import read_position
from heptapolis.record.position.writing import write_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from heptapolis.engine.cards import Card as EngineCard
    from heptapolis.engine.score_sheet import Score
    from heptapolis.engine.table import Table
    from heptapolis.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class PointSource:
    """Points of a city, and where they come from.

    Attributes:
        category: The row of the score sheet, one of ``CATEGORIES``.
        kind: The kind of source: ``card``, ``leader``, ``copied-leader``, ``copied-guild``, ``stage``,
            ``victories``, ``defeats``, ``coins``, ``debt``, ``family`` (equal science symbols), ``sets`` or
            ``set-bonus``.
        name: The card or leader; the neighbor (``left``, ``right``) for conflict tokens; the symbol for a family.
        count: The number of items; for a stage its number.
        points: The points.
    """

    category: str
    kind: str
    name: str
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class _Options:
    """The arguments of ``Game.new``, which determine the start of the game."""

    players: int
    edition: str
    expansions: tuple[str, ...]
    mode: str
    seed: int
    boards: tuple[str | None, ...]
    sides: tuple[str | None, ...]

    def table(self) -> Table:
        """Returns the table before the first decision."""
        return new_game(self.players, self.edition, self.expansions, self.mode, self.seed, self.boards, self.sides)


class Game:
    """One game, from the set-up to the last conflict.

    Everybody decides at the same time: ``game.pending`` lists the open decisions, ``game.play`` makes a move, and the
    last decision reveals all moves and carries them out together.

    A game contains all secrets. Give players and bots ``game.view(seat)`` instead.

    >>> import heptapolis
    >>> game = heptapolis.Game.new(players=3, seed=7)
    >>> while not game.over:
    ...     for decision in game.pending:
    ...         reveal = game.play(decision, decision.moves[0])
    >>> reveal.at, [score.total for score in game.scores()]
    ('III.6', [51, 26, 30])
    """

    def __init__(self, recorder: Recorder, start: _Options | GameRecord | None = None) -> None:
        """Continues from a recorded table. Use ``Game.new`` or ``Game.from_...`` instead.

        Args:
            recorder: The table and the moves that led to it.
            start: The source of the record before the first decision; None if unknown.
        """
        self._recorder = recorder
        self._start = start
        self._cities: tuple[int, tuple[City, ...]] | None = None  # by number of reveals

    @property
    def _table(self) -> Table:
        return self._recorder.table

    @classmethod
    def new(
        cls,
        players: int = 3,
        edition: str = "first",
        expansions: str | Iterable[str] = (),
        mode: str = "",
        seed: int = 0,
        boards: Sequence[str | None] = (),
        sides: Sequence[str | None] = (),
    ) -> Game:
        """Starts a game.

        Args:
            players: 2 to 7, with Cities up to 8. Two players play with the Free City, which sits last.
            edition: ``first`` (2010) or ``second`` (2020).
            expansions: Any of ``leaders``, ``cities`` and ``manneken-pis``; a single one may be a plain string.
            mode: ``standard``, ``free-city`` or ``teams``; by default ``free-city`` for two players, else ``standard``.
            seed: An integer below 2**128 that determines every shuffle: the same seed gives the same deal.
            boards: Wonders by seat; None or missing ones are drawn at random.
            sides: Sides by seat; None or missing ones are drawn at random, in the second edition chosen by the owners.

        Raises:
            InvalidOptions: The options do not fit together.
        """
        expansions = (expansions,) if isinstance(expansions, str) else tuple(expansions)
        options = _Options(players, edition, expansions, mode, seed, tuple(boards), tuple(sides))
        return cls(Recorder(options.table()), options)

    @classmethod
    def from_position(cls, document: Mapping[str, object] | str | bytes) -> Game:
        """Continues from a position, ``heptapolis-position/1``; docs/position.md describes it.

        Args:
            document: The position as JSON text or as a parsed object.

        Raises:
            InvalidPosition: The document is not a position; code and message give the reason.
        """
        if isinstance(document, str):
            document = document.encode()
        return cls(Recorder(read_position(read_document(document) if isinstance(document, bytes) else document)))

    @classmethod
    def from_record(cls, record: GameRecord | str, at: str = "") -> Game:
        """Replays a recorded game; docs/record.md describes records.

        Args:
            record: The record, or its text.
            at: The moment to stop at: ``II.3``, ``III.6 dig``, or ``III.6 dig #2`` for the second dig of a turn. By
                default the last line.

        Raises:
            InvalidRecord: The text is not a game record, or the game has no such moment.

        Warns:
            RulebookWarning: The record was played with other rulebook data, but replays to the same result.
        """
        if isinstance(record, str):
            record = read_record(record)
        if at:
            step = at_moment(record, at)
            table, lines = step.table, record.lines[: step.index]
        else:
            table, lines = replayed(record), record.lines
        start = replace(record.without_moves(), rulebook=table.rules.book.fingerprint)  # the replay gave the same game
        return cls(Recorder(table, lines), start)

    @classmethod
    def from_view(cls, view: View, seed: int = 0) -> Game:
        """Deals a random game that is consistent with a view.

        Unseen cards are dealt at random; all possible deals are about equally likely. Unrevealed choices of others are
        left out: they decide again. docs/views.md has the details.

        Args:
            view: The view of a seat.
            seed: Determines the deal of the unseen cards.
        """
        return cls(Recorder(sample_table(view._seen, Rng(seed))))

    def position(self) -> dict[str, object]:
        """Returns the position as a JSON document, which ``from_position`` reads.

        It contains all secrets.
        """
        return write_position(self._table)

    def record(self, names: Sequence[str] = (), notes: Mapping[str, str] | None = None) -> GameRecord:
        """Returns the record of the game: the deal and everything revealed so far.

        ``str(record)`` is its text.

        Args:
            names: The players' names by seat; missing ones default to the name in the record or the wonder.
            notes: Additional notes, each under a short key.

        Raises:
            InvalidRecord: The game began from a position, so its deal is unknown.
        """
        start = self._start
        if start is None:
            raise InvalidRecord("record/begun", "the game began from a position, so its deal is not known")
        start = start if isinstance(start, GameRecord) else new_record(start.table())
        return self._recorder.record(start.with_names(names, notes or {}))

    @property
    def edition(self) -> str:
        """``first`` or ``second``."""
        return self._table.rules.key[0]

    @property
    def expansions(self) -> tuple[str, ...]:
        """The expansions in use."""
        return self._table.rules.key[1]

    @property
    def mode(self) -> str:
        """``standard``, ``free-city`` or ``teams``."""
        return self._table.mode

    @property
    def seed(self) -> int:
        """The seed that determines every shuffle."""
        return self._table.seed

    @property
    def players(self) -> int:
        """The number of players; the Free City is not counted."""
        return int(self._table.city_count) - (self._table.free_seat != NOBODY)

    @property
    def age(self) -> int:
        """The age being played, from 1 to 3."""
        return int(self._table.age)

    @property
    def turn(self) -> int:
        """The turn of the age, counted from 1."""
        return int(self._table.turn)

    @property
    def turns(self) -> int:
        """The number of turns in the age."""
        return int(self._table.turns)

    @property
    def phase(self) -> str:
        """What is being decided, as in ``Decision.kind``; ``over`` at the end."""
        return self._table.phase.name

    @property
    def moment(self) -> str:
        """The moment as records write it: ``draft.1``, ``II.3``, ``III.6 dig``, ``over``."""
        return moment(self._table)

    @property
    def over(self) -> bool:
        """Whether the last conflict has been fought."""
        return self._table.over

    @property
    def cities(self) -> tuple[City, ...]:
        """All cities by seat, the Free City included."""
        table, number = self._table, len(self._recorder.lines)
        if self._cities is None or self._cities[0] != number:  # only a reveal changes a city
            self._cities = number, public_cities(table.rules, table.mode, table.cities)
        return self._cities[1]

    @property
    def free_city(self) -> int | None:
        """The seat of the Free City; None if there is none."""
        return None if self._table.free_seat == NOBODY else int(self._table.free_seat)

    @property
    def holder(self) -> int | None:
        """The player who decides for the Free City in this turn; None if there is none."""
        return None if self._table.holder == NOBODY else int(self._table.holder)

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The hands by city. Secret."""
        return _names(self._table.hands)

    @property
    def leader_hands(self) -> tuple[tuple[str, ...], ...]:
        """The leaders in hand by city. Secret."""
        return _names(self._table.leader_hands)

    @property
    def draft_hands(self) -> tuple[tuple[str, ...], ...]:
        """The leaders to draft from, by city. Secret."""
        return _names(self._table.draft_hands)

    @property
    def discard(self) -> tuple[str, ...]:
        """The discard pile, oldest card first. Secret."""
        return tuple([card.name for card in self._table.discard])

    @property
    def buried(self) -> tuple[tuple[str | None, ...], ...]:
        """The cards under the wonder stages, by city; None where a position does not name a card. Secret."""
        return tuple([tuple([None if card is None else card.name for card in cards]) for cards in self._table.buried])

    @property
    def owes(self) -> tuple[int, ...]:
        """The coins that each city must settle now; empty if none."""
        return self._table.owes

    @property
    def chosen(self) -> tuple[Move | None, ...]:
        """The moves chosen but not yet revealed, by city. Secret."""
        return tuple([None if move is None else plain_move(move) for move in self._table.chosen])

    def card(self, name: str) -> Card:
        """Returns the printed card with this name.

        Raises:
            KeyError: The game has no such card.
        """
        return cards_of(*self._table.rules.key)[name]

    @property
    def rulebook(self) -> Rulebook:
        """All cards, boards and numbers of the edition with its expansions."""
        return self._table.rules.book

    def partner(self, seat: int) -> int | None:
        """Returns the seat of the team mate; None if there are no teams."""
        partner = self._table.partner(seat)
        return None if partner == NOBODY else int(partner)

    def decider(self, city: int) -> int:
        """Returns the player who decides for a city: its owner or, for the Free City, the holder of its card."""
        return int(self._table.decider(city))

    @property
    def pending(self) -> tuple[Decision, ...]:
        """All decisions open now, by city.

        The decision for the Free City opens when its holder has decided for their own city.
        """
        return tuple([self._decision(city) for city in waiting(self._table)])

    def decision(self, city: int) -> Decision | None:
        """Returns the decision for a city: pending, or made but not yet revealed."""
        if 0 <= city < self._table.city_count and why_not_asked(self._table, self.decider(city), city) is None:
            return self._decision(city)
        return None

    def legal(self, player: int) -> tuple[Move, ...]:
        """Returns the legal moves of a player's first pending decision; empty if there is none."""
        for decision in self.pending:
            if decision.player == player:
                return decision.moves
        return ()

    def why_not(self, who: Decision | int, move: Move | str) -> Reason | None:
        """Returns why a move is illegal now; None if it is legal.

        Args:
            who: The decision, or the player for the first pending one.
            move: The move, or its text.

        Raises:
            UnreadableMove: The text is not a move.
        """
        decision = self._decision_of(who)
        move = Move.parse(move) if isinstance(move, str) else move
        if decision is None:
            return _NOTHING_TO_DECIDE
        found = find_legal(self._table, decision.player, decision.city, move)
        return found if isinstance(found, Reason) else None

    def play(self, who: Decision | int, move: Move | str) -> Reveal | None:
        """Makes a move, or replaces an unrevealed one.

        The last missing move reveals all moves and carries them out together.

        Args:
            who: The decision; or the player, for the first pending decision or else the one made but not yet
                revealed.
            move: The move, or its text as in ``str(move)``.

        Returns:
            What was revealed, if this was the last missing move; else None.

        Raises:
            IllegalMove: The move is illegal now; nothing has changed.
        """
        decision = self._asked(who)
        move = Move.parse(move) if isinstance(move, str) else move
        reveal = self._recorder.play(decision.player, decision.city, move)
        return None if reveal is None else reveal_of(reveal)

    def withdraw(self, player: int, city: int | None = None) -> None:
        """Takes back a player's unrevealed choices.

        Args:
            player: The player.
            city: The city whose choice is taken back; by default all. Taking back the holder's own choice also takes
                back the later one for the Free City.

        Raises:
            IllegalMove: There is nothing to take back.
        """
        if not take_back(self._table, player, NOBODY if city is None else city):
            raise IllegalMove("move/not-pending", f"seat {player} has chosen nothing that could be taken back")

    def cost(self, who: Decision | int, move: Move) -> Cost:
        """Returns the cost of a legal move: the printed one, reduced by a chain, a power or a discount.

        Payments to the neighbors and to the bank for resources are part of the move.

        Args:
            who: The decision, or the player for the first pending one.
            move: A legal move.

        Raises:
            IllegalMove: The move is illegal now.
        """
        decision = self._asked(who)
        found = find_legal(self._table, decision.player, decision.city, move)
        if isinstance(found, Reason):
            raise refusal(decision.player, move, found)
        return plain_cost(cost_of_move(self._table, decision.city, found))

    def breakdown(self, seat: int) -> list[PointSource]:
        """Returns the sources of a city's points, as if the game ended now."""
        return [
            PointSource(each.category, each.kind, each.name, int(each.count), int(each.points))
            for each in breakdown(self._table, seat)
        ]

    def scores(self) -> list[Score]:
        """Returns the points of every city, the Free City included, as if the game ended now."""
        return scores(self._table)

    def winners(self) -> list[int]:
        """Returns the winning seats, as if the game ended now."""
        return winners(self._table, totals(self._table))

    def next_conflicts(self) -> tuple[Conflict, ...]:
        """Returns the conflicts as if the age ended now; empty if the game is over."""
        return tuple([conflict_of(each) for each in next_conflicts(self._table)])

    def view(self, seat: int | None) -> View:
        """Returns what a seat may see now; None for a spectator.

        Raises:
            IndexError: There is no such seat.
        """
        if seat is not None and not 0 <= seat < self._table.city_count:
            raise IndexError(f"there is no seat {seat}")
        return View(view(self._table, seat))

    def copy(self) -> Game:
        """Returns an independent copy of the game."""
        return Game(self._recorder.copy(), self._start)

    def _decision(self, city: int) -> Decision:
        """The decision for a city now."""
        table, number = self._table, len(self._recorder.lines)

        def moves() -> tuple[Move, ...]:
            if len(self._recorder.lines) != number:
                return ()
            return tuple([plain_move(move) for move in table.phase.moves(table, city)])

        return Decision(int(table.decider(city)), table.phase.name, city, moves, number)

    def _asked(self, who: Decision | int) -> Decision:
        """The decision that ``who`` names.

        Raises:
            IllegalMove: The decision belongs to another moment, or the player has none.
        """
        decision = self._decision_of(who)
        if decision is None:
            player = who.player if isinstance(who, Decision) else who
            raise IllegalMove("move/not-pending", f"seat {player} has nothing to decide")
        return decision

    def _decision_of(self, who: Decision | int) -> Decision | None:
        """The decision that ``who`` names, unless it belongs to another moment."""
        if isinstance(who, Decision):
            return who if who.belongs_to(self.phase, len(self._recorder.lines)) else None
        for decision in self.pending:
            if decision.player == who:
                return decision
        for city, move in enumerate(self._table.chosen):
            if move is not None and self.decider(city) == who:
                return self._decision(city)
        return None

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compares positions and future deals, secrets included; the moves that led there do not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._position_and_future() == other._position_and_future()

    def _position_and_future(self) -> tuple[dict[str, object], list[tuple[tuple[str, ...], ...]]]:
        """The position without its seed, and the hands of future ages, from the seed or the record."""
        table = self._table
        left_out = {"seed", "deals"}
        next_age = self.age + 1
        if self.phase in ("side", "draft"):  # before the first deal only a record has hands
            next_age = 1
            left_out |= {"hand", "free_city"}
        position = _without(self.position(), left_out)
        return position, [_names(deal(table, age)) for age in range(next_age, 4)]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Game of {self.players} players, age {self.age}, turn {self.turn}, {self.phase}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the table, its moves and its start."""
        return _restored, (self._table, self._recorder.lines, self._start)


_NOTHING_TO_DECIDE = Reason("move/not-pending", "nothing-to-decide")


def _restored(table: Table, lines: tuple[Line, ...], start: _Options | GameRecord | None) -> Game:
    return Game(Recorder(table, lines), start)


def _without(document: dict[str, object], names: set[str]) -> dict[str, object]:
    """The document without these fields, nested lists of objects included."""
    found: dict[str, object] = {}
    for name, value in document.items():
        if name in names:
            continue
        if isinstance(value, list):
            found[name] = [_without(each, names) if isinstance(each, dict) else each for each in value]
        else:
            found[name] = value
    return found


def _names(hands: Iterable[Iterable[EngineCard]]) -> tuple[tuple[str, ...], ...]:
    return tuple([tuple([card.name for card in hand]) for hand in hands])

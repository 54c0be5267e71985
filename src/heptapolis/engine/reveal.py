"""Reveals: the result of a phase, as one value for server, terminal, record and client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.moves import BUILD, COPY, DIG, RECRUIT
from heptapolis.engine.phases import commit

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.conflicts import Conflict
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table

AGE_NUMERALS: Final = ("I", "II", "III")
FACE_UP: Final = (BUILD, DIG, COPY, RECRUIT)  # kinds of moves whose card everybody sees


class Reveal:
    """What happened when the last decision of a phase was made.

    Everything is public except the face-down cards in ``moves``; ``seen`` omits those.
    All sequences are by city, the Free City included.
    """

    def __init__(
        self,
        at: str,
        age: int,
        turn: int,
        phase: str,
        moves: tuple[Move | None, ...],
        deciders: tuple[int, ...],
        coins: tuple[int, ...],
        gained: tuple[int, ...],
        debts: tuple[int, ...],
        stages: tuple[int, ...],
        copied: tuple[Card | None, ...],
        conflicts: tuple[Conflict, ...],
        peace: tuple[int, ...],
        age_ended: bool,
        game_over: bool,
    ) -> None:
        """Made by ``play``; the properties explain each value."""
        self._at = at
        self._age = age
        self._turn = turn
        self._phase = phase
        self._moves = moves
        self._deciders = deciders
        self._coins = coins
        self._gained = gained
        self._debts = debts
        self._stages = stages
        self._copied = copied
        self._conflicts = conflicts
        self._peace = peace
        self._age_ended = age_ended
        self._game_over = game_over

    @property
    def at(self) -> str:
        """The moment, as records write it: ``II.3``, ``III.6 dig``."""
        return self._at

    @property
    def age(self) -> int:
        """The age in which the moves were made."""
        return self._age

    @property
    def turn(self) -> int:
        """The turn of that age, counted from 1."""
        return self._turn

    @property
    def phase(self) -> str:
        """What was decided: side, draft, recruit, play, last-card, dig, copy or debt."""
        return self._phase

    @property
    def moves(self) -> tuple[Move | None, ...]:
        """The moves with their payments, face-down cards included; None for cities that were not asked."""
        return self._moves

    @property
    def deciders(self) -> tuple[int, ...]:
        """Who decided for each city: its player, or the holder of the Free City."""
        return self._deciders

    @property
    def coins(self) -> tuple[int, ...]:
        """The treasuries afterwards."""
        return self._coins

    @property
    def gained(self) -> tuple[int, ...]:
        """How the treasuries changed."""
        return self._gained

    @property
    def debts(self) -> tuple[int, ...]:
        """The debt taken, in coins."""
        return self._debts

    @property
    def stages(self) -> tuple[int, ...]:
        """The wonder stages built so far."""
        return self._stages

    @property
    def copied(self) -> tuple[Card | None, ...]:
        """The leader that a city began to copy, with or without a choice."""
        return self._copied

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts that ended the age; empty if the age goes on."""
        return self._conflicts

    @property
    def peace(self) -> tuple[int, ...]:
        """The cities that stayed out of those conflicts."""
        return self._peace

    @property
    def age_ended(self) -> bool:
        """Whether the age ended."""
        return self._age_ended

    @property
    def game_over(self) -> bool:
        """Whether the game ended."""
        return self._game_over

    def seen(self, city: int) -> Move | None:
        """The public form of a city's move: without a face-down card."""
        move = self._moves[city]
        if move is None or move.kind in FACE_UP:
            return move
        return move.with_card(None)

    def _key(self) -> tuple[object, ...]:
        return (
            self._at,
            self._age,
            self._turn,
            self._phase,
            self._moves,
            self._deciders,
            self._coins,
            self._gained,
            self._debts,
            self._stages,
            self._copied,
            self._conflicts,
            self._peace,
            self._age_ended,
            self._game_over,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reveal) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        moves = " | ".join("-" if move is None else str(move) for move in self._moves)
        return f"<reveal {self._at}: {moves}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Reveal, self._key()


def moment(table: Table) -> str:
    """The label of the next decisions in a record.

    ``side``; ``draft.1``; ``I.0 recruit`` before an age; ``I.1`` for a turn's cards; ``I.6 dig`` for what else is
    decided in a turn; ``over``.
    """
    phase = table.phase.name
    if phase in ("side", "over"):
        return phase
    if phase == "draft":
        return f"draft.{len(table.drafted) + 1}"
    turn = f"{AGE_NUMERALS[table.age - 1]}.{0 if table.preparing else table.turn}"
    return turn if phase == "play" else f"{turn} {phase}"


def play(table: Table, seat: i64, move: Move) -> Reveal | None:
    """Makes a legal decision for a city; returns the reveal if it was the last missing one."""
    if table.pending != table.cities[seat].bit:
        commit(table, seat, move)
        return None
    moves = table.chosen.copy()
    moves[seat] = move
    at, age, turn, phase = moment(table), table.age, table.turn, table.phase.name
    deciders = [int(table.decider(city)) for city in range(table.city_count)]
    coins = [city.coins for city in table.cities]
    debts = [city.debt for city in table.cities]
    copied = [city.copied_leader for city in table.cities]
    commit(table, seat, move)
    age_ended = table.over or table.age != age
    return Reveal(
        at,
        int(age),
        int(turn),
        phase,
        tuple(moves),
        tuple(deciders),
        tuple([int(city.coins) for city in table.cities]),
        tuple([int(city.coins - coins[index]) for index, city in enumerate(table.cities)]),
        tuple([int(city.debt - debts[index]) for index, city in enumerate(table.cities)]),
        tuple([int(city.stages) for city in table.cities]),
        tuple([_new_copy(city, copied[index]) for index, city in enumerate(table.cities)]),
        table.fought if age_ended else (),
        table.stayed_out if age_ended else (),
        age_ended,
        table.over,
    )


def _new_copy(city: City, before: Card | None) -> Card | None:
    return None if city.copied_leader is before else city.copied_leader

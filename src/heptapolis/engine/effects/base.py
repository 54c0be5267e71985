"""The base class of effects: a closed list of moments.

Building a card or a wonder stage triggers moments in a fixed order, so that cities building at the same time see the
same table:

1. ``stands``   at once, what the city now shows: shields, symbols. Derived only from what stands in the city.
2. ``happens``  at once, what happens only once: taking a token, or queueing a dig or a choice for later in the
turn.
3. ``coins``    what the bank pays for it, counted once all cards of the turn are placed.
4. ``loss``     what it takes from another city, settled at the end of the turn.
5. ``serves``   from the next turn on: production, prices, discounts, powers.
6. ``points``   at the end of the game.

Registered effects are queried later: ``frees`` (may this card be built for free?) and ``reward`` (coins for building a
card). An effect is an immutable value built from the rulebook's data, independent of any table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table
    from heptapolis.rulebook.model import EffectSpec

    EffectMaker = Callable[[EffectSpec, "Printed"], "Effect"]

SOLD: Final = "sold"  # where an effect is printed: a card whose production neighbors may buy, ...
PRIVATE: Final = "private"  # ... any other card, ...
BOARD: Final = "board"
LEADER: Final = "leader"


class Printed:
    """Where an effect is printed."""

    def __init__(self, name: str, place: str) -> None:
        """``name`` of the card, leader or wonder; ``place`` is ``SOLD``, ``PRIVATE``, ``BOARD`` or ``LEADER``."""
        self.name = name
        self.place = place


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One printed effect. Every moment does nothing by default."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        self.spec = spec
        self.scores: bool = False  # whether ``points`` can give any

    def stands(self, city: City) -> None:
        """Adds what the city shows while this stands in it."""

    def happens(self, table: Table, seat: i64) -> None:
        """Does what happens only once, when this is built."""

    def coins(self, table: Table, seat: i64) -> i64:
        """What the bank pays the builder, once all cards of the turn are placed."""
        return 0

    def loss(self, table: Table, victim: i64) -> i64:
        """The coins ``victim`` loses at the end of the turn in which another city built this."""
        return 0

    def serves(self, city: City) -> None:
        """Adds what the city can use from the turn after building."""

    def points(self, table: Table, seat: i64) -> i64:
        """Points at the end of the game."""
        return 0

    def frees(self, table: Table, seat: i64, card: Card) -> bool:
        """Whether this power may be used now to build ``card`` for free."""
        return False

    def reward(self, card: Card, chained: bool) -> i64:
        """What the bank pays the city for building ``card`` (``chained``: free by a chain)."""
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Effect) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"{self.spec.kind}({', '.join(f'{key}={value}' for key, value in self.spec.args.items())})"


def number(spec: EffectSpec, key: str) -> int:
    """A number printed with the effect."""
    value = spec.args[key]
    assert isinstance(value, int), f"{spec.kind}.{key} is a number in every rulebook"
    return value


def word(spec: EffectSpec, key: str) -> str:
    """A word printed with the effect."""
    value = spec.args[key]
    assert isinstance(value, str), f"{spec.kind}.{key} is a word in every rulebook"
    return value


def words(spec: EffectSpec, key: str) -> tuple[str, ...]:
    """The words printed with the effect."""
    value = spec.args[key]
    assert isinstance(value, tuple), f"{spec.kind}.{key} is a list of words in every rulebook"
    return value

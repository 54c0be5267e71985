"""The kinds of tables used for training, with their weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from heptapolis.engine import InvalidOptions
from heptapolis.engine.rules import check_combination, rules_for
from heptapolis.engine.table import FREE_CITY, STANDARD, TEAMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.engine import Rng


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table."""

    players: int
    edition: str = "first"
    expansions: tuple[str, ...] = ()
    mode: str = STANDARD
    weight: int = 1
    """Its relative frequency."""

    @property
    def name(self) -> str:
        """Players, edition, boxes and mode in short."""
        words = [str(self.players), self.edition, *self.expansions]
        return " ".join(words if self.mode != TEAMS else [*words, "teams"])


CITIES = ("cities",)
LEADERS = ("leaders",)
BOTH = ("leaders", "cities")
ALL = ("leaders", "cities", "manneken-pis")

EVERY_TABLE: tuple[Kind, ...] = (
    Kind(3, weight=26),
    Kind(4, weight=13),
    Kind(5, weight=7),
    Kind(6, weight=8),
    Kind(7, weight=6),
    Kind(3, "second", weight=7),
    Kind(4, "second", weight=2),
    Kind(5, "second", weight=1),
    Kind(7, "second", weight=1),
    Kind(3, expansions=CITIES, weight=6),
    Kind(4, expansions=CITIES, weight=1),
    Kind(6, expansions=CITIES, weight=1),
    Kind(8, expansions=CITIES, weight=2),
    Kind(3, expansions=LEADERS, weight=6),
    Kind(4, expansions=LEADERS, weight=1),
    Kind(6, expansions=LEADERS, weight=1),
    Kind(3, expansions=BOTH, weight=4),
    Kind(5, expansions=BOTH, weight=1),
    Kind(8, expansions=BOTH, weight=1),
    Kind(3, expansions=ALL, weight=1),
    Kind(3, expansions=("manneken-pis",), weight=1),
    Kind(2, mode=FREE_CITY, weight=5),
    Kind(2, expansions=CITIES, mode=FREE_CITY, weight=1),
    Kind(2, expansions=LEADERS, mode=FREE_CITY, weight=1),
    Kind(4, mode=TEAMS, weight=3),
    Kind(6, mode=TEAMS, weight=2),
    Kind(8, expansions=CITIES, mode=TEAMS, weight=3),
    Kind(4, expansions=BOTH, mode=TEAMS, weight=1),
)
"""All boxes and modes; three players and the first edition weigh most."""


def kinds_for(players: Sequence[int], expansions: Sequence[str] | None) -> tuple[Kind, ...]:
    """The entries of ``EVERY_TABLE`` with these numbers of players and exactly these boxes; None means all.

    Raises:
        InvalidOptions: There are none.
    """
    if expansions is not None:
        rules_for("first", expansions)
    wanted = None if expansions is None else set(expansions)
    found = tuple(
        kind
        for kind in EVERY_TABLE
        if (not players or kind.players in players)
        and (wanted is None or (set(kind.expansions) == wanted and kind.edition == "first"))
    )
    if not found and players:
        boxes = tuple(expansions or ())
        modes = [(count, FREE_CITY if count == 2 else STANDARD) for count in players]
        for count, mode in modes:
            check_combination(rules_for("first", boxes), mode, count)
        found = tuple(Kind(count, expansions=boxes, mode=mode) for count, mode in modes)
    if not found:
        raise InvalidOptions("rules/combination", "there is no such table to train at")
    return found


def drawn_kind(kinds: Sequence[Kind], rng: Rng) -> Kind:
    """Draws a kind of table by weight."""
    pick = rng.below(sum(kind.weight for kind in kinds))
    for kind in kinds:
        pick -= kind.weight
        if pick < 0:
            return kind
    raise AssertionError("the pick is smaller than the sum")

"""Effects of Cities: coin losses and diplomacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.effects.base import Effect, number, word

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.effects.base import Printed
    from heptapolis.engine.table import Table
    from heptapolis.rulebook.model import EffectSpec


class Loss(Effect):
    """Coins that every other city loses at the end of the turn: a fixed sum, or a sum per stage or victory."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.each: i64 = number(spec, "coins")
        self.per: str = word(spec, "per")

    def happens(self, table: Table, seat: i64) -> None:
        """Requests the settling of losses at the end of this turn."""
        table.losses_due = True

    def loss(self, table: Table, victim: i64) -> i64:
        """Counts what the victim has when losses are settled."""
        city = table.cities[victim]
        if self.per == "victory":
            return self.each * city.victories
        if self.per == "stage":
            return self.each * city.stages
        return self.each


class Diplomacy(Effect):
    """Diplomacy tokens, spent one per conflict."""

    def happens(self, table: Table, seat: i64) -> None:
        """Takes the tokens."""
        table.cities[seat].diplomacy += number(self.spec, "tokens")

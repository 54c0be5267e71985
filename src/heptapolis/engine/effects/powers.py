"""Powers of wonders and leaders: free builds, the last card, digging in the discard pile, copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.cards import color_bit
from heptapolis.engine.effects.base import LEADER, Effect, word

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Printed
    from heptapolis.engine.table import Table
    from heptapolis.rulebook.model import EffectSpec


class PlaysLastCard(Effect):
    """The city plays the last card of an age instead of discarding it, from the turn in which this is built."""

    def stands(self, city: City) -> None:
        """Applies at once, unlike other powers: by the rulebooks it counts even if built on the sixth turn."""
        city.plays_last_card = True


class Power(Effect):
    """A power to build a card for free."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        """``label`` is the name under which the power is used and recorded as used."""
        super().__init__(spec, printed)
        self.label: str = printed.name
        self.once_an_age: bool = False

    def serves(self, city: City) -> None:
        """Registers itself in ``city.powers``."""
        city.powers += (self,)


class FreeOnceAnAge(Power):
    """Any card, once in each age."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.once_an_age = True

    def frees(self, table: Table, seat: i64, card: Card) -> bool:
        """True unless used in this age."""
        return self.label not in table.cities[seat].used


class FreeColorOnceAnAge(Power):
    """A card of one color, once in each age."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        super().__init__(spec, printed)
        self.once_an_age = True
        self.bit: i64 = color_bit(word(spec, "color"))

    def frees(self, table: Table, seat: i64, card: Card) -> bool:
        """True for a card of the color, unless used in this age."""
        return card.color_bit == self.bit and self.label not in table.cities[seat].used


class FreeFirstOfColor(Power):
    """The first card of each color in the city."""

    def frees(self, table: Table, seat: i64, card: Card) -> bool:
        """True while no card of the color stands here."""
        return table.cities[seat].color_count(card.color) == 0


class FreeFirstOfAge(Power):
    """The card of the first turn of each age."""

    def frees(self, table: Table, seat: i64, card: Card) -> bool:
        """True in the first turn only."""
        return table.turn == 1


class FreeLastOfAge(Power):
    """The card of the last turn of each age."""

    def frees(self, table: Table, seat: i64, card: Card) -> bool:
        """True in the last turn only."""
        return table.turn == table.turns


class Dig(Effect):
    """Builds a card of the discard pile for free, at the end of the turn."""

    def __init__(self, spec: EffectSpec, printed: Printed) -> None:
        """``rank`` orders the digs: boards (0) before leaders (1); boards that copy others come last."""
        super().__init__(spec, printed)
        self.rank: i64 = 1 if printed.place == LEADER else 0

    def happens(self, table: Table, seat: i64) -> None:
        """Queues the city for this turn."""
        table.ask_dig(seat, self.rank)


class CopyGuild(Effect):
    """Scores a neighbor's guild as if it stood here. ``scoring`` chooses it at the end."""

    def stands(self, city: City) -> None:
        """Sets ``city.copies_guild``."""
        city.copies_guild = True


class CopyStage(Effect):
    """A stage that does what a neighbor's stage does. Resolved by ``wonder``; it has no effect of its own."""

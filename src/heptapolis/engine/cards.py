"""Cards, stages and boards: the rulebook's data with costs, chains and effects resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.resources import Cost, bits_of, producer
from heptapolis.rulebook.model import COLORS

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64

    from heptapolis.engine.effects.base import Effect
    from heptapolis.rulebook.model import BoardSpec, CardSpec, SideSpec

COLOR_BITS: Final = 6  # a city's cards are counted by color in lanes of this width
COLOR_MASK: Final = 63
NAMES_A_WORD: Final = 60  # a city stores the first names of a rulebook as bits of two words
SHARED_NAME_BIT: Final = 2**NAMES_A_WORD  # of the second word, for all names after them

BROWN: Final = COLORS.index("brown")
GRAY: Final = COLORS.index("gray")
PURPLE: Final = COLORS.index("purple")
WHITE: Final = COLORS.index("white")

STAGE_BIT: Final = 512  # in addition to one bit per color: what a leader can make cheaper


def color_bit(color: str) -> int:
    """The bit of a color, or of wonder stages."""
    return STAGE_BIT if color == "stage" else 2 ** COLORS.index(color)


class Card:
    """A printed card or leader. One object per name and rulebook, compared by identity."""

    def __init__(self, spec: CardSpec, index: i64, box: tuple[str, tuple[str, ...]], effects: list[Effect]) -> None:
        """Computes cost and bits; ``link`` adds the chains once all cards exist."""
        self.spec = spec
        self.index: i64 = index
        self.box = box  # edition and expansions of the rulebook it belongs to
        self.name: str = spec.name
        self.color: i64 = COLORS.index(spec.color)
        self.color_bit: i64 = color_bit(spec.color)
        self.color_one: i64 = 2 ** (COLOR_BITS * COLORS.index(spec.color))
        self.cost = Cost(spec.coins, spec.cost)
        self.effects = effects
        self.scores: bool = any(each.scores for each in effects)
        self.costs_nothing: bool = not spec.coins and not spec.cost
        self.name_low: i64 = 2**index if index < NAMES_A_WORD else 0
        self.name_high: i64 = 0 if index < NAMES_A_WORD else 2 ** min(index - NAMES_A_WORD, NAMES_A_WORD)
        self.shares_bit: bool = self.name_high == SHARED_NAME_BIT
        self.parents: tuple[Card, ...] = ()
        self.parents_low: i64 = 0
        self.parents_high: i64 = 0
        self.parents_share_bit: bool = False

    def link(self, parents: list[Card]) -> None:
        """Sets the cards that make this one free; any one of them is enough."""
        self.parents = tuple(parents)
        for parent in parents:
            self.parents_low |= parent.name_low
            self.parents_high |= parent.name_high
            self.parents_share_bit |= parent.shares_bit

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[Callable[..., Card], tuple[tuple[str, tuple[str, ...]], int]]:
        """Pickles as a reference into its rulebook to preserve identity."""
        from heptapolis.engine.rules import card_at

        return card_at, (self.box, self.index)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


class Stage:
    """One stage of a wonder."""

    def __init__(self, cost: Cost, effects: list[Effect]) -> None:
        self.cost = cost
        self.coins_only = Cost(cost.coins, {})  # for cities whose stages need no resources
        self.effects = effects
        self.copied_from: i64 = 0  # > 0: copies this stage of a neighbor, counted from 1
        self.copies_left: bool = False
        self.copies_right: bool = False
        self.pays_copied_cost: bool = False


class Side:
    """One side of a board: what it produces and its stages."""

    def __init__(
        self, board: BoardSpec, spec: SideSpec, powers: list[Effect], stages: list[Stage], trade_price: int
    ) -> None:
        """Computes the initial production; ``trade_price`` is the price of a resource before discounts."""
        self.spec = spec
        self.wonder: str = board.wonder
        self.name: str = spec.name
        resources = (spec.resource,) if spec.resource else ()
        raw, goods = producer(resources)
        self.raw: i64 = raw
        self.goods: i64 = goods
        self.makes: i64 = bits_of(resources)
        self.extra_coins: i64 = spec.extra_coins
        self.trade_price: i64 = trade_price
        self.powers = powers
        self.stages = stages
        self.copies: bool = any(
            stage.copied_from for stage in stages
        )  # the owner digs last; stages are looked up on the neighbors' boards

    def __repr__(self) -> str:
        return f"<{self.wonder} {self.name}>"


class Board:
    """A wonder board with its two sides."""

    def __init__(self, spec: BoardSpec, sides: list[Side]) -> None:
        self.spec = spec
        self.wonder: str = spec.wonder
        self.sides = sides

    def side(self, name: str) -> Side:
        """The side of this name.

        Raises:
            KeyError: the board has no such side.
        """
        for side in self.sides:
            if side.name == name:
                return side
        raise KeyError(name)

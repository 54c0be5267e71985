"""Where the points come from: every row of the score sheet, split into cards, stages, tokens and symbols.

``scoring`` computes the totals fast; this module explains them. A test compares both sums in games with every box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.cards import PURPLE
from heptapolis.engine.effects.points import Science
from heptapolis.engine.science import Symbols, symbol_points
from heptapolis.engine.score_sheet import CATEGORIES
from heptapolis.engine.scoring import CATEGORY_OF_COLOR, card_points, symbols_of
from heptapolis.engine.wonder import built_stage

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.table import Table

CARD: Final = "card"  # a structure; its name
LEADER_IN_PLAY: Final = "leader"  # a leader in play; its name
COPIED_LEADER: Final = "copied-leader"  # a neighbor's leader, copied; its name
COPIED_GUILD: Final = "copied-guild"  # a neighbor's guild, copied; its name
STAGE: Final = "stage"  # a wonder stage; its number is the count
VICTORIES: Final = "victories"  # tokens; the neighbor they came from: left or right
DEFEATS: Final = "defeats"
COINS: Final = "coins"  # the coins counted
DEBT: Final = "debt"  # the debt counted
FAMILY: Final = "family"  # equal symbols: compass, gear or tablet
SETS: Final = "sets"  # sets of three different symbols
SET_BONUS: Final = "set-bonus"  # what a leader adds to them; its name

SOURCES: Final = (
    CARD,
    LEADER_IN_PLAY,
    COPIED_LEADER,
    COPIED_GUILD,
    STAGE,
    VICTORIES,
    DEFEATS,
    COINS,
    DEBT,
    FAMILY,
    SETS,
    SET_BONUS,
)


class Source:
    """Points of one category and what they come from. Immutable."""

    def __init__(self, category: str, kind: str, name: str, count: i64, points: i64) -> None:
        """``kind`` is one of ``SOURCES``, which says what name and count mean."""
        self._category = category
        self._kind = kind
        self._name = name
        self._count: i64 = count
        self._points: i64 = points

    @property
    def category(self) -> str:
        """The row of the score sheet."""
        return self._category

    @property
    def kind(self) -> str:
        """What the points come from, one of ``SOURCES``."""
        return self._kind

    @property
    def name(self) -> str:
        """The card, leader, neighbor or symbol; '' where there is none."""
        return self._name

    @property
    def count(self) -> i64:
        """How many; for a wonder stage, its number."""
        return self._count

    @property
    def points(self) -> i64:
        """What it adds to its row."""
        return self._points

    def as_dict(self) -> dict[str, object]:
        """Category, kind, name, count and points."""
        return {
            "category": self._category,
            "kind": self._kind,
            "name": self._name,
            "count": self._count,
            "points": self._points,
        }

    def _key(self) -> tuple[object, ...]:
        return (self._category, self._kind, self._name, self._count, self._points)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Source({self.as_dict()})"

    def __reduce__(self) -> tuple[object, ...]:
        return Source, self._key()


def breakdown(table: Table, seat: i64) -> list[Source]:
    """The sources of a city's points if the game ended now, in the order of the score sheet.

    Omits sources worth 0 points, except the treasury.
    """
    city = table.cities[seat]
    found = _tokens(city.left_tokens, "left") + _tokens(city.right_tokens, "right")
    found.append(Source("treasury", COINS, "", city.coins, city.coins // table.rules.coins_per_point))
    if city.debt:
        found.append(Source("treasury", DEBT, "", city.debt, -city.debt))
    index: i64 = 0
    while index < city.stages:
        points: i64 = 0
        for effect in built_stage(table, city, index).effects:
            points += effect.points(table, seat)
        index += 1
        if points:
            found.append(Source("wonder", STAGE, city.side.wonder, index, points))
    for card in city.structures:
        _add_card(found, table, seat, card, CATEGORIES[CATEGORY_OF_COLOR[card.color]], CARD)
    for leader in city.leaders:
        _add_card(found, table, seat, leader, "leaders", LEADER_IN_PLAY)
    if city.copied_leader is not None:
        _add_card(found, table, seat, city.copied_leader, "leaders", COPIED_LEADER)
    symbols = symbols_of(table, city)
    if city.copies_guild:
        _add_copied_guild(found, table, seat, symbols)
    _add_symbols(found, city, symbols)
    found.sort(key=_row)
    return found


def _row(source: Source) -> int:
    return CATEGORIES.index(source.category)


def _tokens(values: tuple[int, ...], side: str) -> list[Source]:
    won = [value for value in values if value > 0]
    lost = [value for value in values if value < 0]
    found: list[Source] = []
    if won:
        found.append(Source("military", VICTORIES, side, len(won), sum(won)))
    if lost:
        found.append(Source("military", DEFEATS, side, len(lost), sum(lost)))
    return found


def _add_card(found: list[Source], table: Table, seat: i64, card: Card, category: str, kind: str) -> None:
    points = card_points(table, seat, card)
    if points:
        found.append(Source(category, kind, card.name, 1, points))


def _add_copied_guild(found: list[Source], table: Table, seat: i64, symbols: Symbols) -> None:
    """Adds the most valuable neighboring guild, chosen as in ``scoring``: a symbol only if it is worth more."""
    city = table.cities[seat]
    best = symbols.choose()
    most: i64 = 0
    symbol_gain: i64 = 0
    name = ""
    symbol_name = ""
    purple = 1 << (6 * PURPLE)
    for neighbor in (table.cities[city.left], table.cities[city.right]):
        for card in neighbor.structures:
            if card.color != PURPLE:
                continue
            city.colors += purple  # a copied guild counts itself where it counts guilds
            points = card_points(table, seat, card)
            city.colors -= purple
            if points > most:
                most = points
                name = card.name
            for effect in card.effects:
                if isinstance(effect, Science):
                    symbols.any_symbols += 1
                    symbol_gain = symbols.choose() - best
                    symbol_name = card.name
                    symbols.any_symbols -= 1
    if symbol_gain > most:
        symbols.any_symbols += 1
        found.append(Source("science", COPIED_GUILD, symbol_name, 1, 0))  # its points are in the families and sets
    elif most:
        found.append(Source("guilds", COPIED_GUILD, name, 1, most))


def _add_symbols(found: list[Source], city: City, symbols: Symbols) -> None:
    counts = best_symbols(symbols)
    for symbol, count in zip(("compass", "gear", "tablet"), counts, strict=True):
        if count:
            found.append(Source("science", FAMILY, symbol, count, count * count))
    sets = min(counts)
    if sets:
        found.append(Source("science", SETS, "", sets, sets * symbols.set_points))
    if sets and symbols.bonus:
        found.append(Source("leaders", SET_BONUS, _who_adds_to_sets(city), sets, sets * symbols.bonus))


def _who_adds_to_sets(city: City) -> str:
    leaders = list(city.leaders)
    if city.copied_leader is not None:
        leaders.append(city.copied_leader)
    for leader in leaders:
        for effect in leader.effects:
            if effect.spec.kind == "set_bonus":
                return leader.name
    return ""


def best_symbols(symbols: Symbols) -> tuple[int, int, int]:
    """Compasses, gears and tablets after the best choice for masks and symbols of any kind.

    >>> best_symbols(Symbols(2, 2, 1, 1, 7, 0))
    (2, 2, 2)
    """
    best = -1
    chosen = (0, 0, 0)
    for compasses in range(min(symbols.masks, symbols.masked_compasses) + 1):
        for gears in range(min(symbols.masks - compasses, symbols.masked_gears) + 1):
            tablets = min(symbols.masks - compasses - gears, symbols.masked_tablets)
            for any_compass in range(symbols.any_symbols + 1):
                for any_gear in range(symbols.any_symbols - any_compass + 1):
                    c: int = symbols.compasses + compasses + any_compass
                    g: int = symbols.gears + gears + any_gear
                    t: int = symbols.tablets + tablets + symbols.any_symbols - any_compass - any_gear
                    points = symbol_points(c, g, t, symbols.set_points + symbols.bonus)
                    if points > best:
                        best = points
                        chosen = (c, g, t)
    return chosen

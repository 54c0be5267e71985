"""Set-up: boards, treasuries, leaders and the deal of every age. The only module of the rules that uses randomness.

Every shuffle depends only on the seed and on what is shuffled, not on when it is made: the hands of an age are the
same at the start of the game as when the age begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.errors import InvalidOptions
from heptapolis.engine.rng import SEED_BITS, Rng
from heptapolis.engine.rules import check_combination
from heptapolis.engine.table import FREE_CITY, Table
from heptapolis.engine.turn import found_city, open_markets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

    from heptapolis.engine.cards import Board, Card, Side
    from heptapolis.engine.city import City
    from heptapolis.engine.rules import Rules

BOARDS_STREAM: Final = 0  # streams 1 to 3 deal the ages
LEADERS_STREAM: Final = 4
LEADERS_EACH: Final = 4


def shuffled(cards: list[Card], rng: Rng) -> list[Card]:
    """The cards in a random order (Fisher-Yates)."""
    mixed = cards.copy()
    last: i64 = len(mixed) - 1
    while last > 0:
        other = rng.below(last + 1)
        card = mixed[last]
        mixed[last] = mixed[other]
        mixed[other] = card
        last -= 1
    return mixed


def check_seed(seed: int) -> None:
    """Rejects an invalid seed.

    Raises:
        InvalidOptions: negative, or more than 128 bits.
    """
    if seed < 0 or seed >> SEED_BITS:
        raise InvalidOptions("format/value", f"a seed is a whole number from 0 to 2**{SEED_BITS} - 1")


def age_deck(rules: Rules, cities: int, age: int, rng: Rng) -> list[Card]:
    """The deck of an age, with guilds and black cards drawn, not yet shuffled."""
    deck = rules.deck(age, cities)
    for drawn in rules.drawn[age]:
        deck = deck + shuffled(drawn.cards, rng)[: drawn.count(cities)]
    return deck


def hands_of_age(rules: Rules, cities: int, age: int, seed: int) -> list[list[Card]]:
    """The hands that a seed deals in an age, by seat; in a game with the Free City its hand is the draw pile."""
    rng = Rng(seed, age)
    deck = shuffled(age_deck(rules, cities, age, rng), rng)
    size = rules.hand_size(cities)
    return [deck[seat * size : (seat + 1) * size] for seat in range(cities)]


def deal(table: Table, age: int) -> list[list[Card]]:
    """The hands of an age at this table: the known ones, else those of the seed."""
    known = table.deals[age - 1] if table.deals else []
    return known or hands_of_age(table.rules, table.city_count, age, table.seed)


def deal_age(table: Table) -> None:
    """Deals the hands of the age that begins."""
    hands = deal(table, table.age)
    table.turns = table.rules.hand_size(table.city_count) - 1
    table.first_hands = hands
    table.first_turn = 1
    table.played = []
    table.dug = ()
    table.hands = [hand.copy() for hand in hands]
    for box in table.schedule.boxes:
        box.deal_age(table)


def first_holder(free_seat: i64, age: i64) -> i64:
    """The first holder of the Free City card in an age: its left neighbor, in the second age its right one."""
    return (free_seat + (2 if age == 2 else 1)) % 3


def take_side(table: Table, seat: i64, name: str) -> None:
    """Turns a board to the side its owner has chosen."""
    old = table.cities[seat]
    city = found_city(table.rules.board(old.side.wonder).side(name))
    city.bit = old.bit
    city.left = old.left
    city.right = old.right
    city.coins = old.coins
    table.cities[seat] = city


def seat_cities(rules: Rules, mode: str, cities: list[City]) -> Table:
    """An empty table with these cities in clockwise order."""
    count = len(cities)
    for seat, city in enumerate(cities):
        city.bit = 2**seat
        city.left = (seat + 1) % count
        city.right = (seat + count - 1) % count
    schedule = rules.schedule(mode)
    table = Table(
        schedule,
        cities,
        schedule.play,
        [None] * count,
        [[] for _ in cities],
        [],
        [],
        [()] * count,
        [()] * count,
        [()] * count,
        [],
    )
    table.turns = rules.hand_size(count) - 1
    return table


def _named_board(rules: Rules, free: list[Board], wonder: str) -> Board:
    for board in free:
        if board.wonder == wonder:
            return board
    if any(board.wonder == wonder for board in rules.boards):
        raise InvalidOptions("card/duplicate", f"the board {wonder} is named twice")
    known = ", ".join(board.wonder for board in rules.boards)
    raise InvalidOptions("card/unknown", f"no box in use has the board {wonder!r}; there are {known}")


def draw_sides(
    rules: Rules, cities: int, seed: int, wonders: Sequence[str | None], sides: Sequence[str | None]
) -> list[Side]:
    """The boards and sides of a new table: those named, and random ones for the rest.

    Where owners choose their side, the first side is up until they do.

    Raises:
        InvalidOptions: a board or side that no box has, or a board named twice.
    """
    rng = Rng(seed, BOARDS_STREAM)
    free = rules.boards.copy()
    for wonder in wonders:
        if wonder is not None:
            free.remove(_named_board(rules, free, wonder))
    drawn: list[Side] = []
    for seat in range(cities):
        asked = wonders[seat] if seat < len(wonders) else None
        board = free.pop(rng.below(len(free))) if asked is None else rules.board(asked)
        chance = rng.below(len(board.sides))
        name = sides[seat] if seat < len(sides) else None
        if name is None:
            drawn.append(board.sides[0 if rules.owners_choose_sides else chance])
            continue
        try:
            drawn.append(board.side(name))
        except KeyError:
            choices = ", ".join(side.name for side in board.sides)
            raise InvalidOptions("format/value", f"{board.wonder} has no side {name!r}; it has {choices}") from None
    return drawn


def new_table(
    rules: Rules,
    mode: str,
    players: int,
    seed: int,
    wonders: Sequence[str | None] = (),
    sides: Sequence[str | None] = (),
) -> Table:
    """A table before its first decision.

    Args:
        rules: edition and boxes.
        mode: ``standard``, ``free-city`` or ``teams``.
        players: people at the table; the Free City is added in the last seat.
        seed: decides every shuffle.
        wonders: boards by seat; random where None or missing.
        sides: sides by seat; random where None or missing, in the second edition chosen by the owner.

    Raises:
        InvalidOptions: these do not go together.
    """
    check_combination(rules, mode, players)
    check_seed(seed)
    cities = players + 1 if mode == FREE_CITY else players
    table = seat_cities(rules, mode, [found_city(side) for side in draw_sides(rules, cities, seed, wonders, sides)])
    table.seed = seed
    for city in table.cities:
        city.coins = rules.start_coins + city.side.extra_coins
    if rules.owners_choose_sides:
        for seat, city in enumerate(table.cities):
            if seat >= len(sides) or sides[seat] is None:
                table.open_sides |= city.bit
    for box in table.schedule.boxes:
        box.set_up(table)
    open_markets(table)
    return table


def deal_leaders(table: Table) -> None:
    """Deals four leaders to each player; the others stay in the box."""
    mixed = shuffled(table.rules.leaders, Rng(table.seed, LEADERS_STREAM))
    for seat in range(table.city_count):
        if seat != table.free_seat:
            table.draft_hands[seat] = tuple(mixed[:LEADERS_EACH])
            mixed = mixed[LEADERS_EACH:]
    table.leader_box = tuple(mixed)

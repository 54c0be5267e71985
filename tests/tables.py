"""Helpers to set up tables and play on them, so that a test reads like the rulebook.

Cards are written by their printed names, several of them with commas between: ``a_city("Giza A", built="Stone Pit,
Baths")``. Moves are written as the engine prints them: ``"build Library <2 >4"`` pays 2 coins to the left and 4 to the
right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import heptapolis
from engine_game import Game
from heptapolis.engine import Move, rules_for
from heptapolis.engine.cards import Card
from heptapolis.engine.city import City
from heptapolis.engine.restore import lay_out, resume, seat_free_city
from heptapolis.engine.turn import found_city
from heptapolis.record.game.replay import Recorder

ALL_BOXES = ("leaders", "cities", "manneken-pis")
FILLER = "Palace"  # fills up hands: it exists in every edition, and few cities can pay for it
BLANK_BOARDS = (
    "Rhodes A",
    "Giza A",
    "Ephesus A",
    "Alexandria A",
    "Babylon A",
    "Olympia A",
    "Halicarnassus A",
    "Petra A",
)
BLANK_BOARDS_SECOND = ("Rhodes day", "Giza day", "Ephesus day", "Alexandria day", "Babylon day", "Olympia day")


@dataclass
class CityPlan:
    """A city as described in a test."""

    board: str
    coins: int
    built: str
    hand: str
    stages: int
    tokens: tuple[int, ...]
    leaders: str
    leader_hand: str
    more: dict[str, Any] = field(default_factory=dict)


def a_city(
    board: str = "",
    *,
    built: str = "",
    hand: str = "",
    coins: int = 3,
    stages: int = 0,
    tokens: tuple[int, ...] = (),
    leaders: str = "",
    leader_hand: str = "",
    **more: Any,
) -> CityPlan:
    """A city at a board and side ("Giza A"); without one it takes a board that the table does not use."""
    return CityPlan(board, coins, built, hand, stages, tokens, leaders, leader_hand, more)


# What a seat has besides its city, by field of the table.
SECRETS = {"draft_hand": "draft_hands", "buried": "buried"}


def names(text: str) -> list[str]:
    """The names in a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def a_table(
    *cities: CityPlan,
    edition: str = "first",
    boxes: tuple[str, ...] = (),
    mode: str = "standard",
    age: int = 1,
    turn: int = 1,
    phase: str = "play",
    discard: str = "",
    holder: int = 0,
    draw_pile: str = "",
    dig_order: tuple[int, ...] = (),
    leader_box: str = "",
    owes: tuple[int, ...] = (),
) -> Game:
    """A game at one moment. Hands are filled up to the size for the turn."""
    rules = rules_for(edition, boxes)
    boards = [city.board for city in cities]
    spare = iter(
        board
        for board in (BLANK_BOARDS if edition == "first" else BLANK_BOARDS_SECOND)
        if board.rsplit(" ", 1)[0] not in [taken.rsplit(" ", 1)[0] for taken in boards if taken]
    )
    size = rules.hand_size(len(cities)) + 1 - turn
    filled = phase in ("play", "recruit", "side", "draft")
    laid: list[City] = []
    secrets: list[dict[str, list[Card]]] = []
    for seat, plan in enumerate(cities):
        wonder, side = (plan.board or next(spare)).rsplit(" ", 1)
        city = found_city(rules.board(wonder).side(side))
        city.coins = plan.coins
        city.structures = [rules.by_name[name] for name in names(plan.built)]
        city.leaders = tuple(rules.by_name[name] for name in names(plan.leaders))
        city.stages = plan.stages
        city.left_tokens = tuple(plan.tokens)
        hand = names(plan.hand)
        if filled and not (mode == "free-city" and seat == len(cities) - 1):
            hand += [FILLER] * (size - len(hand))
        held = {"hands": hand, "leader_hands": names(plan.leader_hand)}
        for key, value in plan.more.items():
            if key in SECRETS:
                held[SECRETS[key]] = names(str(value))
            elif key == "copied_leader":
                city.copied_leader = rules.by_name[str(value)]
            else:
                assert hasattr(city, key), f"a city has no {key}"
                setattr(city, key, tuple(value) if isinstance(value, list) else value)
        laid.append(city)
        secrets.append({key: [rules.by_name[name] for name in cards] for key, cards in held.items()})
    table = lay_out(rules, mode, age, laid)
    for seat, held_cards in enumerate(secrets):
        for key, cards in held_cards.items():
            getattr(table, key)[seat] = cards if key == "hands" else tuple(cards)
    table.owes = owes or (0,) * len(cities)
    table.discard = [rules.by_name[name] for name in names(discard)]
    table.leader_box = tuple([rules.by_name[name] for name in names(leader_box)])
    if mode == "free-city":
        pile = names(draw_pile)
        pile += [FILLER] * (size - len(pile))
        seat_free_city(table, len(cities) - 1, holder, [rules.by_name[name] for name in pile])
    resume(table, phase, list(dig_order))
    return Game(table)


def library_game(game: Game) -> heptapolis.Game:
    """The game as users of the library have it; played on in either form, it is the same game."""
    return heptapolis.Game(Recorder(game.table))


def offered(game: Game, seat: int) -> list[str]:
    """The moves a player may make, in words."""
    return [repr(move) for move in game.legal(seat)]


def ways(game: Game, seat: int, words: str) -> list[Move]:
    """The moves that begin with these words: an action with a card, with any payment."""
    return [move for move in game.legal(seat) if repr(move) == words or repr(move).startswith(words + " ")]


def can(game: Game, seat: int, words: str) -> bool:
    """Whether a player may do this in some way."""
    return bool(ways(game, seat, words))


def prices(game: Game, seat: int, words: str) -> list[tuple[int, int]]:
    """What may be paid to the left and to the right for this, powers aside, in the order offered."""
    return [(move.left, move.right) for move in ways(game, seat, words) if not move.using]


def do(game: Game, seat: int, words: str) -> None:
    """Makes the move with this text, or the first that begins with it."""
    moves = [move for move in game.legal(seat) if repr(move) == words] or ways(game, seat, words)
    assert moves, f"seat {seat} cannot {words}; offered: {offered(game, seat)}"
    game.play(seat, moves[0])


def take_turn(game: Game, *words: str) -> None:
    """Makes everybody's move of one decision, by seat. Seats without a move discard the last card of their hand."""
    for seat in range(int(game.table.city_count)):
        if seat == game.table.free_seat:
            continue
        written = words[seat] if seat < len(words) else ""
        sell = [move for move in game.legal(seat) if move.action == "discard"]
        if written:
            do(game, seat, written)
        else:
            assert sell, f"seat {seat} has nothing to sell: {offered(game, seat)}"
            game.play(seat, sell[-1])


def coins(game: Game) -> list[int]:
    """Every treasury, by seat."""
    return [int(city.coins) for city in game.table.cities]


def structures(game: Game, seat: int) -> list[str]:
    """The structures of a city in building order."""
    return [card.name for card in game.table.cities[seat].structures]


def hand(game: Game, seat: int) -> list[str]:
    """The cards in a hand."""
    return [card.name for card in game.table.hands[seat]]


def pile(game: Game) -> list[str]:
    """The discard pile, oldest first."""
    return [card.name for card in game.table.discard]


def tokens(game: Game, seat: int) -> tuple[list[int], list[int]]:
    """Conflict tokens of a city by the neighbor they came from: left, right."""
    city = game.table.cities[seat]
    return list(city.left_tokens), list(city.right_tokens)


def all_tokens(game: Game) -> list[list[int]]:
    """All conflict tokens by seat, victories first."""
    return [sorted((*city.left_tokens, *city.right_tokens), reverse=True) for city in game.table.cities]


def points(game: Game, seat: int, category: str) -> int:
    """A city's points of one category as if the game ended now."""
    return game.scores()[seat][category]


def asked(game: Game) -> list[tuple[int, str, int]]:
    """Who must decide what, and for which city."""
    return [(decision.player, decision.kind, decision.city) for decision in game.pending]

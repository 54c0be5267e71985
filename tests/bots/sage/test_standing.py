"""What a move is worth at once, as the net is told: the same as the engine finds by carrying the move out."""

from typing import Any

import pytest

from bot_tables import all_tables, name_of
from engine_game import Game
from heptapolis.bots.playouts.cheapest import cheapest_moves
from heptapolis.bots.sage.encoder import totals
from heptapolis.bots.sage.standing import Standing
from heptapolis.engine import Rng
from heptapolis.engine.conflicts import resolve_conflicts, strength
from heptapolis.engine.moves import BUILD, RECRUIT, WONDER, Move
from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.scoring import total_points
from heptapolis.engine.table import TEAMS, Table
from heptapolis.engine.turn import carry_out

COUNTS_DEFEATS = "Strategists Guild"


def carried_out(table: Table, seat: int, move: Move) -> Table:
    after = table.copy()
    moves: list[Move | None] = [None] * table.city_count
    moves[seat] = move
    carry_out(after, moves)
    return after


def random_game(options: dict[str, Any], seed: int) -> Any:
    """Every decision of a city about its own cards in a random game."""
    table = Game.new(seed=seed, **options).table
    rng = Rng(seed)
    while not table.over:
        seat = waiting(table)[0]
        moves = cheapest_moves(table, seat)
        if seat != table.free_seat:
            yield table, seat, moves
        commit(table, seat, moves[rng.below(len(moves))])


@pytest.mark.parametrize("options", list(all_tables()), ids=name_of)
def test_points_after_a_move(options: dict[str, Any]) -> None:
    compared = 0
    for table, seat, moves in random_game(options, 31):
        points = totals(table)
        for move in moves:
            if move.kind in (BUILD, WONDER, RECRUIT):
                after = carried_out(table, seat, move)
                standing = Standing(table, seat, points)
                found = standing.points_after(move, after.cities[seat].coins)
                assert found == total_points(after, seat), (table.age, table.turn, move)
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("players", [3, 4, 7])
def test_standing_counts_the_conflicts_of_the_age(players: int) -> None:
    """Own points and the lead, before and after each move, as if the age ended then.

    Without the guild that counts defeats: those that are still to come are not counted for it.
    """
    leads = set()
    for table, seat, moves in random_game({"players": players}, 32):
        if any(card.name == COUNTS_DEFEATS for city in table.cities for card in city.structures):
            continue
        standing = Standing(table, seat, totals(table))
        assert (standing.own, standing.lead) == ended(table.copy(), seat)
        for move in moves:
            if move.kind in (BUILD, WONDER) and not (move.card is not None and move.card.name == COUNTS_DEFEATS):
                after = carried_out(table, seat, move)
                city = after.cities[seat]
                power = strength(city)
                own = standing.points_after(move, city.coins) + standing.spoils(power)
                for neighbor in (city.left, city.right):  # what neighbors earn by trade is not counted
                    after.cities[neighbor].coins = table.cities[neighbor].coins
                assert (own, own - standing.best(power)) == ended(after, seat)
                leads.add(own - standing.best(power) - standing.lead)
    assert len(leads) > 5


def ended(table: Table, seat: int) -> tuple[int, int]:
    """The points of a city and its lead if the age and the game ended now."""
    resolve_conflicts(table)
    points = totals(table)
    own = points.pop(seat)
    return own, own - max(points)


def test_partners_do_not_fight() -> None:
    for table, seat, _ in random_game({"players": 6, "mode": TEAMS}, 33):
        partner = seat ^ 1
        points = totals(table)
        before = Standing(table, seat, points).own
        table.cities[partner].shields += 50
        assert Standing(table, seat, points).own == before
        table.cities[partner].shields -= 50

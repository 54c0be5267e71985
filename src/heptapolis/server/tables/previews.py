"""Previews of moves, for the player who may make them.

The move is carried out alone on a copy of the table. The choices of others are not used, so a preview reveals nothing
about them; their moves may still change the figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.candidates import losses
from heptapolis.engine.conflicts import next_conflicts, staying_out, strength
from heptapolis.engine.legal import cost_of, waived
from heptapolis.engine.moves import BUILD, COPY, DIG, DISCARD, RECRUIT, WONDER
from heptapolis.engine.scoring import scores
from heptapolis.engine.turn import carry_out, copy_leader, dig_up, end_turn, look_through
from heptapolis.engine.wonder import stage_at, stage_cost, stage_waived
from heptapolis.library.internals import table_of
from heptapolis.record.move_json import write_move
from heptapolis.record.position.view_document import write_conflict
from heptapolis.server.errors import Refused
from heptapolis.server.tables.hints import science_document, trade_prices, units_of
from heptapolis.server.tables.purchases import Coins, goods_bought

if TYPE_CHECKING:
    from heptapolis import Game
    from heptapolis.engine.moves import Move
    from heptapolis.engine.table import Table
    from heptapolis.server.messages.game import Bought, MovePreview

SHOWN = (BUILD, WONDER, DISCARD, RECRUIT, DIG, COPY)
"""Moves that do something to a city which can be said beforehand."""


def previews(game: Game, player: int, card: str, city: int | None, show_scores: bool) -> list[MovePreview]:
    """What each legal move with a card would do, in the order of the legal moves.

    Raises:
        Refused: ``move/not-pending``: the player has nothing to decide for this city.
    """
    table = table_of(game)
    seat = player if city is None else city
    asked = any(decision.player == player and decision.city == seat for decision in game.pending)
    if seat >= table.city_count or not (asked or (table.decider(seat) == player and table.chosen[seat] is not None)):
        raise Refused("move/not-pending")
    return [
        preview(table, player, seat, move, show_scores)
        for move in table.phase.moves(table, seat)
        if move.card is not None and move.card.name == card and move.kind in SHOWN
    ]


def preview(table: Table, player: int, seat: int, move: Move, show_scores: bool) -> MovePreview:
    """What a legal move would do to a city if the others did nothing."""
    trial = table.copy()
    _make(trial, seat, move)
    city = trial.cities[seat]
    coins = [int(each.coins) for each in trial.cities]
    lost = [after - before for after, before in zip(_losses(trial), _losses(table), strict=True)]
    # Points before the end of the turn, figures after it: what is built now can be used from the next turn on.
    points = int(scores(trial)[seat].total) if show_scores else None
    end_turn(trial)
    return {
        "move": write_move(player, move, table),
        "coins": coins,
        "bought": _bought(table, seat, move),
        "makes": _makes(table, seat, move),
        "losses": lost,
        "shields": int(strength(city)),
        "conflicts": [write_conflict(each) for each in next_conflicts(trial)],
        "diplomacy": int(city.diplomacy),
        "peace": staying_out(trial.cities, trial.mode),
        "science": science_document(trial, city),
        "prices": trade_prices(city),
        "points": points,
    }


def _losses(table: Table) -> list[int]:
    """Coins that each seat must pay or take as debt after this turn."""
    return losses(table) if table.losses_due else [0] * int(table.city_count)


def _make(trial: Table, seat: int, move: Move) -> None:
    """Carries out one move, whatever the phase: the others do nothing."""
    if move.kind == DIG:
        assert move.card is not None, "a card is dug up"
        look_through(trial, trial.cities[trial.decider(seat)].bit)
        dig_up(trial, seat, move.card)
    elif move.kind == COPY:
        assert move.card is not None, "a leader is copied"
        copy_leader(trial, seat, move.card)
    else:
        moves: list[Move | None] = [None] * int(trial.city_count)
        moves[seat] = move
        carry_out(trial, moves)


def _bought(table: Table, seat: int, move: Move) -> Bought:
    city = table.cities[seat]
    paid = Coins(int(move.left), int(move.right), int(move.bank))
    if move.kind == WONDER:
        return goods_bought(table, city, stage_cost(table, city, move.copied), stage_waived(city), paid)
    if move.kind == BUILD and move.card is not None and not move.chained and not move.using:
        return goods_bought(table, city, cost_of(city, move.card), waived(city, move.card), paid)
    return {"left": [], "right": [], "bank": []}


def _makes(table: Table, seat: int, move: Move) -> list[list[str]]:
    """What the move adds to what the city produces."""
    city = table.cities[seat]
    if move.kind == WONDER:
        return units_of(effect.spec for effect in stage_at(table, city, city.stages, move.copied).effects)
    if move.kind == DISCARD or move.card is None:
        return []
    return units_of(effect.spec for effect in move.card.effects)

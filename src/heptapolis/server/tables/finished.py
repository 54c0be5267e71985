"""Finished games: their record, and the page that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.phases import withdraw as withdraw_city
from heptapolis.engine.play import take_back
from heptapolis.record.game.model import new_record
from heptapolis.record.game.replay import Recorder
from heptapolis.record.game.text_format import write_record
from heptapolis.record.move_json import parse_move, read_move
from heptapolis.record.moves import plain_move
from heptapolis.record.position.view_document import view_document
from heptapolis.server.errors import Refused
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event, now_ms
from heptapolis.server.tables.hints import result_document
from heptapolis.server.tables.options import stored_game, stored_options
from heptapolis.server.tables.state import OVER, TableState

if TYPE_CHECKING:
    from heptapolis.record.game.model import GameRecord
    from heptapolis.server.messages.http_answers import FinishedGame
    from heptapolis.server.people.people import People
    from heptapolis.server.tables.serializers import TableSerializer


def must_be_over(state: TableState) -> None:
    """Refuses a game that is not finished: its record holds the whole deal.

    Raises:
        Refused: ``table/not-over``.
    """
    if state.status != OVER:
        raise Refused("table/not-over")


def game_page(state: TableState, serializer: TableSerializer) -> FinishedGame:
    """The permanent page of a finished game."""
    assert state.game is not None, "a finished game was started"
    return {
        "table": state.id,
        "options": state.options,
        "seats": serializer.seats(state, now_ms()),
        "ended": state.moment_at,
        "result": result_document(state.game, state.id),
        "view": view_document(state.game.table, None),
    }


def player_names(state: TableState, people: People) -> list[str]:
    """The names of the players for the record, by seat."""
    return [
        people.known(seat.person)["name"] if seat.person is not None else f"bot ({seat.bot})" for seat in state.seats
    ]


def record_text(stored: list[Event], names: list[str]) -> str:
    """The record of a game, from the events of its table."""
    options = stored_options({})
    recorder: Recorder | None = None
    start: GameRecord | None = None
    for event in stored:
        if event.kind in (events.OPENED, events.OPTIONS):
            options = stored_options(event.data["options"])
        elif event.kind == events.STARTED:
            recorder = Recorder(stored_game(options, int(event.data["seed"], 16)).table)
            start = new_record(recorder.table).with_names(names, {})
        elif event.kind == events.WITHDREW and recorder is not None:
            take_back(recorder.table, event.data["seat"])
        elif event.kind == events.CHOSE and recorder is not None:
            table = recorder.table
            city = parse_move(event.data["move"], "the move").for_city
            if table.chosen[city] is not None:
                withdraw_city(table, city)
            player, city, move = read_move(table, event.data["move"])
            recorder.play(player, city, plain_move(move))
    assert recorder is not None and start is not None, "the game was started"
    return write_record(recorder.record(start))

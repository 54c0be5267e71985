"""Finished games: their record, and the page that stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from heptapolis.server.daily.secrecy import is_secret
from heptapolis.server.errors import Refused
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.hints import result_document
from heptapolis.server.tables.state import OVER, TableState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import GameRecord
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
        "begun": state.begun,
        "coached": state.coached,
        "taken_back": state.taken_back,
        "daily": state.daily,
        "result": result_document(state.game, state.id),
        "view": state.game.view(None).document(),
    }


def finished_record(state: TableState, people: People) -> GameRecord:
    """The record of a finished game, with the names of its players and what helped them."""
    notes = {}
    if state.coached:
        notes["coached"] = "yes"
    if state.taken_back:
        notes["turns-taken-back"] = str(state.taken_back)
    return record_to_show(state, player_names(state, people)).with_names((), notes)


def record_to_show(state: TableState, names: Sequence[str] = ()) -> GameRecord:
    """The record of a game, without the seed on the day of a daily deal; a replay does not use it."""
    assert state.game is not None, "a finished game was started"
    record = state.game.record(names)
    return replace(record, seed=0) if is_secret(state) else record


def player_names(state: TableState, people: People) -> list[str]:
    """The names of the players for the record, by seat."""
    return [
        people.known(seat.person)["name"] if seat.person is not None else f"bot ({seat.bot})" for seat in state.seats
    ]

"""A table as one viewer may see it: the messages that say so, ready to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from heptapolis.record.move_json import write_move
from heptapolis.record.position.view_document import view_document
from heptapolis.server.errors import Refused
from heptapolis.server.operations.settings import CLOCK_SECONDS
from heptapolis.server.tables.hints import help_document, result_document
from heptapolis.server.tables.previews import previews
from heptapolis.server.tables.state import PLAYING, TableState
from heptapolis.server.tables.turns import players_waiting, players_who_chose

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from heptapolis.server.messages.client_messages import Preview

    PersonOf = Callable[[str], dict[str, Any]]


def deadline(state: TableState) -> int | None:
    """When the clock of the present moment runs out."""
    seconds = CLOCK_SECONDS[state.options["clock"]]
    if seconds is None or state.status != PLAYING:
        return None
    return state.moment_at + seconds * 1000


def is_present(state: TableState, person: str, alive: Collection[str]) -> bool:
    """Whether somebody is connected to a process that lives."""
    return any(process in alive for process in state.here.get(person, ()))


def away_since(state: TableState, person: str, alive: Collection[str], since_start: int) -> int | None:
    """Since when somebody is away; who was connected to a process that died counts from our own start."""
    if is_present(state, person, alive):
        return None
    return state.gone_at.get(person, max(since_start, state.created))


class Shown:
    """What is needed to show tables, beside the table itself."""

    def __init__(self, person_of: PersonOf, alive: Collection[str], grace_seconds: int, since_start: int) -> None:
        """``alive`` are the server processes that live; it may change under way."""
        self.person_of = person_of
        self.alive = alive
        self.grace_ms = grace_seconds * 1000
        self.since_start = since_start

    def seats(self, state: TableState, now: int) -> list[dict[str, Any]]:
        """Who sits where."""
        told: list[dict[str, Any]] = []
        for number, seat in enumerate(state.seats):
            entry: dict[str, Any] = {"seat": number, "ready": seat.ready}
            if seat.person is not None:
                entry["person"] = self.person_of(seat.person)
                gone = away_since(state, seat.person, self.alive, self.since_start)
                entry["present"] = gone is None
                if gone is not None:
                    entry["away_since"] = gone
                    entry["can_relieve"] = seat.bot is None and now - gone >= self.grace_ms
            if seat.bot is not None:
                entry["bot"] = seat.bot
            told.append(entry)
        return told

    def table(self, state: TableState, watchers: int, now: int) -> dict[str, Any]:
        """Everything about the table that does not depend on cards."""
        return {
            "id": state.id,
            "link": f"/table/{state.id}",
            "status": state.status,
            "options": state.options,
            "host": state.host,
            "seats": self.seats(state, now),
            "watchers": watchers,
            "created": state.created,
            "grace_seconds": self.grace_ms // 1000,
            "rematch": state.rematch,
        }

    def summary(self, state: TableState) -> dict[str, Any]:
        """What lists show of a table; stored with it, so names are left out."""
        told: dict[str, Any] = {
            "status": state.status,
            "options": state.options,
            "host": state.host,
            "seats": [
                {"seat": number, "person": seat.person, "bot": seat.bot} for number, seat in enumerate(state.seats)
            ],
            "created": state.created,
            "changed": state.changed,
        }
        if state.game is not None:
            told["age"] = int(state.game.age)
            if state.status == PLAYING:
                told["waiting"] = players_waiting(state.game)
            else:
                scores = state.game.scores()
                told["ended"] = state.moment_at
                told["winners"] = state.game.winners()
                told["totals"] = [score.total for score in scores]
        return told


def play_document(state: TableState, seat: int | None) -> dict[str, Any]:
    """The game as a seat may see it; None: as somebody who watches."""
    game = state.game
    assert game is not None, "shown only once it has begun"
    told: dict[str, Any] = {
        "moment": state.moment,
        "view": view_document(game, seat),
        "help": help_document(game, seat, state.options["show_scores"]),
        "you": seat,
        "waiting": players_waiting(game),
        "deadline": deadline(state),
        "since": state.moment_at,
    }
    if seat is not None and not game.over:
        told["again"] = again(state, seat)
    if game.over:
        told["result"] = result_document(game, state.id)
    return told


def again(state: TableState, player: int) -> list[dict[str, Any]]:
    """The moves by which a player can replace what is chosen already, city by city."""
    assert state.game is not None, "asked during a game only"
    table = state.game.table
    told: list[dict[str, Any]] = []
    for city in range(table.city_count):
        if table.chosen[city] is not None and table.decider(city) == player:
            moves = [write_move(player, move, table) for move in table.phase.moves(table, city)]
            entry: dict[str, Any] = {"player": player, "decision": state.game.phase, "moves": moves}
            if city == table.free_seat:
                entry["city"] = city
            told.append(entry)
    return told


def chosen_document(state: TableState) -> dict[str, Any]:
    """Who has chosen, and who has not."""
    assert state.game is not None, "asked during a game only"
    return {
        "type": "chosen",
        "seq": state.seq,
        "moment": state.moment,
        "has_chosen": players_who_chose(state.game),
        "waiting": players_waiting(state.game),
    }


def preview_document(state: TableState, person: str, message: Preview) -> dict[str, Any]:
    """What the moves with a card would do, for whoever may make them. Only looks; nothing happens at the table.

    Raises:
        Refused: it is not for this person to decide, or no longer.
    """
    seat = state.seat_of(person)
    if seat is None:
        raise Refused("seat/none")
    if state.status != PLAYING:
        raise Refused("table/not-playing")
    if message.moment != state.moment:
        raise Refused("turn/stale", moment=state.moment)
    assert state.game is not None, "there is a game while it is played"
    return {
        "type": "preview",
        "id": message.id,
        "moment": state.moment,
        "card": message.card,
        "city": message.city,
        "moves": previews(state.game, seat, message.card, message.city, state.options["show_scores"]),
    }


def reveals_after(state: TableState, seq: int) -> list[orjson.Fragment]:
    """What was revealed after an event, ready to be put into a message."""
    return [orjson.Fragment(told) for at, told in state.reveals if at > seq]


def may_read(state: TableState, line: dict[str, Any], seat: int | None, muted: Collection[str]) -> bool:
    """Whether a viewer may read a line of the chat: partners' lines are for the two of them."""
    if line["person"] in muted:
        return False
    if line["to"] == "table":
        return True
    return seat is not None and line["seat"] is not None and seat // 2 == line["seat"] // 2


def chat_line(line: dict[str, Any], person_of: PersonOf) -> dict[str, Any]:
    """A line of the chat as a message holds it."""
    return {**{key: value for key, value in line.items() if key != "nonce"}, "person": person_of(line["person"])}

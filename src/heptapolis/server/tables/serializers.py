"""A table as one viewer may see it: the messages that say so, ready to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NotRequired, TypedDict, TypeVar, cast

import orjson

from heptapolis.library.internals import table_of
from heptapolis.record.move_json import write_move
from heptapolis.server.errors import Refused
from heptapolis.server.tables.hints import help_document, result_document
from heptapolis.server.tables.options import CLOCK_SECONDS
from heptapolis.server.tables.previews import previews
from heptapolis.server.tables.state import PLAYING, TableState
from heptapolis.server.tables.turns import players_waiting, players_who_chose

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from heptapolis.record.json_types import PendingDecisionDocument, Phase
    from heptapolis.server.messages.client_messages import Preview
    from heptapolis.server.messages.game import Reveal, SeatFigures
    from heptapolis.server.messages.parts import ChatLine, Options, Person, Seat
    from heptapolis.server.messages.server_messages import (
        ChosenMessage,
        Play,
        PreviewMessage,
        ServerMessage,
    )
    from heptapolis.server.messages.server_messages import TableState as TableDocument
    from heptapolis.server.messages.words import Level, Status
    from heptapolis.server.tables.presence import Presence

    PersonOf = Callable[[str], Person]

Part = TypeVar("Part")

PATIENCE: Final = 5
"""Without a clock, whoever has chosen waits so many grace times for others before a bot may play for them."""


def deadline(state: TableState) -> int | None:
    """When the clock of the present moment runs out."""
    seconds = CLOCK_SECONDS[state.options["clock"]]
    if seconds is None or state.status != PLAYING:
        return None
    return state.moment_at + seconds * 1000


def patience_until(state: TableState, grace_ms: int) -> int | None:
    """Without a clock: when whoever has chosen may put a bot in for those who have not."""
    if state.status != PLAYING or CLOCK_SECONDS[state.options["clock"]] is not None:
        return None
    return state.moment_at + PATIENCE * grace_ms


class StoredSeat(TypedDict):
    """Who has a seat, by id: names may be changed or forgotten."""

    seat: int
    person: str | None
    bot: Level | None


class StoredSummary(TypedDict):
    """What lists show of a table, as it is stored beside it."""

    status: Status
    options: Options
    host: str | None
    seats: list[StoredSeat]
    created: int
    changed: int
    age: NotRequired[int]
    waiting: NotRequired[list[int]]
    ended: NotRequired[int]
    winners: NotRequired[list[int]]
    totals: NotRequired[list[int]]


class TableSerializer:
    """Writes tables as messages and lists show them."""

    def __init__(self, person_of: PersonOf, presence: Presence, grace_seconds: int) -> None:
        """``person_of`` gives the person with an id."""
        self._person_of = person_of
        self.presence = presence
        self.grace_ms = grace_seconds * 1000

    def seats(self, state: TableState, now: int) -> list[Seat]:
        """Who sits where."""
        found: list[Seat] = []
        for number, seat in enumerate(state.seats):
            person = seat.person
            gone = None if person is None else self.presence.away_since(state, person)
            found.append(
                {
                    "seat": number,
                    "person": None if person is None else self._person_of(person),
                    "bot": seat.bot,
                    "ready": seat.ready,
                    "present": person is not None and gone is None,
                    "away_since": gone,
                    "can_relieve": gone is not None and seat.bot is None and now - gone >= self.grace_ms,
                }
            )
        return found

    def table(self, state: TableState, watchers: int, now: int) -> TableDocument:
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

    def summary(self, state: TableState) -> StoredSummary:
        """What lists show of a table."""
        told: StoredSummary = {
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


def play_document(state: TableState, seat: int | None, grace_ms: int, public: list[SeatFigures]) -> Play:
    """The game as a seat may see it; None: as somebody who watches. ``public`` are the figures of all cities."""
    game = state.game
    assert game is not None, "shown only once it has begun"
    return {
        "moment": state.moment,
        "view": game.view(seat).document(),
        "help": help_document(game, seat, public),
        "you": seat,
        "waiting": players_waiting(game),
        "deadline": deadline(state),
        "patience_until": patience_until(state, grace_ms),
        "since": state.moment_at,
        "again": [] if seat is None or game.over else again(state, seat),
        "result": result_document(game, state.id) if game.over else None,
    }


def again(state: TableState, player: int) -> list[PendingDecisionDocument]:
    """The moves by which a player can replace what is chosen already, city by city."""
    assert state.game is not None, "asked during a game only"
    table = table_of(state.game)
    found: list[PendingDecisionDocument] = []
    for city in range(table.city_count):
        if table.chosen[city] is not None and table.decider(city) == player:
            moves = [write_move(player, move, table) for move in table.phase.moves(table, city)]
            entry: PendingDecisionDocument = {
                "player": player,
                "decision": cast("Phase", state.game.phase),
                "moves": moves,
            }
            if city == table.free_seat:
                entry["city"] = city
            found.append(entry)
    return found


def chosen_message(state: TableState) -> ChosenMessage:
    """Who has chosen, and who has not."""
    assert state.game is not None, "asked during a game only"
    return {
        "type": "chosen",
        "seq": state.seq,
        "moment": state.moment,
        "has_chosen": players_who_chose(state.game),
        "waiting": players_waiting(state.game),
        "play": None,
    }


def preview_message(state: TableState, person: str, message: Preview) -> PreviewMessage:
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


def encode(message: ServerMessage) -> bytes:
    """A message as it is sent."""
    return orjson.dumps(message)


def encode_once(part: Part) -> Part:
    """A part that goes into several messages, written as JSON once; good for ``encode`` only."""
    return cast("Part", orjson.Fragment(orjson.dumps(part)))


def reveals_after(state: TableState, seq: int) -> list[Reveal]:
    """What was revealed after an event, as JSON already; good for ``encode`` only."""
    return [cast("Reveal", orjson.Fragment(written)) for at, written in state.reveals if at > seq]


def may_read(state: TableState, line: dict[str, Any], seat: int | None, muted: Collection[str]) -> bool:
    """Whether a viewer may read a line of the chat: partners' lines are for the two of them."""
    if line["person"] in muted:
        return False
    if line["to"] == "table":
        return True
    return seat is not None and line["seat"] is not None and seat // 2 == line["seat"] // 2


def chat_line(line: dict[str, Any], person_of: PersonOf) -> ChatLine:
    """A line of the chat as a message has it."""
    return {
        "seq": line["seq"],
        "at": line["at"],
        "person": person_of(line["person"]),
        "seat": line["seat"],
        "to": line["to"],
        "text": line.get("text"),
        "phrase": line.get("phrase"),
    }

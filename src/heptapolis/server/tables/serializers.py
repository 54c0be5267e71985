"""Messages that show a table to one viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NotRequired, TypedDict, TypeVar, cast

import orjson

from heptapolis import Reason
from heptapolis.analysis import sentence
from heptapolis.analysis.marks import THRESHOLDS
from heptapolis.library.internals import table_of
from heptapolis.record.move_json import write_move
from heptapolis.record.moves import find_legal
from heptapolis.server.errors import Refused
from heptapolis.server.tables.hints import team_scores
from heptapolis.server.tables.options import CLOCK_SECONDS, DAY
from heptapolis.server.tables.previews import previews
from heptapolis.server.tables.state import PLAYING, TableState
from heptapolis.server.tables.turns import players_waiting, players_who_chose

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from heptapolis.analysis import JudgedMove
    from heptapolis.server.messages.client_messages import Preview
    from heptapolis.server.messages.game import Reveal
    from heptapolis.server.messages.parts import ChatLine, Options, Person, Seat, TeamScore
    from heptapolis.server.messages.server_messages import (
        AdviceMessage,
        AdvisedMove,
        ChosenMessage,
        PreviewMessage,
        ServerMessage,
    )
    from heptapolis.server.messages.server_messages import TableState as TableDocument
    from heptapolis.server.messages.words import BotName, Language, Status
    from heptapolis.server.tables.presence import Presence

    PersonOf = Callable[[str], Person]

Part = TypeVar("Part")

SLOW_TURN_FACTOR: Final = 5
"""Without a clock, players who have chosen may let a bot play for the others after this many grace times."""


def deadline(state: TableState) -> int | None:
    """When the clock of the current decision runs out; None without a clock."""
    seconds = CLOCK_SECONDS[state.options["clock"]]
    if seconds is None or state.status != PLAYING:
        return None
    return state.moment_at + seconds * 1000


def is_slow(state: TableState) -> bool:
    """Whether people play over days: lists and messages tell whose turn it is, also while nobody is at the table."""
    return (CLOCK_SECONDS[state.options["clock"]] or 0) >= DAY


def patience_until(state: TableState, grace_ms: int) -> int | None:
    """When players who have chosen may let a bot play for the others; None with a clock."""
    if state.status != PLAYING or CLOCK_SECONDS[state.options["clock"]] is not None:
        return None
    return state.moment_at + SLOW_TURN_FACTOR * grace_ms


class StoredSeat(TypedDict):
    """A seat with the id of its person, since names can change or be deleted."""

    seat: int
    person: str | None
    bot: BotName | None


class StoredSummary(TypedDict):
    """The summary of a table that is stored for lists."""

    status: Status
    options: Options
    host: str | None
    seats: list[StoredSeat]
    created: int
    changed: int
    age: NotRequired[int]
    waiting: NotRequired[list[int]]
    deadline: NotRequired[int | None]
    ended: NotRequired[int]
    winners: NotRequired[list[int]]
    totals: NotRequired[list[int]]
    teams: NotRequired[list[TeamScore] | None]


class TableSerializer:
    """Writes tables for messages and for lists."""

    def __init__(self, person_of: PersonOf, presence: Presence, grace_seconds: int) -> None:
        """``person_of`` gives the person with an id."""
        self._person_of = person_of
        self.presence = presence
        self.grace_ms = grace_seconds * 1000

    def seats(self, state: TableState, now: int) -> list[Seat]:
        """The seats and who has them."""
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
            "code": state.code,
            "status": state.status,
            "options": state.options,
            "host": state.host,
            "seats": self.seats(state, now),
            "invited": list(state.newcomers.invited),
            "asks": [
                {
                    "seat": ask.seat,
                    "person": self._person_of(ask.person),
                    "agreed": [seat for seat, each in enumerate(state.seats) if each.person in ask.agreed],
                }
                for ask in state.newcomers.asks
            ],
            "watchers": watchers,
            "created": state.created,
            "grace_seconds": self.grace_ms // 1000,
            "rematch": state.rematch,
            "begun": state.begun,
            "coached": state.coached,
            "taken_back": state.taken_back,
            "daily": state.daily,
        }

    def summary(self, state: TableState) -> StoredSummary:
        """The summary of a table for lists."""
        summary: StoredSummary = {
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
            summary["age"] = int(state.game.age)
            if state.status == PLAYING:
                summary["waiting"] = players_waiting(state.game)
                summary["deadline"] = deadline(state)
            else:
                scores = state.game.scores()
                summary["ended"] = state.moment_at
                summary["winners"] = state.game.winners()
                summary["totals"] = [score.total for score in scores]
                summary["teams"] = team_scores(state.game)
        return summary


def chosen_message(state: TableState) -> ChosenMessage:
    """Tells who has chosen, and who has not."""
    assert state.game is not None, "only called during a game"
    return {
        "type": "chosen",
        "seq": state.seq,
        "moment": state.moment,
        "has_chosen": players_who_chose(state.game),
        "waiting": players_waiting(state.game),
        "play": None,
    }


def preview_message(state: TableState, person: str, message: Preview) -> PreviewMessage:
    """What each move with a card would do, for the player who may make it. Changes nothing.

    Raises:
        Refused: the person has nothing to decide, or the decision is over.
    """
    seat = state.seat_of(person)
    if seat is None:
        raise Refused("seat/none")
    if state.status != PLAYING:
        raise Refused("table/not-playing")
    if message.moment != state.moment:
        raise Refused("turn/stale", moment=state.moment)
    assert state.game is not None, "a table that is playing has a game"
    return {
        "type": "preview",
        "id": message.id,
        "moment": state.moment,
        "card": message.card,
        "city": message.city,
        "moves": previews(state.game, seat, message.card, message.city, state.options["show_scores"]),
    }


def advice_message(
    state: TableState,
    player: int,
    request: int | None,
    found: Sequence[JudgedMove],
    language: Language,
    names: Sequence[str],
) -> AdviceMessage:
    """Advice for a player, as sentences in a language. ``names`` are those of the people, by seat."""
    assert state.game is not None, "a table that is playing has a game"
    table = table_of(state.game)
    city = next(each.city for each in state.game.pending if each.player == player)
    moves: list[AdvisedMove] = []
    for each in found:
        move = find_legal(table, player, city, each.move)
        assert not isinstance(move, Reason), "the sage looks at legal moves only"
        moves.append(
            {
                "move": write_move(player, move, table),
                "points": each.points,
                "win": each.win,
                "worth": each.worth,
                "kind": each.reasons[0].key if each.reasons else "",
                "reason": sentence(each.reasons[0], language, names) if each.reasons else "",
            }
        )
    clear = len(found) == 1 or found[0].worth - found[1].worth >= THRESHOLDS["mistake"]
    return {
        "type": "advice",
        "id": request,
        "seq": state.seq,
        "moment": state.moment,
        "city": city,
        "clear": clear,
        "moves": moves,
    }


def encode(message: ServerMessage) -> bytes:
    """A message as JSON bytes."""
    return orjson.dumps(message)


def encode_once(part: Part) -> Part:
    """A part of several messages, written as JSON once. The result can only be passed to ``encode``."""
    return cast("Part", orjson.Fragment(orjson.dumps(part)))


def reveals_after(state: TableState, seq: int) -> list[Reveal]:
    """The reveals after an event, already as JSON. The result can only be passed to ``encode``."""
    return [cast("Reveal", orjson.Fragment(written)) for at, written in state.reveals if at > seq]


def may_read(state: TableState, line: dict[str, Any], seat: int | None, muted: Collection[str]) -> bool:
    """Whether a viewer may read a chat line.

    A line to the partner is for the two partners only. A newcomer reads nothing from before.
    """
    if line["person"] in muted:
        return False
    if seat is not None and not state.newcomers.hears(state.seats[seat].person, line["seq"]):
        return False
    if line["to"] == "table":
        return True
    return seat is not None and line["seat"] is not None and seat // 2 == line["seat"] // 2


def chat_line(line: dict[str, Any], person_of: PersonOf) -> ChatLine:
    """A chat line as messages contain it."""
    return {
        "seq": line["seq"],
        "at": line["at"],
        "person": person_of(line["person"]),
        "seat": line["seat"],
        "to": line["to"],
        "text": line.get("text"),
        "phrase": line.get("phrase"),
    }

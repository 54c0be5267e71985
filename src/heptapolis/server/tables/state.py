"""The state of a table, computed from its events: lobby, seats, game, reveals and chat."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from heptapolis.server.tables import events
from heptapolis.server.tables.options import stored_game, stored_options, stored_position
from heptapolis.server.tables.turns import Outcome, choose, game_before, withdraw

if TYPE_CHECKING:
    from heptapolis import Game
    from heptapolis.server.messages.parts import Options
    from heptapolis.server.messages.words import DecidedBy, Level, Status
    from heptapolis.server.tables.events import Event

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"

CHAT_KEPT: Final = 200
"""Lines of chat that a table remembers; older ones stay in the database."""


@dataclass(slots=True)
class SeatState:
    """A seat: a person, a bot, or both while a bot plays for the person."""

    person: str | None = None
    bot: Level | None = None
    """The level of the bot that plays here."""
    ready: bool = False


@dataclass(slots=True)
class TableState:
    """The state after all events of a table."""

    id: str
    seq: int = 0
    status: Status = OPEN
    host: str | None = None
    options: Options = field(default_factory=lambda: stored_options({}))
    seats: list[SeatState] = field(default_factory=list)
    created: int = 0
    changed: int = 0
    here: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The server processes to which each person is connected, as far as they have said."""
    gone_at: dict[str, int] = field(default_factory=dict)
    """When the last connection of a person ended."""
    game: Game | None = None
    moment: int = 0
    moment_at: int = 0
    """When the present moment began: clocks run from there."""
    chosen_by: dict[int, DecidedBy] = field(default_factory=dict)
    """Who decided for each player that has chosen: person, bot or clock."""
    reveals: list[tuple[int, bytes]] = field(default_factory=list)
    """Reveals as JSON with their sequence numbers; bytes, since they are only sent."""
    chat: list[dict[str, Any]] = field(default_factory=list)
    rematch: str | None = None
    begun: str | None = None
    """The moment of a recorded game at which this one began; None for a game from the start. Such a game is not rated.
    """
    coached: bool = False
    """Whether a player has asked for advice. Such a game is not rated."""
    taken_back: int = 0
    """How many turns were taken back. Such a game is not rated."""
    played: dict[str, int] = field(default_factory=dict)
    """The seat of everyone who plays or played: a person who has seen one hand must not see another."""

    def copy(self) -> TableState:
        """A copy to apply an event to before it is stored."""
        return replace(
            self,
            seats=[SeatState(seat.person, seat.bot, seat.ready) for seat in self.seats],
            here=self.here.copy(),
            gone_at=self.gone_at.copy(),
            chosen_by=self.chosen_by.copy(),
            reveals=self.reveals.copy(),
            chat=self.chat.copy(),
            played=self.played.copy(),
        )

    def apply(self, event: Event, outcome: Outcome | None = None) -> None:
        """Applies one event. ``outcome`` is the result of a choice if it was just computed."""
        assert event.seq == self.seq + 1, f"event {event.seq} of table {self.id} after event {self.seq}"
        _APPLY[event.kind](self, event, outcome)
        self.seq = event.seq
        self.changed = event.at

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person; None without one."""
        if person is not None:
            for number, seat in enumerate(self.seats):
                if seat.person == person:
                    return number
        return None

    def is_alone(self, person: str) -> bool:
        """Whether nobody but this person plays or has played: all other seats are bots'."""
        return self.people == [person] and set(self.played) <= {person}

    def last_turn_of(self, player: int) -> int | None:
        """The last moment at which a player decided in this game and which is over; None without one."""
        if self.game is None:
            return None
        lines = self.game.record().lines
        first = self.moment - len(self.reveals)
        return next((number for number in reversed(range(first, len(lines))) if lines[number].moves[player]), None)

    @property
    def people(self) -> list[str]:
        """The ids of all people with a seat."""
        return [seat.person for seat in self.seats if seat.person is not None]

    @property
    def names_needed(self) -> set[str]:
        """The ids of all people whose names a client shows."""
        return {*self.people, *(line["person"] for line in self.chat), *([self.host] if self.host else [])}


def _opened(state: TableState, event: Event, _: Outcome | None) -> None:
    state.host = event.data["person"]
    state.created = event.at
    _options(state, event, None)


def _options(state: TableState, event: Event, _: Outcome | None) -> None:
    state.options = stored_options(event.data["options"])
    count = state.options["seats"]
    state.seats = [*state.seats[:count], *(SeatState() for _ in range(count - len(state.seats)))]
    for seat in state.seats:
        seat.ready = seat.bot is not None
    _replace_missing_host(state)


def _sat(state: TableState, event: Event, _: Outcome | None) -> None:
    person = event.data["person"]
    for seat in state.seats:
        if seat.person == person:
            seat.person, seat.bot, seat.ready = None, None, False
    state.seats[event.data["seat"]] = SeatState(person)
    if state.status == PLAYING:
        state.played[person] = event.data["seat"]
    _replace_missing_host(state)


def _stood(state: TableState, event: Event, _: Outcome | None) -> None:
    state.seats[event.data["seat"]] = SeatState()
    _replace_missing_host(state)


def _bot(state: TableState, event: Event, _: Outcome | None) -> None:
    state.seats[event.data["seat"]] = SeatState(None, event.data["level"], ready=True)
    _replace_missing_host(state)


def _replace_missing_host(state: TableState) -> None:
    """Makes the first seated person host if the host has no seat; without people the host stays."""
    people = state.people
    if people and state.host not in people:
        state.host = people[0]


def _ready(state: TableState, event: Event, _: Outcome | None) -> None:
    state.seats[event.data["seat"]].ready = event.data["ready"]


def _started(state: TableState, event: Event, _: Outcome | None) -> None:
    begun = event.data.get("record")
    if begun is None:
        state.game = stored_game(state.options, event.data.get("seeds") or [event.data["seed"]])
    else:
        state.game = stored_position(begun)
        state.moment = len(state.game.record().lines)
        state.begun = state.game.moment
    state.status = PLAYING
    state.moment_at = event.at
    state.played = {seat.person: number for number, seat in enumerate(state.seats) if seat.person is not None}


def _chose(state: TableState, event: Event, outcome: Outcome | None) -> None:
    assert state.game is not None, "choices come after the start"
    player = event.data["seat"]
    outcome = outcome or choose(state.game, player, event.data["move"])
    state.game = outcome.game
    state.chosen_by[player] = event.data["by"]
    if outcome.reveal is None:
        return
    reveal = outcome.reveal
    reveal["seq"] = event.seq
    reveal["moment"] = state.moment
    for move in reveal["moves"]:
        move["by"] = state.chosen_by.get(move["player"], "person")
    state.reveals.append((event.seq, json.dumps(reveal, separators=(",", ":")).encode()))
    state.chosen_by = {}
    state.moment += 1
    state.moment_at = event.at
    if state.game.over:
        state.status = OVER


def _withdrew(state: TableState, event: Event, _: Outcome | None) -> None:
    assert state.game is not None, "choices come after the start"
    state.game = withdraw(state.game, event.data["seat"])
    state.chosen_by.pop(event.data["seat"], None)


def _relieved(state: TableState, event: Event, _: Outcome | None) -> None:
    state.seats[event.data["seat"]].bot = event.data["level"]


def _returned(state: TableState, event: Event, _: Outcome | None) -> None:
    state.seats[event.data["seat"]].bot = None


def _here(state: TableState, event: Event, _: Outcome | None) -> None:
    person = event.data["person"]
    known = state.here.get(person, ())
    if event.data["process"] not in known:
        state.here[person] = (*known, event.data["process"])
    state.gone_at.pop(person, None)


def _gone(state: TableState, event: Event, _: Outcome | None) -> None:
    person = event.data["person"]
    left = tuple(each for each in state.here.get(person, ()) if each != event.data["process"])
    if left:
        state.here[person] = left
        return
    state.here.pop(person, None)
    state.gone_at[person] = event.at


def _chat(state: TableState, event: Event, _: Outcome | None) -> None:
    state.chat.append({"seq": event.seq, "at": event.at, **event.data})
    del state.chat[:-CHAT_KEPT]


def _rematch(state: TableState, event: Event, _: Outcome | None) -> None:
    state.rematch = event.data["table"]


def _coached(state: TableState, event: Event, _: Outcome | None) -> None:
    state.coached = True


def _took_back(state: TableState, event: Event, _: Outcome | None) -> None:
    assert state.game is not None, "turns come after the start"
    moment = event.data["moment"]
    state.game = game_before(state.game, moment)
    del state.reveals[len(state.reveals) - (state.moment - moment) :]
    state.chosen_by = {}
    state.moment = moment
    state.moment_at = event.at
    state.taken_back += 1


_APPLY: Final = {
    events.OPENED: _opened,
    events.SAT: _sat,
    events.STOOD: _stood,
    events.BOT: _bot,
    events.OPTIONS: _options,
    events.READY: _ready,
    events.STARTED: _started,
    events.CHOSE: _chose,
    events.WITHDREW: _withdrew,
    events.RELIEVED: _relieved,
    events.RETURNED: _returned,
    events.HERE: _here,
    events.GONE: _gone,
    events.CHAT: _chat,
    events.REMATCH: _rematch,
    events.COACHED: _coached,
    events.TOOK_BACK: _took_back,
}

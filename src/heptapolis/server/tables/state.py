"""The state of a table, computed from its events: lobby, seats, game, reveals and chat."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import orjson

from heptapolis.server.tables import events
from heptapolis.server.tables.newcomers import Newcomers, entered_now
from heptapolis.server.tables.options import stored_game, stored_options, stored_position, with_wonder, wonder_of
from heptapolis.server.tables.turns import Outcome, choices_of, choose, game_before, withdraw

if TYPE_CHECKING:
    from heptapolis import Game
    from heptapolis.server.messages.parts import Options
    from heptapolis.server.messages.words import BotName, DecidedBy, Status
    from heptapolis.server.tables.events import Event

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"

CHAT_KEPT: Final = 200
"""Lines of chat that a table remembers; older ones stay in the database."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat: a person, a bot, or both while a bot plays for the person."""

    person: str | None = None
    bot: BotName | None = None
    """The level or the name of the bot that plays here."""
    ready: bool = False


@dataclass(slots=True)
class TableState:
    """The state after all events of a table."""

    id: str
    seq: int = 0
    status: Status = OPEN
    host: str | None = None
    code: str | None = None
    """What people type to join, until the game starts."""
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
    started: int = 0
    """When the game began."""
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
    daily: str | None = None
    """The day whose deal is played here."""
    bots_secret: str | None = None
    """What the bots' chance follows from, where everybody shall meet the same bots."""
    marks: dict[str, list[str]] = field(default_factory=dict)
    """The marks of the people at a rated table and of their addresses; see ``newcomers``."""
    played: dict[str, int] = field(default_factory=dict)
    """The seat of everyone who plays or played: a person who has seen one hand must not see another."""
    newcomers: Newcomers = Newcomers()
    undecided: tuple[tuple[int, int, bool], ...] = ()
    """The choices of this moment that stand, and withdrawals after which nothing was chosen: the event, the seat, and
    whether it was for the Free City."""

    def copy(self) -> TableState:
        """A copy to apply an event to before it is stored. An event replaces the lists that it changes."""
        return TableState(*_values(self))

    def apply(self, event: Event, outcome: Outcome | None = None) -> None:
        """Applies one event. ``outcome`` is the result of a choice if it was just computed.

        Numbers may be missing: choices that were replaced are deleted.
        """
        assert event.seq > self.seq, f"event {event.seq} of table {self.id} after event {self.seq}"
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
    def rated(self) -> bool:
        """Whether the game counts for ratings, so that nobody may join it later."""
        return self.options["rated"]

    @property
    def people(self) -> list[str]:
        """The ids of all people with a seat."""
        return [seat.person for seat in self.seats if seat.person is not None]

    @property
    def names_needed(self) -> set[str]:
        """The ids of all people whose names a client shows."""
        asking = (ask.person for ask in self.newcomers.asks)
        return {*self.people, *asking, *(line["person"] for line in self.chat), *([self.host] if self.host else [])}


_values: Final = attrgetter(*(each.name for each in fields(TableState)))
"""All fields of a state; faster than ``dataclasses.replace``, since every event copies the state."""


def superseded(state: TableState, event: Event) -> list[int]:
    """The earlier events of this moment that an event makes superfluous, so that they can be deleted.

    A choice replaces the player's earlier ones; the holder's own choice also the one for the Free City, which comes
    after it. A withdrawal stays until the next choice: a process that knows the withdrawn choice must hear of it.
    """
    if event.kind not in (events.CHOSE, events.WITHDREW):
        return []
    seat, for_free_city = event.data["seat"], _for_free_city(event)
    return [seq for seq, other, free in state.undecided if other == seat and (free or not for_free_city)]


def _for_free_city(event: Event) -> bool:
    return event.kind == events.CHOSE and event.data["move"].get("city") is not None


def _decides(state: TableState, event: Event) -> None:
    """Notes a choice or a withdrawal as the one that stands."""
    gone = superseded(state, event)
    left = tuple(each for each in state.undecided if each[0] not in gone)
    state.undecided = (*left, (event.seq, event.data["seat"], _for_free_city(event)))


def _set_seat(state: TableState, number: int, seat: SeatState) -> None:
    state.seats = [*state.seats[:number], seat, *state.seats[number + 1 :]]


def _opened(state: TableState, event: Event, _: Outcome | None) -> None:
    state.host = event.data["person"]
    state.code = event.data.get("code")
    state.daily = event.data.get("daily")
    state.created = event.at
    _options(state, event, None)


def _options(state: TableState, event: Event, _: Outcome | None) -> None:
    state.options = stored_options(event.data["options"])
    count = state.options["seats"]
    seats = [*state.seats[:count], *(SeatState() for _ in range(count - len(state.seats)))]
    state.seats = [SeatState(seat.person, seat.bot, seat.bot is not None) for seat in seats]
    _replace_missing_host(state)


def _wonder(state: TableState, event: Event, _: Outcome | None) -> None:
    state.options = with_wonder(state.options, event.data["seat"], event.data["board"], event.data["side"])


def _sat(state: TableState, event: Event, _: Outcome | None) -> None:
    person = event.data["person"]
    state.seats = [SeatState() if seat.person == person else seat for seat in state.seats]
    _set_seat(state, event.data["seat"], SeatState(person))
    if state.status == PLAYING:
        state.played = {**state.played, person: event.data["seat"]}
    _replace_missing_host(state)


def _stood(state: TableState, event: Event, _: Outcome | None) -> None:
    _set_seat(state, event.data["seat"], SeatState())
    _replace_missing_host(state)


def _bot(state: TableState, event: Event, _: Outcome | None) -> None:
    _set_seat(state, event.data["seat"], SeatState(None, event.data["level"], ready=True))
    _replace_missing_host(state)


def _swapped(state: TableState, event: Event, _: Outcome | None) -> None:
    one, other = event.data["seat"], event.data["other"]
    here, there = state.seats[one], state.seats[other]
    _set_seat(state, one, there)
    _set_seat(state, other, here)
    options = with_wonder(state.options, one, *wonder_of(state.options, other))
    state.options = with_wonder(options, other, *wonder_of(state.options, one))


def _replace_missing_host(state: TableState) -> None:
    """Makes the first seated person host if the host has no seat; without people the host stays."""
    people = state.people
    if people and state.host not in people:
        state.host = people[0]


def _ready(state: TableState, event: Event, _: Outcome | None) -> None:
    seat = event.data["seat"]
    _set_seat(state, seat, replace(state.seats[seat], ready=event.data["ready"]))


def _started(state: TableState, event: Event, _: Outcome | None) -> None:
    begun = event.data.get("record")
    if begun is None:
        state.game = stored_game(state.options, event.data.get("seeds") or [event.data["seed"]])
    else:
        state.game = stored_position(begun)
        state.moment = len(state.game.record().lines)
        state.begun = state.game.moment
    state.bots_secret = event.data.get("bots")
    state.status = PLAYING
    state.code = None
    state.moment_at = state.started = event.at
    state.played = {seat.person: number for number, seat in enumerate(state.seats) if seat.person is not None}


def _chose(state: TableState, event: Event, outcome: Outcome | None) -> None:
    assert state.game is not None, "choices come after the start"
    player = event.data["seat"]
    outcome = outcome or choose(state.game, player, event.data["move"])
    state.game = outcome.game
    if outcome.reveal is None:
        state.chosen_by = {**state.chosen_by, player: event.data["by"]}
        _decides(state, event)
        return
    reveal = outcome.reveal
    chosen_by = {**state.chosen_by, player: event.data["by"]}
    reveal["seq"] = event.seq
    reveal["moment"] = state.moment
    for move in reveal["moves"]:
        move["by"] = chosen_by.get(move["player"], "person")
    state.reveals = [*state.reveals, (event.seq, orjson.dumps(reveal))]
    state.chosen_by = {}
    state.undecided = ()
    state.moment += 1
    state.moment_at = event.at
    if state.game.over:
        state.status = OVER
    elif reveal["age_begun"] is not None and state.newcomers.asks:
        _seat_newcomers(state, event.seq)


def _seat_newcomers(state: TableState, seq: int) -> None:
    """Gives bots' seats to newcomers at the beginning of an age, where everybody seated agrees."""
    assert state.game is not None, "an age begins in a game"
    people = state.people
    for ask in state.newcomers.asks:
        seat = state.seats[ask.seat]
        wanted = ask in state.newcomers.asks and ask.seat in state.newcomers.invited and seat.person is None
        if wanted and people and ask.person in state.here and set(people) <= set(ask.agreed):
            _set_seat(state, ask.seat, SeatState(ask.person))
            state.played = {**state.played, ask.person: ask.seat}
            state.newcomers = state.newcomers.enter(ask, entered_now(state.game, ask.seat, seq))


def _withdrew(state: TableState, event: Event, _: Outcome | None) -> None:
    assert state.game is not None, "choices come after the start"
    seat = event.data["seat"]
    if choices_of(state.game, seat):  # none where the withdrawn choice was deleted
        state.game = withdraw(state.game, seat)
    state.chosen_by = {player: by for player, by in state.chosen_by.items() if player != seat}
    _decides(state, event)


def _relieved(state: TableState, event: Event, _: Outcome | None) -> None:
    seat = event.data["seat"]
    _set_seat(state, seat, replace(state.seats[seat], bot=event.data["level"]))


def _returned(state: TableState, event: Event, _: Outcome | None) -> None:
    seat = event.data["seat"]
    _set_seat(state, seat, replace(state.seats[seat], bot=None))


def _here(state: TableState, event: Event, _: Outcome | None) -> None:
    person = event.data["person"]
    known = state.here.get(person, ())
    if event.data["process"] not in known:
        state.here = {**state.here, person: (*known, event.data["process"])}
    state.gone_at = {each: at for each, at in state.gone_at.items() if each != person}
    if marks := event.data.get("marks"):
        state.marks = {**state.marks, person: sorted({*state.marks.get(person, ()), *marks})}


def _gone(state: TableState, event: Event, _: Outcome | None) -> None:
    person = event.data["person"]
    left = tuple(each for each in state.here.get(person, ()) if each != event.data["process"])
    state.here = {each: processes for each, processes in state.here.items() if each != person}
    if left:
        state.here[person] = left
        return
    state.gone_at = {**state.gone_at, person: event.at}


def _chat(state: TableState, event: Event, _: Outcome | None) -> None:
    state.chat = [*state.chat, {"seq": event.seq, "at": event.at, **event.data}][-CHAT_KEPT:]


def _rematch(state: TableState, event: Event, _: Outcome | None) -> None:
    state.rematch = event.data["table"]


def _coached(state: TableState, event: Event, _: Outcome | None) -> None:
    state.coached = True


def _invited(state: TableState, event: Event, _: Outcome | None) -> None:
    state.newcomers = state.newcomers.invite(event.data["seat"], event.data["wanted"])


def _asked(state: TableState, event: Event, _: Outcome | None) -> None:
    state.newcomers = state.newcomers.ask(event.data["seat"], event.data["person"], event.data["marks"])


def _assented(state: TableState, event: Event, _: Outcome | None) -> None:
    state.newcomers = state.newcomers.answer(event.data["person"], event.data["about"], event.data["agree"])


def _watched(state: TableState, event: Event, _: Outcome | None) -> None:
    state.newcomers = state.newcomers.watch(event.data["marks"])


def _took_back(state: TableState, event: Event, _: Outcome | None) -> None:
    assert state.game is not None, "turns come after the start"
    moment = event.data["moment"]
    state.game = game_before(state.game, moment)
    state.reveals = state.reveals[: len(state.reveals) - (state.moment - moment)]
    state.chosen_by = {}
    state.undecided = ()
    state.moment = moment
    state.moment_at = event.at
    state.taken_back += 1


def _resumed(state: TableState, event: Event, _: Outcome | None) -> None:
    state.moment_at = event.at


_APPLY: Final = {
    events.OPENED: _opened,
    events.SAT: _sat,
    events.STOOD: _stood,
    events.BOT: _bot,
    events.SWAPPED: _swapped,
    events.OPTIONS: _options,
    events.WONDER: _wonder,
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
    events.INVITED: _invited,
    events.ASKED: _asked,
    events.ASSENTED: _assented,
    events.WATCHED: _watched,
    events.TOOK_BACK: _took_back,
    events.RESUMED: _resumed,
}

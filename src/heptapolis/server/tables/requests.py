"""Decides what a request does to a table: the event to store, or a refusal. Pure functions."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from heptapolis.server.errors import Refused
from heptapolis.server.messages import client_messages
from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.people.names import clean_text
from heptapolis.server.tables import events
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.newcomers import MOST_ASKS, has_next_age
from heptapolis.server.tables.options import SEEDS, check_options, with_wonder
from heptapolis.server.tables.serializers import patience_until
from heptapolis.server.tables.state import OPEN, OVER, PLAYING, TableState
from heptapolis.server.tables.turns import Outcome, choices_of, choose, choose_plain, players_waiting

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis import Move
    from heptapolis.server.messages.words import DecidedBy
    from heptapolis.server.tables.serializers import TableSerializer

CHAT_LONGEST: Final = 300
SEED_BITS: Final = 128


@dataclass(frozen=True, slots=True)
class Plan:
    """The event that a request leads to."""

    kind: str
    data: dict[str, Any]
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Requester:
    """The person who sends a request, and what is known besides the table."""

    person: str
    serializer: TableSerializer
    bots_alone: bool = False
    """Whether the host of the server allows games without people."""
    marks: tuple[str, ...] = ()
    """By which the table knows a visitor again."""

    def away_too_long(self, state: TableState, other: str) -> bool:
        """Whether a person has been away longer than the grace time."""
        gone = self.serializer.presence.away_since(state, other)
        return gone is not None and now_ms() - gone >= self.serializer.grace_ms

    def waits_too_long(self, state: TableState, other: int) -> bool:
        """Whether the requester has chosen, and another player has kept the table waiting for several grace times."""
        assert state.game is not None, "only called during a game"
        waiting = players_waiting(state.game)
        until = patience_until(state, self.serializer.grace_ms)
        return until is not None and other in waiting and self.seat(state) not in waiting and now_ms() >= until

    def seat(self, state: TableState) -> int:
        """The requester's seat.

        Raises:
            Refused: ``seat/none``.
        """
        seat = state.seat_of(self.person)
        if seat is None:
            raise Refused("seat/none")
        return seat

    def must_be_host(self, state: TableState) -> None:
        """Refuses everyone except the host, or any seated person while the host is away too long."""
        if state.host == self.person:
            return
        sits = state.seat_of(self.person) is not None
        if not (sits and (state.host is None or self.away_too_long(state, state.host))):
            raise Refused("table/host-only")


def plan(state: TableState, requester: Requester, message: client_messages.ClientMessage) -> Plan | None:
    """The event that a request leads to; None if it changes nothing.

    Raises:
        Refused: the request is not allowed.
    """
    return _PLANS[type(message)](state, requester, message)


def _must_be(state: TableState, status: str, code: str) -> None:
    if state.status != status:
        raise Refused(code)


def _has_seat(state: TableState, seat: int) -> None:
    if seat >= len(state.seats):
        raise Refused("seat/unknown", seat=seat)


def _take_seat(state: TableState, requester: Requester, message: client_messages.TakeSeat) -> Plan | None:
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    if seat.person == requester.person:
        return None
    if seat.person is not None:
        raise Refused("seat/taken")
    if state.status == OVER:
        raise Refused("table/not-open")
    if state.status == PLAYING and state.played.get(requester.person) != message.seat:
        raise Refused("table/not-open")  # anybody else would see a second hand, or a friend's
    return Plan(events.SAT, {"seat": message.seat, "person": requester.person})


def _leave_seat(state: TableState, requester: Requester, message: client_messages.LeaveSeat) -> Plan | None:
    seat = requester.seat(state)
    if state.status == OPEN:
        return Plan(events.STOOD, {"seat": seat})
    _must_be(state, PLAYING, "table/not-playing")
    if state.daily is not None:
        raise Refused("daily/alone")  # the result is of the person alone
    return Plan(events.BOT, {"seat": seat, "level": state.seats[seat].bot or state.options["clock_level"]})


def _seat_bot(state: TableState, requester: Requester, message: client_messages.SeatBot) -> Plan | None:
    requester.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    if seat.person is not None:
        raise Refused("seat/taken")
    return None if seat.bot == message.level else Plan(events.BOT, {"seat": message.seat, "level": message.level})


def _empty_seat(state: TableState, requester: Requester, message: client_messages.EmptySeat) -> Plan | None:
    requester.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    return None if seat.person is None and seat.bot is None else Plan(events.STOOD, {"seat": message.seat})


def _swap_seats(state: TableState, requester: Requester, message: client_messages.SwapSeats) -> Plan | None:
    requester.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    _has_seat(state, message.seat)
    _has_seat(state, message.other)
    if message.seat == message.other:
        return None
    return Plan(events.SWAPPED, {"seat": message.seat, "other": message.other})


def _set_options(state: TableState, requester: Requester, message: client_messages.SetOptions) -> Plan | None:
    requester.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    options = check_options(message.options)
    return None if options == state.options else Plan(events.OPTIONS, {"options": options})


def _choose_wonder(state: TableState, requester: Requester, message: client_messages.ChooseWonder) -> Plan | None:
    _must_be(state, OPEN, "table/not-open")
    _has_seat(state, message.seat)
    if state.seats[message.seat].person != requester.person:
        requester.must_be_host(state)
    options = with_wonder(state.options, message.seat, message.board, message.side)
    check_options(OptionsInput.model_validate(options))
    if options == state.options:
        return None
    return Plan(events.WONDER, {"seat": message.seat, "board": message.board, "side": message.side})


def _ready(state: TableState, requester: Requester, message: client_messages.Ready) -> Plan | None:
    seat = requester.seat(state)
    _must_be(state, OPEN, "table/not-open")
    if state.seats[seat].ready == message.ready:
        return None
    return Plan(events.READY, {"seat": seat, "ready": message.ready})


def _start(state: TableState, requester: Requester, message: client_messages.Start) -> Plan | None:
    requester.must_be_host(state)
    return start(state, requester.person, bots_alone=requester.bots_alone)


def start(state: TableState, host: str, *, bots_alone: bool = False) -> Plan:
    """Starts the game, with secrets of the operating system for every shuffle.

    Raises:
        Refused: a seat is free, a person is not ready, or nobody sits at the table.
    """
    _must_be(state, OPEN, "table/not-open")
    if not state.people and not bots_alone:
        raise Refused("seat/none")  # bots alone would play for nobody, at the cost of everybody's bots
    for number, seat in enumerate(state.seats):
        if seat.person is None and seat.bot is None or not (seat.ready or seat.person == host):
            raise Refused("table/not-ready", seat=number)
    return Plan(events.STARTED, {"seeds": [f"{secrets.randbits(SEED_BITS):032x}" for _ in range(SEEDS)]})


def _own_turn(state: TableState, requester: Requester, moment: int) -> int:
    """The seat of a person who may decide now."""
    seat = requester.seat(state)
    _must_be(state, PLAYING, "table/not-playing")
    if state.seats[seat].bot is not None:
        raise Refused("seat/bot-plays")
    if moment != state.moment:
        raise Refused("turn/stale", moment=state.moment)
    return seat


def _choose(state: TableState, requester: Requester, message: client_messages.Choose) -> Plan | None:
    seat = _own_turn(state, requester, message.moment)
    if message.move.player != seat:
        raise Refused("seat/foreign", seat=message.move.player)
    assert state.game is not None, "a table that is playing has a game"
    outcome = choose(state.game, seat, message.move.model_dump(by_alias=True, exclude_none=True))
    if outcome.reveal is None and (before := choices_of(state.game, seat)):
        if before == choices_of(outcome.game, seat):
            return None  # the same choice again
    return Plan(events.CHOSE, {"seat": seat, "move": outcome.move, "by": "person"}, outcome)


def choose_for(state: TableState, moment: int, player: int, move: Move, by: DecidedBy) -> Plan | None:
    """The choice of a bot for a player; None if the moment is over or the player has decided meanwhile."""
    if state.status != PLAYING or state.moment != moment or state.game is None:
        return None
    if player not in players_waiting(state.game) or (by in ("bot", "replaced") and state.seats[player].bot is None):
        return None
    outcome = choose_plain(state.game, player, move)
    return Plan(events.CHOSE, {"seat": player, "move": outcome.move, "by": by}, outcome)


def _withdraw(state: TableState, requester: Requester, message: client_messages.Withdraw) -> Plan | None:
    seat = _own_turn(state, requester, message.moment)
    assert state.game is not None, "a table that is playing has a game"
    if not choices_of(state.game, seat):
        raise Refused("move/not-pending")
    return Plan(events.WITHDREW, {"seat": seat})


def _relieve(state: TableState, requester: Requester, message: client_messages.Relieve) -> Plan | None:
    requester.seat(state)
    _must_be(state, PLAYING, "table/not-playing")
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    if seat.bot is not None:
        return None
    if seat.person is None or not (
        requester.away_too_long(state, seat.person) or requester.waits_too_long(state, message.seat)
    ):
        raise Refused("seat/here")
    return Plan(events.RELIEVED, {"seat": message.seat, "level": message.level or state.options["clock_level"]})


def _return(state: TableState, requester: Requester, message: client_messages.Return) -> Plan | None:
    seat = requester.seat(state)
    return None if state.seats[seat].bot is None else Plan(events.RETURNED, {"seat": seat})


def _newcomers_allowed(state: TableState, seat: int) -> None:
    """Refuses where nobody can join the game.

    Raises:
        Refused: no game runs, it is rated or in its last age, or no bot has the seat.
    """
    _must_be(state, PLAYING, "table/not-playing")
    _has_seat(state, seat)
    if state.daily is not None:
        raise Refused("daily/alone")
    if state.rated:
        raise Refused("table/rated")
    if state.seats[seat].person is not None:
        raise Refused("seat/taken")
    assert state.game is not None, "a table that is playing has a game"
    if not has_next_age(state.game):
        raise Refused("table/last-age")


def _invite(state: TableState, requester: Requester, message: client_messages.Invite) -> Plan | None:
    requester.must_be_host(state)
    if message.wanted:
        requester.seat(state)
        _newcomers_allowed(state, message.seat)
    if (message.seat in state.newcomers.invited) == message.wanted:
        return None
    return Plan(events.INVITED, {"seat": message.seat, "wanted": message.wanted})


def _ask_seat(state: TableState, requester: Requester, message: client_messages.AskSeat) -> Plan | None:
    _newcomers_allowed(state, message.seat)
    known = state.newcomers
    if message.seat not in known.invited:
        raise Refused("seat/not-invited")
    if known.declined.intersection(requester.marks):
        raise Refused("seat/declined")
    others = [ask for ask in known.asks if ask.person != requester.person]
    mine = known.waiting(requester.person)
    as_others = any(set(requester.marks).intersection(ask.marks) for ask in others)
    seen = known.seen.intersection(requester.marks) or requester.person in state.played
    if seen or as_others or known.crowded:
        raise Refused("seat/seen")  # they know a hand, or what was said
    if mine is not None and mine.seat == message.seat:
        return None
    if len(others) >= MOST_ASKS:
        raise Refused("table/full")
    data = {"seat": message.seat, "person": requester.person, "marks": list(requester.marks)}
    return Plan(events.ASKED, data)


def _assent(state: TableState, requester: Requester, message: client_messages.Assent) -> Plan | None:
    requester.seat(state)
    _must_be(state, PLAYING, "table/not-playing")
    ask = state.newcomers.waiting(message.person)
    if ask is None:
        raise Refused("seat/not-asked")
    if message.agree and requester.person in ask.agreed:
        return None
    data = {"person": requester.person, "about": message.person, "agree": message.agree}
    return Plan(events.ASSENTED, data)


def _chat(state: TableState, requester: Requester, message: client_messages.Chat) -> Plan | None:
    seat = state.seat_of(requester.person)
    if message.to == "partner" and (seat is None or state.options["mode"] != "teams"):
        raise Refused("chat/no-partner")
    if (message.text is None) == (message.phrase is None):
        raise Refused("chat/nothing")
    data: dict[str, Any] = {"person": requester.person, "seat": seat, "to": message.to}
    if message.text is not None:
        data["text"] = clean_text(message.text, CHAT_LONGEST, "chat/nothing")
    else:
        data["phrase"] = message.phrase
    if message.nonce is not None:
        if is_repeated(state, requester.person, message):
            return None
        data["nonce"] = message.nonce
    return Plan(events.CHAT, data)


def is_repeated(state: TableState, person: str, message: client_messages.Chat) -> bool:
    """Whether the table already has this chat line: clients send a line again if they got no answer."""
    return message.nonce is not None and any(
        line.get("nonce") == message.nonce and line["person"] == person for line in state.chat
    )


def _advice(state: TableState, requester: Requester, message: client_messages.Advice) -> Plan | None:
    seat = _own_turn(state, requester, message.moment)
    if state.daily is not None or state.rated or not (state.options["coach"] or state.is_alone(requester.person)):
        raise Refused("advice/not-allowed")
    assert state.game is not None, "a table that is playing has a game"
    if seat not in players_waiting(state.game):
        raise Refused("move/not-pending")
    return None if state.coached else Plan(events.COACHED, {"seat": seat})


def _take_back(state: TableState, requester: Requester, message: client_messages.TakeBack) -> Plan | None:
    seat = _own_turn(state, requester, message.moment)
    if state.daily is not None:
        raise Refused("daily/alone")
    if state.rated or not state.is_alone(requester.person):
        raise Refused("turn/revealed")  # others know it already, or a rating depends on it
    moment = state.last_turn_of(seat)
    if moment is None:
        raise Refused("turn/first")
    return Plan(events.TOOK_BACK, {"seat": seat, "moment": moment})


_PLANS: Final[dict[type, Callable[[TableState, Requester, Any], Plan | None]]] = {
    client_messages.TakeSeat: _take_seat,
    client_messages.LeaveSeat: _leave_seat,
    client_messages.SeatBot: _seat_bot,
    client_messages.EmptySeat: _empty_seat,
    client_messages.SwapSeats: _swap_seats,
    client_messages.SetOptions: _set_options,
    client_messages.ChooseWonder: _choose_wonder,
    client_messages.Ready: _ready,
    client_messages.Start: _start,
    client_messages.Choose: _choose,
    client_messages.Withdraw: _withdraw,
    client_messages.Relieve: _relieve,
    client_messages.Return: _return,
    client_messages.Invite: _invite,
    client_messages.AskSeat: _ask_seat,
    client_messages.Assent: _assent,
    client_messages.Chat: _chat,
    client_messages.Advice: _advice,
    client_messages.TakeBack: _take_back,
}

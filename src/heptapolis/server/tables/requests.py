"""What each request of a client means for a table: a plan of what happens, or why not. Pure."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from heptapolis.server.errors import Refused
from heptapolis.server.messages import client_messages
from heptapolis.server.people.people import clean_text
from heptapolis.server.tables import events
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.options import check_options
from heptapolis.server.tables.serializers import patience_until
from heptapolis.server.tables.state import OPEN, OVER, PLAYING, TableState
from heptapolis.server.tables.turns import Outcome, choose, choose_plain, players_waiting

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis import Game, Move
    from heptapolis.server.messages.words import DecidedBy
    from heptapolis.server.tables.serializers import TableSerializer

CHAT_LONGEST: Final = 300
SEED_BITS: Final = 128


@dataclass(frozen=True, slots=True)
class Plan:
    """What a request makes happen."""

    kind: str
    data: dict[str, Any]
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and what is known beside the table."""

    person: str
    serializer: TableSerializer

    def away_too_long(self, state: TableState, other: str) -> bool:
        """Whether somebody has been away longer than the grace time."""
        gone = self.serializer.presence.away_since(state, other)
        return gone is not None and now_ms() - gone >= self.serializer.grace_ms

    def waits_too_long(self, state: TableState, other: int) -> bool:
        """Whether the asker has chosen, and somebody who is here has not for several times the grace time."""
        assert state.game is not None, "asked during a game only"
        waiting = players_waiting(state.game)
        until = patience_until(state, self.serializer.grace_ms)
        return until is not None and other in waiting and self.seat(state) not in waiting and now_ms() >= until

    def seat(self, state: TableState) -> int:
        """The asker's seat; refused without one."""
        seat = state.seat_of(self.person)
        if seat is None:
            raise Refused("seat/none")
        return seat

    def must_be_host(self, state: TableState) -> None:
        """Refuses everybody but the host; when the host is away for long, any person who sits may stand in."""
        if state.host == self.person:
            return
        sits = state.seat_of(self.person) is not None
        if not (sits and (state.host is None or self.away_too_long(state, state.host))):
            raise Refused("table/host-only")


def plan(state: TableState, asker: Asker, message: client_messages.ClientMessage) -> Plan | None:
    """What a request makes happen; None if it holds already.

    Raises:
        Refused: why it cannot be.
    """
    return _PLANS[type(message)](state, asker, message)


def _must_be(state: TableState, status: str, code: str) -> None:
    if state.status != status:
        raise Refused(code)


def _has_seat(state: TableState, seat: int) -> None:
    if seat >= len(state.seats):
        raise Refused("seat/unknown", seat=seat)


def _take_seat(state: TableState, asker: Asker, message: client_messages.TakeSeat) -> Plan | None:
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    if seat.person == asker.person:
        return None
    if seat.person is not None:
        raise Refused("seat/taken")
    if state.status == OVER:
        raise Refused("table/not-open")
    if state.status == PLAYING and state.played.get(asker.person, message.seat) != message.seat:
        raise Refused("table/not-open")  # going from seat to seat would show one hand after the other
    return Plan(events.SAT, {"seat": message.seat, "person": asker.person})


def _leave_seat(state: TableState, asker: Asker, message: client_messages.LeaveSeat) -> Plan | None:
    seat = asker.seat(state)
    if state.status == OPEN:
        return Plan(events.STOOD, {"seat": seat})
    _must_be(state, PLAYING, "table/not-playing")
    return Plan(events.BOT, {"seat": seat, "level": state.seats[seat].bot or state.options["clock_level"]})


def _seat_bot(state: TableState, asker: Asker, message: client_messages.SeatBot) -> Plan | None:
    asker.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    if seat.person is not None:
        raise Refused("seat/taken")
    return None if seat.bot == message.level else Plan(events.BOT, {"seat": message.seat, "level": message.level})


def _empty_seat(state: TableState, asker: Asker, message: client_messages.EmptySeat) -> Plan | None:
    asker.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    return None if seat.person is None and seat.bot is None else Plan(events.STOOD, {"seat": message.seat})


def _set_options(state: TableState, asker: Asker, message: client_messages.SetOptions) -> Plan | None:
    asker.must_be_host(state)
    _must_be(state, OPEN, "table/not-open")
    options = check_options(message.options)
    return None if options == state.options else Plan(events.OPTIONS, {"options": options})


def _ready(state: TableState, asker: Asker, message: client_messages.Ready) -> Plan | None:
    seat = asker.seat(state)
    _must_be(state, OPEN, "table/not-open")
    if state.seats[seat].ready == message.ready:
        return None
    return Plan(events.READY, {"seat": seat, "ready": message.ready})


def _start(state: TableState, asker: Asker, message: client_messages.Start) -> Plan | None:
    asker.must_be_host(state)
    return start(state, asker.person)


def start(state: TableState, host: str) -> Plan:
    """The game begins, with a deal that nobody can know.

    Raises:
        Refused: somebody is missing or not ready.
    """
    _must_be(state, OPEN, "table/not-open")
    for number, seat in enumerate(state.seats):
        if seat.person is None and seat.bot is None or not (seat.ready or seat.person == host):
            raise Refused("table/not-ready", seat=number)
    return Plan(events.STARTED, {"seed": f"{secrets.randbits(SEED_BITS):032x}"})


def _own_turn(state: TableState, asker: Asker, moment: int) -> int:
    """The seat of somebody who decides for themselves, in the present moment."""
    seat = asker.seat(state)
    _must_be(state, PLAYING, "table/not-playing")
    if state.seats[seat].bot is not None:
        raise Refused("seat/bot-plays")
    if moment != state.moment:
        raise Refused("turn/stale", moment=state.moment)
    return seat


def _choose(state: TableState, asker: Asker, message: client_messages.Choose) -> Plan | None:
    seat = _own_turn(state, asker, message.moment)
    if message.move.player != seat:
        raise Refused("seat/foreign", seat=message.move.player)
    assert state.game is not None, "there is a game while it is played"
    outcome = choose(state.game, seat, message.move.model_dump(by_alias=True, exclude_none=True))
    if outcome.reveal is None and _chosen(state.game, seat) == _chosen(outcome.game, seat):
        return None  # the same again
    return Plan(events.CHOSE, {"seat": seat, "move": outcome.move, "by": "person"}, outcome)


def _chosen(game: Game, player: int) -> list[Move | None]:
    """What a player has chosen, by city."""
    return [move if game.decider(city) == player else None for city, move in enumerate(game.chosen)]


def choose_for(state: TableState, moment: int, player: int, move: Move, by: DecidedBy) -> Plan | None:
    """What a bot has decided for a player, unless the moment is over or the player has decided in the meantime."""
    if state.status != PLAYING or state.moment != moment or state.game is None:
        return None
    if player not in players_waiting(state.game) or (by == "bot" and state.seats[player].bot is None):
        return None
    outcome = choose_plain(state.game, player, move)
    return Plan(events.CHOSE, {"seat": player, "move": outcome.move, "by": by}, outcome)


def _withdraw(state: TableState, asker: Asker, message: client_messages.Withdraw) -> Plan | None:
    seat = _own_turn(state, asker, message.moment)
    assert state.game is not None, "there is a game while it is played"
    if not any(_chosen(state.game, seat)):
        raise Refused("move/not-pending")
    return Plan(events.WITHDREW, {"seat": seat})


def _relieve(state: TableState, asker: Asker, message: client_messages.Relieve) -> Plan | None:
    asker.seat(state)
    _must_be(state, PLAYING, "table/not-playing")
    _has_seat(state, message.seat)
    seat = state.seats[message.seat]
    if seat.bot is not None:
        return None
    if seat.person is None or not (
        asker.away_too_long(state, seat.person) or asker.waits_too_long(state, message.seat)
    ):
        raise Refused("seat/here")
    return Plan(events.RELIEVED, {"seat": message.seat, "level": message.level or state.options["clock_level"]})


def _return(state: TableState, asker: Asker, message: client_messages.Return) -> Plan | None:
    seat = asker.seat(state)
    return None if state.seats[seat].bot is None else Plan(events.RETURNED, {"seat": seat})


def _chat(state: TableState, asker: Asker, message: client_messages.Chat) -> Plan | None:
    seat = state.seat_of(asker.person)
    if message.to == "partner" and (seat is None or state.options["mode"] != "teams"):
        raise Refused("chat/no-partner")
    if (message.text is None) == (message.phrase is None):
        raise Refused("chat/nothing")
    data: dict[str, Any] = {"person": asker.person, "seat": seat, "to": message.to}
    if message.text is not None:
        data["text"] = clean_text(message.text, CHAT_LONGEST, "chat/nothing")
    else:
        data["phrase"] = message.phrase
    if message.nonce is not None:
        if is_repeated(state, asker.person, message):
            return None
        data["nonce"] = message.nonce
    return Plan(events.CHAT, data)


def is_repeated(state: TableState, person: str, message: client_messages.Chat) -> bool:
    """Whether the table already has this line from this person: clients repeat what was not answered."""
    return message.nonce is not None and any(
        line.get("nonce") == message.nonce and line["person"] == person for line in state.chat
    )


_PLANS: Final[dict[type, Callable[[TableState, Asker, Any], Plan | None]]] = {
    client_messages.TakeSeat: _take_seat,
    client_messages.LeaveSeat: _leave_seat,
    client_messages.SeatBot: _seat_bot,
    client_messages.EmptySeat: _empty_seat,
    client_messages.SetOptions: _set_options,
    client_messages.Ready: _ready,
    client_messages.Start: _start,
    client_messages.Choose: _choose,
    client_messages.Withdraw: _withdraw,
    client_messages.Relieve: _relieve,
    client_messages.Return: _return,
    client_messages.Chat: _chat,
}

"""Tables without a server, and requests to them."""

from typing import Any

from heptapolis.server.messages import CLIENT_MESSAGE
from heptapolis.server.messages.client_messages import OptionsInput
from heptapolis.server.tables import events
from heptapolis.server.tables.events import Event
from heptapolis.server.tables.options import check_options
from heptapolis.server.tables.presence import Presence
from heptapolis.server.tables.requests import Plan, Requester, plan
from heptapolis.server.tables.serializers import TableSerializer
from heptapolis.server.tables.state import TableState

PEOPLE = ("ada", "grace", "joan")


def table(**options: Any) -> TableState:
    """An open table at which three people sit."""
    state = TableState("table")
    happens(state, events.OPENED, person="ada", options=check_options(OptionsInput(seats=3, **options)))
    for seat, person in enumerate(PEOPLE):
        happens(state, events.SAT, seat=seat, person=person)
        happens(state, events.READY, seat=seat, ready=True)
    return state


def playing(**options: Any) -> TableState:
    """The same, with a game begun."""
    state = table(boards=["Rhodes", "Giza", "Ephesus"], sides=["A", "A", "A"], **options)
    happens(state, events.STARTED, seed="0" * 32)
    return state


def happens(state: TableState, kind: str, **data: Any) -> None:
    state.apply(Event(state.seq + 1, 1_000 + state.seq, kind, data))


def asks(state: TableState, person: str, kind: str, **fields: Any) -> Plan | None:
    presence = Presence("process")
    presence.started = 0
    serializer = TableSerializer(lambda each: {"id": each, "name": each, "kind": "guest"}, presence, 60)
    return plan(state, Requester(person, serializer), CLIENT_MESSAGE.validate_python({"type": kind, **fields}))

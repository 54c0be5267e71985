"""The game as each viewer sees it, for messages: what stays the same is written once for each moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

import orjson

from heptapolis.engine.knowledge.views import view
from heptapolis.engine.table import FREE_CITY
from heptapolis.library.internals import table_of
from heptapolis.record.move_json import write_move
from heptapolis.record.position.view_document import SharedParts, write_view
from heptapolis.server.tables.hints import figures, help_document, result_document
from heptapolis.server.tables.newcomers import without_past
from heptapolis.server.tables.serializers import deadline, encode_once, patience_until
from heptapolis.server.tables.turns import players_waiting

if TYPE_CHECKING:
    from heptapolis.engine.table import Table
    from heptapolis.record.json_types import MoveDocument, PendingDecisionDocument, Phase, ViewDocument
    from heptapolis.server.messages.game import Help, SeatFigures
    from heptapolis.server.messages.server_messages import Play
    from heptapolis.server.tables.state import TableState


CHOICES: Final = ("chosen", "has_chosen", "pending")
"""The fields of a view that choices change within a moment."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a viewer sees at one moment, whoever has chosen."""

    view: bytes
    """The view as JSON up to the fields that say who has chosen what."""
    help: Help
    decisions: dict[int, PendingDecisionDocument]
    """The viewer's decisions with their legal moves, by city, made or not."""


class PlayDocuments:
    """The documents of one table.

    Within a moment, choices change only who has chosen and what the chooser sees of it, so the rest is kept. In a game
    with a Free City its holder also sees another hand after choosing, so there every document is written anew.
    """

    def __init__(self, grace_ms: int) -> None:
        """``grace_ms`` is how long a person may be away."""
        self._grace_ms = grace_ms
        self._moment = (-1, 0)
        self._figures: list[SeatFigures] = []
        self._shared = SharedParts()
        self._seen: dict[int | None, _Seen] = {}

    def play(self, state: TableState, seat: int | None) -> Play:
        """The game as a seat sees it, or a spectator (None). The result can only be passed to ``encode``."""
        game = state.game
        assert game is not None, "only called during or after a game"
        table = table_of(game)
        if self._moment != (state.moment, state.taken_back):  # undone turns make a moment come again
            self._moment = (state.moment, state.taken_back)
            self._figures = encode_once(figures(game, state.options["show_scores"]))
            self._shared = SharedParts()
            self._seen = {}
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._look(state, table, seat)
            if table.mode != FREE_CITY:
                self._seen[seat] = seen
        chosen = {city: move for city in seen.decisions if (move := table.chosen[city]) is not None}
        own_first = sorted(chosen, key=lambda city: city == table.free_seat)
        choices = orjson.dumps(
            {
                "chosen": [write_move(cast("int", seat), chosen[city], table) for city in own_first],
                "has_chosen": [city for city, move in enumerate(table.chosen) if move is not None],
                "pending": [decision for city, decision in seen.decisions.items() if city not in chosen],
            }
        )
        return {
            "moment": state.moment,
            "view": cast("ViewDocument", orjson.Fragment(seen.view + choices[1:])),
            "help": seen.help,
            "you": seat,
            "waiting": players_waiting(game),
            "deadline": deadline(state),
            "patience_until": patience_until(state, self._grace_ms),
            "since": state.moment_at,
            "again": [seen.decisions[city] for city in chosen],
            "result": result_document(game, state.id) if game.over else None,
        }

    def _look(self, state: TableState, table: Table, seat: int | None) -> _Seen:
        assert state.game is not None, "only called during or after a game"
        written = write_view(view(table, seat), self._shared)
        person = state.seats[seat].person if seat is not None else None
        if seat is not None and person in state.newcomers.entered and not table.over:
            written = without_past(written, seat, state.newcomers.entered[person])
        decisions: dict[int, PendingDecisionDocument] = {}
        for decision in written["pending"]:
            decisions[decision.get("city", decision["player"])] = decision
        if seat is not None and not table.over:
            for city in range(table.city_count):
                if table.chosen[city] is not None and table.decider(city) == seat:
                    decisions[city] = _made_decision(table, seat, city)
        for decision in decisions.values():
            decision["moves"] = encode_once(decision["moves"])
        same = {name: value for name, value in written.items() if name not in CHOICES}
        help = encode_once(help_document(state.game, seat, self._figures))
        return _Seen(orjson.dumps(same)[:-1] + b",", help, dict(sorted(decisions.items())))


def _made_decision(table: Table, player: int, city: int) -> PendingDecisionDocument:
    """A decision that can still be changed, with its legal moves."""
    moves: list[MoveDocument] = [write_move(player, move, table) for move in table.phase.moves(table, city)]
    made: PendingDecisionDocument = {"player": player, "decision": cast("Phase", table.phase.name), "moves": moves}
    if city == table.free_seat:
        made["city"] = city
    return made

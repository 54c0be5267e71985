"""Recorded games moment by moment, as a seat saw them: of games that are over, and of records from elsewhere."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, cast

import orjson

from heptapolis.engine import Game
from heptapolis.engine.table import FREE_CITY
from heptapolis.record.game.files import record_from_bytes
from heptapolis.record.game.model import InvalidRecord
from heptapolis.record.game.replay import replay
from heptapolis.record.position.view_document import view_document
from heptapolis.server.errors import Refused
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.finished import must_be_over, player_names, record_of
from heptapolis.server.tables.hints import figures, help_document, result_document
from heptapolis.server.tables.options import stored_options
from heptapolis.server.tables.turns import move_message, reveal_message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from heptapolis.engine.cards import Card
    from heptapolis.record.game.model import GameRecord
    from heptapolis.record.game.replay import Step
    from heptapolis.server.messages.game import Reveal
    from heptapolis.server.messages.http_answers import OpenCards, Replay, ReplayMoment
    from heptapolis.server.messages.parts import Options, Result, Seat
    from heptapolis.server.people.people import People
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.serializers import TableSerializer

CACHED: Final = 32
"""Replays that are kept in memory, about half a megabyte each."""
AT_ONCE: Final = 2
"""Replays that are worked out at the same time."""
LONGEST_NAME: Final = 24


def players_of(record: GameRecord) -> int:
    """The seats that people or bots had; nobody sits at the Free City."""
    return len(record.seats) - (record.mode == FREE_CITY)


def replay_moments(record: GameRecord, seat: int, told: Sequence[Reveal] = ()) -> list[ReplayMoment]:
    """A recorded game at each of its decisions, and after the last.

    Args:
        record: The game.
        seat: Whose views are given.
        told: The reveals as they were sent during the game, which also say who decided.
    """
    moments: list[ReplayMoment] = []
    for step in replay(record):
        if step.reveal is not None:
            before = moments[-1]
            revealed = step.reveal
            before["moves"] = [
                move_message(city, revealed.deciders[city], move)
                for city, move in enumerate(revealed.moves)
                if move is not None
            ]
            age_begun = int(step.table.age) if revealed.age_ended and not revealed.game_over else None
            reveal = reveal_message(revealed, age_begun)
            reveal["moment"] = len(moments) - 1
            reveal["seq"] = len(moments)
            before["reveal"] = told[len(moments) - 1] if len(told) == len(record.lines) else reveal
        moments.append(_moment(step, seat))
    return moments


def _moment(step: Step, seat: int) -> ReplayMoment:
    table = step.table
    game = Game(table)
    return {
        "at": step.at,
        "view": view_document(table, seat),
        "help": help_document(game, seat, figures(game, show_scores=True)),
        "moves": [],
        "reveal": None,
        "cards": [_open_cards(step, city) for city in range(table.city_count)],
        "discard": _names(table.discard),
    }


def _open_cards(step: Step, city: int) -> OpenCards:
    table = step.table
    stages = int(table.cities[city].stages)
    buried = [None if card is None else card.name for card in table.buried[city]]
    return {
        "hand": [] if table.preparing else _names(table.hands[city]),
        "leader_hand": _names(table.leader_hands[city]),
        "draft_hand": _names(table.draft_hands[city]),
        "buried": [*[None] * (stages - len(buried)), *buried],
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def read_record(text: str) -> GameRecord:
    """The record in a text.

    Raises:
        Refused: ``record/invalid``, with the place at fault and the reason.
    """
    try:
        return record_from_bytes(text.encode("utf-8", "surrogatepass"))
    except InvalidRecord as error:
        raise Refused("record/invalid", why=error.code, place=error.place, reason=error.reason[:300]) from None


def record_seats(record: GameRecord) -> list[Seat]:
    """Who sat where, by the names of a record; it may come from anywhere, so names are cut and cleaned."""
    seats: list[Seat] = []
    for number, seat in enumerate(record.seats[: players_of(record)]):
        name = "".join(char for char in seat.name if char.isprintable())[:LONGEST_NAME] or seat.wonder
        seats.append(
            {
                "seat": number,
                "person": {"id": str(number), "name": name, "kind": "guest"},
                "bot": None,
                "ready": True,
                "present": True,
                "away_since": None,
                "can_relieve": False,
            }
        )
    return seats


def record_options(record: GameRecord) -> Options:
    """The options of a table at which a recorded game could be played on."""
    count = players_of(record)
    return stored_options(
        {
            "edition": record.edition,
            "expansions": list(record.expansions),
            "mode": record.mode,
            "seats": count,
            "boards": [seat.wonder for seat in record.seats[:count]],
            "sides": [seat.side or None for seat in record.seats[:count]],
        }
    )


class Replays:
    """Works replays out, beside the event loop and a few at a time, and keeps the latest."""

    def __init__(self, registry: Registry, people: People, store: Store, serializer: TableSerializer) -> None:
        """Nothing is kept yet."""
        self._registry = registry
        self._people = people
        self._store = store
        self._serializer = serializer
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def of_table(self, table: str, seat: int) -> bytes:
        """The replay of a finished game as one of its seats saw it, as JSON.

        Raises:
            Refused: ``table/unknown``, ``table/not-over`` or ``seat/unknown``.
        """
        state = (await self._registry.room(table)).state
        must_be_over(state)
        assert state.game is not None, "a game that is over was played"
        if seat >= len(state.seats):
            raise Refused("seat/unknown", seat=seat)
        await self._people.many(state.names_needed)
        moments = self._kept.get((table, seat))
        if moments is None:
            stored = await self._store.events_after(table, 0)
            record = record_of(stored, player_names(state, self._people))
            told = [cast("Reveal", orjson.loads(written)) for _, written in state.reveals]
            async with self._turns:
                moments = await asyncio.to_thread(lambda: orjson.dumps(replay_moments(record, seat, told)))
            self._kept[table, seat] = moments
            while len(self._kept) > CACHED:
                self._kept.popitem(last=False)
        self._kept.move_to_end((table, seat))
        answer: Replay = {
            "table": table,
            "options": state.options,
            "seats": self._serializer.seats(state, now_ms()),
            "seat": seat,
            "ended": state.moment_at,
            "moments": cast("list[ReplayMoment]", orjson.Fragment(moments)),
            "result": result_document(state.game, table),
        }
        return orjson.dumps(answer)

    async def of_text(self, text: str, seat: int) -> bytes:
        """The replay of a record from elsewhere, as JSON. Nothing of it is kept.

        Raises:
            Refused: ``record/invalid`` or ``seat/unknown``.
        """
        async with self._turns:
            return await asyncio.to_thread(lambda: orjson.dumps(_replay_of(read_record(text), seat)))


def _replay_of(record: GameRecord, seat: int) -> Replay:
    if seat >= players_of(record):
        raise Refused("seat/unknown", seat=seat)
    result: Result | None = None
    *_, last = replay(record)
    if last.table.over:
        result = result_document(Game(last.table), "")
        result["record"] = result["page"] = ""
    return {
        "table": None,
        "options": record_options(record),
        "seats": record_seats(record),
        "seat": seat,
        "ended": None,
        "moments": replay_moments(record, seat),
        "result": result,
    }

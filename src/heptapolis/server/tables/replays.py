"""Recorded games moment by moment, as a seat saw them: of games that are over, and of records from elsewhere."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

import orjson

from heptapolis import Game
from heptapolis.record.game.files import record_from_bytes
from heptapolis.record.game.model import InvalidRecord
from heptapolis.server.errors import Refused
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.finished import must_be_over, player_names, record_to_show
from heptapolis.server.tables.hints import figures, help_document, result_document
from heptapolis.server.tables.options import stored_options
from heptapolis.server.tables.turns import move_message, reveal_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis import GameRecord
    from heptapolis import Reveal as GameReveal
    from heptapolis.server.messages.game import Reveal
    from heptapolis.server.messages.http_requests import ContinueBody
    from heptapolis.server.messages.parts import Options, Result, Seat
    from heptapolis.server.messages.study_answers import OpenCards, Replay, ReplayMoment
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.serializers import TableSerializer

CACHED: Final = 32
"""Replays that are kept in memory, about half a megabyte each."""
AT_ONCE: Final = 2
"""Replays that are worked out at the same time."""
LONGEST_NAME: Final = 24


def players_of(record: GameRecord) -> int:
    """The seats that people or bots had; nobody sits at the Free City."""
    return len(record.seats) - (record.mode == "free-city")


def replay_moments(record: GameRecord, seat: int, told: Sequence[Reveal] = ()) -> list[ReplayMoment]:
    """A recorded game at each of its decisions, and after the last.

    Args:
        record: The game.
        seat: Whose views are given.
        told: The reveals as they were sent during the game, which also say who decided.
    """
    game = Game.from_record(record.without_moves())
    moments = [_moment(game, seat)]
    for number, line in enumerate(record.lines):
        revealed: GameReveal | None = None
        for city, move in enumerate(line.moves):
            if move is not None:
                decision = game.decision(city)
                assert decision is not None, "a record that was read or played holds decisions in their order"
                revealed = game.play(decision, move)
        assert revealed is not None, "a line holds all decisions of a moment"
        moments[-1]["moves"] = [
            move_message(city, revealed.deciders[city], move)
            for city, move in enumerate(revealed.moves)
            if move is not None
        ]
        reveal = reveal_message(revealed, game.age if revealed.age_ended and not revealed.game_over else None)
        reveal["moment"] = number
        reveal["seq"] = number + 1
        moments[-1]["reveal"] = told[number] if len(told) == len(record.lines) else reveal
        moments.append(_moment(game, seat))
    return moments


def _moment(game: Game, seat: int) -> ReplayMoment:
    view = game.view(seat).document()
    # Until leaders are recruited, the new hands lie face down for everybody.
    dealt = not isinstance(view["seats"][seat]["hand"], int)
    return {
        "at": game.moment,
        "view": view,
        "help": help_document(game, seat, figures(game, show_scores=True)),
        "moves": [],
        "reveal": None,
        "cards": [_open_cards(game, city, dealt) for city in range(len(game.cities))],
        "discard": list(game.discard),
    }


def _open_cards(game: Game, city: int, dealt: bool) -> OpenCards:
    return {
        "hand": list(game.hands[city]) if dealt else [],
        "leader_hand": list(game.leader_hands[city]),
        "draft_hand": list(game.draft_hands[city]),
        "buried": list(game.buried[city]),
    }


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
            "show_scores": True,
        }
    )


def cut_before(record: GameRecord, moment: int) -> GameRecord:
    """The record of the same game as far as a moment, at which it can be played on.

    Raises:
        Refused: ``record/moment``: the game never came there, or was over.
    """
    if moment > len(record.lines) or (moment == len(record.lines) and record.result is not None):
        raise Refused("record/moment", moment=moment)
    cut = replace(record, lines=record.lines[:moment], result=None)
    return cut.with_names((), {"begun": Game.from_record(cut).moment})


class Replays:
    """Works replays out, beside the event loop and a few at a time, and keeps the latest."""

    def __init__(self, registry: Registry, people: People, serializer: TableSerializer) -> None:
        """Nothing is kept yet."""
        self._registry = registry
        self._people = people
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
            record = state.game.record(player_names(state, self._people))
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

    async def continue_table(self, person: Person, table: str, asked: ContinueBody) -> str:
        """Opens a table at which a finished game of this server is played on from one of its moments.

        Raises:
            Refused: ``table/unknown``, ``table/not-over``, ``record/moment``, or as ``Registry.continue_game``.
        """
        state = (await self._registry.room(table)).state
        must_be_over(state)
        return await self._continue(person, record_to_show(state), asked)

    async def continue_text(self, person: Person, text: str, asked: ContinueBody) -> str:
        """Likewise with a record from elsewhere, which the new table keeps as its beginning.

        Raises:
            Refused: ``record/invalid``, ``record/moment``, or as ``Registry.continue_game``.
        """
        async with self._turns:
            record = await asyncio.to_thread(read_record, text)
        return await self._continue(person, record, asked)

    async def _continue(self, person: Person, record: GameRecord, asked: ContinueBody) -> str:
        cut = cut_before(record, asked.moment)
        return await self._registry.continue_game(person, cut, record_options(cut), asked.seat, asked.level)

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
    game = Game.from_record(record)
    if game.over:
        result = result_document(game, "")
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

"""The title, sentence and picture of a link to a table, a finished game, a moment of a replay, or the daily deal."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from heptapolis.server.daily.secrecy import is_secret
from heptapolis.server.errors import Refused
from heptapolis.server.share.drawing import City, art, png, svg
from heptapolis.server.share.tags import Link
from heptapolis.server.share.words import WORDS
from heptapolis.server.tables.state import OPEN, OVER
from heptapolis.server.tables.turns import game_before

if TYPE_CHECKING:
    from heptapolis import Game
    from heptapolis.server.messages.words import Language
    from heptapolis.server.people.people import People
    from heptapolis.server.share.words import Words
    from heptapolis.server.tables.registry import Registry
    from heptapolis.server.tables.state import TableState

CACHED: Final = 64
"""Pictures that are kept in memory, about 100 kB each."""

_TABLE: Final = re.compile(r"^(?:table|tv|game)/([A-Za-z0-9_-]{22})/?$")
_REPLAY: Final = re.compile(r"^game/([A-Za-z0-9_-]{22})/replay/?$")

FIRST: Final = ("Giza", "Rhodes", "Olympia")
"""The wonders of a picture that belongs to no game."""


class Links:
    """Titles and pictures of links; pictures are drawn one at a time, and the latest are kept."""

    def __init__(self, registry: Registry, people: People) -> None:
        """Nothing is kept yet."""
        self._registry = registry
        self._people = people
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def of_path(self, path: str, query: dict[str, str], language: Language) -> Link | None:
        """What a page of the client shows; None for a page that shows what every page shows."""
        words = WORDS[language]
        if re.match(r"^daily(/|$)", path):
            return Link(words.daily, words.daily_note, f"/api/picture?language={language}", words.locale)
        found = _TABLE.match(path) or _REPLAY.match(path)
        if found is None:
            return None
        table = found[1]
        try:
            state = (await self._registry.room(table)).state
        except Refused:
            return None
        await self._people.many(state.names_needed)
        moment = _number(query.get("moment")) if _REPLAY.match(path) else None
        seat = _number(query.get("seat")) or 0
        title, note, _ = self._content(state, moment, seat, words)
        where = f"&moment={moment}&seat={seat}" if moment is not None else ""
        return Link(title, note, f"/api/tables/{table}/picture?language={language}{where}", words.locale)

    async def picture(self, table: str | None, moment: int | None, seat: int, language: Language) -> bytes:
        """The picture of a link as PNG.

        Raises:
            Refused: ``table/unknown``, or ``request/path`` where the client is not built.
        """
        drawn = art()
        if drawn is None:
            raise Refused("request/path")
        words = WORDS[language]
        title, note, cities = "Heptapolis", words.slogan, _nobody()
        if table is not None:
            state = (await self._registry.room(table)).state
            await self._people.many(state.names_needed)
            title, note, cities = self._content(state, moment, seat, words)
        key = (title, note, *cities)
        found = self._kept.get(key)
        if found is None:
            async with self._turn:
                found = await asyncio.to_thread(lambda: png(svg(title, note, cities, drawn)))
            self._kept[key] = found
            while len(self._kept) > CACHED:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found

    def _content(self, state: TableState, moment: int | None, seat: int, words: Words) -> tuple[str, str, list[City]]:
        """Title, sentence and cities: of a game that is not over nothing but who plays."""
        if is_secret(state):
            return words.daily, words.daily_note, _nobody()
        host = self._people.known(state.host)["name"] if state.host is not None else ""
        title = words.table_of.format(name=host) if host else words.a_table
        players = words.players.format(count=len(state.seats))
        if state.status != OVER or state.game is None:
            people = ", ".join(self._people.known(person)["name"] for person in state.people)
            note = words.join if state.status == OPEN else words.watch
            return title, f"{note} {people}".strip(), _nobody()
        game = state.game
        names = self._names(state, words)
        if moment is not None:
            ended = len(game.record().lines)
            then = game_before(game, moment) if moment < ended else game
            at = then.moment if not then.over else words.end
            cities = _cities(then, names, first=seat, points=False)
            return words.replay.format(moment=at), f"{title}, {players}", cities
        totals = [score.total for score in game.scores()]
        winners = ", ".join(names[each] for each in game.winners() if each < len(state.seats))
        best = max(totals[each] for each in game.winners())
        result = words.result.format(winners=winners, points=best)
        return result, f"{title}, {players}", _cities(game, names, points=True)

    def _names(self, state: TableState, words: Words) -> list[str]:
        return [
            self._people.known(seat.person)["name"] if seat.person is not None else words.bot_name(seat.bot)
            for seat in state.seats
        ]


def _cities(game: Game, names: list[str], first: int = 0, *, points: bool) -> list[City]:
    totals = [score.total for score in game.scores()] if points else []
    found = [
        City(city.wonder, len(city.stages), city.stages_built, names[at], totals[at] if points else None)
        for at, city in enumerate(game.cities[: len(names)])
    ]
    first %= len(found)
    return found[first:] + found[:first]


def _nobody() -> list[City]:
    return [City(wonder, 1, 1, "") for wonder in FIRST]


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= 3 else None

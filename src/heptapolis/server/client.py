"""A small client for programs that play, the load test and the tests.

>>> def first_move(play: Play) -> MoveDocument:
...     return play["view"]["pending"][0]["moves"][0]
>>> async def main() -> None:
...     result = await play_game("http://127.0.0.1:8777", "hp_...", "TABLE", first_move, seat=1)
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from typing import TYPE_CHECKING, Any, Final, Self, cast

from heptapolis.extras import needed
from heptapolis.server.errors import Refused

with needed("heptapolis.server.client", "client"):
    import httpx
    import websockets.asyncio.client
    from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from heptapolis.server.messages.game import Reveal
    from heptapolis.server.messages.parts import ChatLine, Person, Result
    from heptapolis.server.messages.server_messages import Invitation, Play, TableState

HEADERS: Final = {"X-Heptapolis": "1"}
PING_SECONDS: Final = 15.0
"""A client that only waits must say now and then that it is there."""
SILENCE_SECONDS: Final = 60.0
"""The server answers each ping, so after this time without any message the connection is dead."""
LONGEST_PAUSE: Final = 60.0
"""Seconds between attempts to connect again, at most."""


class Gone(Exception):
    """The connection has ended."""


class Visitor:
    """A user of the HTTP interface: a guest or account with a cookie, or a program with a token."""

    def __init__(self, url: str, token: str | None = None, client: httpx.AsyncClient | None = None) -> None:
        """``url`` is the address of the server, such as ``http://127.0.0.1:8777``."""
        self.url = url
        self.token = token
        headers = {**HEADERS, **({"Authorization": f"Bearer {token}"} if token else {})}
        self.http = client or httpx.AsyncClient(base_url=url, headers=headers, timeout=30, trust_env=False)
        self._places: list[TableClient] = []

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Sends a request and returns the answer.

        Raises:
            Refused: the server refused the request.
        """
        answer = await self.http.request(method, path, json=body, headers=HEADERS)
        if answer.status_code >= 400:
            error = answer.json()
            raise Refused(error["code"], **error["params"])
        if answer.status_code == 204:
            return None
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.json() if is_json else answer.text

    async def log_in_as_guest(self, name: str) -> Person:
        """Logs in as a guest."""
        person: Person = (await self.ask("POST", "/api/guest", {"name": name}))["person"]
        return person

    async def open_table(
        self, options: dict[str, Any], seat: int | None = 0, bots: list[str | None] | None = None, start: bool = False
    ) -> str:
        """Opens a table and returns its id."""
        body = {"options": options, "seat": seat, "bots": bots or [], "start": start}
        table: str = (await self.ask("POST", "/api/tables", body))["table"]
        return table

    @property
    def cookie(self) -> str | None:
        """The login cookie."""
        return self.http.cookies.get("heptapolis")

    def at(self, table: str, watch: bool = False) -> TableClient:
        """A client for a table, not connected yet."""
        place = TableClient(self.url, table, cookie=self.cookie, token=self.token, watch=watch)
        self._places.append(place)
        return place

    async def close(self) -> None:
        """Closes all connections, also those to tables."""
        for place in self._places:
            await place.close()
        await self.http.aclose()


class TableClient:
    """A WebSocket connection to one table, which keeps the last state the server has sent."""

    def __init__(
        self,
        url: str,
        table: str,
        cookie: str | None = None,
        token: str | None = None,
        watch: bool = False,
        enter: bool = False,
        address: str | None = None,
    ) -> None:
        """Use it with ``async with``, or call ``connect``.

        Args:
            url: the address of the server.
            table: the table's id.
            cookie: the login cookie of a person.
            token: the secret of a program.
            watch: only watch, even with a seat.
            enter: wait for a seat of a running game.
            address: one of this machine's own addresses to connect from.
        """
        self._url = url.replace("http", "ws", 1) + "/api/ws"
        self._headers: dict[str, str] = {}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        elif cookie:
            self._headers["Cookie"] = f"heptapolis={cookie}"
        self._table = table
        self._watch = watch
        self._enter = enter
        self._address = address
        self._socket: websockets.asyncio.client.ClientConnection | None = None
        self._pinging: asyncio.Task[None] | None = None
        self._requests = 0
        self.seq = 0
        self.play: Play | None = None
        self.table: TableState
        self.you: int | None = None
        self.reveals: list[Reveal] = []
        self.chat: list[ChatLine] = []
        self.raw: list[str] | None = None
        """All messages received, if set to a list before connecting."""
        self.answered = -1
        """The moment in which this client has chosen last."""
        self._unanswered: dict[int, dict[str, Any]] = {}
        """Chat messages that the server has not answered; ``connect`` sends them again."""

    async def __aenter__(self) -> Self:
        """Connects and joins."""
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes."""
        await self.close()

    async def connect(self) -> None:
        """Connects, joins the table, and gets what was missed since the last connection.

        Raises:
            Refused: there is no such table.
            Gone: the server cannot be reached, or ended the connection.
        """
        await self._open()
        join = {"type": "join", "table": self._table, "since": self.seq, "watch": self._watch, "enter": self._enter}
        await self.say({**join, "id": 0})
        while True:
            message = await self.receive()
            if message["type"] == "error":
                raise Refused(message["code"], **message["params"])
            if message["type"] == "table":
                break
        for chat in list(self._unanswered.values()):
            await self.say(chat)

    async def _open(self) -> None:
        """Opens the connection; raises ``Gone`` if the server cannot be reached."""
        await self.drop()  # an earlier connection
        try:
            self._socket = await websockets.asyncio.client.connect(
                self._url,
                additional_headers=self._headers,
                compression=None,
                ping_interval=None,
                max_size=4 * 1024 * 1024,
                open_timeout=30,
                proxy=None,
                local_addr=(self._address, 0) if self._address is not None else None,
            )
        except (OSError, TimeoutError, websockets.exceptions.WebSocketException) as error:
            raise Gone(str(error)) from error
        self._pinging = asyncio.create_task(self._ping())

    async def close(self) -> None:
        """Closes the connection."""
        await self._stop_pinging()
        if self._socket is not None:
            await self._socket.close()

    async def drop(self) -> None:
        """Drops the connection without closing it, like a lost network."""
        await self._stop_pinging()
        if self._socket is not None:
            self._socket.transport.abort()
            await self._socket.wait_closed()

    async def _stop_pinging(self) -> None:
        if self._pinging is not None:
            self._pinging.cancel()
            await asyncio.wait([self._pinging])
            self._pinging = None

    async def _ping(self) -> None:
        with contextlib.suppress(Gone):
            while True:
                await asyncio.sleep(PING_SECONDS)
                await self.say({"type": "ping"})

    async def say(self, message: dict[str, Any] | str) -> None:
        """Sends a message without waiting for the answer."""
        assert self._socket is not None, "connect first"
        try:
            await self._socket.send(message if isinstance(message, str) else json.dumps(message))
        except ConnectionClosed as error:
            raise Gone(str(error)) from error

    async def receive(self, timeout: float | None = 30.0) -> dict[str, Any]:
        """Receives the next message, and keeps the state of the table that it has.

        Without a timeout it waits as long as people think.

        Raises:
            Gone: the connection has ended, or nothing was heard for a minute, not even an answer to our pings.
            TimeoutError: nothing came.
        """
        assert self._socket is not None, "connect first"
        try:
            async with asyncio.timeout(timeout):
                while True:
                    frame = await self._heard(self._socket, None if timeout is not None else SILENCE_SECONDS)
                    if not str(frame).startswith('{"type":"pong","id":null'):  # the answer to our own ping
                        break
        except ConnectionClosed as error:
            raise Gone(str(error)) from error
        if self.raw is not None:
            self.raw.append(str(frame))
        message: dict[str, Any] = json.loads(frame)
        self._keep(message)
        return message

    async def _heard(self, socket: websockets.asyncio.client.ClientConnection, silence: float | None) -> str | bytes:
        if silence is None:
            return await socket.recv()
        try:
            async with asyncio.timeout(silence):
                return await socket.recv()
        except TimeoutError:
            raise Gone("nothing was heard from the server") from None

    def _keep(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "table":
            self.table, self.you, self.play = message["table"], message["you"], message["play"]
            self.reveals += message["reveals"]
            if self.play is not None:
                self.reveals = [reveal for reveal in self.reveals if reveal["moment"] < self.play["moment"]]
            self.chat += message["chat"]
        elif kind == "lobby":
            self.table, self.you = message["table"], message["you"]
        elif kind in ("play", "chosen") and message.get("play"):
            self.play = message["play"]
            self.reveals += message.get("reveals", [])
            # A turn may have been taken back.
            self.reveals = [reveal for reveal in self.reveals if reveal["moment"] < message["play"]["moment"]]
        elif kind == "chosen" and self.play is not None:
            self.play["waiting"] = message["waiting"]
        elif kind == "chat":
            self.chat.append(message["line"])
        elif kind in ("done", "error"):
            self._unanswered.pop(message["id"], None)
        self.seq = max(self.seq, message.get("seq", 0)) if kind != "done" else self.seq

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a request and waits for its answer.

        Raises:
            Refused: the server refused the request.
            Gone: the connection has ended.
        """
        self._requests += 1
        number = self._requests
        await self.say({"type": kind, "id": number, **fields})
        return await self._answer_to(number)

    async def _answer_to(self, number: int) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if message.get("id") == number and message["type"] in ("done", "error", "pong", "preview", "advice"):
                if message["type"] == "error":
                    raise Refused(message["code"], **message["params"])
                return message

    async def send_chat(
        self, text: str | None = None, *, phrase: str | None = None, to: str = "table"
    ) -> dict[str, Any]:
        """Sends a chat message; raises as ``ask``.

        If the connection ends before the answer, the next ``connect`` sends the message again, and the server stores
        it once.
        """
        self._requests += 1
        number = self._requests
        content = {"phrase": phrase} if text is None else {"text": text}
        self._unanswered[number] = {
            "type": "chat",
            "id": number,
            "to": to,
            "nonce": secrets.token_urlsafe(12),
            **content,
        }
        await self.say(self._unanswered[number])
        return await self._answer_to(number)

    async def choose(self, move: Mapping[str, Any]) -> dict[str, Any]:
        """Chooses a move for the current moment; raises as ``ask``."""
        assert self.play is not None, "the game has not begun"
        self.answered = self.play["moment"]
        return await self.ask("choose", moment=self.play["moment"], move=move)

    async def next_decision(self) -> Play | None:
        """Waits, for hours if need be, for the next decision of this seat; None when the game is over.

        Raises:
            Gone: the connection has ended.
        """
        while True:
            play = self.play
            if play is not None:
                if play["view"]["phase"] == "over":
                    return None
                if play["view"]["pending"]:
                    return play
            await self.receive(None)

    async def sit(self, seat: int | None, tell: Callable[[str], object]) -> None:
        """Takes a seat and is ready, unless that has been done or the game has begun. Tells who starts the game."""
        if self.you is None and seat is not None:
            await self.ask("take-seat", seat=seat)
        if self.table["status"] == "open":
            await self.ask("ready", ready=True)
            people = [each["person"] for each in self.table["seats"] if each["person"] is not None]
            names = [person["name"] for person in people if person["id"] == self.table["host"]]
            tell(f"seated; {names[0] if names else 'the host'} starts the game")

    async def until_over(self) -> Result:
        """Waits for the end of the game and returns its result."""
        while self.play is None or self.play["view"]["phase"] != "over":
            await self.receive(120)
        assert self.play["result"] is not None, "a game that is over has a result"
        return self.play["result"]


async def play_game(
    url: str,
    token: str,
    table: str,
    choose: Callable[[Play], Mapping[str, Any]],
    seat: int | None = None,
    tell: Callable[[str], object] = str,
) -> Result:
    """Takes a seat at a table, plays until the game is over, and connects again whenever the connection ends.

    Args:
        url: the address of the server.
        token: the secret of a token.
        table: the table's id, the last part of its link.
        choose: returns one of ``play["view"]["pending"][0]["moves"]``.
        seat: the seat to take; not needed where the program has one already.
        tell: gets a line whenever something happens, for example ``print``.

    Raises:
        Refused: there is no such table, or the seat is taken.
    """
    place = TableClient(url, table, token=token)
    pause = 1.0
    try:
        while True:
            try:
                await place.connect()
                pause = 1.0
                await place.sit(seat, tell)
                while (play := await place.next_decision()) is not None:
                    await _answer(place, choose(play))
                assert place.play is not None and place.play["result"] is not None, "the game is over"
                return place.play["result"]
            except (Gone, TimeoutError) as error:
                tell(f"not connected ({error}); trying again in {pause:.0f} s")
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
    finally:
        await place.close()


class WaitingClient(TableClient):
    """A WebSocket connection of a program that waits to be invited to tables."""

    def __init__(self, url: str, token: str) -> None:
        """Use it with ``async with``, or call ``connect``."""
        super().__init__(url, "", token=token)

    async def connect(self) -> None:
        """Connects and waits from now on; raises as for a table."""
        await self._open()
        await self.ask("await-invitations")

    async def next_invitation(self) -> Invitation:
        """Waits, for hours if need be, for an invitation.

        Raises:
            Gone: the connection has ended.
        """
        while True:
            message = await self.receive(None)
            if message["type"] == "invitation":
                return cast("Invitation", message)


async def answer_invitations(
    url: str,
    token: str,
    choose: Callable[[Play], Mapping[str, Any]],
    accept: Callable[[Invitation], bool] = lambda invitation: True,
    tell: Callable[[str], object] = str,
    most: int = 4,
) -> None:
    """Waits to be invited by its name, and plays the games that a rule accepts, until it is cancelled.

    Args:
        url: the address of the server.
        token: the secret of a token; its name is the one to invite.
        choose: returns one of ``play["view"]["pending"][0]["moves"]``.
        accept: the rule: whether to come. An invitation names ``table``, ``seat``, ``by`` and the ``options``.
        tell: gets a line whenever something happens, for example ``print``.
        most: games at a time; further invitations are not accepted.

    Raises:
        Refused: the token is unknown, or another program of this name waits already.
    """
    place = WaitingClient(url, token)
    games: set[asyncio.Task[None]] = set()
    pause = 1.0
    try:
        while True:
            try:
                await place.connect()
                pause = 1.0
                tell("waiting for invitations")
                while True:
                    invitation = await place.next_invitation()
                    who = invitation["by"]["name"]
                    if len(games) >= most or not accept(invitation):
                        tell(f"{who} invites; not accepted")
                        continue
                    tell(f"{who} invites; accepted")
                    game = asyncio.create_task(_play_invited(url, token, choose, invitation, tell))
                    games.add(game)
                    game.add_done_callback(games.discard)
            except (Gone, TimeoutError) as error:
                tell(f"not connected ({error}); trying again in {pause:.0f} s")
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
    finally:
        await place.close()
        for game in list(games):
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)


async def _play_invited(
    url: str,
    token: str,
    choose: Callable[[Play], Mapping[str, Any]],
    invitation: Invitation,
    tell: Callable[[str], object],
) -> None:
    try:
        result = await play_game(url, token, invitation["table"], choose, invitation["seat"], tell)
        tell(f"the game is over: {[score['total'] for score in result['scores']]}")
    except Refused as refused:  # somebody took the seat, or the table is gone
        tell(f"not at the table of {invitation['by']['name']}: {refused.code}")


async def _answer(place: TableClient, move: Mapping[str, Any]) -> None:
    """Sends a choice. If the moment has passed meanwhile, for example by the clock, the next message says so."""
    try:
        await place.choose(move)
    except Refused as refusal:
        if refusal.code != "turn/stale":
            raise
        await place.receive()

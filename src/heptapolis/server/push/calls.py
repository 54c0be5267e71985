"""Subscriptions of browsers, and the messages to them: one a turn at most, and nothing secret in it."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING, Any, Final

import httpx
import orjson
import structlog
from sqlalchemy import delete, select

from heptapolis.server.operations.logs import table_mark
from heptapolis.server.push.messages import (
    Subscription,
    check_endpoint,
    check_keys,
    encrypted,
    new_key,
    signed_headers,
)
from heptapolis.server.storage import schema
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import calls, subscriptions
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tasks import BackgroundTasks

if TYPE_CHECKING:
    from collections.abc import Collection

    from heptapolis.server.messages.http_requests import SubscriptionBody
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.storage.store import Store
    from heptapolis.server.tables.state import TableState

LOG = structlog.get_logger("heptapolis.push")

KEY: Final = "vapid"
MOST_SUBSCRIPTIONS: Final = 10
"""Browsers of one person; the oldest makes room."""
SECONDS: Final = 10.0
"""How long a push service may take."""
KEPT_SECONDS: Final = 86_400
"""How long a push service keeps a message for a device that is off."""
PAUSES: Final = (2.0, 10.0, 60.0)
"""Before a message is sent again that a push service could not take."""
AT_ONCE: Final = 8
MOST_WAITING: Final = 1000
"""Messages under way; more are dropped."""
GONE: Final = (401, 403, 404, 410)
"""Answers of a push service to a subscription that is no longer one."""

TEXTS: Final = {
    "en": ("It is your turn", "{name}'s table"),
    "de": ("Du bist am Zug", "Tisch von {name}"),
    "fr": ("C'est à vous", "Table de {name}"),
    "nl": ("Jij bent aan de beurt", "Tafel van {name}"),
    "da": ("Det er din tur", "{name}s bord"),
}


class TurnCalls:
    """Tells people that it is their turn."""

    def __init__(self, store: Store, people: People, services: Collection[str], contact: str) -> None:
        """``services`` are the addresses of push services to which the server writes, and to no others."""
        self._engine = store.engine
        self._upsert = store.upsert
        self._people = people
        self._services = services
        self._contact = contact
        self._private = ""
        self.public_key = ""
        self._tasks = BackgroundTasks()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._http: httpx.AsyncClient | None = None

    async def start(self) -> None:
        """Reads the server's key, which is made at the first start, once for all processes."""
        stored = await self._stored_key()
        if stored is None:
            private, public = await asyncio.to_thread(new_key)
            value = orjson.dumps({"private": private, "public": public}).decode()
            async with transaction(self._engine) as connection:
                await connection.execute(
                    self._upsert(schema.state).values(name=KEY, value=value).on_conflict_do_nothing()
                )
            stored = await self._stored_key()
        assert stored is not None, "it was just stored"
        self._private, self.public_key = stored["private"], stored["public"]

    async def _stored_key(self) -> dict[str, str] | None:
        async with reading(self._engine) as connection:
            value = (await connection.execute(select(schema.state.c.value).where(schema.state.c.name == KEY))).scalar()
        found: dict[str, str] | None = orjson.loads(value) if value is not None else None
        return found

    async def close(self) -> None:
        """Gives up what is under way."""
        await self._tasks.close()
        if self._http is not None:
            await self._http.aclose()

    # --- subscriptions --------------------------------------------------------------------------------------------

    async def subscribe(self, person: Person, body: SubscriptionBody) -> None:
        """Keeps the subscription of a person's browser; it is no longer that of another person.

        Raises:
            Refused: ``push/service``: the address belongs to no push service that the host allows.
        """
        check_endpoint(body.endpoint, self._services)
        await asyncio.to_thread(check_keys, body.keys.p256dh, body.keys.auth)
        values: dict[str, Any] = {
            "person": person.id,
            "endpoint": body.endpoint,
            "p256dh": body.keys.p256dh,
            "auth": body.keys.auth,
            "language": body.language,
            "created": now_ms(),
        }
        row = self._upsert(subscriptions).values(id=_name(body.endpoint), **values)
        mine = select(subscriptions.c.id).where(subscriptions.c.person == person.id)
        newest = mine.order_by(subscriptions.c.created.desc()).limit(MOST_SUBSCRIPTIONS)
        async with transaction(self._engine) as connection:
            await connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=values))
            kept = (await connection.execute(newest)).scalars().all()
            too_many = delete(subscriptions).where(subscriptions.c.person == person.id, subscriptions.c.id.not_in(kept))
            await connection.execute(too_many)

    async def unsubscribe(self, person: Person, endpoint: str) -> None:
        """Forgets a subscription of a person."""
        which = (subscriptions.c.id == _name(endpoint), subscriptions.c.person == person.id)
        async with transaction(self._engine) as connection:
            await connection.execute(delete(subscriptions).where(*which))

    async def _forget(self, subscription: Subscription) -> None:
        async with transaction(self._engine) as connection:
            await connection.execute(delete(subscriptions).where(subscriptions.c.id == subscription.id))

    # --- messages -------------------------------------------------------------------------------------------------

    def call(self, state: TableState, people: Collection[str]) -> None:
        """Tells people that it is their turn at a table; returns at once."""
        if people and len(self._tasks) < MOST_WAITING:
            self._tasks.start(self._call(state, people))

    async def _call(self, state: TableState, people: Collection[str]) -> None:
        assert state.game is not None, "somebody has a turn"
        turn = state.game.moment.split(" ")[0]  # a dig belongs to the turn before it
        query = select(subscriptions).where(subscriptions.c.person.in_(people))
        async with reading(self._engine) as connection:
            rows = (await connection.execute(query)).all()
        if not rows:
            return
        called = {person for person in {row.person for row in rows} if await self._is_new(person, state.id, turn)}
        known = await self._people.many({state.host}) if state.host is not None else {}
        name = known[state.host].name if state.host in known else ""
        for row in rows:
            if row.person in called:
                to = Subscription(row.id, row.person, row.endpoint, row.p256dh, row.auth, row.language)
                self._tasks.start(self._send(to, state.id, name))

    async def _is_new(self, person: str, table: str, turn: str) -> bool:
        """Notes that a person is told about a turn; False if that was done before, perhaps by another process."""
        row = self._upsert(calls).values(person=person, table_id=table, turn=turn)
        change = row.on_conflict_do_update(
            index_elements=["person", "table_id"], set_={"turn": turn}, where=calls.c.turn != turn
        )
        async with transaction(self._engine) as connection:
            return bool((await connection.execute(change)).rowcount)

    async def _send(self, to: Subscription, table: str, name: str) -> None:
        title, where = TEXTS.get(to.language, TEXTS["en"])
        content = orjson.dumps({"table": table, "title": title, "text": where.format(name=name) if name else ""})
        body = await asyncio.to_thread(encrypted, to, content)
        headers = await asyncio.to_thread(signed_headers, self._private, to.endpoint, self._contact)
        headers |= {"ttl": str(KEPT_SECONDS), "urgency": "normal", "topic": table, "content-encoding": "aes128gcm"}
        for pause in (*PAUSES, None):
            status = await self._post(to.endpoint, body, headers)
            if status in GONE:
                await self._forget(to)
            elif status is None or status == 429 or status >= 500:
                if pause is not None:
                    await asyncio.sleep(pause)
                    continue
            if status is None or status >= 300:
                LOG.warning("push_failed", status=status, table=table_mark(table))
            return

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> int | None:
        """The status of a push service's answer; None without one. Redirects are not followed."""
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False)
        async with self._turns:
            try:
                async with (
                    asyncio.timeout(SECONDS),
                    self._http.stream("POST", endpoint, content=body, headers=headers) as said,
                ):
                    return said.status_code  # whatever else it says is not read
            except (httpx.HTTPError, TimeoutError):
                return None


def _name(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()

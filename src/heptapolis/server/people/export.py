"""Everything that the server knows about a person, for that person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from sqlalchemy import and_, select

from heptapolis.server.errors import Refused
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import events, people, seats, tables
from heptapolis.server.tables.events import CHAT
from heptapolis.server.tables.finished import finished_record
from heptapolis.server.tables.state import OVER

if TYPE_CHECKING:
    from heptapolis.server.messages.http_answers import Export, ExportedGame, ExportedLine, Session
    from heptapolis.server.people.accounts import Accounts
    from heptapolis.server.people.people import People, Person
    from heptapolis.server.storage.store import Store


async def export(person: Person, sessions: list[Session], accounts: Accounts, known: People, store: Store) -> Export:
    """What the server knows about a person."""
    said = and_(events.c.kind == CHAT, events.c.data.contains(f'"{person.id}"', autoescape=True))
    async with reading(store.engine) as connection:
        created = (await connection.execute(select(people.c.created).where(people.c.id == person.id))).scalar_one()
        mine = select(seats.c.table_id).where(seats.c.person == person.id)
        rows = (await connection.execute(select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.created))).all()
        lines = (await connection.execute(select(events).where(said).order_by(events.c.at))).all()
    games: list[ExportedGame] = [
        {
            "table": row.id,
            "status": row.status,
            "created": row.created,
            "changed": row.changed,
            "record": await _record(store, known, row.id) if row.status == OVER else None,
        }
        for row in rows
    ]
    chat: list[ExportedLine] = []
    for row in lines:
        data = orjson.loads(row.data)
        if data["person"] == person.id:
            chat.append({"table": row.table_id, "at": row.at, "text": data.get("text") or data.get("phrase") or ""})
    return {
        "person": person.as_dict(),
        "account": person.account,
        "created": created,
        "email": await accounts.email(person.id),
        "deletion": await accounts.deletion(person.id),
        "sessions": sessions,
        "tokens": await known.tokens_of(person),
        "muted": sorted(await store.muted_by(person.id)),
        "games": games,
        "chat": chat,
    }


async def _record(store: Store, known: People, table: str) -> str | None:
    """The record of a finished game; None if this version cannot read it."""
    try:
        loaded = await store.load(table)
        if loaded is None:
            return None
        await known.many(loaded[0].names_needed)
        return str(finished_record(loaded[0], known))
    except Refused:
        return None

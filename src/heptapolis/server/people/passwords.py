"""Password resets by the host."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from heptapolis.server.errors import ServerTrouble
from heptapolis.server.operations.settings import secret_key
from heptapolis.server.people.people import People
from heptapolis.server.storage.database import migrate, open_engine

if TYPE_CHECKING:
    from heptapolis.server.operations.settings import Settings


async def reset_password(settings: Settings, account: str) -> str:
    """Sets a random new password for an account and returns it.

    Raises:
        ServerTrouble: there is no such account, or no database.
    """
    settings.must_exist()
    engine = open_engine(settings.database_url)
    try:
        await migrate(engine)
        people = People(engine, secret_key(settings))
        person = await people.by_account(account)
        if person is None:
            raise ServerTrouble(f"there is no account {account!r}")
        password = secrets.token_urlsafe(12)
        await people.set_password(person, password)
        return password
    finally:
        await engine.dispose()

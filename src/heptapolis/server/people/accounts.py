"""What an account has besides name and password: an e-mail address, links for a new password, a date of deletion."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, select

from heptapolis.server.errors import Refused
from heptapolis.server.people.mail_texts import NEW_PASSWORD
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import contacts, deletions, resets
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.messages.words import Language
    from heptapolis.server.people.mail import Mail
    from heptapolis.server.people.people import People, Person

RESET_MS: Final = 3_600_000
"""How long a link for a new password is valid."""
DAY_MS: Final = 86_400_000


class Accounts:
    """E-mail addresses, password resets and deletions."""

    def __init__(self, engine: AsyncEngine, people: People, mail: Mail) -> None:
        """``mail`` sends the links."""
        self._engine = engine
        self._people = people
        self.mail = mail

    async def email(self, person: str) -> str | None:
        """The address of a person."""
        async with reading(self._engine) as connection:
            found = await connection.execute(select(contacts.c.email).where(contacts.c.person == person))
            return found.scalar()

    async def set_email(self, person: str, email: str | None) -> None:
        """Sets or removes an address; links that were sent to the old one are void."""
        async with transaction(self._engine) as connection:
            for table in (contacts, resets):
                await connection.execute(delete(table).where(table.c.person == person))
            if email is not None:
                await connection.execute(insert(contacts).values(person=person, email=email))

    async def begin_reset(self, account: str, language: Language = "en") -> None:
        """Sends a link for a new password, if the account has an address; nobody learns whether it has."""
        person = await self._people.by_account(account)
        email = await self.email(person.id) if person is not None else None
        if person is None or email is None:
            return
        secret = secrets.token_urlsafe(32)
        async with transaction(self._engine) as connection:
            await connection.execute(delete(resets).where(resets.c.person == person.id))
            row = {"hash": _hash(secret), "person": person.id, "until": now_ms() + RESET_MS}
            await connection.execute(insert(resets).values(**row))
        subject, text = NEW_PASSWORD[language]
        link = f"{self.mail.address}/account/reset#{secret}"
        await self.mail.send(email, subject, text.format(name=person.name, account=person.account, link=link))

    async def finish_reset(self, secret: str, password: str) -> None:
        """Sets a new password with the secret of a link, which works once; all sessions end.

        Raises:
            Refused: ``reset/unknown``, or ``person/password``, after which the link still works.
        """
        where = (resets.c.hash == _hash(secret), resets.c.until > now_ms())
        async with reading(self._engine) as connection:
            found = (await connection.execute(select(resets.c.person).where(*where))).scalar()
        person = await self._people.get(found) if found is not None else None
        if person is None:
            raise Refused("reset/unknown")
        self._people.check_new_password(person, password)
        async with transaction(self._engine) as connection:
            if not (await connection.execute(delete(resets).where(*where))).rowcount:
                raise Refused("reset/unknown")
        await self._people.set_password(person, password)

    async def deletion(self, person: str) -> int | None:
        """When a person will be deleted; None: the person stays."""
        async with reading(self._engine) as connection:
            found = await connection.execute(select(deletions.c.due).where(deletions.c.person == person))
            return found.scalar()

    async def schedule_deletion(self, person: Person, days: int) -> None:
        """Notes that a person will be deleted; asking again changes nothing."""
        if await self.deletion(person.id) is None:
            async with transaction(self._engine) as connection:
                await connection.execute(insert(deletions).values(person=person.id, due=now_ms() + days * DAY_MS))

    async def cancel_deletion(self, person: str) -> None:
        """The person stays."""
        async with transaction(self._engine) as connection:
            await connection.execute(delete(deletions).where(deletions.c.person == person))

    async def to_delete(self) -> list[str]:
        """Who is to be deleted now."""
        async with reading(self._engine) as connection:
            query = select(deletions.c.person).where(deletions.c.due <= now_ms()).limit(50)
            return list((await connection.execute(query)).scalars())


def _hash(secret: str) -> str:
    # A secret has 256 random bits, so a fast hash is safe.
    return hashlib.sha256(secret.encode()).hexdigest()

"""People: guests with a signed cookie, accounts with a password, programs with a token."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from heptapolis.server.errors import Refused
from heptapolis.server.people.names import FORGOTTEN, NameRules, check_password, clean_name
from heptapolis.server.statistics.tallies import forget_person
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import (
    admins,
    calls,
    contacts,
    daily_plays,
    deletions,
    mutes,
    people,
    profiles,
    resets,
    revocations,
    sessions,
    subscriptions,
    tokens,
)
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.newcomers import marks_of

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.messages import parts as messages
    from heptapolis.server.messages.http_answers import Token
    from heptapolis.server.messages.words import PersonKind

COOKIE: Final = "heptapolis"
COOKIE_SECONDS: Final = 400 * 86_400
CLOCK_SKEW_SECONDS: Final = 86_400
"""How far in the future a cookie may have been signed: by another process, or before the clock was set back."""
TOKEN_PREFIX: Final = "hp_"
CACHED: Final = 20_000
CACHE_SECONDS: Final = 60.0
MOST_TOKENS: Final = 20
POLL_OVERLAP_MS: Final = 60_000
"""How far the clocks of two machines may differ before a revocation is missed."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as stored."""

    id: str
    kind: PersonKind
    name: str
    account: str | None = None
    epoch: int = 0

    def as_dict(self) -> messages.Person:
        """What others may see."""
        return {"id": self.id, "name": self.name, "kind": self.kind}


class People:
    """All people of a server, with a cache."""

    def __init__(self, engine: AsyncEngine, key: str) -> None:
        """``key`` signs cookies."""
        self._engine = engine
        self._key = key
        self._signer = URLSafeTimedSerializer(key, salt="heptapolis-person")
        self._hasher = PasswordHasher()
        self._known: dict[str, tuple[float, Person]] = {}
        self._hashing = asyncio.Semaphore(2)  # argon2 needs 64 MB and a core for each password
        self._unknown_hash: str | None = None
        self._ended: set[str] = set()
        """Hashes of the cookies that were logged out."""
        self._heard: set[str] = set()
        """Ids of the latest revocations."""
        self._heard_until: int | None = None
        self.name_rules = NameRules()
        self.admins: frozenset[str] = frozenset()
        """Who may use reserved names, as far as this process knows."""

    async def marks(self, table: str, person: Person | None, address: str | None) -> tuple[str, ...]:
        """The marks by which a table knows a visitor again; without an address only those of the person."""
        return marks_of(self._key, table, [] if person is None else await self.identities(person), address)

    def cookie(self, person: Person) -> str:
        """A new login cookie of a person, different from all others, so that each can be logged out by itself."""
        return self._signer.dumps([person.id, person.epoch, secrets.token_urlsafe(6)])

    async def of_cookie(self, cookie: str) -> Person | None:
        """The person of a cookie; None if it is forged, expired or revoked."""
        try:
            (person_id, epoch, *_), signed = self._signer.loads(cookie, return_timestamp=True)
        except (BadSignature, ValueError, TypeError):
            return None
        # Not ``max_age``, which refuses every cookie of the future, and a clock may have been set back.
        age = time.time() - signed.timestamp()
        if not -CLOCK_SKEW_SECONDS <= age <= COOKIE_SECONDS or self.has_ended(session_of(cookie)):
            return None
        person = await self.get(person_id)
        if person is not None and person.epoch < epoch:  # another process may have changed it
            person = await self._get_stored(person_id)
        return person if person is not None and person.epoch == epoch and person.name != FORGOTTEN else None

    async def log_out(self, cookie: str) -> None:
        """Ends the session of a cookie; other devices of the person stay logged in."""
        person = await self.of_cookie(cookie)
        if person is not None:
            await self.end_session(person.id, session_of(cookie))

    async def end_session(self, person: str, session: str) -> None:
        """Voids the cookie of a session."""
        async with transaction(self._engine) as connection:
            await connection.execute(delete(sessions).where(sessions.c.id == session))
            await connection.execute(insert(revocations).values(**_revocation(person, session)))
        self._ended.add(session)

    def has_ended(self, session: str | None) -> bool:
        """Whether a session was logged out, as far as this process knows."""
        return session in self._ended

    @property
    def heard_since(self) -> int:
        """From when on there may be revocations that were not read yet."""
        return 0 if self._heard_until is None else self._heard_until - POLL_OVERLAP_MS

    async def hear_revocations(self) -> bool:
        """Reads which sessions other processes or the host have ended since the last call, and whether there are any.

        The first call reads all of them.

        Raises:
            StorageAway: the database cannot be reached.
        """
        now = now_ms()
        async with reading(self._engine) as connection:
            rows = (await connection.execute(select(revocations).where(revocations.c.at >= self.heard_since))).all()
        new = [row for row in rows if row.id not in self._heard]
        first, self._heard_until = self._heard_until is None, now
        self._heard = {row.id for row in rows if row.at >= now - 2 * POLL_OVERLAP_MS}
        self._ended |= {row.session for row in new if row.session is not None}
        if not first:
            for row in new:
                if row.session is None:
                    await self._get_stored(row.person)
        return bool(new)

    async def of_token(self, secret: str) -> Person | None:
        """The person of a token; None if it is unknown."""
        if not secret.startswith(TOKEN_PREFIX) or len(secret) > 100:
            return None
        async with reading(self._engine) as connection:
            query = select(tokens.c.person).where(tokens.c.hash == _token_hash(secret))
            person = (await connection.execute(query)).scalar()
        return await self.get(person) if person is not None else None

    async def identities(self, person: Person) -> list[str]:
        """The ids by which a person is known: a program stands for its owner."""
        if person.kind != "program":
            return [person.id]
        async with reading(self._engine) as connection:
            owner = (await connection.execute(select(tokens.c.owner).where(tokens.c.person == person.id))).scalar()
        return [person.id, *([owner] if owner is not None else [])]

    async def get(self, person_id: str) -> Person | None:
        """The person with an id."""
        return (await self.many({person_id})).get(person_id)

    async def _get_stored(self, person_id: str) -> Person | None:
        """The person with an id from the database, not from the cache."""
        if person_id in self._known:  # not removed: a table may need the name meanwhile
            self._known[person_id] = (-CACHE_SECONDS, self._known[person_id][1])
        return await self.get(person_id)

    def is_revoked(self, person: Person) -> bool:
        """Whether a person was deleted or logged out since, as far as this process knows."""
        found = self._known.get(person.id)
        return found is not None and found[1].epoch > person.epoch

    def known(self, person_id: str) -> messages.Person:
        """What others may see of a person in the cache."""
        found = self._known.get(person_id)
        return found[1].as_dict() if found else {"id": person_id, "name": FORGOTTEN, "kind": "guest"}

    async def many(self, ids: set[str]) -> dict[str, Person]:
        """People by id; unknown ids are left out."""
        fresh = time.monotonic() - CACHE_SECONDS
        missing = [each for each in ids if each not in self._known or self._known[each][0] < fresh]
        for start in range(0, len(missing), 500):
            async with reading(self._engine) as connection:
                query = select(people).where(people.c.id.in_(missing[start : start + 500]))
                for row in await connection.execute(query):
                    self._keep(Person(row.id, row.kind, row.name, row.account, row.epoch))
        return {each: self._known[each][1] for each in ids if each in self._known}

    def _keep(self, person: Person) -> None:
        while len(self._known) >= CACHED:
            self._known.pop(next(iter(self._known)))
        self._known.pop(person.id, None)
        self._known[person.id] = (time.monotonic(), person)

    async def new(self, name: str, kind: PersonKind = "guest") -> Person:
        """Creates a guest."""
        person = Person(secrets.token_urlsafe(12), kind, self._clean_name(name))
        row = {"id": person.id, "kind": kind, "name": person.name, "epoch": 0, "created": now_ms(), "forgotten": False}
        async with transaction(self._engine) as connection:
            await connection.execute(insert(people).values(**row))
        self._keep(person)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Changes the name of a person."""
        renamed = replace(person, name=self._clean_name(name, person.id))
        await self._change(renamed, name=renamed.name)
        return renamed

    def _clean_name(self, name: str, person: str | None = None) -> str:
        """A name in normal form that the rules of the host allow."""
        kept = clean_name(name)
        self.name_rules.check(kept, admin=person in self.admins)
        return kept

    async def register(self, person: Person, account: str, password: str) -> Person:
        """Turns a guest into an account; seats and games stay.

        Raises:
            Refused: ``person/already`` or ``person/taken``.
        """
        if person.kind != "guest":
            raise Refused("person/already")
        self.name_rules.check(account, admin=person.id in self.admins)
        check_password(password, account)
        hashed = await self._hash(password)
        registered = replace(person, kind="account", account=account.lower(), epoch=person.epoch + 1)
        try:
            await self._change(
                registered, kind="account", account=account.lower(), password=hashed, epoch=registered.epoch
            )
        except IntegrityError:
            raise Refused("person/taken") from None
        return registered

    async def log_in(self, account: str, password: str) -> Person:
        """The person of an account, if the password is right.

        Raises:
            Refused: ``person/login``, whether the name or the password is wrong.
        """
        async with reading(self._engine) as connection:
            query = select(people.c.id, people.c.password).where(people.c.account == account.lower())
            row = (await connection.execute(query)).first()
        # An unknown name takes as long as a wrong password, so that timing does not reveal account names.
        if self._unknown_hash is None:
            self._unknown_hash = await self._hash(secrets.token_hex(8))
        hashed = row.password if row is not None and row.password else self._unknown_hash
        right = await self._verify(hashed, password)
        person = await self._get_stored(row.id) if row is not None and right else None
        if person is None:
            raise Refused("person/login")
        return person

    async def set_password(self, person: Person, password: str) -> Person:
        """Sets a new password and revokes all cookies."""
        self.check_new_password(person, password)
        changed = replace(person, epoch=person.epoch + 1)
        await self._change(changed, password=await self._hash(password), epoch=changed.epoch)
        return changed

    def check_new_password(self, person: Person, password: str) -> None:
        """Refuses a password that a person cannot have.

        Raises:
            Refused: ``person/password``, or ``person/account`` for a guest.
        """
        if person.account is None:
            raise Refused("person/account")
        check_password(password, person.account)

    async def log_out_everywhere(self, person: Person) -> None:
        """Voids all cookies of a person."""
        await self._change(replace(person, epoch=person.epoch + 1), epoch=person.epoch + 1)

    async def by_account(self, account: str) -> Person | None:
        """The person of an account name."""
        async with reading(self._engine) as connection:
            found = await connection.execute(select(people.c.id).where(people.c.account == account.lower()))
            person = found.scalar()
        return await self.get(person) if person is not None else None

    async def forget(self, person: Person) -> None:
        """Deletes the name, account, tokens and mutes of a person; seats keep the id."""
        gone = replace(person, kind="guest", name=FORGOTTEN, account=None, epoch=person.epoch + 1)
        await self._change(
            gone, kind="guest", name=FORGOTTEN, account=None, password=None, epoch=gone.epoch, forgotten=True
        )
        await self._revoke_tokens(or_(tokens.c.owner == person.id, tokens.c.person == person.id))
        async with transaction(self._engine) as connection:
            await connection.execute(delete(mutes).where(mutes.c.person == person.id))
            for table in (profiles, daily_plays, contacts, resets, deletions, admins, subscriptions, calls):
                await connection.execute(delete(table).where(table.c.person == person.id))
            await connection.run_sync(forget_person, person.id)

    async def _change(self, person: Person, **values: Any) -> None:
        async with transaction(self._engine) as connection:
            await connection.execute(update(people).where(people.c.id == person.id).values(**values))
            if "epoch" in values:
                await connection.execute(insert(revocations).values(**_revocation(person.id, None)))
                await connection.execute(delete(sessions).where(sessions.c.person == person.id))
        self._keep(person)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    async def tokens_of(self, person: Person) -> list[Token]:
        """The tokens of a person, without their secrets."""
        async with reading(self._engine) as connection:
            found = await connection.execute(
                select(tokens).where(tokens.c.owner == person.id).order_by(tokens.c.created)
            )
            return [{"id": row.id, "name": row.name, "created": row.created, "secret": None} for row in found]

    async def new_token(self, owner: Person, name: str) -> Token:
        """Creates a token for a program; only its hash is stored."""
        if owner.kind == "program":  # its owner could neither see nor revoke that token
            raise Refused("person/account")
        if len(await self.tokens_of(owner)) >= MOST_TOKENS:
            raise Refused("table/full")
        program = await self.new(name, "program")
        secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
        token: Token = {
            "id": secrets.token_urlsafe(9),
            "name": program.name,
            "created": now_ms(),
            "secret": secret,
        }
        row = {"id": token["id"], "name": token["name"], "created": token["created"], "hash": _token_hash(secret)}
        async with transaction(self._engine) as connection:
            await connection.execute(insert(tokens).values(owner=owner.id, person=program.id, **row))
        return token

    async def delete_token(self, owner: Person, token: str) -> None:
        """Revokes a token; a program that uses it is disconnected.

        Raises:
            Refused: ``token/unknown``.
        """
        if not await self._revoke_tokens(tokens.c.owner == owner.id, tokens.c.id == token):
            raise Refused("token/unknown")

    async def _revoke_tokens(self, *which: ColumnElement[bool]) -> int:
        """Revokes tokens, and returns how many."""
        async with reading(self._engine) as connection:
            found = [row.person for row in await connection.execute(select(tokens.c.person).where(*which))]
        programs = [program for each in found if (program := await self._get_stored(each)) is not None]
        async with transaction(self._engine) as connection:
            await connection.execute(delete(tokens).where(*which))
        for program in programs:
            await self._change(replace(program, epoch=program.epoch + 1), epoch=program.epoch + 1)
        return len(found)


def _token_hash(secret: str) -> str:
    # A token has 256 random bits, so a fast hash is safe.
    return hashlib.sha256(secret.encode()).hexdigest()


def session_of(cookie: str) -> str:
    """The name of a cookie's session: a hash, which is no secret."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def _revocation(person: str, session: str | None) -> dict[str, Any]:
    return {"id": secrets.token_urlsafe(12), "person": person, "session": session, "at": now_ms()}

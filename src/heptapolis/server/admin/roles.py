"""Admins, and their second factor: codes by time (TOTP, RFC 6238), and recovery codes for a lost phone."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import orjson
from sqlalchemy import select, update

from heptapolis.server.errors import Refused
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import admins

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

STEP_SECONDS: Final = 30
CONFIRMED_MS: Final = 12 * 3_600_000
"""How long the second factor counts in a session."""
RECOVERY_CODES: Final = 8
ISSUER: Final = "Heptapolis"


@dataclass(frozen=True, slots=True)
class Admin:
    """The role of a person."""

    person: str
    granted: int
    set_up: bool
    """Whether the second factor is in use."""
    recovery_left: int


class Roles:
    """Who is an admin, and by which second factor."""

    def __init__(self, engine: AsyncEngine) -> None:
        """``engine`` is the database; a role that was taken away counts at once."""
        self._engine = engine

    async def of(self, person: str) -> Admin | None:
        """The role of a person; None for everybody else."""
        async with reading(self._engine) as connection:
            row = (await connection.execute(select(admins).where(admins.c.person == person))).one_or_none()
        if row is None:
            return None
        return Admin(row.person, row.granted, row.totp_set_up, len(orjson.loads(row.recovery)))

    async def all(self) -> list[str]:
        """The ids of all admins."""
        async with reading(self._engine) as connection:
            return list((await connection.execute(select(admins.c.person).order_by(admins.c.granted))).scalars())

    async def begin(self, person: str, account: str) -> tuple[str, str]:
        """A new secret for an admin without a second factor, and its address for an authenticator app.

        Raises:
            Refused: ``admin/set-up``: there is one already.
        """
        from pyotp import random_base32  # only hosts need it
        from pyotp.totp import TOTP

        secret = random_base32()
        change = update(admins).where(admins.c.person == person, admins.c.totp_set_up.is_(False)).values(totp=secret)
        async with transaction(self._engine) as connection:
            if not (await connection.execute(change)).rowcount:
                raise Refused("admin/set-up")
        return secret, TOTP(secret).provisioning_uri(name=account, issuer_name=ISSUER)

    async def finish(self, person: str, code: str) -> list[str]:
        """Takes the secret into use if a code proves that the app has it; returns the recovery codes.

        Raises:
            Refused: ``admin/code`` or ``admin/set-up``.
        """
        async with transaction(self._engine) as connection:
            row = (await connection.execute(select(admins).where(admins.c.person == person))).one()
            if row.totp_set_up or row.totp is None:
                raise Refused("admin/set-up")
            step = _step_of(row.totp, code, row.totp_step)
            codes = [f"{secrets.token_hex(3)}-{secrets.token_hex(3)}" for _ in range(RECOVERY_CODES)]
            hashes = orjson.dumps([_hash(each) for each in codes]).decode()
            values = {"totp_set_up": True, "totp_step": step, "recovery": hashes}
            await connection.execute(update(admins).where(admins.c.person == person).values(**values))
        return codes

    async def confirm(self, person: str, code: str) -> None:
        """Checks a code of the app, or a recovery code; none is taken twice.

        Raises:
            Refused: ``admin/code``, or ``admin/set-up`` without a second factor.
        """
        async with transaction(self._engine) as connection:
            query = select(admins).where(admins.c.person == person).with_for_update()
            row = (await connection.execute(query)).one()
            if not row.totp_set_up:
                raise Refused("admin/set-up")
            left: list[str] = orjson.loads(row.recovery)
            used = _hash(code.strip().lower())
            if used in left:
                values: dict[str, object] = {"recovery": orjson.dumps([each for each in left if each != used]).decode()}
            else:
                values = {"totp_step": _step_of(row.totp, code, row.totp_step)}
            await connection.execute(update(admins).where(admins.c.person == person).values(**values))


def _step_of(secret: str, code: str, last: int) -> int:
    """The time step of a code: this one or its neighbors, and later than the last that was used.

    Raises:
        Refused: ``admin/code``.
    """
    from pyotp.totp import TOTP  # only hosts need it

    totp = TOTP(secret)
    now = int(time.time()) // STEP_SECONDS
    digits = "".join(code.split())
    for step in (now - 1, now, now + 1):
        if step > last and secrets.compare_digest(totp.at(step * STEP_SECONDS).encode(), digits.encode()):
            return step
    raise Refused("admin/code")


def _hash(code: str) -> str:
    # A recovery code has 48 random bits and few tries, so a fast hash is enough.
    return hashlib.sha256(code.encode()).hexdigest()

"""What a host and admins do, each act with its line in the audit log in the same transaction.

The server's processes learn of an act from the audit log, so the command line and the admin pages do the same.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import orjson
from sqlalchemy import delete, insert, select, update

from heptapolis.server.errors import Refused, ServerTrouble
from heptapolis.server.people.names import clean_text, fold_name
from heptapolis.server.ratings.steps import rate_again
from heptapolis.server.statistics.tallies import remove_game
from heptapolis.server.storage.archive import archive_table, bring_back
from heptapolis.server.storage.database import reading, transaction
from heptapolis.server.storage.schema import admins, audit, names, people, reports, sanctions, state, tables, voided
from heptapolis.server.tables.events import now_ms
from heptapolis.server.tables.state import OVER

if TYPE_CHECKING:
    from sqlalchemy import Executable
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from heptapolis.server.messages.words import MaintenanceMode, NameRule, ReportStatus, SanctionKind

HOST: Final = "host"
"""Who acts on the command line."""

HOUR_MS: Final = 3_600_000
WIDEST: Final = {4: 16, 6: 32}
"""The shortest prefix of an address range that can be banned, by IP version: a mistake must not ban everybody."""

ActName = Literal[
    "grant",
    "revoke",
    "second-factor",
    "close",
    "bring-back",
    "void",
    "mute",
    "ban",
    "lift",
    "reserve-name",
    "forbid-name",
    "free-name",
    "settle-report",
    "message",
    "maintenance",
    "end-sessions",
]


@dataclass(frozen=True, slots=True)
class Act:
    """One line of the audit log."""

    id: str
    at: int
    by: str
    act: ActName
    target: str
    reason: str


class Acts:
    """Carries out acts, in the database alone."""

    def __init__(self, engine: AsyncEngine) -> None:
        """``engine`` is the database."""
        self._engine = engine

    async def grant(self, by: str, person: str, account: str) -> None:
        """Makes the owner of an account an admin."""
        async with transaction(self._engine) as connection:
            there = await connection.execute(select(admins.c.person).where(admins.c.person == person))
            if there.scalar() is None:
                row = {"person": person, "granted": now_ms(), "totp_set_up": False, "totp_step": 0, "recovery": "[]"}
                await connection.execute(insert(admins).values(**row))
            await _note(connection, by, "grant", account)

    async def revoke(self, by: str, person: str, account: str) -> None:
        """Takes the role away, with the second factor."""
        await self._do(by, "revoke", account, "", delete(admins).where(admins.c.person == person))

    async def forget_second_factor(self, by: str, person: str, account: str) -> None:
        """Lets an admin who lost the second factor set up a new one."""
        values = {"totp": None, "totp_set_up": False, "totp_step": 0, "recovery": "[]"}
        await self._do(
            by, "second-factor", account, "lost", update(admins).where(admins.c.person == person).values(**values)
        )

    async def close(self, by: str, table: str, reason: str) -> None:
        """Ends a table: everybody leaves, and it moves to the archive.

        Raises:
            Refused: ``table/unknown``, or ``table/not-playing`` for a finished game, which can only be voided.
        """
        async with transaction(self._engine) as connection:
            if await _status(connection, table) == OVER:
                raise Refused("table/not-playing")
            await archive_table(connection, table)
            await _note(connection, by, "close", table, reason)

    async def bring_back(self, by: str, table: str, reason: str) -> None:
        """Moves a closed table back from the archive.

        Raises:
            Refused: ``table/unknown``.
        """
        async with transaction(self._engine) as connection:
            try:
                await bring_back(connection, table)
            except ServerTrouble:
                raise Refused("table/unknown") from None
            await _note(connection, by, "bring-back", table, reason)

    async def void(self, by: str, table: str, reason: str) -> None:
        """Takes a game out of statistics and ratings; a running one is closed first.

        Raises:
            Refused: ``table/unknown``.
        """
        async with transaction(self._engine) as connection:
            if await _status(connection, table) == OVER:
                await connection.run_sync(remove_game, table)
            else:
                await archive_table(connection, table)
            there = await connection.execute(select(voided.c.table_id).where(voided.c.table_id == table))
            if there.scalar() is None:
                await connection.execute(insert(voided).values(table_id=table, at=now_ms()))
                await connection.run_sync(rate_again, table)
            await _note(connection, by, "void", table, reason)

    async def sanction(
        self, by: str, kind: SanctionKind, *, person: str | None, addresses: str | None, hours: int | None, reason: str
    ) -> str:
        """Mutes or bans a person, or bans an address range; returns the id of the sanction.

        Args:
            by: Who acts.
            kind: Ban or mute.
            person: The id of the person.
            addresses: Instead of a person: an address or a range in CIDR notation.
            hours: For how long; None until it is lifted.
            reason: For the audit log.

        Raises:
            Refused: ``person/unknown``, or ``message/invalid`` for a range that is none or too wide.
        """
        if addresses is not None:
            addresses = clean_range(addresses)
        async with transaction(self._engine) as connection:
            if person is not None:
                found = await connection.execute(select(people.c.id).where(people.c.id == person))
                if found.scalar() is None:
                    raise Refused("person/unknown")
            now = now_ms()
            row = {
                "id": new_id(),
                "kind": kind,
                "person": person,
                "addresses": addresses,
                "until": None if hours is None else now + hours * HOUR_MS,
                "at": now,
                "reason": reason,
            }
            await connection.execute(insert(sanctions).values(**row))
            span = "" if hours is None else f" for {hours} h"
            await _note(connection, by, kind, f"{person or addresses}{span}", reason)
            return str(row["id"])

    async def lift(self, by: str, sanction: str, reason: str) -> None:
        """Ends a sanction.

        Raises:
            Refused: ``sanction/unknown``.
        """
        async with transaction(self._engine) as connection:
            row = (await connection.execute(select(sanctions).where(sanctions.c.id == sanction))).one_or_none()
            if row is None:
                raise Refused("sanction/unknown")
            await connection.execute(delete(sanctions).where(sanctions.c.id == sanction))
            await _note(connection, by, "lift", f"{row.kind} of {row.person or row.addresses}", reason)

    async def rule_name(self, by: str, name: str, kind: NameRule) -> None:
        """Reserves a name for admins, or forbids it as a part of any name.

        Raises:
            Refused: ``person/name``: nothing of it can be compared.
        """
        folded = fold_name(name)
        if not folded:
            raise Refused("person/name", why="empty")
        row = {"name": folded[:40], "kind": kind, "at": now_ms()}
        act: ActName = "reserve-name" if kind == "reserved" else "forbid-name"
        await self._do(by, act, folded[:40], "", delete(names).where(names.c.name == folded), insert(names).values(row))

    async def free_name(self, by: str, name: str) -> None:
        """Allows a name again."""
        folded = fold_name(name)
        await self._do(by, "free-name", folded[:40], "", delete(names).where(names.c.name == folded))

    async def settle(self, by: str, report: str, status: ReportStatus, reason: str) -> None:
        """Says what became of a report.

        Raises:
            Refused: ``report/unknown``.
        """
        async with transaction(self._engine) as connection:
            change = update(reports).where(reports.c.id == report).values(status=status)
            if not (await connection.execute(change)).rowcount:
                raise Refused("report/unknown")
            await _note(connection, by, "settle-report", f"{report} {status}", reason)

    async def message(self, by: str, text: str, hours: int) -> None:
        """Shows a message to everybody for some hours; an empty text takes it away."""
        text = clean_text(text, 300, "chat/nothing") if text.strip() else ""
        value = {"text": text, "at": now_ms(), "until": now_ms() + hours * HOUR_MS}
        await self._set_state(by, "message", value, text[:120])

    async def maintenance(self, by: str, mode: MaintenanceMode, reason: str) -> None:
        """Starts or ends maintenance; when a pause ends, clocks start anew."""
        before = (await read_state(self._engine)).get("maintenance", {})
        ended = before.get("mode") == "pause" and mode != "pause"
        resumed = now_ms() if ended else before.get("resumed", 0)
        await self._set_state(by, "maintenance", {"mode": mode, "resumed": resumed}, mode, reason)

    async def note(self, by: str, act: ActName, target: str, reason: str = "") -> None:
        """Only writes a line into the audit log."""
        await self._do(by, act, target, reason)

    async def _set_state(self, by: str, name: str, value: dict[str, Any], target: str, reason: str = "") -> None:
        row = {"name": name, "value": orjson.dumps(value).decode()}
        changes = (delete(state).where(state.c.name == name), insert(state).values(**row))
        await self._do(by, "message" if name == "message" else "maintenance", target, reason, *changes)

    async def _do(self, by: str, act: ActName, target: str, reason: str, *changes: Executable) -> None:
        async with transaction(self._engine) as connection:
            for change in changes:
                await connection.execute(change)
            await _note(connection, by, act, target, reason)

    async def log(self, before: int | None, most: int) -> list[Act]:
        """The audit log, latest first."""
        query = select(audit).order_by(audit.c.at.desc(), audit.c.id).limit(most)
        if before is not None:
            query = query.where(audit.c.at < before)
        async with reading(self._engine) as connection:
            return [Act(*row) for row in await connection.execute(query)]


def new_id() -> str:
    """A new id for a row."""
    return secrets.token_urlsafe(12)


def clean_range(addresses: str) -> str:
    """An address range in normal form.

    Raises:
        Refused: ``message/invalid``: it is none, or so wide that it would shut out whole countries.
    """
    try:
        found = ipaddress.ip_network(addresses.strip(), strict=False)
    except ValueError:
        raise Refused("message/invalid", field="addresses", why="value_error") from None
    if found.prefixlen < WIDEST[found.version]:
        raise Refused("message/invalid", field="addresses", why="too_wide")
    return str(found)


async def read_state(engine: AsyncEngine) -> dict[str, Any]:
    """Maintenance and message as stored."""
    async with reading(engine) as connection:
        return {row.name: orjson.loads(row.value) for row in await connection.execute(select(state))}


async def _status(connection: AsyncConnection, table: str) -> str:
    status = (await connection.execute(select(tables.c.status).where(tables.c.id == table))).scalar()
    if status is None:
        raise Refused("table/unknown")
    return str(status)


async def _note(connection: AsyncConnection, by: str, act: ActName, target: str, reason: str = "") -> None:
    row = {"id": new_id(), "at": now_ms(), "by": by, "act": act, "target": target[:120], "reason": reason[:300]}
    await connection.execute(insert(audit).values(**row))

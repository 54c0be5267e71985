"""What a process knows of sanctions, name rules and maintenance; it reads the audit log for news."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, exists, or_, select

from heptapolis.server.admin.acts import Act, read_state
from heptapolis.server.errors import Refused
from heptapolis.server.people.names import NameRules
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import admins, audit, names, revocations, sanctions, tokens
from heptapolis.server.tables.events import now_ms

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

    from heptapolis.server.messages.parts import HostMessage, Notice
    from heptapolis.server.messages.words import MaintenanceMode
    from heptapolis.server.people.people import People

OVERLAP_MS: Final = 60_000
"""How far the clocks of two machines may differ before an act is missed."""

# Made once: it is asked every second.
_NEWS: Final = select(
    or_(
        exists().where(audit.c.at >= bindparam("acts_since")),
        exists().where(revocations.c.at >= bindparam("revocations_since")),
    )
)


class Moderation:
    """The rules in force at this moment."""

    def __init__(self, engine: AsyncEngine, people: People) -> None:
        """``people`` get the rules for names."""
        self._engine = engine
        self._people = people
        self._heard: set[str] = set()
        self._heard_until: int | None = None
        self._banned: dict[str, int | None] = {}
        self._muted: dict[str, int | None] = {}
        self._ranges: list[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, int | None]] = []
        self._message: HostMessage | None = None
        self.mode: MaintenanceMode = "off"
        self.resumed = 0
        """When the last pause ended: clocks run from then on."""

    async def has_news(self) -> bool:
        """Whether there may be acts or revocations that were not read yet: one short query instead of two.

        Raises:
            StorageAway: the database cannot be reached.
        """
        since = {"acts_since": (self._heard_until or 0) - OVERLAP_MS, "revocations_since": self._people.heard_since}
        async with reading(self._engine) as connection:
            return bool((await connection.execute(_NEWS, since)).scalar())

    async def hear(self) -> list[Act]:
        """Reads what the host and admins did since the last call; the first call reads what is in force.

        Raises:
            StorageAway: the database cannot be reached.
        """
        first = self._heard_until is None
        since = now_ms() if self._heard_until is None else self._heard_until
        now = now_ms()
        async with reading(self._engine) as connection:
            found = await connection.execute(select(audit).where(audit.c.at >= since - OVERLAP_MS))
            rows = [Act(*row) for row in found]
        new = [act for act in rows if act.id not in self._heard]
        if first or new:
            await self._load()
        self._heard = {act.id for act in rows if act.at >= now - 2 * OVERLAP_MS}
        self._heard_until = now
        return [] if first else new

    async def _load(self) -> None:
        stored = await read_state(self._engine)
        maintenance: dict[str, Any] = stored.get("maintenance", {})
        message = stored.get("message")
        async with reading(self._engine) as connection:
            rules = (await connection.execute(select(names))).all()
            punished = (await connection.execute(select(sanctions))).all()
            who = [row.person for row in punished if row.person is not None]
            programs = (await connection.execute(select(tokens.c.person, tokens.c.owner))).all() if who else []
            trusted = frozenset((await connection.execute(select(admins.c.person))).scalars())
        banned: dict[str, int | None] = {}
        muted: dict[str, int | None] = {}
        ranges = []
        for row in punished:
            if row.person is None:
                ranges.append((ipaddress.ip_network(row.addresses), row.until))
            else:
                _longest(banned if row.kind == "ban" else muted, row.person, row.until)
        for each in (banned, muted):  # what a person may not do, their programs may not do either
            each |= {row.person: each[row.owner] for row in programs if row.owner in each}
        self._banned, self._muted, self._ranges = banned, muted, ranges
        self.mode, self.resumed = maintenance.get("mode", "off"), maintenance.get("resumed", 0)
        self._message = message if message and message["text"] else None
        self._people.name_rules = NameRules(
            frozenset(row.name for row in rules if row.kind == "reserved"),
            frozenset(row.name for row in rules if row.kind == "forbidden"),
        )
        self._people.admins = trusted

    @property
    def message(self) -> HostMessage | None:
        """The message to everybody, if there is one now."""
        return self._message if self._message is not None and now_ms() < self._message["until"] else None

    def banned_until(self, person: str) -> int | None:
        """Until when a person is banned, in milliseconds; 0 until it is lifted, None without a ban."""
        return _until(self._banned, person)

    def check_person(self, person: str) -> None:
        """Refuses a banned person.

        Raises:
            Refused: ``person/banned``, with the end of the ban, 0 if it has none.
        """
        until = self.banned_until(person)
        if until is not None:
            raise Refused("person/banned", until=until)

    def check_address(self, address: str) -> None:
        """Refuses an address of a banned range.

        Raises:
            Refused: ``request/banned``.
        """
        if not self._ranges:
            return
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        now = now_ms()
        if any(found in network and (until is None or now < until) for network, until in self._ranges):
            raise Refused("request/banned")

    def check_may_talk(self, person: str) -> None:
        """Refuses chat of a muted person.

        Raises:
            Refused: ``chat/muted``, with the end, 0 if it has none.
        """
        until = _until(self._muted, person)
        if until is not None:
            raise Refused("chat/muted", until=until)

    def check_new_game(self) -> None:
        """Refuses new tables and games during maintenance.

        Raises:
            Refused: ``server/maintenance``.
        """
        if self.mode != "off":
            raise Refused("server/maintenance")

    def check_playing(self) -> None:
        """Refuses moves while games are paused.

        Raises:
            Refused: ``server/maintenance``.
        """
        if self.mode == "pause":
            raise Refused("server/maintenance")


def notice_of(moderation: Moderation) -> Notice:
    """What everybody is told."""
    return {"message": moderation.message, "maintenance": moderation.mode}


def _longest(found: dict[str, int | None], person: str, until: int | None) -> None:
    """Keeps the sanction that ends last."""
    before = found.get(person, 0)
    found[person] = None if until is None or before is None else max(until, before)


def _until(found: dict[str, int | None], person: str) -> int | None:
    if person not in found:
        return None
    until = found[person]
    if until is None:
        return 0
    return until if now_ms() < until else None

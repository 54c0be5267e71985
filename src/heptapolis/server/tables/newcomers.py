"""People who want to join a running game: the host invites, everybody seated agrees, and nobody has seen it before.

A newcomer waits outside, where nothing of the game is sent, and gets a bot's seat when the next age begins: the hands
have just been dealt then. What the seat has seen or said before stays hidden.

Whoever has watched or sat is known by *marks*: keyed hashes of the person, of the owner of a program, and of the
address. A mark says nothing about the address, and is different at every table.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from heptapolis.rulebook import AGES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis import Game
    from heptapolis.record.json_types import ViewDocument

MOST_ASKS: Final = 4
"""People who wait for an answer at one table."""

MOST_MARKS: Final = 2000
"""Marks that a table remembers; with more visitors nobody can join its game any more."""

IPV6_PREFIX: Final = 64
"""What one customer of a provider has; addresses within it are one."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A person who waits for a seat."""

    seat: int
    person: str
    marks: tuple[str, ...]
    agreed: tuple[str, ...] = ()
    """The seated people who agree."""


@dataclass(frozen=True, slots=True)
class Entered:
    """When a newcomer got the seat, and what the seat knew then."""

    seq: int
    """The event; chat up to it stays hidden."""
    buried: int
    """Cards that already lay under the stages."""
    discards: tuple[str, ...]
    """Cards in the discard pile that the seat had seen."""


@dataclass(frozen=True, slots=True)
class Newcomers:
    """What a table knows about newcomers. Changes make a new one."""

    invited: tuple[int, ...] = ()
    """Seats for which the host invites somebody."""
    asks: tuple[Ask, ...] = ()
    seen: frozenset[str] = frozenset()
    """The marks of everybody who has watched or played."""
    declined: frozenset[str] = frozenset()
    """The marks of people whom somebody did not want."""
    entered: dict[str, Entered] = field(default_factory=dict)

    def invite(self, seat: int, wanted: bool) -> Newcomers:
        """Opens a seat to newcomers, or closes it again."""
        others = tuple(each for each in self.invited if each != seat)
        if wanted:
            return replace(self, invited=tuple(sorted((*others, seat))))
        return replace(self, invited=others, asks=tuple(ask for ask in self.asks if ask.seat != seat))

    def ask(self, seat: int, person: str, marks: Iterable[str]) -> Newcomers:
        """Adds a person who waits for a seat; an earlier wish of the person is dropped."""
        others = tuple(ask for ask in self.asks if ask.person != person)
        return replace(self, asks=(*others, Ask(seat, person, tuple(marks))))

    def answer(self, who: str, person: str, agree: bool) -> Newcomers:
        """The answer of somebody seated to a person who waits."""
        if agree:
            asks = (replace(ask, agreed=(*ask.agreed, who)) if ask.person == person else ask for ask in self.asks)
            return replace(self, asks=tuple(asks))
        gone = self.waiting(person)
        declined = self.declined.union(gone.marks) if gone is not None else self.declined
        return replace(self, asks=tuple(ask for ask in self.asks if ask != gone), declined=declined)

    def watch(self, marks: Iterable[str]) -> Newcomers:
        """Remembers visitors; who waits and has looked waits no longer."""
        seen = self.seen.union(marks)
        return replace(self, seen=seen, asks=tuple(ask for ask in self.asks if not seen.intersection(ask.marks)))

    def enter(self, ask: Ask, entered: Entered) -> Newcomers:
        """Gives a seat to a person who waited for it."""
        return replace(
            self,
            invited=tuple(seat for seat in self.invited if seat != ask.seat),
            asks=tuple(each for each in self.asks if each.seat != ask.seat),
            seen=self.seen.union(ask.marks),
            entered={**self.entered, ask.person: entered},
        )

    def waiting(self, person: str) -> Ask | None:
        """What a person waits for."""
        return next((ask for ask in self.asks if ask.person == person), None)

    @property
    def crowded(self) -> bool:
        """Whether there were too many visitors to know them all."""
        return len(self.seen) >= MOST_MARKS

    def hears(self, person: str | None, seq: int) -> bool:
        """Whether a person may know what was said in an event."""
        entered = self.entered.get(person) if person is not None else None
        return entered is None or seq > entered.seq

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return asdict(self) | {"seen": sorted(self.seen), "declined": sorted(self.declined)}

    @staticmethod
    def of_json(written: dict[str, Any]) -> Newcomers:
        """The opposite of ``as_json``."""
        asks = (
            Ask(each["seat"], each["person"], tuple(each["marks"]), tuple(each["agreed"])) for each in written["asks"]
        )
        entered = {
            person: Entered(each["seq"], each["buried"], tuple(each["discards"]))
            for person, each in written["entered"].items()
        }
        seen, declined = frozenset(written["seen"]), frozenset(written["declined"])
        return Newcomers(tuple(written["invited"]), tuple(asks), seen, declined, entered)


def has_next_age(game: Game) -> bool:
    """Whether another age will begin."""
    return game.age < AGES[-1] and not game.over


def entered_now(game: Game, seat: int, seq: int) -> Entered:
    """What a newcomer must not see, at the moment of entering."""
    seen = game.view(seat)
    return Entered(seq, len(seen.buried[seat]), seen.known_discards)


def without_past(seen: ViewDocument, seat: int, entered: Entered) -> ViewDocument:
    """A seat's view without what it saw before its player entered."""
    left = list(entered.discards)
    known: list[str] = []
    for card in seen["known_discards"]:
        if card in left:
            left.remove(card)
        else:
            known.append(card)
    seats = []
    for number, each in enumerate(seen["seats"]):
        shown = each.copy()
        if number == seat and "buried" in shown:
            shown["buried"] = shown["buried"][entered.buried :]
        if isinstance(shown["sold_leaders"], list):
            shown["sold_leaders"] = len(shown["sold_leaders"])
        seats.append(shown)
    return {**seen, "seats": seats, "known_discards": known, "known_leaders": []}


def marks_of(key: str, table: str, people: Iterable[str], address: str | None) -> tuple[str, ...]:
    """The marks of a visitor at a table."""
    texts = [f"person {each}" for each in people]
    if address is not None:
        texts.append(f"address {_network(address)}")
    return tuple(
        hmac.new(key.encode(), f"visitor {table} {text}".encode(), hashlib.sha256).hexdigest()[:16] for text in texts
    )


def _network(address: str) -> str:
    """What counts as one address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False))

"""What is played on which day, and how all chance of a day follows from its secret. ``docs/daily.md`` lists it."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from heptapolis.server.tables.options import SEEDS, stored_options

if TYPE_CHECKING:
    from heptapolis.server.messages.parts import Options
    from heptapolis.server.messages.words import Edition, Level

SEAT: Final = 0
"""Where the person sits; bots have the other seats."""

LEVEL: Final[Level] = "sage"
"""The level of the bots. They search with a fixed number of playouts, see ``server.bots.bot_worker``."""

SEED_BYTES: Final = 16
DAY_MS: Final = 86_400_000


@dataclass(frozen=True, slots=True)
class Kind:
    """What is played on a day of the week."""

    edition: Edition
    boxes: tuple[str, ...]
    seats: int


CALENDAR: Final = (
    Kind("first", (), 3),
    Kind("second", (), 4),
    Kind("first", ("leaders",), 4),
    Kind("first", (), 5),
    Kind("first", ("cities",), 4),
    Kind("first", ("leaders", "cities"), 5),
    Kind("second", (), 3),
)
"""By day of the week, from Monday."""


def day_at(ms: int) -> str:
    """The day of a time, by UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds since 1970."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return round(start.timestamp() * 1000) + DAY_MS


def before(day: str) -> str:
    """The day before."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar, as we write days."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def options_of(day: str) -> Options:
    """What is played on a day."""
    kind = CALENDAR[date.fromisoformat(day).weekday()]
    return stored_options({"edition": kind.edition, "expansions": list(kind.boxes), "seats": kind.seats})


def _derived(secret: str, what: str) -> bytes:
    return hmac.digest(bytes.fromhex(secret), what.encode(), hashlib.sha256)


def seeds_of(secret: str) -> list[str]:
    """The seeds of the shuffles of a day, each of which says nothing about the others."""
    return [_derived(secret, f"shuffle {number}")[:SEED_BYTES].hex() for number in range(SEEDS)]


def bots_secret(secret: str) -> str:
    """What the bots' chance of a day follows from."""
    return _derived(secret, "bots")[:SEED_BYTES].hex()


def sage_table(secret: str) -> str:
    """The table at which the sage plays a day's deal; nobody can know it without the secret."""
    return urlsafe_b64encode(_derived(secret, "sage")[:SEED_BYTES]).decode().rstrip("=")

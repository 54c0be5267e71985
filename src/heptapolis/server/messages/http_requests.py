"""Bodies of HTTP requests: models that check every field."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from heptapolis.server.messages.client_messages import Input, OptionsInput, SeatNumber
from heptapolis.server.messages.words import Level

# Printable text in any script, without control characters or line breaks.
Nickname = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
AccountName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{3,24}$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
LARGEST_RECORD: Final = 100_000
"""Characters of a record that may be sent; the largest games take a tenth of it."""
RecordText = Annotated[str, StringConstraints(min_length=1, max_length=LARGEST_RECORD)]


class GuestBody(Input):
    """Log in as a guest, or change the nickname."""

    name: Nickname


class AccountBody(Input):
    """Turn a guest into an account, or log in."""

    account: AccountName
    password: Password


class PasswordBody(Input):
    """Confirm with the password, or change it."""

    password: Password
    new_password: Password | None = None


class ConfirmBody(Input):
    """Confirm the deletion, for an account with its password."""

    password: Password | None = None


class TokenBody(Input):
    """The name of a program."""

    name: Nickname


class NewTable(Input):
    """Open a table."""

    options: OptionsInput
    seat: SeatNumber | None = 0
    """Where to sit down at once; null: nowhere yet."""
    bots: list[Level | None] = Field(default=[], max_length=8)
    """Bots by seat; null or missing: free."""
    start: bool = False
    """Start at once (every other seat has a bot)."""


class ContinueBody(Input):
    """Play on from a moment of a recorded game, against bots."""

    moment: int = Field(ge=0, le=999, strict=True)
    """How many moments of the game come before; 0 is its start."""
    seat: SeatNumber = 0
    """Where the person sits; bots have the others."""
    level: Level = "normal"


class RecordBody(Input):
    """A recorded game from elsewhere, to be replayed; nothing of it is kept."""

    record: RecordText
    """As text or as JSON."""
    seat: SeatNumber = 0
    """Whose view is asked for."""


class ContinueRecordBody(ContinueBody):
    """Likewise, with a record from elsewhere."""

    record: RecordText


class AnalyseRecordBody(Input):
    """Analyse a recorded game from elsewhere; send it again to learn how far the analysis has come."""

    record: RecordText


class LookBody(Input):
    """Look deeper at one decision of a game."""

    line: int = Field(ge=0, le=999, strict=True)
    """The number of its moment in the replay, from 0."""
    city: SeatNumber
    """The city that was decided for."""


class LookRecordBody(LookBody):
    """Likewise, with a record from elsewhere."""

    record: RecordText

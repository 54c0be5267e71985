"""Bodies of HTTP requests: models that check every field."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field, StringConstraints

from heptapolis.server.messages.client_messages import Input, OptionsInput, SeatNumber
from heptapolis.server.messages.words import BotName, GamesFilter, GamesTopic, Language

# Printable text in any script, without control characters or line breaks.
Nickname = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24)]
AccountName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{3,24}$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Email = Annotated[str, StringConstraints(pattern=r"^[^@\s<>\"',;]{1,64}@[A-Za-z0-9.-]{1,180}$")]
LARGEST_RECORD: Final = 100_000
"""Characters of a record that may be sent; the largest games take a tenth of it."""
LONGEST_DAYS: Final = 90
"""The longest time span of a profile besides all time: its games are read one by one, so they must be few."""
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


class EmailBody(Input):
    """Where to send a link for a new password; null: nowhere."""

    password: Password
    email: Email | None


class ForgottenBody(Input):
    """Whose password was forgotten, and the language of the mail."""

    account: AccountName
    language: Language = "en"


class ResetBody(Input):
    """A new password, with the secret of the link in the mail."""

    secret: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,60}$")]
    new_password: Password


class TokenBody(Input):
    """The name of a program."""

    name: Nickname


class NewTable(Input):
    """Open a table."""

    options: OptionsInput
    seat: SeatNumber | None = 0
    """Where to sit down at once; null: nowhere yet."""
    bots: list[BotName | None] = Field(default=[], max_length=8)
    """Bots by seat; null or missing: free."""
    start: bool = False
    """Start at once (every other seat has a bot)."""


class CodeBody(Input):
    """The code of a table, as somebody typed it."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class ContinueBody(Input):
    """Play on from a moment of a recorded game, against bots."""

    moment: int = Field(ge=0, le=999, strict=True)
    """How many moments of the game come before; 0 is its start."""
    seat: SeatNumber = 0
    """Where the person sits; bots have the others."""
    level: BotName = "normal"


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


class GamesQuery(Input):
    """The games behind a number of a profile."""

    topic: GamesTopic = "all"
    key: Annotated[str, StringConstraints(max_length=120)] = ""
    """What they have in common, as the profile names it: a board as in ``Giza|A``, a number of players, a person."""
    only: GamesFilter = "all"
    days: int = Field(default=0, ge=0, le=LONGEST_DAYS)
    skip: int = Field(default=0, ge=0, le=100_000)


class SubscriptionKeys(Input):
    """The keys of a browser's push subscription."""

    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{80,100}$")]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,40}$")]


class SubscriptionBody(Input):
    """A browser's push subscription."""

    endpoint: Annotated[str, StringConstraints(min_length=1, max_length=1000)]
    keys: SubscriptionKeys
    language: Language = "en"


class UnsubscribeBody(Input):
    """The address of a push subscription."""

    endpoint: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class ProfileBody(Input):
    """What others may see of me."""

    shown: bool
    listed: bool

"""Bodies of HTTP requests of admins, and of reports."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from heptapolis.server.messages.client_messages import Input, PersonId
from heptapolis.server.messages.http_requests import Password
from heptapolis.server.messages.words import MaintenanceMode, NameRule, ReportAbout, ReportStatus, SanctionKind

Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)]
Hours = Annotated[int, Field(ge=1, le=24 * 3660, strict=True)]
RowId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class ReportBody(Input):
    """Report a person at a table to the host."""

    person: PersonId
    about: ReportAbout
    note: Reason = ""


class ReasonBody(Input):
    """Why; for the audit log."""

    reason: Reason = ""


class SanctionBody(Input):
    """Mute or ban a person, or ban an address range."""

    kind: SanctionKind
    person: PersonId | None = None
    addresses: Annotated[str, StringConstraints(min_length=2, max_length=50)] | None = None
    """An address, or a range in CIDR notation such as 192.0.2.0/24."""
    hours: Hours | None = None
    """Null: until it is lifted."""
    reason: Reason = ""

    @model_validator(mode="after")
    def _one_target(self) -> SanctionBody:
        if (self.person is None) == (self.addresses is None):
            raise ValueError("either a person or addresses")
        if self.addresses is not None and self.kind == "mute":
            raise ValueError("only people are muted")
        return self


class NameBody(Input):
    """Reserve a name for admins, or forbid it as a part of any name."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=40)]
    kind: NameRule


class FreeNameBody(Input):
    """Allow a name again."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]


class SettleBody(Input):
    """What became of a report."""

    status: ReportStatus
    reason: Reason = ""


class MessageBody(Input):
    """A message to everybody; an empty text takes it away."""

    text: Reason
    hours: Hours = 24


class MaintenanceBody(Input):
    """Start or end maintenance."""

    mode: MaintenanceMode
    reason: Reason = ""


class SetUpBody(Input):
    """Set up the second factor, with the password."""

    password: Password


class CodeOfAppBody(Input):
    """A code of the authenticator app, or a recovery code."""

    code: Annotated[str, StringConstraints(strip_whitespace=True, min_length=6, max_length=20)]

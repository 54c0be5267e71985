"""Errors of the server, with stable codes; ``docs/protocol.md`` lists all of them.

HeptapolisError
├── Refused           the request cannot be done; nothing has changed
│   ├── StorageAway   the database cannot be reached or is full
│   └── UnknownToken  the bearer token is unknown
└── ServerTrouble     the server cannot start
    ├── WrongSetting     a flag or variable has a wrong value
    └── AlreadyRunning   another server uses the same database file
"""

from __future__ import annotations

from heptapolis.engine import HeptapolisError

# The HTTP status of a code, or of all codes with a first part.
_STATUS = {
    "message": 422,
    "message/unreadable": 400,
    "message/too-large": 413,
    "message/too-often": 429,
    "table": 409,
    "table/unknown": 404,
    "table/host-only": 403,
    "code/unknown": 404,
    "person/needed": 401,
    "person/login": 401,
    "person": 409,
    "person/name": 422,
    "person/password": 422,
    "person/account": 403,
    "person/banned": 403,
    "person/unknown": 404,
    "admin": 403,
    "admin/set-up": 409,
    "sanction/unknown": 404,
    "report": 422,
    "report/unknown": 404,
    "session/unknown": 404,
    "reset/unknown": 404,
    "mail/none": 409,
    "chat/muted": 403,
    "profile/unknown": 404,
    "daily/secret": 403,
    "daily/unknown": 404,
    "push/service": 422,
    "options": 422,
    "record": 422,
    "advice/not-allowed": 403,
    "analysis/busy": 429,
    "analysis/failed": 503,
    "token/unknown": 404,
    "bot/unknown": 422,
    "request/origin": 403,
    "request/header": 403,
    "request/host": 403,
    "request/banned": 403,
    "request/type": 415,
    "request/path": 404,
    "request/method": 405,
    "server/storage": 503,
    "server/closing": 503,
    "server/maintenance": 503,
    "server/internal": 500,
}


class Refused(HeptapolisError):
    """The request cannot be done; nothing has changed."""

    def __init__(self, code: str, **params: str | int) -> None:
        """``params`` give details of the code."""
        super().__init__(code, code + (f" {params}" if params else ""))
        self.params: dict[str, str | int] = params

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return _STATUS.get(self.code) or _STATUS.get(self.code.partition("/")[0], 409)


class StorageAway(Refused):
    """The database cannot be reached or is full: nothing has changed, and the client can try again later."""

    def __init__(self) -> None:
        """Always the same code."""
        super().__init__("server/storage")


class UnknownToken(Refused):
    """The bearer token of a request is unknown: status 401, unlike ``token/unknown`` for a token in a path."""

    def __init__(self) -> None:
        """Always the same code."""
        super().__init__("token/unknown")

    @property
    def status(self) -> int:
        """401 Unauthorized."""
        return 401


class ServerTrouble(HeptapolisError):
    """The server cannot start, and what to do about it."""

    exit_status = 1
    """The exit status of the command that fails with this error."""

    def __init__(self, message: str) -> None:
        """``message`` is for the host."""
        super().__init__("server/trouble", message)


class WrongSetting(ServerTrouble):
    """A flag or an environment variable has a wrong value."""

    exit_status = 2


class AlreadyRunning(ServerTrouble):
    """Another running server uses the same database file."""

    def __init__(self, address: str) -> None:
        """``address`` is where it listens."""
        super().__init__(f"a server is already running on this database: {address}")
        self.address = address

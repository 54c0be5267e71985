"""Settings of a server: flags of ``heptapolis serve``, else ``HEPTAPOLIS_*`` variables, else these defaults."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from heptapolis.server.errors import ServerTrouble

_LEAST: Final = {
    "workers": 1,
    "bot_workers": 1,
    "bot_seconds": 0.01,
    "grace_seconds": 0,
    "idle_days": 1,
    "max_tables": 1,
    "max_sockets": 1,
    "rate_limits": 0,
}
_WORDS: Final = {"log_level": ("debug", "info", "warning", "error"), "log_format": ("json", "text", "auto")}

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can set. Each field is a flag (``--max-tables``) and a variable (``HEPTAPOLIS_MAX_TABLES``)."""

    host: str = "127.0.0.1"
    """The address to listen on; only this machine by default."""
    port: int = 8777
    """The port to listen on; 0 takes a free one."""
    database: str = ""
    """A SQLAlchemy address; by default SQLite in the data folder."""
    redis: str = ""
    """A Redis address, needed with several processes."""
    data: str = ""
    """The folder for database and secret key; by default the user's data folder."""
    secret_key: str = ""
    """Signs cookies; by default made on first start and kept in the data folder, readable by its owner only."""
    workers: int = 1
    """Server processes on this machine."""
    bot_workers: int = 1
    """Processes in which bots think, for each server process."""
    bot_seconds: float = 10.0
    """How long a bot may think before a simple move is made in its place."""
    grace_seconds: int = 60
    """How long a person may be away before others may put a bot on the seat."""
    idle_days: int = 30
    """After how many days without an event an unfinished table is removed; finished games stay."""
    max_tables: int = 20_000
    """Unfinished tables that this server holds."""
    max_sockets: int = 20_000
    """WebSockets of one process."""
    rate_limits: float = 1.0
    """Scales every rate limit; 0 switches them off."""
    origins: str = ""
    """Further origins, separated by commas, whose pages may connect: needed behind a proxy that changes the host."""
    forwarded: str = ""
    """Addresses of proxies whose X-Forwarded-For is believed, separated by commas."""
    secure_cookies: bool = False
    """Send cookies over HTTPS only."""
    metrics_public: bool = False
    """Answer /metrics to others than this machine."""
    log_level: str = "info"
    """debug, info, warning or error."""
    log_format: str = "auto"
    """json, text, or auto: text on a terminal."""

    @property
    def data_folder(self) -> Path:
        """The folder for database and secret key."""
        return Path(self.data) if self.data else user_data_path("heptapolis", appauthor=False)

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite+aiosqlite:///{self.data_folder / 'heptapolis.db'}"

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file of this one process."""
        return self.database_url.startswith("sqlite")

    @property
    def database_file(self) -> Path | None:
        """The file of a SQLite database."""
        return Path(self.database_url.partition("///")[2].partition("?")[0]) if self.is_sqlite else None

    def must_exist(self) -> None:
        """Refuses a data folder in which no server has been: it would be made, and found empty.

        Raises:
            ServerTrouble: where nothing is.
        """
        file = self.database_file
        if file is not None and not file.is_file():
            raise ServerTrouble(f"there is no database {file}: --data or --database says where the server's is")

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Origins allowed besides the server's own."""
        return frozenset(part.strip().rstrip("/") for part in self.origins.split(",") if part.strip())

    def check(self) -> None:
        """Refuses settings that do not go together.

        Raises:
            ServerTrouble: which, and what to do.
        """
        self._check_database()
        if self.workers > 1 and (self.is_sqlite or not self.redis):
            raise ServerTrouble("several workers need --database postgresql+asyncpg://... and --redis redis://...")
        if not self.host:
            raise ServerTrouble("no host means every address of this machine: say --host 0.0.0.0 if that is meant")
        if not 0 <= self.port <= 65535:
            raise ServerTrouble(f"the port is a number from 0 to 65535, not {self.port}")
        for name, least in _LEAST.items():
            if not getattr(self, name) >= least:  # also what is no number at all
                raise ServerTrouble(f"{name.replace('_', ' ')} must be at least {least:g}, not {getattr(self, name)}")
        for name, words in _WORDS.items():
            if getattr(self, name) not in words:
                raise ServerTrouble(f"the {name.replace('_', ' ')} is one of {', '.join(words)}")

    def _check_database(self) -> None:
        from sqlalchemy import make_url  # it takes a while, and --help should not
        from sqlalchemy.exc import ArgumentError

        try:
            url = make_url(self.database_url)
        except (ArgumentError, ValueError):
            url = None
        if url is None or not (
            url.drivername == "postgresql+asyncpg" or (url.drivername == "sqlite+aiosqlite" and url.database)
        ):
            raise ServerTrouble("the database is sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME")


def settings_from(flags: dict[str, object]) -> Settings:
    """Settings of flags that were given, else of variables, else the defaults.

    Raises:
        ServerTrouble: a variable holds no value of its kind.
    """
    values: dict[str, object] = {}
    for each in fields(Settings):
        if flags.get(each.name) is not None:
            values[each.name] = flags[each.name]
            continue
        variable = f"HEPTAPOLIS_{each.name.upper()}"
        text = os.environ.get(variable)
        if text:  # an empty one is none, as in compose files that pass everything on
            values[each.name] = _value(variable, text, type(each.default))
    settings = Settings(**values)  # type: ignore[arg-type]  # each value is of its field's type
    settings.check()
    return settings


def _value(variable: str, text: str, kind: type) -> object:
    if kind is bool:
        if text.lower() not in ("1", "0", "true", "false", "yes", "no"):
            raise ServerTrouble(f"{variable} is 1 or 0, not {text!r}")
        return text.lower() in ("1", "true", "yes")
    try:
        return kind(text)
    except ValueError:
        raise ServerTrouble(f"{variable} cannot be {text!r}") from None


def secret_key(settings: Settings) -> str:
    """The key that signs cookies; made on first start.

    Raises:
        ServerTrouble: somebody else can read the file.
    """
    if settings.secret_key:
        if len(settings.secret_key) < 32:
            raise ServerTrouble("the secret key has at least 32 characters")
        return settings.secret_key
    folder = settings.data_folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "secret_key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise ServerTrouble(
                f"others can read {path}: chmod 600 it, or delete it (everybody is logged out)"
            ) from None
        key = path.read_text(encoding="ascii").strip()
        if len(key) < 32:
            raise ServerTrouble(f"{path} is broken: delete it (everybody is logged out)") from None
        return key
    with os.fdopen(handle, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(48)
        file.write(key + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key

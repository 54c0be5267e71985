"""Settings of a server: flags of ``heptapolis serve``, else ``HEPTAPOLIS_*`` variables, else these defaults.

The description of each field is its text in ``heptapolis serve --help`` and in ``docs/hosting.md``.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from heptapolis.server.errors import ServerTrouble, WrongSetting

if TYPE_CHECKING:
    from pydantic_settings import PydanticBaseSettingsSource

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
PREFIX: Final = "HEPTAPOLIS_"
SHORTEST_KEY: Final = 32


class Settings(BaseSettings):
    """Everything a host can set. Each field is a flag (``--max-tables``) and a variable (``HEPTAPOLIS_MAX_TABLES``)."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,  # compose files pass on every variable, set or not
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        validate_default=False,
        hide_input_in_errors=True,  # addresses and keys hold secrets
    )

    host: str = Field(
        default="127.0.0.1",
        description="Address to listen on; by default only this machine can connect (0.0.0.0: everyone).",
    )
    port: int = Field(default=8777, ge=0, le=65535, description="Port to listen on; 0 takes a free one and prints it.")
    database: str = Field(
        default="",
        description="postgresql+asyncpg://USER:PASSWORD@HOST/NAME; by default SQLite in the data folder.",
    )
    redis: str = Field(default="", description="redis://HOST, needed with several processes.")
    data: str = Field(
        default="", description="Folder for the database and the secret key; by default the user's data folder."
    )
    secret_key: str = Field(
        default="",
        repr=False,
        description=f"Signs cookies, at least {SHORTEST_KEY} characters, the same on all machines; "
        "by default created at the first start and kept in the data folder.",
    )
    workers: int = Field(
        default=1, ge=1, description="Server processes on this machine; several need PostgreSQL and Redis."
    )
    bot_workers: int = Field(default=1, ge=1, description="Bot processes of each server process.")
    bot_seconds: float = Field(
        default=10.0, ge=0.01, description="Seconds a bot may take; then a simple move is made for it."
    )
    bot: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(),
        description="Another bot for the seats' lists: NAME, NAME:option=value, NAME=program:COMMAND. "
        "Repeat the flag; in the variable, semicolons separate them.",
    )
    grace_seconds: int = Field(
        default=60, ge=0, description="Seconds a person may be away before others may let a bot play for them."
    )
    idle_days: int = Field(
        default=30,
        ge=1,
        description="Days without an event after which an unfinished table is removed; finished games stay.",
    )
    max_tables: int = Field(default=20_000, ge=1, description="Maximum number of unfinished tables.")
    max_sockets: int = Field(default=20_000, ge=1, description="Maximum number of WebSockets of one process.")
    rate_limits: float = Field(
        default=1.0, ge=0, description="Factor for all rate limits; 0 switches rate limiting off."
    )
    bots_alone: bool = Field(default=False, description="Allow games of bots alone, without a person at the table.")
    rate_same_address: bool = Field(
        default=False,
        description="Rate games of people at one address too, such as those of a school or a club behind one router.",
    )
    deletion_days: int = Field(
        default=7, ge=0, le=365, description="Days between the wish to delete an account and its deletion; 0: at once."
    )
    mail: str = Field(
        default="",
        repr=False,
        description="Mail server for password resets, smtp://USER:PASSWORD@HOST:587 (STARTTLS) or smtps://...; "
        "by default none, and the host resets passwords.",
    )
    mail_from: str = Field(default="", description="Sender of mails, such as games@example.org; needed with --mail.")
    url: str = Field(
        default="", description="Address under which people reach the server, for links in mails; needed with --mail."
    )
    backup_every: float = Field(
        default=0.0,
        ge=0,
        description="Hours between backups into the folder `backups` of the data folder; 0: no backups.",
    )
    backup_keep: int = Field(default=7, ge=1, description="Number of such backups to keep.")
    origins: str = Field(
        default="",
        description="Other origins whose pages may connect, separated by commas; for a proxy that changes the host.",
    )
    hosts: str = Field(
        default="",
        description="Host names under which the server answers, separated by commas; by default under any.",
    )
    forwarded: str = Field(
        default="", description="Addresses of trusted proxies, separated by commas; X-Forwarded-For counts from them."
    )
    secure_cookies: bool = Field(default=False, description="Send cookies over HTTPS only; switch it on behind TLS.")
    metrics_public: bool = Field(default=False, description="Answer /metrics to other machines too.")
    push_services: str = Field(
        default="https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.notify.windows.com,"
        "https://*.push.apple.com",
        description="Addresses of push services to which the server may write, separated by commas.",
    )
    push_contact: str = Field(
        default="", description="mailto: or https: address of the host, which push services are told."
    )
    language: Literal["en", "fr", "nl", "de", "da"] = Field(
        default="en",
        description="Language of what messengers show of a link if they ask for none: en, fr, nl, de or da.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least important messages to log: debug, info, warning or error."
    )
    log_format: Literal["json", "text", "auto"] = Field(
        default="auto", description="Format of the log: json, text, or auto (text on a terminal)."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags first, then variables; no files."""
        return init_settings, env_settings

    @field_validator("host")
    @classmethod
    def _check_host(cls, host: str) -> str:
        if not host:
            raise ValueError("no host means every address of this machine: use 0.0.0.0 if you want that")
        return host

    @field_validator("database")
    @classmethod
    def _check_database(cls, database: str) -> str:
        from sqlalchemy import make_url  # slow to import, and rarely needed
        from sqlalchemy.exc import ArgumentError

        try:
            url = make_url(database)
        except (ArgumentError, ValueError):
            url = None
        if url is None or not (
            url.drivername == "postgresql+asyncpg" or (url.drivername == "sqlite+aiosqlite" and url.database)
        ):
            raise ValueError("must be sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME")
        return database

    @field_validator("bot", mode="before")
    @classmethod
    def _check_bots(cls, bot: object) -> object:
        from heptapolis.server.bots.host_bots import read_host_bots  # slow to import, and rarely needed

        texts = bot.split(";") if isinstance(bot, str) else bot
        found = tuple(each.strip() for each in texts if each.strip()) if isinstance(texts, list | tuple) else ()
        read_host_bots(found)
        return found

    @field_validator("secret_key")
    @classmethod
    def _check_secret_key(cls, key: str) -> str:
        if len(key) < SHORTEST_KEY:
            raise ValueError(f"must have at least {SHORTEST_KEY} characters")
        return key

    @field_validator("mail")
    @classmethod
    def _check_mail(cls, mail: str) -> str:
        parts = urlsplit(mail)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("must be smtp://USER:PASSWORD@HOST:PORT or smtps://...")
        return mail

    @model_validator(mode="after")
    def _check_mail_settings(self) -> Settings:
        if self.mail and not (self.mail_from and self.url.startswith(("http://", "https://"))):
            raise ValueError("--mail needs --mail-from ADDRESS and --url https://...")
        return self

    @model_validator(mode="after")
    def _check_workers(self) -> Settings:
        if self.workers > 1 and (self.is_sqlite or not self.redis):
            raise ValueError("several workers need --database postgresql+asyncpg://... and --redis redis://...")
        return self

    @property
    def bots(self) -> dict[str, str]:
        """The host's bots by name."""
        if not self.bot:
            return {}
        from heptapolis.server.bots.host_bots import read_host_bots

        return read_host_bots(self.bot)

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
        """Whether the database is a file, for one server only."""
        return self.database_url.startswith("sqlite")

    @property
    def database_file(self) -> Path | None:
        """The file of a SQLite database."""
        return Path(self.database_url.partition("///")[2].partition("?")[0]) if self.is_sqlite else None

    def must_exist(self) -> None:
        """Refuses a database file that does not exist, before one is created.

        Raises:
            ServerTrouble: there is no such file.
        """
        file = self.database_file
        if file is not None and not file.is_file():
            raise ServerTrouble(f"there is no database {file}: set --data or --database to the server's")

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Origins allowed besides the server's own."""
        return frozenset(part.strip().rstrip("/") for part in self.origins.split(",") if part.strip())

    @property
    def allowed_push_services(self) -> tuple[str, ...]:
        """Addresses of push services to which the server may write."""
        return tuple(part.strip().rstrip("/") for part in self.push_services.split(",") if part.strip())

    @property
    def contact(self) -> str:
        """What push services are told about the host."""
        return self.push_contact or f"mailto:host@{min(self.allowed_hosts, default='heptapolis.invalid')}"

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Host names under which the server answers; empty: any."""
        return frozenset(part.strip().lower() for part in self.hosts.split(",") if part.strip())


def flag_of(name: str) -> str:
    """The flag of a setting."""
    return "--" + name.replace("_", "-")


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def settings_from(flags: dict[str, Any]) -> Settings:
    """Settings from the flags that are not None, else from variables, else the defaults.

    Raises:
        WrongSetting: the message names its flag or variable.
    """
    given = {name: value for name, value in flags.items() if value is not None and value != ()}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise WrongSetting("; ".join(_explain(each, given) for each in error.errors())) from None


def _explain(error: Any, given: dict[str, Any]) -> str:
    message = str(error["msg"]).removeprefix("Value error, ")
    if not error["loc"]:
        return message
    name = str(error["loc"][0])
    source = flag_of(name) if name in given else variable_of(name)
    if error["type"] == "value_error":  # ours, of settings whose values may be secret
        return f"{source}: {message}"
    value = given[name] if name in given else os.environ.get(variable_of(name))
    return f"{source}: {message[0].lower()}{message[1:]}, not {value!r}"


def secret_key(settings: Settings) -> str:
    """The key that signs cookies; created at the first start.

    Raises:
        ServerTrouble: other users can read the file, or it is damaged.
    """
    if settings.secret_key:
        return settings.secret_key
    folder = settings.data_folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "secret_key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise ServerTrouble(
                f"other users can read {path}: chmod 600 it, or delete it (which logs everyone out)"
            ) from None
        key = path.read_text(encoding="ascii").strip()
        if len(key) < SHORTEST_KEY:
            raise ServerTrouble(f"{path} is damaged: delete it (which logs everyone out)") from None
        return key
    with os.fdopen(handle, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(48)
        file.write(key + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key

"""Sends mails by the host's mail server."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from email.message import EmailMessage
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

import structlog

if TYPE_CHECKING:
    from heptapolis.server.operations.settings import Settings

LOG = structlog.get_logger("heptapolis.mail")

SECONDS: Final = 20.0
PORTS: Final = {"smtp": 587, "smtps": 465}
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class Mail:
    """The mail server of the host, if there is one."""

    def __init__(self, settings: Settings) -> None:
        """Connects to nothing yet."""
        self._url = settings.mail
        self._sender = settings.mail_from
        self.address = settings.url.rstrip("/")
        """Where people reach the server."""

    @property
    def possible(self) -> bool:
        """Whether mails can be sent."""
        return bool(self._url)

    async def send(self, to: str, subject: str, text: str) -> None:
        """Sends a mail. A failure is logged without the address: whoever asked must not learn whether it worked."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        try:
            await asyncio.to_thread(self._deliver, message)
        except (OSError, smtplib.SMTPException) as error:
            LOG.error("mail_failed", why=type(error).__name__)

    def _deliver(self, message: EmailMessage) -> None:
        parts = urlsplit(self._url)
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        safe = ssl.create_default_context()
        with (
            smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=safe)
            if parts.scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=SECONDS)
        ) as server:
            if parts.scheme == "smtp" and host not in LOOPBACK:
                server.starttls(context=safe)  # never a password or a link in the clear
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(message)

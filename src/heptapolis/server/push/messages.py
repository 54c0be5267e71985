"""Encrypts and signs messages as browsers' push services want them (RFC 8030, 8188, 8291 and 8292)."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from heptapolis.server.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

SALT_BYTES: Final = 16
POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a browser wants to be told, and the keys of its messages."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


def decoded(text: str) -> bytes:
    """Bytes from base 64 without padding, as browsers write keys."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    """The other way round."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def new_key() -> tuple[str, str]:
    """A new VAPID key: its private and its public half."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return encoded(key.private_numbers().private_value.to_bytes(32)), encoded(public)


def check_keys(p256dh: str, auth: str) -> None:
    """Refuses keys of a subscription that nothing can be encrypted for.

    Raises:
        Refused: ``message/invalid``.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = decoded(p256dh), decoded(auth)
        if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refused("message/invalid", field="keys", why="value_error") from None


def check_endpoint(endpoint: str, services: Iterable[str]) -> None:
    """Refuses an address that belongs to no push service that the host allows: the server will write to it.

    Raises:
        Refused: ``push/service``.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Refused("push/service") from None
    if parts.username is not None or parts.password is not None or parts.hostname is None:
        raise Refused("push/service")
    for service in services:
        allowed = urlsplit(service)
        name = allowed.hostname or ""
        same = parts.hostname.endswith(name[1:]) if name.startswith("*.") else parts.hostname == name
        if same and (parts.scheme, port) == (allowed.scheme, allowed.port):
            return
    raise Refused("push/service")


def encrypted(subscription: Subscription, content: bytes) -> bytes:
    """A message that only the subscribed browser can read."""
    import http_ece  # type: ignore[import-untyped]  # it has no types
    from cryptography.hazmat.primitives.asymmetric import ec

    body: bytes = http_ece.encrypt(
        content,
        salt=os.urandom(SALT_BYTES),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decoded(subscription.p256dh),
        auth_secret=decoded(subscription.auth),
        version="aes128gcm",
    )
    return body


def signed_headers(private: str, endpoint: str, contact: str) -> dict[str, str]:
    """The headers that tell the push service which server sends a message."""
    from py_vapid import Vapid02  # type: ignore[import-untyped]  # it has no types

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact}
    headers: dict[str, str] = Vapid02.from_raw(private.encode()).sign(claims)
    return headers

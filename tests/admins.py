"""Admins for tests: accounts that the host has named, with a second factor."""

from __future__ import annotations

from pyotp.totp import TOTP

from heptapolis.server.admin.acts import HOST, Acts
from heptapolis.server.client import Visitor
from serving import Inside

PASSWORD = "a long sentence"


async def account(server: Inside, name: str) -> Visitor:
    """Somebody with an account."""
    visitor = await server.guest(name)
    await visitor.ask("POST", "/api/register", {"account": name.lower(), "password": PASSWORD})
    return visitor


async def granted(server: Inside, name: str = "Hera") -> Visitor:
    """An admin without a second factor."""
    visitor = await account(server, name)
    person = (await visitor.ask("GET", "/api/me"))["person"]["id"]
    await Acts(server.store.engine).grant(HOST, person, name.lower())
    return visitor


async def admin(server: Inside, name: str = "Hera") -> Visitor:
    """An admin for whom the tools are open."""
    visitor = await granted(server, name)
    secret = (await visitor.ask("POST", "/api/admin/second-factor", {"password": PASSWORD}))["secret"]
    await visitor.ask("POST", "/api/admin/second-factor/first", {"code": TOTP(secret).now()})
    return visitor

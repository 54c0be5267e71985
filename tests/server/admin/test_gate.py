"""Nobody but admins with a second factor gets at the host's tools."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from pyotp.totp import TOTP

from admins import PASSWORD, account, admin, granted
from heptapolis.server.admin import roles
from heptapolis.server.client import HEADERS, Visitor
from heptapolis.server.errors import Refused
from serving import Inside, http_client, inside, run

pytestmark = pytest.mark.once

TABLE = "A" * 22
BODIES: dict[str, dict[str, Any]] = {
    "/api/admin/sanctions": {"kind": "ban", "addresses": "192.0.2.0/24"},
    "/api/admin/names": {"name": "Host", "kind": "reserved"},
    "/api/admin/names/free": {"name": "Host"},
    "/api/admin/reports/{report}": {"status": "settled"},
    "/api/admin/message": {"text": "Hello"},
    "/api/admin/maintenance": {"mode": "pause"},
    "/api/admin/second-factor": {"password": PASSWORD},
    "/api/admin/second-factor/first": {"code": "123456"},
    "/api/admin/second-factor/code": {"code": "123456"},
}


async def routes(server: Inside) -> list[tuple[str, str, dict[str, Any] | None]]:
    """Every route of admins: method, path, body."""
    async with http_client(server.url) as http:
        described = (await http.get("/api/openapi.json")).json()["paths"]
    found = []
    for path, methods in described.items():
        if path.startswith("/api/admin"):
            filled = re.sub(r"\{\w+\}", TABLE, path) + ("?name=x" if path.endswith("/find") else "")
            found += [(each.upper(), filled, BODIES.get(path, {}) if each == "post" else None) for each in methods]
    assert len(found) > 20
    return found


async def answers(server: Inside, visitor: Visitor, headers: dict[str, str] = HEADERS) -> set[tuple[int, str]]:
    """The status and code of every route for a visitor."""
    seen = set()
    for method, path, body in await routes(server):
        answer = await visitor.http.request(method, path, json=body, headers=headers)
        seen.add((answer.status_code, answer.json().get("code") if answer.content else ""))
    return seen


def test_nobody_else_gets_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            stranger = Visitor(server.url)
            server._visitors.append(stranger)
            assert await answers(server, stranger) == {(401, "person/needed")}
            assert await answers(server, await server.guest("Eve")) == {(403, "admin/needed")}
            assert await answers(server, await account(server, "Mallory")) == {(403, "admin/needed")}
            hera = await admin(server)
            token = (await hera.ask("POST", "/api/tokens", {"name": "script"}))["secret"]
            program = Visitor(server.url, token)
            server._visitors.append(program)
            assert await answers(server, program) == {(403, "admin/needed")}
            both = {**HEADERS, "Authorization": f"Bearer {token}"}  # a token besides the admin's cookie
            assert await answers(server, hera, both) == {(403, "admin/needed")}
            # Nothing was changed by any of them.
            log = (await hera.ask("GET", "/api/admin/audit"))["lines"]
            assert {line["act"] for line in log} == {"grant", "second-factor"}
            assert (await hera.ask("GET", "/api/notice")) == {"message": None, "maintenance": "off"}

    run(main())


def test_other_sites_cannot_use_an_admins_cookie(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            for headers, code in (
                ({}, "request/header"),
                ({**HEADERS, "Origin": "https://elsewhere.example"}, "request/origin"),
            ):
                answer = await hera.http.post(
                    "/api/admin/maintenance", json={"mode": "pause"}, headers={"x-heptapolis": "", **headers}
                )
                assert (answer.status_code, answer.json()["code"]) == (403, code)
            assert (await hera.ask("GET", "/api/notice"))["maintenance"] == "off"

    run(main())


def test_the_second_factor_is_needed_in_every_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await granted(server)
            assert (await hera.ask("GET", "/api/admin"))["second_factor"] == "missing"
            for path in ("/api/admin/people", "/api/admin/audit", "/api/admin/usage", "/api/admin/tables"):
                with pytest.raises(Refused, match="admin/second-factor"):
                    await hera.ask("GET", path)
            with pytest.raises(Refused, match="person/login"):
                await hera.ask("POST", "/api/admin/second-factor", {"password": "wrong password"})
            begun = await hera.ask("POST", "/api/admin/second-factor", {"password": PASSWORD})
            assert begun["secret"] in begun["uri"]
            app = TOTP(begun["secret"])
            with pytest.raises(Refused, match="admin/code"):
                await hera.ask("POST", "/api/admin/second-factor/first", {"code": "000000"})
            used = app.now()
            codes = (await hera.ask("POST", "/api/admin/second-factor/first", {"code": used}))["codes"]
            assert len(set(codes)) == 8
            assert (await hera.ask("GET", "/api/admin"))["second_factor"] == "confirmed"
            with pytest.raises(Refused, match="admin/set-up"):  # a thief with the password cannot replace it
                await hera.ask("POST", "/api/admin/second-factor", {"password": PASSWORD})

            other = Visitor(server.url)
            server._visitors.append(other)
            await other.ask("POST", "/api/login", {"account": "hera", "password": PASSWORD})
            assert (await other.ask("GET", "/api/admin"))["second_factor"] == "needed"
            with pytest.raises(Refused, match="admin/second-factor"):
                await other.ask("GET", "/api/admin/people")
            for wrong in (used, "000000"):  # no code is taken twice
                with pytest.raises(Refused, match="admin/code"):
                    await other.ask("POST", "/api/admin/second-factor/code", {"code": wrong})
            later = app.at(int(time.time()) + 30)
            await other.ask("POST", "/api/admin/second-factor/code", {"code": later})
            await other.ask("GET", "/api/admin/people")

            lost = Visitor(server.url)
            server._visitors.append(lost)
            await lost.ask("POST", "/api/login", {"account": "hera", "password": PASSWORD})
            await lost.ask("POST", "/api/admin/second-factor/code", {"code": codes[0].upper()})
            await lost.ask("GET", "/api/admin/people")
            with pytest.raises(Refused, match="admin/code"):
                await other.ask("POST", "/api/admin/second-factor/code", {"code": codes[0]})

            # The second factor counts for a while only.
            future = int(time.time() * 1000) + roles.CONFIRMED_MS + 1
            monkeypatch.setattr("heptapolis.server.http.admin.now_ms", lambda: future)
            with pytest.raises(Refused, match="admin/second-factor"):
                await hera.ask("GET", "/api/admin/people")

    run(main())


def test_codes_are_not_guessed(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=1) as server:
            hera = await admin(server)
            refused = []
            for number in range(12):
                with pytest.raises(Refused) as error:
                    await hera.ask("POST", "/api/admin/second-factor/code", {"code": f"{number:06}"})
                refused.append(error.value.code)
            assert refused[-1] == "message/too-often"

    run(main())


def test_a_role_that_is_taken_away_ends_at_once(tmp_path: Path) -> None:
    from heptapolis.server.admin.acts import HOST, Acts

    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            person = (await hera.ask("GET", "/api/me"))["person"]["id"]
            await hera.ask("GET", "/api/admin/people")
            await Acts(server.store.engine).revoke(HOST, person, "hera")
            with pytest.raises(Refused, match="admin/needed"):
                await hera.ask("GET", "/api/admin/people")

    run(main())

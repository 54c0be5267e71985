"""Guests, accounts and tokens; requests from other origins; secrets in logs."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil
import pytest

from heptapolis.server.client import HEADERS, TableClient, Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.people.names import check_password, clean_name
from heptapolis.server.people.passwords import reset_password
from heptapolis.server.people.people import People
from heptapolis.server.storage.database import migrate, open_engine
from serving import http_client, inside, outside, play_all, run, seated

pytestmark = pytest.mark.once


async def code_of(work: object) -> str:
    try:
        await work  # type: ignore[misc]
    except Refused as error:
        return error.code
    raise AssertionError("it was not refused")


def test_a_guest_turns_into_an_account_and_keeps_the_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 3})
            ada = server._visitors[0]
            account = {"account": "Ada_1", "password": "a long sentence"}
            me = await ada.ask("POST", "/api/register", account)
            assert (me["person"]["kind"], me["account"]) == ("account", "ada_1")
            assert await code_of(ada.ask("POST", "/api/register", account)) == "person/already"
            other = await server.guest("Eve")
            assert await code_of(other.ask("POST", "/api/register", account)) == "person/taken"
            device = Visitor(server.url)
            wrong = {**account, "password": "something else"}
            assert await code_of(device.ask("POST", "/api/login", wrong)) == "person/login"
            nobody = {**account, "account": "nobody"}
            assert await code_of(device.ask("POST", "/api/login", nobody)) == "person/login"
            await device.ask("POST", "/api/login", {**account, "account": "ADA_1"})
            games = await device.ask("GET", "/api/me/games")
            assert [row["table"] for row in games["tables"]] == [clients[0]._table]
            place = device.at(clients[0]._table)
            await place.connect()
            assert place.you == 0
            change = {"password": account["password"], "new_password": "another sentence"}
            await ada.ask("POST", "/api/me/password", change)
            assert (await device.ask("GET", "/api/me"))["person"] is None  # other devices are logged out
            await ada.ask("POST", "/api/me/delete", {"password": "another sentence"})
            assert (await ada.ask("GET", "/api/me"))["person"] is None
            await clients[1].ask("ping")
            assert clients[1].table["seats"][0]["person"] is None
            assert clients[1].table["seats"][0]["bot"]
            await device.close()

    run(main())


def test_unknown_account_takes_as_long_as_a_wrong_password(tmp_path: Path) -> None:
    """The time of an answer must not reveal which accounts exist."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await server.guest("Ada")
            await ada.ask("POST", "/api/register", {"account": "ada", "password": "a long sentence"})
            people = server.people
            checked: list[str] = []
            verify = people._hasher.verify

            class Hasher:
                """Notes against which hash a password is checked."""

                hash = staticmethod(people._hasher.hash)

                def verify(self, hashed: str, password: str) -> bool:
                    checked.append(hashed)
                    return verify(hashed, password)

            people._hasher = Hasher()  # type: ignore[assignment]
            for account in ("ada", "nobody", "nobody"):
                body = {"account": account, "password": "a wrong one"}
                assert await code_of(ada.ask("POST", "/api/login", body)) == "person/login"
            costs = [hashed.split("$")[1:4] for hashed in checked]  # algorithm, version, memory and time
            assert len(costs) == 3
            assert costs[0] == costs[1] == costs[2]
            assert checked[0] != checked[1] == checked[2]  # and no new hash each time

    run(main())


@pytest.mark.parametrize("name", ["", "  ", "\u202e\u200b", "-", " -\n"])
def test_empty_and_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert (refused.value.code, refused.value.params) == ("person/name", {"why": "empty"})


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bot (easy)", "reserved"),
        ("Bot [sage]", "reserved"),
        ("\uff22\uff2f\uff34 (easy)", "reserved"),  # full-width letters
        ("b\u043et (easy)", "reserved"),  # a Cyrillic o
        ("Ada\u3164", "characters"),
        ("A\u0300\u0301\u0302", "characters"),
        ("\ufdfd", "characters"),
        ("\u2800\u2800", "empty"),
    ],
)
def test_names_that_mislead_or_cannot_be_read_are_refused(name: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert (refused.value.code, refused.value.params) == ("person/name", {"why": why})


@pytest.mark.parametrize(
    "name", ["Robot (easy)", "Botticelli", "Zo\u00eb", "\u0110\u1eb7ng", "\u5c0f\u6797", "\u0639\u0644\u064a"]
)
def test_other_names_are_allowed(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "password", ["password", "Passw0rd", "12345678", "1234567890", "87654321", "aaaaaaaa", "ababababa", "Adalove1"]
)
def test_common_passwords_are_refused(password: str) -> None:
    with pytest.raises(Refused, match="person/password"):
        check_password(password, "adalove")


def test_other_passwords_are_allowed() -> None:
    for password in ("a long sentence", "adalove and a horse", "tr0ub4dor&3", "x7Hj2kLm"):
        check_password(password, "adalove")


def test_logging_out_voids_this_session_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            account = {"account": "ada", "password": "a long sentence"}
            one, two = await server.guest("Ada"), await server.guest("Ada")
            await one.ask("POST", "/api/register", account)
            await two.ask("POST", "/api/login", account)
            table = await one.open_table({"seats": 3})
            here, there = one.at(table), two.at(table)
            await here.connect()
            await there.connect()
            stolen = one.cookie
            assert stolen is not None and stolen != two.cookie
            await one.ask("POST", "/api/logout", {})
            one.http.cookies.set("heptapolis", stolen)
            assert (await one.ask("GET", "/api/me"))["person"] is None
            while (message := await here.receive())["type"] != "bye":
                pass
            assert message["reason"] == "replaced"
            assert (await two.ask("GET", "/api/me"))["account"] == "ada"
            await there.ask("ping")
        async with inside(tmp_path) as server:  # after a restart too
            assert await server.people.of_cookie(stolen) is None
            # The host resets the password from the command line, while the server runs.
            again = Visitor(server.url)
            await again.ask("POST", "/api/login", account)
            online = again.at(table)
            await online.connect()
            await reset_password(server.service.settings, "ada")
            while (message := await online.receive())["type"] != "bye":
                pass
            assert message["reason"] == "replaced"
            assert (await again.ask("GET", "/api/me"))["person"] is None
            await again.close()
            await online.close()

    run(main())


def test_the_host_resets_a_password(tmp_path: Path) -> None:
    async def register() -> None:
        async with inside(tmp_path) as server:
            ada = await server.guest("Ada")
            await ada.ask("POST", "/api/register", {"account": "ada", "password": "a long sentence"})
            cookies.append(ada.cookie)

    cookies: list[str | None] = []
    run(register())
    command = [sys.executable, "-m", "heptapolis", "password", "ada", "--data", str(tmp_path)]
    printed = subprocess.run(command, capture_output=True, check=True, text=True, cwd=tmp_path).stdout
    password = printed.strip().rpartition(" ")[2]

    async def log_in() -> None:
        async with inside(tmp_path) as server:
            visitor = Visitor(server.url)
            visitor.http.cookies.set("heptapolis", cookies[0] or "")
            assert (await visitor.ask("GET", "/api/me"))["person"] is None  # its devices are logged out
            old = {"account": "ada", "password": "a long sentence"}
            assert await code_of(visitor.ask("POST", "/api/login", old)) == "person/login"
            await visitor.ask("POST", "/api/login", {"account": "ada", "password": password})
            await visitor.close()

    run(log_in())
    command[4] = "nobody"
    failed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert failed.returncode == 1
    assert "no account" in failed.stderr


def test_other_origins_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, http_client(server.url) as http:
            evil = {"Origin": "https://evil.example"}
            plain = {"Content-Type": "text/plain"}
            body = {"name": "Eve"}
            codes = [
                (await http.post("/api/guest", json=body)).json()["code"],
                (await http.post("/api/guest", json=body, headers={**HEADERS, **evil})).json()["code"],
                (await http.post("/api/guest", content=b"name=Eve", headers={**HEADERS, **plain})).json()["code"],
                (await http.post("/api/guest", content=b"x" * 20_000, headers=HEADERS)).json()["code"],
            ]
            assert codes == ["request/header", "request/origin", "request/type", "message/too-large"]
            own = {**HEADERS, "Origin": server.url}
            assert (await http.post("/api/guest", json=body, headers=own)).status_code == 200
            (client,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            client._headers["Origin"] = "https://evil.example"
            with pytest.raises(Exception, match="403"):
                await client.connect()
            client._headers["Origin"] = server.url
            await client.connect()

    run(main())


def test_cookies_and_headers(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, http_client(server.url) as http:
            answer = await http.post("/api/guest", json={"name": "<i>Ada</i>"}, headers=HEADERS)
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert answer.headers["cache-control"] == "no-store"
            page = await http.get("/")
            for name in ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"):
                assert name in page.headers
            assert "server" not in page.headers
            forged = answer.cookies["heptapolis"][:-3] + "abc"
            http.cookies.clear()
            me = (await http.get("/api/me", headers={"Cookie": f"heptapolis={forged}"})).json()
            assert me["person"] is None
            assert (await http.get("/healthz")).status_code == (await http.get("/readyz")).status_code == 200
            assert "heptapolis_tables_open" in (await http.get("/metrics")).text
            assert (await http.get("/api/nothing")).json()["code"] == "request/path"
            assert (await http.put("/api/me", headers=HEADERS)).json()["code"] == "request/method"

    run(main())


def test_rate_limit_is_answered_with_429(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=1.0) as server:
            visitor = await server.guest("Ada")
            codes = []
            for _ in range(12):
                body = {"account": "ada", "password": "a wrong one"}
                codes.append(await code_of(visitor.ask("POST", "/api/login", body)))
            assert codes == ["person/login"] * 10 + ["message/too-often"] * 2

    run(main())


def test_metrics_are_local_unless_public(tmp_path: Path) -> None:
    async def main() -> None:
        for public, status in ((False, 404), (True, 200)):
            async with inside(tmp_path, metrics_public=public) as server:
                # Of this machine, but not by the address that says so.
                elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
                async with http_client(server.url, elsewhere) as http:
                    assert (await http.get("/metrics")).status_code == status
                    forged = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-IP": "127.0.0.1"}
                    assert (await http.get("/metrics", headers=forged)).status_code == status
                async with http_client(server.url) as http:
                    assert (await http.get("/metrics")).status_code == 200

    run(main())


def test_neither_tokens_nor_passwords_are_stored(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await server.guest("Ada")
            await ada.ask("POST", "/api/register", {"account": "ada", "password": "a long sentence"})
            token = await ada.ask("POST", "/api/tokens", {"name": "my bot"})
            assert ada.cookie is not None
            stored = b"".join(path.read_bytes() for path in tmp_path.glob("heptapolis.db*"))
            assert b"my bot" in stored  # what is not hashed is found
            for secret in (token["secret"], token["secret"].partition("_")[2], "a long sentence", ada.cookie):
                assert secret.encode() not in stored
            program = Visitor(server.url, token=token["secret"])
            assert (await program.ask("GET", "/api/me"))["person"]["kind"] == "program"
            await program.close()

    run(main())


@pytest.mark.skipif(os.name != "posix", reason="rights of files are another matter there")
def test_secret_key_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path):
            pass

    run(main())
    key = tmp_path / "secret_key"
    assert key.stat().st_mode & 0o077 == 0
    key.chmod(0o644)
    command = [sys.executable, "-m", "heptapolis", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.returncode != 0
    assert "other users can read" in done.stderr


def test_exit_0_after_sigterm_and_the_port_is_free(tmp_path: Path) -> None:
    """Also when it is killed while a bot process is busy."""

    async def main(url: str) -> None:
        visitor = Visitor(url)
        await visitor.log_in_as_guest("Ada")
        await visitor.open_table({"seats": 3}, 0, [None, "expert", "expert"], start=True)
        await visitor.close()

    with outside(tmp_path / "data") as server:
        run(main(server.url))
        assert server.process is not None
        whole = psutil.Process(server.process.pid)
        while not (
            thinking := [each for each in whole.children() if "heptapolis.server.bots.bot_worker" in each.cmdline()]
        ):
            time.sleep(0.05)
        for each in thinking:
            each.suspend()
        server.kill()
        server.start()  # on the same port
        for each in thinking:
            each.kill()
        assert server.stop() == 0


def test_logs_contain_no_secrets(tmp_path: Path) -> None:
    """A game with chat and tokens at log level debug: no card, cookie, chat text, nickname, token or seed."""
    secret_words: list[str] = []

    async def main(url: str) -> None:
        visitor = Visitor(url)
        await visitor.log_in_as_guest("Zarathustra")
        token = await visitor.ask("POST", "/api/tokens", {"name": "Program Xerxes"})
        table = await visitor.open_table({"seats": 3, "expansions": ["cities"]}, 0, [None, "easy", "easy"])
        client = visitor.at(table)
        await client.connect()
        await client.ask("start")
        await client.ask("chat", text="Abracadabra")
        await play_all([client])
        program = TableClient(url, table, token=token["secret"])
        await program.connect()
        await program.close()
        await client.close()
        record = await visitor.ask("GET", f"/api/tables/{table}/record")
        seed = next(line for line in record.splitlines() if line.startswith("seed:")).split()[1]
        cards = {name for reveal in client.reveals for move in reveal["moves"] if (name := move.get("card"))}
        assert len(cards) > 10 and visitor.cookie is not None
        secret_words.extend(
            [*cards, "Zarathustra", "Xerxes", "Abracadabra", token["secret"], visitor.cookie, seed, table]
        )
        await visitor.close()

    with outside(tmp_path / "data", "--log-level", "debug") as server:
        run(main(server.url))
    check_log(server.log.read_text(), secret_words)


def check_log(text: str, secret_words: list[str]) -> None:
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert any(line["event"] == "request" and line["request"] for line in lines)
    assert not [word for word in secret_words if word in text]


def test_logged_errors_contain_no_secrets(tmp_path: Path) -> None:
    """A database error is logged without the values of the statement."""

    async def main(url: str) -> None:
        visitor = Visitor(url)
        await visitor.log_in_as_guest("Zarathustra")
        table = await visitor.open_table({"seats": 3}, 0, [None, "easy", "easy"])
        client = visitor.at(table)
        await client.connect()
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "heptapolis.db")) as connection:
            for name in ("events", "people"):
                connection.execute(
                    f"CREATE TRIGGER no_{name} BEFORE INSERT ON {name} BEGIN SELECT RAISE(ABORT, 'no'); END"
                )
        assert await code_of(client.ask("chat", text="Abracadabra")) in ("server/internal", "server/storage")
        visitor.http.cookies.clear()
        assert await code_of(visitor.ask("POST", "/api/guest", {"name": "Melchior"})) == "server/internal"
        await visitor.close()

    with outside(tmp_path / "data", "--log-level", "debug") as server:
        run(main(server.url))
    text = server.log.read_text()
    assert "INSERT INTO people" in text
    check_log(text, ["Abracadabra", "Zarathustra", "Melchior"])


@pytest.mark.parametrize(
    ("seconds", "valid"), [(60, True), (2 * 86_400, False), (-399 * 86_400, True), (-401 * 86_400, False)]
)
def test_cookie_survives_a_clock_that_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int, valid: bool
) -> None:
    async def main() -> None:
        engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'test.db'}")
        await migrate(engine)
        known = People(engine, "0123456789abcdef" * 2)
        ada = await known.new("Ada")
        real = time.time
        with monkeypatch.context() as later:
            later.setattr(time, "time", lambda: real() + seconds)
            cookie = known.cookie(ada)
        assert (await known.of_cookie(cookie) == ada) is valid
        await engine.dispose()

    run(main())

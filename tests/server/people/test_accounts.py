"""Sessions, password resets by mail, export, and deletion after a delay."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from email.header import decode_header, make_header
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from admins import PASSWORD, account
from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused, WrongSetting
from heptapolis.server.operations.settings import settings_from
from heptapolis.server.tables.events import now_ms
from serving import Inside, inside, plain, play_all, run, seated

pytestmark = pytest.mark.once


class Postbox(Message):
    """What a mail server received."""

    def __init__(self) -> None:
        super().__init__(EmailMessage)
        self.mails: list[Any] = []

    def handle_message(self, message: Any) -> None:
        self.mails.append(message)


@pytest.fixture
def postbox() -> Iterator[tuple[Postbox, dict[str, str]]]:
    """A real mail server on this machine, and the settings that name it."""
    box = Postbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    url = {"mail": f"smtp://127.0.0.1:{port}", "mail_from": "games@example.org", "url": "https://games.example.org"}
    yield box, url
    controller.stop()


async def device(server: Inside, name: str, password: str = PASSWORD) -> Visitor:
    """Another browser of an account."""
    visitor = Visitor(server.url)
    server._visitors.append(visitor)
    await visitor.ask("POST", "/api/login", {"account": name, "password": password})
    return visitor


async def code_of(work: object) -> str:
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    return error.value.code


async def is_in(visitor: Visitor) -> bool:
    return (await visitor.ask("GET", "/api/me"))["person"] is not None


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await account(server, "Ada")
            phone, tablet, eve = await device(server, "ada"), await device(server, "ada"), await account(server, "Eve")
            found = await ada.ask("GET", "/api/me/sessions")
            assert len(found) == 3 and [row["current"] for row in found].count(True) == 1
            [theirs] = [row["id"] for row in await eve.ask("GET", "/api/me/sessions")]
            assert await code_of(ada.ask("POST", f"/api/me/sessions/{theirs}/end")) == "session/unknown"
            [current] = [row["id"] for row in await phone.ask("GET", "/api/me/sessions") if row["current"]]
            await ada.ask("POST", f"/api/me/sessions/{current}/end")
            assert not await is_in(phone) and await is_in(tablet) and await is_in(eve)
            await ada.ask("POST", "/api/me/end-other-sessions")
            assert not await is_in(tablet) and await is_in(ada)
            assert len(await ada.ask("GET", "/api/me/sessions")) == 1
            await ada.ask("POST", "/api/logout", {})
            again = await device(server, "ada")
            assert len(await again.ask("GET", "/api/me/sessions")) == 1
            token = (await again.ask("POST", "/api/tokens", {"name": "script"}))["secret"]
            program = Visitor(server.url, token)
            server._visitors.append(program)
            assert await code_of(program.ask("GET", "/api/me/sessions")) == "person/account"

    run(main())


def test_a_forgotten_password_is_reset_by_mail(tmp_path: Path, postbox: tuple[Postbox, dict[str, str]]) -> None:
    box, settings = postbox

    async def mail(subject: str) -> str:
        async with asyncio.timeout(20):
            while not box.mails:
                await asyncio.sleep(0.02)
        message = box.mails.pop()
        assert (message["To"], message["From"]) == ("ada@example.org", "games@example.org")
        assert str(make_header(decode_header(message["Subject"]))) == subject
        link = re.search(r"https://games\.example\.org/account/reset#(\S+)", message.get_payload(decode=True).decode())
        assert link is not None
        return link[1]

    async def main() -> None:
        async with inside(tmp_path, **settings) as server:
            ada = await account(server, "Ada")
            assert (await ada.ask("GET", "/api/me/account")) == {"email": None, "mail": True, "deletion": None}
            wrong = {"password": "wrong password", "email": "ada@example.org"}
            assert await code_of(ada.ask("POST", "/api/me/email", wrong)) == "person/login"
            for bad in ("nowhere", "a@b\nBcc: c@d", "two words@x.org"):
                assert await code_of(ada.ask("POST", "/api/me/email", {"password": PASSWORD, "email": bad}))
            await ada.ask("POST", "/api/me/email", {"password": PASSWORD, "email": "ada@example.org"})
            stranger = Visitor(server.url)
            server._visitors.append(stranger)
            await account(server, "Eve")
            for name in ("nobody", "eve"):  # no such account; an account without an address
                await stranger.ask("POST", "/api/password/forgotten", {"account": name})
            await stranger.ask("POST", "/api/password/forgotten", {"account": "Ada"})
            first = await mail("New password for Heptapolis")
            await stranger.ask("POST", "/api/password/forgotten", {"account": "ada", "language": "de"})
            secret = await mail("Neues Passwort für Heptapolis")
            assert not box.mails and not any(first in path.read_text(errors="ignore") for path in tmp_path.iterdir())
            new = "another long sentence"
            for old in (first, "x" * 43):  # a newer link voids the older
                body = {"secret": old, "new_password": new}
                assert await code_of(stranger.ask("POST", "/api/password/reset", body)) == "reset/unknown"
            weak = {"secret": secret, "new_password": "password123"}
            assert await code_of(stranger.ask("POST", "/api/password/reset", weak)) == "person/password"
            body = {"secret": secret, "new_password": new}
            await stranger.ask("POST", "/api/password/reset", body)
            assert await code_of(stranger.ask("POST", "/api/password/reset", body)) == "reset/unknown"
            assert not await is_in(ada)
            again = await device(server, "ada", new)
            await again.ask("POST", "/api/me/email", {"password": new, "email": None})
            assert (await again.ask("GET", "/api/me/account"))["email"] is None

    run(main())


def test_a_link_is_valid_for_an_hour(
    tmp_path: Path, postbox: tuple[Postbox, dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    box, settings = postbox

    async def main() -> None:
        async with inside(tmp_path, **settings) as server:
            ada = await account(server, "Ada")
            await ada.ask("POST", "/api/me/email", {"password": PASSWORD, "email": "ada@example.org"})
            await ada.ask("POST", "/api/password/forgotten", {"account": "ada"})
            async with asyncio.timeout(20):
                while not box.mails:
                    await asyncio.sleep(0.02)
            secret = re.findall(r"#(\S+)", box.mails[0].get_payload(decode=True).decode())[0]
            from heptapolis.server.people import accounts

            now = now_ms() + accounts.RESET_MS + 1000
            monkeypatch.setattr(accounts, "now_ms", lambda: now)
            body = {"secret": secret, "new_password": "another long sentence"}
            assert await code_of(ada.ask("POST", "/api/password/reset", body)) == "reset/unknown"

    run(main())


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await account(server, "Ada")
            body = {"password": PASSWORD, "email": "ada@example.org"}
            assert await code_of(ada.ask("POST", "/api/me/email", body)) == "mail/none"
            assert await code_of(ada.ask("POST", "/api/password/forgotten", {"account": "ada"})) == "mail/none"

    run(main())


def test_mail_settings_go_together() -> None:
    with pytest.raises(WrongSetting, match="--mail-from"):
        settings_from({"mail": "smtp://127.0.0.1"})
    with pytest.raises(WrongSetting, match="smtp://USER"):
        settings_from({"mail": "http://127.0.0.1", "mail_from": "a@b", "url": "https://x"})


def test_my_data_are_exported(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            await clients[0].ask("chat", text="hello from the host")
            await clients[1].ask("chat", text="a line of somebody else")
            await play_all(clients)
            host = server._visitors[0]
            await host.ask("POST", "/api/register", {"account": "host1", "password": PASSWORD})
            found = await host.ask("GET", "/api/me/export")
            assert (found["account"], [line["text"] for line in found["chat"]]) == ("host1", ["hello from the host"])
            [game] = found["games"]
            assert game["table"] == clients[0]._table and "Rhodes" in game["record"]
            assert len(found["sessions"]) == 1
            text = json.dumps(found)
            assert "somebody else" not in text and "argon2" not in text

    run(main())


def test_an_account_is_deleted_after_a_delay_and_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from heptapolis.server import service
    from heptapolis.server.people import accounts

    monkeypatch.setattr(service, "DELETE_SECONDS", 0.05)

    async def main() -> None:
        async with inside(tmp_path, deletion_days=3) as server:
            ada = await account(server, "Ada")
            assert await code_of(ada.ask("POST", "/api/me/delete", {"password": "wrong password"})) == "person/login"
            now = now_ms()
            for _ in range(2):  # asking again does not put it off
                await ada.ask("POST", "/api/me/delete", {"password": PASSWORD})
            due = (await ada.ask("GET", "/api/me/account"))["deletion"]
            assert abs(due - now - 3 * accounts.DAY_MS) < 20_000
            await ada.ask("POST", "/api/me/keep")
            assert (await ada.ask("GET", "/api/me/account"))["deletion"] is None
            await ada.ask("POST", "/api/me/delete", {"password": PASSWORD})
            phone = await device(server, "ada")  # one can still log in, to cancel
            assert await is_in(phone)
            due = (await ada.ask("GET", "/api/me/account"))["deletion"]
            monkeypatch.setattr(accounts, "now_ms", lambda: due + 1)
            async with asyncio.timeout(20):
                while await is_in(ada):
                    await asyncio.sleep(0.05)
            assert not await is_in(phone)
            guest = await server.guest("Eve")
            await guest.ask("POST", "/api/me/delete", {})
            assert not await is_in(guest)

    run(main())

"""What every answer carries, whatever was asked; and who is shown the door."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import websockets.asyncio.client
from websockets.exceptions import InvalidStatus

from heptapolis.server import sockets
from heptapolis.server.client import HEADERS, Gone, TableClient, Visitor
from heptapolis.server.errors import Refused
from serving import inside, run, seated

pytestmark = pytest.mark.once

SAFE_HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


async def until_gone(client: TableClient) -> list[dict[str, object]]:
    """What is said to a client before its connection ends."""
    told: list[dict[str, object]] = []
    try:
        while True:
            told.append(await client.receive(10))
    except Gone:
        return told


def test_a_head_is_answered_like_its_get(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, httpx.AsyncClient(base_url=server.url, trust_env=False) as http:
            for path in ("/", "/healthz", "/readyz", "/api/me", "/api/choices", "/api/nothing"):
                whole, head = await http.get(path), await http.head(path)
                assert head.status_code == whole.status_code
                assert head.headers["content-length"] == str(len(whole.content))
                assert head.content == b""

    run(main())


def test_a_body_is_refused_by_what_is_wrong_with_it(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    async def main() -> None:
        async with inside(tmp_path) as server, httpx.AsyncClient(base_url=server.url, trust_env=False) as http:
            headers = {**HEADERS, "Content-Type": "application/json"}
            for body, status, code in (
                (b"{", 400, "message/unreadable"),
                (b"x" * 20_000, 413, "message/too-large"),
                (pieces(), 413, "message/too-large"),  # it does not say how long it is
                (b"{}", 422, "message/invalid"),
            ):
                answer = await http.post("/api/guest", content=body, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (status, code)
                assert all(name in answer.headers for name in SAFE_HEADERS)

    run(main())


def test_a_socket_is_refused_with_the_headers_of_every_answer(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            url = server.url.replace("http", "ws")
            for path, header, status in (
                ("/api/ws", {"Origin": "https://evil.example"}, 403),
                ("/api/ws", {"Origin": "null"}, 403),
                ("/api/ws", {"Authorization": "Bearer hp_nothing"}, 401),
                ("/elsewhere", {}, 404),
            ):
                with pytest.raises(InvalidStatus) as refused:
                    await websockets.asyncio.client.connect(url + path, additional_headers=header, proxy=None)
                assert refused.value.response.status_code == status
                assert all(name in refused.value.response.headers for name in SAFE_HEADERS)

    run(main())


def test_a_token_that_names_nobody_lets_nobody_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, httpx.AsyncClient(base_url=server.url, trust_env=False) as http:
            answer = await http.get("/api/me", headers={"Authorization": "Bearer hp_nothing"})
            assert (answer.status_code, answer.json()["code"]) == (401, "token/unknown")

    run(main())


def test_who_is_deleted_has_no_socket_left(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (host,) = await seated(server, {"seats": 3}, start=False, bots=[None, "easy", "easy"])
            eve = await server.guest("Eve")
            watching = eve.at(host._table)
            await watching.connect()
            await watching.ask("chat", text="Abracadabra")
            await eve.ask("POST", "/api/me/delete", {})
            await watching.say({"type": "take-seat", "seat": 1, "id": 9})
            assert (await until_gone(watching))[-1]["reason"] == "replaced"
            await host.connect()
            assert host.table["seats"][1].get("person") is None
            late = (await server.guest("Grace")).at(host._table)
            await late.connect()
            assert [line["text"] for line in late.chat] == ["..."]  # said from no seat, and forgotten all the same

    run(main())


def test_a_program_ends_with_its_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PING_SECONDS", 0.2)

    async def main() -> None:
        async with inside(tmp_path) as server:
            (host,) = await seated(server, {"seats": 3}, start=False, bots=[None, "easy", "easy"])
            owner = await server.guest("Ada")
            token = await owner.ask("POST", "/api/tokens", {"name": "my bot"})
            program = Visitor(server.url, token=token["secret"])
            with pytest.raises(Refused, match="person/account"):  # it would outlive its own token by another
                await program.ask("POST", "/api/tokens", {"name": "its bot"})
            place = program.at(host._table)
            await place.connect()
            await owner.ask("DELETE", f"/api/tokens/{token['id']}")
            assert (await until_gone(place))[-1]["reason"] == "replaced"  # although it says nothing
            with pytest.raises(Gone, match="401"):
                await place.connect()
            await program.close()

    run(main())


def test_another_device_is_cut_off_by_a_new_password(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (ada,) = await seated(server, {"seats": 3}, [None, "easy", "easy"])
            visitor = server._visitors[0]
            account = {"account": "ada", "password": "a long sentence"}
            await visitor.ask("POST", "/api/register", account)
            thief = Visitor(server.url)
            await thief.ask("POST", "/api/login", account)
            place = thief.at(ada._table)
            await place.connect()
            assert place.you == 0
            change = {"password": account["password"], "new_password": "another sentence"}
            await visitor.ask("POST", "/api/me/password", change)
            await place.say({"type": "ping"})
            assert (await until_gone(place))[-1]["reason"] == "replaced"
            await place.connect()
            assert place.you is None
            again = visitor.at(ada._table)
            await again.connect()
            assert again.you == 0
            await thief.close()

    run(main())

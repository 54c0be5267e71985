"""Security headers, refused requests and sockets, limits, and who is disconnected."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import websockets.asyncio.client
from websockets.exceptions import InvalidStatus

from heptapolis.server.client import HEADERS, Gone, TableClient, Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.realtime import sockets
from serving import http_client, inside, plain, play_all, run, seated

pytestmark = pytest.mark.once

SAFE_HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


async def until_gone(client: TableClient) -> list[dict[str, object]]:
    """What is said to a client before its connection ends."""
    received: list[dict[str, object]] = []
    try:
        while True:
            received.append(await client.receive(10))
    except Gone:
        return received


def test_head_has_the_headers_of_get(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, http_client(server.url) as http:
            for path in ("/", "/healthz", "/readyz", "/api/me", "/api/choices", "/api/nothing"):
                whole, head = await http.get(path), await http.head(path)
                assert head.status_code == whole.status_code
                assert head.headers["content-length"] == str(whole.num_bytes_downloaded)
                assert head.headers.get("content-encoding") == whole.headers.get("content-encoding")
                assert head.content == b""

    run(main())


def test_wrong_bodies_get_the_matching_error(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    async def main() -> None:
        async with inside(tmp_path) as server, http_client(server.url) as http:
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


PATHS = ("/", "/api/me", "/api/nothing", "/healthz", "/metrics", "/nowhere", "/table/x")


@pytest.mark.parametrize("secure", [False, True])
def test_every_answer_has_the_headers_of_the_checklist(tmp_path: Path, secure: bool) -> None:
    """Those that ``docs/hosting.md`` lists, with these very values."""
    text = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `([A-Z][A-Za-z-]+)` \| `([^`]+)` \|", text, re.MULTILINE))
    assert len(listed) == 8

    async def main() -> None:
        async with inside(tmp_path, secure_cookies=secure) as server:
            async with http_client(server.url) as http:
                for path in PATHS:
                    headers = (await http.get(path)).headers
                    found = {name: headers[name] for name in listed if name in headers}
                    wanted = {
                        name: value for name, value in listed.items() if secure or name != "Strict-Transport-Security"
                    }
                    assert found == wanted, path
                    policy = headers["content-security-policy"]
                    assert "unsafe" not in policy and "*" not in policy and "http" not in policy

    run(main())


def test_client_has_no_inline_style_or_script() -> None:
    """The browser would refuse it: what becomes markup may hold neither. Svelte sets styles with values by script."""
    sources = Path(__file__).parents[3] / "web"
    inline = re.compile(r"""<script>|\son[a-z]+=["'][^"'{]+["']|\sstyle=(["'])[^"'{]*\1""")
    in_texts = re.compile(r"""<style|\sstyle=\\?["']""")
    found = [
        str(path.relative_to(sources))
        for path in (*sources.glob("*.html"), *sources.glob("src/**/*.ts"), *sources.glob("src/**/*.svelte"))
        if "paraglide" not in path.parts
        if inline.search(text := path.read_text(encoding="utf-8")) or (path.suffix == ".ts" and in_texts.search(text))
    ]
    assert found == []


def test_refused_socket_gets_the_security_headers(tmp_path: Path) -> None:
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


def test_unknown_token_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server, http_client(server.url) as http:
            answer = await http.get("/api/me", headers={"Authorization": "Bearer hp_nothing"})
            assert (answer.status_code, answer.json()["code"]) == (401, "token/unknown")

    run(main())


def test_sockets_of_a_deleted_person_are_closed(tmp_path: Path) -> None:
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
            assert host.table["seats"][1]["person"] is None
            late = (await server.guest("Grace")).at(host._table)
            await late.connect()
            assert [line["text"] for line in late.chat] == ["..."]  # said from no seat, and forgotten all the same

    run(main())


def test_revoked_token_disconnects_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
            second = await owner.ask("POST", "/api/tokens", {"name": "another"})
            other = Visitor(server.url, token=second["secret"])
            await other.ask("POST", "/api/me/delete", {})
            with pytest.raises(Refused, match="token/unknown"):
                await other.ask("GET", "/api/me")
            await other.close()

    run(main())


def test_new_password_logs_other_devices_out(tmp_path: Path) -> None:
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


def test_maximum_of_tables_and_sockets(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, max_sockets=2, max_tables=2) as server:
            ada = await server.guest("Ada")
            tables = [await ada.open_table({"seats": 3}) for _ in range(2)]
            server.registry._unfinished = (0.0, 0)  # it counts them every few seconds
            with pytest.raises(Refused, match="table/full"):
                await ada.open_table({"seats": 3})
            places = [ada.at(tables[0]) for _ in range(3)]
            await places[0].connect()
            await places[1].connect()
            with pytest.raises(Gone, match="409"):
                await places[2].connect()
            await places[0].close()
            while len(server.sockets.open) > 1:
                await places[1].ask("ping")
            await places[2].connect()

    run(main())


def test_chat_rate_limit_counts_by_person(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=1.0) as server:
            ada = await server.guest("Ada")
            table = await ada.open_table({"seats": 3})
            places = [ada.at(table), ada.at(table)]
            for place in places:
                await place.connect()
            for number in range(8):
                await places[number % 2].ask("chat", phrase="hello")
            for place in places:
                with pytest.raises(Refused, match="message/too-often"):
                    await place.ask("chat", text="Buy!")
                await place.ask("ping")

    run(main())


def test_login_rate_limit_counts_by_account(tmp_path: Path) -> None:
    async def main() -> None:
        codes = []
        async with inside(tmp_path, rate_limits=0.1) as server:  # one from an address
            for last in (2, 2, 3, 4, 5):
                elsewhere = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{last}")
                async with http_client(server.url, elsewhere) as http:
                    body = {"account": "ada", "password": "a wrong one"}
                    codes.append((await http.post("/api/login", json=body, headers=HEADERS)).json()["code"])
        # Whoever tries passwords has to wait, and the owner at another address has not.
        assert codes == ["person/login", "message/too-often", *["person/login"] * 3]

    run(main())


def test_secure_cookies(tmp_path: Path) -> None:
    async def main() -> None:
        for secure in (False, True):
            async with inside(tmp_path, secure_cookies=secure) as server:
                async with http_client(server.url) as http:
                    answer = await http.post("/api/guest", json={"name": "Ada"}, headers=HEADERS)
                assert ("secure" in answer.headers["set-cookie"].lower()) is secure
                assert ("strict-transport-security" in answer.headers) is secure
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self';" in policy and "frame-ancestors 'none'" in policy
                assert "camera=()" in answer.headers["permissions-policy"]

    run(main())


def test_silent_client_is_asked_to_reconnect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PING_SECONDS", 0.2)
    monkeypatch.setattr(sockets, "SILENCE_SECONDS", 0.6)

    async def main() -> None:
        async with inside(tmp_path) as server:
            ada = await server.guest("Ada")
            place = ada.at(await ada.open_table({"seats": 3}))
            await place.connect()
            bye = (await until_gone(place))[-1]
            assert (bye["reason"], bye["again"]) == ("idle", True)

    run(main())


def test_private_table_is_listed_for_its_people_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, eve = await server.guest("Ada"), await server.guest("Eve")
            bots: list[str | None] = [None, "easy", "easy"]
            hidden = [await ada.open_table({"seats": 3}, 0, bots, start) for start in (False, True)]
            shown = [await ada.open_table({"seats": 3, "public": True}, 0, bots, start) for start in (False, True)]
            for visitor in (ada, eve):
                lists = [await visitor.ask("GET", f"/api/tables?status={status}") for status in ("open", "playing")]
                assert [[row["table"] for row in each["tables"]] for each in lists] == [[each] for each in shown]
            mine = await ada.ask("GET", "/api/me/games")
            assert {row["table"] for row in mine["tables"]} == {*hidden, *shown}
            assert (await eve.ask("GET", "/api/me/games"))["tables"] == []
            assert (await eve.ask("GET", f"/api/tables/{hidden[0]}"))["table"] == hidden[0]  # who has the link

    run(main())


def test_rematch_leaves_deleted_people_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            ada, eve = await seated(server, plain(3), [None, None, "easy"])
            await play_all([ada, eve])
            await server._visitors[1].ask("POST", "/api/me/delete", {})
            await ada.ask("rematch")
            while ada.table["rematch"] is None:
                await ada.receive()
            again = server._visitors[0].at(ada.table["rematch"])
            await again.connect()
            seats = [(seat["person"] is not None, seat["bot"]) for seat in again.table["seats"]]
            assert seats == [(True, None), (False, None), (False, "easy")]

    run(main())


def test_only_players_can_ask_for_a_rematch(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (ada,) = await seated(server, plain(3), [None, "easy", "easy"])
            eve = (await server.guest("Eve")).at(ada._table)
            await eve.connect()
            with pytest.raises(Refused, match="table/not-over"):
                await ada.ask("rematch")
            await play_all([ada])
            await eve.until_over()
            with pytest.raises(Refused, match="seat/none"):
                await eve.ask("rematch")
            await ada.ask("rematch")

    run(main())


def test_other_host_names_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            inside(tmp_path, hosts="games.example, 127.0.0.1") as server,
            http_client(server.url) as http,
        ):

            async def status(host: str, path: str = "/api/me") -> int:
                return (await http.get(path, headers={"host": host})).status_code

            assert [await status(host) for host in ("games.example", "GAMES.example:443", "127.0.0.1:80")] == [200] * 3
            assert [await status(host) for host in ("evil.example", "games.example.evil", "")] == [403] * 3
            assert await status("10.0.0.1", "/healthz") == 200

    run(main())

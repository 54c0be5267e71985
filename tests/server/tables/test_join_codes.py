"""Codes to join a table with: who sees them, how long they live, and that nobody can try them all."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused, ServerTrouble
from heptapolis.server.operations.maintenance import bring_back
from heptapolis.server.storage.archive import archive_tables
from heptapolis.server.tables import join_codes, registry, requests
from serving import Inside, http_client, inside, plain, play_all, run, seated

HEADERS = {"X-Heptapolis": "1"}


async def opened(server: Inside, bots: list[str | None]) -> Any:
    (client,) = await seated(server, plain(3), bots, start=False)
    return client


async def found(visitor: Visitor, code: str) -> str:
    answer: dict[str, str] = await visitor.ask("POST", "/api/code", {"code": code})
    return answer["table"]


def test_codes_have_letters_that_cannot_be_confused() -> None:
    codes = {join_codes.new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == 6 and not set(code) & set("ILO01") for code in codes)
    assert join_codes.clean_code(" krt-w mb ") == "KRTWMB"


def test_code_leads_to_the_table_until_its_game_starts(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            host = await opened(server, [None, "easy", "easy"])
            code, table = host.table["code"], host._table
        async with inside(tmp_path) as server:  # another process, or the same after a restart
            visitor = await server.guest("Bea")
            assert await found(visitor, f" {code[:3].lower()}-{code[3:]} ") == table
            for wrong in ("AAAAAA", "%", "I", code[:5], code + "A", "\u00df" * 40):
                with pytest.raises(Refused, match="code/unknown"):
                    await found(visitor, wrong)
            room = await server.registry.room(table)
            await room.do(lambda state: requests.start(state, state.host or ""))
            assert room.state.code is None
            with pytest.raises(Refused, match="code/unknown"):
                await found(visitor, code)
            watcher = visitor.at(table, watch=True)
            await watcher.connect()
            assert watcher.table["code"] is None
            await watcher.close()

    run(main())


def test_code_is_in_the_lobby_and_nowhere_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            host = await opened(server, [None, "easy", "easy"])
            code, table = host.table["code"], host._table
            eve = await server.guest("Eve")
            for path in ("/api/tables", "/api/me/games", f"/api/tables/{table}"):
                for visitor in (eve, server._visitors[0]):
                    assert code not in str(await visitor.ask("GET", path))
            started = await eve.open_table(plain(3), 0, [None, "easy", "easy"], start=True)
            assert (await server.registry.room(started)).state.code is None

    run(main())


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    async def main() -> None:
        answers = []
        async with inside(tmp_path, rate_limits=0.2) as server:  # four from an address
            host = await opened(server, [None, "easy", "easy"])
            code = host.table["code"]
            for last, typed in ((2, "AAAAAA"),) * 4 + ((2, code), (3, code)):
                elsewhere = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{last}")
                async with http_client(server.url, elsewhere) as http:
                    answer = (await http.post("/api/code", json={"code": typed}, headers=HEADERS)).json()
                    answers.append(answer.get("code") or answer["table"])
            assert answers == [*["code/unknown"] * 4, "message/too-often", host._table]

    run(main())


def test_two_tables_never_have_the_same_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["KRTWMB", "KRTWMB", "BMWTRK", *["KRTWMB"] * registry.CODES_TRIED])
    monkeypatch.setattr(registry, "new_code", lambda: next(codes))

    async def main() -> None:
        async with inside(tmp_path) as server:
            bots: list[str | None] = [None, "easy", "easy"]
            first, second = await opened(server, bots), await opened(server, bots)
            assert (first.table["code"], second.table["code"]) == ("KRTWMB", "BMWTRK")
            with pytest.raises(Refused, match="server/storage"):
                await opened(server, bots)

    run(main())


def test_code_ends_with_its_table_and_comes_back_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "new_code", lambda: "KRTWMB")

    async def main() -> None:
        async with inside(tmp_path) as server:
            bots: list[str | None] = [None, "easy", "easy"]
            gone = await opened(server, bots)
            engine = server.registry._store.engine
            await archive_tables(engine, [gone._table])
            with pytest.raises(Refused, match="code/unknown"):
                await found(server._visitors[0], "KRTWMB")
            other = await opened(server, bots)
            with pytest.raises(ServerTrouble, match="another table has the code"):
                await bring_back(server.service.settings, gone._table)
            await archive_tables(engine, [other._table])
            await bring_back(server.service.settings, gone._table)
            assert await found(server._visitors[0], "KRTWMB") == gone._table

    run(main())


def test_rematch_against_bots_alone_starts_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (client,) = await seated(server, plain(3), [None, "easy", "easy"])
            await play_all([client])
            await client.ask("rematch")
            while client.table["rematch"] is None:
                await client.receive()
            again = server._visitors[0].at(client.table["rematch"])
            await again.connect()
            assert again.play is not None and again.play["moment"] == 0
            await again.close()

    run(main())

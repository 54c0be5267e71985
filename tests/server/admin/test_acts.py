"""What admins do to tables, people and the server; each act is in the audit log."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from admins import account, admin
from heptapolis.server.admin.acts import clean_range
from heptapolis.server.client import Gone, TableClient, Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.people.names import NameRules, fold_name
from heptapolis.server.storage.database import reading
from heptapolis.server.storage.schema import games
from serving import first_move, inside, plain, play_all, run, seated

pytestmark = pytest.mark.once


async def until(client: TableClient, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = await client.receive(10)
        if message["type"] == kind:
            return message


async def me(visitor: Visitor) -> str:
    """The id of a visitor."""
    person: str = (await visitor.ask("GET", "/api/me"))["person"]["id"]
    return person


async def refused(work: object) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refused) as error:
        await work  # type: ignore[misc]
    return error.value.code


def test_tables_are_closed_and_brought_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            clients = await seated(server, plain(3))
            table = clients[0]._table
            listed = (await hera.ask("GET", "/api/admin/tables?status=playing"))["tables"]
            assert [row["table"] for row in listed] == [table]
            await hera.ask("POST", f"/api/admin/tables/{table}/close", {"reason": "asked to"})
            for client in clients:
                assert (await until(client, "bye"))["reason"] == "removed"
            assert await refused(hera.ask("GET", f"/api/tables/{table}")) == "table/unknown"
            assert await refused(hera.ask("POST", f"/api/admin/tables/{table}/close", {})) == "table/unknown"
            removed = (await hera.ask("GET", "/api/admin/archive"))["tables"]
            assert [(row["table"], len(row["seats"])) for row in removed] == [(table, 3)]
            earlier = await hera.ask("GET", f"/api/admin/archive?before={removed[0]['changed']}")
            assert earlier == {"tables": [], "more": False}
            await seated(server, plain(3))  # like the first game it has no code any more
            await hera.ask("POST", f"/api/admin/tables/{table}/bring-back", {})
            assert (await hera.ask("GET", "/api/admin/archive"))["tables"] == []
            host = server._visitors[1]
            again = host.at(table)
            await again.connect()
            assert again.you == 0 and again.play is not None
            await again.ask("choose", moment=0, move=first_move(again))
            acts = (await hera.ask("GET", "/api/admin/audit"))["lines"]
            assert [(line["by"], line["act"], line["reason"]) for line in acts[:2]] == [
                ("Hera", "bring-back", ""),
                ("Hera", "close", "asked to"),
            ]

    run(main())


def test_a_voided_game_does_not_count(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            clients = await seated(server, plain(3))
            await play_all(clients)
            table, host = clients[0]._table, server._visitors[1]
            before = await host.ask("GET", "/api/me/profile")
            assert await refused(hera.ask("POST", f"/api/admin/tables/{table}/close", {})) == "table/not-playing"
            for _ in range(2):  # again changes nothing
                await hera.ask("POST", f"/api/admin/tables/{table}/void", {"reason": "a bug"})
            after = await host.ask("GET", "/api/me/profile")
            assert _games(before) == 1 and _games(after) == 0
            async with reading(server.store.engine) as connection:
                rows = (await connection.execute(games.select())).all()
            assert [row.counted for row in rows] == [False]
            await host.ask("GET", f"/api/tables/{table}/game")  # it can still be read

            # A running game is closed, and does not count if it is brought back.
            clients = await seated(server, plain(3))
            table = clients[0]._table
            await hera.ask("POST", f"/api/admin/tables/{table}/void", {})
            assert (await until(clients[0], "bye"))["reason"] == "removed"

    run(main())


def _games(profile: dict[str, Any]) -> int:
    """The number of games in a profile."""
    return int(profile["games"])


def test_a_muted_person_cannot_chat_and_a_banned_one_cannot_play(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            clients = await seated(server, plain(3))
            eve = server._visitors[2]
            person = await me(eve)
            mute = {"kind": "mute", "person": person, "hours": 1, "reason": "insults"}
            await hera.ask("POST", "/api/admin/sanctions", mute)
            assert await refused(clients[1].ask("chat", text="hello")) == "chat/muted"
            await clients[0].ask("chat", text="hello")
            await clients[1].ask("choose", moment=0, move=first_move(clients[1]))
            [row] = await hera.ask("GET", "/api/admin/sanctions")
            assert (row["kind"], row["person"]["id"], row["reason"]) == ("mute", person, "insults")
            assert row["until"] - row["at"] == 3_600_000
            await hera.ask("POST", f"/api/admin/sanctions/{row['id']}/lift", {})
            await clients[1].ask("chat", text="hello again")

            token = (await eve.ask("POST", "/api/tokens", {"name": "script"}))["secret"]
            program = Visitor(server.url, token)
            server._visitors.append(program)
            await hera.ask("POST", "/api/admin/sanctions", {"kind": "ban", "person": person})
            with pytest.raises(Gone):
                while (await clients[1].receive(10))["type"] != "bye":
                    pass
                await clients[1].receive(10)
            assert await refused(eve.ask("GET", "/api/tokens")) == "person/banned"
            assert await refused(eve.open_table(plain(3))) == "person/banned"
            assert await refused(program.open_table(plain(3))) == "person/banned"
            assert (await eve.ask("GET", "/api/me"))["banned_until"] == 0
            [row] = await hera.ask("GET", "/api/admin/sanctions")
            await hera.ask("POST", f"/api/admin/sanctions/{row['id']}/lift", {})
            await eve.ask("GET", "/api/tokens")
            assert await refused(hera.ask("POST", f"/api/admin/sanctions/{row['id']}/lift", {})) == "sanction/unknown"
            myself = {"kind": "ban", "person": await me(hera)}
            assert await refused(hera.ask("POST", "/api/admin/sanctions", myself)) == "admin/own"

    run(main())


def test_an_address_range_is_banned_for_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path, forwarded="127.0.0.1") as server:
            hera = await admin(server)
            eve = await server.guest("Eve")
            eve.http.headers["X-Forwarded-For"] = "192.0.2.77"
            other = await server.guest("Ada")
            other.http.headers["X-Forwarded-For"] = "198.51.100.1"
            ban = {"kind": "ban", "addresses": "192.0.2.9/24", "hours": 2}
            await hera.ask("POST", "/api/admin/sanctions", ban)
            assert await refused(eve.ask("GET", "/api/me")) == "request/banned"
            await other.ask("GET", "/api/me")
            for wrong in ("0.0.0.0/0", "10.0.0.0/8", "::/0", "somewhere", "192.0.2.0/33"):
                body = {"kind": "ban", "addresses": wrong}
                assert await refused(hera.ask("POST", "/api/admin/sanctions", body)) == "message/invalid"
            own = {"kind": "ban", "addresses": "127.0.0.0/24"}
            assert await refused(hera.ask("POST", "/api/admin/sanctions", own)) == "admin/own"
            now = (await hera.ask("GET", "/api/admin/sanctions"))[0]["until"]
            monkeypatch.setattr("heptapolis.server.admin.moderation.now_ms", lambda: now + 1)
            await eve.ask("GET", "/api/me")

    run(main())


def test_ranges_are_written_in_one_way() -> None:
    assert clean_range(" 192.0.2.77 ") == "192.0.2.77/32"
    assert clean_range("2001:db8::1/48") == "2001:db8::/48"


def test_names_are_reserved_and_forbidden(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            await hera.ask("POST", "/api/admin/names", {"name": "The Host", "kind": "reserved"})
            await hera.ask("POST", "/api/admin/names", {"name": "rude", "kind": "forbidden"})
            eve = await server.guest("Eve")
            for name in ("the host", "T.h.e-Hóst", "тhe hoѕt".replace("ѕ", "s"), "so RUDE", "r u d e"):
                assert await refused(eve.ask("POST", "/api/guest", {"name": name})) == "person/name", name
            await eve.ask("POST", "/api/guest", {"name": "The Hostess"})
            account = {"account": "thehost", "password": "a long sentence"}
            assert await refused(eve.ask("POST", "/api/register", account)) == "person/name"
            await hera.ask("POST", "/api/guest", {"name": "The Host"})  # an admin may
            assert [row["name"] for row in await hera.ask("GET", "/api/admin/names")] == ["rude", "thehost"]
            await hera.ask("POST", "/api/admin/names/free", {"name": "Rude"})
            await eve.ask("POST", "/api/guest", {"name": "so rude"})

    run(main())


def test_names_are_compared_by_their_letters() -> None:
    assert fold_name("Ádmin_ 1") == "admin1"
    NameRules().check("anything")


def test_reports_hold_the_chat_that_the_reporter_could_read(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            options = {"seats": 4, "mode": "teams", "expansions": ["cities"]}
            clients = await seated(server, options)
            people = [await me(visitor) for visitor in server._visitors[1:]]
            await clients[1].ask("chat", text="you play like a bot")
            await clients[1].ask("chat", text="a secret of mine", to="partner")
            table, reporter = clients[0]._table, server._visitors[3]  # of the other team
            body = {"person": people[1], "about": "chat", "note": "insults"}
            path = f"/api/tables/{table}/reports"
            for _ in range(2):  # the same again changes nothing
                await reporter.ask("POST", path, body)
            assert await refused(reporter.ask("POST", path, {**body, "person": people[2]})) == "report/nobody"
            assert await refused(reporter.ask("POST", path, {**body, "person": "x" * 16})) == "report/nobody"
            assert await refused(reporter.ask("POST", path, {**body, "about": "weather"})) == "message/invalid"
            stranger = Visitor(server.url)
            server._visitors.append(stranger)
            assert await refused(stranger.ask("POST", path, body)) == "person/needed"
            [report] = (await hera.ask("GET", "/api/admin/reports"))["reports"]
            assert [line["text"] for line in report["chat"]] == ["you play like a bot"]
            assert (report["reporter"]["id"], report["person"]["id"]) == (people[2], people[1])
            assert (report["about"], report["note"], report["table"]) == ("chat", "insults", table)
            assert (await hera.ask("GET", "/api/admin"))["open_reports"] == 1
            settle = {"status": "settled", "reason": "muted"}
            await hera.ask("POST", f"/api/admin/reports/{report['id']}", settle)
            assert (await hera.ask("GET", "/api/admin/reports"))["reports"] == []
            assert len((await hera.ask("GET", "/api/admin/reports?status=settled"))["reports"]) == 1
            assert await refused(hera.ask("POST", "/api/admin/reports/nothing", settle)) == "report/unknown"

    run(main())


def test_reports_are_few(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=1) as server:
            clients = await seated(server, plain(3), ["easy"])
            eve, body = server._visitors[1], {"person": await me(server._visitors[0]), "about": "other"}
            codes = []
            for _ in range(11):
                try:
                    await eve.ask("POST", f"/api/tables/{clients[0]._table}/reports", body)
                except Refused as error:
                    codes.append(error.code)
            assert codes == ["message/too-often"]

    run(main())


def test_a_message_reaches_everybody(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            clients = await seated(server, plain(3))
            text = "The server restarts at 20:00."
            await hera.ask("POST", "/api/admin/message", {"text": text, "hours": 2})
            for client in clients:
                told = await until(client, "notice")
                assert told["notice"]["message"]["text"] == text
            late = server.client(clients[0]._table)
            late.raw = []
            await late.connect()
            assert any(text in frame for frame in late.raw)
            assert (await late_notice(hera))["text"] == text
            await hera.ask("POST", "/api/admin/message", {"text": ""})
            assert (await until(clients[0], "notice"))["notice"]["message"] is None
            assert await late_notice(hera) is None

    async def late_notice(visitor: Visitor) -> Any:
        return (await visitor.ask("GET", "/api/notice"))["message"]

    run(main())


def test_maintenance_lets_games_finish_or_wait(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            clients = await seated(server, plain(3, clock="30s"), [None, "easy", "easy"])
            client, host = clients[0], server._visitors[1]
            waiting = await host.open_table(plain(3), bots=[None, "easy", "easy"])
            lobby = host.at(waiting)
            await lobby.connect()
            await hera.ask("POST", "/api/admin/maintenance", {"mode": "finish"})
            assert await refused(host.open_table(plain(3))) == "server/maintenance"
            assert await refused(host.ask("POST", "/api/lesson")) == "server/maintenance"
            assert await refused(lobby.ask("start")) == "server/maintenance"
            await client.ask("choose", moment=0, move=first_move(client))
            await client.next_decision()  # bots play too

            await hera.ask("POST", "/api/admin/maintenance", {"mode": "pause"})
            before = server.registry.rooms[client._table].state.moment_at
            assert await refused(client.ask("choose", moment=1, move=first_move(client))) == "server/maintenance"
            await client.ask("chat", text="a break")
            await hera.ask("POST", "/api/admin/maintenance", {"mode": "off"})
            async with asyncio.timeout(10):
                while server.registry.rooms[client._table].state.moment_at == before:  # the clock starts anew
                    await client.receive(10)
            await client.ask("choose", moment=1, move=first_move(client))
            await client.next_decision()
            await lobby.ask("start")

    run(main())


def test_bots_wait_during_a_pause(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            await hera.ask("POST", "/api/admin/maintenance", {"mode": "finish"})
            await hera.ask("POST", "/api/admin/maintenance", {"mode": "off"})
            clients = await seated(server, plain(3), [None, "easy", "easy"])
            room = server.registry.rooms[clients[0]._table]
            while len(room.state.chosen_by) < 2:
                await clients[0].receive(10)
            await hera.ask("POST", "/api/admin/maintenance", {"mode": "pause"})
            server.registry.rooms[clients[0]._table].schedule.update()
            assert not room.schedule._thinking
            await server.registry.sweep()
            assert room.state.moment == 0

    run(main())


def test_people_and_usage_are_shown(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            hera = await admin(server)
            clients = await seated(server, plain(3))
            usage = await hera.ask("GET", "/api/admin/usage")
            [process] = usage["processes"]
            assert (process["sockets"], process["tables"]) == (3, 1)
            assert process["memory_bytes"] > 10_000_000 and usage["database_bytes"] > 10_000
            assert (usage["people"], usage["unfinished_tables"]) == (3, 1)
            people = await hera.ask("GET", "/api/admin/people")
            assert {row["person"]["name"] for row in people} == {"Host", "Guest 1", "Guest 2"}
            assert {(row["table"], row["address"]) for row in people} == {(clients[0]._table, "127.0.0.1")}
            found = await hera.ask("GET", "/api/admin/people/find?name=GUEST")
            assert {row["person"]["name"] for row in found} == {"Guest 1", "Guest 2"}
            person = people[0]["person"]["id"]
            await hera.ask("POST", f"/api/admin/people/{person}/end-sessions", {})
            left = [visitor for visitor in server._visitors[1:] if (await visitor.ask("GET", "/api/me"))["person"]]
            assert len(left) == 2

    run(main())


def test_another_process_follows_within_seconds(tmp_path: Path) -> None:
    """The command line, or another process, changes the database only."""
    from heptapolis.server.admin.acts import HOST, Acts

    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            acts = Acts(server.store.engine)
            await acts.message(HOST, "Hello", 1)
            assert (await until(clients[0], "notice"))["notice"]["message"]["text"] == "Hello"
            await acts.close(HOST, clients[0]._table, "")
            assert (await until(clients[0], "bye"))["reason"] == "removed"
            eve = await account(server, "Eve")
            await acts.sanction(HOST, "ban", person=await me(eve), addresses=None, hours=None, reason="")
            async with asyncio.timeout(10):
                while (await eve.ask("GET", "/api/me"))["banned_until"] is None:
                    await asyncio.sleep(0.1)

    run(main())

"""A table over real sockets: lobby, choices, tabs, reconnecting, spectators, substitute bots, clocks, chat."""

import asyncio
import json
import random
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest

from heptapolis import Game
from heptapolis.record.game.text_format import read_record
from heptapolis.server.client import Gone
from heptapolis.server.messages import ServerMessage
from heptapolis.server.messages.json_schema import strict_adapter
from heptapolis.server.realtime.client_socket import Socket
from heptapolis.server.tables import options as table_options
from serving import first_move, inside, moment_of, person_at, plain, play_all, play_on, refused, run, seated

pytestmark = pytest.mark.once

THREE = plain(3)


def test_a_whole_game_and_a_rematch(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 4, "show_scores": True}, [None, None, None, "easy"])
            await play_all(clients)
            results = [await client.until_over() for client in clients]
            assert results[0] == results[1] == results[2]
            assert [reveal["moment"] for reveal in clients[0].reveals] == list(range(len(clients[0].reveals)))
            assert clients[0].reveals[-1]["game_over"]
            visitor = server._visitors[0]
            record = await visitor.ask("GET", results[0]["record"])
            assert record.startswith("heptapolis-record/1")
            page = await visitor.ask("GET", f"/api/tables/{clients[0]._table}/game")
            assert page["result"] == results[0]
            games = await visitor.ask("GET", "/api/me/games?status=over")
            assert games["tables"][0]["totals"] == [score["total"] for score in results[0]["scores"]]
            assert games["tables"][0]["teams"] is None
            assert games["tables"][0]["ended"] == page["ended"]
            await clients[1].ask("rematch")
            await clients[2].ask("rematch")
            while clients[0].table["rematch"] is None:
                await clients[0].receive()
            again = visitor.at(clients[0].table["rematch"])
            await again.connect()
            assert again.you == 0
            assert [seat["bot"] for seat in again.table["seats"]] == [None, None, None, "easy"]

    run(main())


def test_record_has_revealed_moves_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, THREE)
            for client in clients[:2]:
                play = await client.next_decision()
                assert play is not None
                moves = play["view"]["pending"][0]["moves"]
                await client.choose(moves[0])
                await client.choose(moves[-1])
            await clients[1].ask("withdraw", moment=0)
            await play_all(clients)
            result = await clients[0].until_over()
            record = read_record(await server._visitors[0].ask("GET", result["record"]))
            totals = [score.total for score in Game.from_record(record).scores()]
            assert totals == [score["total"] for score in result["scores"]]

    run(main())


def test_record_and_page_are_refused_before_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, THREE)
            for path in ("record", "game"):
                error = await refused(server._visitors[0].ask("GET", f"/api/tables/{clients[0]._table}/{path}"))
                assert error.code == "table/not-over"

    run(main())


def test_a_choice_can_be_changed_and_withdrawn_until_the_reveal(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, three = await seated(server, THREE)
            assert one.play is not None
            moves = one.play["view"]["pending"][0]["moves"]
            await one.choose(moves[0])
            assert one.play["view"]["chosen"][0]["card"] == moves[0]["card"]
            assert one.play["again"][0]["moves"] == moves
            seq = server.registry.rooms[one._table].state.seq
            await one.choose(moves[0])  # the same again changes nothing
            assert server.registry.rooms[one._table].state.seq == seq
            await one.choose(moves[-1])
            assert one.play["view"]["chosen"][0] == moves[-1]
            await one.ask("withdraw", moment=one.play["moment"])
            assert one.play["view"]["chosen"] == []
            error = await refused(one.ask("withdraw", moment=one.play["moment"]))
            assert error.code == "move/not-pending"
            for client in (one, two, three):
                await client.choose(first_move(client))
            while one.play["moment"] == 0:
                await one.receive()
            error = await refused(one.ask("choose", moment=0, move=moves[0]))
            assert (error.code, error.params) == ("turn/stale", {"moment": 1})

    run(main())


def test_moves_for_other_seats_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, THREE)
            error = await refused(one.ask("choose", moment=0, move=first_move(two)))
            assert error.code == "seat/foreign"
            stranger = (await server.guest("Stranger")).at(one._table)
            await stranger.connect()
            assert stranger.you is None
            error = await refused(stranger.ask("choose", moment=0, move=first_move(one)))
            assert error.code == "seat/none"
            nobody = server.client(one._table)
            await nobody.connect()
            assert (await refused(nobody.ask("take-seat", seat=0))).code == "person/needed"
            move = {**first_move(one), "card": "Pantheon", "action": "build"}
            error = await refused(one.ask("choose", moment=0, move=move))
            assert error.code == "move/illegal"
            assert error.params["key"] == "no-such-card"

    run(main())


def test_refusal_has_the_reason(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(5))
            rng = random.Random(4)
            seen = set()
            for _ in range(12):
                for client in clients:
                    assert client.play is not None
                    play = await client.next_decision()
                    assert play is not None
                    moves = play["view"]["pending"][0]["moves"]
                    for hint in play["help"]["cards"]:
                        builds = [move for move in moves if move["action"] == "build" and move["card"] == hint["card"]]
                        assert (hint["state"] == "no") == (not builds)
                        seen.add(hint["state"])
                        if hint["state"] == "no":
                            move = {"player": client.you, "action": "build", "card": hint["card"]}
                            error = await refused(client.ask("choose", moment=play["moment"], move=move))
                            assert hint["reason"] and error.params["key"] == hint["reason"]["key"]
                        prices = [price["pay"] for price in hint["prices"]]
                        paid = [{"bank": 0, **move["pay"]} for move in builds if "pay" in move]
                        if hint["state"] in ("own", "trade", "free"):
                            assert prices == paid
                    await client.choose(rng.choice(moves))
            assert seen >= {"free", "own", "trade", "no"}

    run(main())


def test_others_learn_who_has_chosen_but_not_what(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, THREE)
            two.raw = []
            await one.choose(first_move(one))
            message = await two.receive()
            del message["seq"]
            assert message == {"type": "chosen", "moment": 0, "has_chosen": [0], "waiting": [1, 2], "play": None}

    run(main())


def test_two_tabs_show_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, THREE)
            other_tab = server._visitors[0].at(clients[0]._table)
            await other_tab.connect()
            assert other_tab.you == 0
            await clients[0].choose(first_move(clients[0]))
            while other_tab.play is None or not other_tab.play["view"]["chosen"]:
                await other_tab.receive()
            assert other_tab.play == clients[0].play
            await other_tab.ask("withdraw", moment=0)
            while clients[0].play["view"]["chosen"]:
                await clients[0].receive()
            await clients[0].close()  # one tab is closed: the person is still there
            await asyncio.sleep(0.3)
            await other_tab.ask("ping")
            assert other_tab.table["seats"][0]["present"]

    run(main())


def test_reconnecting_client_misses_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, THREE)
            lost, others = clients[0], clients[1:]
            watcher = server._visitors[1].at(lost._table, watch=True)
            await watcher.connect()
            rng = random.Random(2)
            for turn in range(8):
                if turn % 2:
                    await lost.drop()
                    await others[0].ask("chat", text=f"turn {turn}")
                    for client in others:
                        await play_on(client, rng, 1)
                    await lost.connect()
                else:
                    for client in others:
                        await play_on(client, rng, 1)
                await play_on(lost, rng, 1)
            while moment_of(watcher) < 8:
                await watcher.receive()
            while moment_of(lost) < 8:
                await lost.receive()
            assert lost.reveals == watcher.reveals
            assert [reveal["moment"] for reveal in lost.reveals] == list(range(8))
            assert [line["text"] for line in lost.chat] == ["turn 1", "turn 3", "turn 5", "turn 7"]

    run(main())


def test_seat_is_kept_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, THREE)
            visitor = server._visitors[1]
            cookie, table = visitor.cookie, clients[0]._table
            await play_on(clients[1], random.Random(1), 1)
            before = clients[1].play
            message = None
            server.server.should_exit = True
            while message is None or message["type"] != "bye":
                message = await clients[1].receive()
            assert message["reason"] == "restart"
            assert message["again"]
        async with inside(tmp_path) as server:
            client = server.client(table, cookie=cookie)
            await client.connect()
            assert client.you == 1
            assert client.play == before

    run(main())


def test_bot_plays_for_an_absent_person_until_the_owner_returns(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, three = await seated(server, THREE)
            error = await refused(one.ask("relieve", seat=2))
            assert error.code == "seat/here"
            await three.drop()
            while one.table["seats"][2]["can_relieve"] is not True:
                await one.receive()
            stranger = (await server.guest("Stranger")).at(one._table)
            await stranger.connect()
            assert (await refused(stranger.ask("relieve", seat=2))).code == "seat/none"
            await one.ask("relieve", seat=2, level="easy")
            for _ in range(2):
                await play_on(one, random.Random(1), 1)
                await play_on(two, random.Random(1), 1)
            while moment_of(one) < 2:
                await one.receive()
            assert one.reveals[0]["moves"][2]["by"] == "bot"
            await three.connect()
            assert three.you == 2
            await three.ask("return")
            assert three.table["seats"][2]["bot"] is None
            while three.play is None or three.play["moment"] < 2:
                await three.receive()
            if three.play["view"]["pending"]:
                await three.choose(first_move(three))

    run(main())


def test_bot_replaces_a_person_only_after_the_grace_time(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, grace_seconds=3600) as server:
            one, two, three = await seated(server, THREE)
            await three.drop()
            while one.table["seats"][2]["present"]:
                await one.receive()
            assert one.table["seats"][2]["can_relieve"] is False
            assert (await refused(one.ask("relieve", seat=2))).code == "seat/here"
            assert (await refused(two.ask("relieve", seat=2))).code == "seat/here"

    run(main())


def test_bot_replaces_a_person_who_leaves(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, three = await seated(server, THREE)
            await three.ask("leave-seat")
            assert three.you is None
            await two.ask("leave-seat")
            await one.ask("leave-seat")
            await one.until_over()  # a table of bots alone ends

    run(main())


def test_changing_seats_during_a_game_is_refused(tmp_path: Path) -> None:
    """Only the person who had a seat can return to it; anybody else would see a second hand, or show it a friend."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two = await seated(server, plain(4), [None, None, "easy", "easy"])
            assert (await refused(one.ask("take-seat", seat=2))).code == "table/not-open"
            await one.ask("leave-seat")
            assert (await refused(one.ask("take-seat", seat=2))).code == "table/not-open"
            late = (await server.guest("Late")).at(one._table)
            await late.connect()
            assert (await refused(late.ask("take-seat", seat=3))).code == "table/not-open"
            assert (await refused(late.ask("take-seat", seat=0))).code == "table/not-open"  # a bot has it by now
            await late.close()
            server.registry.rooms.clear()  # read again from what is stored
            await one.connect()
            assert (await refused(one.ask("take-seat", seat=3))).code == "table/not-open"
            await one.ask("take-seat", seat=0)
            assert one.you == 0
            await two.close()

    run(main())


def test_simultaneous_rematch_requests_open_one_table(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, THREE)
            await play_all(clients)
            await asyncio.gather(*(client.ask("rematch") for client in clients))
            for client, visitor in zip(clients, server._visitors, strict=True):
                while client.table["rematch"] is None:
                    await client.receive()
                open_tables = (await visitor.ask("GET", "/api/me/games?status=open"))["tables"]
                assert [row["table"] for row in open_tables] == [client.table["rematch"]]

    run(main())


def test_bot_plays_when_the_clock_runs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(table_options.CLOCK_SECONDS, "30s", 6)

    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two, _ = await seated(server, plain(3, clock="30s"))
            assert one.play is not None
            assert one.play["deadline"] is not None
            await one.choose(first_move(one))
            while one.play["moment"] == 0:
                await one.receive()
            assert [move["by"] for move in one.reveals[0]["moves"]] == ["person", "clock", "clock"]
            assert one.table["seats"][1]["bot"] is None  # the person keeps the seat
            while two.play is None or two.play["moment"] == 0:
                await two.receive()
            await two.choose(first_move(two))

    run(main())


def test_the_lobby(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (host,) = await seated(server, {"seats": 3, "public": True}, [None, "easy", "easy"], start=False)
            guest = (await server.guest("Grace")).at(host._table)
            await guest.connect()
            assert (await refused(guest.ask("start"))).code == "table/host-only"
            assert (await refused(guest.ask("seat-bot", seat=1, level="hard"))).code == "table/host-only"
            await guest.ask("take-seat", seat=1)  # a bot makes room
            assert (await refused(host.ask("take-seat", seat=1))).code == "seat/taken"
            assert (await refused(host.ask("take-seat", seat=5))).code == "seat/unknown"
            error = await refused(host.ask("start"))
            assert (error.code, error.params) == ("table/not-ready", {"seat": 1})
            await guest.ask("ready", ready=True)
            await host.ask("set-options", options={"seats": 4, "edition": "second", "public": True})
            assert not host.table["seats"][1]["ready"]
            bad = {"seats": 4, "edition": "second", "expansions": ["cities"]}
            assert (await refused(host.ask("set-options", options=bad))).code == "options/combination"
            await host.ask("seat-bot", seat=3, level="normal")
            await host.ask("empty-seat", seat=3)
            await host.ask("seat-bot", seat=3, level="hard")
            await guest.ask("ready", ready=True)
            listed = await server._visitors[1].ask("GET", "/api/tables")
            assert [row["table"] for row in listed["tables"]] == [host._table]
            assert listed["tables"][0]["you"] == 1
            await host.ask("leave-seat")
            assert host.table["host"] == person_at(host, 1)["id"]
            assert guest.you == 1
            await guest.ask("seat-bot", seat=0, level="easy")  # who is next is host now
            await guest.ask("start")
            while guest.play is None:
                await guest.receive()
            assert guest.play["view"]["phase"] == "side"

    run(main())


def test_chat_line_sent_again_is_stored_once(tmp_path: Path) -> None:
    """A client repeats an unanswered line after a reconnect, with the same nonce."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 3})
            await clients[0].ask("chat", text="hello", nonce="0123456789abcdef")
            await clients[0].connect()
            await clients[0].ask("chat", text="hello", nonce="0123456789abcdef")
            await clients[1].ask("chat", text="hello", nonce="0123456789abcdef")  # another person's line
            await clients[0].ask("chat", text="hello", nonce="fedcba9876543210")
            late = (await server.guest("Late")).at(clients[0]._table)
            await late.connect()
            assert [line["seat"] for line in late.chat] == [0, 1, 0]
            assert all("nonce" not in line for line in late.chat)
            for bad in ("short", "x" * 41, "with space"):
                assert (await refused(clients[0].ask("chat", text="x", nonce=bad))).code == "message/invalid"

    run(main())


def test_repeated_chat_does_not_count_towards_the_rate_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=1.0) as server:
            (ada,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            for _ in range(12):  # eight lines in ten seconds are allowed
                await ada.ask("chat", text="hello", nonce="0123456789abcdef")
            server.registry.rooms.clear()  # load the table from its events
            late = (await server.guest("Late")).at(ada._table)
            await late.connect()
            assert [line["text"] for line in late.chat] == ["hello"]

    run(main())


def test_python_client_repeats_unanswered_chat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            (ada,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)

            async def lose_the_answer(number: int) -> dict[str, Any]:
                raise Gone

            with monkeypatch.context() as patch:
                patch.setattr(ada, "_answer_to", lose_the_answer)
                with pytest.raises(Gone):
                    await ada.send_chat("arrived")
            while not server.registry.rooms[ada._table].state.chat:
                await asyncio.sleep(0.01)
            await ada.drop()
            with pytest.raises(Gone):
                await ada.send_chat("never arrived")
            await ada.connect()
            await ada.send_chat(phrase="well-played")
            late = (await server.guest("Late")).at(ada._table)
            await late.connect()
            lines = [line["text"] or line["phrase"] for line in late.chat]
            assert lines == ["arrived", "never arrived", "well-played"]
            assert not ada._unanswered

    run(main())


def test_clients_reconnect_after_different_pauses() -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            sent.append(json.loads(message["text"]))

    async def main() -> None:
        sockets = [Socket(send, None) for _ in range(300)]
        for socket in sockets:
            socket.bye("restart", again=True)
        while len(sent) < len(sockets):
            await asyncio.sleep(0)

    run(main())
    pauses = {bye["after"] for bye in sent}
    assert len(pauses) > 200
    assert min(pauses) >= 500
    assert max(pauses) < 3000


def test_chat_reaches_the_right_people(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 4, "mode": "teams"})
            watcher = (await server.guest("Watcher")).at(clients[0]._table)
            await watcher.connect()
            await clients[0].ask("chat", text="  <b>hello</b>\u202e\n there ")
            await clients[0].ask("chat", to="partner", phrase="well-played")
            await clients[2].ask("mute", person=person_at(clients[2], 0)["id"])
            await clients[0].ask("chat", text="second")
            await watcher.ask("chat", text="from outside")
            for client in (*clients, watcher):
                while not client.chat or client.chat[-1]["text"] != "from outside":
                    await client.receive()
            seen_lines = [[line["text"] or line["phrase"] for line in client.chat] for client in (*clients, watcher)]
            table = ["<b>hello</b> there", "second", "from outside"]
            team = ["<b>hello</b> there", "well-played", "second", "from outside"]
            assert seen_lines == [team, team, [table[0], table[2]], table, table]
            assert (await refused(watcher.ask("chat", to="partner", text="x"))).code == "chat/no-partner"
            assert (await refused(clients[0].ask("chat", text=" \u200b "))).code == "chat/nothing"

    run(main())


def test_programs_play_with_a_token(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            owner = await server.guest("Owner")
            token = await owner.ask("POST", "/api/tokens", {"name": "my bot"})
            (host,) = await seated(server, {"seats": 3}, [None, "easy", "easy"], start=False)
            program = server.client(host._table, token=token["secret"])
            await program.connect()
            await program.ask("take-seat", seat=1)
            await program.ask("ready", ready=True)
            assert person_at(program, 1)["kind"] == "program"
            await host.ask("start")
            while program.play is None:
                await program.receive()
            await program.choose(first_move(program))
            await owner.ask("DELETE", f"/api/tokens/{token['id']}")
            assert [each["id"] for each in await owner.ask("GET", "/api/tokens")] == []

    run(main())


def test_messages_match_their_types(tmp_path: Path) -> None:
    """Messages of whole games are valid for the types from which the client's types are generated."""
    reader = strict_adapter(ServerMessage)
    kinds = [
        {"seats": 3, "edition": "second"},
        {"seats": 2, "mode": "free-city", "expansions": ["cities", "leaders"]},
        {"seats": 4, "mode": "teams", "expansions": ["cities", "leaders", "manneken-pis"], "show_scores": True},
    ]

    async def main() -> None:
        async with inside(tmp_path) as server:
            for number, options in enumerate(kinds):
                clients = await seated(server, options)
                watcher = (await server.guest("Watcher")).at(clients[0]._table)
                await watcher.connect()
                for client in (*clients, watcher):
                    client.raw = []
                await play_all(clients, number)
                await watcher.until_over()
                frames = [frame for client in (*clients, watcher) for frame in client.raw or []]
                assert {json.loads(frame)["type"] for frame in frames} >= {"play", "chosen", "done", "lobby"}
                for frame in frames:
                    reader.validate_json(f"[{frame}]")

    run(main())

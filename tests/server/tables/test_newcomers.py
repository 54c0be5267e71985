"""Newcomers in a running game: invited by the host, wanted by everybody, and seeing nothing from before."""

import json
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.client import TableClient
from heptapolis.server.errors import Refused
from heptapolis.server.messages import CLIENT_MESSAGE
from heptapolis.server.storage.snapshot import read_snapshot, write_snapshot
from heptapolis.server.tables import events
from heptapolis.server.tables.newcomers import MOST_ASKS, Entered, Newcomers, marks_of, without_past
from heptapolis.server.tables.requests import Requester, plan
from heptapolis.server.tables.state import TableState
from server_requests import asks, happens, playing
from serving import Inside, first_move, hand_of, inside, person_at, plain, refused, run, seated

pytestmark = pytest.mark.once


async def newcomer(server: Inside, table: str, name: str = "Late", address: str = "127.0.0.9") -> TableClient:
    """Somebody who waits for a seat, from another address than the players."""
    visitor = await server.guest(name)
    client = TableClient(server.url, table, cookie=visitor.cookie, enter=True, address=address)
    server._clients.append(client)
    client.raw = []
    await client.connect()
    return client


async def play_age(clients: list[TableClient], age: int) -> None:
    """Plays until another age begins; bots have the other seats."""
    while True:
        for client in clients:
            assert client.play is not None
            while not client.play["view"]["pending"] and client.play["view"]["age"] == age:
                await client.receive()
        if all(client.play is not None and client.play["view"]["age"] != age for client in clients):
            return
        for client in clients:
            await client.choose(first_move(client))


async def hear(client: TableClient, what: str) -> dict[str, Any]:
    while (message := await client.receive())["type"] != what:
        pass
    return message


def test_newcomer_enters_at_the_next_age_and_learns_nothing_from_before(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two = await seated(server, plain(3), [None, None, "easy"])
            await one.ask("chat", text="a secret of the first age")
            await one.ask("invite", seat=2)
            late = await newcomer(server, one._table)
            assert late.play is None and late.table["invited"] == [2]
            await late.ask("ask-seat", seat=2)
            person = late.table["asks"][0]["person"]
            assert person["name"] == "Late"
            await one.ask("assent", person=person["id"], agree=True)
            await two.ask("assent", person=person["id"], agree=True)
            await one.choose(first_move(one))
            await two.ask("chat", text="another secret")
            await two.choose(first_move(two))
            await play_age([one, two], 1)
            await hear(late, "table")
            assert late.you == 2 and late.play is not None and late.play["view"]["age"] == 2
            assert len(hand_of(late)) == 7
            assert person_at(late, 2)["name"] == "Late" and late.table["asks"] == [] and late.table["invited"] == []
            said = [line["text"] for line in late.chat]
            assert said == []
            # Until the seat was given, nothing of the game was sent.
            assert late.raw is not None
            before = late.raw[:-1]
            assert {json.loads(text)["type"] for text in before} <= {"welcome", "table", "lobby", "done"}
            assert not any("hand" in text or "secret" in text for text in before)
            await two.ask("chat", text="welcome")
            await hear(late, "chat")
            await late.choose(first_move(late))
            # The same after a restart from what is stored, and after a reconnect from the beginning.
            server.registry.rooms.clear()
            late.seq, late.chat = 0, []
            await late.connect()
            assert late.you == 2 and [line["text"] for line in late.chat] == ["welcome"]

    run(main())


def test_one_refusal_keeps_a_newcomer_out_for_good(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two = await seated(server, plain(3), [None, None, "easy"])
            await one.ask("invite", seat=2)
            late = await newcomer(server, one._table)
            await late.ask("ask-seat", seat=2)
            person = late.table["asks"][0]["person"]["id"]
            await one.ask("assent", person=person, agree=True)
            await two.ask("assent", person=person, agree=False)
            assert (await refused(late.ask("ask-seat", seat=2))).code == "seat/declined"
            again = await newcomer(server, one._table, "Other")  # the same address
            assert (await refused(again.ask("ask-seat", seat=2))).code == "seat/declined"
            await play_age([one, two], 1)
            assert server.registry.rooms[one._table].state.people == [person_at(one, 0)["id"], person_at(one, 1)["id"]]

    run(main())


def test_whoever_watched_or_plays_cannot_enter_as_somebody_else(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two = await seated(server, plain(4), [None, None, "easy", "easy"])
            await one.ask("invite", seat=2)
            await one.ask("invite", seat=3)
            table = one._table
            # A player's second identity: the same address.
            twin = await newcomer(server, table, "Twin", "127.0.0.1")
            assert (await refused(twin.ask("ask-seat", seat=2))).code == "seat/seen"
            # A watcher, by the account from another address, and by the address with another account.
            visitor = await server.guest("Watcher")
            watching = TableClient(server.url, table, cookie=visitor.cookie, address="127.0.0.7")
            entering = TableClient(server.url, table, cookie=visitor.cookie, enter=True, address="127.0.0.8")
            server._clients += [watching, entering]
            await watching.connect()
            assert watching.play is not None
            await watching.close()
            await entering.connect()
            assert entering.play is None
            assert (await refused(entering.ask("ask-seat", seat=2))).code == "seat/seen"
            other = await newcomer(server, table, "Other", "127.0.0.7")
            assert (await refused(other.ask("ask-seat", seat=2))).code == "seat/seen"
            # One who waits cannot ask twice under two names, nor look meanwhile.
            late = await newcomer(server, table)
            await late.ask("ask-seat", seat=2)
            second = await newcomer(server, table, "Second")
            assert (await refused(second.ask("ask-seat", seat=3))).code == "seat/seen"
            peeking = TableClient(server.url, table, address="127.0.0.9")
            server._clients.append(peeking)
            await peeking.connect()
            assert server.registry.rooms[table].state.newcomers.asks == ()
            for client in (late, one):
                while client.table["asks"]:
                    await client.receive()

    run(main())


def test_who_waits_can_do_nothing_but_ask(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, _two = await seated(server, plain(3), [None, None, "easy"])
            late = await newcomer(server, one._table)
            assert (await refused(late.ask("ask-seat", seat=2))).code == "seat/not-invited"
            await one.ask("invite", seat=2)
            assert (await refused(late.ask("take-seat", seat=2))).code == "seat/none"
            assert (await refused(late.ask("chat", text="let me in"))).code == "seat/none"
            assert (await refused(late.ask("assent", person=late.table["host"], agree=True))).code == "seat/none"
            assert (await refused(late.ask("preview", moment=0, card="Altar"))).code == "seat/none"
            seq = server.registry.rooms[one._table].state.seq
            assert (await refused(late.ask("ask-seat", seat=0))).code == "seat/taken"
            assert (await refused(late.ask("ask-seat", seat=7))).code == "seat/unknown"
            assert server.registry.rooms[one._table].state.seq == seq

    run(main())


def bot_on_last(**options: Any) -> TableState:
    state = playing(**options)
    happens(state, events.BOT, seat=2, level="easy")
    return state


def test_only_the_host_invites_and_only_to_a_bots_seat() -> None:
    state = bot_on_last()
    happens(state, events.HERE, person="ada", process="process")
    with pytest.raises(Refused, match="table/host-only"):
        asks(state, "grace", "invite", seat=2)
    with pytest.raises(Refused, match="seat/taken"):
        asks(state, "ada", "invite", seat=1)
    assert asks(state, "ada", "invite", seat=2) is not None
    happens(state, events.INVITED, seat=2, wanted=True)
    assert asks(state, "ada", "invite", seat=2) is None
    assert asks(state, "ada", "invite", seat=2, wanted=False) is not None


def test_nobody_enters_a_rated_game() -> None:
    state = bot_on_last()
    state.options["rated"] = True
    with pytest.raises(Refused, match="table/rated"):
        asks(state, "ada", "invite", seat=2)
    happens(state, events.INVITED, seat=2, wanted=True)
    with pytest.raises(Refused, match="table/rated"):
        asks(state, "new", "ask-seat", seat=2)


def test_no_newcomer_in_the_last_age() -> None:
    state = bot_on_last()
    assert state.game is not None
    while state.game.age < 3:
        move = state.game.legal(state.game.pending[0].player)[0]
        state.game.play(state.game.pending[0], move)
    with pytest.raises(Refused, match="table/last-age"):
        asks(state, "ada", "invite", seat=2)


def test_few_may_wait_at_once() -> None:
    state = bot_on_last()
    happens(state, events.INVITED, seat=2, wanted=True)
    for number in range(MOST_ASKS):
        happens(state, events.ASKED, seat=2, person=f"person-{number}", marks=[f"{number:016x}"])
    with pytest.raises(Refused, match="table/full"):
        asks(state, "new", "ask-seat", seat=2)
    happens(state, events.INVITED, seat=2, wanted=False)
    assert state.newcomers.asks == ()


def next_age(state: TableState) -> None:
    """Decides for everybody until another age begins."""
    assert state.game is not None
    age = state.game.age
    while state.game.age == age:
        decision = state.game.pending[0]
        move = {"player": decision.player, "action": "discard", "card": state.game.hands[decision.player][0]}
        happens(state, events.CHOSE, seat=decision.player, move=move, by="person")


@pytest.mark.parametrize("missing", ["", "invitation", "assent", "presence", "people"])
def test_every_condition_counts_when_the_age_begins(missing: str) -> None:
    state = bot_on_last()
    happens(state, events.INVITED, seat=2, wanted=True)
    happens(state, events.ASKED, seat=2, person="new", marks=["a" * 16])
    for who in ("ada", "grace"):
        if (who, missing) != ("grace", "assent"):
            happens(state, events.ASSENTED, person=who, about="new", agree=True)
    if missing != "presence":
        happens(state, events.HERE, person="new", process="p")
    if missing == "invitation":
        happens(state, events.INVITED, seat=2, wanted=False)
    if missing == "people":
        for seat in (0, 1):
            happens(state, events.BOT, seat=seat, level="easy")
    next_age(state)
    assert (state.seat_of("new") == 2) is (missing == "")
    if not missing:
        restored = read_snapshot(write_snapshot(state))
        assert restored is not None and restored.newcomers == state.newcomers
        assert restored.newcomers.entered["new"].seq == state.seq


def test_seats_past_is_hidden_from_its_new_player() -> None:
    seats: list[Any] = [{"buried": ["A", "B", "C"], "sold_leaders": ["L"]}, {"sold_leaders": 1}]
    seen: Any = {"seats": seats, "known_discards": ["X", "Y", "X"], "known_leaders": [{"seats": [1], "cards": ["M"]}]}
    shown = without_past(seen, 0, Entered(5, 2, ("X",)))
    assert shown["seats"] == [{"buried": ["C"], "sold_leaders": 1}, {"sold_leaders": 1}]
    assert (shown["known_discards"], shown["known_leaders"]) == (["Y", "X"], [])
    assert seats[0]["buried"] == ["A", "B", "C"]


def test_marks_tell_nothing_and_join_a_network_of_one_customer() -> None:
    first = marks_of("key", "table", ["ada"], "2001:db8::1")
    assert first == marks_of("key", "table", ["ada"], "2001:db8::ffff")
    assert first[1] != marks_of("key", "table", ["ada"], "2001:db8:0:1::1")[1]
    assert marks_of("key", "table", [], "::ffff:192.0.2.7") == marks_of("key", "table", [], "192.0.2.7")
    assert not set(first).intersection(marks_of("key", "other", ["ada"], "2001:db8::1"))
    assert not set(first).intersection(marks_of("other", "table", ["ada"], "2001:db8::1"))
    assert all(len(mark) == 16 for mark in first)


def test_program_stands_for_its_owner(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest("Owner")
            owner = (await visitor.ask("GET", "/api/me"))["person"]["id"]
            token = await visitor.ask("POST", "/api/tokens", {"name": "Robot"})
            program = await server.people.of_token(token["secret"])
            assert program is not None and owner in await server.people.identities(program)

    run(main())


def test_too_many_visitors_close_the_door() -> None:
    state = bot_on_last()
    happens(state, events.INVITED, seat=2, wanted=True)
    state.newcomers = Newcomers((2,), (), frozenset(f"{number:016x}" for number in range(2000)))
    requester = Requester("new", None, marks=("f" * 16,))  # type: ignore[arg-type]  # not needed here
    with pytest.raises(Refused, match="seat/seen"):
        plan(state, requester, CLIENT_MESSAGE.validate_python({"type": "ask-seat", "seat": 2}))

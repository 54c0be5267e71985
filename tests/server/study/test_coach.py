"""Advice during a game, and turns taken back: who may, what is stored, and what others are told."""

import asyncio
import random
from pathlib import Path

import pytest

from heptapolis.analysis.reasons import KEYS
from heptapolis.record.game.text_format import read_record
from heptapolis.server.client import TableClient
from heptapolis.server.errors import Refused
from heptapolis.server.storage.snapshot import read_snapshot, write_snapshot
from heptapolis.server.tables.state import TableState
from serving import Inside, hand_of, inside, plain, play_all, play_until, run, seated

pytestmark = pytest.mark.once


async def replayed(server: Inside, table: str) -> TableState:
    """The table as its stored events make it again, like after a restart."""
    state = TableState(table)
    for event in await server.store.events_after(table, 0):
        state.apply(event)
    return state


async def against_bots(server: Inside) -> TableClient:
    (client,) = await seated(server, plain(3), [None, "easy", "easy"])
    return client


async def at_moment(client: TableClient, moment: int) -> None:
    while client.play is None or client.play["moment"] != moment or not client.play["view"]["pending"]:
        await client.receive()


async def play_turns(client: TableClient, moment: int) -> None:
    """Plays until a moment, at which this player has not decided yet."""
    await play_until(client, random.Random(1), moment)
    await at_moment(client, moment)


def test_advice_against_bots_marks_the_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            client = await against_bots(server)
            assert client.play is not None and client.table is not None
            assert client.table["coached"] is False
            advice = await client.ask("advice", moment=0, language="da")
            assert 1 <= len(advice["moves"]) <= 3
            worths = [each["worth"] for each in advice["moves"]]
            assert worths == sorted(worths, reverse=True)
            legal = client.play["view"]["pending"][0]["moves"]
            for each in advice["moves"]:
                assert each["move"] in legal
                assert 0 <= each["win"] <= 1 and each["points"] > 0 and each["reason"].endswith(".")
                assert each["kind"] in KEYS
            assert client.table["coached"] is True
            seq = client.seq
            await client.ask("advice", moment=0)
            assert client.seq == seq  # marked once
            with pytest.raises(Refused, match="turn/stale"):
                await client.ask("advice", moment=1)
            await client.choose(advice["moves"][0]["move"])
            assert (await replayed(server, client._table)).coached
            await play_all([client])
            visitor = server._visitors[0]
            assert (await visitor.ask("GET", f"/api/tables/{client._table}/game"))["coached"] is True
            record = read_record(await visitor.ask("GET", f"/api/tables/{client._table}/record"))
            assert record.notes["coached"] == "yes"

    run(main())


def test_advice_among_people_needs_the_option(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, _, _ = await seated(server, plain(3))
            with pytest.raises(Refused, match="advice/not-allowed"):
                await one.ask("advice", moment=0)
            assert not (await replayed(server, one._table)).coached
            asker, other, _ = await seated(server, plain(3, coach=True))
            assert other.table["options"]["coach"] is True
            other.raw = []
            await asker.ask("advice", moment=0)
            await other.ask("ping")
            assert other.table["coached"] is True
            assert not any('"advice"' in frame for frame in other.raw)  # only that, not what
            watcher = (await server.guest("Watcher")).at(asker._table)
            await watcher.connect()
            with pytest.raises(Refused, match="seat/none"):
                await watcher.ask("advice", moment=0)
            assert other.play is not None
            await other.choose(other.play["view"]["pending"][0]["moves"][0])
            with pytest.raises(Refused, match="move/not-pending"):
                await other.ask("advice", moment=0)

    run(main())


def test_turns_are_taken_back_against_bots_and_stay_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            client = await against_bots(server)
            with pytest.raises(Refused, match="turn/first"):
                await client.ask("take-back", moment=0)
            assert client.play is not None
            hands = [hand_of(client)]
            for moment in (1, 2, 3):
                await play_turns(client, moment)
                hands.append(hand_of(client))
            for moment in (2, 1):
                await client.ask("take-back", moment=moment + 1)
                await at_moment(client, moment)
                if moment == 2:  # what the bots had passed on by then
                    assert hand_of(client) == hands[2]
            assert [reveal["moment"] for reveal in client.reveals] == [0]
            assert client.table["taken_back"] == 2
            with pytest.raises(Refused, match="turn/stale"):
                await client.ask("take-back", moment=3)
            await client.ask("take-back", moment=1)
            await at_moment(client, 0)
            assert hand_of(client) == hands[0]
            await play_turns(client, 7)  # into the second age, with the deal of the first time

            state = server.registry.rooms[client._table].state
            again = await replayed(server, client._table)
            kept = read_snapshot(write_snapshot(state))
            assert kept is not None
            for other in (again, kept):
                assert (other.moment, other.taken_back, other.reveals) == (state.moment, 3, state.reveals)
                assert other.game is not None and state.game is not None
                assert str(other.game.record()) == str(state.game.record())
            late = server._visitors[0].at(client._table)
            await late.connect()
            assert [reveal["moment"] for reveal in late.reveals] == list(range(len(late.reveals)))

            await play_all([client])
            record = read_record(await server._visitors[0].ask("GET", f"/api/tables/{client._table}/record"))
            assert len(record.lines) == 18 and record.notes["turns-taken-back"] == "3"
            with pytest.raises(Refused, match="table/not-playing"):
                await client.ask("take-back", moment=18)

    run(main())


def test_among_people_a_revealed_turn_stands(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3), [None, None, "easy"])
            await asyncio.gather(*(play_turns(client, 1) for client in clients))
            for client in clients:
                with pytest.raises(Refused, match="turn/revealed"):
                    await client.ask("take-back", moment=1)
            await clients[1].ask("leave-seat")  # a bot plays on, but somebody has seen that hand
            with pytest.raises(Refused, match="turn/revealed"):
                await clients[0].ask("take-back", moment=1)
            with pytest.raises(Refused, match="advice/not-allowed"):
                await clients[0].ask("advice", moment=1)

    run(main())

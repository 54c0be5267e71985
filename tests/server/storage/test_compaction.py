"""Choices that were replaced before the reveal leave nothing behind, and nobody loses count."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.storage.database import migrate, open_engine
from heptapolis.server.storage.snapshot import read_snapshot, write_snapshot
from heptapolis.server.storage.store import Store
from heptapolis.server.storage.writer import Append, Overtaken, Writer
from heptapolis.server.tables.events import CHOSE, WITHDREW, Event
from heptapolis.server.tables.state import TableState
from serving import Inside, first_move, inside, moment_of, plain, run, seated

pytestmark = pytest.mark.once

KEY = "0123456789abcdef0123456789abcdef"


async def stored(server: Inside, table: str) -> list[tuple[int, str, int]]:
    """The choices and withdrawals that are stored: number, kind, seat."""
    found = await server.store.events_after(table, 0)
    return [(each.seq, each.kind, each.data["seat"]) for each in found if each.kind in (CHOSE, WITHDREW)]


def same(one: TableState, other: TableState) -> None:
    assert (one.seq, one.moment, one.reveals, one.chosen_by) == (
        other.seq,
        other.moment,
        other.reveals,
        other.chosen_by,
    )
    assert one.game is not None and other.game is not None
    for seat in (0, 1, 2, None):
        assert one.game.view(seat) == other.game.view(seat)


def test_replaced_choices_are_deleted_and_every_state_is_the_same(tmp_path: Path, database: str) -> None:
    async def main() -> None:
        async with inside(tmp_path, database=database, secret_key=KEY) as server:
            one, two, three = await seated(server, plain(3))
            table = one._table
            room = server.registry.rooms[table]
            assert one.play is not None
            moves = one.play["view"]["pending"][0]["moves"]
            behind = [room.state]  # states are never changed, only replaced
            for number in range(6):
                await one.choose(moves[number % len(moves)])
                behind.append(room.state)
                if number % 3 == 2:
                    await one.ask("withdraw", moment=0)
                    behind.append(room.state)
            assert [kind for _, kind, _ in await stored(server, table)] == [WITHDREW]
            loaded = await server.store.load(table)
            assert loaded is not None
            same(loaded[0], room.state)
            for client in (one, two, three):
                await client.choose(first_move(client))
            assert [seat for _, kind, seat in await stored(server, table) if kind == CHOSE] == [0, 1, 2]
            # A process that has seen any of the replaced choices comes to the same state.
            behind += [state for state in (read_snapshot(write_snapshot(each)) for each in behind) if state is not None]
            for state in behind:
                now = state.copy()
                for event in await server.store.events_after(table, now.seq):
                    now.apply(event)
                same(now, room.state)
            assert len(behind) == 18

    run(main())


def test_choice_for_the_free_city_is_kept_beside_the_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            one, two = await seated(server, plain(2))
            table = one._table
            room = server.registry.rooms[table]
            for _ in range(3):
                for client in (one, two):
                    while moment_of(client) < room.state.moment:
                        await client.receive()
                assert one.play is not None and one.play["view"]["free_city"] is not None
                holder = one if one.play["view"]["free_city"]["holder"] == one.you else two
                other = two if holder is one else one
                moment = room.state.moment
                own = first_move(holder)
                await holder.choose(own)
                assert holder.play is not None
                for again in (holder.play["view"]["pending"][0]["moves"][:2] * 2)[:3]:
                    await holder.choose(again)
                kept = [seq for seq, _, seat in await stored(server, table) if seat == holder.you]
                assert len([seq for seq in kept if seq in {each[0] for each in room.state.undecided}]) == 2
                loaded = await server.store.load(table)
                assert loaded is not None and loaded[0].game is not None and room.state.game is not None
                assert loaded[0].game.view(holder.you) == room.state.game.view(holder.you)
                await holder.ask("withdraw", moment=moment)
                await holder.choose(own)
                await holder.choose(first_move(holder))
                await other.choose(first_move(other))
                assert room.state.moment == moment + 1
                again_loaded = await server.store.load(table)
                assert again_loaded is not None and again_loaded[0].reveals == room.state.reveals

    run(main())


def test_process_that_is_behind_cannot_take_the_number_of_a_deleted_event(database: str) -> None:
    async def main() -> None:
        engine = open_engine(database)
        await migrate(engine)
        writer = Writer(engine)
        writer.start()

        def event(seq: int) -> Event:
            return Event(seq, seq, "chat", {})

        await writer.append(Append("table", [event(1), event(2), event(3)]))
        await writer.append(Append("table", [event(4)], superseded=[2, 3]))
        late: list[Any] = [Append("table", [event(2)]), Append("other", [event(1)]), Append("table", [event(4)])]
        if database.startswith("sqlite"):
            late = late[1:]  # one process alone writes there
        results = await asyncio.gather(*(writer.append(job) for job in late), return_exceptions=True)
        assert [type(result) for result in results] == [Overtaken, type(None), Overtaken][-len(late) :]
        assert [each.seq for each in await Store(engine).events_after("table", 0)] == [1, 4]
        await writer.stop()
        await engine.dispose()

    run(main())

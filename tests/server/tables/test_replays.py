"""Replays: every decision of every box, what a seat knew then and nothing more, and nothing of a running game."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from heptapolis.record.game.files import load_record
from heptapolis.record.game.json_format import record_document
from heptapolis.record.game.text_format import read_record as load_text
from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.messages.json_schema import strict_adapter
from heptapolis.server.messages.study_answers import Replay, ReplayMoment
from heptapolis.server.tables.replays import players_of, replay_moments
from heptapolis.server.tables.state import TableState
from serving import inside, plain, play_all, play_on, play_until, run, seated

pytestmark = pytest.mark.once

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.record"))
MOMENT = strict_adapter(ReplayMoment)
REPLAY = strict_adapter(Replay)


def gone_on(before: ReplayMoment, after: ReplayMoment) -> None:
    """What was revealed leads from one moment to the next."""
    reveal = before["reveal"]
    assert reveal is not None
    assert reveal["coins"] == [seat["coins"] for seat in after["view"]["seats"]]
    assert [move["seat"] for move in reveal["moves"]] == [move["seat"] for move in before["moves"]]
    for move in before["moves"]:
        built = after["view"]["seats"][move["seat"]]
        if move["action"] in ("build", "dig"):
            assert move["card"] in built["built"] + built["leaders"]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_moment_by_moment(path: Path) -> None:
    record = load_record(path)
    assert record.result is not None
    seat = len(record.lines) % players_of(record)
    moments = replay_moments(record, seat)
    assert [moment["at"] for moment in moments] == [*(line.at for line in record.lines), "over"]
    for before, after in zip(moments, moments[1:], strict=False):
        gone_on(before, after)
        own = before["view"]["seats"][seat]["hand"]
        if isinstance(own, list):  # a number while leaders are recruited, and the hands still lie face down
            assert set(own) <= set(before["cards"][seat]["hand"])
    last = moments[-1]
    assert last["reveal"] is None and last["moves"] == []
    assert [each["points"] for each in last["help"]["figures"]] == [score.total for score in record.result.scores]
    MOMENT.validate_python((json.loads(json.dumps(moments[len(moments) // 2])),))


def test_the_golden_games_have_every_decision() -> None:
    decided = {
        moment["reveal"]["phase"]
        for path in GAMES
        for moment in replay_moments(load_record(path), 0)[:-1]
        if moment["reveal"]
    }
    assert decided == {"side", "draft", "recruit", "play", "last-card", "dig", "copy", "debt"}


def test_a_finished_game_has_a_replay_for_every_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 3, "expansions": ["leaders"]})
            await play_all(clients)
            visitor = await server.guest("Reader")
            game = await visitor.ask("GET", f"/api/tables/{clients[0]._table}/game")
            for client in clients:
                path = f"/api/tables/{clients[0]._table}/replay?seat={client.you}"
                replay: Replay = await visitor.ask("GET", path)
                REPLAY.validate_json(f"[{json.dumps(replay)}]")
                assert replay["result"] == game["result"]
                assert replay["seats"] == game["seats"]
                assert replay["moments"][-1]["view"]["seats"] == game["view"]["seats"]
                assert [moment["reveal"] for moment in replay["moments"][:-1]] == client.reveals
                assert await visitor.ask("GET", path) == replay  # from memory
            with pytest.raises(Refused, match="seat/unknown"):
                await visitor.ask("GET", f"/api/tables/{clients[0]._table}/replay?seat=3")

    run(main())


def test_a_running_game_has_no_replay(tmp_path: Path) -> None:
    """Not for a player, not for anybody else, at no moment before the last move."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            stranger = await server.guest("Stranger")
            for moment in (0, 9, 17):
                plays = [play_until(client, random.Random(n), moment) for n, client in enumerate(clients)]
                await asyncio.gather(*plays)
                for visitor in (*server._visitors, stranger):
                    for seat in range(3):
                        with pytest.raises(Refused) as refused:
                            await visitor.ask("GET", f"/api/tables/{clients[0]._table}/replay?seat={seat}")
                        assert (refused.value.code, refused.value.params) == ("table/not-over", {})

    run(main())


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_from_elsewhere_is_replayed_and_not_kept(tmp_path: Path, form: str) -> None:
    record = load_record(GAMES[0])
    text = str(record) if form == "text" else json.dumps(record_document(record))

    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest()
            replay: Replay = await visitor.ask("POST", "/api/replays", {"record": text, "seat": 1})
            REPLAY.validate_json(f"[{json.dumps(replay)}]")
            assert replay["table"] is None and replay["seat"] == 1
            assert replay["moments"] == json.loads(json.dumps(replay_moments(record, 1)))
            assert replay["result"] is not None and record.result is not None
            assert [score["total"] for score in replay["result"]["scores"]] == [
                score.total for score in record.result.scores
            ]
            assert not server.registry.rooms and await server.store.unfinished() == 0

    run(main())


def broken(text: str) -> list[tuple[str, str, str]]:
    """Records that are none, with the place at fault and a part of the reason."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("I.1"))
    moved = [*lines[:first], lines[first].replace("I.1", "I.2"), *lines[first + 1 :]]
    return [
        ("hello", "line 1", "a record begins with"),
        ("\n".join(moved), f"line {first + 1}", "I.1 comes next"),
        ("\n".join(lines[:-1]), f"line {len(lines) - 1}", "winners"),
        ("{}", "", ""),
    ]


def test_a_broken_record_gets_the_line_at_fault_and_the_reason(tmp_path: Path) -> None:
    text = GAMES[0].read_text()

    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest()
            for record, place, reason in broken(text):
                with pytest.raises(Refused) as refused:
                    await visitor.ask("POST", "/api/replays", {"record": record})
                assert refused.value.code == "record/invalid"
                assert refused.value.params["place"] == place
                assert reason in str(refused.value.params["reason"])
            bodies: list[dict[str, Any]] = [{"record": ""}, {"record": "x" * 100_001}, {"record": 1}, {}]
            for body in bodies:
                with pytest.raises(Refused, match="message/invalid"):
                    await visitor.ask("POST", "/api/replays", body)
            with pytest.raises(Refused, match="message/too-large"):
                await visitor.ask("POST", "/api/replays", {"record": "x" * 300_000})
            with pytest.raises(Refused, match="seat/unknown"):
                await visitor.ask("POST", "/api/replays", {"record": text, "seat": 7})

    run(main())


def test_replays_are_asked_for_so_often_and_not_more(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=0.05) as server:
            visitor = await server.guest()
            for code in ("record/invalid", "record/invalid", "record/invalid", "message/too-often"):
                with pytest.raises(Refused, match=code):
                    await visitor.ask("POST", "/api/replays", {"record": "hello"})

    run(main())


def test_a_finished_game_is_played_on_from_a_moment(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, {"seats": 3, "expansions": ["leaders"]})
            await play_all(clients)
            old = clients[0]._table
            visitor = await server.guest("Again")
            replay: Replay = await visitor.ask("GET", f"/api/tables/{old}/replay?seat=1")
            at = next(n for n, moment in enumerate(replay["moments"]) if moment["at"] == "II.3")
            body = {"moment": at, "seat": 1, "level": "easy"}
            new = (await visitor.ask("POST", f"/api/tables/{old}/continue", body))["table"]
            async with visitor.at(new) as client:
                assert client.play is not None and client.table["begun"] == "II.3"
                assert not client.table["options"]["public"]
                assert client.play["moment"] == at
                then = replay["moments"][at]["view"]
                assert client.play["view"]["seats"] == then["seats"]
                assert client.play["view"]["pending"] == then["pending"]
                await play_on(client, random.Random(5))
            first = load_text(await visitor.ask("GET", f"/api/tables/{old}/record"))
            second = load_text(await visitor.ask("GET", f"/api/tables/{new}/record"))
            assert second.lines[:at] == first.lines[:at]
            assert second.deal == first.deal and second.notes == {"begun": "II.3"}
            assert (await visitor.ask("GET", f"/api/tables/{new}/game"))["begun"] == "II.3"
            assert len((await visitor.ask("GET", f"/api/tables/{new}/replay"))["moments"]) == len(second.lines) + 1

    run(main())


def test_where_a_game_cannot_be_played_on(tmp_path: Path) -> None:
    """Not a running game, not after its end, not for nobody."""
    text = GAMES[0].read_text()
    lines = len(load_record(GAMES[0]).lines)

    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            visitor = server._visitors[0]
            with pytest.raises(Refused, match="table/not-over"):
                await visitor.ask("POST", f"/api/tables/{clients[0]._table}/continue", {"moment": 0})
            for moment, code in ((lines, "record/moment"), (999, "record/moment"), (1000, "message/invalid")):
                with pytest.raises(Refused, match=code):
                    await visitor.ask("POST", "/api/replays/continue", {"record": text, "moment": moment})
            with pytest.raises(Refused, match="seat/unknown"):
                await visitor.ask("POST", "/api/replays/continue", {"record": text, "moment": 1, "seat": 7})
            answer = await visitor.ask("POST", "/api/replays/continue", {"record": text, "moment": lines - 1})
            assert (await visitor.ask("GET", f"/api/tables/{answer['table']}"))["status"] == "playing"
            nobody = Visitor(server.url)
            with pytest.raises(Refused, match="person/needed"):
                await nobody.ask("POST", "/api/replays/continue", {"record": text, "moment": 0})
            await nobody.close()

    run(main())


def test_a_game_that_was_played_on_is_loaded_from_its_events(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest()
            body = {"record": GAMES[-1].read_text(), "moment": 8, "seat": 0}
            table = (await visitor.ask("POST", "/api/replays/continue", body))["table"]
            state = TableState(table)
            for event in await server.store.events_after(table, 0):
                state.apply(event)
            kept = (await server.registry.room(table)).state
            assert state.begun == kept.begun and state.game == kept.game and state.moment == kept.moment

    run(main())

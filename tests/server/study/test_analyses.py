"""Analyses over HTTP: of finished games, of records from elsewhere, and never of a running game."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from heptapolis.bots import SearchBudget
from heptapolis.record.game.files import load_record
from heptapolis.server.client import Visitor
from heptapolis.server.errors import Refused
from heptapolis.server.messages.json_schema import strict_adapter
from heptapolis.server.messages.study_answers import AnalysisAnswer, LookAnswer
from heptapolis.server.storage.schema import analyses
from heptapolis.server.study import analyses as study
from heptapolis.server.study import queue
from serving import Inside, inside, plain, play_all, play_until, run, seated

pytestmark = pytest.mark.once

RECORD = load_record(Path(__file__).parents[2] / "games" / "first-free-city-2.record")
ANSWER = strict_adapter(AnalysisAnswer)


@pytest.fixture(autouse=True)
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "default_budget", lambda record: SearchBudget(playouts=4))
    monkeypatch.setattr(study, "LOOK", SearchBudget(playouts=8))


async def until_ready(visitor: Visitor, method: str, path: str, body: dict[str, Any] | None = None) -> AnalysisAnswer:
    """Asks until the analysis is ready; what is under way never goes back, and tells no more than it knows."""
    done = turns = 0
    while True:
        answer: AnalysisAnswer = await visitor.ask(method, path, body)
        assert answer["done"] >= done
        done = answer["done"]
        so_far = answer["analysis"]
        if answer["state"] == "running" and so_far is not None and not answer["outdated"]:
            assert len(so_far["turns"]) >= turns
            turns = len(so_far["turns"])
            assert len(so_far["decisions"]) < answer["total"] and so_far["turns"][-1]["moment"] != "over"
            assert not so_far["turnings"] and set(so_far["accuracy"]) == {None}
        if answer["state"] not in ("queued", "running"):
            ANSWER.validate_json(f"[{json.dumps(answer)}]")
            return answer
        await asyncio.sleep(0.2)


async def stored(server: Inside) -> int:
    async with server.store.engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(analyses))).scalar_one())


def test_a_finished_game_is_analysed_once_and_again_after_an_update(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            await play_all(clients)
            visitor = await server.guest("Reader")
            path = f"/api/tables/{clients[0]._table}/analysis"
            nothing = {"state": "none", "done": 0, "total": 0, "outdated": False, "analysis": None}
            assert await visitor.ask("GET", path) == nothing
            begun: AnalysisAnswer = await visitor.ask("POST", path)
            assert begun["state"] == "running" and begun["total"] == 54
            answer = await until_ready(visitor, "GET", path)
            assert (answer["state"], answer["done"], answer["outdated"]) == ("ready", 54, False)
            found = answer["analysis"]
            assert found is not None and len(found["decisions"]) == 54 and len(found["turns"]) == 19
            for decision in found["decisions"]:
                assert decision["shown"]["seat"] == decision["seat"]
                assert decision["move"].split()[0] == decision["shown"]["action"]
            for each in found["highlights"]:
                costs = [found["decisions"][number]["loss"]["points"] for number in each["costliest"]]
                assert costs == sorted(costs, reverse=True) and all(cost > 0 for cost in costs)

            german: AnalysisAnswer = await visitor.ask("POST", path + "?language=de")  # stored, so nothing starts
            assert german["state"] == "ready" and german["analysis"] is not None
            assert german["analysis"]["language"] == "de"
            assert server.service.components is not None
            assert server.service.components.analyses.queue.find(clients[0]._table) is None

            async with server.store.engine.begin() as connection:
                await connection.execute(update(analyses).values(fingerprint="older"))
            old: AnalysisAnswer = await visitor.ask("GET", path)
            assert (old["state"], old["outdated"]) == ("ready", True)
            again: AnalysisAnswer = await visitor.ask("POST", path)
            assert (again["state"], again["outdated"]) == ("running", True)
            assert again["analysis"] == found  # shown until the new one is ready
            assert not (await until_ready(visitor, "GET", path))["outdated"]

            body = {"line": 8, "city": 1}
            look: LookAnswer = await visitor.ask("POST", f"{path}/look?language=fr", body)
            assert (look["decision"]["line"], look["decision"]["city"]) == (8, 1)
            assert look["decision"]["shown"] == found["decisions"][8 * 3 + 1]["shown"]
            with pytest.raises(Refused, match="record/moment"):
                await visitor.ask("POST", f"{path}/look", {"line": 18, "city": 0})

    run(main())


def test_a_running_game_has_no_analysis(tmp_path: Path) -> None:
    """Not for a player, not for anybody else, at no moment before the last move."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            clients = await seated(server, plain(3))
            stranger = await server.guest("Stranger")
            path = f"/api/tables/{clients[0]._table}/analysis"
            asked = (("GET", path, None), ("POST", path, None), ("POST", f"{path}/look", {"line": 0, "city": 0}))
            for moment in (0, 9, 17):
                plays = [play_until(client, random.Random(n), moment) for n, client in enumerate(clients)]
                await asyncio.gather(*plays)
                for visitor in (*server._visitors, stranger):
                    for method, where, body in asked:
                        with pytest.raises(Refused) as refused:
                            await visitor.ask(method, where, body)
                        assert (refused.value.code, refused.value.params) == ("table/not-over", {})
            assert await stored(server) == 0

    run(main())


def test_a_record_from_elsewhere_is_analysed_and_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with inside(tmp_path) as server:
            visitor = await server.guest()
            cut = str(RECORD).partition("II.1")[0] + "unfinished\n"
            body = {"record": cut}
            answer = await until_ready(visitor, "POST", "/api/replays/analysis?language=nl", body)
            found = answer["analysis"]
            assert found is not None and found["language"] == "nl" and found["decisions"]
            assert {decision["city"] for decision in found["decisions"]} == {0, 1, 2}
            assert found["turns"][-1]["moment"] == "I.6"
            look = await visitor.ask("POST", "/api/replays/look", {"record": cut, "line": 1, "city": 2})
            assert look["decision"]["city"] == 2
            assert await stored(server) == 0
            for path, more in (("/api/replays/analysis", {}), ("/api/replays/look", {"line": 0, "city": 0})):
                with pytest.raises(Refused) as refused:
                    await visitor.ask("POST", path, {"record": cut + "I.9: nothing\n", **more})
                assert refused.value.code == "record/invalid"
                assert refused.value.params["place"]
            # A failure is told once; the next request starts again.
            body = {"record": cut.partition("I.2")[0] + "unfinished\n"}
            for longest, state in ((0, "failed"), (600, "ready")):
                monkeypatch.setattr(queue, "LONGEST_SECONDS", longest)
                answer = await until_ready(visitor, "POST", "/api/replays/analysis", body)
                assert answer["state"] == state

    run(main())


def test_starting_analyses_is_limited(tmp_path: Path) -> None:
    async def main() -> None:
        async with inside(tmp_path, rate_limits=0.04) as server:
            visitor = await server.guest()
            with pytest.raises(Refused, match="record/invalid"):
                await visitor.ask("POST", "/api/replays/analysis", {"record": "nothing"})
            with pytest.raises(Refused, match="message/too-often"):
                await visitor.ask("POST", "/api/replays/analysis", {"record": "nothing else"})

    run(main())

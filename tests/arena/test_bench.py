"""The benchmark measures the real engine."""

import json

import pytest

from heptapolis import Game
from heptapolis.arena.bench import (
    BOXES,
    GAMES_AT_A_TIME,
    LATER,
    TABLES,
    benchmark_game,
    copy_work,
    game_work,
    legal_work,
    measure,
    positions,
    view_work,
    work_rate,
)
from heptapolis.arena.simulation import Simulation
from heptapolis.bots.playouts.policies import POLICIES, choose
from heptapolis.cli import bench as command
from heptapolis.cli.main import run
from heptapolis.engine import COMPILED
from heptapolis.engine.scoring import scores, totals, winners
from heptapolis.record.game.replay import Recorder
from heptapolis.record.moves import plain_move

pytestmark = pytest.mark.once

MEASURED = [Simulation(players, policy=policy) for players in TABLES for policy in POLICIES]


@pytest.mark.parametrize("simulation", [*MEASURED, Simulation(3, expansions=BOXES)], ids=str)
def test_benchmark_games_replay_through_the_public_api(simulation: Simulation) -> None:
    """Move by move through ``Game.play``, which checks every one, to the same scores: there is no private fast path."""
    for number in range(3):
        measured = benchmark_game(simulation, number)
        table, rng = simulation.start(number)
        game = Game(Recorder(table))
        while not game.over:
            for decision in game.pending:
                move = choose(table, decision.city, POLICIES.index(simulation.policy), rng)
                game.play(decision, plain_move(move))
        assert measured.over
        assert game.scores() == scores(measured)
        assert game.winners() == winners(measured, totals(measured))


def test_benchmark_games_differ() -> None:
    assert len({tuple(scores(benchmark_game(Simulation(3), number))) for number in range(10)}) == 10
    boards = {
        city.side.wonder + city.side.name for number in range(40) for city in Simulation(3).start(number)[0].cities
    }
    assert len(boards) == 14, "random boards, both sides"


def test_rates_are_per_cpu_second() -> None:
    calls: list[int] = []

    def work() -> int:
        calls.append(sum(range(20_000)))
        return 10

    found = work_rate(work, 0.06)
    assert len(calls) > 4  # a first call to warm up, and at least one for each round
    assert 0 < found < 10_000_000
    assert found == pytest.approx(work_rate(work, 0.06), rel=0.9)


def test_work_functions_count_their_units() -> None:
    assert game_work(Simulation(3))() == GAMES_AT_A_TIME
    assert copy_work()() == legal_work()() == view_work()() == len(positions())
    assert all(table.pending for table in positions(50))


def test_json_shape(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "OTHERS", {})
    assert run(["bench", "--seconds", "0.01", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["compiled"] == COMPILED
    assert found["games_per_second"].keys() == {"uniform", "builder"}
    for rates in (*found["games_per_second"].values(),):
        assert rates.keys() == {"3", "5", "7"}
        assert all(games > 0 for games in rates.values())
    assert found["expansions_games_per_second"]["uniform"]["3"] > 0
    assert all(found[name] > 0 for name in ("copy_us", "legal_us", "view_us"))
    assert all(found[name] is None for name in LATER)


def test_measurements_of_other_packages() -> None:
    found = measure(0.01, {"playouts_per_second": lambda: lambda: sum(range(1000)) and 5})
    rate_found = found["playouts_per_second"]
    assert isinstance(rate_found, int)
    assert rate_found > 0
    assert found["env_decisions_per_second"] is None
    assert command.OTHERS.keys() == set(LATER)


def test_missing_package_gives_null(monkeypatch: pytest.MonkeyPatch) -> None:
    there = ("heptapolis.arena.bench", "copy_work")
    gone = {"env_decisions_per_second": ("heptapolis.nowhere.workload", "decisions"), "playouts_per_second": there}
    monkeypatch.setattr(command, "OTHERS", gone)
    assert command.other_work() == {"playouts_per_second": copy_work}


def test_table_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert "games by uniform, 3 players" in shown
    assert "copy of a game" in shown
    assert ("engine compiled" if COMPILED else "engine interpreted") in shown

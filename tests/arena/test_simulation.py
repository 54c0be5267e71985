"""Simulation: repeatable for any number of processes, exact sums, optional records."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from heptapolis import Game
from heptapolis.arena.simulation import Simulation, play_games, simulate, simulation_summary
from heptapolis.cli.main import run
from heptapolis.engine import CATEGORIES, InvalidOptions
from heptapolis.record.game.files import load_record

pytestmark = pytest.mark.once

ALL = ("leaders", "cities", "manneken-pis")
KINDS = [
    Simulation(3, seed=1),
    Simulation(2, policy="builder", seed=2),
    Simulation(5, "second", policy="builder", seed=3),
    Simulation(8, expansions=("cities",), mode="teams", seed=4),
    Simulation(4, expansions=ALL, policy="builder", seed=5),
    Simulation(2, expansions=ALL, seed=6),
]


@pytest.mark.parametrize("simulation", KINDS, ids=str)
def test_simulated_games_as_records_replay_to_the_same_scores(simulation: Simulation, tmp_path: Path) -> None:
    """The games are played twice: at full speed, and move by move while they are recorded; then the records again."""
    games = 6
    fast = play_games(simulation, 0, games)
    assert play_games(simulation, 0, games, tmp_path) == fast
    records = [load_record(path) for path in sorted(tmp_path.iterdir())]
    assert len(records) == games
    totals = dict.fromkeys(CATEGORIES, 0)
    sold = 0
    people = 2 if simulation.players == 2 else simulation.players
    for record in records:
        game = Game.from_record(record)
        assert record.result is not None
        assert list(record.result.scores) == game.scores()
        assert list(record.result.winners) == game.winners()
        for score in game.scores()[:people]:
            for category in CATEGORIES:
                totals[category] += score[category]
        moves = [move for line in record.lines for move in line.moves[:people]]
        sold += sum(move is not None and move.action == "discard" for move in moves)
    assert {category: fast.points[category] for category in CATEGORIES} == totals
    assert fast.discards == sold
    assert fast.seats == games * people


def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes() -> None:
    simulation = Simulation(3, seed=11)
    games = 450  # three batches, the last one not full
    seen: list[int] = []
    alone = simulate(simulation, games, progress=seen.append)
    assert simulate(simulation, games, jobs=2) == alone
    assert sum(seen) == alone.games == games
    assert simulate(Simulation(3, seed=12), games) != alone


def test_the_first_games_do_not_depend_on_how_many_follow() -> None:
    simulation = Simulation(3, seed=2**128 - 1)
    together = play_games(simulation, 0, 10)
    parts = play_games(simulation, 0, 4)
    parts.add(play_games(simulation, 4, 10))
    assert parts == together


@pytest.mark.parametrize("simulation", KINDS, ids=str)
def test_averages_are_consistent(simulation: Simulation) -> None:
    games = 40
    found: dict[str, Any] = simulation_summary(simulation, simulate(simulation, games))
    assert found["games"] == games
    assert sum(points for category, points in found["mean"].items() if category != "total") == pytest.approx(
        found["mean"]["total"]
    )
    seats = sum(board["seats"] for board in found["boards"])
    assert seats == games * simulation.players, "the Free City is not counted"
    wins = sum(board["win_share"] * board["seats"] for board in found["boards"])
    assert wins == pytest.approx(games), "every victory is shared out whole"
    totals = sum(board["mean_total"] * board["seats"] for board in found["boards"])
    assert totals / seats == pytest.approx(found["mean"]["total"])


def test_policies_differ() -> None:
    """A policy that discards only as a last resort builds more and scores more."""
    uniform: dict[str, Any] = simulation_summary(Simulation(3), simulate(Simulation(3), 100))
    builder: dict[str, Any] = simulation_summary(
        Simulation(3, policy="builder"), simulate(Simulation(3, policy="builder"), 100)
    )
    assert builder["discards"] < 2 < uniform["discards"]
    assert builder["mean"]["total"] > uniform["mean"]["total"] + 10
    assert builder["stages_built"] > uniform["stages_built"]


def test_invalid_options_are_refused_before_playing(tmp_path: Path) -> None:
    with pytest.raises(InvalidOptions, match="3 to 7"):
        simulate(Simulation(8), 10, jobs=2, records=tmp_path / "games")
    with pytest.raises(InvalidOptions, match="no policy"):
        simulate(Simulation(3, policy="clever"), 10)
    assert not (tmp_path / "games").exists()


SHAPE = {
    "games", "players", "edition", "expansions", "mode", "policy", "seed", "mean", "stages_built", "discards", "boards",
}  # fmt: skip


def test_json_shape(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ["--games", "5", "--players", "4", "--expansions", "leaders,cities", "--mode", "teams", "--seed", "9"]
    assert run(["simulate", *options, "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert printed.err == ""
    assert document.keys() >= SHAPE
    assert list(document["mean"]) == [*CATEGORIES, "total"]
    assert (document["players"], document["mode"], document["seed"]) == (4, "teams", 9)
    assert document["expansions"] == ["leaders", "cities"]
    assert document["boards"][0].keys() >= {"wonder", "side", "seats", "win_share", "mean_total"}
    file = tmp_path / "averages.json"
    assert run(["simulate", *options, "--json", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads(file.read_text()) == document


def test_two_players_use_the_free_city(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "3", "--players", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mode"] == "free-city"


def test_table_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    assert run(["simulate", "--games", "4", "--records", str(folder)]) == 0
    shown = capsys.readouterr().out
    for word in ("military", "total", "stages built", "win share", "Rhodes"):
        assert word in shown
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--expansions", "towers"], "there is no box 'towers'"),
        (["--games", "0"], "--games"),
        (["--players", "9"], "--players"),
        (["--policy", "clever"], "--policy"),
        (["--edition", "second", "--mode", "teams"], "the second edition has no mode teams"),
    ],
)
def test_usage_errors_are_one_line(options: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", *options]) != 0
    assert words in capsys.readouterr().err


def running(group: int) -> list[str]:
    """The running processes of a group, without zombies."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group, *_ = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if int(its_group) == group and state != "Z":
            found.append(stat.parent.name)
    return found


@pytest.mark.parametrize("wait", [0.0, 1.0])
def test_interrupt_stops_all_processes(wait: float, tmp_path: Path) -> None:
    """Ctrl-C reaches all processes at once: none is left running, and no traceback is printed."""
    command = [sys.executable, "-m", "heptapolis", "simulate", "--games", "2000000", "--jobs", "2"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while len(running(process.pid)) < 4 and time.monotonic() < deadline:  # command, tracker and two that play
            time.sleep(0.1)
        assert len(running(process.pid)) == 4
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert err.strip() == ""
    deadline = time.monotonic() + 10
    while running(process.pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert running(process.pid) == []

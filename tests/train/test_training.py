"""Training learns, survives a kill, and is repeatable. Needs the C module."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine_game import Game
from heptapolis.bots.sage.net import NET_COMPILED, BadNet, NetFile
from heptapolis.cli.train import train
from heptapolis.engine import InvalidOptions, Rng
from heptapolis.train.curve import picture, sparkline
from heptapolis.train.learning import Learning, Plan, between
from heptapolis.train.pools import Here, Workers
from heptapolis.train.selfplay import measure
from heptapolis.train.tables import EVERY_TABLE, drawn_kind, kinds_for

SMALL = Plan(
    kinds=(EVERY_TABLE[0],), seed=3, hidden1=16, hidden2=8, part_games=4, round_games=8, older_rounds=3, batch=32
)

pytestmark = pytest.mark.once


def test_training_needs_the_c_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "heptapolis.bots.sage._trainer", None)
    with pytest.raises(InvalidOptions, match="compiler"):
        Learning(tmp_path, SMALL)


def test_the_losses_fall(tmp_path: Path) -> None:
    assert NET_COMPILED
    learning = Learning(tmp_path, SMALL)
    losses = [learning.round(Here(), 0.0) for _ in range(40)]
    first, last = (sum(loss[0] for loss in part) for part in (losses[:5], losses[-5:]))
    assert last < first / 2
    assert learning.progress.games == 320


def test_killed_training_resumes(tmp_path: Path) -> None:
    """What was saved decides everything that follows."""
    once = Learning(tmp_path / "once", SMALL)
    for _ in range(6):
        once.round(Here(), 0.5)
    again = Learning(tmp_path / "again", SMALL)
    for _ in range(4):
        again.round(Here(), 0.5)
    again.save()
    (tmp_path / "again" / "training.checkpoint.unfinished").write_bytes(b"cut off in the middle")
    resumed = Learning(tmp_path / "again", SMALL)
    assert resumed.progress.games == 32
    for _ in range(2):
        resumed.round(Here(), 0.5)
    assert resumed.trainer.state() == once.trainer.state()
    assert resumed.net().weights == once.net().weights


def test_several_processes_learn_the_same_each_time(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        learning = Learning(tmp_path / name, SMALL)
        pool = Workers(2)
        try:
            for _ in range(3):
                learning.round(pool, 0.0)
        finally:
            pool.close()
        assert learning.progress.games == 48
        found.append(learning.net().weights)
    assert found[0] == found[1]


def test_invalid_checkpoints_are_refused(tmp_path: Path) -> None:
    Learning(tmp_path, SMALL).save()
    with pytest.raises(InvalidOptions, match="another shape"):
        Learning(tmp_path, replace(SMALL, hidden2=4))
    (tmp_path / "training.checkpoint").write_bytes(b"something else")
    with pytest.raises(InvalidOptions, match="no checkpoint"):
        Learning(tmp_path, SMALL)


def test_the_command(tmp_path: Path) -> None:
    """Two short runs: the second one resumes, and the net can be read."""
    arguments = ["--games", "12", "--players", "3", "--expansions", "", "--measure-games", "3"]
    arguments += ["--out", str(tmp_path)]
    first = CliRunner().invoke(train, arguments, catch_exceptions=False)
    assert first.exit_code == 0, first.output
    assert NetFile.read((tmp_path / "sage.net").read_bytes()).header["games"] == 12
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg")
    arguments[1] = "20"
    second = CliRunner().invoke(train, arguments, catch_exceptions=False)
    assert second.exit_code == 0, second.output
    net = (tmp_path / "sage.net").read_bytes()
    assert NetFile.read(net).header["games"] == 20
    share, points = measure(net, EVERY_TABLE[0], 3, 1)
    assert 0 <= share <= 1 and points > 0


def test_best_response_plays_one_seat_against_the_frozen_net(tmp_path: Path) -> None:
    """Only one seat of three learns, the frozen net never changes, and the measurement is against it."""
    frozen = Learning(tmp_path / "frozen", SMALL).net().write()
    alone = Learning(tmp_path / "alone", SMALL)
    response = Learning(tmp_path / "response", SMALL, frozen)
    for _ in range(SMALL.older_rounds + 1):
        alone.round(Here(), 0.0)
        response.round(Here(), 0.0)
    assert response.progress.samples * 2 < alone.progress.samples
    assert [task.older for task in response.tasks(0.0, 1, 8)] == [frozen]
    share, points = response.measure(6)["3 first"]
    expected = measure(response.net().write(), EVERY_TABLE[0], 6, 2**100 + SMALL.seed, frozen)
    assert (share, points) == (round(expected[0], 4), round(expected[1], 2))
    assert points != measure(response.net().write(), EVERY_TABLE[0], 6, 2**100 + SMALL.seed)[1]


def test_training_starts_from_the_weights_of_a_net(tmp_path: Path) -> None:
    """To the last bit, and learns on from there; a checkpoint in the folder comes first."""
    taught = Learning(tmp_path / "taught", SMALL)
    for _ in range(2):
        taught.round(Here(), 0.0)
    net = taught.net()
    started = Learning(tmp_path / "started", replace(SMALL, seed=9), start=net.write())
    assert started.net().weights == net.weights != Learning(tmp_path / "random", SMALL).net().weights
    started.round(Here(), 0.0)
    assert started.net().weights != net.weights
    started.save()
    resumed = Learning(tmp_path / "started", SMALL, start=net.write())
    assert resumed.net().weights == started.net().weights


def test_training_starts_from_nets_of_its_shape_only(tmp_path: Path) -> None:
    net = Learning(tmp_path / "other", replace(SMALL, hidden2=4)).net().write()
    with pytest.raises(BadNet, match="another shape"):
        Learning(tmp_path / "new", SMALL, start=net)


def test_net_measured_against_itself_wins_its_share(tmp_path: Path) -> None:
    """On mirrored deals with the same player at every seat, the seats' shares add up to one a deal."""
    net = Learning(tmp_path, SMALL).net().write()
    teams = next(kind for kind in EVERY_TABLE if kind.name == "4 first teams")
    assert measure(net, EVERY_TABLE[0], 9, 5, net)[0] == pytest.approx(1 / 3)
    assert measure(net, teams, 8, 5, net)[0] == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    "wrong",
    [
        ["--against", __file__],
        ["--start", __file__],
        ["--players", "x"],
        ["--players", "9"],
        ["--expansions", "nothing"],
    ],
)
def test_command_refuses_invalid_options(wrong: list[str], tmp_path: Path) -> None:
    done = CliRunner().invoke(train, [*wrong, "--out", str(tmp_path)])
    assert done.exit_code != 0


def test_tables_by_players_and_boxes() -> None:
    assert {kind.players for kind in kinds_for([3, 5], None)} == {3, 5}
    assert {kind.expansions for kind in kinds_for([], ["cities", "leaders"])} == {("leaders", "cities")}
    assert kinds_for([6], ["manneken-pis"])[0].players == 6
    with pytest.raises(InvalidOptions):
        kinds_for([9], None)
    for kind in EVERY_TABLE:
        Game.new(kind.players, kind.edition, kind.expansions, kind.mode)
    rng = Rng(1)
    assert {drawn_kind(EVERY_TABLE, rng).name for _ in range(4000)} == {kind.name for kind in EVERY_TABLE}


def test_geometric_interpolation() -> None:
    assert [round(between((1.0, 0.01), done), 4) for done in (-1, 0, 0.5, 1, 2)] == [1, 1, 0.1, 0.01, 0.01]


def test_the_curve_is_drawn() -> None:
    curve = [{"games": 0, "3 first": [0.1, 20.0]}, {"games": 1000, "3 first": [0.9, 60.0]}]
    assert sparkline(curve, "3 first") == "▁█"
    assert "polyline" in picture(json.loads(json.dumps(curve)))

"""Datasets: every decision is a row that agrees with the game's record."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from heptapolis import Game
from heptapolis.cli.main import heptapolis_command
from heptapolis.engine import InvalidOptions
from heptapolis.env.dataset import COLUMNS, DatasetSpec, load, play_rows, prepare, torch_dataset


def test_rows_are_the_decisions_of_a_game() -> None:
    spec = DatasetSpec(("greedy", "random", "random"), seed=3)
    kind = spec.kind()
    rows, record = play_rows(spec, 1)
    assert set(rows[0]) == set(COLUMNS)
    assert [row["bot"] for row in rows[:3]] == ["random", "random", "greedy"], "the seats rotate"
    for row in rows:
        mask = np.unpackbits(np.frombuffer(row["mask"], np.uint8), count=kind.actions)
        assert np.flatnonzero(mask).tolist() == row["legal"]
        assert row["action"] in row["legal"]
        assert len(row["observation"]) == kind.size
    game = Game.from_record(record)
    assert game.over
    for row in rows:
        assert row["points"] == game.scores()[row["seat"]].total
        assert (row["win"] > 0) == (row["seat"] in game.winners())
    assert play_rows(spec, 1) == (rows, record), "the same specification makes the same rows"


def test_a_folder_holds_one_dataset(tmp_path: Path) -> None:
    prepare(tmp_path, DatasetSpec(("random",) * 3))
    prepare(tmp_path, DatasetSpec(("random",) * 3))
    with pytest.raises(InvalidOptions, match="another dataset"):
        prepare(tmp_path, DatasetSpec(("random",) * 3, seed=1))


def test_a_missing_package_is_told_before_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ray" else there("json"))
    result = CliRunner().invoke(heptapolis_command, ["dataset", "--ray", "local", "--out", str(tmp_path / "data")])
    assert result.exit_code == 1 and "pip install 'heptapolis[ray]'" in result.output
    assert not (tmp_path / "data").exists()


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")
def test_a_dataset_is_written_continued_and_loaded(tmp_path: Path) -> None:
    out = tmp_path / "data"

    def make(games: int, *more: str) -> None:
        arguments = ["dataset", "--bots", "greedy,random,random", "--games", str(games), "--out", str(out), *more]
        result = CliRunner().invoke(heptapolis_command, arguments)
        assert result.exit_code == 0, result.output

    make(30)
    made = (out / "shard-00000.parquet").stat().st_mtime_ns
    make(30)
    assert (out / "shard-00000.parquet").stat().st_mtime_ns == made, "nothing is played again"
    make(130, "--jobs", "2")
    make(230, "--ray", "local")
    data = load(out)
    assert sorted(set(data["game"].tolist())) == list(range(230))
    assert len(list((out / "records").iterdir())) == 230
    assert data["mask"][np.arange(len(data["action"])), data["action"]].all()
    assert "230 games" in (out / "README.md").read_text()
    assert importlib.util.find_spec("torch") is None or len(torch_dataset(out)) == len(data["action"])

"""`heptapolis arena` and `heptapolis bots` as people call them."""

import importlib
import json
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from heptapolis import Decision, Move, View
from heptapolis.arena.exports import write_parquet
from heptapolis.arena.match import match_of
from heptapolis.arena.runner import RayCluster, play_here, run_match
from heptapolis.arena.statistics import match_summary
from heptapolis.bots import make_bot
from heptapolis.bots.program import CannotStart
from heptapolis.cli.arena import arena
from heptapolis.cli.main import heptapolis_command
from heptapolis.engine import InvalidOptions

pytestmark = pytest.mark.once

NO_TIMES = {"ms_per_move": None, "cpu_ms_per_move": None}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *names, **options: str(tmp_path / "cache"))


def call(*arguments: str) -> Result:
    return CliRunner().invoke(heptapolis_command, arguments)


def test_match_as_json(tmp_path: Path) -> None:
    result = call("arena", "--bots", "greedy,random,random", "--games", "4", "--seed", "3", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["games"], found["deals"], found["players"]) == (6, 2, 3)
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "random"]
    assert not list((tmp_path / "cache").rglob("*.jsonl")), "a finished match leaves nothing behind"


def test_match_written_to_files(tmp_path: Path) -> None:
    """Games, tables and records are written; the ratings come from the games."""
    games, table, page = (str(tmp_path / name) for name in ("games.jsonl", "games.csv", "report.html"))
    extras = ["--csv", table, "--records", str(tmp_path / "records"), "--json", str(tmp_path / "result.json")]
    result = call("arena", "--bots", "greedy", "--players", "2", "--games", "2", "--out", games, *extras)
    assert result.exit_code == 0, result.output
    assert "greedy" in result.output
    assert json.loads((tmp_path / "result.json").read_text())["mode"] == "free-city"
    assert len(list((tmp_path / "records").iterdir())) == 2
    assert len(Path(table).read_text().splitlines()) == 5
    rated = call("arena", "rate", games, "--html", page)
    assert rated.exit_code == 0 and "greedy" in rated.output
    assert Path(page).read_text().startswith("<!doctype html>")
    assert json.loads(call("arena", "rate", games, "--json").stdout)["ratings"][0]["name"] == "greedy"


@pytest.mark.parametrize(
    "arguments",
    [
        ("arena",),
        ("arena", "greedy,greedy,greedy"),
        ("arena", "--bots", "greedy,nobody,greedy"),
        ("arena", "--bots", "greedy", "--players", "9"),
        ("arena", "--bots", "greedy,greedy,greedy", "--expansions", "atlantis"),
    ],
)
def test_invalid_matches_are_refused(arguments: tuple[str, ...]) -> None:
    result = call(*arguments)
    assert result.exit_code != 0
    assert not isinstance(result.exception, (KeyError, IndexError, TypeError))


@pytest.mark.parametrize("option", ["--out", "--csv", "--json"])
def test_a_missing_folder_is_told_before_playing(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heptapolis.cli.arena.watch", lambda *arguments: pytest.fail("games were played"))
    result = call("arena", "--bots", "greedy,random,random", option, str(tmp_path / "nowhere" / "file"))
    assert result.exit_code == 2 and "there is no folder" in result.output


@pytest.mark.parametrize(("arguments", "extra"), [(("--parquet", "x.parquet"), "parquet"), (("--ray", "local"), "ray")])
def test_a_missing_package_is_told_before_playing(
    arguments: tuple[str, ...], extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heptapolis.cli.arena.watch", lambda *given: pytest.fail("games were played"))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(arena, ["--bots", "greedy,random,random", *arguments])
    assert result.exit_code == 1 and f"pip install 'heptapolis[{extra}]'" in result.output


def test_a_played_match_survives_a_failing_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("heptapolis.cli.arena.write_csv", full)
    match = ("arena", "--bots", "greedy,random,random", "--games", "3", "--csv", str(tmp_path / "games.csv"))
    assert call(*match).exit_code != 0
    (kept,) = (tmp_path / "cache").rglob("*.jsonl")
    assert len(kept.read_text().splitlines()) == 2, "the match and its block"
    monkeypatch.undo()
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *names, **options: str(tmp_path / "cache"))
    monkeypatch.setattr("heptapolis.arena.runner.play_block", lambda *given: pytest.fail("played again"))
    assert call(*match).exit_code == 0
    assert not kept.exists() and (tmp_path / "games.csv").exists()


def test_a_program_that_cannot_start_stops_the_match() -> None:
    result = call("arena", "--bots", "program:/no/such/program,greedy,greedy", "--games", "3")
    assert isinstance(result.exception, CannotStart) and "/no/such/program" in str(result.exception)


def test_bad_answers_are_told_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "heptapolis.arena.match.make_bot", lambda spec, seed: Nonsense() if spec == "mc" else make_bot(spec, seed)
    )
    result = call("arena", "--bots", "mc,random,random", "--games", "3")
    assert result.exit_code == 0, result.output
    lines = [line for line in result.stderr.splitlines() if line.startswith("mc: ")]
    assert len(lines) == 1 and "illegal answers, replaced by greedy; first: not among the legal moves" in lines[0]


class Nonsense:
    """A bot that never answers with a legal move."""

    def choose(self, view: View, decision: Decision) -> Move:
        return Move("copy")


def test_bots_are_listed() -> None:
    result = call("bots")
    assert result.exit_code == 0
    assert any(len(line) > 80 for line in result.output.splitlines()), "a table in a pipe does not wrap"
    for word in ("random", "greedy", "rules", "mc", "ismcts", "program", "easy", "expert"):
        assert word in result.output


def test_a_new_bot_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = call("bots", "new", str(tmp_path / "my-bot"))
    assert result.exit_code == 0, result.output
    project = tomllib.loads((tmp_path / "my-bot" / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["heptapolis.bots"] == {"my-bot": "my_bot:make_bot"}
    monkeypatch.syspath_prepend(str(tmp_path / "my-bot" / "src"))
    runpy.run_path(str(tmp_path / "my-bot" / "tests" / "test_my_bot.py"))["test_it_plays_a_whole_game"]()
    for folder in ("my-bot", "greedy", "My Bot"):
        assert call("bots", "new", str(tmp_path / folder)).exit_code == 2


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("heptapolis.arena.exports.importlib.import_module", missing)
    with pytest.raises(InvalidOptions, match="pyarrow"):
        write_parquet(tmp_path / "games.parquet", [])


@pytest.mark.long
def test_parquet_holds_every_seat(tmp_path: Path) -> None:
    match = match_of(["greedy", "random", "random"])
    write_parquet(tmp_path / "games.parquet", list(run_match(match, 6, play_here)))
    table = importlib.import_module("pyarrow.parquet").read_table(str(tmp_path / "games.parquet"))
    assert table.num_rows == 18
    assert set(table.column("bot").to_pylist()) == {"greedy", "random"}


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_ray_cluster_gives_the_same_result() -> None:
    match = match_of(["greedy", "rules", "random"], seed=4)
    there = match_summary(match, run_match(match, 12, RayCluster("local")))
    here = match_summary(match, run_match(match, 12, play_here))
    for ours, theirs in zip(here["bots"], there["bots"], strict=True):
        assert {**ours, **NO_TIMES} == {**theirs, **NO_TIMES}

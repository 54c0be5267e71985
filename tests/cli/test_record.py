"""`heptapolis record`: check, show, convert."""

import io
import json
import re
from pathlib import Path

import pytest

from games.make import HERE, Kind
from heptapolis import Game
from heptapolis.cli.main import run
from heptapolis.record.game.text_format import read_record

GAME = HERE / Kind("first", ("leaders", "cities"), "standard", 4).file
TWO = HERE / Kind("first", (), "free-city", 2).file


def test_check_reports_the_invalid_line_and_continues(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.record"
    lines = GAME.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("II.3 "))
    lines[at] = lines[at].replace(" | ", " / ", 1)
    broken.write_text("\n".join(lines), encoding="utf-8")
    assert run(["record", "check", str(broken), str(tmp_path / "gone"), str(GAME)]) == 1
    printed = capsys.readouterr()
    assert f"{broken}: line {at + 1}: " in printed.err
    assert "gone" in printed.err.splitlines()[1]
    assert printed.out.startswith(f"{GAME}: good, ")
    assert run(["record", "check", str(GAME), str(TWO)]) == 0


def test_check_warns_of_another_rulebook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old.record"
    game = GAME.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^rulebook: .*", "rulebook: 000000000000", game, flags=re.MULTILINE), encoding="utf-8")
    assert run(["record", "check", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(f"{file}: good, ")
    assert printed.err.startswith(f"{file}: warning: played with the rulebook 000000000000, ")


def test_unfinished_game_is_valid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "half.record"
    whole = GAME.read_text(encoding="utf-8")
    file.write_text(whole[: whole.index("III.0 recruit")] + "unfinished\n", encoding="utf-8")
    assert run(["record", "check", str(file)]) == 0
    assert "unfinished after" in capsys.readouterr().out
    assert run(["record", "show", str(file)]) == 0
    assert "as if the game ended now" in capsys.readouterr().out


def test_show_the_whole_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["record", "show", str(GAME)]) == 0
    shown = capsys.readouterr().out
    record = read_record(GAME.read_text(encoding="utf-8"))
    assert record.result is not None
    for word in ("Ada", "Dag", "draft.1", "I.0 recruit", "III.7", "military", "leaders", "* wins"):
        assert word in shown
    for score in record.result.scores:
        assert str(score.total) in shown
    assert run(["record", "show", str(TWO)]) == 0
    assert "Free City" in capsys.readouterr().out


def test_show_one_moment(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(["record", "show", str(GAME), "--turn", "II.3"]) == 0
    shown = capsys.readouterr().out
    for word in ("II.3", "hand:", "built:", "coins", "shields"):
        assert word in shown
    assert "II.4" not in shown
    assert run(["record", "show", str(GAME), "--turn", "IV.1"]) == 1
    assert capsys.readouterr().err == "Error: the game never came to 'IV.1'\n"


def test_control_characters_in_names_are_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "odd.record"
    text = TWO.read_text(encoding="utf-8").replace('"Ada"', '"\\u001b[2J[bold]A"', 1)
    file.write_text(text, encoding="utf-8")
    assert run(["record", "show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "[bold]A" in shown


def test_convert_round_trip(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = GAME.read_text(encoding="utf-8")
    assert run(["record", "convert", str(GAME), "--to", "json"]) == 0
    document = capsys.readouterr().out
    assert json.loads(document)["format"] == "heptapolis-record/1"
    file = tmp_path / "game.json"
    file.write_text(document, encoding="utf-8")
    assert run(["record", "convert", str(file), "--to", "record"]) == 0
    assert capsys.readouterr().out == text

    class Input:
        buffer = io.BytesIO(document.encode())

    monkeypatch.setattr("sys.stdin", Input())
    assert run(["record", "convert", "-", "--to", "record"]) == 0
    assert capsys.readouterr().out == text


def test_convert_to_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", "convert", str(GAME), "--to", "position", "--at", "II.3"]) == 0
    game = Game.from_position(capsys.readouterr().out)
    assert (game.age, game.turn, game.phase) == (2, 3, "play")
    assert run(["record", "convert", str(GAME), "--to", "position"]) == 0
    assert json.loads(capsys.readouterr().out)["phase"] == "over"
    assert run(["record", "convert", str(GAME), "--to", "json", "--at", "II.3"]) == 2
    assert "--at goes with --to position" in capsys.readouterr().err

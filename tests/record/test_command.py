"""`heptapolis position` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from heptapolis.cli.main import run
from heptapolis.record.position.json_input import LARGEST
from record.cases import all_cases

EXAMPLE = next(case["input"] for case in all_cases() if case["id"] == "X01")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(EXAMPLE), encoding="utf-8")
    return str(path)


def test_answer_for_a_file(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["position", "legal", file]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert len(json.loads(shown.out)["pending"]) == 3


@pytest.mark.parametrize("seat", ["0", "2", "none"])
def test_a_view(seat: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["position", "view", file, "--seat", seat]) == 0
    view = json.loads(capsys.readouterr().out)
    assert view["format"] == "heptapolis-view/1"
    for number, city in enumerate(view["seats"]):
        hand = EXAMPLE["seats"][number]["hand"]
        assert city["hand"] == (hand if str(number) == seat else len(hand))
    assert ("pending" in view) == (seat != "none")


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (["legal", "no-such-file.json"], "document/unreadable"),
        (["legal", "."], "document/unreadable"),
        (["legal", "a\0b"], "document/unreadable"),
        (["legal"], "format/value"),
        (["legal", "FILE", "more"], "format/value"),
        (["legal", "FILE", "--fast"], "format/value"),
        (["dance", "FILE"], "format/value"),
        (["view", "FILE"], "format/value"),
        (["view", "FILE", "--seat", "3"], "format/value"),
        (["view", "FILE", "--seat", "-1"], "format/value"),
        (["view", "FILE", "--seat", "²"], "format/value"),
        (["view", "FILE", "--seat", "nobody"], "format/value"),
        (["play", "FILE"], "format/unknown-field"),
    ],
)
def test_refusals(call: list[str], code: str, file: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Every error, usage errors included: status 2, no standard output, one JSON object on standard error."""
    assert run(["position", *(file if word == "FILE" else word for word in call)]) == 2
    shown = capfd.readouterr()
    assert shown.out == ""
    error = json.loads(shown.err)
    assert error["error"] == code
    assert set(error) == {"error", "message"}


def test_endless_file_is_too_large(tmp_path: Path) -> None:
    """Reading stops at the limit."""
    call = [sys.executable, "-m", "heptapolis", "position", "score", "-"]
    done = subprocess.run(call, cwd=tmp_path, input=b" " * (3 * LARGEST), capture_output=True)
    assert done.returncode == 2
    assert json.loads(done.stderr)["error"] == "document/too-large"


def test_the_command_loads_little(file: str, tmp_path: Path) -> None:
    """So it starts quickly: of the package only what reads and answers positions, and of others only click."""
    program = "import atexit, runpy, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
    program += "runpy.run_module('heptapolis', run_name='__main__')"
    call = [sys.executable, "-c", program, "position", "legal", file]
    done = subprocess.run(call, cwd=tmp_path, check=True, capture_output=True, text=True)
    loaded = done.stderr.split()
    own = {name.split(".")[1] for name in loaded if name.startswith("heptapolis.")}
    assert own - {"__main__"} == {"cli", "engine", "extras", "record", "rulebook"}
    others = {name.split(".")[0].split("__")[0] for name in loaded} - set(sys.stdlib_module_names)
    ours = {"heptapolis", "heptapolis_compiled", "click", "mypy_extensions"}
    assert {name for name in others if name and not name.startswith("_")} <= ours

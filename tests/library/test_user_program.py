"""A user's program runs, and type checkers accept it against the installed package."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import heptapolis

PROGRAM = Path(__file__).parent / "user_program.py"
PACKAGE = Path(__file__).parents[2] / "src" / "heptapolis"


def checked(tool: list[str], program: Path) -> subprocess.CompletedProcess[str]:
    """What a type checker says of a program, without any settings of this repository."""
    return subprocess.run(
        [sys.executable, "-m", *tool, program.name], cwd=program.parent, capture_output=True, text=True
    )


def mypy(program: Path) -> str:
    done = checked(["mypy", "--strict", "--config-file=", "--cache-dir=.mypy_cache"], program)
    return done.stdout + done.stderr


def pyright(program: Path) -> str:
    settings = {"typeCheckingMode": "strict", "pythonVersion": f"3.{sys.version_info.minor}"}
    (program.parent / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = checked(["basedpyright", "--pythonpath", sys.executable], program)
    return done.stdout + done.stderr


def test_it_runs() -> None:
    done = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1] == f"build Altar <2, II.3, {heptapolis.__version__} move/illegal"


@pytest.mark.once
@pytest.mark.timeout(600)
def test_type_checkers_accept_it_and_find_a_mistake(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    source = PROGRAM.read_text(encoding="utf-8")
    program.write_text(source, encoding="utf-8")
    assert "Success: no issues found" in mypy(program)
    assert pyright(program).splitlines()[0] == "0 errors, 0 warnings, 0 notes"
    program.write_text(source.replace("assert_type(game.age, int)", "assert_type(game.age, str)"), encoding="utf-8")
    assert "Found 1 error" in mypy(program)
    assert "1 error, 0 warnings" in pyright(program)


def test_public_types_have_no_machine_integers() -> None:
    """``i64`` is a type of the compiler; the modules that define what ``heptapolis`` offers do without it."""
    modules = {
        getattr(heptapolis, name).__module__
        for name in heptapolis.__all__
        if name[0].isupper() and name != "CATEGORIES"
    }
    assert len(modules) >= 8
    for module in modules:
        path = PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
        }
        assert "i64" not in names, module

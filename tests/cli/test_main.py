"""The main command: fast start, help, and one-line messages for expected errors."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import heptapolis
from heptapolis.cli import main as command
from heptapolis.cli.main import SUBCOMMANDS, Subcommand, run
from heptapolis.engine import COMPILED
from heptapolis.rulebook import RulebookError


def test_version_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"heptapolis {heptapolis.__version__}",
        f"python {sys.version.split()[0]}",
        f"engine: {'compiled' if COMPILED else 'interpreted'}",
    ]


def test_help_lists_available_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    table = {
        "here": Subcommand("heptapolis.cli.main", "heptapolis_command", "This one exists.", "heptapolis here now"),
        "gone": Subcommand("heptapolis.cli.nowhere", "gone", "This one does not."),
    }
    monkeypatch.setattr(command, "SUBCOMMANDS", table)
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "This one exists." in shown
    assert "heptapolis here now" in shown
    assert "gone" not in shown
    assert run(["gone"]) == 2
    assert "No such command" in capsys.readouterr().err


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    there = [name for name, subcommand in SUBCOMMANDS.items() if command.is_there(subcommand)]
    for name in there:
        assert run([name, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"Usage: heptapolis {name}")


def outcome(action: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit status and output of the command if its subcommand raises this error."""
    monkeypatch.setattr(command, "is_there", lambda subcommand: True)
    monkeypatch.setattr(command, "load", lambda name, subcommand: click.Command(name, callback=action))
    return run(["play"])


def failing(error: BaseException) -> Callable[[], None]:
    def action() -> None:
        raise error

    return action


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RulebookError("no such edition", file="box.toml"), "Error: box.toml: no such edition"),
        (
            FileNotFoundError(2, "No such file or directory", "game.txt"),
            "Error: [Errno 2] No such file or directory: 'game.txt'",
        ),
        (click.ClickException("the port is taken"), "Error: the port is taken"),
    ],
)
def test_expected_errors_are_one_line(
    error: Exception, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outcome(failing(error), monkeypatch) == 1
    printed = capsys.readouterr()
    assert printed.err == f"{line}\n"
    assert printed.out == ""


def test_bugs_show_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        outcome(failing(ZeroDivisionError()), monkeypatch)


def test_interrupt_exits_quietly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(failing(KeyboardInterrupt()), monkeypatch) == 130
    assert capsys.readouterr().err.strip() == ""


def test_a_command_chooses_its_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(lambda: click.get_current_context().exit(3), monkeypatch) == 3
    assert outcome(lambda: None, monkeypatch) == 0


def test_a_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "needs_a_server.py").write_text("import a_package_that_nobody_has\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(
        command, "SUBCOMMANDS", {"serve": Subcommand("needs_a_server", "serve", "Host tables.", extra="server")}
    )
    assert run(["serve"]) == 1
    error = capsys.readouterr().err
    assert "a_package_that_nobody_has" in error
    assert "pip install 'heptapolis[server]'" in error


@pytest.mark.once
def test_each_command_names_its_extra(tmp_path: Path) -> None:
    """In a process in which no package of an extra can be imported: one line each, no traceback."""
    program = """
import sys
for name in ("fastapi", "sqlalchemy", "pydantic", "pydantic_settings", "numpy", "gymnasium", "pettingzoo", "textual",
             "httpx", "pyspiel"):
    sys.modules[name] = None
from heptapolis.cli.main import run
for arguments in (
    ["play"],
    ["play", "--language", "fr"],
    ["serve"],
    ["admin", "list"],
    ["backup", "x"],
    ["restore", "x"],
    ["archive"],
    ["statistics", "rebuild"],
    ["password", "x"],
    ["loadtest"],
    ["arena", "--bots", "greedy"],
    ["dataset", "--games", "1", "--bots", "greedy,greedy,greedy", "--out", "x"],
):
    assert run(arguments) == 1, arguments
from heptapolis.env import single_env
for start in (single_env, lambda: __import__("heptapolis.env.dataset"), lambda: __import__("heptapolis.openspiel"),
              lambda: __import__("heptapolis.server.client")):
    try:
        start()
    except ImportError as error:
        print(error, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, timeout=100)
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    extras = ["play", "play", *["server"] * 8, "arena", "env", "env", "env", "openspiel", "client"]
    assert len(lines) == len(extras), done.stderr
    for line, extra in zip(lines, extras, strict=True):
        assert f"pip install 'heptapolis[{extra}]'" in line, line


def test_shells_complete_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["completion", "zsh"]) == 0
    assert "_HEPTAPOLIS_COMPLETE=zsh_complete" in capsys.readouterr().out
    monkeypatch.setattr(command, "load", lambda *given: pytest.fail("completing loads no command"))
    group = command.heptapolis_command
    found = [item.value for item in group.shell_complete(click.Context(group), "re")]
    assert found == ["record", "restore"]

"""The commands in README.md and docs/ work.

A fence marked ``console`` is run: every line that starts with ``$ `` must exit with status 0. The lines of a page run
in order, in one empty folder. A fence marked ``sh`` is not run and says why in a comment above it
(``<!-- not run: ... -->``); its commands and options must still exist.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from heptapolis.cli.main import heptapolis_command

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(
    r"(?P<above>[^\n]*)\n+(?P<indent> *)```(?P<kind>[\w{}-]*)[^\n]*\n(?P<text>.*?)\n(?P=indent)```", re.DOTALL
)
REASON = re.compile(r"<!-- not run: \w.+ -->")


class Fence(NamedTuple):
    kind: str
    above: str
    commands: list[str]


def fences(page: Path) -> Iterator[Fence]:
    for found in FENCE.finditer("\n" + page.read_text(encoding="utf-8")):
        text = found["text"].replace("\\\n", " ")
        lines = [line.strip() for line in text.splitlines()]
        if found["kind"] == "console":
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        yield Fence(found["kind"], found["above"], lines)


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", [page for page in PAGES if any(f.kind == "console" for f in fences(page))], ids=named)
def test_console_commands_succeed(page: Path, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    home = tmp_path / "home"
    work = tmp_path / "work"
    home.mkdir()
    work.mkdir()
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(home)}
    ran = 0
    for fence in fences(page):
        if fence.kind == "console":
            for command in fence.commands:
                done = subprocess.run(
                    ["bash", "-o", "pipefail", "-c", command],
                    cwd=work,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                )
                assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
                ran += 1
    assert ran > 0


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_unrun_commands_are_valid(page: Path) -> None:
    for fence in fences(page):
        assert fence.kind, f"a fence without a kind below: {fence.above!r}"
        if fence.kind == "sh":
            assert REASON.search(fence.above), f"no reason why this is not run: {fence.commands}"
            for command in fence.commands:
                check_options(command)


def check_options(line: str) -> None:
    """Fails if a ``heptapolis`` call in the line has an unknown subcommand or option."""
    for part in re.split(r"\||&&|;", line):
        words = [word for word in shlex.split(part, comments=True) if not re.match(r"[A-Z_]+=", word)]
        if words and Path(words[0]).name == "heptapolis":
            check_call(words[1:], line)


def check_call(words: list[str], line: str) -> None:
    command: click.Command = heptapolis_command
    known: set[str] = {"--help", "-h"}
    with click.Context(command) as context:
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            found = command.get_command(context, words.pop(0))
            assert found is not None, f"no such subcommand: {line}"
            command = found
    known |= {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    for word in words:
        option = word.partition("=")[0]
        assert not option.startswith("--") or option in known, f"no option {option}: {line}"

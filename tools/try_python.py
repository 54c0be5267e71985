"""Installs the source distribution, compiled, into a fresh environment of another Python and runs tests there.

    python tools/try_python.py ~/.pyenv/versions/3.13.0/bin/python

`make try PYTHON=...` does the same. A Python that passes gets its classifier in pyproject.toml.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = "terminal,play,client,env,arena"
TOOLS = (
    "pytest>=8.3",
    "pytest-timeout>=2.3",
    "pytest-xdist>=3.6",
    "hypothesis>=6.120",
    "jsonschema>=4.23",
    "psutil>=6.0",
)
TESTS = (
    "engine",
    "rules",
    "rulebook",
    "boxes",
    "library",
    "record",
    "games",
    "bots",
    "arena",
    "env",
    "cli",
    "terminal",
)
"""Folders of tests/ that need nothing but the extras: no browser, no database server, no type checker."""
NOT_HERE = ("library/test_user_program.py", "library/test_score_pad.py")
"""Tests that need more: type checkers, Node.js."""


def main() -> int:
    """Runs the tests and returns the exit status of pytest."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", help="the interpreter to try")
    parser.add_argument("--sdist", type=Path, help="a source distribution; without one it is built")
    parser.add_argument("--jobs", default="2", help="tests at the same time")
    parser.add_argument("tests", nargs="*", default=TESTS, help="folders of tests/")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory(prefix="heptapolis-try-") as name:
        folder = Path(name)
        archive = (options.sdist or build(folder)).resolve()
        python = folder / "venv" / "bin" / "python"
        run([options.python, "-m", "venv", str(folder / "venv")])
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-q"]
        run([*pip, f"{archive}[{EXTRAS}]", *TOOLS], HEPTAPOLIS_REQUIRE_COMPILED="1")
        with tarfile.open(archive) as source:
            source.extractall(folder / "source", filter="data")
        (unpacked,) = (folder / "source").iterdir()
        run([str(python.parent / "heptapolis"), "--version"])
        tests = [f"tests/{each}" for each in options.tests]
        left_out = [f"--ignore=tests/{each}" for each in NOT_HERE]
        pytest = [str(python), "-P", "-m", "pytest", "-q", "-n", options.jobs, *tests, *left_out]
        done = subprocess.run(pytest, cwd=unpacked, env=environment(HEPTAPOLIS_REQUIRE_COMPILED="1"))
    return done.returncode


def build(folder: Path) -> Path:
    """The source distribution of this checkout."""
    program = f"from hatchling.build import build_sdist; build_sdist({str(folder)!r})"
    run([sys.executable, "-P", "-c", program], cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    return archive


def run(command: list[str], cwd: Path | None = None, **variables: str) -> None:
    """Runs a command; one that fails ends the program."""
    done = subprocess.run(command, cwd=cwd, env=environment(**variables))
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(command)}")


def environment(**variables: str) -> dict[str, str]:
    """The caller's variables without those that change a build or where packages come from."""
    left_out = ("HEPTAPOLIS_", "PYTHON")
    return {name: value for name, value in os.environ.items() if not name.startswith(left_out)} | variables


if __name__ == "__main__":
    raise SystemExit(main())

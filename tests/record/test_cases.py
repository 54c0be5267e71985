"""The position cases: all in this process, some of each kind through the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from record.cases import all_cases, check, in_process

CASES = all_cases()


def name_of(case: dict[str, Any]) -> str:
    return f"{case['id']}: {case['title']}"


def test_cases_are_unique() -> None:
    names = [name_of(case) for case in CASES]
    assert len(set(names)) == len(names) > 100


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_case(case: dict[str, Any]) -> None:
    check(case, in_process)


def first_of_each_kind() -> list[dict[str, Any]]:
    """One valid case for every command, and one case for every error code."""
    kinds: dict[tuple[object, ...], dict[str, Any]] = {}
    for case in CASES:
        expect = case["expect"]
        kinds.setdefault((case["command"], expect.get("error"), expect.get("code"), "move" in expect), case)
    return list(kinds.values())


@pytest.mark.parametrize("case", first_of_each_kind(), ids=name_of)
def test_case_through_the_command(case: dict[str, Any], tmp_path: Path) -> None:
    """Exit status 0 and an answer on standard output, or 2 and one JSON object on standard error; never both."""

    def ask(command: str, data: bytes) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        call = [sys.executable, "-m", "heptapolis", "position", command, "-"]
        done = subprocess.run(call, cwd=tmp_path, input=data, capture_output=True)
        if done.returncode == 0:
            assert done.stderr == b""
            return json.loads(done.stdout), None
        assert done.returncode == 2
        assert done.stdout == b""
        return None, json.loads(done.stderr)

    check(case, ask)

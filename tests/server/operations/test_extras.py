"""A game in the browser needs nothing of what only hosts install."""

import re
import tomllib
from pathlib import Path

import httpx
import pytest

from serving import outside

pytestmark = pytest.mark.once

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def names_of(extra: str) -> set[str]:
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return {re.split(r"[\[<>=;]", requirement)[0] for requirement in extras[extra]}


def test_server_runs_with_what_playing_installs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages that only the extra `server` has are hidden from the process."""
    hidden = names_of("server") - names_of("play")
    assert hidden == {"asyncpg", "psutil", "pyotp", "redis"}
    assert names_of("play") < names_of("server")
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({sorted(hidden)}))\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with outside(tmp_path / "data") as server:
        assert httpx.get(f"{server.url}/readyz", trust_env=False, timeout=60).status_code == 200

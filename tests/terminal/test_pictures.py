"""The script for the pictures in the docs works."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_pictures_are_made(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "terminal_screenshot.py"), str(tmp_path)], check=True)
    made = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert made == sorted(path.name for path in (ROOT / "docs" / "images").glob("terminal*.svg"))
    assert all("Heptapolis" in path.read_text(encoding="utf-8") for path in tmp_path.glob("*.svg"))

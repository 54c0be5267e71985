"""Ten thousand live games fit into little memory."""

import re
import subprocess
import sys
from pathlib import Path

from heptapolis.engine import COMPILED

SCRIPT = Path(__file__).parents[2] / "bench" / "memory.py"


def test_ten_thousand_live_games_in_less_than_200_mb(tmp_path: Path) -> None:
    """Measured in a separate process; the slow interpreted run uses a tenth of the games and of the limit."""
    games = 10_000 if COMPILED else 1_000
    command = [sys.executable, "-P", str(SCRIPT), "--games", str(games)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    found = re.search(r"games: ([\d.]+) MB", done.stdout)
    assert found
    assert 0 < float(found[1]) < 200 * games / 10_000

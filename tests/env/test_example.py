"""A short run of the example of docs/research.md."""

import importlib.util
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_agent.py"


def test_the_first_agent_learns(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("train_agent", EXAMPLE)
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    saved = tmp_path / "agent.npz"
    found = example.main(["--games", "16", "--steps", "160", "--evaluate", "20", "--save", str(saved)])
    assert found["points after"] > found["points before"] + 5
    assert saved.exists()

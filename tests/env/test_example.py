"""A short run of the example of docs/research.md."""

import importlib.util
import runpy
from pathlib import Path

import pytest

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


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [("maskable_ppo.py", ["--steps", "6000"]), ("ppo.py", ["--updates", "30"])],
)
def test_learners_of_other_libraries_learn(name: str, arguments: list[str]) -> None:
    found = runpy.run_path(str(EXAMPLE.parent / name))["main"]([*arguments, "--evaluate", "40"])
    assert found["wins after"] > max(found["wins before"], 0.5)

"""The examples with a standard learner, in small; they need the extra ``examples``."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_maskable_ppo_learns(tmp_path: Path) -> None:
    saved = tmp_path / "model.zip"
    found = example("maskable_ppo").main(["--steps", "6144", "--games", "60", "--save", str(saved)])
    assert found["wins after"] > found["wins before"] + 0.1
    assert saved.exists()


def test_ppo_on_the_batched_environment_learns(tmp_path: Path) -> None:
    curve = tmp_path / "curve.csv"
    rows = example("ppo").main(["--steps", "40000", "--games", "60", "--csv", str(curve)])
    assert rows[-1]["wins"] > rows[0]["wins"] + 0.1
    assert len(curve.read_text().splitlines()) == len(rows) + 1


def test_notebook_plots_a_learning_curve() -> None:
    import nbclient  # type: ignore[import-not-found,import-untyped,unused-ignore]
    import nbformat  # type: ignore[import-not-found,import-untyped,unused-ignore]

    notebook = nbformat.read(EXAMPLES / "first_agent.ipynb", as_version=4)  # type: ignore[no-untyped-call,unused-ignore]
    (sizes,) = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    sizes.source = "UPDATES, STEPS, GAMES, EVALUATE = 4, 60, 24, 30"
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [output for output in outputs if "image/png" in output.get("data", {})], "the curve is drawn"
    (shown,) = [output["text"] for output in outputs if "%" in output.get("text", "")]
    curve = [int(each.strip("[]'% \n")) for each in shown.split(",")]
    assert curve[-1] > curve[0] + 10

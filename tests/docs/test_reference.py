"""The API reference covers what `import heptapolis` gives."""

import re
from pathlib import Path

import pytest

import heptapolis

pytestmark = pytest.mark.once

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "library.md"


def test_every_public_name_is_in_the_reference() -> None:
    named = re.findall(r"^\.\. auto\w+:: heptapolis\.(\w+)$", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted(set(heptapolis.__all__) - {"__version__"})


def test_its_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, heptapolis.Game] = {}
    exec(example, names)
    assert names["game"].turn == 2

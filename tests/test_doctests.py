"""The examples in docstrings are true, on the compiled engine as on the interpreted one."""

import doctest
import importlib
from pathlib import Path

import pytest

import heptapolis

PACKAGE = Path(heptapolis.__file__).parent
WITH_EXAMPLES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0, "the examples were not found"
    assert result.failed == 0

"""Runs the examples in docstrings, on the compiled and on the interpreted engine."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import heptapolis

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
PACKAGE = Path(heptapolis.__file__).parent
WITH_EXAMPLES = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=module_name)
def test_examples(path: Path) -> None:
    """Read from the source, since compiled modules carry no docstrings; run against the module as it is installed."""
    module = importlib.import_module(module_name(path))
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node)
            if text:
                name = f"{module.__name__}.{getattr(node, 'name', '')}"
                runner.run(parser.get_doctest(text, dict(vars(module)), name, str(path), getattr(node, "lineno", 0)))
    result = runner.summarize()
    assert result.attempted > 0, "the examples were not found"
    assert result.failed == 0


@pytest.mark.parametrize(("page", "least"), [("library.md", 20), ("analysis.md", 8)])
def test_examples_in_the_guides(page: str, least: int) -> None:
    result = doctest.testfile(str(ROOT / "docs" / page), module_relative=False)
    assert result.attempted > least, "the examples were not found"
    assert result.failed == 0

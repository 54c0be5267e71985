"""The page of rulings and the tests agree."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "rulings.md").read_text(encoding="utf-8")


def citations_by_test() -> dict[str, set[str]]:
    """The rulings that each test cites, by its name."""
    found: dict[str, set[str]] = {}
    for folder in ("rules", "engine"):
        for file in (TESTS / folder).glob("test_*.py"):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    found.setdefault(node.name, set()).update(re.findall(r"R\d{3}", ast.get_docstring(node) or ""))
    return found


def rows() -> dict[str, str]:
    """The line of each ruling in the list by number."""
    return {match[1]: match[0] for match in re.finditer(r"^\| (R\d{3}) \|.*$", PAGE, re.MULTILINE)}


def test_every_test_named_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named - set(citations_by_test()) == set()
    assert len(named) > 150


def test_every_ruling_names_exactly_the_tests_that_cite_it() -> None:
    cited = citations_by_test()
    for number, line in rows().items():
        names = set(re.findall(r"`(test_\w+)`", line))
        assert names == {name for name, numbers in cited.items() if number in numbers}, number
        assert names, f"{number} is held by no test"


def test_every_number_resolves() -> None:
    known = set(rows())
    assert {number for numbers in citations_by_test().values() for number in numbers} - known == set()
    assert set(re.findall(r"R\d{3}", PAGE)) == known


def test_every_test_cites_a_source() -> None:
    for file in (TESTS / "rules").glob("test_*.py"):
        if file.name == Path(__file__).name:
            continue
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                source = ast.get_docstring(node) or ""
                assert re.search(
                    r"R\d{3}|[Tt]exts? 00\d|docs/rulings|Position contract|Leaders|Printed|FAQ|Data of|card list",
                    source,
                ), f"{file.name}: {node.name}"

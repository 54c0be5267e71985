"""The glossary is the arbiter of words, so it must say what the program says."""

import re
from pathlib import Path

from heptapolis.rulebook import LANGUAGES, terms

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"


def rows() -> dict[str, tuple[str, ...]]:
    """Every translated row of the glossary, by section and key."""
    found: dict[str, tuple[str, ...]] = {}
    section = ""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"## .*?(?:\(`(\w+)`\))?", line):
            section = heading[1] or ""
        if section and (row := re.match(r"\| `([\w-]+)` \| (.*) \|$", line)):
            found[f"{section}.{row[1]}"] = tuple(cell.strip() for cell in row[2].split("|"))
    return found


def test_the_glossary_says_what_the_program_says() -> None:
    words = {key: cells[: len(LANGUAGES)] for key, cells in rows().items()}
    assert words == {key: tuple(terms(language)[key] for language in LANGUAGES) for key in terms("en")}


def test_every_word_has_one_sentence_of_meaning() -> None:
    for key, cells in rows().items():
        assert len(cells) == len(LANGUAGES) + 1, key
        assert re.fullmatch(r"[A-Z][^.]*\.", cells[-1]), key

"""The glossary is the arbiter of words, so it must say what the program says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from heptapolis.analysis.sentences import texts as analysis_texts
from heptapolis.rulebook import LANGUAGES, terms
from heptapolis.rulebook import texts as explanations
from heptapolis.rulebook.rules import plain, rules
from heptapolis.terminal import words as screen

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"

# Second words for things that have one in the glossary. They came in by translating the same text twice.
SYNONYMS = {
    "en": ("wars?", "for nothing", "free of charge", "the discards", "cogs?", "wheels?", "(?<!manufactured )goods"),
    "fr": (
        *("chefs?", "neuf", "guerres?", "biens", "cité libre", "chaînes?", "jetons? de (?:victoire|défaite)"),
        *("offertes?", "bâti(?:r|t|es?|ssent)?", "sans rien payer"),
    ),
    "nl": (
        *("etappes?", "wegleggen", "weggelegd", "legt .* weg", "muntstuk(?:ken)?", "oorlog(?:en)?", "beurt"),
        *("voor niets", "zege", "sets?", "aangeworven", "wereldwonder", "bewerkte? goed(?:eren)?"),
        *("eigen goederen", "jouw goederen"),
    ),
    "de": (
        *("Stufen?", "Abwurf", "abgelegt", "Abgelegtes", "Gütern?", "umsonst", "gratis", "Zug", "Zügen?", "Kriege?"),
        *("Wunders?", "Niederlagenmarker", "frei"),
    ),
    "da": (
        *("trin", "etaper?", "smider?", "smidt", "kassér", "kasserer?", "kasseret", "tidsaldre?", "tidsalder"),
        *("nabo(?:er|s)?", "gilder?", "hverver?", "hverves", "krige?", "plader?", "opfør(?:er)?", "opføre", "fri by"),
        *("militært symbol", "(?<!forarbejdede )(?<!forarbejdet )varer?"),
    ),
}
# A free seat is not a card that costs nothing; and the price list of a narrow screen has no room for two words.
ALLOWED = {"en": {"city.sells"}, "de": {"seats_free"}, "da": {"city.sells"}}


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


def said(language: str) -> Iterator[tuple[str, str]]:
    """Everything that the program says: explanations, rules, analysis, the terminal, the client's catalogs."""
    yield from explanations.texts(language).items()
    for chapter in rules(language):
        yield chapter.id, chapter.title
        yield from ((f"{chapter.id}.{each.id}", plain(each.text, language)) for each in chapter.paragraphs)
    yield from analysis_texts(language).items()
    yield from screen.texts(language).items()
    for catalog in sorted((ROOT / "web" / "messages").rglob(f"{language}.json")):
        for key, text in json.loads(catalog.read_text(encoding="utf-8")).items():
            for variant in [text] if isinstance(text, str) else text[0]["match"].values():
                yield key, variant


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_each_thing(language: str) -> None:
    placeholder = re.compile(r"\{\w+\}")
    second = re.compile(rf"\b(?:{'|'.join(SYNONYMS[language])})\b", re.IGNORECASE)
    found = {key: text for key, text in said(language) if second.search(placeholder.sub("", text))}
    assert found.keys() == ALLOWED.get(language, set())

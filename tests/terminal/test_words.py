"""Screen texts: the same keys in every language, and none missing."""

import string

import pytest
from rich.cells import cell_len

from heptapolis import Game
from heptapolis.engine.breakdown import CARD, LEADER_IN_PLAY, SOURCES
from heptapolis.engine.moves import ACTIONS
from heptapolis.rulebook import LANGUAGES, RESOURCES
from heptapolis.rulebook import texts as explanations
from heptapolis.rulebook.rules import plain, rules
from heptapolis.terminal.help import entries, rule_entries
from heptapolis.terminal.panels.table import stage_rows
from heptapolis.terminal.words import Words, texts


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_texts(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert set(other) == set(english)
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in english.items()
    }
    assert [key for key, text in other.items() if not text.strip()] == []
    sections = ("ask.", "did.", "reason.", "first.", "plain.")
    assert [key for key in english if key.startswith(sections) and other[key] == english[key]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_exists(language: str) -> None:
    words = Words(language)
    for kind in ("play", "free-city", "last-card", "side", "draft", "recruit", "recruit-more", "dig", "copy", "debt"):
        assert words.has(f"ask.{kind}")
    for reason in ("already-built", "coins-short", "not-for-sale", "trade-too-dear"):
        assert words.has(f"reason.{reason}") and words.has(f"short.{reason}")
    assert words.has("reason.wonder-complete") and words.has("reason.no-stage-to-copy")
    for action in ACTIONS:
        assert words.has(f"did.{action}"), action
        assert action == "pass" or words.has(f"do.{action}"), action
    for source in SOURCES:
        assert source in (CARD, LEADER_IN_PLAY, "family") or words.has(f"source.{source}"), source


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_resource_has_a_letter_of_its_own(language: str) -> None:
    letters = [Words(language).letter(resource) for resource in RESOURCES]
    assert all(cell_len(letter) == 1 for letter in letters)
    assert len(set(letters)) == len(RESOURCES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_finds_manneken_pis(language: str) -> None:
    """Text 004, sheet of Manneken Pis: four coins more; no stage of side A is free (rulings, case R213)."""
    words = Words(language)
    game = Game.new(3, expansions=("manneken-pis",), boards=("Manneken Pis",), sides=("A",))
    entry = next(each for each in entries(game, words) if each.key == "Manneken Pis")
    said = explanations.texts(language)
    assert sum(said["card.cost_copied"] in line for line in entry.lines) == 3
    assert not any(said["card.cost_free"] in line for line in entry.lines)
    coins = said["card.extra_coins"].format(coins=explanations.count("coin", 4, language))
    assert sum(coins in line for line in entry.lines) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_shows_the_rules(language: str) -> None:
    """The texts that the browser shows, without their marks."""
    found = {entry.key: entry for entry in rule_entries(Words(language))}
    for chapter in rules(language):
        if chapter.id != "signs":
            entry = found.pop(f"rule:{chapter.id}")
            assert entry.title == chapter.title
            assert all(any(plain(each.text, language) in line for line in entry.lines) for each in chapter.paragraphs)
    assert not found


def test_costs_of_copied_stages_are_not_shown_as_none() -> None:
    game = Game.new(3, expansions=("manneken-pis",), boards=("Manneken Pis", "Giza", "Rhodes"), sides=("A", "A", "A"))
    lines = stage_rows(game, game.cities[0], Words("en"), 60)
    assert [line.plain.partition(" ← ")[2].strip() for line in lines] == ["SS", "?", "?"]


def test_french_signs_stay_on_the_line_of_the_word_before_them() -> None:
    assert [text for text in texts("fr").values() if " :" in text or " ;" in text or "’" in text] == []

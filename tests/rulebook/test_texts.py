"""The explanations of cards and signs: every effect, every language, nothing left unfilled."""

import string

import pytest

from heptapolis.rulebook import EFFECT_KINDS, LANGUAGES, EffectSpec, load
from heptapolis.rulebook.texts import (
    SYMBOLS,
    card_text,
    chain_text,
    cost_text,
    count,
    effect_text,
    effects_text,
    listed,
    price_text,
    symbol_text,
    texts,
)

BOOKS = [load("first", ("leaders", "cities", "manneken-pis")), load("second")]


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def printed_effects() -> list[EffectSpec]:
    found = []
    for book in BOOKS:
        found += [effect for card in (*book.cards, *book.leaders) for effect in card.effects]
        for board in book.boards:
            for side in board.sides.values():
                found += [*side.powers, *(effect for stage in side.stages for effect in stage.effects)]
    return found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_texts(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert set(other) == set(english)
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in english.items()
    }
    assert [key for key in english if key.startswith("count.") and other[key].count("|") != 1] == []
    same = [key for key in english if key.startswith(("effect.", "symbol.")) and other[key] == english[key]]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_printed_effect_has_a_sentence(language: str) -> None:
    seen = set()
    for effect in printed_effects():
        sentence = effect_text(effect, language, private=True)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".") and "{" not in sentence and "  " not in sentence, sentence
        for value in effect.args.values():
            if isinstance(value, int) and value > 1:
                assert str(value) in sentence, (effect, sentence)
        seen.add(effect.kind)
    assert seen == set(EFFECT_KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_effects_that_differ_read_differently(language: str) -> None:
    by_text: dict[str, EffectSpec] = {}
    for effect in printed_effects():
        text = effect_text(effect, language)
        known = by_text.setdefault(text, effect)
        assert (known.kind, dict(known.args)) == (effect.kind, dict(effect.args)), text


def test_sentences_in_english() -> None:
    first = load("first", ("cities", "leaders"))
    assert card_text(first.card("Lumber Yard")) == "Makes 1 wood each turn."
    assert card_text(first.card("Caravansery")).endswith("Neighbors cannot buy it.")
    assert card_text(first.card("Gambling House")) == "9 coins from the bank at once. Each neighbor gets 2 coins."
    assert card_text(first.card("East Trading Post")) == (
        "Raw materials bought from the right neighbor cost only 1 coin each."
    )
    assert card_text(first.card("Haven")) == (
        "1 coin at once for each brown card in your city. 1 point at the end for each brown card in your city."
    )
    assert effects_text(first.board("Rome").sides["B"].powers) == (
        "Leaders cost you 2 coins less, and your neighbors 1 coin less."
    )


def test_costs_and_chains() -> None:
    first = load("first")
    assert cost_text(1, {"ore": 2, "wood": 1}) == "1 coin, 1 wood, 2 ore"
    assert price_text(0, {}) == "Costs nothing."
    assert price_text(2, {}, "de") == "Kostet 2 Münzen."
    assert chain_text(first.card("Lumber Yard")) == ""
    assert chain_text(first.card("Scriptorium"), "fr").startswith("Rend gratuit : ")
    assert chain_text(first.card("Library")).startswith("Free if you have Scriptorium.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_is_explained(language: str) -> None:
    assert all(len(symbol_text(symbol, language)) > 20 for symbol in SYMBOLS)
    with pytest.raises(KeyError):
        symbol_text("zebra", language)


def test_small_words() -> None:
    assert [count("coin", number) for number in (0, 1, 2, -1)] == ["0 coins", "1 coin", "2 coins", "-1 coin"]
    assert listed(["a"], "or") == "a"
    assert listed(["a", "b", "c"], "or", "nl") == "a, b of c"

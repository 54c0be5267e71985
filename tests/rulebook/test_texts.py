"""Explanations of cards and symbols: every effect in every language, all placeholders filled."""

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
    extra_coins_text,
    listed,
    price_text,
    stage_price_text,
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
        sentence = effect_text(effect, language)
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
    assert card_text(first.card("Lumber Yard")) == "Produces 1 wood each turn."
    assert card_text(first.card("Caravansery")).endswith("Neighbors cannot buy it.")
    assert card_text(first.card("Gambling House")) == "Take 9 coins from the bank. Each neighbor takes 2 coins."
    assert card_text(first.card("East Trading Post")) == (
        "From the next turn on, raw materials bought from the right neighbor cost only 1 coin each."
    )
    assert card_text(first.card("Haven")) == (
        "Take 1 coin for each brown card in your city. 1 point at the end of the game for each brown card in your city."
    )
    assert effects_text(first.board("Rome").sides["B"].powers) == (
        "Leaders cost you 2 coins less, and your neighbors 1 coin less."
    )


INCLUDED = {
    "en": "this card included",
    "fr": "cette carte comprise",
    "nl": "deze kaart meegeteld",
    "de": "diese Karte mitgezählt",
    "da": "dette kort medregnet",
}
NEXT_TURN = {
    "en": "From the next turn on",
    "fr": "Dès le tour suivant",
    "nl": "Vanaf de volgende ronde",
    "de": "Ab der nächsten Runde",
    "da": "Fra næste tur",
}


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 textile", "2 textiles"),
        ("fr", "1 textile", "2 textiles"),
        ("nl", "1 stof", "2 stof"),
        ("de", "1 Stoff", "2 Stoff"),
        ("da", "1 stof", "2 stof"),
    ],
)
def test_goods_after_a_number(language: str, one: str, two: str) -> None:
    """Words of materials stay as they are after a number where the language does not count them."""
    for amount, words in ((1, one), (2, two)):
        effect = EffectSpec("produce", {"resources": ("textile",), "amount": amount})
        assert words in effect_text(effect, language, color="gray")
        assert cost_text(0, {"textile": amount}, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_count_themselves_say_so(language: str) -> None:
    """Text 002, Lighthouse and Shipowners Guild; text 003, symbols, Secret Society."""
    saying = {
        card.name
        for book in BOOKS
        for card in (*book.cards, *book.leaders)
        if INCLUDED[language] in card_text(card, language)
    }
    assert saying == {"Lighthouse", "Shipowners Guild", "Secret Society"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_discounts_begin_with_the_next_turn(language: str) -> None:
    """Text 002, commerce; text 003, Clandestine Dock and Architect Cabinet; rulings, case R184."""
    discounts = {"price", "rebate", "stages_without_resources"}
    for effect in printed_effects():
        assert (NEXT_TURN[language] in effect_text(effect, language)) == (effect.kind in discounts), effect


@pytest.mark.parametrize(
    ("language", "uses"),
    [
        ("en", ("build it", "build a stage", "discard it for coins")),
        ("fr", ("la construire", "construire une étape", "la défausser contre des pièces")),
        ("nl", ("hem bouwen", "wonderfase mee bouwen", "hem afleggen voor munten")),
        ("de", ("sie bauen", "einen Bauabschnitt bauen", "für Münzen abwerfen")),
        ("da", ("bygge det", "bygge et stadie", "sælge det for mønter")),
    ],
)
def test_last_card_has_three_uses(language: str, uses: tuple[str, ...]) -> None:
    """Text 002, Babylon B: the extra card is built, put under the wonder or discarded for coins."""
    text = effect_text(EffectSpec("last_card", {}), language)
    assert [use for use in uses if use not in text] == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Several masks copy different cards."),
        ("fr", "Plusieurs masques copient des cartes différentes."),
        ("nl", "Meerdere maskers kopiëren verschillende kaarten."),
        ("de", "Mehrere Masken kopieren verschiedene Karten."),
        ("da", "Flere masker kopierer forskellige kort."),
    ],
)
def test_masks_copy_each_card_once(language: str, words: str) -> None:
    """Text 003, Pigeon Loft, clarification."""
    assert words in effect_text(EffectSpec("mask", {}), language)
    assert words in symbol_text("mask", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_science_texts_say_what_a_set_is_worth(language: str) -> None:
    for book in BOOKS:
        for symbol in ("compass", "gear", "tablet", "green"):
            assert f" {book.set_points} " in symbol_text(symbol, language)


@pytest.mark.parametrize(
    ("language", "team", "one_of_two"),
    [
        ("en", "In a team game", "one token instead of two"),
        ("fr", "En équipes", "un jeton au lieu de deux"),
        ("nl", "In een teamspel", "één fiche in plaats van twee"),
        ("de", "Im Teamspiel", "einen Marker statt zwei"),
        ("da", "I holdspil", "én brik i stedet for to"),
    ],
)
def test_diplomacy_in_team_games(language: str, team: str, one_of_two: str) -> None:
    """Text 003, Team diplomacy: the owner fights, and both take one token instead of two."""
    for text in (effect_text(EffectSpec("diplomacy", {"tokens": 1}), language), symbol_text("diplomacy", language)):
        assert team in text and one_of_two in text
    assert team in symbol_text("shield", language)


@pytest.mark.parametrize(
    ("language", "token"),
    [
        ("en", "takes a defeat token"),
        ("fr", "prend un jeton défaite"),
        ("nl", "een nederlaagfiche"),
        ("de", "bekommt einen Siegmarker, wer mehr hat, und einen Niederlagemarker"),
        ("da", "en nederlagsbrik"),
    ],
)
def test_fewer_shields_take_a_defeat_token(language: str, token: str) -> None:
    """Text 002, Military conflicts: the loser takes a token, nobody loses one."""
    assert token in symbol_text("shield", language)


def test_manneken_pis_is_explained() -> None:
    """Text 004, sheet of Manneken Pis: 4 coins more; rulings, case R213: side A pays what the copied stage costs."""
    sides = load("first", ("manneken-pis",)).board("Manneken Pis").sides
    for language in LANGUAGES:
        copied = texts(language)["card.cost_copied"]
        assert [stage_price_text(sides["A"], stage, language) for stage in sides["A"].stages] == [copied] * 3
        assert copied != stage_price_text(sides["B"], sides["B"].stages[0], language)
        assert count("coin", 4, language) in extra_coins_text(sides["A"], language)
    assert extra_coins_text(sides["B"]) == "You start the game with 4 coins more."
    rhodes = load("first").board("Rhodes").sides["A"]
    assert extra_coins_text(rhodes) == ""
    assert stage_price_text(rhodes, rhodes.stages[0]) == "Costs 2 wood."


def test_costs_and_chains() -> None:
    first = load("first")
    assert cost_text(1, {"ore": 2, "wood": 1}) == "1 coin, 1 wood, 2 ore"
    assert cost_text(0, {"stone": 2, "ore": 1, "papyrus": 2}, "fr") == "2 pierres, 1 minerai, 2 papyrus"
    assert price_text(0, {}) == "Costs nothing."
    assert price_text(2, {}, "de") == "Kostet 2 Münzen."
    assert chain_text(first.card("Lumber Yard")) == ""
    assert chain_text(first.card("Scriptorium"), "fr").startswith("Rend gratuit\u00a0: ")
    assert chain_text(first.card("Library")).startswith("Free if you have Scriptorium.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_is_explained(language: str) -> None:
    assert all(len(symbol_text(symbol, language)) > 20 for symbol in SYMBOLS)
    with pytest.raises(KeyError):
        symbol_text("zebra", language)


def test_french_signs_stay_on_the_line_of_the_word_before_them() -> None:
    assert [text for text in texts("fr").values() if " :" in text or " ;" in text or " !" in text or "’" in text] == []


def test_small_words() -> None:
    assert [count("coin", number) for number in (0, 1, 2, -1)] == ["0 coins", "1 coin", "2 coins", "-1 coin"]
    assert [count("coin", number, "fr") for number in (0, 1, 2)] == ["0 pièce", "1 pièce", "2 pièces"]
    assert [count("point", 0, language) for language in ("nl", "de", "da")] == ["0 punten", "0 Punkte", "0 point"]
    assert listed(["a"], "or") == "a"
    assert listed(["a", "b", "c"], "or", "nl") == "a, b of c"

"""The rules in five languages: the same chapters and paragraphs everywhere, and numbers that the engine confirms."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from heptapolis.record.position.answers import answer_legal, answer_play, answer_score
from heptapolis.rulebook import LANGUAGES, RulebookError, load
from heptapolis.rulebook.rules import GROUPS, KINDS, Paragraph, example_numbers, plain, rules

EXAMPLES = Path(__file__).parent / "examples"
ROMAN = ("", "I", "II", "III")


def position(name: str) -> Any:
    return json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))


def numbers(example: str) -> dict[str, object]:
    """The numbers that the texts use for an example."""
    found = example_numbers()
    return {key.partition(".")[2]: value for key, value in found.items() if key.startswith(f"{example}.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_structure(language: str) -> None:
    def marks(paragraph: Paragraph) -> tuple[object, ...]:
        text = paragraph.text
        return (
            *(paragraph.id, paragraph.kind, text.count("\n"), "**" in text),
            sorted(re.findall(r"\[[^\]]+\]", text)),
            sorted(re.findall(r":[a-z-]+:", text)),
        )

    def shape(told: str) -> list[tuple[object, ...]]:
        return [
            (chapter.id, chapter.group, [marks(paragraph) for paragraph in chapter.paragraphs])
            for chapter in rules(told)
        ]

    assert shape(language) == shape("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_are_complete(language: str) -> None:
    for chapter in rules(language):
        assert chapter.title
        assert chapter.group in GROUPS
        ids = [paragraph.id for paragraph in chapter.paragraphs]
        assert len(set(ids)) == len(ids), chapter.id
        for paragraph in chapter.paragraphs:
            assert paragraph.kind in KINDS
            assert paragraph.text.count("**") % 2 == 0, paragraph.id
            assert not re.search(r"[{}\[\]]|\*\*|:[a-z]+:", plain(paragraph.text, language)), paragraph.id
            assert paragraph.kind != "question" or re.fullmatch(r"[^\n]+\?\n[^\n]+[.!]", paragraph.text), paragraph.id
            assert paragraph.kind not in ("lead", "point", "example") or paragraph.text.endswith((".", "!"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_in_english(language: str) -> None:
    english = {(chapter.id, each.id): each.text for chapter in rules("en") for each in chapter.paragraphs}
    for chapter in rules(language):
        for paragraph in chapter.paragraphs:
            same = paragraph.text == english[chapter.id, paragraph.id]
            assert not same or " " not in paragraph.text, (chapter.id, paragraph.id)


def test_manneken_pis_says_what_every_board_has_to_copy() -> None:
    chapter = next(each for each in rules("en") if each.id == "manneken-pis")
    boards = load("first", ("leaders", "cities", "manneken-pis")).boards
    wanted = [f"{board.wonder}-{side}".lower() for board in boards for side in board.sides]
    listed = [paragraph.id for paragraph in chapter.paragraphs[-len(wanted) + 2 :]]
    assert listed == [name for name in wanted if not name.startswith("manneken")]


def test_unknown_language() -> None:
    with pytest.raises(RulebookError, match="unknown language 'tlh'"):
        rules("tlh")


def test_numbers_of_the_set_up() -> None:
    base, leaders = load("first"), load("first", ("leaders",))
    assert numbers("setup") == {
        "coins": base.start_coins,
        "coins-leaders": leaders.start_coins,
        "hand": base.hand_size,
        "sale": base.sale_coins,
    }
    assert numbers("science")["set"] == base.set_points
    tokens = numbers("conflicts")
    assert [tokens[name] for name in ("first", "second", "third")] == list(base.victory_tokens.values())


def build(name: str, card: str) -> Any:
    """The only way to build a card in a position."""
    answer: Any = answer_legal(position(name))
    [pending] = [each for each in answer["pending"] if each["player"] == 0]
    [move] = [each for each in pending["moves"] if each["action"] == "build" and each.get("card") == card]
    return move


def test_example_of_trade() -> None:
    dear, cheap = build("trade", "University"), build("trade-cheap", "University")
    told = numbers("trade")
    assert dear["pay"] == {"left": told["left"], "right": told["right"]}
    assert cheap["pay"] == {"left": told["cheap"], "right": told["cheap"]}
    assert told["price"] == load("first").trade_price


def test_example_of_chains() -> None:
    paid = build("chains", "Library").get("pay", {})
    assert numbers("chains") == {"cost": sum(load("first").card("Library").cost.values()), "paid": sum(paid.values())}


def test_example_of_conflicts() -> None:
    document = position("conflicts")
    after: Any = answer_play(document)
    told = numbers("conflicts")
    book = load("first")

    def shields(seat: int) -> int:
        city = document["position"]["seats"][seat]
        stages = book.board(city["wonder"]).sides[city["side"]].stages[: city.get("stages", 0)]
        effects = [effect for card in city["built"] for effect in book.card(card).effects]
        effects += [effect for stage in stages for effect in stage.effects]
        return sum(int(str(effect.args["shields"])) for effect in effects if effect.kind == "shields")

    assert told["age"] == ROMAN[document["position"]["age"]]
    assert [told[name] for name in ("mine", "left-shields", "right-shields")] == [shields(seat) for seat in range(3)]
    assert after["seats"][0]["tokens"] == [told["won"], int(str(told["lost"]).replace("−", "-"))]


def test_example_of_science() -> None:
    document = position("science")
    built = [load("first").card(card) for card in document["seats"][0]["built"]]
    symbols = [effect.args["symbol"] for card in built for effect in card.effects]
    told = numbers("science")
    assert {name: symbols.count(name) for name in ("compass", "gear", "tablet")} == {
        name: told[name] for name in ("compass", "gear", "tablet")
    }
    answer: Any = answer_score(document)
    total = answer["scores"][0]["science"]
    assert total == told["total"]
    assert int(str(told["squares"])) + int(str(told["sets"])) == total


def test_example_of_the_count() -> None:
    answer: Any = answer_score(position("score"))
    scored = answer["scores"][0]
    assert numbers("score") == {name: scored[name] for name in numbers("score")}


def test_example_of_debts() -> None:
    document = position("cities")
    after: Any = answer_play(document)
    told = numbers("cities")
    mia = after["seats"][0]
    assert told["coins"] == document["position"]["seats"][0]["coins"]
    assert (told["coins"], told["debt"]) == (told["paid"], mia["debt"])
    assert mia["coins"] == 0
    assert int(str(told["paid"])) + int(str(told["debt"])) == told["loss"]
